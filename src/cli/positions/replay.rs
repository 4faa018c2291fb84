//! Reads single games of an indexed file, so that what the index says of them is confirmed.

use std::io::{self, Read, Seek, SeekFrom};

use vgn_engine::source::{ChunkExtent, Encoding};
use vgn_search::store::{CatalogueFile, IndexedPlace, StoredStamp};
use vgn_search::{FoundGame, GameWalker, PositionTally, SoughtPosition};

use crate::batch::inputs::InputFile;

/// Bytes of a game at most, as a file's reader has it.
const LONGEST: u64 = 1 << 30;

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
    let opened = input.open()?;
    if opened.metadata.as_ref().map(StoredStamp::of) != Some(indexed.stamp) {
        return Err(io::Error::other("the file was changed meanwhile"));
    }
    let mut order: Vec<usize> = (0..places.len()).collect();
    order.sort_by_key(|place| places[*place].start);
    let mut texts: Vec<Vec<u8>> = vec![Vec::new(); places.len()];
    if indexed.is_compressed {
        let (mut text, mut at) = (opened.text, 0);
        for number in order {
            let IndexedPlace { start, end, .. } = places[number];
            let between = start.saturating_sub(at);
            io::copy(&mut text.by_ref().take(between), &mut io::sink())?;
            texts[number] = read_game(&mut text, end - start)?;
            at = end;
        }
    } else {
        let path = input.path.as_deref().ok_or(io::ErrorKind::NotFound)?;
        let (mut file, metadata) = vgn_config::files::open_regular(path)?;
        if StoredStamp::of(&metadata) != indexed.stamp {
            return Err(io::Error::other("the file was changed meanwhile"));
        }
        for number in order {
            let IndexedPlace { start, end, .. } = places[number];
            file.seek(SeekFrom::Start(start))?;
            texts[number] = read_game(&mut file, end.saturating_sub(start))?;
        }
    }
    let mut walker = GameWalker::new(input.kind);
    let replay = |text: &Vec<u8>| {
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

fn read_game(text: &mut impl Read, length: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    text.take(length.min(LONGEST)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 == length { Ok(bytes) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
}
