//! Parallel processing of a block's games in chunks, before the boundaries of all games are known.
//!
//! Each chunk except the first begins at a probable start of a game. The guess was right if the previous chunk has
//! ended exactly there; otherwise its games are processed again from their real start.

use rayon::prelude::*;
use vgn_engine::syntax::games::Span;
use vgn_engine::syntax::{SURROUNDINGS, next_probable_start};

use super::reader::{BlockGames, FileBlock};

/// Minimum length of a chunk, in bytes.
const CHUNK: usize = 64 << 10;

/// A part of a block.
#[derive(Clone, Copy)]
pub struct Chunk<'a> {
    /// The whole block.
    pub bytes: &'a [u8],
    /// Start of the first game.
    pub from: usize,
    /// Games that begin here or later belong to other chunks.
    pub until: usize,
    /// The file ends at the end of `bytes`.
    pub last: bool,
}

/// The results for a block's games, in order.
pub struct BlockOutcomes<T> {
    pub outcomes: Vec<Vec<T>>,
    /// End of the last game that ends in the block.
    pub end: usize,
}

/// Processes the games of a block. `process_span` processes a game whose span is known, with the `memory` kept from
/// game to game; `process_chunk` processes the games of a chunk, and returns the end of the last one: before the
/// chunk's end if a game continues past the block.
pub fn process<'a, T: Send, M>(
    block: &'a FileBlock,
    memory: impl Fn() -> M + Sync + Send,
    process_span: impl Fn(&mut M, &'a [u8], &Span) -> T + Sync,
    process_chunk: impl Fn(Chunk<'a>) -> (Vec<T>, usize) + Sync,
) -> BlockOutcomes<T> {
    let bytes = block.bytes.as_slice();
    if let BlockGames::Cut(spans) = &block.games {
        return BlockOutcomes {
            outcomes: vec![
                spans.par_iter().map_init(memory, |memory, span| process_span(memory, bytes, span)).collect(),
            ],
            end: bytes.len(),
        };
    }
    process_chunks(likely_chunks(bytes, CHUNK, block.closing.is_some()), process_chunk)
}

/// Processes all chunks in parallel, and again those that did not begin at a game.
fn process_chunks<'a, T: Send>(
    likely: Vec<Chunk<'a>>,
    process_chunk: impl Fn(Chunk<'a>) -> (Vec<T>, usize) + Sync,
) -> BlockOutcomes<T> {
    let processed: Vec<(Vec<T>, usize)> = likely.par_iter().map(|chunk| process_chunk(*chunk)).collect();
    let mut all = BlockOutcomes { outcomes: Vec::with_capacity(processed.len()), end: 0 };
    for (chunk, (outcomes, end)) in likely.into_iter().zip(processed) {
        if all.end >= chunk.until {
            continue;
        }
        let (outcomes, end) = match all.end == chunk.from {
            true => (outcomes, end),
            false => process_chunk(Chunk { from: all.end, ..chunk }),
        };
        all.outcomes.push(outcomes);
        all.end = end;
        if end < chunk.until {
            break;
        }
    }
    all
}

/// Splits the bytes at probable starts of games, into chunks of at least `least` bytes.
fn likely_chunks(bytes: &[u8], least: usize, last: bool) -> Vec<Chunk<'_>> {
    let mut chunks = Vec::with_capacity(bytes.len() / least + 1);
    let mut from = 0;
    while from < bytes.len() {
        let until = next_probable_start(bytes, from + least).unwrap_or(bytes.len());
        chunks.push(Chunk { bytes, from, until, last });
        from = until;
    }
    chunks
}

/// The remainder of uncut blocks: the beginning of a game, which belongs to the next block.
#[derive(Default)]
pub struct Carryover {
    bytes: Vec<u8>,
    /// The end of the processed bytes, at least the last [`SURROUNDINGS`].
    before: Vec<u8>,
}

impl Carryover {
    /// Prepends the remainder to the first block of the next batch.
    pub fn give_to(&mut self, batch: &mut [FileBlock]) {
        if let Some(first) = batch.first_mut().filter(|_| !self.bytes.is_empty()) {
            self.bytes.append(&mut first.bytes);
            first.bytes = std::mem::take(&mut self.bytes);
            first.games = BlockGames::Uncut;
        }
    }

