//! Walks the games of blocks on all cores, and keeps where those of a file are.

use rayon::ThreadPool;
use rayon::prelude::*;
use vgn_engine::source::{BYTE_ORDER_MARK, ChunkExtent, ChunkStart, Encoding, FilePosition};
use vgn_search::GameWalker;
use vgn_search::index::{IndexedGames, SegmentBuilder};
use vgn_search::store::{CatalogueFile, IndexedPart, StoredStamp, TextHash};

use super::folder::absolute;
use super::unchanged::stamp_of;
use crate::batch::chunks::process;
use crate::batch::inputs::InputFile;
use crate::batch::reader::{FileBlock, FileOpening};

/// The games of a block.
pub struct IndexedBlock {
    runs: Vec<IndexedRun>,
    /// The end of the last game that ends in the block.
    pub end: usize,
}

/// Consecutive games: starts are in bytes of the block, lines count from the start of the run.
struct IndexedRun {
    games: IndexedGames,
    lines: u64,
}

/// Walks the games of all blocks.
pub fn walked(batch: &[FileBlock], pool: &ThreadPool) -> Vec<IndexedBlock> {
    pool.install(|| batch.par_iter().map(walked_block).collect())
}

fn walked_block(block: &FileBlock) -> IndexedBlock {
    let kind = block.job.input.kind;
    let outcomes = process(
        block,
        || GameWalker::new(kind),
        |walker, bytes, span| {
            let mut games = IndexedGames::default();
            walker.span(bytes, span, &mut games);
            IndexedRun::new(games, bytes, span.range.start, span.range.end)
        },
        |chunk| {
            let mut games = IndexedGames::default();
            let mut walker = GameWalker::new(kind);
            let mut at = chunk.from;
            while at < chunk.until
                && let Some(end) = walker.game(chunk.bytes, at, chunk.last, &mut games)
            {
                at = end;
            }
            (vec![IndexedRun::new(games, chunk.bytes, chunk.from, at)], at)
        },
    );
    IndexedBlock { runs: outcomes.outcomes.into_iter().flatten().collect(), end: outcomes.end }
}

impl IndexedRun {
    fn new(mut games: IndexedGames, bytes: &[u8], from: usize, end: usize) -> IndexedRun {
        let (mut at, mut place) = (from, ChunkStart::default());
        let mut lines = |until: usize| {
            place = place.after(&ChunkExtent::of(&bytes[at..until], Encoding::Utf8));
            at = until;
            place.place.line
        };
        for row in &mut games.rows {
            row.line = u32::try_from(lines(row.start as usize)).unwrap_or(u32::MAX);
        }
        IndexedRun { lines: lines(end), games }
    }
}

/// A file that is being indexed.
pub struct FileUnderWay {
    file: CatalogueFile,
    /// The start of the next block in the file's text.
    start: ChunkStart,
    hash: TextHash,
    /// Its games in the segment that is being made: the number of the first, and how many.
    first: usize,
    games: u32,
    pub positions: u64,
}

impl FileUnderWay {
    /// A file that was just opened, behind so many games of the segment; `None` if it cannot be indexed.
    pub fn new(input: &InputFile, opening: &FileOpening, read_at: i64, games: usize) -> Option<FileUnderWay> {
        let (path, member) = absolute(input)?;
        let stamp = StoredStamp::of(opening.metadata.as_ref().filter(|metadata| metadata.is_file())?);
        let is_compressed = opening.compression.is_some();
        let mut hash = TextHash::default();
        let mark = if opening.mark { BYTE_ORDER_MARK } else { &[] };
        hash.take(mark);
        let parts = Vec::new();
        Some(FileUnderWay {
            file: CatalogueFile {
                path,
                member,
                stamp,
                read_at,
                hash: 0,
                games: 0,
                of_variants: 0,
                is_compressed,
                parts,
            },
            start: ChunkStart::at_offset(mark.len() as u64),
            hash,
            first: games,
            games: 0,
            positions: 0,
        })
    }

    /// Adds the games of the next block.
    pub fn take(&mut self, block: &FileBlock, games: IndexedBlock, builder: &mut SegmentBuilder) {
        let passed = &block.bytes[..games.end.min(block.bytes.len())];
        // What follows the last game belongs to the text, too.
        let hashed = if block.closing.is_some() { &block.bytes } else { passed };
        self.hash.take(hashed);
        let extent = ChunkExtent::of(passed, Encoding::Utf8);
        let mut lines = 0;
        for IndexedRun { mut games, lines: passed } in games.runs {
            for row in &mut games.rows {
                let inside = FilePosition { line: lines + u64::from(row.line), column: 0, offset: row.start };
                let place = self.start.place(inside, &extent);
                (row.start, row.line) = (place.offset, u32::try_from(place.line).unwrap_or(u32::MAX));
            }
            lines += passed;
            self.games += games.rows.len() as u32;
            self.positions += games.positions() as u64;
            self.file.of_variants += games.of_variants;
            builder.add(games);
        }
        self.start = self.start.after(&extent);
    }

    /// Number of all its games.
    pub fn games(&self) -> u64 {
        self.file.games + u64::from(self.games)
    }

    /// Whether the file is still the one that was opened.
    pub fn is_as_it_was(&self, input: &InputFile) -> bool {
        stamp_of(input) == Some(self.file.stamp)
    }

    /// Its games so far are in this segment.
    pub fn written(&mut self, segment: u64) {
        if self.games > 0 {
            let end = self.start.place.offset;
            self.file.parts.push(IndexedPart { segment, first: self.first as u32, games: self.games, end });
        }
        self.file.games += u64::from(self.games);
        self.games = 0;
    }

    /// Its games so far are in this segment, and the next ones will begin another.
    pub fn interrupted(&mut self, segment: u64) {
        self.written(segment);
        self.first = 0;
    }

    /// The segments with its games.
    pub fn segments(&self) -> Vec<u64> {
        self.file.parts.iter().map(|part| part.segment).collect()
    }

    /// What the index keeps of it, when all its games are in segments.
    pub fn into_file(self) -> CatalogueFile {
        CatalogueFile { hash: self.hash.finish(), ..self.file }
    }
}
