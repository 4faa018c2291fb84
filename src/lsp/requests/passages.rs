//! The search for a position: by which half-moves the games of a document come there, and which they go on with.

use rayon::prelude::*;

use crate::analysis::{FastPass, Game};
use crate::ide::{Passage, Passages, Wanted, Ways, passages};

use crate::lsp::diagnostics::rendering::Kept;
use crate::lsp::documents::snapshot::Snapshot;

/// Games between two looks at the progress.
const TOGETHER: usize = 1 << 12;

/// What games have on one side of a position, on all cores; none if it is called off meanwhile.
pub fn search(
    snapshot: &Snapshot,
    games: &[Game<'_, Kept>],
    wanted: Wanted,
    side: fn(&Passages) -> &Vec<Passage>,
    mut report: impl FnMut(usize),
    is_called_off: &(dyn Fn() -> bool + Sync),
) -> Option<Ways> {
    let context = snapshot.context();
    let mut ways = Ways::default();
    for (done, part) in games.chunks(TOGETHER).enumerate() {
        if is_called_off() {
            return None;
        }
        report(done * TOGETHER);
        let found =
            part.par_iter().filter(|game| game.binary().is_none()).map_init(FastPass::default, |fast_pass, game| {
                let range = game.range();
                let text = snapshot.text_of(range.clone());
                let found = passages(&text, wanted, &context, fast_pass, &|| is_called_off()).unwrap_or_default();
                (range.start, found)
            });
        let found: Vec<_> = found.filter(|(_, found)| !side(found).is_empty()).collect();
        found.iter().for_each(|(start, found)| ways.add(*start, side(found), found.result));
    }
    (!is_called_off()).then_some(ways)
}