    /// The bytes of the file before a block of the next batch.
    pub fn before(&self, block: &FileBlock) -> &[u8] {
        if block.opening.is_some() { &[] } else { &self.before }
    }

    /// Takes the remainder of a batch's last block, whose games were processed up to `end`.
    pub fn take_from(&mut self, block: &FileBlock, end: usize) {
        let (passed, rest) = block.bytes.split_at(end.min(block.bytes.len()));
        if block.closing.is_none() {
            self.bytes = rest.to_vec();
        }
        if passed.len() >= SURROUNDINGS || block.opening.is_some() {
            self.before.clear();
        } else {
            self.before.drain(..self.before.len().saturating_sub(SURROUNDINGS));
        }
        self.before.extend_from_slice(&passed[passed.len().saturating_sub(SURROUNDINGS)..]);
    }
}

#[cfg(test)]
mod tests {
    use std::ops::Range;
    use std::sync::Arc;

    use proptest::prelude::*;

    use super::*;
    use crate::batch::FileJob;
    use crate::batch::inputs::InputFile;
    use vgn_engine::format::Layout;
    use vgn_engine::lint::{FileKind, Settings};
    use vgn_engine::syntax::games::{games, next_game};

    fn block(bytes: &[u8]) -> FileBlock {
        let input = InputFile { kind: FileKind::Pgn, ..InputFile::stdin() };
        let job = Arc::new(FileJob { input, settings: Arc::new(Settings::default()), layout: Layout::default() });
        let (bytes, games, behind) = (bytes.to_vec(), BlockGames::Uncut, Vec::new());
        FileBlock { job, bytes, games, behind, opening: None, closing: None }
    }

    fn process_chunk(chunk: Chunk<'_>) -> (Vec<Range<usize>>, usize) {
        let (mut found, mut at) = (Vec::new(), chunk.from);
        while at < chunk.until
            && let Some(span) = next_game(chunk.bytes, at, chunk.last)
        {
            at = span.range.end;
            found.push(span.range);
        }
        (found, at)
    }

    fn processed_through(bytes: &[u8], last: bool) -> (Vec<Range<usize>>, usize) {
        let processed = process_chunks(likely_chunks(bytes, 100, last), process_chunk);
        (processed.outcomes.concat(), processed.end)
    }

    /// Comments and escapes that contain apparent starts of games.
    const TRAPS: [&str; 6] = [
        "[Event \"A\"]\n\n1. e4 1-0\n\n",
        "[Event \"B\"]\n\n1. e4 {good 1-0\n\n[Event \"C\"]\n\n1. d4 *\n\n",
        "{[Event \"D\"]\n\n1. e4 1-0\n\n[Event \"E\"]\n\n1. d4 *}\n\n",
        "% 1-0\n\n[Event \"F\"]\n\n* (1. e4 *\n\n",
        "[White \"G 0-1\n\n[Event \"H\"]\n1. e4 ; 1-0\n\n",
        "[Event \"I\"] \n\n[Event \"J\"]\r\n\r\n1/2-1/2 \r\n\r\n",
    ];

    proptest! {
        /// Whatever looks like a start, the games are those of the whole text, and the remainder is known.
        #[test]
        fn the_games_are_those_of_the_whole(
            parts in prop::collection::vec((0..TRAPS.len(), 1usize..10), 1..20),
            cut in any::<prop::sample::Index>(),
        ) {
            let text: String = parts.iter().map(|(trap, times)| TRAPS[*trap].repeat(*times)).collect();
            let whole: Vec<Range<usize>> = games(text.as_bytes()).map(|span| span.range).collect();
            prop_assert_eq!(&processed_through(text.as_bytes(), true), &(whole.clone(), text.len()));
            let mut rest = Carryover::default();
            let (first, second) = text.as_bytes().split_at(cut.index(text.len()));
            let (mut found, end) = processed_through(first, false);
            rest.take_from(&block(first), end);
            let mut second = [block(second)];
            rest.give_to(&mut second);
            let second = processed_through(&second[0].bytes, true).0;
            found.extend(second.into_iter().map(|range| range.start + end..range.end + end));
            prop_assert_eq!(found, whole);
        }
    }
}
