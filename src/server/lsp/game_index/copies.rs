//! The other places of a game: games with the same players, final position and number of half-moves, in the workspace's
//! files and in open documents. The index finds those that end in the same position; each is confirmed on its text.

use std::ops::Range;

use tower_lsp::lsp_types;
use vgn_engine::replay::Identity;
use vgn_search::index::MoveCode;
use vgn_search::{GameWalker, IdentifiedGame, PlayedMainLine};

use super::query::CandidatePlace;
use super::reading::ReadFiles;
use super::{IndexQuery, PositionPlace, kind, open_documents, places};
use crate::lsp::diagnostics::workspace::is_compressed_game_file;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;

/// Maximum number of copies of a game that are listed.
const MOST: usize = 100;
/// Maximum number of games with the same final position that are compared.
const MOST_COMPARED: usize = 1_000;

/// Searches for copies of games; files that are read stay in memory until it ends.
pub struct CopySearch<'q> {
    query: &'q IndexQuery,
    pub(super) open: Vec<Snapshot>,
    files: ReadFiles,
}

/// Whether a game that plays this in a position ends there.
pub(super) fn ends_there(played: &[MoveCode]) -> bool {
    played.contains(&MoveCode::END)
}

/// A game that is asked about.
pub struct AskedGame<'a> {
    /// The document that has it, and its start there, in bytes.
    pub snapshot: &'a Snapshot,
    pub start: usize,
    pub bytes: &'a [u8],
}

impl<'q> CopySearch<'q> {
    /// A search in the present documents and files.
    pub fn new(query: &'q IndexQuery) -> CopySearch<'q> {
        CopySearch { query, open: query.open_documents(), files: ReadFiles::default() }
    }

    /// The other games that are the same, those in the own document first: each by its first tag. `None` if cancelled.
    pub fn copies(&mut self, asked: &AskedGame<'_>, cancel: &Cancel) -> Option<Vec<PositionPlace>> {
        let line = PlayedMainLine::of(&mut GameWalker::new(asked.snapshot.kind), asked.bytes);
        let Some(last) = line.last() else { return Some(Vec::new()) };
        let mut candidates = Vec::new();
        self.query.each_game(&self.open, &last, cancel, |played, place| {
            if ends_there(played) {
                candidates.push(place);
            }
        })?;
        self.confirm(&candidates, asked, cancel).map(|(found, _)| found)
    }

    /// The places of the candidates that are the same game, and the first tag of that game; `None` if cancelled.
    pub(super) fn confirm(
        &mut self,
        candidates: &[CandidatePlace],
        asked: &AskedGame<'_>,
        cancel: &Cancel,
    ) -> Option<(Vec<PositionPlace>, Range<u32>)> {
        let mut found = Vec::new();
        let is_own = |candidate: &CandidatePlace| match candidate {
            CandidatePlace::Open(place, range) => {
                self.open[*place].uri == asked.snapshot.uri && range.start == asked.start
            }
            CandidatePlace::File { .. } => false,
        };
        let candidates: Vec<_> = candidates.iter().filter(|candidate| !is_own(candidate)).collect();
        let own = IdentifiedGame::first(asked.bytes, asked.snapshot.kind, cancel).filter(|_| !candidates.is_empty());
        let Some(IdentifiedGame { identity, .. }) = own else {
            return (!cancel.is_cancelled()).then_some((found, 0..0));
        };
        for candidate in candidates.into_iter().take(MOST_COMPARED) {
            if cancel.is_cancelled() {
                return None;
            }
            found.extend(self.confirmed(candidate, &identity, cancel));
        }
        found.truncate(MOST);
        Some((found, identity.first_tag()))
    }

    /// The place of a candidate, if it is the same game.
    fn confirmed(&mut self, candidate: &CandidatePlace, wanted: &Identity, cancel: &Cancel) -> Option<PositionPlace> {
        let encoding = self.query.encoding;
        match candidate {
            CandidatePlace::Open(place, range) => {
                let snapshot = &self.open[*place];
                let game = snapshot.games().game_at(range.start)?;
                let bytes = open_documents::bytes_of(snapshot, &game);
                let other = IdentifiedGame::first(&bytes, snapshot.kind, cancel)?;
                if !other.identity.is_same(wanted) {
                    return None;
                }
                let tag = positions::in_document(range, other.identity.first_tag());
                let range = positions::range(&snapshot.text, tag, encoding);
                Some(PositionPlace { uri: snapshot.uri.clone(), range })
            }
            CandidatePlace::File { path, uri, start, line } => {
                let bytes = self.files.get(path)?;
                let game = bytes.get(*start..)?;
                let other = IdentifiedGame::first(game, kind(path, uri), cancel)?;
                if !other.identity.is_same(wanted) {
                    return None;
                }
                let tag = as_usize(other.identity.first_tag());
                let range = match is_compressed_game_file(path) {
                    true => lsp_types::Range::default(),
                    false => places::range_of_text(&bytes, (*start, *line), &other.text, tag, encoding),
                };
                Some(PositionPlace { uri: uri.clone(), range })
            }
        }
    }
}

fn as_usize(range: Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}
