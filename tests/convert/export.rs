//! PGN's export format.

use std::path::Path;

use expect_test::{Expect, expect};
use vgn_lsp::convert::export_pgn;
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::resolve_game;
use vgn_lsp::source::Encoding;
use vgn_lsp::syntax::games::games;

fn export(text: &str) -> String {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    match export_pgn(text, &context) {
        Err(refusal) => format!("refused: {refusal}\n"),
        Ok(export) => {
            let losses: String = export.losses.iter().map(|loss| format!("lost: {loss}\n")).collect();
            losses + &export.text
        }
    }
}

fn check(text: &str, expected: Expect) {
    let exported = export(text);
    expected.assert_eq(&exported);
    if !exported.starts_with("refused") {
        let losses: usize =
            exported.split_inclusive('\n').take_while(|line| line.starts_with("lost: ")).map(str::len).sum();
        assert_eq!(export(&exported[losses..]), exported[losses..], "exported again it is the same");
    }
}

#[test]
fn tags_have_an_order_and_moves_their_form() {
    check(
        "[WhiteElo \"2500\"] [Black  \"B\"]\n{before}\n[Annotator \"me\" ]\n\n1 e4 e5 2 Sf3! Sc6 {c} 3 Lb5 ; it is } Spanish\na6 ( 3 ... \
         Sf6 { Berlin }\n 4. 0-0 ) 4. La4 1/2-1/2",
        expect![[r#"
            [Event "?"]
            [Site "?"]
            [Date "????.??.??"]
            [Round "?"]
            [White "?"]
            [Black "B"]
            [Result "1/2-1/2"]
            [Annotator "me"]
            [WhiteElo "2500"]

            {before} 1. e4 e5 2. Nf3 $1 Nc6 {c} 3. Bb5 ; it is } Spanish
            3... a6 (3... Nf6 { Berlin } 4. O-O) 4. Ba4 1/2-1/2

        "#]],
    );
}

#[test]
fn lines_are_shorter_than_eighty() {
    let moves: String = (1..=40).map(|n| format!("{n}. Nf3 Nf6 {}. Ng1 Ng8 ", n + 1)).collect();
    let comment = "a long comment ".repeat(12);
    let exported = export(&format!("{{{comment}}} {moves} *"));
    let is_short = |line: &str| line.chars().count() < 80 || line == format!("{{{comment}}}");
    assert!(exported.lines().all(is_short), "{exported}");
}

#[test]
fn a_vgn_game_in_coordinates() {
    check(
        "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n[SetUp \"4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K\"]\n[Result \"White \
         wins\"]\n\n1. KC+# 1-0\n",
        expect![[r#"
            [Event "?"]
            [Site "?"]
            [Date "????.??.??"]
            [Round "?"]
            [White "?"]
            [Black "?"]
            [Result "1-0"]
            [FEN "4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K - 0 1"]
            [SetUp "1"]

            1. O-O# 1-0

        "#]],
    );
}

#[test]
fn what_has_no_place() {
    check(
        "[White \"A\"]\n[White \"B\"]\n[x]\n\n1. e4 <x> e5 1-0\n",
        expect![[r#"
        lost: the tag White is repeated: the last one is used
        lost: `[x` cannot be recorded in a PGN game
        lost: `<x>` cannot be recorded in a PGN game
        [Event "?"]
        [Site "?"]
        [Date "????.??.??"]
        [Round "?"]
        [White "B"]
        [Black "?"]
        [Result "1-0"]

        1. e4 e5 1-0

    "#]],
    );
    check(
        "[Variant \"Crazyhouse\"]\n\n1.e4 e5 2 . d4 N@f3 *\n",
        expect![[r#"
        [Event "?"]
        [Site "?"]
        [Date "????.??.??"]
        [Round "?"]
        [White "?"]
        [Black "?"]
        [Result "*"]
        [Variant "Crazyhouse"]

        1. e4 e5 2. d4 N@f3 *

    "#]],
    );
}

/// Readers end the tags at the first comment: where it stands before them, they see none.
#[test]
fn comments_among_the_tags_stand_behind_them() {
    for (game, before, movetext) in [
        ("[Event \"2\"]\n[White \"W\"]\n\n{ c }\n", "", "{ c } *\n\n"),
        ("[Event \"2\"]\n{c}\n[White \"W\"]\n\n{d} 1. e4 *\n", "", "{c} {d} 1. e4 *\n\n"),
        ("{c} 1. e4 *\n", "", "{c} 1. e4 *\n\n"),
        ("{c}\n\n[White \"W\"]\n\n1. e4 *\n", "{c}\n\n", "1. e4 *\n\n"),
        ("{c}\n[White \"W\"]\n\n1. e4 *\n", "{c}\n\n", "1. e4 *\n\n"),
    ] {
        let exported = export(game);
        assert_eq!(exported.split("[Event ").next(), Some(before), "{exported}");
        assert_eq!(exported.split("]\n\n").last(), Some(movetext), "{exported}");
        assert_eq!(export(&exported), exported, "exported again it is the same");
    }
}

/// What is written behind a comment without its `}` would be in it.
#[test]
fn an_unclosed_comment_is_closed() {
    for (game, movetext) in [
        ("1. e4 {open", "1. e4 {open} *\n\n"),
        ("1. e4 (1. d4 {open", "1. e4 (1. d4 {open}) *\n\n"),
        ("[White \"W\"]\n\n{open", "{open} *\n\n"),
    ] {
        let settings = vgn_lsp::lint::Settings::default();
        let losses = export_pgn(game, &Context::new(&settings, FileKind::Unknown));
        let losses = losses.expect("a game").losses;
        let told = losses.iter().any(|loss| loss.message.starts_with("the comment has no closing `}`"));
        assert!(told, "{losses:?}");
        let exported = export(game);
        let (_, exported) = exported.split_once('\n').expect("the loss has a line");
        assert_eq!(exported.split("]\n\n").last(), Some(movetext), "{exported}");
        assert_eq!(export(exported), exported, "exported again it is the same");
    }
}

/// No line has 80 characters, wherever the words end (PGN 8.2.1).
#[test]
fn no_comment_and_no_bracket_makes_a_line_too_long() {
    for length in 1..90 {
        for (before, behind) in
            [("1. e4 (", ") *"), ("1. e4 (1. d4 (", ")) *"), ("1. e4 (1. d4 d5 ", " 2. c4) *"), ("1. e4 ", " *")]
        {
            let before = before.strip_suffix('(').map_or(before.to_owned(), |outer| format!("{outer}(1. c4 "));
            let exported = export(&format!("{before}{{a {}}}{behind}", "x".repeat(length)));
            let movetext = exported.split("]\n\n").last().unwrap_or_default();
            let too_long = |line: &&str| line.chars().count() > 79 && !line.contains(&"x".repeat(75));
            assert_eq!(movetext.lines().find(too_long), None, "{exported}");
            assert_eq!(export(&exported), exported, "exported again it is the same");
        }
    }
}

/// Half-moves that are not known stay as they are, with their numbers: what is written is read as it was.
#[test]
fn what_is_not_known_is_exported_again_as_it_is() {
    for (game, movetext) in [
        ("1. e4 e5 2. 3. Nf3 Nc6 *", "1. e4 e5 2. 3. Nf3 Nc6 *"),
        ("1. 1... e4 e5 *", "1. 1... e4 e5 *"),
        ("1. e4 e5 2. Nf3 3. Bb5 Nc6 4. Bb5 a6 *", "1. e4 e5 2. Nf3 3. Bb5 Nc6 4. Bb5 a6 *"),
        ("1. e4 e5 2. Nf3 N c6 3. d3 *", "1. e4 e5 2. Nf3 N c6 3. d3 *"),
        ("1. e4 (1. d4 2. c4) e5 *", "1. e4 (1. d4 2. c4) 1... e5 *"),
        ("1. e4 e5 2. *", "1. e4 e5 *"),
    ] {
        let exported = export(game);
        assert_eq!(exported.split("]\n\n").last(), Some(&*format!("{movetext}\n\n")), "{exported}");
        assert_eq!(export(&exported), exported, "exported again it is the same");
    }
}

#[test]
fn values_keep_their_blanks() {
    let exported = export("[Event \" x \"]\n[Site \"\"]\n[Opening \" a \n  b \"]\n[Round \"\u{a0}\"]\n\n*\n");
    for tag in ["[Event \" x \"]", "[Site \"\"]", "[Opening \" a b \"]", "[Round \"\u{a0}\"]"] {
        assert!(exported.contains(tag), "{tag}\n{exported}");
    }
}

/// Exported real games tell the same boards, fit the lines, and do not change when they are exported again.
#[test]
fn real_games() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    for file in
        ["annotated/dortmund.pgn", "annotated/wcc_2023.pgn", "games/chess960rwch.pgn", "games/lichess_db_10k.pgn"]
    {
        let bytes = std::fs::read(Path::new("tests/data").join(file)).expect("a file of the tests");
        for span in games(&bytes).filter(|span| span.is_game) {
            let game = &bytes[span.range];
            let text = Encoding::of(game).decode(game);
            let exported = export_pgn(&text, &context).expect("a PGN game");
            assert_eq!(exported.losses, [], "{text}");
            assert_eq!(export(&exported.text), exported.text);
            let movetext = exported.text.split("]\r\n\r\n").last().unwrap_or_default();
            // A comment's own lines may be longer.
            let is_short = |line: &str| line.chars().count() < 80 || line.contains("{") || text.contains(line);
            assert!(movetext.lines().all(is_short), "{}", exported.text);
            let (before, after) = (resolve_game(&text, &context), resolve_game(&exported.text, &context));
            let boards = |game: &vgn_lsp::replay::Resolved| -> Vec<_> {
                game.moves.iter().map(|m| m.after.as_deref().map(|after| after.setup())).collect()
            };
            assert_eq!(boards(&before), boards(&after), "{}", exported.text);
        }
    }
}

#[test]
fn a_number_before_what_is_left_out_is_written_once() {
    let text = "[Event \"?\"]\n\n1. e4 e5 2.e.p. Nf3 Nc6 *";
    assert!(export(text).ends_with("\n\n1. e4 e5 2. Nf3 Nc6 *\n\n"), "{}", export(text));
}

#[test]
fn numbers_that_have_jumped_go_on_behind_an_illegal_half_move() {
    let text = "1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 5. axb5 *\n";
    assert!(export(text).ends_with(&format!("\n{text}\n")), "{}", export(text));
}

/// A number alone in parentheses is a remark, and stays.
#[test]
fn a_number_alone_in_parentheses_is_kept() {
    for remark in ["(1)", "(12.)"] {
        let exported = export(&format!("1. e4 {remark} e5 2. Nf3 *\n"));
        assert!(exported.contains(&format!(" {remark} ")), "{exported}");
        assert_eq!(export(&exported), exported);
    }
}
