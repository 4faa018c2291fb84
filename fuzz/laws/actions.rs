//! Every offered action can be applied: edits are sorted and inside the text, and so is a game's line in the list of
//! symbols.

use vgn_engine::lint::{Context, Edit, FileKind, Settings};
use vgn_engine::replay::check_game;
use vgn_engine::source::Encoding;
use vgn_engine::syntax::games::games;
use vgn_ide::actions::{Action, Effect, actions as offered_for, conversions, file_actions, refactorings, rewrite_game};
use vgn_ide::game_symbol;

/// Number of actions tried at one position.
const TRIED: usize = 12;

/// The first byte selects the position, the others are a file.
pub fn actions(data: &[u8]) {
    let Some((&place, data)) = data.split_first() else { return };
    let text = Encoding::of(data).decode(data);
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    for (number, span) in games(text.as_bytes()).filter(|span| span.binary.is_none()).enumerate() {
        let game = &text[span.range];
        if let Some(symbol) = game_symbol(game, "", true, number, || None) {
            super::assert_shown(game, &symbol.selection);
            assert!(!symbol.name.is_empty());
        }
        let start = u32::try_from(game.len() * usize::from(place) / 255).unwrap_or(0);
        let offered = offered_for(&check_game(game, &context.with_fixes(true)), start..start + 20);
        let converted = conversions(game, &context, &vgn_engine::notation::FCN);
        let refactorings = refactorings(game, &context, start..start, |_| true);
        let offered = offered.into_iter().chain(file_actions()).chain(converted).take(TRIED);
        for Action { title, effect, .. } in offered.chain(refactorings) {
            assert!(!title.is_empty());
            match effect {
                Effect::Edit(edits) => can_be_applied(&title, game, &edits),
                Effect::Rewrite(_, rewrite) => can_be_applied(&title, game, &rewrite_game(game, &context, rewrite)),
                Effect::Explain(_) | Effect::Merge | Effect::Refused(_) => {}
            }
        }
    }
}

fn can_be_applied(title: &str, text: &str, edits: &[Edit]) {
    assert!(edits.is_sorted_by(|a, b| a.range.end <= b.range.start), "{title}: {edits:?} in {text:?}");
    edits.iter().for_each(|edit| super::assert_shown(text, &edit.range));
}
