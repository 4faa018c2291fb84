//! Hover tests: games with a mark and the expected hovers, and hovers on moves.

use expect_test::{Expect, expect};
use vgn_engine::lint::{Context, FileKind, Settings};

use crate::{BoardStyle, StandaloneGame};

/// The tags of a VGN game in FCN.
pub const FCN_TAGS: &str = "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n";

/// The range text and the content of the hover at the mark `¦`.
pub fn answer(marked: &str) -> Option<(String, crate::Markup)> {
    let at = marked.find('¦').expect("a mark");
    let text = marked.replace('¦', "");
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let offset = u32::try_from(at).expect("a short text");
    let hover = crate::hover(&StandaloneGame::new(&text, context), offset, BoardStyle::Ascii)?;
    let range = hover.range.start as usize..hover.range.end as usize;
    Some((text[range].to_owned(), hover.content))
}

/// Compares the hover at the mark `¦`.
pub fn check(marked: &str, expected: Expect) {
    let text = match answer(marked) {
        Some((about, content)) => format!("{about}\n---\n{}", content.to_markdown()),
        None => "nothing".to_owned(),
    };
    expected.assert_eq(&text);
}

/// Compares the hover without the board and the blocks after it.
pub fn check_words(marked: &str, expected: Expect) {
    let text = match answer(marked) {
        Some((about, content)) => format!("{about}\n---\n{}", content.to_markdown()),
        None => "nothing".to_owned(),
    };
    expected.assert_eq(text.split("\n\n```text").next().unwrap_or_default());
}

