//! The files of the index that are not open, as they are when somebody asks.

use std::collections::HashSet;
use std::sync::Arc;

use vgn_search::index::{IndexedPlace, MoveCode};
use vgn_search::{ResidentIndex, SearchKey};

use super::query::CandidatePlace;
use super::{IndexState, IndexedFile};
use crate::lsp::documents::address::Address;

/// Files, and the index that holds their positions; what changes later does not change it.
pub(super) struct ClosedFiles {
    pub(super) index: Arc<ResidentIndex<Arc<IndexedFile>>>,
    /// By the numbers of the files: their places in the order of the paths; `None` for those that do not count.
    pub(super) order: Vec<Option<usize>>,
    /// Files or games were left out.
    pub(super) is_bounded: bool,
}

impl IndexState {
    /// The files that are not open.
    pub(super) fn closed(&self, open: &HashSet<&Address>) -> ClosedFiles {
        let mut is_bounded = self.lacks_files;
        let mut order = vec![None; self.index.numbers()];
        for (place, number) in self.files.values().enumerate() {
            if let Some(file) = self.index.file(*number).filter(|file| !open.contains(&file.uri)) {
                order[*number] = Some(place);
                is_bounded |= file.lacks_games;
            }
        }
        ClosedFiles { index: self.index.clone(), order, is_bounded }
    }
}

impl ClosedFiles {
    /// Whether the main line of a game reaches the position.
    pub(super) fn reaches(&self, key: SearchKey) -> bool {
        self.index.explore(key, &self.order).sums.iter().any(|sums| sums.total.games > 0)
    }

    /// Passes on each game that may hold a position, with what it plays there, in the order of the files.
    pub(super) fn each_game(&self, key: SearchKey, mut take: impl FnMut(&IndexedFile, &[MoveCode], CandidatePlace)) {
        let mut games = self.index.played(key, |file| self.order.get(file).is_some_and(Option::is_some));
        games.sort_by_key(|(place, _)| (self.order[place.file], place.number));
        for (place, played) in &games {
            if let Some(file) = self.index.file(place.file) {
                take(file, played, file.candidate(place));
            }
        }
    }
}

impl IndexedFile {
    /// A game of the file.
    pub(super) fn candidate(&self, place: &IndexedPlace) -> CandidatePlace {
        CandidatePlace::File {
            path: self.path.clone(),
            uri: self.uri.clone(),
            start: place.start as usize,
            line: place.line,
        }
    }
}
