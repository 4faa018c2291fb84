//! Completion tests: games with a mark, and the items offered there.

use expect_test::{Expect, expect};
use vgn_engine::lint::{Context, FileKind, Settings};
use vgn_engine::notation::{Medium, REGISTRY};
use vgn_engine::replay::FastPass;

use super::{Completion, CompletionKind as Kind, CompletionQuery, ItemDocumentation, completion};
use crate::{BoardStyle, position_moves};

/// Games nearby.
const NEIGHBOURS: [&str; 2] = [
    "[Event \"Baden-Baden\"]\n[Round \"5.1\"]\n[White \"Anderssen, Adolf\"]\n[Black \"?\"]\n\n1. a3 e5 2. Bb5 c6 *",
    "[Event \"A \\\"B\\\"\"]\n[White \"Steinitz\"]\n[Black \"Anderssen, Adolf\"]\n\n1. e4 e5 2. Nc3 *",
];

/// The completions at the mark `¦`.
pub fn offered(marked: &str) -> Completion {
    let at = marked.find('¦').expect("a mark");
    let text = marked.replace('¦', "");
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let query = CompletionQuery {
        neighbours: &|| NEIGHBOURS.map(str::to_owned).to_vec(),
        played: &|wanted| {
            let mut fast_pass = FastPass::default();
            let games = NEIGHBOURS.iter().filter_map(|game| position_moves(game, wanted, &context, &mut fast_pass));
            games.flat_map(|found| found.out).map(|passage| (passage.play, 1)).collect()
        },
        today: Some("2026.11.22".to_owned()),
        snippets: true,
        ..CompletionQuery::alone(&text, u32::try_from(at).expect("a short text"), context)
    };
    let found = completion(&query).expect("not called off");
    assert!(found.items.windows(2).all(|pair| pair[0].range == pair[1].range), "some clients take the first for all");
    for item in &found.items {
        assert!(item.range.start as usize <= at && at <= item.range.end as usize, "{item:?}");
        let typed = &text[item.range.start as usize..at];
        let replaced = &text[item.range.start as usize..item.range.end as usize];
        let filter = item.filter.as_ref().unwrap_or(&item.text);
        let begins = |with: &str| filter.to_lowercase().starts_with(&with.to_lowercase());
        assert!(begins(replaced) || !begins(typed), "{item:?} begins with `{replaced}`");
        // Other kinds are filtered by the client.
        let is_chosen = matches!(item.kind, Kind::HalfMove | Kind::Number | Kind::Terminator);
        assert!(begins(typed) || !is_chosen, "{item:?} stays for `{typed}`");
    }
    found
}

/// Compares the labels of all items, best first.
pub fn check(marked: &str, expected: Expect) {
    let found = offered(marked);
    expected.assert_eq(&found.items.iter().map(|item| item.label.as_str()).collect::<Vec<_>>().join(" "));
}

/// The labels of one kind.
fn labels(marked: &str, kind: Kind) -> String {
    let found = offered(marked);
    let labels = found.items.iter().filter(|item| item.kind == kind).map(|item| item.label.as_str());
    labels.collect::<Vec<_>>().join(" ")
}

/// Compares the half-moves.
fn check_moves(marked: &str, expected: Expect) {
    expected.assert_eq(&labels(marked, Kind::HalfMove));
}

#[test]
fn the_likely_moves_come_first() {
    for (marked, first) in [
        ("1. e4 d5 2. exd5 ¦", "Qxd5 Nf6 c6 Na6 Nc6 Nd7 Nh6"),
        ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. ¦", "Qxf7# Bxf7+ Qxe5+ Qxh7 Na3"),
        ("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 ¦", "dxc6 bxc6 "),
    ] {
        let found = labels(marked, Kind::HalfMove);
        assert!(found.starts_with(first), "{marked}: {found}");
    }
}

