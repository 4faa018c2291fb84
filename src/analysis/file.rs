//! A file as a persistent sequence of games: cheap to copy, and an edit touches only the games near it.
//!
//! Games lie in chunks that copies share. A game's offset is the sum of what lies before it, so that nothing has to be
//! moved when text is inserted further up. A game is judged when somebody asks, once for all copies that hold it.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use super::{Context, GameReport, check_game};
use crate::syntax::games::{Span, next_game};

/// Games in a chunk at most; half of it when chunks are split.
const CHUNK: usize = 256;

/// A text of which parts can be had: a string, or an editor's rope.
pub trait Text {
    /// The length in bytes.
    fn len(&self) -> usize;
    /// The text of a range of bytes, which begins and ends between characters.
    fn slice(&self, range: Range<usize>) -> Cow<'_, str>;
    /// Has it no bytes?
    fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Text for str {
    fn len(&self) -> usize {
        str::len(self)
    }
    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        Cow::Borrowed(&self[range])
    }
}

/// One game of a file, wherever it stands.
#[derive(Debug)]
pub struct GameSlot {
    /// The length of its text in bytes.
    pub len: usize,
    /// It holds tags or moves.
    pub is_game: bool,
    /// Where its binary move section begins, in bytes of its text.
    pub binary: Option<usize>,
    report: OnceLock<GameReport>,
}

impl GameSlot {
    fn new(span: &Span) -> Arc<GameSlot> {
        let binary = span.binary.map(|at| at - span.range.start);
        Arc::new(GameSlot { len: span.range.len(), is_game: span.is_game, binary, report: OnceLock::new() })
    }

    /// What is found in the game, whose text this must be. Judged once: all copies of the file share it, so one file
    /// must always be asked with the same settings.
    pub fn report(&self, text: &str, context: &Context<'_>) -> &GameReport {
        self.report.get_or_init(|| check_game(text, context))
    }

    /// The report, if somebody has asked for it before.
    pub fn known_report(&self) -> Option<&GameReport> {
        self.report.get()
    }

    /// Was the game judged already?
    pub fn is_analysed(&self) -> bool {
        self.report.get().is_some()
    }
}

#[derive(Clone, Debug, Default)]
struct Chunk {
    slots: Vec<Arc<GameSlot>>,
    bytes: usize,
}

impl Chunk {
    fn new(slots: Vec<Arc<GameSlot>>) -> Arc<Chunk> {
        let bytes = slots.iter().map(|slot| slot.len).sum();
        Arc::new(Chunk { slots, bytes })
    }
}

/// The games of one version of a text.
#[derive(Clone, Debug, Default)]
pub struct File {
    chunks: Vec<Arc<Chunk>>,
}

/// Where a game lies in the chunks.
#[derive(Clone, Copy, Debug)]
struct Place {
    chunk: usize,
    slot: usize,
    /// Its first byte.
    start: usize,
}

impl File {
    /// Finds the games of a text; none is judged yet.
    pub fn new(text: &(impl Text + ?Sized)) -> File {
        let whole = text.slice(0..text.len());
        let mut slots = Vec::new();
        let mut at = 0;
        while let Some(span) = next_game(whole.as_bytes(), at, true) {
            at = span.range.end;
            slots.push(GameSlot::new(&span));
        }
        let mut chunks = Vec::with_capacity(slots.len() / CHUNK + 1);
        push_chunks(&mut chunks, slots);
        File { chunks }
    }

    /// The same games, none of them judged: for new settings.
    pub fn forgotten(&self) -> File {
        let fresh = |slot: &Arc<GameSlot>| {
            Arc::new(GameSlot { len: slot.len, is_game: slot.is_game, binary: slot.binary, report: OnceLock::new() })
        };
        let chunks = self.chunks.iter().map(|chunk| Chunk::new(chunk.slots.iter().map(fresh).collect()));
        File { chunks: chunks.collect() }
    }

