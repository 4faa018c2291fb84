//! `textDocument/codeAction` and `codeAction/resolve`.
//!
//! The edits of a large action are made when it is chosen, where the client can wait for them: until then it carries
//! the name of what to do and the version that it is for.

use std::ops::Range;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::{
    CodeAction, CodeActionDisabled, CodeActionKind, CodeActionOrCommand, CodeActionParams, Command, Diagnostic,
    DocumentChanges, NumberOrString, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    WorkspaceEdit,
};

use crate::analysis::{self, Code, Context, Edit, check_game_unless};
use crate::ide::Wish;
use crate::ide::actions::{self, Action, Effect, Fixing, Kind, Rewrite, Scope};

use super::address::Address;
use super::cancel::{Cancel, content_modified};
use super::capabilities::{ClientFeatures, EXPLAIN, FIX_ALL};
use super::conversion_actions;
use super::duplicates;
use super::new_file_actions;
use super::positions;
use super::snapshot::Snapshot;

/// The most games of a selection whose diagnostics are looked at one by one, and the most actions for them.
const MOST_GAMES: usize = 50;
const MOST_ACTIONS: usize = 200;

/// Stands before what a new file is to be, where others have the name of a rewriting.
pub(super) const NEW_FILE: &str = "new-file ";

/// What an action that waits to be chosen carries.
#[derive(Debug, Serialize, Deserialize)]
struct Pending {
    uri: Address,
    opening: u64,
    revision: u64,
    /// The games that begin in this range of bytes; none for the whole file.
    games: Option<Range<usize>>,
    rewrite: String,
}

/// What can be done to the selection. There is no answer if it is called off meanwhile.
pub fn answer(
    snapshot: &Snapshot,
    params: &CodeActionParams,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Vec<CodeActionOrCommand>> {
    if snapshot.games_at_once().is_none() {
        // What is asked below has to look for them; nobody waits for an old text.
        let start = positions::bytes(&snapshot.text, params.range, client.encoding).start;
        snapshot.games_near_unless(start..start, &|| cancel.is_cancelled()).filter(|_| !cancel.is_cancelled())?;
    }
    let wanted = |kind: &CodeActionKind| match &params.context.only {
        Some(only) => only.iter().any(|only| is_within(kind.as_str(), only.as_str())),
        None => true,
    };
    let converter = Converter { snapshot, params, client, cancel };
    let mut answer = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        let selection = positions::bytes(&snapshot.text, params.range, client.encoding);
        for (range, binary) in games_in(snapshot, &selection).take(MOST_GAMES) {
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
            let is_called_off = || cancel.is_cancelled();
            let report = snapshot.shared().report.get_or_make(&range, &is_called_off, || {
                let report = check_game_unless(&text, &Context { fixes: true, ..snapshot.context() }, &is_called_off);
                report.map(|report| duplicates::added(report, snapshot, &range))
            })?;
            let found = actions::actions_unless(&report, place, &is_called_off)?;
            for action in found.into_iter().filter(is_text) {
                if answer.len() >= MOST_ACTIONS {
                    return Some(answer);
                }
                answer.extend(converter.convert(action, &range));
            }
        }
    }
    if params.context.only.is_none() {
        // On a finding nothing stands beside its fixes.
        if answer.is_empty() || params.range.start != params.range.end {
            answer.extend(conversion_actions::choice(&converter));
        }
    } else if wanted(&CodeActionKind::REFACTOR_REWRITE) {
        answer.extend(conversion_actions::list(&converter));
    }
    if wanted(&CodeActionKind::from(FIX_ALL)) {
        let no_game = 0..0;
        answer.extend(actions::file_actions().into_iter().filter_map(|action| converter.convert(action, &no_game)));
    }
    // Several games of a selection each offer what is for the whole file.
    let mut titles = std::collections::HashSet::new();
    answer.retain(|action| match action {
        CodeActionOrCommand::CodeAction(CodeAction { title, edit: None, .. }) => titles.insert(title.clone()),
        _ => true,
    });
    (!cancel.is_cancelled()).then_some(answer)
}

