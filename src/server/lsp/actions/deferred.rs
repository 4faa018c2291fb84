//! Actions whose edits are computed when they are chosen: by `codeAction/resolve`, or by a server command for clients
//! that do not resolve. So offers stay small, however much a chosen action changes.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tower_lsp::jsonrpc::{Error, Result};
use tower_lsp::lsp_types::request::{ApplyWorkspaceEdit, Request as _};
use tower_lsp::lsp_types::{
    CodeAction, DocumentChanges, OneOf, OptionalVersionedTextDocumentIdentifier, TextDocumentEdit, TextEdit,
    WorkspaceEdit,
};
use vgn_engine::lint::{Cancellation, Code, Edit};
use vgn_engine::replay::check_game;
use vgn_ide::NewFileTarget;
use vgn_ide::actions::{self, FixSelection, GameRewrite, SelectedGames};

use super::commands::argument;
use super::new_file_actions;
use crate::lsp::custom::decoded::failed;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions::{self, within};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::{Cancel, WorkScope, compute, content_modified};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::ResultParts;
use crate::lsp::transport::outgoing::written;

/// The command that runs a deferred action. Its argument is the action's data.
pub const APPLY: &str = "vgn.applyAction";

/// The data of a deferred action, which the client keeps.
#[derive(Debug, Serialize, Deserialize)]
pub struct DeferredAction {
    pub uri: Address,
    opening: u64,
    revision: u64,
    /// The games that begin in this range of bytes; `None` for the whole file.
    games: Option<Range<usize>>,
    #[serde(rename = "rewrite")]
    work: String,
}

/// The operation of a deferred action. The client keeps its text, as written by `Display`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DeferredWork {
    Rewrite(GameRewrite),
    NewFile(NewFileTarget),
    /// Merges games into one.
    Merge,
    /// One fix of a diagnostic: its code, its start in bytes of the game's text, and the fix's title.
    Fix(Code, u32, String),
}

impl std::fmt::Display for DeferredWork {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            DeferredWork::Rewrite(rewrite) => rewrite.fmt(f),
            DeferredWork::NewFile(wish) => write!(f, "new-file {wish}"),
            DeferredWork::Merge => f.write_str("merge"),
            DeferredWork::Fix(code, start, title) => write!(f, "fix-one {code} {start} {title}"),
        }
    }
}

impl std::str::FromStr for DeferredWork {
    type Err = ();

    fn from_str(text: &str) -> std::result::Result<DeferredWork, ()> {
        if text == "merge" {
            return Ok(DeferredWork::Merge);
        }
        if let Some(wish) = text.strip_prefix("new-file ") {
            return wish.parse().map(DeferredWork::NewFile);
        }
        let Some(fix) = text.strip_prefix("fix-one ") else {
            return text.parse().map(DeferredWork::Rewrite).map_err(drop);
        };
        let mut parts = fix.splitn(3, ' ');
        let code = parts.next().and_then(Code::from_name).ok_or(())?;
        let start = parts.next().and_then(|start| start.parse().ok()).ok_or(())?;
        Ok(DeferredWork::Fix(code, start, parts.next().ok_or(())?.to_owned()))
    }
}

impl DeferredAction {
    /// The data of an action for this version of a document.
    pub fn new(snapshot: &Snapshot, games: Option<Range<usize>>, work: &DeferredWork) -> DeferredAction {
        let Snapshot { uri, opening, revision, .. } = snapshot;
        DeferredAction { uri: uri.clone(), opening: *opening, revision: *revision, games, work: work.to_string() }
    }

    /// The data of an offered action, if it is deferred.
    pub fn of(action: &CodeAction) -> Option<DeferredAction> {
        DeferredAction::deserialize(action.data.as_ref()?).ok()
    }

