//! `vgn/step`: the target of a key that moves the cursor to the next or previous game, half-move, variation, finding or
//! mistake.

use std::ops::Range;

use serde::Deserialize;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{self, Position, TextDocumentIdentifier};
use vgn_engine::games::Game;
use vgn_engine::lint::{Cancellation, Severity};
use vgn_engine::replay::resolve_game;
use vgn_ide::{self, CursorStep, mistakes};

use crate::lsp::diagnostics::rendering::GameCache;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::{Cancel, WorkScope, compute, content_modified};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// The parameters of `vgn/step`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct StepParams {
    text_document: TextDocumentIdentifier,
    position: Position,
    to: StepTarget,
}

/// The target of the step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase")]
enum StepTarget {
    NextGame,
    PreviousGame,
    NextMove,
    PreviousMove,
    NextVariation,
    PreviousVariation,
    LeaveVariation,
    NextFinding,
    PreviousFinding,
    NextMistake,
    PreviousMistake,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StepDirection {
    Forwards,
    Back,
}

/// A target that is searched in many games.
#[derive(Clone, Copy, Debug)]
enum SearchKind {
    Finding,
    Mistake,
}

/// The target of the step from the position; `None` if there is no further one.
pub async fn handle(server: &Backend, params: StepParams) -> Result<Option<lsp_types::Range>> {
    let uri = Address::from(params.text_document.uri.clone());
    let Some((snapshot, changed)) = server.documents.current(&uri) else { return Ok(None) };
    let (features, lease) = (server.features(), snapshot.lease());
    let about = match params.to {
        StepTarget::NextFinding
        | StepTarget::PreviousFinding
        | StepTarget::NextMistake
        | StepTarget::PreviousMistake => WorkScope::Whole,
        _ => WorkScope::Place,
    };
    let found = compute(about, move |cancel| {
        let (_lease, cancel) = (lease, cancel.or(&changed));
        let found = find_target(&snapshot, &params, &features, &cancel)?;
        Some(found.map(|range| positions::range(&snapshot.text, range, features.encoding)))
    });
    found.await.ok_or_else(|| content_modified("the document has changed meanwhile"))
}

/// In bytes of the document. The outer `None` if cancelled.
fn find_target(
    snapshot: &Snapshot,
    params: &StepParams,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Option<Range<usize>>> {
    let step = match params.to {
        StepTarget::NextGame => return game(snapshot, params.position, client, StepDirection::Forwards, cancel),
        StepTarget::PreviousGame => return game(snapshot, params.position, client, StepDirection::Back, cancel),
        StepTarget::NextMove => CursorStep::NextMove,
        StepTarget::PreviousMove => CursorStep::PreviousMove,
        StepTarget::NextVariation => CursorStep::NextVariation,
        StepTarget::PreviousVariation => CursorStep::PreviousVariation,
        StepTarget::LeaveVariation => CursorStep::LeaveVariation,
        StepTarget::NextFinding => {
            return search(snapshot, params, client, (SearchKind::Finding, StepDirection::Forwards), cancel);
        }
        StepTarget::PreviousFinding => {
            return search(snapshot, params, client, (SearchKind::Finding, StepDirection::Back), cancel);
        }
        StepTarget::NextMistake => {
            return search(snapshot, params, client, (SearchKind::Mistake, StepDirection::Forwards), cancel);
        }
        StepTarget::PreviousMistake => {
            return search(snapshot, params, client, (SearchKind::Mistake, StepDirection::Back), cancel);
        }
    };
    let Some((game, place)) = snapshot.game_at(params.position, client.encoding, cancel)? else {
        return Some(None);
    };
    let text = snapshot.text_of(game.clone());
    let found = vgn_ide::step(&text, place, step, cancel, || snapshot.resolved(&game, &text, cancel));
    (!cancel.is_cancelled()).then(|| found.map(|found| positions::in_document(&game, found)))
}

/// The next or previous game, without the empty lines around it.
fn game(
    snapshot: &Snapshot,
    position: Position,
    client: &ClientFeatures,
    direction: StepDirection,
    cancel: &dyn Cancellation,
) -> Option<Option<Range<usize>>> {
    let offset = positions::offset(&snapshot.text, position, client.encoding);
    let Some(here) = snapshot.games_near(offset..offset, cancel)?.into_iter().next() else {
        return Some(None);
    };
    let mut at = here.range;
    loop {
        let next = match direction {
            StepDirection::Forwards => at.end,
            StepDirection::Back if at.start == 0 => return Some(None),
            StepDirection::Back => at.start - 1,
        };
        let found = snapshot.games_near(next..next, cancel)?.into_iter().next();
        let Some(found) = found.filter(|found| found.range != at) else { return Some(None) };
        if found.is_game {
            let text = snapshot.text_of(found.range.clone());
            let blank = |c: char| c.is_whitespace() || c == '\u{feff}';
            let start = found.range.start + text.len() - text.trim_start_matches(blank).len();
            return Some(Some(start..start + text.trim_matches(blank).len()));
        }
        at = found.range;
    }
}

/// The nearest target, in this game or the games beyond.
fn search(
    snapshot: &Snapshot,
    params: &StepParams,
    client: &ClientFeatures,
    (kind, direction): (SearchKind, StepDirection),
    cancel: &dyn Cancellation,
) -> Option<Option<Range<usize>>> {
    let place = positions::offset(&snapshot.text, params.position, client.encoding);
    let games = snapshot.find_games(cancel)?;
    let mut at = games.game_at(place).or_else(|| games.game_at(place.saturating_sub(1)));
    while let Some(game) = at {
        if cancel.is_cancelled() {
            return None;
        }
        let mut found = places(snapshot, &game, kind, cancel)?;
        found.sort_by_key(|found| found.start);
        let nearest = match direction {
            StepDirection::Forwards => found.into_iter().find(|found| found.start > place),
            StepDirection::Back => found.into_iter().rfind(|found| found.start < place),
        };
        if nearest.is_some() {
            return Some(nearest);
        }
        at = match direction {
            StepDirection::Forwards => games.game_at(game.range().end),
            StepDirection::Back => game.range().start.checked_sub(1).and_then(|before| games.game_at(before)),
        };
    }
    Some(None)
}

/// The targets in a game, in bytes of the document.
fn places(
    snapshot: &Snapshot,
    game: &Game<'_, GameCache>,
    kind: SearchKind,
    cancel: &dyn Cancellation,
) -> Option<Vec<Range<usize>>> {
    let range = game.range();
    let places: Vec<Range<u32>> = match kind {
        SearchKind::Finding => {
            if !snapshot.judge(game, cancel) {
                return None;
            }
            let found = snapshot.report(game).diagnostics.iter();
            // Hints are skipped, as by the editors' own keys.
            found.filter(|found| found.severity != Severity::Hint).map(|found| found.range.clone()).collect()
        }
        SearchKind::Mistake if game.binary().is_some() => Vec::new(),
        SearchKind::Mistake => {
            let text = snapshot.text_of(range.clone());
            let context = snapshot.context_for(cancel);
            let resolve = || context.whole(&text, resolve_game(&text, &context)).map(Into::into);
            mistakes(&text, cancel, resolve)
        }
    };
    (!cancel.is_cancelled()).then(|| places.into_iter().map(|place| positions::in_document(&range, place)).collect())
}
