//! Laws over any text: no panic, edits in order and between characters, losses and refusals inside the text.

use proptest::prelude::*;
use vgn_lsp::convert::{Conversion, Target, apply, convert_game, export_pgn, move_format_edit};
use vgn_lsp::lint::{Context, FileKind, Settings, Severity};
use vgn_lsp::notation::FCN;
use vgn_lsp::replay::resolve_game;
use vgn_lsp::syntax::games::games;

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        8 => prop::sample::select(vec![
            "[Event \"A\"]\n", "[GameFormat \"VGN\"]\n", "[GameFormat \"VGN:x\"] ", "[GameFormat \"PGN\"]\n", "[GameFormat \"Y\"]",
            "[MoveFormat \"FCN\"]\n", "[MoveFormat \"SFEN\"]\n", "[MoveFormat \"UCI\"]", "[MoveFormat \"BCCF\"]", "[MoveFormat \"Z\"]",
            "[SetUp \"1\"]\n", "[SetUp \"8/8/8/8/8/k7/7P/K7 b - - #+\"]\n", "[FEN \"8/8/8/8/8/k7/7P/K7 w - - 0 1\"]\n",
            "[SetUp \"x\"]", "[Result \"1-0\"]\n", "[Result \"White won\"]\n", "[EndDate \"2024.01.01\"]\n", "[x]", "[", "\"", "]",
            "[Variant \"Chess960\"]\n", "[Variant \"Atomic\"]", "{", "}", "{c} ", "{é\n}", ";c\n", "; } é\n", "%x\n", "\n", "\n\n",
            "\r\n", "\r", " ", " ", "(", ")", "1. ", "1.", "1.5 ", "1... ", "2 .. ", "e4 ", "e5 ", "Nf3 ", "Nf6 ", "d4", "d5 ",
            "Pe2-e4 ", "Pe7-e5 ", "Pe2-e5#+ ", "KC ", "e2e4 ", "e7e5 ", "-- ", "0000 ", "a8 ", "Sf3 ", "N@f3 ", "O-O ", "1-0",
            "0-1 ", "1/2-1/2\n", "*", " * ", "$1 ", "$5.1.2 ", "!", "?! ", "!!!", "e.p. ", "<x> ", "hello ",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 ", "8/8/8/8/8/8/8/8 w - - ## ", "\u{feff}", "♘f3 ", ".",
        ]).prop_map(str::to_owned),
        1 => any::<char>().prop_map(String::from),
    ]
}

fn check(text: &str) {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let inside = |range: &std::ops::Range<u32>| text.get(range.start as usize..range.end as usize).is_some();
    // A game without errors; what it becomes is not to be converted any further.
    let sound = resolve_game(text, &context).report.diagnostics.iter().all(|d| d.severity > Severity::Error);
    for target in Target::all().chain([Target::Portable]) {
        match convert_game(text, &context, &target, None) {
            Err(refusal) => assert!(inside(&refusal.range) && !refusal.message.is_empty(), "{refusal:?}\n{text:?}"),
            Ok(conversion) => {
                let mut end = 0;
                for edit in &conversion.edits {
                    assert!(
                        inside(&edit.range) && edit.range.start >= end,
                        "{}: {:?}\n{text:?}",
                        target.name(),
                        conversion.edits
                    );
                    end = edit.range.end;
                }
                assert!(conversion.losses.iter().all(|loss| inside(&loss.range)), "{conversion:?}\n{text:?}");
                let converted = apply(text, &conversion.edits);
                if conversion.losses.is_empty() && sound {
                    let again = convert_game(&converted, &context, &target, None);
                    assert_eq!(again, Ok(Conversion::default()), "{}: {text:?}\n{converted:?}", target.name());
                }
            }
        }
    }
    if let Ok(export) = export_pgn(text, &context) {
        assert!(export.losses.iter().all(|loss| inside(&loss.range)), "{export:?}\n{text:?}");
    }
    if let Some(edit) = move_format_edit(text, &FCN) {
        assert!(inside(&edit.range));
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_text_can_be_asked_for(pieces in prop::collection::vec(piece(), 0..40)) {
        let text = pieces.concat();
        for span in games(text.as_bytes()) {
            // A binary section may end inside a character.
            if let Some(game) = text.get(span.range) {
                check(game);
            }
        }
        check(&text);
    }
}

#[test]
fn a_board_keeps_away_from_a_lone_period() {
    check(";c\ne2e4 .Nf6 1-0\r\n");
}

#[test]
fn comments_around_a_stray_terminator_keep_their_order() {
    check("e4 ((e4 e4 1. {c} 1-0(){c} e4 ");
}
