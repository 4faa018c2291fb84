//! `textDocument/inlayHint` and `inlayHint/resolve`: hints within the text. The tooltip of a hint is the hover on its
//! subject, computed on demand.

use std::ops::Range;

use serde::{Deserialize, Serialize};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    self, HoverContents, InlayHint, InlayHintLabel, InlayHintOptions, InlayHintParams, InlayHintTooltip, Position,
    TextEdit, Url, WorkDoneProgressOptions,
};
use vgn_engine::lint::Cancellation;
use vgn_ide::{Hint, inlay_hints, transposition_candidates};

use super::hover;
use super::transpositions::{MOST_ASKED, TranspositionQuery, transposition_labels};
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::engine::engine_hint;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// Maximum length of a range, in bytes: some clients request the whole document instead of the visible part.
const LONGEST: usize = 1 << 20;

/// The server's capability.
pub fn options() -> InlayHintOptions {
    InlayHintOptions { resolve_provider: Some(true), work_done_progress_options: WorkDoneProgressOptions::default() }
}

/// The subject of a hint.
#[derive(Debug, Serialize, Deserialize)]
struct HintData {
    uri: Url,
    opening: u64,
    revision: u64,
    position: Position,
}

/// The hints of a range.
pub async fn handle(server: &Backend, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
    let engines = server.engines.clone();
    let answer = server.query_document(params.text_document.uri, move |snapshot, client, cancel| {
        let mut hints = answer(snapshot, params.range, client, cancel)?;
        hints.extend(engine_hint(&engines, snapshot, params.range, client));
        Some(hints)
    });
    answer.await
}

/// The hint with its tooltip, if its document is unchanged.
pub async fn resolve(server: &Backend, hint: InlayHint) -> Result<InlayHint> {
    let Some(which) = hint.data.as_ref().and_then(|data| HintData::deserialize(data).ok()) else { return Ok(hint) };
    let uri = which.uri.clone();
    let hover = server.query_document(uri, move |snapshot, client, cancel| {
        let is_current = (which.opening, which.revision) == (snapshot.opening, snapshot.revision);
        if is_current { hover::answer(snapshot, which.position, client, cancel) } else { Some(None) }
    });
    let tooltip = hover.await?.flatten().and_then(|hover| match hover.contents {
        HoverContents::Markup(markup) => Some(InlayHintTooltip::MarkupContent(markup)),
        _ => None,
    });
    Ok(InlayHint { tooltip, ..hint })
}

/// The hints of a range; `None` if cancelled.
fn answer(
    snapshot: &Snapshot,
    requested: lsp_types::Range,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Vec<InlayHint>> {
    let requested = positions::bytes(&snapshot.text, requested, client.encoding);
    let requested = requested.start..requested.end.min(requested.start.saturating_add(LONGEST));
    let mut hints = Vec::new();
    let mut elsewhere = Vec::new();
    for game in snapshot.games_near(requested.clone(), cancel)? {
        if game.binary.is_some() || !game.is_game {
            continue;
        }
        for hint in in_game(snapshot, &game.range, &requested, &mut elsewhere, cancel) {
            hints.push(to_protocol(snapshot, client, game.range.start, hint));
        }
        if cancel.is_cancelled() {
            return None;
        }
    }
    if !elsewhere.is_empty() {
        let labels = transposition_labels(snapshot, &elsewhere, cancel)?;
        for (requested, label) in elsewhere.iter().zip(labels) {
            hints.extend(
                label.map(|label| to_protocol(snapshot, client, requested.game, requested.candidate.hint(label))),
            );
        }
        hints.sort_by_key(|hint| hint.position);
    }
    Some(hints)
}

/// The hints of a game by itself; half-moves that may occur in other games are added to `elsewhere`.
fn in_game(
    snapshot: &Snapshot,
    game: &Range<usize>,
    requested: &Range<usize>,
    elsewhere: &mut Vec<TranspositionQuery>,
    cancel: &dyn Cancellation,
) -> Vec<Hint> {
    let text = snapshot.text_of(game.clone());
    let place = |offset: usize| (offset.clamp(game.start, game.end) - game.start) as u32;
    let (requested, kinds) = (place(requested.start)..place(requested.end), &snapshot.effective.preferences.hints);
    let mut resolved = None;
    let resolve = || {
        resolved = snapshot.resolved(game, &text, cancel);
        resolved.clone()
    };
    let hints = inlay_hints(&text, requested.clone(), kinds, cancel, resolve);
    if kinds.transpositions
        && elsewhere.len() < MOST_ASKED
        && let Some(resolved) = resolved
    {
        let of = |candidate| TranspositionQuery { candidate, game: game.start, format: resolved.format };
        elsewhere.extend(transposition_candidates(&text, &requested, &resolved).into_iter().map(of));
    }
    hints
}

fn to_protocol(snapshot: &Snapshot, client: &ClientFeatures, game: usize, hint: Hint) -> InlayHint {
    let position = |place: u32| positions::position(&snapshot.text, game + place as usize, client.encoding);
    let at = position(hint.at);
    let which = HintData {
        uri: snapshot.uri.spelling().clone(),
        opening: snapshot.opening,
        revision: snapshot.revision,
        position: position(hint.target),
    };
    let edit = TextEdit { range: lsp_types::Range::new(at, at), new_text: format!("{} ", hint.label) };
    InlayHint {
        position: at,
        label: InlayHintLabel::String(hint.label),
        kind: None,
        text_edits: hint.is_missing.then(|| vec![edit]),
        tooltip: None,
        padding_left: (!hint.is_missing).then_some(true),
        padding_right: hint.is_missing.then_some(true),
        data: serde_json::to_value(which).ok(),
    }
}