    /// The workspace edit of the action as JSON, computed once for concurrent requests.
    ///
    /// # Errors
    /// If the action is for another version of the document, or is not one of this server's.
    pub async fn edit(self, server: &Backend) -> Result<Arc<Vec<u8>>> {
        const CHANGED: &str = "the document has changed since the action was offered";
        let is_for = |snapshot: &Snapshot| (snapshot.opening, snapshot.revision) == (self.opening, self.revision);
        let current = server.documents.current(&self.uri).filter(|(snapshot, _)| is_for(snapshot));
        let Some((snapshot, changed)) = current else { return Err(content_modified(CHANGED)) };
        let work = self.work.parse::<DeferredWork>().map_err(|()| Error::invalid_params("the action is not known"))?;
        let (features, lease) = (server.features(), snapshot.lease());
        compute(WorkScope::Whole, move |cancel| {
            let (cancel, _lease) = (cancel.or(&changed), lease);
            let mut failed = content_modified(CHANGED);
            let subject = (self.games.clone().unwrap_or(0..snapshot.text.len_bytes()), self.work);
            let edit = snapshot.shared().chosen.get_or_make(&subject, &|| cancel.is_cancelled(), || {
                let edit = compute_edit(&snapshot, &work, self.games.as_ref(), &features, &cancel);
                let edit = edit.and_then(|edit| serde_json::to_vec(&edit).map_err(|_| Error::internal_error()));
                // The edits of cancelled work are incomplete.
                edit.map_err(|error| failed = error).ok().filter(|_| !cancel.is_cancelled())
            });
            edit.ok_or(failed)
        })
        .await
    }
}