/// The chosen action with its edits.
///
/// # Errors
/// When it is for another version than the document's present one, or is none of this server's.
pub fn resolve(
    mut action: CodeAction,
    snapshot: Option<Snapshot>,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Result<CodeAction> {
    let Some(pending) = pending(&action) else {
        return if action.edit.is_some() || action.command.is_some() {
            Ok(action)
        } else {
            Err(Error::invalid_params("the action is none of this server's"))
        };
    };
    let unknown = || Error::invalid_params("the action is not known");
    let of_pending = |snapshot: &Snapshot| (snapshot.opening, snapshot.revision) == (pending.opening, pending.revision);
    let Some(snapshot) = snapshot.filter(of_pending) else {
        return Err(content_modified("the document has changed since the action was offered"));
    };
    if let Some(wish) = pending.rewrite.strip_prefix(NEW_FILE) {
        let wish = wish.parse::<Wish>().map_err(|()| unknown())?;
        action.edit = Some(new_file_actions::edit(&snapshot, wish, pending.games.as_ref(), cancel)?);
        return Ok(action);
    }
    let rewrite = pending.rewrite.parse::<Rewrite>().map_err(|_| unknown())?;
    action.edit =
        Some(workspace_edit(&snapshot, rewritten(&snapshot, pending.games.as_ref(), rewrite, cancel), client));
    Ok(action)
}

/// The document that an action waits to be chosen for.
pub fn document_of(action: &CodeAction) -> Option<Address> {
    pending(action).map(|pending| pending.uri)
}

fn pending(action: &CodeAction) -> Option<Pending> {
    serde_json::from_value(action.data.clone()?).ok()
}

/// Is a kind the one that was asked for, or below it: `source.fixAll.vgn` is within `source`.
fn is_within(kind: &str, asked: &str) -> bool {
    asked.is_empty() || kind.strip_prefix(asked).is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
}

/// The games that a selection touches.
pub(super) fn games_in(
    snapshot: &Snapshot,
    selection: &Range<usize>,
) -> impl Iterator<Item = (Range<usize>, Option<usize>)> {
    let start = selection.start;
    let games = snapshot.games_near(start.saturating_sub(1)..selection.end).into_iter();
    games.map(|game| (game.range, game.binary)).skip_while(move |(range, _)| range.end < start)
}

/// The edits of a rewriting, in bytes of the document.
fn rewritten(
    snapshot: &Snapshot,
    games: Option<&Range<usize>>,
    rewrite: Rewrite,
    cancel: &Cancel,
) -> Vec<(Range<usize>, String)> {
    let wanted = |range: &Range<usize>| games.is_none_or(|games| games.contains(&range.start));
    let games: Vec<_> = snapshot.games().games().filter(|game| wanted(&game.range())).collect();
    let edits = games.par_iter().flat_map_iter(|game| {
        let range = game.range();
        if cancel.is_cancelled() {
            return Vec::new();
        }
        // Bytes of a binary section are no text: nothing may be written into them (rule E3).
        if game.binary().is_some() && matches!(rewrite, Rewrite::Convert { .. }) {
            return Vec::new();
        }
        let text_end = game.binary().unwrap_or(range.len());
        let text = snapshot.text_of(range.start..range.start + text_end);
        let edits = actions::rewrite_game(&text, &snapshot.context(), rewrite);
        if game.binary().is_some() && edits.iter().any(|edit| edit.range.end as usize >= text_end) {
            return Vec::new();
        }
        edits.into_iter().map(|edit| in_document(range.start, edit)).collect()
    });
    edits.collect()
}

fn in_document(game_start: usize, edit: Edit) -> (Range<usize>, String) {
    (game_start + edit.range.start as usize..game_start + edit.range.end as usize, edit.text)
}

/// The edits as the client takes them.
fn workspace_edit(snapshot: &Snapshot, edits: Vec<(Range<usize>, String)>, client: &ClientFeatures) -> WorkspaceEdit {
    let edits = edits.into_iter().map(|(range, new_text)| TextEdit {
        range: positions::range(&snapshot.text, range, client.encoding),
        new_text,
    });
    if client.versioned_edits {
        let text_document = OptionalVersionedTextDocumentIdentifier {
            uri: snapshot.uri.spelling().clone(),
            version: Some(snapshot.version),
        };
        let edit = TextDocumentEdit { text_document, edits: edits.map(OneOf::Left).collect() };
        WorkspaceEdit { document_changes: Some(DocumentChanges::Edits(vec![edit])), ..WorkspaceEdit::default() }
    } else {
        WorkspaceEdit::new([(snapshot.uri.spelling().clone(), edits.collect())].into())
    }
}

/// Makes actions of the protocol for one request.
pub(super) struct Converter<'a> {
    pub snapshot: &'a Snapshot,
    pub params: &'a CodeActionParams,
    pub client: &'a ClientFeatures,
    pub cancel: &'a Cancel,
}

