//! The chapters of all studies, with the places of their half-moves.

use std::ops::ControlFlow;
use std::path::Path;

use rayon::ThreadPool;
use vgn_engine::source::{ChunkExtent, ChunkStart, Encoding, FilePosition, Locator};
use vgn_search::repertoire::own_side::{self, SideReason, StudySide};
use vgn_search::repertoire::{ChapterSink, StudyChapter};

use crate::batch::inputs::InputFile;
use crate::batch::walked::{WalkedGames, walk_files};

/// A file with its chapters.
pub struct StudyFile {
    pub input: InputFile,
    pub chapters: Vec<PlacedChapter>,
}

/// A chapter, and where it is.
pub struct PlacedChapter {
    pub chapter: StudyChapter,
    /// The game's own bytes.
    bytes: Box<[u8]>,
    start: ChunkStart,
}

impl PlacedChapter {
    /// The place of an offset in bytes of the game.
    pub fn place(&self, offset: usize) -> FilePosition {
        let encoding = Encoding::of(&self.bytes);
        let inside = Locator::new(&self.bytes, encoding).place(offset);
        self.start.place(inside, &ChunkExtent::of(&self.bytes, encoding))
    }

    /// The place of its first letter.
    pub fn first_place(&self) -> FilePosition {
        self.place(self.bytes.len() - self.bytes.trim_ascii_start().len())
    }

    /// The text of a half-move; of a binary section, that of UCI.
    pub fn text(&self, at: usize) -> String {
        self.chapter.moves[at].text(&self.bytes)
    }
}

/// Reads all chapters; also whether a file could not be read to its end.
pub fn read(inputs: Vec<InputFile>, pool: &ThreadPool, is_quiet: bool) -> (Vec<StudyFile>, bool) {
    let mut files: Vec<StudyFile> = Vec::new();
    let is_faulty = walk_files(inputs, pool, is_quiet, ChapterSink::default, |walked| {
        if walked.is_first || files.is_empty() {
            files.push(StudyFile { input: walked.input.clone(), chapters: Vec::new() });
        }
        if let Some(file) = files.last_mut() {
            place(walked, &mut file.chapters);
        }
        ControlFlow::Continue(())
    });
    (files, is_faulty)
}

fn place(walked: WalkedGames<'_, ChapterSink>, chapters: &mut Vec<PlacedChapter>) {
    let Some(first) = walked.sink.chapters.first() else { return };
    let before = &walked.bytes[..first.range.start];
    let mut start = walked.start.after(&ChunkExtent::of(before, Encoding::Utf8));
    let mut passed = first.range.start;
    for chapter in walked.sink.chapters {
        let gap = &walked.bytes[passed..chapter.range.start.max(passed)];
        start = start.after(&ChunkExtent::of(gap, Encoding::Utf8));
        let bytes: Box<[u8]> = walked.bytes[chapter.range.clone()].into();
        let extent = ChunkExtent::of(&bytes, Encoding::of(&bytes));
        passed = chapter.range.end;
        chapters.push(PlacedChapter { chapter, bytes, start });
        start = start.after(&extent);
    }
}

impl StudyFile {
    /// Whose lines each chapter has, and how that was told; `None` if it cannot be.
    pub fn own_sides(&self, chosen: Option<StudySide>) -> Vec<Option<(StudySide, SideReason)>> {
        let stem = self.input.shown_path().and_then(Path::file_stem).map(|stem| stem.to_string_lossy());
        let chapters = || self.chapters.iter().map(|placed| &placed.chapter);
        own_side::of_chapters(chapters().map(|chapter| chapter.orientation), chosen, stem.as_deref(), || {
            let untold = chapters().filter(|chapter| chapter.orientation.is_none());
            own_side::of_branches(untold.flat_map(StudyChapter::branching))
        })
    }
}
