//! `textDocument/selectionRange`: the ranges to which a selection expands.

use std::collections::BTreeMap;

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{Position, Range, SelectionRange, SelectionRangeParams};
use vgn_engine::games::GamePlace;
use vgn_ide::selections;

use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// The selection ranges at each of the places.
pub async fn handle(server: &Backend, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
    let answer = server.query_document(params.text_document.uri, move |snapshot, features, cancel| {
        answer(snapshot, &params.positions, features, cancel)
    });
    answer.await
}

/// The selection ranges at each of the places; `None` if cancelled.
fn answer(
    snapshot: &Snapshot,
    places: &[Position],
    client: &ClientFeatures,
    cancel: &Cancel,
) -> Option<Vec<SelectionRange>> {
    let offsets: Vec<usize> =
        places.iter().map(|place| positions::offset(&snapshot.text, *place, client.encoding)).collect();
    // Grouped by game, so that many cursors in one game share one tree.
    let mut games: BTreeMap<usize, (GamePlace, Vec<usize>)> = BTreeMap::new();
    for (index, offset) in offsets.iter().enumerate() {
        let found = snapshot.games_near(*offset..*offset, cancel)?.into_iter().next();
        if let Some(game) = found {
            games.entry(game.range.start).or_insert_with(|| (game, Vec::new())).1.push(index);
        }
    }
    let whole = 0..snapshot.text.len_bytes();
    let mut steps: Vec<Vec<std::ops::Range<usize>>> = vec![Vec::new(); places.len()];
    for (start, (game, indices)) in games {
        let text = snapshot.text_of(game.range.clone());
        let open = snapshot.open_game(&game.range, &text, cancel);
        let in_game: Vec<u32> = indices.iter().map(|index| (offsets[*index] - start) as u32).collect();
        for (index, ranges) in indices.into_iter().zip(selections(&open, &in_game)) {
            let in_document = |range: std::ops::Range<u32>| start + range.start as usize..start + range.end as usize;
            steps[index] = ranges.into_iter().map(in_document).filter(|range| *range != whole).collect();
        }
    }
    let range = |bytes| positions::range(&snapshot.text, bytes, client.encoding);
    let answer = steps.into_iter().map(|steps| nested(steps.into_iter().map(range), range(whole.clone())));
    let answer = answer.collect();
    (!cancel.is_cancelled()).then_some(answer)
}

/// The innermost of some ranges, each with the next one around it as its parent, and `whole` as the outermost.
fn nested(ranges: impl DoubleEndedIterator<Item = Range>, whole: Range) -> SelectionRange {
    let outermost = SelectionRange { range: whole, parent: None };
    ranges.rev().fold(outermost, |parent, range| SelectionRange { range, parent: Some(Box::new(parent)) })
}
