//! The search for a position: by which half-moves the games of a document come there, and which they go on with.

use rayon::prelude::*;

use crate::analysis::{Cancellation, FastPass, Game};
use crate::ide::{Passage, Passages, Wanted, Ways, passages};

use crate::lsp::diagnostics::rendering::Kept;
use crate::lsp::documents::snapshot::Snapshot;

/// Games between two looks at the progress.
const TOGETHER: usize = 1 << 12;

/// One side of a position: what leads there, or what goes on from it.
pub type Side = fn(&mut Passages) -> &mut Vec<Passage>;

/// What games have on one side of a position, on all cores; none if it is called off meanwhile. The half-move that begins at
/// `except` in the document is left out.
pub fn search(
    snapshot: &Snapshot,
    games: &[Game<'_, Kept>],
    wanted: Wanted,
    (side, except): (Side, Option<usize>),
    mut report: impl FnMut(usize),
    cancel: &dyn Cancellation,
) -> Option<Ways> {
    let context = snapshot.context_for(cancel);
    let mut ways = Ways::default();
    for (done, part) in games.chunks(TOGETHER).enumerate() {
        if cancel.is_cancelled() {
            return None;
        }
        report(done * TOGETHER);
        let found =
            part.par_iter().filter(|game| game.binary().is_none()).map_init(FastPass::default, |fast_pass, game| {
                let range = game.range();
                let text = snapshot.text_of(range.clone());
                let mut found = passages(&text, wanted, &context, fast_pass).unwrap_or_default();
                let mut passing = std::mem::take(side(&mut found));
                passing.retain(|passage| except != Some(range.start + passage.range.start as usize));
                (range.start, passing, found.result)
            });
        let found: Vec<_> = found.filter(|(_, passing, _)| !passing.is_empty()).collect();
        found.iter().for_each(|(start, passing, result)| ways.add(*start, passing, *result));
    }
    (!cancel.is_cancelled()).then_some(ways)
}