impl Converter<'_> {
    /// The action as the client takes it; none if there is nothing to do. `game` is the place of the game that it was
    /// offered for.
    pub(super) fn convert(&self, action: Action, game: &Range<usize>) -> Option<CodeActionOrCommand> {
        let mut converted = CodeAction {
            title: action.title,
            kind: Some(match action.kind {
                Kind::QuickFix => CodeActionKind::QUICKFIX,
                Kind::FixAll => CodeActionKind::from(FIX_ALL),
                Kind::Rewrite => CodeActionKind::REFACTOR_REWRITE,
            }),
            diagnostics: action
                .about
                .and_then(|(code, range)| self.diagnostic(code, game.start, &range))
                .map(|found| vec![found]),
            is_preferred: action.preferred.then_some(true),
            ..CodeAction::default()
        };
        match action.effect {
            Effect::Edit(edits) => {
                let edits = edits.into_iter().map(|edit| in_document(game.start, edit)).collect();
                converted.edit = Some(workspace_edit(self.snapshot, edits, self.client));
            }
            Effect::Rewrite(scope, rewrite) => {
                let games = (scope != Scope::File).then(|| game.clone());
                if games.is_none() && !self.may_change_others(rewrite, game) {
                    return None;
                }
                if self.client.resolved_edits {
                    converted.data = self.pending(games, rewrite.to_string());
                } else {
                    converted.edit = Some(self.rewritten_now(games.as_ref(), rewrite)?);
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
        Some(CodeActionOrCommand::CodeAction(converted))
    }

    /// What a rewriting changes, for a client that cannot wait for it; none if it changes nothing, or for one who is called
    /// off. What fixes the whole file is the same wherever the client asks.
    fn rewritten_now(&self, games: Option<&Range<usize>>, rewrite: Rewrite) -> Option<WorkspaceEdit> {
        let make = || {
            let edits = rewritten(self.snapshot, games, rewrite, self.cancel);
            let is_whole = !edits.is_empty() && !self.cancel.is_cancelled();
            is_whole.then(|| workspace_edit(self.snapshot, edits, self.client))
        };
        if games.is_some() || rewrite != Rewrite::Fix(Fixing::Safe) {
            return make();
        }
        let whole = 0..self.snapshot.text.len_bytes();
        let made = self.snapshot.shared().fixed.get_or_make(&whole, &|| self.cancel.is_cancelled(), make);
        made.as_deref().cloned()
    }

    /// What an action keeps until it is chosen.
    pub(super) fn pending(&self, games: Option<Range<usize>>, rewrite: String) -> Option<serde_json::Value> {
        let Snapshot { uri, opening, revision, .. } = self.snapshot;
        let pending = Pending { uri: uri.clone(), opening: *opening, revision: *revision, games, rewrite };
        serde_json::to_value(pending).ok()
    }

    /// Does a rewriting of the whole file change more than this game, as far as is known by now?
    fn may_change_others(&self, rewrite: Rewrite, game: &Range<usize>) -> bool {
        if let Rewrite::Convert { .. } = rewrite {
            return self.snapshot.has_others(game);
        }
        let Some(games) = self.snapshot.games_at_once() else {
            // Nothing is known of the others, if there are any.
            return *game != (0..self.snapshot.text.len_bytes());
        };
        let concerns = |found: &analysis::Diagnostic| rewrite.may_concern(found);
        let mut reports = games.games().filter(|other| other.range() != *game).map(|other| other.analysed());
        reports.any(|report| report.is_none_or(|report| report.diagnostics.iter().any(concerns)))
    }

    /// The client's own diagnostic that the action is about.
    fn diagnostic(&self, code: Code, game_start: usize, range: &Range<u32>) -> Option<Diagnostic> {
        let bytes = game_start + range.start as usize..game_start + range.end as usize;
        let start = positions::range(&self.snapshot.text, bytes, self.client.encoding).start;
        let is_it = |found: &&Diagnostic| {
            // What is only hinted at is marked by its first character.
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
        for (kind, asked, within) in [
            ("source.fixAll.vgn", "source.fixAll", true),
            ("source.fixAll.vgn", "source", true),
            ("source.fixAll.vgn", "source.fixAll.vgn", true),
            ("quickfix", "", true),
            ("source.fixAll.vgn", "source.fix", false),
            ("quickfix", "source", false),
            ("quickfix", "quickfix.other", false),
        ] {
            assert_eq!(is_within(kind, asked), within, "{kind} within {asked}");
        }
    }
}