#[test]
fn what_is_typed_narrows_the_moves() {
    check_moves("1. e4 e5 2. B¦", expect!["Bc4 Bb5 Bd3 Ba6 Be2"]);
    check_moves("1. e4 e5 2. b¦", expect!["b3 b4 Bc4 Bb5 Bd3 Ba6 Be2"]);
    check_moves("1. e4 e5 2. n¦", expect!["Nc3 Nf3 Ne2 Na3 Nh3"]);
    check_moves("1. e4 e5 2.N¦f", expect!["Nc3 Nf3 Ne2 Na3 Nh3"]);
    check_moves("1. e4 e5 2. S¦", expect!["Nc3 Nf3 Bc4 Bb5 Ne2 Bd3 Na3 Nh3 Ba6 Be2"]);
    check_moves("1. e4 e5 2. g1f¦", expect!["Nf3"]);
    check_moves("1. e4 e5 2. Bf3¦", expect!["Nf3 f3 Qf3 Bc4 Bb5 Bd3 Ba6 Be2"]);
    check_moves("1. e4 d5 2. ed¦", expect!["exd5"]);
    check_moves("1. e4 e5 2. 0¦", expect![[""]]);
    for zero in ["0", "0-", "0-0"] {
        check_moves(&format!("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. {zero}¦"), expect!["O-O"]);
    }
}

#[test]
fn straight_behind_a_variation_the_blank_comes_with_what_is_written() {
    let found = offered("1. e4 e5 2. Nf3 Nc6 (2... d6)¦\n");
    let written = |kind| found.items.iter().find(|item| item.kind == kind).map(|item| item.text.as_str());
    assert_eq!((written(Kind::Number), written(Kind::HalfMove)), (Some(" 3. "), Some(" Bb5")));
    assert_eq!(labels("1. e4 (1. d4 (1. c4)¦)", Kind::HalfMove).split(' ').next(), Some("Nf6"), "it is Black's turn");
}

#[test]
fn the_word_at_the_cursor_is_replaced() {
    let range = |marked: &str| {
        let found = offered(marked);
        let item = found.items.iter().find(|item| item.kind == Kind::HalfMove).expect("a move");
        marked.replace('¦', "").get(item.range.start as usize..item.range.end as usize).map(str::to_owned)
    };
    for (marked, word) in [
        ("1. e4 ¦", ""),
        ("1. e4 N¦", "N"),
        ("1. e4 N¦f6 2. d4", "Nf6"),
        ("1. e4 ¦Nf6 2. d4", "Nf6"),
        ("1. e4 e5 2.N¦f3+! Nc6", "Nf3+"),
        ("1. e4 e5 2. ¦ 2... Nc6", ""),
        ("1. e4 (¦)", ""),
        ("1. e4 (1. d¦) e5", "d"),
    ] {
        assert_eq!(range(marked).as_deref(), Some(word), "{marked}");
    }
}

#[test]
fn variations_have_boards_of_their_own() {
    check_moves(
        "1. e4 e5 2. Nf3 Nc6 (2... Nf6 3. Nxe5 d6 4. N¦) 3. Bb5 *",
        expect!["Nf3 Nxf7 Nc4 Nd3 Na3 Nc3 Nc6 Nd7 Ng4 Ng6"],
    );
    check_moves("1. e4 e5 2. Nf3 Nc6 (2... Nf6 3. Nxe5) 3. N¦ *", expect!["Nc3 Nxe5 Na3 Nd4 Ng1 Ng5 Nh4"]);
    // The replaced half-move is not offered again.
    check_moves("1. e4 e5 2. Nf3 (2. N¦) Nc6 *", expect!["Nc3 Ne2 Na3 Nh3"]);
    check_moves("1. e4 e5 2. Nf3 (2. Nc3) (2. N¦) Nc6 *", expect!["Ne2 Na3 Nh3"]);
    // Rule C7: in VGN the number tells which half-move is replaced.
    check_moves("[GameFormat \"VGN\"]\n\n1. e4 1.5 e5 2. Nf3 2.5 Nc6 (2. N¦) *", expect!["Nc3 Ne2 Na3 Nh3"]);
    check_moves("[GameFormat \"VGN\"]\n\n1. e4 1.5 e5 2. Nf3 2.5 Nc6 (2.5 N¦) *", expect!["Nf6 Na6 Ne7 Nh6"]);
}

#[test]
fn every_notation_of_texts_spells_them() {
    for notation in REGISTRY.iter().filter(|row| row.medium == Medium::Text) {
        let first = vgn_engine::rules::Position::initial();
        let half_move = vgn_engine::replay::HalfMove {
            before: &first,
            play: &pawn(),
            after: &first.after(&pawn()),
            end: vgn_engine::notation::EndMark::None,
        };
        let spelt = half_move.spell(notation).expect("every notation has 1. e4");
        let game = format!("[GameFormat \"VGN\"]\n[MoveFormat \"{}\"]\n\n1. {spelt} 1.5 ¦", notation.name);
        let found = offered(&game);
        let moves: Vec<_> = found.items.iter().filter(|item| item.kind == Kind::HalfMove).collect();
        assert_eq!(moves.len(), 20, "{game}");
        for item in &moves {
            let text = game.replace('¦', &item.text);
            let settings = Settings::default();
            let context = Context::new(&settings, FileKind::Unknown);
            let resolved = vgn_engine::replay::resolve_game(&text, &context);
            let play = resolved.moves[1].play.expect("it is read");
            assert!(resolved.moves[1].illegal.is_none() && item.about == ItemDocumentation::Play(play), "{text}");
        }
    }
}

