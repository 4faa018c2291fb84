//! Questions to the index: counts for a position, and the games with the highest ratings.

use std::collections::HashSet;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

use vgn_search::{ConfirmedGame, GameFacts, GameWalker, PlayedCode, ResidentTally, SoughtPosition, confirmed_game};

use super::{BOUNDS, GameIndex, PositionPlace, open_documents, places};
use crate::lsp::documents::address::Address;
use crate::lsp::documents::open::Documents;
use crate::lsp::documents::positions::{self, ClientEncoding};
use crate::lsp::documents::snapshot::{Snapshot, kind_of};
use crate::lsp::host::files;
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

impl IndexQuery {
    /// Counts and lists the games that reach a position; `None` if cancelled.
    pub fn report(&self, sought: &SoughtPosition, cancel: &Cancel) -> Option<PositionReport> {
        let open = self.open_documents();
        let mut tally = ResidentTally::default();
        let mut best = Vec::new();
        let mut is_whole = true;
        // Before the files are looked at: one that changes meanwhile makes the answer incomplete, never wrong.
        let is_complete = self.index.is_complete();
        self.count(&open, sought, cancel, &mut is_whole, |facts, played, place| {
            if tally.take(facts, played) {
                list(&mut best, facts.mean_rating(), place);
            }
        })?;
        let best = best.into_iter().filter_map(|candidate| {
            if cancel.is_cancelled() { None } else { self.confirm(&open, &candidate.place, sought) }
        });
        let best: Vec<_> = best.collect();
        (!cancel.is_cancelled()).then_some(PositionReport { tally, best, is_complete, is_bounded: !is_whole })
    }

    /// Passes on each game that may reach a position, with what it plays there and its place; `is_whole` becomes false
    /// if games or files are left out. `None` if cancelled.
    pub(super) fn count(
        &self,
        open: &[Snapshot],
        sought: &SoughtPosition,
        cancel: &Cancel,
        is_whole: &mut bool,
        mut take: impl FnMut(&GameFacts, &[PlayedCode], &dyn Fn() -> CandidatePlace),
    ) -> Option<()> {
        for (place, snapshot) in open.iter().enumerate() {
            if snapshot.text.len_bytes() as u64 > BOUNDS.bytes {
                *is_whole = false;
                continue;
            }
            *is_whole &= open_documents::walk(snapshot, cancel)?;
            for game in snapshot.find_games(cancel)?.games() {
                let Some(positions) = open_documents::known(&game) else { continue };
                let played = positions.played_in(sought.key());
                if !played.is_empty() {
                    take(&positions.facts, played, &|| CandidatePlace::Open(place, game.range()));
                }
            }
        }
        let (closed, lacks_files) = self.closed_files(open);
        *is_whole &= !lacks_files && !closed.iter().any(|(_, file)| file.lacks_games);
        for (path, file) in &closed {
            let games = file.index.games();
            file.index.each_game(sought.key(), |number, played| {
                let game = &games[number];
                let (start, line) = (game.start as usize, game.line);
                let place = || CandidatePlace::File { path: path.clone(), uri: file.uri.clone(), start, line };
                take(&game.facts, played, &place);
            });
        }
        Some(())
    }

    /// The open documents, the one that is asked about first.
    pub(super) fn open_documents(&self) -> Vec<Snapshot> {
        let mut uris = self.documents.uris();
        uris.sort_by_cached_key(|uri| (Some(uri) != self.own.as_ref(), uri.to_string()));
        uris.iter().filter_map(|uri| self.documents.snapshot(uri)).collect()
    }

    /// The files of the index that are not open, and whether some were left out.
    pub(super) fn closed_files(&self, open: &[Snapshot]) -> (Vec<(PathBuf, super::IndexedFile)>, bool) {
        let open: HashSet<&Address> = open.iter().map(|snapshot| &snapshot.uri).collect();
        let state = self.index.lock();
        let closed = state.files.iter().filter(|(_, file)| !open.contains(&file.uri));
        (closed.map(|(path, file)| (path.clone(), file.clone())).collect(), state.lacks_files)
    }

    /// The game as its own text has it; `None` if it does not reach the position, or has changed meanwhile.
    fn confirm(
        &self,
        open: &[Snapshot],
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
                let bytes = files()?.read(path, BOUNDS.file).ok().filter(|bytes| *start < bytes.len())?;
                let found = confirmed_game(&mut GameWalker::new(kind_of(uri, "")), &bytes, *start, sought)?;
                let range = places::range(&bytes, (*start, *line), found.range.clone(), self.encoding);
                Some((found, PositionPlace { uri: uri.clone(), range }))
            }
        }
    }
}

/// Lists a game if its rating is among the highest; of equal ones, earlier games are listed.
fn list(best: &mut Vec<ListCandidate>, rating: u16, place: impl FnOnce() -> CandidatePlace) {
    let at = best.partition_point(|other| other.rating >= rating);
    if at < MOST_LISTED {
        best.insert(at, ListCandidate { rating, place: place() });
        best.truncate(MOST_LISTED);
    }
}
