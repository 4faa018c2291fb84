//! `textDocument/codeAction`.
//!
//! The edits of a large action are computed when it is chosen (`deferred`): until then it carries the name of the
//! operation and the version that it is for.

use std::collections::HashSet;
use std::ops::Range;

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    CodeAction, CodeActionDisabled, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse, Command,
    Diagnostic, NumberOrString,
};
use vgn_engine::lint;
use vgn_engine::lint::{Code, NEVER};
use vgn_engine::replay::check_game;
use vgn_ide::actions::{self, Action, ActionKind, Effect, GameRewrite, RewriteScope};

use super::deferred::{APPLY, DeferredAction, DeferredWork, in_document, rewrite_edits, workspace_edit};
use super::explain::EXPLAIN;
use super::{conversion_actions, fixable, refactoring_actions, spellings};
use crate::lsp::diagnostics::duplicates;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::{ClientFeatures, FIX_ALL, REFACTOR_MOVE};
use crate::lsp::session::state::Backend;

/// Maximum number of games in a selection whose diagnostics are searched one by one, and of actions for them.
const MOST_GAMES: usize = 50;
const MOST_ACTIONS: usize = 200;
/// Maximum number of edits in an action that is not deferred: a menu is requested at every move of the cursor.
const MOST_EDITS: usize = 500;
/// Maximum text, in bytes, that is rewrite_edits before an action is chosen, for a client that does not resolve actions.
const AT_ONCE: usize = 1 << 14;

/// The actions for the selection.
pub async fn handle(server: &Backend, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
    let answer = server.query_document(params.text_document.uri.clone(), move |snapshot, features, cancel| {
        answer(snapshot, &params, features, cancel)
    });
    answer.await
}

/// The actions for the selection; `None` if cancelled.
pub fn answer(
    snapshot: &Snapshot,
    params: &CodeActionParams,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Vec<CodeActionOrCommand>> {
    let start = positions::bytes(&snapshot.text, params.range, client.encoding).start;
    if snapshot.games_at_once().is_none() {
        // The requests below need the games, and an outdated text needs no answer.
        snapshot.games_near(start..start, &|| cancel.is_cancelled()).filter(|_| !cancel.is_cancelled())?;
    }
    let wanted = |kind: &CodeActionKind| match &params.context.only {
        Some(only) => only.iter().any(|only| is_within(kind.as_str(), only.as_str())),
        None => true,
    };
    let converter = ActionConverter { snapshot, params, client, cancel };
    let mut answer = Vec::new();
    let (mut is_on_finding, mut has_roster) = (false, false);
    // Several games of a selection each offer the actions for the whole file.
    let mut titles = HashSet::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        let selection = positions::bytes(&snapshot.text, params.range, client.encoding);
        'games: for (range, binary) in games_in(snapshot, &selection).take(MOST_GAMES) {
            // Only the tags of a binary game are text.
            let range = range.start..range.start + binary.unwrap_or(range.len());
            let in_game =
                |offset: usize| u32::try_from(offset.clamp(range.start, range.end) - range.start).unwrap_or(0);
            let place = in_game(selection.start)..in_game(selection.end);
            let is_text = |action: &Action| match &action.effect {
                Effect::Edit(edits) => {
                    edits.iter().all(|edit| binary.is_none_or(|end| (edit.range.end as usize) < end))
                }
                _ => true,
            };
            let text = snapshot.text_of(range.clone());
            let report = snapshot.shared().report.get_or_make(&range, cancel, || {
                let context = snapshot.context_for(cancel).with_fixes(true);
                let report = context.whole(&text, check_game(&text, &context));
                report.map(|report| duplicates::with_duplicate_finding(report, snapshot, &range))
            })?;
            let is_inside = range.start <= selection.start && selection.end <= range.end;
            is_on_finding |= is_inside && report.diagnostics.iter().any(|found| found.encloses(&place));
            let found = actions::actions(&report, place);
            has_roster |= found.iter().any(|action| match (&action.diagnostic, &action.effect) {
                (Some((code, _)), Effect::Edit(_)) => *code == Code::MissingRosterTag,
                _ => false,
            });
            for action in found.into_iter().filter(is_text) {
                if answer.len() >= MOST_ACTIONS {
                    break 'games;
                }
                if matches!(action.effect, Effect::Edit(_)) || titles.insert(action.title.clone()) {
                    answer.extend(converter.convert(action, &range));
                }
            }
        }
    }
    // The fixes of a finding are offered alone: at a cursor in it, or for its own range, which editors send to show
    // fixes beside the message. A selection that reaches beyond it means the games.
    is_on_finding &= params.context.only.is_none();
    if params.context.only.is_none() {
        if !is_on_finding {
            answer.extend(conversion_actions::choice(&converter));
        }
    } else if wanted(&CodeActionKind::REFACTOR_REWRITE) {
        answer.extend(conversion_actions::list(&converter));
    }
    let mut rare = Vec::new();
    if !is_on_finding {
        // The fix of a finding and a refactoring may be the same edit.
        let (others, last) = refactoring_actions::list(&converter, wanted);
        rare = last;
        let others = others.into_iter();
        answer.extend(others.filter(|action| !has_roster || action.title != actions::ADD_ROSTER));
    }
    if wanted(&CodeActionKind::from(FIX_ALL)) && !is_on_finding && fixable::may_be_fixed(snapshot, start, cancel) {
        let no_game = 0..0;
        answer.extend(actions::file_actions().into_iter().filter_map(|action| converter.convert(action, &no_game)));
    }
    if client.code_actions && wanted(&CodeActionKind::from(spellings::KIND)) {
        answer.extend(spellings::list(&converter));
    }
    answer.extend(rare);
    let answer = answer.into_iter().filter_map(|action| as_taken(action, client));
    (!cancel.is_cancelled()).then(|| answer.collect())
}

