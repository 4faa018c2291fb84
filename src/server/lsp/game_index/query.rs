//! Questions to the index: counts for a position, and the games with the highest ratings.

use std::cmp::Reverse;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use tower_lsp::lsp_types;
use vgn_search::index::MoveCode;
use vgn_search::{ConfirmedGame, GameWalker, ResidentTally, SoughtPosition, confirmed_game};

use super::closed::ClosedFiles;
use super::reading::ReadFiles;
use super::{BOUNDS, GameIndex, PositionPlace, kind, open_documents, places};
use crate::lsp::custom::{decoded, find};
use crate::lsp::diagnostics::workspace::is_compressed_game_file;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::open::Documents;
use crate::lsp::documents::positions::{self, ClientEncoding};
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;

/// Number of games that are listed.
const MOST_LISTED: usize = 8;

/// A question about a position.
pub struct IndexQuery {
    pub documents: Arc<Documents>,
    pub index: Arc<GameIndex>,
    /// The document that is asked about: of equal games, its own are listed first.
    pub own: Option<Address>,
    pub encoding: ClientEncoding,
}

/// What is known of a position.
pub struct PositionReport {
    pub tally: ResidentTally,
    /// The games with the highest ratings, confirmed on their text, with their places.
    pub best: Vec<(ConfirmedGame, PositionPlace)>,
    /// All files of the workspace have been counted, up to the bounds.
    pub is_complete: bool,
    /// Files or games beyond the bounds were left out.
    pub is_bounded: bool,
}

/// A game that may be listed.
struct ListCandidate {
    rating: u16,
    place: CandidatePlace,
}

/// A game that may be wanted.
#[derive(Clone, Debug)]
pub enum CandidatePlace {
    /// A game of a snapshot, by its place in the list of snapshots.
    Open(usize, Range<usize>),
    /// A game of a file: its start, and the lines before it.
    File { path: PathBuf, uri: Address, start: usize, line: u32 },
}

/// Counts, and the games that may be listed.
pub(super) struct TalliedGames {
    pub tally: ResidentTally,
    best: Vec<ListCandidate>,
    /// Files or games were left out.
    is_bounded: bool,
}

impl IndexQuery {
    /// Counts and lists the games that reach a position; `None` if cancelled.
    pub fn report(&self, sought: &SoughtPosition, cancel: &Cancel) -> Option<PositionReport> {
        let open = self.open_documents();
        // Before the files are looked at: one that changes meanwhile makes the answer incomplete, never wrong.
        let is_complete = self.index.is_complete();
        let TalliedGames { tally, best, is_bounded } = self.tally(&open, sought, None, cancel)?;
        let mut read = ReadFiles::default();
        let best = best.into_iter().filter_map(|candidate| {
            if cancel.is_cancelled() { None } else { self.confirm(&open, &mut read, &candidate.place, sought) }
        });
        let best: Vec<_> = best.collect();
        (!cancel.is_cancelled()).then_some(PositionReport { tally, best, is_complete, is_bounded })
    }

    /// Counts the games that reach a position, without the game that starts at a byte of the document that is asked
    /// about; `None` if cancelled.
    pub(super) fn tally(
        &self,
        open: &[Snapshot],
        sought: &SoughtPosition,
        without: Option<usize>,
        cancel: &Cancel,
    ) -> Option<TalliedGames> {
        let mut all = TalliedGames { tally: ResidentTally::default(), best: Vec::new(), is_bounded: false };
        for (place, snapshot) in open.iter().enumerate() {
            if snapshot.text.len_bytes() as u64 > BOUNDS.bytes {
                all.is_bounded = true;
                continue;
            }
            all.is_bounded |= !open_documents::walk(snapshot, cancel)?;
            let without = without.filter(|_| Some(&snapshot.uri) == self.own.as_ref());
            for game in snapshot.find_games(cancel)?.games() {
                let Some(positions) = open_documents::known(&game) else { continue };
                if Some(game.range().start) == without {
                    continue;
                }
                if all.tally.take(&positions.facts, positions.played_in(sought.key())) {
                    let place = || CandidatePlace::Open(place, game.range());
                    list(&mut all.best, positions.facts.mean_rating(), place);
                }
            }
        }
        let closed = self.closed_files(open);
        all.is_bounded |= closed.is_bounded;
        let mut found = closed.index.explore(sought.key(), &closed.order);
        found.sums.iter().for_each(|sums| all.tally.add(sums));
        found.best.sort_by_key(|place| (Reverse(place.rating), closed.order[place.file], place.number));
        for place in found.best.into_iter().take(MOST_LISTED) {
            if let Some(file) = closed.index.file(place.file) {
                list(&mut all.best, place.rating, || file.candidate(&place));
            }
        }
        Some(all)
    }