fn pawn() -> vgn_engine::rules::Play {
    use shakmaty::{Move, Role, Square};
    let (from, to) = (Square::E2, Square::E4);
    vgn_engine::rules::Play::Move(Move::Normal { role: Role::Pawn, from, capture: None, to, promotion: None })
}

#[test]
fn moves_are_spelt_with_the_letters_of_the_game() {
    check_moves("1. e4 e5 2. Sf3 Sc6 3. L¦", expect!["Lb5 Lc4 Le2 La6 Ld3"]);
    check_moves("1. e4 e5 2. Cf3 Cc6 3. F¦", expect!["Fb5 Fc4 Fe2 Fa6 Fd3"]);
    check_moves("1. e4 e5 2. Кf3 Кc6 3. С¦", expect!["Сb5 Сc4 Сe2 Сa6 Сd3"]);
}

#[test]
fn where_the_board_is_not_known_there_are_no_moves() {
    check("[FEN \"broken\"]\n\n1. ¦", expect![""]);
    check("[GameFormat \"VGN\"]\n[MoveFormat \"XYZ\"]\n\n1. ¦", expect![""]);
    // Errors after the cursor have no effect.
    check_moves("1. e4 e5 2. N¦ Qxx9 {never closed", expect!["Nc3 Nf3 Ne2 Na3 Nh3"]);
}

#[test]
fn boards_of_other_starts_and_rules() {
    check_moves("[SetUp \"1\"]\n[FEN \"7k/P7/8/8/8/8/8/K7 w - - 0 1\"]\n\n1. a¦", expect!["a8=Q+ a8=R+ a8=B a8=N"]);
    check_moves(
        "[Variant \"Crazyhouse\"]\n\n1. e4 d5 2. exd5 Qxd5 3. Nc3 Qd8 4. P¦",
        expect![
            "P@d7+ P@a3 P@a4 P@a5 P@a6 P@b3 P@b4 P@b5 P@b6 P@c4 P@c5 P@c6 P@d3 P@d4 P@d5 P@d6 P@e2 P@e3 P@e4 P@e5 P@e6 P@f3 P@f4 P@f5 P@f6 P@g3 P@g4 P@g5 P@g6 P@h3 P@h4 P@h5 P@h6"
        ],
    );
    check_moves("[Variant \"Chess960\"]\n[FEN \"1k6/8/8/8/8/8/8/RK5R w HA - 0 1\"]\n\n1. O¦", expect!["O-O O-O-O"]);
}

#[test]
fn numbers_where_one_belongs() {
    for (marked, expected) in [
        ("¦", "1."),
        ("1. e4 e5 ¦", "2."),
        ("1. e4 ¦", ""),
        ("1. e4 {x} ¦", "1..."),
        ("1. e4 (1. d4) ¦", "1..."),
        ("1. e4 e5 (¦)", "1..."),
        ("1. e4 e5 2. ¦", ""),
        ("1. e4 1... e5 2. d4 ¦", "2..."),
        ("1. e4 e5 2¦", "2."),
        ("1. e4 e5 3¦", ""),
        ("e4 e5 ¦", ""),
        ("12. e4 e5 ¦", "13."),
        ("[GameFormat \"VGN\"]\n\n1. e4 ¦", "1.5"),
        ("[GameFormat \"VGN\"]\n\n1. e4 e5 2. d4 ¦", ""),
        ("[GameFormat \"VGN\"]\n\n1. e4 1.5 e5 ¦", "2."),
        ("[FEN \"7k/P7/8/8/8/8/8/K7 b - - 0 31\"]\n\n¦", "31..."),
    ] {
        assert_eq!(labels(marked, Kind::Number), expected, "{marked}");
    }
    let text = |marked: &str| offered(marked).items.first().map(|item| item.text.clone());
    assert_eq!(text("1. e4 e5 ¦").as_deref(), Some("2. "));
    assert_eq!(text("1.e4 e5 ¦").as_deref(), Some("2."));
    assert_eq!(text("1. e4 e5 ¦ *").as_deref(), Some("2."));
}

