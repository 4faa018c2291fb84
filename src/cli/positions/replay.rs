//! Reads single games of an indexed file, so that what the index says of them is confirmed.

use std::io;

use vgn_engine::source::{ChunkExtent, Encoding};
use vgn_search::index::IndexedPlace;
use vgn_search::store::CatalogueFile;
use vgn_search::{FoundGame, GameWalker, PositionTally, SoughtPosition};

use crate::batch::inputs::InputFile;
use crate::index::{StoredText, texts_of};

/// A game that was read again.
pub struct ReachingGame<'s> {
    /// Of this game alone.
    pub tally: PositionTally<'s>,
    /// If it reaches the position: what is listed of it, and the lines of the game before it.
    pub found: Option<(FoundGame, u64)>,
}

/// Reads single games of one file, in the order of `places`.
///
/// # Errors
///
/// If the file cannot be read, or is no longer the one that was indexed.
pub fn replayed<'s>(
    input: &InputFile,
    indexed: &CatalogueFile,
    places: &[IndexedPlace],
    sought: &'s SoughtPosition,
) -> io::Result<Vec<ReachingGame<'s>>> {
    let texts = texts_of(input, indexed, places)?;
    let mut walker = GameWalker::new(input.kind);
    let replay = |text: &StoredText| {
        let text = text.game();
        let mut tally = PositionTally::new(sought);
        walker.game(text, 0, true, &mut tally);
        let found = tally.best.pop().map(|found| {
            let before = &text[..found.at.min(text.len())];
            let lines = ChunkExtent::of(before, Encoding::Utf8).end.line;
            (found, lines)
        });
        ReachingGame { tally, found }
    };
    Ok(texts.iter().map(replay).collect())
}
