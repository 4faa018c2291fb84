//! `textDocument/formatting`, `rangeFormatting` and `onTypeFormatting`: the layout of games, and text inserted
//! automatically during typing.

use std::ops::Range;
use std::sync::Arc;

use rayon::prelude::*;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    self, DocumentFormattingParams, DocumentOnTypeFormattingOptions, DocumentOnTypeFormattingParams,
    DocumentRangeFormattingParams, Position, TextEdit,
};
use vgn_engine::format::{Formatter, SurroundingsTracker};
use vgn_engine::games::GamePlace;
use vgn_engine::lint::Cancellation;
use vgn_ide::completion::CompletionQuery;
use vgn_ide::{TRIGGER_CHARACTERS, on_type};

use crate::lsp::diagnostics::rendering::put_json;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::ResultParts;
use crate::lsp::transport::outgoing::{json_array, written_or_null};

/// Number of games that one task formats in sequence.
const TOGETHER: usize = 1 << 6;
/// Distance, in bytes, that is searched backwards for the text before them.
const BEFORE: usize = 1 << 16;

/// Characters after which text may be inserted.
pub fn on_type_options() -> DocumentOnTypeFormattingOptions {
    let [first, more @ ..] = TRIGGER_CHARACTERS.map(String::from);
    DocumentOnTypeFormattingOptions { first_trigger_character: first, more_trigger_character: Some(more.to_vec()) }
}

/// The edits that format a document.
pub async fn handle(server: Arc<Backend>, params: DocumentFormattingParams) -> ResultParts {
    let answer = server.query_document(params.text_document.uri, |snapshot, features, cancel| {
        let games: Vec<GamePlace> = snapshot.find_games(cancel)?.games().map(|game| game.place()).collect();
        edits(snapshot, &games, None, features, cancel)
    });
    answer.await.map(written_or_null)
}

/// The edits that format the lines of a range.
pub async fn handle_range(server: Arc<Backend>, params: DocumentRangeFormattingParams) -> ResultParts {
    let answer = server.query_document(params.text_document.uri, move |snapshot, features, cancel| {
        let mut selection = positions::bytes(&snapshot.text, params.range, features.encoding);
        // A selection of whole lines ends at the start of the next one.
        if selection.end > selection.start
            && params.range.start.line != params.range.end.line
            && params.range.end.character == 0
        {
            selection.end -= 1;
        }
        let near = snapshot.games_near(selection.clone(), &|| cancel.is_cancelled())?;
        edits(snapshot, &near, Some(selection), features, cancel)
    });
    answer.await.map(written_or_null)
}

/// The edits of some consecutive games, as JSON; `None` if cancelled.
fn edits(
    snapshot: &Snapshot,
    games: &[GamePlace],
    selection: Option<Range<usize>>,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Vec<Vec<u8>>> {
    let parts = games.par_chunks(TOGETHER).map(|games| edits_of(snapshot, games, selection.as_ref(), client, cancel));
    let parts: Vec<Vec<u8>> = parts.collect();
    (!cancel.is_cancelled()).then(|| json_array(parts))
}

fn edits_of(
    snapshot: &Snapshot,
    games: &[GamePlace],
    selection: Option<&Range<usize>>,
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Vec<u8> {
    let mut out = Vec::new();
    let Some(first) = games.first() else { return out };
    let length = snapshot.text.len_bytes();
    let mut before = snapshot.text_of(first.range.start.saturating_sub(BEFORE)..first.range.start).into_owned();
    let (mut formatter, mut tracker) = (Formatter::with_edits(), SurroundingsTracker::behind(before.as_bytes()));
    let (context, layout) = (snapshot.context_for(cancel), snapshot.effective.preferences.layout);
    for game in games {
        if cancel.is_cancelled() {
            break;
        }
        let Range { start, end } = game.range;
        let text = snapshot.text_of(start..end);
        let surroundings = tracker.next(before.as_bytes(), text.as_bytes(), start == 0, end == length);
        let lines = selection.map(|selection| {
            let in_game = |at: usize| (at.clamp(start, end) - start) as u32;
            in_game(selection.start)..in_game(selection.end)
        });
        // The range only touches the game.
        let is_beside =
            lines.as_ref().is_some_and(Range::is_empty) && selection.is_some_and(|selection| !selection.is_empty());
        if game.is_game && game.binary.is_none() && !is_beside {
            let formatted = formatter.game(&text, surroundings, &context, &layout, lines.as_ref());
            for edit in formatted.iter().flat_map(|formatted| formatted.edits(&text)) {
                let bytes = start + edit.range.start as usize..start + edit.range.end as usize;
                put_json(&mut out, &TextEdit::new(positions::range(&snapshot.text, bytes, client.encoding), edit.text));
                out.push(b',');
            }
        }
        before.clear();
        before.push_str(&text);
    }
    out
}

/// The text that is inserted after the typed character.
pub async fn handle_on_type(server: &Backend, params: DocumentOnTypeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
    let place = params.text_document_position;
    let answer = server.query_document(place.text_document.uri, move |snapshot, features, cancel| {
        let edit = typed(snapshot, place.position, &params.ch, features, &|| cancel.is_cancelled());
        (!cancel.is_cancelled()).then(|| edit.into_iter().collect())
    });
    answer.await
}

fn typed(
    snapshot: &Snapshot,
    position: Position,
    sign: &str,
    client: &ClientFeatures,
    cancel: &dyn Cancellation,
) -> Option<TextEdit> {
    let sign = sign.chars().next()?;
    let offset = positions::offset(&snapshot.text, position, client.encoding);
    // The game to which the typed text belongs, which may be the last one.
    let line = lsp_types::Range::new(Position::new(position.line.saturating_sub(1), 0), position);
    let from = positions::bytes(&snapshot.text, line, client.encoding).start;
    let near = snapshot.games_near(from..offset, cancel)?;
    let game =
        near.iter().rfind(|game| game.is_game && game.range.start < offset).filter(|game| game.binary.is_none())?;
    // The span after the last line of a game may be no game yet.
    let end = match near.last() {
        Some(last) if !last.is_game && last.range.start == game.range.end => last.range.end,
        _ => game.range.end,
    };
    let text = snapshot.text_of(game.range.start..end);
    let place = u32::try_from(offset.checked_sub(game.range.start)?).ok()?;
    let question = CompletionQuery::alone(&text, place, snapshot.context_for(cancel));
    let written = on_type(&question, sign)?;
    let place = positions::position(&snapshot.text, game.range.start + written.offset as usize, client.encoding);
    Some(TextEdit::new(lsp_types::Range::new(place, place), written.text))
}