#[test]
fn the_terminator_fits_the_board() {
    for (marked, expected) in [
        ("1. f3 e5 2. g4 Qh4# ¦", "0-1"),
        ("[MoveFormat \"FCN\"]\n\n1. Pf2-f3 1.5 Pe7-e5 2. Pg2-g4 2.5 Qd8-h4# ¦", "0-1"),
        ("1. e4 e5 ¦", "* 1-0 0-1 1/2-1/2"),
        ("[Result \"1/2-1/2\"]\n\n1. e4 e5 ¦", "1/2-1/2 * 1-0 0-1"),
        ("[GameFormat \"VGN\"]\n[Result \"Draw\"]\n\n1. e4 ¦", "1/2-1/2 * 1-0 0-1"),
        ("1. e4 e5 1¦", "1-0 1/2-1/2"),
        ("1. e4 e5 1-¦", "1-0"),
        ("1. e4 e5 ¦ *", ""),
        ("1. e4 e5 (1... c5 ¦", ""),
        ("1. e4 Qxx9 ¦", "* 1-0 0-1 1/2-1/2"),
        ("[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]\n\n¦", "1/2-1/2"),
    ] {
        assert_eq!(labels(marked, Kind::Terminator), expected, "{marked}");
    }
}

#[test]
fn where_the_game_is_over_its_end_comes_first() {
    let first = |marked: &str| offered(marked).items.first().map(|item| item.label.clone());
    for (marked, expected) in [
        ("1. f3 e5 2. g4 Qh4#\n¦", Some("0-1")),
        ("1. f3 e5 2. g4 Qh4#¦", Some("Qh4#")),
        ("1. e4 e5 (1... f6 2. d4 g5 3. Qh5# ¦)", None),
        ("[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\n\n1. Pf2-f3 1.5 Pe7-e5 2. Pg2-g4 2.5 Qd8-h4# ¦", Some("0-1")),
        ("[FEN \"7k/5Q2/6K1/8/8/8/8/8 b - - 0 1\"]\n\n¦", Some("1/2-1/2")),
        ("[FEN \"7k/8/6K1/8/8/8/8/8 b - - 0 1\"]\n\n¦", Some("1/2-1/2")),
        ("1. e4 e5\n¦", Some("2.")),
    ] {
        let first = first(marked).filter(|label| !label.starts_with('('));
        assert_eq!(first.as_deref(), expected, "{marked}");
        assert!(expected == Some("2.") || labels(marked, Kind::Number).is_empty(), "{marked}: nothing can be played");
    }
}

#[test]
fn a_blank_parts_what_is_written_from_a_glyph_or_a_bracket() {
    let text = |marked: &str, label: &str| {
        let found = offered(marked);
        let item = found.items.iter().find(|item| item.label == label).expect(marked);
        let text = marked.replace('¦', "");
        format!("{}{}{}", &text[..item.range.start as usize], item.text, &text[item.range.end as usize..])
    };
    for (marked, label, expected) in [
        ("1. e4 c5!¦", "2.", "1. e4 c5! 2. "),
        ("1. e4!?¦", "c5", "1. e4!? c5"),
        ("1. e4! ¦", "c5", "1. e4! c5"),
        ("1. e4!c¦", "c5", "1. e4! c5"),
        ("1. e4 {best}¦ *", "1...", "1. e4 {best} 1... *"),
        ("1. e4 c5!¦", "1-0", "1. e4 c5! 1-0"),
        ("1. e4 (1. d4 d5!¦)", "2.", "1. e4 (1. d4 d5! 2. )"),
        ("1. e4 (1. d4!¦)", "d5", "1. e4 (1. d4! d5)"),
        ("1. e4 (¦)", "1.", "1. e4 (1. )"),
        ("1.¦", "e4", "1.e4"),
        ("[MoveFormat \"FCN\"]\n\n1. Pe2-e4!¦", "Pc7-c5", "[MoveFormat \"FCN\"]\n\n1. Pe2-e4! Pc7-c5"),
    ] {
        assert_eq!(text(marked, label), expected, "{marked}");
    }
}

