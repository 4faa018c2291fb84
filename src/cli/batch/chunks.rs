//! A block's games handed out to all cores in chunks, before anybody knows where all of them begin.
//!
//! Each chunk but the first begins where a game probably does. That it did is known when the chunk before it has
//! ended just there; where it has not, its games are processed through once more from where they really begin.

use rayon::prelude::*;

use crate::syntax::games::Span;
use crate::syntax::{SURROUNDINGS, next_probable_start};

use super::reader::{Block, Games};

/// Bytes of a chunk, at least.
const CHUNK: usize = 64 << 10;

/// A part of a block.
#[derive(Clone, Copy)]
pub struct Chunk<'a> {
    /// The whole block.
    pub bytes: &'a [u8],
    /// Where the first game begins.
    pub from: usize,
    /// Games that begin here or later are others' work.
    pub until: usize,
    /// The file ends where `bytes` end.
    pub last: bool,
}

/// What became of a block's games, in their order.
pub struct Processed<T> {
    pub outcomes: Vec<Vec<T>>,
    /// Where the last game that ends in the block does.
    pub end: usize,
}

/// Goes through the games of a block. `known` is asked about a game whose span is known, with the `memory` that it keeps
/// from game to game; `search` goes through those of a chunk, and tells where the last one ends: before the chunk's end if a
/// game goes on past the block.
pub fn process<'a, T: Send, M>(
    block: &'a Block,
    memory: impl Fn() -> M + Sync + Send,
    known: impl Fn(&mut M, &'a [u8], &Span) -> T + Sync,
    search: impl Fn(Chunk<'a>) -> (Vec<T>, usize) + Sync,
) -> Processed<T> {
    let bytes = block.bytes.as_slice();
    if let Games::Cut(spans) = &block.games {
        return Processed {
            outcomes: vec![spans.par_iter().map_init(memory, |memory, span| known(memory, bytes, span)).collect()],
            end: bytes.len(),
        };
    }
    search_in(likely_stretches(bytes, CHUNK, block.closing.is_some()), search)
}

/// Goes through all chunks at once, and again through those that did not begin where a game does.
fn search_in<'a, T: Send>(
    likely: Vec<Chunk<'a>>,
    search: impl Fn(Chunk<'a>) -> (Vec<T>, usize) + Sync,
) -> Processed<T> {
    let processed: Vec<(Vec<T>, usize)> = likely.par_iter().map(|chunk| search(*chunk)).collect();
    let mut all = Processed { outcomes: Vec::with_capacity(processed.len()), end: 0 };
    for (chunk, (outcomes, end)) in likely.into_iter().zip(processed) {
        if all.end >= chunk.until {
            continue;
        }
        let (outcomes, end) = match all.end == chunk.from {
            true => (outcomes, end),
            false => search(Chunk { from: all.end, ..chunk }),
        };
        all.outcomes.push(outcomes);
        all.end = end;
        if end < chunk.until {
            break;
        }
    }
    all
}

/// Parts the bytes where games probably begin, in chunks of `least` bytes at least.
fn likely_stretches(bytes: &[u8], least: usize, last: bool) -> Vec<Chunk<'_>> {
    let mut chunks = Vec::with_capacity(bytes.len() / least + 1);
    let mut from = 0;
    while from < bytes.len() {
        let until = next_probable_start(bytes, from + least).unwrap_or(bytes.len());
        chunks.push(Chunk { bytes, from, until, last });
        from = until;
    }
    chunks
}

/// What uncut blocks leave over: the beginning of a game, which belongs to the next block.
#[derive(Default)]
pub struct Rest {
    bytes: Vec<u8>,
    /// What was gone through before, the last [`SURROUNDINGS`] bytes at least.
    before: Vec<u8>,
}

impl Rest {
    /// Puts it before the first block of the next batch.
    pub fn give_to(&mut self, batch: &mut [Block]) {
        if let Some(first) = batch.first_mut().filter(|_| !self.bytes.is_empty()) {
            self.bytes.append(&mut first.bytes);
            first.bytes = std::mem::take(&mut self.bytes);
            first.games = Games::Uncut;
        }
    }

    /// What stands in the file before a block of the batch that comes next.
    pub fn before(&self, block: &Block) -> &[u8] {
        if block.opening.is_some() { &[] } else { &self.before }
    }

    /// Takes what is left over of the last block of a batch; its games were processed through up to `end`.
    pub fn take_from(&mut self, block: &Block, end: usize) {
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
    use crate::analysis::{FileKind, Settings};
    use crate::cli::batch::Job;
    use crate::cli::batch::inputs::Input;
    use crate::format::Layout;
    use crate::syntax::games::{games, next_game};

    fn block(bytes: &[u8]) -> Block {
        let input = Input { kind: FileKind::Pgn, ..Input::stdin() };
        let job = Arc::new(Job { input, settings: Arc::new(Settings::default()), layout: Layout::default() });
        Block { job, bytes: bytes.to_vec(), games: Games::Uncut, opening: None, closing: None }
    }

    fn search(chunk: Chunk<'_>) -> (Vec<Range<usize>>, usize) {
        let (mut found, mut at) = (Vec::new(), chunk.from);
        while at < chunk.until
            && let Some(span) = next_game(chunk.bytes, at, chunk.last)
        {
            at = span.range.end;
            found.push(span.range);
        }
        (found, at)
    }

    fn gone_through(bytes: &[u8], last: bool) -> (Vec<Range<usize>>, usize) {
        let processed = search_in(likely_stretches(bytes, 100, last), search);
        (processed.outcomes.concat(), processed.end)
    }

    /// Comments and escapes that hold what looks like the start of a game.
    const TRAPS: [&str; 6] = [
        "[Event \"A\"]\n\n1. e4 1-0\n\n",
        "[Event \"B\"]\n\n1. e4 {good 1-0\n\n[Event \"C\"]\n\n1. d4 *\n\n",
        "{[Event \"D\"]\n\n1. e4 1-0\n\n[Event \"E\"]\n\n1. d4 *}\n\n",
        "% 1-0\n\n[Event \"F\"]\n\n* (1. e4 *\n\n",
        "[White \"G 0-1\n\n[Event \"H\"]\n1. e4 ; 1-0\n\n",
        "[Event \"I\"] \n\n[Event \"J\"]\r\n\r\n1/2-1/2 \r\n\r\n",
    ];

    proptest! {
        /// Whatever looks like a start, the games are those of the whole text, and what is left over is known.
        #[test]
        fn the_games_are_those_of_the_whole(
            parts in prop::collection::vec((0..TRAPS.len(), 1usize..10), 1..20),
            cut in any::<prop::sample::Index>(),
        ) {
            let text: String = parts.iter().map(|(trap, times)| TRAPS[*trap].repeat(*times)).collect();
            let whole: Vec<Range<usize>> = games(text.as_bytes()).map(|span| span.range).collect();
            prop_assert_eq!(&gone_through(text.as_bytes(), true), &(whole.clone(), text.len()));
            let mut rest = Rest::default();
            let (first, second) = text.as_bytes().split_at(cut.index(text.len()));
            let (mut found, end) = gone_through(first, false);
            rest.take_from(&block(first), end);
            let mut second = [block(second)];
            rest.give_to(&mut second);
            let second = gone_through(&second[0].bytes, true).0;
            found.extend(second.into_iter().map(|range| range.start + end..range.end + end));
            prop_assert_eq!(found, whole);
        }
    }
}