/// The edit of an operation on a document, or on the games that begin in a range.
fn compute_edit(
    snapshot: &Snapshot,
    work: &DeferredWork,
    games: Option<&Range<usize>>,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Result<WorkspaceEdit> {
    let edits = match work {
        DeferredWork::NewFile(wish) => return new_file_actions::edit(snapshot, *wish, games, cancel),
        DeferredWork::Merge => merge_edits(snapshot, games, cancel)?,
        DeferredWork::Rewrite(rewrite) => {
            let edits = rewrite_edits(snapshot, games, *rewrite, cancel);
            if edits.is_empty() && matches!(rewrite, GameRewrite::Refactor(_)) {
                return Err(failed(
                    "there is nothing to be changed so, or not without a change to what else is said".to_owned(),
                ));
            }
            edits
        }
        DeferredWork::Fix(code, start, title) => fix_edits(snapshot, games, (*code, *start, title), cancel),
    };
    Ok(workspace_edit(snapshot, edits, client))
}

/// `codeAction/resolve`: the chosen action with its edit.
///
/// # Errors
/// If the action is for another version of the document, or is not one of this server's.
pub async fn resolve(server: Arc<Backend>, action: CodeAction) -> ResultParts {
    let Some(pending) = DeferredAction::of(&action) else {
        return match action.edit.is_some() || action.command.is_some() {
            true => written(&action),
            false => Err(Error::invalid_params("the action is none of this server's")),
        };
    };
    let edit = pending.edit(&server).await?;
    let mut head = serde_json::to_vec(&action).map_err(|_| Error::internal_error())?;
    head.pop_if(|last| *last == b'}');
    head.extend_from_slice(b",\"edit\":");
    Ok(vec![head.into(), edit.into(), b"}".to_vec().into()])
}

/// Makes the client apply the edit of a chosen action.
///
/// # Errors
/// If the edit cannot be computed, or the client does not answer.
pub async fn apply(server: &Backend, chosen: DeferredAction) -> Result<()> {
    let edit = chosen.edit(server).await?;
    let params = vec![b"{\"edit\":".to_vec().into(), edit.into(), b"}".to_vec().into()];
    server.outgoing.call(ApplyWorkspaceEdit::METHOD, params).await.map(drop)
}

/// The command: computes the edit of a chosen action, and makes the client apply it.
///
/// # Errors
/// If the argument is not an action's data, or the action is for another version of the document.
pub async fn run(server: &Backend, arguments: &[Value]) -> Result<Option<Value>> {
    let chosen = argument(arguments, "the data of an action that was offered")?;
    apply(server, chosen).await.map(|()| None)
}

/// The edits of a rewrite, in bytes of the document.
pub fn rewrite_edits(
    snapshot: &Snapshot,
    games: Option<&Range<usize>>,
    rewrite: GameRewrite,
    cancel: &Cancel,
) -> Vec<(Range<usize>, String)> {
    let wanted = |range: &Range<usize>| games.is_none_or(|games| games.contains(&range.start));
    let found = snapshot.find_games(cancel).into_iter().flat_map(|games| games.games());
    let games: Vec<_> = found.filter(|game| wanted(&game.range())).collect();
    let edits = games.par_iter().flat_map_iter(|game| {
        let range = game.range();
        if cancel.is_cancelled() {
            return Vec::new();
        }
        let edits = rewrite_game_edits(snapshot, &range, game.binary(), rewrite, &|| cancel.is_cancelled());
        edits.into_iter().map(|edit| in_document(range.start, edit)).collect()
    });
    edits.collect()
}

/// The edits of a rewrite in one game, in bytes of its text; `binary` is the start of its binary section.
pub fn rewrite_game_edits(
    snapshot: &Snapshot,
    game: &Range<usize>,
    binary: Option<usize>,
    rewrite: GameRewrite,
    cancel: &dyn Cancellation,
) -> Vec<Edit> {
    // Bytes of a binary section are not text and must not be edited (rule E3).
    if binary.is_some() && matches!(rewrite, GameRewrite::Convert { .. }) {
        return Vec::new();
    }
    let text_end = binary.unwrap_or(game.len());
    if rewrite == GameRewrite::Fix(FixSelection::Safe) && !stands_alone(snapshot, game) {
        return Vec::new();
    }
    let text = snapshot.text_of(game.start..game.start + text_end);
    let edits = actions::rewrite_game_by(&text, &snapshot.context(), rewrite, || {
        let resolve = || actions::resolve_to_convert(&text, snapshot.kind, cancel);
        snapshot.shared().to_convert.get_or_make(game, cancel, resolve)
    });
    if binary.is_some() && edits.iter().any(|edit| edit.range.end as usize >= text_end) {
        return Vec::new();
    }
    edits
}

/// Whether other programs find the game where it is cut: else no fix of it is safe.
fn stands_alone(snapshot: &Snapshot, game: &Range<usize>) -> bool {
    let before = snapshot.text_of(game.start.saturating_sub(actions::SURROUNDINGS)..game.start);
    let text = snapshot.text_of(game.clone());
    actions::stands_alone(before.as_bytes(), text.as_bytes(), game.end == snapshot.text.len_bytes())
}

/// The edits that merge games into one, in bytes of the document.
fn merge_edits(
    snapshot: &Snapshot,
    games: Option<&Range<usize>>,
    cancel: &Cancel,
) -> Result<Vec<(Range<usize>, String)>> {
    let Some(range) = games else { return Ok(Vec::new()) };
    let Some(games) = snapshot.find_games(cancel) else { return Ok(Vec::new()) };
    let found = games.from(range.start).take_while(|game| game.range().start < range.end);
    let places: Vec<_> = found.map(|game| (within(range, &game.range()), game.binary().is_some())).collect();
    let selected = SelectedGames { places: &places, text: &|| snapshot.text_of(range.clone()) };
    let edits = actions::merged_games(&selected, &snapshot.context_for(cancel)).map_err(failed)?;
    Ok(edits.into_iter().map(|edit| in_document(range.start, edit)).collect())
}

/// The edits of one fix of a diagnostic, in bytes of the document.
fn fix_edits(
    snapshot: &Snapshot,
    games: Option<&Range<usize>>,
    (code, start, title): (Code, u32, &str),
    cancel: &Cancel,
) -> Vec<(Range<usize>, String)> {
    let Some(game) = games else { return Vec::new() };
    let text = snapshot.text_of(game.clone());
    let context = snapshot.context_for(cancel).with_fixes(true);
    let Some(report) = context.whole(&text, check_game(&text, &context)) else { return Vec::new() };
    let mut found = report.diagnostics.iter().filter(|found| (found.code, found.range.start) == (code, start));
    let fix = found.find_map(|found| found.fixes.iter().find(|fix| actions::title_of(fix) == title));
    let edits = fix.into_iter().flat_map(|fix| fix.edits.iter().cloned());
    edits.map(|edit| in_document(game.start, edit)).collect()
}

/// An edit of the game that starts at `game_start`, in bytes of the document.
pub fn in_document(game_start: usize, edit: Edit) -> (Range<usize>, String) {
    (game_start + edit.range.start as usize..game_start + edit.range.end as usize, edit.text)
}

/// The edits in the form that the client supports.
pub fn workspace_edit(
    snapshot: &Snapshot,
    edits: Vec<(Range<usize>, String)>,
    client: &ClientFeatures,
) -> WorkspaceEdit {
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_deferred_operation_survives_its_text_form() {
        let work = [
            DeferredWork::Rewrite(GameRewrite::Fix(FixSelection::Safe)),
            DeferredWork::Rewrite(GameRewrite::Fix(FixSelection::Code(Code::MissingTerminator))),
            DeferredWork::NewFile("FCN".parse().expect("a wish")),
            DeferredWork::Merge,
            DeferredWork::Fix(Code::IllegalMove, 17, "Write Nf3 instead".to_owned()),
        ];
        for work in work {
            assert_eq!(work.to_string().parse(), Ok(work));
        }
        for stranger in ["", "fix-one", "fix-one illegal-move x Write", "new-file nothing", "delete all"] {
            assert_eq!(stranger.parse::<DeferredWork>(), Err(()), "{stranger}");
        }
    }
}