/// The protocol's name of a kind.
pub(in crate::lsp) fn kind_of(kind: ActionKind) -> CodeActionKind {
    match kind {
        ActionKind::QuickFix => CodeActionKind::QUICKFIX,
        ActionKind::FixAll => CodeActionKind::from(FIX_ALL),
        ActionKind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
        ActionKind::Refactor | ActionKind::Rare => CodeActionKind::REFACTOR,
        ActionKind::Extract => CodeActionKind::REFACTOR_EXTRACT,
        ActionKind::Move => CodeActionKind::from(REFACTOR_MOVE),
    }
}

/// An action, or its command for a client that supports only commands.
fn as_taken(action: CodeAction, client: &ClientFeatures) -> Option<CodeActionOrCommand> {
    match client.code_actions {
        true => Some(CodeActionOrCommand::CodeAction(action)),
        false => action.command.map(CodeActionOrCommand::Command),
    }
}

/// Whether a kind is the requested one, or below it: `source.fixAll.vgn` is within `source`.
fn is_within(kind: &str, requested: &str) -> bool {
    requested.is_empty() || kind.strip_prefix(requested).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The games that a selection touches.
pub(in crate::lsp) fn games_in(
    snapshot: &Snapshot,
    selection: &Range<usize>,
) -> impl Iterator<Item = (Range<usize>, Option<usize>)> {
    let start = selection.start;
    let games = snapshot.games_near(start.saturating_sub(1)..selection.end, NEVER).into_iter().flatten();
    games.map(|game| (game.range, game.binary)).skip_while(move |(range, _)| range.end < start)
}

/// The selected games: those that the selection touches, except those of which it contains only blanks. At a cursor,
/// all that it touches.
pub(in crate::lsp) fn selected_games(
    snapshot: &Snapshot,
    selection: &Range<usize>,
) -> Vec<(Range<usize>, Option<usize>)> {
    let touched: Vec<_> = games_in(snapshot, selection).collect();
    if selection.is_empty() || touched.len() < 2 {
        return touched;
    }
    let last = touched.len() - 1;
    let holds_some = |(range, binary): &(Range<usize>, Option<usize>)| {
        let text = snapshot.text_of(range.start..binary.unwrap_or(range.end));
        let start = range.start + text.len() - text.trim_start().len();
        let end = if binary.is_some() { range.end } else { range.start + text.trim_end().len() };
        selection.start < end && start < selection.end
    };
    let places = touched.into_iter().enumerate();
    // Games between the first and the last are selected whole.
    let selected = places.filter(|(n, game)| (1..last).contains(n) || holds_some(game));
    selected.map(|(_, game)| game).collect()
}

/// Converts actions to those of the protocol, for one request.
pub(in crate::lsp) struct ActionConverter<'a> {
    pub snapshot: &'a Snapshot,
    pub params: &'a CodeActionParams,
    pub client: &'a ClientFeatures,
    pub cancel: &'a Cancel,
}