    /// The length of the text in bytes.
    pub fn len(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.bytes).sum()
    }

    /// Has the text no bytes?
    pub fn is_empty(&self) -> bool {
        self.chunks.is_empty()
    }

    /// All games with their ranges, in order.
    pub fn games(&self) -> impl Iterator<Item = (Range<usize>, &Arc<GameSlot>)> {
        let mut at = 0;
        self.chunks.iter().flat_map(|chunk| &chunk.slots).map(move |slot| {
            let range = at..at + slot.len;
            at = range.end;
            (range, slot)
        })
    }

    /// The game that holds the byte at `offset`; at the very end the last one.
    pub fn game_at(&self, offset: usize) -> Option<(Range<usize>, &Arc<GameSlot>)> {
        let place = self.place_of(offset)?;
        let slot = &self.chunks[place.chunk].slots[place.slot];
        Some((place.start..place.start + slot.len, slot))
    }

    fn place_of(&self, offset: usize) -> Option<Place> {
        let mut start = 0;
        for (chunk, found) in self.chunks.iter().enumerate() {
            let last = chunk + 1 == self.chunks.len();
            if offset >= start + found.bytes && !last {
                start += found.bytes;
                continue;
            }
            for (slot, game) in found.slots.iter().enumerate() {
                if offset < start + game.len || (last && slot + 1 == found.slots.len()) {
                    return Some(Place { chunk, slot, start });
                }
                start += game.len;
            }
        }
        None
    }

    /// Takes one replacement in: `old` in bytes of the text before, now `new_len` bytes of `text`.
    ///
    /// Games are found anew from the one before the edit on (no earlier boundary depends on what was edited, see
    /// [`crate::syntax::games`]), up to the first boundary behind the edit that was one before.
    pub fn edit(&mut self, text: &(impl Text + ?Sized), old: Range<usize>, new_len: usize) {
        let Some(first) = self.place_of(old.start).map(|place| self.previous(place)) else {
            *self = File::new(text);
            return;
        };
        let delta = new_len as isize - (old.end - old.start) as isize;
        let shifted = |at: usize| (at as isize + delta) as usize;
        // The scan's window grows by whole games of the text before.
        let mut behind = self.games_from(first).map(|(range, _)| range.end).skip_while(|&end| end < old.end).peekable();
        let mut window_end = behind.next().map_or(text.len(), shifted);
        let mut window = text.slice(first.start..window_end).into_owned();
        let mut found: Vec<Span> = Vec::new();
        let mut at = first.start;
        let mut grow = 1;
        let resync = loop {
            let last = window_end == text.len();
            match next_game(window.as_bytes(), at - first.start, last) {
                Some(span) => {
                    let moved = first.start + span.range.start..first.start + span.range.end;
                    at = moved.end;
                    let binary = span.binary.map(|at| at + first.start);
                    found.push(Span { range: moved, binary, ..span });
                    let before = at as isize - delta;
                    if before >= old.end as isize && self.is_boundary(before as usize) {
                        break before as usize;
                    }
                }
                None if last => break self.len(),
                None => {
                    let mut end = window_end;
                    for _ in 0..grow {
                        end = behind.next().map_or(text.len(), shifted);
                    }
                    grow *= 2;
                    window.push_str(&text.slice(window_end..end));
                    window_end = end;
                }
            }
        };
        drop(behind);
        self.replace(first, resync, &found, old.start);
    }

    /// Replaces the games from `first` to the old offset `until`. Games that end before the edit stay the same.
    fn replace(&mut self, first: Place, until: usize, found: &[Span], edit_start: usize) {
        let kept_end = self.chunk_behind(until);
        let head = &self.chunks[first.chunk].slots[..first.slot];
        let mut slots: Vec<Arc<GameSlot>> = head.to_vec();
        let mut old = self.games_from(first).peekable();
        for span in found {
            let same = old.next_if(|(range, _)| *range == span.range && range.end <= edit_start);
            slots.push(same.map_or_else(|| GameSlot::new(span), |(_, slot)| slot.clone()));
        }
        let tail = self.games_from(first).skip_while(|(range, _)| range.start < until);
        let rest: Vec<_> =
            tail.take_while(|(range, _)| range.end <= kept_end.1).map(|(_, slot)| slot.clone()).collect();
        slots.extend(rest);
        let mut chunks = Vec::new();
        push_chunks(&mut chunks, slots);
        drop(old);
        self.chunks.splice(first.chunk..kept_end.0, chunks);
    }

    /// The first chunk that begins at or behind `offset`, and where it begins.
    fn chunk_behind(&self, offset: usize) -> (usize, usize) {
        let mut at = 0;
        for (n, chunk) in self.chunks.iter().enumerate() {
            if at >= offset {
                return (n, at);
            }
            at += chunk.bytes;
        }
        (self.chunks.len(), at)
    }

    fn games_from(&self, place: Place) -> impl Iterator<Item = (Range<usize>, &Arc<GameSlot>)> {
        let mut at = place.start;
        let head = self.chunks[place.chunk].slots[place.slot..].iter();
        head.chain(self.chunks[place.chunk + 1..].iter().flat_map(|chunk| &chunk.slots)).map(move |slot| {
            let range = at..at + slot.len;
            at = range.end;
            (range, slot)
        })
    }

    fn previous(&self, place: Place) -> Place {
        let (chunk, slot) = match (place.chunk, place.slot) {
            (0, 0) => return place,
            (chunk, 0) => (chunk - 1, self.chunks[chunk - 1].slots.len() - 1),
            (chunk, slot) => (chunk, slot - 1),
        };
        Place { chunk, slot, start: place.start - self.chunks[chunk].slots[slot].len }
    }

    /// Does a game begin or the text end at this offset?
    fn is_boundary(&self, offset: usize) -> bool {
        offset == self.len() || self.game_at(offset).is_some_and(|(range, _)| range.start == offset)
    }
}

fn push_chunks(chunks: &mut Vec<Arc<Chunk>>, slots: Vec<Arc<GameSlot>>) {
    if slots.len() <= CHUNK {
        if !slots.is_empty() {
            chunks.push(Chunk::new(slots));
        }
        return;
    }
    chunks.extend(slots.chunks(CHUNK / 2).map(|part| Chunk::new(part.to_vec())));
}
