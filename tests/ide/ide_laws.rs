//! Whatever the text and wherever the pointer: an answer lies in the text, and edits can be applied.

use std::ops::Range;

use proptest::prelude::*;
use vgn_lsp::ide::actions::{
    Effect, FixSelection, GameRewrite, actions, conversions, file_actions, refactorings, rewrite_game,
};
use vgn_lsp::ide::{
    BoardStyle, FoldStyle, Highlight, HighlightKind, StandaloneGame, TreeCache, folds, highlights, hover,
    linked_results, selections,
};
use vgn_lsp::lint::{CATALOGUE, Context, Edit, FileKind, Settings};
use vgn_lsp::replay::check_game;
use vgn_lsp::syntax::games::games;

/// Pieces that games are made of, whole and broken.
fn piece() -> impl Strategy<Value = String> {
    const PIECES: &[&str] = &[
        "[GameFormat \"VGN\"]\n",
        "[MoveFormat \"FCN\"]\n",
        "[MoveFormat \"SFEN\"]\n",
        "[MoveFormat \"FNC\"]\r\n",
        "[SetUp \"4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K\"]\n",
        "[FEN \"8/8/8/8/8/8/8/8 w - - 0 1\"]\n",
        "[Result \"1-0\"]\n",
        "[Whtie \"é\\x\"]\n",
        "[Date \"2024.13.40\" ",
        "\n\n",
        "1. e4 ",
        "1... e5 ",
        "1.5 Pe7-e5 ",
        "2. Ke3! ",
        "Nf3 Nc6 ",
        "Ng1-f3 ",
        "e2e4 ",
        "O-O 0-0 ",
        "-- ",
        "(2. d4 ",
        ") ",
        "( ) ",
        "$1 $99 $5.1.2.1.1 ",
        "{[%clk 1:99:00] [%csl Gd4] [%eval #-3,12] é} ",
        "{",
        "}",
        "; rest\n",
        "% escape\n",
        "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq ",
        "1-0 ",
        "1/2-1/2",
        "*\n",
        "<é> ",
        "\r",
    ];
    prop_oneof![9 => prop::sample::select(PIECES).prop_map(str::to_owned), 1 => "[ -~é]{0,5}"]
}

fn assert_can_be_applied(text: &str, edits: &[Edit]) {
    assert!(edits.is_sorted_by(|a, b| a.range.end <= b.range.start), "{edits:?}");
    for edit in edits {
        assert!(text.get(edit.range.start as usize..edit.range.end as usize).is_some(), "{edit:?} in {text:?}");
    }
}

