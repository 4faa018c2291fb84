//! A persistent sequence of games, found by their place.
//!
//! Games lie in chunks that versions share, so that cloning a sequence, and splicing one, costs as much as its number
//! of chunks: a few hundred for a hundred thousand games. Only lengths are kept, so that moving a game costs nothing.

use std::ops::Range;
use std::sync::Arc;

use super::GameSlot;

/// The most games in a chunk.
const FULL: usize = 512;

/// Games one after the other, without gaps.
#[derive(Clone, Debug, Default)]
pub(super) struct Sequence {
    chunks: Vec<Arc<Chunk>>,
}

#[derive(Debug)]
struct Chunk {
    games: Vec<Piece>,
    /// In bytes.
    len: usize,
}

/// One game with its length in bytes.
#[derive(Clone, Debug)]
pub(super) struct Piece {
    pub len: usize,
    pub slot: Arc<GameSlot>,
}

impl Sequence {
    pub(super) fn new(games: impl IntoIterator<Item = Piece>) -> Sequence {
        let mut sequence = Sequence::default();
        let mut games = games.into_iter().peekable();
        while games.peek().is_some() {
            sequence.chunks.push(Chunk::new(games.by_ref().take(FULL).collect()));
        }
        sequence
    }

    /// The length of all games, in bytes.
    pub(super) fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len).sum()
    }

    /// Games from the one that holds the byte at `offset`, or from the end if none does, with their ranges.
    pub(super) fn from(&self, offset: usize) -> impl Iterator<Item = (Range<usize>, &Arc<GameSlot>)> {
        let (mut start, mut chunk) = (0, 0);
        while let Some(next) = self.chunks.get(chunk).filter(|next| start + next.len <= offset) {
            start += next.len;
            chunk += 1;
        }
        let ranges = self.chunks[chunk..].iter().flat_map(|chunk| &chunk.games).map(move |piece| {
            let range = start..start + piece.len;
            start = range.end;
            (range, &piece.slot)
        });
        ranges.skip_while(move |(range, _)| range.end <= offset)
    }

    /// Puts games in the place of those that cover `old`, whose ends must be ends of games.
    pub(super) fn splice(&mut self, old: Range<usize>, new: Vec<Piece>) {
        let (mut start, mut first) = (0, 0);
        while let Some(chunk) = self.chunks.get(first).filter(|chunk| start + chunk.len <= old.start) {
            start += chunk.len;
            first += 1;
        }
        let (mut end, mut after) = (start, first);
        let mut games = Vec::with_capacity(new.len() + 2 * FULL);
        let mut behind = Vec::new();
        // At least one chunk is opened, so that many small splices do not leave many small chunks.
        while let Some(chunk) = self.chunks.get(after).filter(|_| end < old.end || after == first) {
            for piece in &chunk.games {
                if end < old.start {
                    games.push(piece.clone());
                } else if end >= old.end {
                    behind.push(piece.clone());
                }
                end += piece.len;
            }
            after += 1;
        }
        games.extend(new);
        games.append(&mut behind);
        self.chunks.splice(first..after, Sequence::new(games).chunks);
    }
}

impl Chunk {
    fn new(games: Vec<Piece>) -> Arc<Chunk> {
        let len = games.iter().map(|piece| piece.len).sum();
        Arc::new(Chunk { games, len })
    }
}
