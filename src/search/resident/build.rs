//! Makes segments of the games of files that are read one after another.

use std::sync::Arc;

use super::SMALL;
use crate::index::{IndexSegment, IndexedGames, PlacedPart, SegmentBuilder, SharedSegment};

/// Positions after which a segment is closed: they take 16 bytes each until then, and some milliseconds to be sorted.
const ENOUGH: usize = 1 << 17;

/// Builds segments. Files of fewer than [`SMALL`] positions share one; others have theirs alone, so that a change of
/// one makes nobody read another large one.
#[derive(Debug)]
pub struct ResidentBuilder {
    shared: OpenSegment,
    own: OpenSegment,
    /// Games of the current file, as long as it is small, with the ends of the last ones.
    pending: Vec<(IndexedGames, u64)>,
    closed: Vec<ResidentSegment>,
    /// Number of files that have ended.
    ended: usize,
    /// Games and positions of the current file that are not pending.
    games: u64,
}

#[derive(Debug)]
struct OpenSegment {
    builder: SegmentBuilder,
    parts: Vec<PlacedPart>,
}

/// A segment in memory.
pub(super) type ResidentSegment = SharedSegment<Arc<[u8]>>;

/// The segments of files, which are numbered in the order in which they were read.
#[derive(Debug, Default)]
pub struct ResidentSegments {
    pub(super) segments: Vec<ResidentSegment>,
}

impl Default for OpenSegment {
    fn default() -> OpenSegment {
        OpenSegment { builder: SegmentBuilder::exact(), parts: Vec::new() }
    }
}

impl Default for ResidentBuilder {
    fn default() -> ResidentBuilder {
        let (shared, own) = (OpenSegment::default(), OpenSegment::default());
        ResidentBuilder { shared, own, pending: Vec::new(), closed: Vec::new(), ended: 0, games: 0 }
    }
}

impl ResidentBuilder {
    /// Adds the next games of the current file; the last one ends at this byte of its text.
    pub fn add(&mut self, games: IndexedGames, end: u64) {
        if games.rows.is_empty() {
            return;
        }
        self.pending.push((games, end));
        if self.games == 0 && self.pending_positions() < SMALL {
            return;
        }
        for (games, end) in std::mem::take(&mut self.pending) {
            self.games += self.own.add(games, end, (self.ended, self.games));
        }
        if self.own.builder.positions() >= ENOUGH {
            self.closed.extend(self.own.close());
        }
    }

    /// The current file ends, and the next one begins.
    pub fn end_file(&mut self) {
        self.closed.extend(self.own.close());
        let mut games = 0;
        for (more, end) in std::mem::take(&mut self.pending) {
            games += self.shared.add(more, end, (self.ended, games));
        }
        if self.shared.builder.positions() >= SMALL {
            self.closed.extend(self.shared.close());
        }
        (self.ended, self.games) = (self.ended + 1, 0);
    }

    /// The current file is left out, with all of its games.
    pub fn leave_file(&mut self) {
        self.closed.iter_mut().for_each(|segment| segment.retain(|file| file != self.ended));
        (self.pending, self.own, self.games) = (Vec::new(), OpenSegment::default(), 0);
    }

    /// Number of files that have ended.
    pub fn files(&self) -> usize {
        self.ended
    }

    /// Bytes of memory that the segments take so far.
    pub fn size(&self) -> usize {
        let open = self.pending_positions() + self.own.builder.positions() + self.shared.builder.positions();
        self.closed.iter().map(|segment| segment.segment().bytes().len()).sum::<usize>() + 8 * open
    }

    /// The segments of all files that have ended.
    pub fn build(mut self) -> ResidentSegments {
        self.leave_file();
        self.closed.extend(self.shared.close());
        ResidentSegments { segments: self.closed }
    }

    fn pending_positions(&self) -> usize {
        self.pending.iter().map(|(games, _)| games.positions()).sum()
    }
}

impl OpenSegment {
    /// Adds games of a file, of which the segment or earlier ones have `before`; returns their number.
    fn add(&mut self, games: IndexedGames, end: u64, (file, before): (usize, u64)) -> u64 {
        let count = games.rows.len() as u32;
        let first = self.builder.add(games);
        match self.parts.last_mut().filter(|part| part.file == file) {
            Some(part) => (part.games, part.end) = (part.games + count, end),
            None => self.parts.push(PlacedPart { file, first, games: count, end, before }),
        }
        u64::from(count)
    }

    fn close(&mut self) -> Option<ResidentSegment> {
        let OpenSegment { builder, parts } = std::mem::take(self);
        if builder.games() == 0 {
            return None;
        }
        // It is far from too large, and as it was made.
        let segment = IndexSegment::new(Arc::from(builder.build().ok()?)).ok()?;
        let mut segment = SharedSegment::new(segment);
        parts.into_iter().for_each(|part| segment.add_part(part));
        Some(segment)
    }
}