impl ActionConverter<'_> {
    /// The action in a form that the client supports; `None` if there is nothing to do. `game` is the range of the game
    /// that it was offered for.
    pub(in crate::lsp) fn convert(&self, action: Action, game: &Range<usize>) -> Option<CodeAction> {
        let mut converted = CodeAction {
            title: action.title,
            kind: Some(kind_of(action.kind)),
            diagnostics: action
                .diagnostic
                .clone()
                .and_then(|(code, range)| self.diagnostic(code, game.start, &range))
                .map(|found| vec![found]),
            is_preferred: action.preferred.then_some(true),
            ..CodeAction::default()
        };
        match action.effect {
            Effect::Edit(edits) if self.client.code_actions && edits.len() <= MOST_EDITS => {
                let edits = edits.into_iter().map(|edit| in_document(game.start, edit)).collect();
                converted.edit = Some(workspace_edit(self.snapshot, edits, self.client));
            }
            Effect::Edit(_) => {
                let (code, range) = action.diagnostic?;
                let work = DeferredWork::Fix(code, range.start, converted.title.clone());
                if !self.defer(&mut converted, Some(game.clone()), &work) {
                    return None;
                }
            }
            Effect::Rewrite(scope, rewrite) => {
                let games = (scope != RewriteScope::File).then(|| game.clone());
                if games.is_none() && !self.may_change_others(rewrite, game) {
                    return None;
                }
                if !self.rewrite(&mut converted, games, rewrite) {
                    return None;
                }
            }
            Effect::Merge => {
                if !self.defer(&mut converted, Some(game.clone()), &DeferredWork::Merge) {
                    return None;
                }
            }
            Effect::Refused(reason) if self.client.disabled_actions => {
                converted.disabled = Some(CodeActionDisabled { reason });
            }
            Effect::Refused(_) => return None,
            Effect::Explain(code) => {
                let title = converted.title.clone();
                let arguments = Some(vec![code.name().into()]);
                converted.command = Some(Command { title, command: EXPLAIN.to_owned(), arguments });
            }
        }
        Some(converted)
    }

    /// Sets the edit of a rewrite, if it is small; else defers it. False if it changes nothing.
    fn rewrite(&self, action: &mut CodeAction, games: Option<Range<usize>>, rewrite: GameRewrite) -> bool {
        let length = games.as_ref().map_or(self.snapshot.text.len_bytes(), Range::len);
        if self.client.code_actions && !self.client.resolved_edits && length <= AT_ONCE {
            let edits = rewrite_edits(self.snapshot, games.as_ref(), rewrite, self.cancel);
            if edits.is_empty() || self.cancel.is_cancelled() {
                return false;
            }
            if edits.len() <= MOST_EDITS {
                action.edit = Some(workspace_edit(self.snapshot, edits, self.client));
                return true;
            }
        }
        self.defer(action, games, &DeferredWork::Rewrite(rewrite))
    }

    /// Defers the action until it is chosen. False if the client supports no deferred actions: then it is not offered.
    pub(in crate::lsp) fn defer(
        &self,
        action: &mut CodeAction,
        games: Option<Range<usize>>,
        work: &DeferredWork,
    ) -> bool {
        let Ok(pending) = serde_json::to_value(DeferredAction::new(self.snapshot, games, work)) else { return false };
        if self.client.resolved_edits {
            action.data = Some(pending);
        } else if self.client.applies_edits {
            let title = action.title.clone();
            action.command = Some(Command { title, command: APPLY.to_owned(), arguments: Some(vec![pending]) });
        } else {
            return false;
        }
        true
    }

    /// Whether a rewrite of the whole file changes more than this game, as far as is known.
    fn may_change_others(&self, rewrite: GameRewrite, game: &Range<usize>) -> bool {
        if !matches!(rewrite, GameRewrite::Fix(_)) {
            return self.snapshot.has_others(game);
        }
        let Some(games) = self.snapshot.games_at_once() else {
            // Nothing is known of other games, if there are any.
            return *game != (0..self.snapshot.text.len_bytes());
        };
        let concerns = |found: &lint::Diagnostic| rewrite.may_concern(found);
        let mut reports = games.games().filter(|other| other.range() != *game).map(|other| other.analysed());
        reports.any(|report| report.is_none_or(|report| report.diagnostics.iter().any(concerns)))
    }

    /// The client's own diagnostic that the action is about.
    fn diagnostic(&self, code: Code, game_start: usize, range: &Range<u32>) -> Option<Diagnostic> {
        let bytes = game_start + range.start as usize..game_start + range.end as usize;
        let start = positions::range(&self.snapshot.text, bytes, self.client.encoding).start;
        let is_it = |found: &&Diagnostic| {
            // A hint may be marked by its first character only.
            found.range.start == start
                && matches!(&found.code, Some(NumberOrString::String(name)) if name == code.name())
        };
        self.params.context.diagnostics.iter().find(is_it).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_lie_within_one_another() {
        for (kind, requested, within) in [
            ("source.fixAll.vgn", "source.fixAll", true),
            ("source.fixAll.vgn", "source", true),
            ("source.fixAll.vgn", "source.fixAll.vgn", true),
            ("quickfix", "", true),
            ("source.fixAll.vgn", "source.fix", false),
            ("quickfix", "source", false),
            ("quickfix", "quickfix.other", false),
        ] {
            assert_eq!(is_within(kind, requested), within, "{kind} within {requested}");
        }
    }
}