    /// Passes on what each game that may reach a position plays there, and its place: those of open documents first, then
    /// those of files. `None` if cancelled.
    pub(super) fn each_game(
        &self,
        open: &[Snapshot],
        sought: &SoughtPosition,
        cancel: &Cancel,
        mut take: impl FnMut(&[MoveCode], CandidatePlace),
    ) -> Option<()> {
        for (place, snapshot) in open.iter().enumerate() {
            if snapshot.text.len_bytes() as u64 > BOUNDS.bytes {
                continue;
            }
            open_documents::walk(snapshot, cancel)?;
            for game in snapshot.find_games(cancel)?.games() {
                let Some(positions) = open_documents::known(&game) else { continue };
                let played = positions.played_in(sought.key());
                if !played.is_empty() {
                    take(played, CandidatePlace::Open(place, game.range()));
                }
            }
        }
        self.closed_files(open).each_game(sought.key(), |_, played, place| take(played, place));
        Some(())
    }

    /// The open documents, the one that is asked about first. Views of other files are none of their own.
    pub(super) fn open_documents(&self) -> Vec<Snapshot> {
        let mut uris = self.documents.uris();
        uris.retain(|uri| !is_view(uri));
        uris.sort_by_cached_key(|uri| (Some(uri) != self.own.as_ref(), uri.to_string()));
        uris.iter().filter_map(|uri| self.documents.snapshot(uri)).collect()
    }

    /// The files of the index that are not open.
    pub(super) fn closed_files(&self, open: &[Snapshot]) -> ClosedFiles {
        self.index.lock().closed(&open.iter().map(|snapshot| &snapshot.uri).collect())
    }

    /// The game as its own text has it; `None` if it does not reach the position, or has changed meanwhile.
    fn confirm(
        &self,
        open: &[Snapshot],
        read: &mut ReadFiles,
        place: &CandidatePlace,
        sought: &SoughtPosition,
    ) -> Option<(ConfirmedGame, PositionPlace)> {
        match place {
            CandidatePlace::Open(place, range) => {
                let snapshot = &open[*place];
                let game = snapshot.games().game_at(range.start)?;
                let bytes = open_documents::bytes_of(snapshot, &game);
                let found = confirmed_game(&mut GameWalker::new(snapshot.kind), &bytes, 0, sought)?;
                // The bytes of a section have no places in the text.
                let within = if game.binary().is_some() { 0..0 } else { found.range.clone() };
                let at = range.start + within.start..range.start + within.end;
                let range = positions::range(&snapshot.text, at, self.encoding);
                Some((found, PositionPlace { uri: snapshot.uri.clone(), range }))
            }
            CandidatePlace::File { path, uri, start, line } => {
                let bytes = read.get(path).filter(|bytes| *start < bytes.len())?;
                let found = confirmed_game(&mut GameWalker::new(kind(path, uri)), &bytes, *start, sought)?;
                let range = match is_compressed_game_file(path) {
                    true => lsp_types::Range::default(),
                    false => places::range(&bytes, (*start, *line), found.range.clone(), self.encoding),
                };
                Some((found, PositionPlace { uri: uri.clone(), range }))
            }
        }
    }
}

/// Whether a document shows games of other files.
pub fn is_view(uri: &Address) -> bool {
    [decoded::SCHEME, find::SCHEME].contains(&uri.spelling().scheme())
}

/// Lists a game if its rating is among the highest; of equal ones, earlier games are listed.
fn list(best: &mut Vec<ListCandidate>, rating: u16, place: impl FnOnce() -> CandidatePlace) {
    let at = best.partition_point(|other| other.rating >= rating);
    if at < MOST_LISTED {
        best.insert(at, ListCandidate { rating, place: place() });
        best.truncate(MOST_LISTED);
    }
}