#[test]
fn a_word_that_is_no_legal_move_finds_those_of_its_piece() {
    check_moves("1. e4 e5 2. Nf4¦", expect!["f4 Nf3 Nc3 Ne2 Na3 Nh3"]);
    check_moves("1. e4 e5 2. Nd2¦", expect!["Nc3 Nf3 Ne2 Na3 Nh3"]);
    check_moves("1. e4 e5 (1... Nd4¦)", expect!["Nf6 Nc6 Nh6 Na6"]);
    check_moves("1. e4 e5 2. Sf3 Sc6 3. Sd2¦", expect!["Sd4 Sc3 Sxe5 Sa3 Sg1 Sg5 Sh4"]);
    check_moves(
        "[MoveFormat \"FCN\"]\n\n1. Pe2-e4 1.5 Pe7-e5 2. Ng1-g3¦",
        expect!["Pg2-g3 Ng1-f3 Ng1-e2 Ng1-h3 Nb1-c3 Nb1-a3"],
    );
}

#[test]
fn behind_an_illegal_half_move_the_last_known_board_goes_on() {
    check_moves("1. e4 e5 2. Qxx9 Nf6 3. N¦", expect!["Nc3 Nf3 Ne2 Na3 Nh3"]);
    check_moves("1. e4 e5 2. Ke7 N¦", expect!["Na6 Nc6 Ne7 Nf6 Nh6"]);
    check_moves("1. e4 e5 (1... Nd7 2. B¦)", expect!["Ba6 Bb5 Bc4 Bd3 Be2"]);
    check_moves("1. e4 Nd4 (1... Nf6 2. B¦)", expect!["Bc4 Ba6 Bb5 Bd3 Be2"]);
    assert_eq!(labels("1. e4 e5 2. Ke7 Nf6\n¦", Kind::Number), "3.");
    assert_eq!(labels("1. e4 e5 2. Ke7 Nf6\n¦", Kind::Terminator), "* 1-0 0-1 1/2-1/2");
    // FCN can express illegal moves, and they are carried out.
    check_moves("[MoveFormat \"FCN\"]\n\n1. Pe2-e5 1.5 Pd7-d5 2. Pe5¦", expect!["Pe5-d6en Pe5-e6"]);
}

#[test]
fn nothing_where_nothing_fits() {
    for marked in [
        "1. e4 {a comment ¦} e5",
        "1. e4 {a comment ¦",
        "1. e4 {[¦",
        "1. e4 ; to the end ¦",
        "% escaped ¦",
        "1. e4 e5 * ¦",
        "[Event \"x\"¦]",
        "[Event x¦",
        "[Event ¦",
        "1. e4 \"¦",
    ] {
        assert!(offered(marked).items.is_empty(), "{marked}");
    }
}