fn applied(text: &str, edits: &[Edit]) -> String {
    assert_can_be_applied(text, edits);
    let mut text = text.to_owned();
    for edit in edits.iter().rev() {
        text.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.text);
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn folds_lie_within_one_another(pieces in prop::collection::vec(piece(), 0..14), goes_on: bool) {
        let text = pieces.concat();
        for whole_lines in [false, true] {
            let folds = folds(&text, FoldStyle { whole_lines, goes_on }, &mut TreeCache::default(), &|| false);
            let place = |at: u32| match whole_lines {
                true => text[..at as usize].matches(['\n', '\r']).count(),
                false => at as usize,
            };
            let mut open: Vec<(usize, usize)> = Vec::new();
            for fold in folds {
                let inner = &text[fold.range.start as usize..fold.range.end as usize];
                prop_assert!(inner.contains(['\n', '\r']) && !inner.ends_with(['\n', '\r']), "{fold:?}");
                let (start, end) = (place(fold.range.start), place(fold.range.end));
                while open.pop_if(|outer| outer.1 < start || (!whole_lines && outer.1 == start)).is_some() {}
                prop_assert!(open.last().is_none_or(|outer| outer.0 <= start && end <= outer.1), "{fold:?}, {text:?}");
                prop_assert!(!whole_lines || open.last().is_none_or(|outer| outer.0 < start), "{fold:?}, {text:?}");
                open.push((start, end));
            }
        }
    }

    #[test]
    fn selections_grow_around_their_place(pieces in prop::collection::vec(piece(), 0..12)) {
        let text = pieces.concat();
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let places: Vec<u32> = (0..=text.len() as u32 + 1).collect();
        for (place, steps) in places.iter().zip(selections(&StandaloneGame::new(&text, context), &places)) {
            let place = (*place).min(text.len() as u32);
            prop_assert!(steps.iter().all(|step| step.start <= place && place <= step.end), "{steps:?} at {place}");
            prop_assert!(steps.iter().all(|step| text.get(step.start as usize..step.end as usize).is_some()));
            let grows = |a: &Range<u32>, b: &Range<u32>| b.start <= a.start && a.end <= b.end && a != b;
            prop_assert!(steps.is_sorted_by(grows), "{steps:?} at {place} in {text:?}");
        }
    }

    #[test]
    fn highlights_are_apart_and_hold_a_move_that_was_asked_for(pieces in prop::collection::vec(piece(), 0..10)) {
        let text = pieces.concat();
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let open = StandaloneGame::new(&text, context);
        for place in 0..=text.len() as u32 + 1 {
            let found = highlights(&open, place);
            prop_assert!(found.is_sorted_by(|a, b| a.range.end <= b.range.start), "{found:?} at {place} in {text:?}");
            prop_assert!(found.iter().all(|it| text.get(it.range.start as usize..it.range.end as usize).is_some()));
            let moves = found.iter().any(|it| it.kind != HighlightKind::Text);
            // Behind a half-move its glyphs stand for it.
            let is_asked_for = |it: &Highlight| it.range.start <= place && highlights(&open, it.range.start) == found;
            prop_assert!(!moves || found.iter().any(is_asked_for), "{found:?} at {place} in {text:?}");
            if let Some([value, terminator]) = linked_results(&open, place) {
                prop_assert!(value.end < terminator.start, "{text:?}");
            }
        }
    }

    #[test]
    fn hovers_are_about_the_place_that_was_asked_for(pieces in prop::collection::vec(piece(), 0..10)) {
        let text = pieces.concat();
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let open = StandaloneGame::new(&text, context);
        for offset in 0..=text.len() as u32 + 1 {
            let Some(hover) = hover(&open, offset, BoardStyle::Unicode) else { continue };
            prop_assert!(hover.range.start <= offset && offset <= hover.range.end, "{:?} at {offset}", hover.range);
            prop_assert!(text.get(hover.range.start as usize..hover.range.end as usize).is_some());
            prop_assert!(!hover.content.to_markdown().is_empty() && !hover.content.to_plain().is_empty());
        }
    }

    #[test]
    fn actions_can_be_applied_where_they_are_offered(
        pieces in prop::collection::vec(piece(), 0..10),
        place: prop::sample::Index,
        len in 0u32..20,
    ) {
        let text = pieces.concat();
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let start = place.index(text.len() + 1) as u32;
        let converted = conversions(&text, &context, &vgn_lsp::notation::FCN);
        let refactorings = refactorings(&text, &context, start..start + len, |_| true);
        let offered = actions(&check_game(&text, &context.with_fixes(true)), start..start + len).into_iter().chain(file_actions()).chain(converted);
        let rewrites = refactorings.iter().filter_map(|action| match action.effect {
            Effect::Rewrite(_, rewrite) => Some(rewrite),
            _ => None,
        });
        for rewrite in rewrites {
            prop_assert!(!rewrite_game(&text, &context, rewrite).is_empty(), "{text:?} {rewrite}");
        }
        for action in offered.chain(refactorings) {
            match action.effect {
                Effect::Edit(edits) => assert_can_be_applied(&text, &edits),
                Effect::Rewrite(_, rewrite) => {
                    assert_can_be_applied(&text, &rewrite_game(&text, &context, rewrite));
                }
                Effect::Explain(code) => prop_assert!(CATALOGUE.iter().any(|entry| entry.code == code)),
                Effect::Merge | Effect::Refused(_) => {}
            }
        }
    }

    #[test]
    fn safe_fixes_leave_no_safe_fix(pieces in prop::collection::vec(piece(), 0..10)) {
        let text = pieces.concat();
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown).with_fixes(true);
        let mended = applied(&text, &rewrite_game(&text, &context, GameRewrite::Fix(FixSelection::Safe)));
        // A terminator that was missing may have parted the text into two games.
        let left = games(mended.as_bytes()).flat_map(|span| check_game(&mended[span.range], &context).diagnostics);
        let safe: Vec<_> = left.flat_map(|found| found.fixes).filter(|fix| fix.safe).collect();
        prop_assert!(safe.is_empty(), "{text:?}\n{mended:?}\n{safe:?}");
    }
}
