//! Code actions that refactor the line, comment or tag at the cursor, or whole games.

use tower_lsp::lsp_types::{CodeAction, CodeActionKind, CodeActionTriggerKind};
use vgn_ide::actions::{self, Action, ActionKind, Effect, RefactoringTarget, SelectedGames};

use super::code_actions::{ActionConverter, kind_of, selected_games};
use crate::lsp::documents::positions::{self, within};

/// The refactorings at the selection, of the wanted kinds, and those to show below all other actions. Those of a whole
/// game are offered when the user opens a menu, not for automatic requests at every move of the cursor.
pub fn list(
    converter: &ActionConverter<'_>,
    wanted: impl Fn(&CodeActionKind) -> bool,
) -> (Vec<CodeAction>, Vec<CodeAction>) {
    let ActionConverter { snapshot, params, client, cancel } = *converter;
    let kinds = [ActionKind::Refactor, ActionKind::Extract, ActionKind::Move];
    if !kinds.into_iter().any(|kind| wanted(&kind_of(kind))) {
        return Default::default();
    }
    // A request without a trigger kind is taken for an opened menu.
    let is_requested =
        params.context.only.is_some() || params.context.trigger_kind != Some(CodeActionTriggerKind::AUTOMATIC);
    let selection = positions::bytes(&snapshot.text, params.range, client.encoding);
    let games = selected_games(snapshot, &selection);
    let (Some((first, _)), Some((last, binary))) = (games.first(), games.last()) else { return Default::default() };
    let (offered, range): (Vec<Action>, _) = if games.len() == 1 || selection.is_empty() {
        // A cursor between two games touches both: it means the one that begins there. Only the tags of a binary game
        // are text.
        let length = binary.unwrap_or(last.len());
        let in_game = |at: usize| u32::try_from(at.saturating_sub(last.start).min(length)).unwrap_or(0);
        let place = in_game(selection.start)..in_game(selection.end);
        let text = snapshot.text_of(last.start..last.start + length);
        let about = |about| is_requested || about == RefactoringTarget::Place;
        (actions::refactorings(&text, &snapshot.context_for(cancel), place, about), last.clone())
    } else if is_requested {
        let range = first.start..last.end;
        let places: Vec<_> = games.iter().map(|(game, binary)| (within(&range, game), binary.is_some())).collect();
        let selected = SelectedGames { places: &places, text: &|| snapshot.text_of(range.clone()) };
        (actions::wide_refactorings(&selected, &snapshot.context_for(cancel)), range)
    } else {
        return Default::default();
    };
    let is_of_use = |action: &Action| is_requested || !matches!(action.effect, Effect::Refused(_));
    let offered = offered.into_iter().filter(|action| wanted(&kind_of(action.kind)) && is_of_use(action));
    let (rare, offered): (Vec<Action>, _) = offered.partition(|action| action.kind == ActionKind::Rare);
    let converted =
        |actions: Vec<Action>| actions.into_iter().filter_map(|action| converter.convert(action, &range)).collect();
    (converted(offered), converted(rare))
}
