//! The games in which a condition may hold, as far as an index tells them: only these are read.
//!
//! Of a condition that asks for whole positions an index knows candidates. Each is searched in its own text, with
//! the comments behind it, as in a scan, so that the hits are the same. Where that is not certain, the file is scanned.

use std::path::Path;

use rayon::ThreadPool;
use rayon::prelude::*;
use vgn_engine::source::{ChunkExtent, ChunkStart, FilePosition};
use vgn_search::Query;
use vgn_search::index::IndexedPlace;
use vgn_search::store::{CatalogueFile, StoreFault, StoreReader};

use super::search::{SearchedGames, Searcher};
use crate::batch::inputs::InputFile;
use crate::index::{StoredText, absolute, is_unchanged, texts_of};
use crate::print_error;

/// Games that are read at once.
const AT_ONCE: usize = 1024;
/// A scan is as quick if so many of a file's games are candidates: one of this number.
const SHARE: u64 = 4;

/// What an index tells of a condition.
pub struct FindCandidates {
    reader: StoreReader,
    /// For each input its file in the index, if only its candidates have to be read.
    files: Vec<Option<CandidateGames>>,
}

/// A file with its candidates.
pub struct CandidateGames {
    /// Index of the file in [`StoreReader::files`].
    file: usize,
    places: Vec<IndexedPlace>,
}

/// A game that was searched in its own text.
pub struct SearchedText<'t> {
    /// Its number in the file, from 1.
    pub number: u64,
    /// Where it starts in the file.
    pub start: ChunkStart,
    /// The game alone.
    pub searched: SearchedGames<'t>,
}

impl FindCandidates {
    /// Asks the index of a folder; `None` if it cannot help. A fault of the index is said.
    pub fn of(folder: &Path, query: &Query, inputs: &[InputFile]) -> Option<FindCandidates> {
        let keys = query.needed_positions()?;
        let said = |fault: StoreFault| {
            if !fault.is_absent() {
                print_error(&format!("{fault}; the games are read instead"));
            }
        };
        let reader = StoreReader::open(folder).map_err(said).ok()?;
        let known = |input: &InputFile| {
            let file = reader.file(&absolute(input)?)?;
            is_unchanged(input, &reader.files()[file]).then_some(file)
        };
        let files: Vec<Option<usize>> = inputs.iter().map(known).collect();
        let mut wanted = vec![false; reader.files().len()];
        files.iter().flatten().for_each(|file| wanted[*file] = true);
        let places = reader.games(&keys, &wanted).map_err(said).ok()?;
        let candidates = |file: usize| {
            let from = places.partition_point(|place| place.file < file);
            let until = places.partition_point(|place| place.file <= file);
            let places = places[from..until].to_vec();
            let CatalogueFile { games, is_compressed, .. } = reader.files()[file];
            // A compressed file is read from its start each time.
            let is_few = places.len() as u64 * SHARE <= games || places.len() <= 1;
            (is_few && (places.len() <= AT_ONCE || !is_compressed)).then_some(CandidateGames { file, places })
        };
        let files = files.into_iter().map(|file| file.and_then(candidates)).collect();
        Some(FindCandidates { reader, files })
    }

    /// Takes what it has of an input, by its place.
    pub fn take(&mut self, input: usize) -> Option<CandidateGames> {
        self.files.get_mut(input).and_then(Option::take)
    }

    /// Number of all games of a file.
    pub fn games(&self, file: &CandidateGames) -> u64 {
        self.reader.files()[file.file].games
    }

    /// Searches the candidates of a file, and passes them on in their order until `take` says that it is enough.
    /// Returns whether it was certain of all: if not, the file is to be scanned.
    pub fn search(
        &self,
        input: &InputFile,
        file: &CandidateGames,
        query: &Query,
        pool: &ThreadPool,
        mut take: impl FnMut(Vec<SearchedText<'_>>) -> bool,
    ) -> bool {
        for places in file.places.chunks(AT_ONCE) {
            let Ok(texts) = texts_of(input, &self.reader.files()[file.file], places) else { return false };
            let searched: Option<Vec<SearchedText<'_>>> = pool.install(|| {
                let games = places.par_iter().zip(&texts);
                let games = games.map_init(
                    || Searcher::new(query, input.kind),
                    |searcher, (place, text)| searched(searcher, place, text),
                );
                games.collect()
            });
            let Some(searched) = searched else { return false };
            if !take(searched) {
                return true;
            }
        }
        true
    }
}

/// Searches one game; `None` if the file has to tell more of it.
fn searched<'t>(searcher: &mut Searcher<'_>, place: &IndexedPlace, text: &'t StoredText) -> Option<SearchedText<'t>> {
    let searched = searcher.alone(text, place.number == 1)?;
    // Its column, if the game begins within a line, depends on what is before it.
    let begins_line = place.number == 1 || matches!(text.before, None | Some(b'\n' | b'\r'));
    let is_placed = begins_line || !searched.found.iter().any(|found| found.is_on_first_line());
    let before = ChunkExtent {
        end: FilePosition { line: u64::from(place.line), column: 0, offset: place.start },
        starts_with_line_feed: false,
        ends_with_carriage_return: text.before == Some(b'\r'),
    };
    let is_counted = place.line < u32::MAX;
    let start = ChunkStart::default().after(&before);
    (is_placed && is_counted).then_some(SearchedText { number: place.number, start, searched })
}