#[test]
fn a_half_move_shows_its_board() {
    let found = offered("1. e4 e5 2. Nf¦");
    let said = found.documentation(0, BoardStyle::Ascii).expect("it is a move");
    expect![[r#"
        **2. Nf3 · `Ng1-f3`**

        ```text
        8 r n b q k b n r
        7 p p p p . p p p
        6 . . . . . . . .
        5 . . . . p . . .
        4 . . . . P . . .
        3 . . . . .[N]. .
        2 P P P P . P P P
        1 R N B Q K B[.]R
          a b c d e f g h
        ```

        FEN `rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2`"#]]
    .assert_eq(&said.to_markdown());
}

#[test]
fn what_is_called_off_has_no_answer() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let query = CompletionQuery::alone("1. e4 ", 6, context.with_cancel(&|| true));
    assert!(completion(&query).is_none());
}

/// Compares the first values and their descriptions.
#[track_caller]
fn check_values(marked: &str, expected: &[&str]) {
    let found = offered(marked);
    let said = found.items.iter().map(|item| match &item.detail {
        Some(detail) => format!("{}: {detail}", item.label),
        None => item.label.clone(),
    });
    assert_eq!(said.take(expected.len()).collect::<Vec<_>>(), expected, "{marked}");
}

#[test]
fn values_that_a_tag_can_have() {
    check_values("[Result \"¦\"]\n\n1. e4 0-1", &["0-1: Black wins", "1-0: White wins", "1/2-1/2: Draw"]);
    check_values("[GameFormat \"VGN\"]\n[Result \"¦\"]\n\n1. e4 0-1", &["Black wins: 0-1"]);
    check_values("[Date \"¦", &["2026.11.22: today", "????.??.??: not known"]);
    check_values("[UTCDate \"¦\"]\n[Date \"2001.02.03\"]", &["2001.02.03: Date", "2026.11.22: today"]);
    check_values("[Variant \"¦\"]", &["Standard"]);
    check_values("[MoveFormat \"F¦\"]", &[]);
    check_values("[MoveFormat \"¦\"]", &["SAN:Standard Algebraic Notation: text, moves"]);
    check_values("[GameFormat \"¦\"]", &["VGN: Variable Game Notation"]);
    check_values(
        "[ECO \"¦\"]\n\n1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 *",
        &["B90: Sicilian Defense: Najdorf Variation", "A00: Amar Opening …"],
    );
    check_values("[Opening \"¦\"]\n\n1. e4 c5 *", &["Sicilian Defense: B20"]);
    check_values("[WhiteTitle \"¦\"]", &["GM: Grandmaster", "IM: International Master"]);
    check_values("[TimeControl \"¦\"]", &["40/7200:1800: 40 moves in 2 hours, then 30 minutes"]);
    check_values("[PlyCount \"¦\"]\n\n1. e4 (1. d4 d5) e5 2. Nf3 *", &["3: of the main line"]);
    check_values("[Event \"Baden-Baden\"]\n[Round \"¦\"]", &["5.2: next game", "6.1: next round", "?: not known"]);
    check_values("[Event \"London\"]\n[Round \"¦\"]", &["?: not known", "-: no rounds", "5.1"]);
}

#[test]
fn values_of_games_near_by() {
    check_values("[Event \"¦\"]", &["Baden-Baden", "A \"B\""]);
    check_values("[Black \"St¦\"]", &["Anderssen, Adolf", "Steinitz"]);
    let found = offered("[Event \"¦");
    assert_eq!(found.items[1].text, "A \\\"B\\\"\"]", "it is escaped, and the tag closed");
    let found = offered("[Event \"old ¦name\"]");
    assert_eq!((found.items[0].text.as_str(), found.items[0].range.clone()), ("Baden-Baden", 8..16));
}

#[test]
fn snippets_stand_where_they_can_be_written() {
    for (marked, expected) in [
        ("¦", "game study chapter study chapter from a board"),
        ("ga¦", "game"),
        ("chap¦", "study chapter study chapter from a board"),
        ("1. e4 *\n\n¦", "game study chapter study chapter from a board"),
        ("1. e4 ¦", "(1. …)"),
        ("1. e4 e5 ¦", "(1... …)"),
        ("[GameFormat \"VGN\"]\n\n1. e4 1.5 e5 ¦", "(1.5 …)"),
        ("1. e4 e5 2. ¦", ""),
        ("1. e4 e5 N¦", ""),
        ("[Event \"x\"]\n\n¦", ""),
        ("1. e4 (¦", ""),
    ] {
        assert_eq!(labels(marked, Kind::Snippet), expected, "{marked}");
    }
}

#[test]
fn nothing_is_wrong_with_a_game_that_a_snippet_begins() {
    for kind in [FileKind::Pgn, FileKind::Vgn] {
        let settings = Settings::default();
        let context = Context::new(&settings, kind);
        let found = completion(&CompletionQuery { snippets: true, ..CompletionQuery::alone("", 0, context) })
            .expect("an answer");
        let snippets: Vec<_> = found.items.iter().filter(|item| item.kind == Kind::Snippet).collect();
        assert_eq!(snippets.len(), 3);
        for snippet in snippets {
            let mut filled = snippet.text.replace("$0", "e4").replace("$7", "*");
            while let Some(open) = filled.find("${") {
                let colon = open + filled[open..].find(':').expect("a value");
                let close = open + filled[open..].find('}').expect("its end");
                filled = format!("{}{}{}", &filled[..open], &filled[colon + 1..close], &filled[close + 1..]);
            }
            assert_eq!(vgn_engine::replay::check_game(&filled, &context).diagnostics, [], "{filled}");
            assert!(!snippet.label.contains("study") || filled.contains("[Event \"Study: Chapter\"]"), "{filled}");
        }
    }
}

#[test]
fn the_board_at_the_end_tells_the_result() {
    check_values("[Result \"¦\"]\n\n1. f3 e5 2. g4 Qh4#", &["0-1: Black wins", "1-0: White wins"]);
    check_values("[Result \"¦\"]\n\n1. f3 e5 2. g4 Qh4# 1-0", &["1-0: White wins", "0-1: Black wins"]);
}