#[test]
fn a_move_is_said_in_full() {
    check(
        "1. e4 d5 2. ¦exd5 Qxd5 *",
        expect![[r#"
            exd5
            ---
            **2. exd5 · `Pe4-d5xP` · B01 Scandinavian Defense**

            White's move 2, takes the pawn on d5 · LAN `e4xd5` · MCN `e4d5`

            ```text
            8 r n b q k b n r
            7 p p p . p p p p
            6 . . . . . . . .
            5 . . .[P]. . . .
            4 . . . .[.]. . .
            3 . . . . . . . .
            2 P P P P . P P P
            1 R N B Q K B N R
              a b c d e f g h
            ```

            FEN `rnbqkbnr/ppp1pppp/8/3P4/8/8/PPPP1PPP/RNBQKBNR b KQkq - 0 2`"#]],
    );
}

#[test]
fn what_a_move_does() {
    check_words(
        "1. e4 e5 2. Nf3 N¦c6 3. Bc4 *",
        expect![[r#"
            Nc6
            ---
            **2... Nc6 · `Nb8-c6` · C44 King's Knight Opening: Normal Variation**

            Black's move 2 · LAN `Nb8-c6` · MCN `b8c6`"#]],
    );
    check_words(
        "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-¦O *",
        expect![[r#"
            O-O
            ---
            **4. O-O · `KC` · C55 Italian Game: Two Knights Defense**

            White's move 4, castles king side · LAN `O-O` · MCN `e1g1`"#]],
    );
    check_words(
        "1. e4 a6 2. e5 d5 3. ¦exd6 *",
        expect![[r#"
            exd6
            ---
            **3. exd6 · `Pe5-d6en` · B00 St. George Defense**

            White's move 3, takes the pawn on d5 en passant · LAN `e5xd6` · MCN `e5d6`"#]],
    );
    check_words(
        "[FEN \"3r3k/4P3/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. ¦exd8=Q+ *",
        expect![[r#"
            exd8=Q+
            ---
            **1. exd8=Q+ · `Pe7-d8xR=Q+`**

            White's move 1, takes the rook on d8, becomes a queen, check · LAN `e7xd8=Q+` · MCN `e7d8q`"#]],
    );
}

#[test]
fn check_and_mate_have_their_marks() {
    check_words(
        "1. f3 e5 2. g4 ¦Qh4# 0-1",
        expect![[r#"
            Qh4#
            ---
            **2... Qh4# · `Qd8-h4+#` · A00 Barnes Opening: Fool's Mate**

            Black's move 2, checkmate · LAN `Qd8-h4#` · MCN `d8h4`"#]],
    );
    check_words(
        "1. e4 f5 2. Qh5¦+ *",
        expect![[r#"
            Qh5+
            ---
            **2. Qh5+ · `Qd1-h5+` · B00 Duras Gambit**

            White's move 2, check · LAN `Qd1-h5+` · MCN `d1h5`"#]],
    );
}

#[test]
fn the_last_move_carries_the_end_in_fcn() {
    check_words(
        "1. e4 ¦e5 1-0",
        expect![[r#"
            e5
            ---
            **1... e5 · `Pe7-e5#+` · C20 King's Pawn Game**

            Black's move 1 · LAN `e7-e5` · MCN `e7e5`"#]],
    );
    check_words(
        "1. ¦e4 e5 1/2-1/2",
        expect![[r#"
            e4
            ---
            **1. e4 · `Pe2-e4` · B00 King's Pawn Game**

            White's move 1 · LAN `e2-e4` · MCN `e2e4`"#]],
    );
    check_words(
        "1. e4 ¦e5 (1... c5 1-0) 1/2-1/2",
        expect![[r#"
            e5
            ---
            **1... e5 · `Pe7-e5##` · C20 King's Pawn Game**

            Black's move 1 · LAN `e7-e5` · MCN `e7e5`"#]],
    );
}

#[test]
fn variations_are_played_on_their_own_board() {
    check_words(
        "1. e4 e5 (1... c5 2. Nf3 (2. ¦c3)) 2. Nc3 *",
        expect![[r#"
            c3
            ---
            **2. c3 · `Pc2-c3` · B22 Sicilian Defense: Alapin Variation**

            White's move 2 in a variation of depth 2 · LAN `c2-c3` · MCN `c2c3`"#]],
    );
}

#[test]
fn repetitions_are_counted_along_the_line() {
    let shuffle = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 ";
    check_words(
        &format!("{shuffle}¦Ng8 *"),
        expect![[r#"
            Ng8
            ---
            **4... Ng8 · `Nf6-g8` · A05 Zukertort Opening**

            Black's move 4 · LAN `Nf6-g8` · MCN `f6g8`

            The position has occurred for the third time or more: a draw can be claimed."#]],
    );
    // The variations before it belong to other lines.
    check_words(
        "1. Nf3 Nf6 2. Ng1 Ng8 (2... Nh5) (2... e5) 3. Nf3 (3. e4) Nf6 4. Ng1 (4. e4) (4. Ng1 ¦Ng8) *",
        expect![[r#"
            Ng8
            ---
            **4... Ng8 · `Nf6-g8` · A05 Zukertort Opening**

            Black's move 4 in a variation · LAN `Nf6-g8` · MCN `f6g8`

            The position has occurred for the third time or more: a draw can be claimed."#]],
    );
    check_words(
        "1. Nf3 Nf6 (1... Nh6 2. Ng1 ¦Ng8) *",
        expect![[r#"
            Ng8
            ---
            **2... Ng8 · `Nh6-g8` · A04 Zukertort Opening**

            Black's move 2 in a variation · LAN `Nh6-g8` · MCN `h6g8`"#]],
    );
}

#[test]
fn what_is_illegal_says_why() {
    check(
        "1. e4 e5 2. ¦Ke3 *",
        expect![[r#"
            Ke3
            ---
            **2. `Ke3`**

            The board before it:

            ```text
            8 r n b q k b n r
            7 p p p p . p p p
            6 . . . . . . . .
            5 . . . . p . . .
            4 . . . . P . . .
            3 . . . . . . . .
            2 P P P P . P P P
            1 R N B Q K B N R
              a b c d e f g h
            ```

            FEN `rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2`"#]],
    );
    check_words(
        &format!("{FCN_TAGS}1. Pe2-e4 1.5 Pe7-e5 2. ¦Ke1-e3 *"),
        expect![[r#"
            Ke1-e3
            ---
            **`Ke1-e3` · C20 King's Pawn Game**

            White's move 2 · LAN `Ke1-e3` · MCN `e1e3`"#]],
    );
    check_words(
        &format!("{FCN_TAGS}1. ¦Pe5-e6 *"),
        expect![[r#"
            Pe5-e6
            ---
            **`Pe5-e6`**

            White's move 1 · LAN `e5-e6` · MCN `e5e6`"#]],
    );
}

#[test]
fn a_move_on_an_unknown_board_says_so() {
    check(
        "1. e4 e5 2. Ke3 ¦Nf6 *",
        expect![[r#"
            Nf6
            ---
            **2... `Nf6`**

            The board is not known here: an earlier move of this line cannot be played."#]],
    );
    check(
        "[GameFormat \"VGN\"]\n[MoveFormat \"FNC\"]\n1. ¦e4 *",
        expect![[r#"
        e4
        ---
        The moves of this game are not checked. `FNC` is not a known move format: did you mean FCN?"#]],
    );
    check(
        "[Variant \"Bughouse\"]\n\n1. ¦e4 *",
        expect![[r#"
            e4
            ---
            The variant `Bughouse` is not supported, so the moves are not checked: two games are played side by side, and the pocket is filled from the other one."#]],
    );
}

#[test]
fn a_null_move_passes_the_turn() {
    check_words(
        "1. e4 ¦-- 2. d4 *",
        expect![[r#"
            --
            ---
            **The turn passes · B00 King's Pawn Game**

            Black's move 1 · LAN `--`"#]],
    );
}

#[test]
fn a_board_as_a_move() {
    check_words(
        "[GameFormat \"VGN\"]\n[MoveFormat \"SFEN\"]\n1. ¦rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b *",
        expect![[r#"
            rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b
            ---
            **`Pe2-e4` · B00 King's Pawn Game**

            White's move 1 · SAN `e4` · LAN `e2-e4` · MCN `e2e4`"#]],
    );
}

#[test]
fn where_nothing_stands_there_is_nothing() {
    check(
        "1. e4 {N¦f3} *",
        expect![[r#"
            Nf3
            ---
            **1. Nf3 · `Ng1-f3`**

            Quoted in place of `1. e4`.

            ```text
            8 r n b q k b n r
            7 p p p p p p p p
            6 . . . . . . . .
            5 . . . . . . . .
            4 . . . . . . . .
            3 . . . . .[N]. .
            2 P P P P P P P P
            1 R N B Q K B[.]R
              a b c d e f g h
            ```

            FEN `rnbqkbnr/pppppppp/8/8/8/5N2/PPPPPPPP/RNBQKB1R b KQkq - 1 1`"#]],
    );
    check("1. e4 ¦ e5 *", expect!["nothing"]);
    check("¦", expect!["nothing"]);
}

/// The ranks of the board in the hover at the mark `¦` that have a highlighted square.
fn marked_ranks(marked: &str) -> Vec<String> {
    let (_, content) = answer(marked).unwrap_or_else(|| panic!("a hover: {marked}"));
    let plain = content.to_plain();
    let ranks = plain.lines().filter(|line| line.len() >= 17 && line.starts_with(|c| ('1'..='8').contains(&c)));
    ranks.filter(|rank| rank.contains('[')).map(str::to_owned).collect()
}

#[test]
fn a_drawn_board_shows_which_move_was_played() {
    for (marked, ranks) in [
        ("1. ¦e4 *", &["4 . . . .[P]. . .", "2 P P P P[.]P P P"][..]),
        ("1. d4 d5 (1... ¦c5 2. dxc5) *", &["7 p p[.]p p p p p", "5 . .[p]. . . . ."]),
        ("1. d4 d5 (1... c5 2. ¦dxc5) *", &["5 . .[P]. . . . .", "4 . . .[.]. . . ."]),
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. ¦O-O *", &["1 R N B Q[. R K .]"]),
        ("[SetUp \"1\"]\n[FEN \"r3k3/8/8/8/8/8/8/4K3 b q - 0 1\"]\n\n1... ¦O-O-O *", &["8[.].[k r .]. . ."]),
        (
            "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"6k1/8/8/8/8/8/8/5KR1 w G - 0 1\"]\n\n1. ¦O-O *",
            &["1 . . . . .[R K]."],
        ),
        ("1. e4 a6 2. e5 d5 3. ¦exd6 *", &["6 p . .[P]. . . .", "5 . . . .[.]. . ."]),
        ("[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Nf6 3. ¦P@e6 *", &["6 . . . .[P]n . ."]),
        // FCN records a move of a missing piece.
        ("[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n1. ¦Ra5-b5 *", &["5[. R]. . . . . ."]),
        // A null move, a board between half-moves, and the start have no highlighted squares.
        ("1. e4 ¦-- 2. d4 *", &[]),
        ("1. e4 ¦2. d4 *", &[]),
        ("[SetUp \"1\"]\n[FEN \"¦6k1/8/8/8/8/8/8/5KR1 w - - 0 1\"]\n\n*", &[]),
    ] {
        assert_eq!(marked_ranks(marked), ranks, "{marked}");
    }
}

#[test]
fn what_is_not_known_is_not_said() {
    for (text, expected) in [
        (
            "[GameFormat \"VGN\"]\n[Variant \"Foo\"]\n\n1. e4 1.5 e5 {[%af¦ter 1.] x} *",
            "At the beginning of a comment it names the half-move that the comment belongs to, one of the two before it \
             (rule C4).",
        ),
        ("1. e4 e5 2. Qe8# Rxb1 ¦1/2-1/2", "**`1/2-1/2`: a draw**"),
        ("1. e4 e5 2. Qe8# Rxb1 ¦1-0", "**`1-0`: White wins**"),
        ("[Variant \"Foo\"]\n\n1. ¦e4 *", "The variant `Foo` is not known, so the moves are not checked."),
    ] {
        let (_, content) = answer(text).expect("a hover");
        let text = content.to_markdown();
        let last = text.trim_end().rsplit("\n\n").next();
        assert_eq!(last, Some(expected), "{text}");
    }
}
