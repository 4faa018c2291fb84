//! The games of open documents and of the workspace's files in which a condition holds. Files are read and walked; where
//! the condition needs a position, the index names files that do not have it.

use std::collections::HashSet;
use std::ops::Range;
use std::path::{Path, PathBuf};

use rayon::prelude::*;
use tower_lsp::lsp_types;
use vgn_search::{GameHit, Query, SearchKey, TextHit, hits_in_text};

use super::{BOUNDS, IndexQuery, kind, open_documents, places};
use crate::lsp::diagnostics::workspace::is_compressed_game_file;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::host::files;
use crate::lsp::session::cancel::Cancel;

/// Number of files that are read at once.
const TOGETHER: usize = 4;

/// A game in which a condition holds.
#[derive(Clone, Debug)]
pub struct PlacedHit {
    pub uri: Address,
    /// Where the condition is first seen to hold; else the game's first character.
    pub range: lsp_types::Range,
    /// The number of the game in its file, counted from 1.
    pub number: usize,
    pub hit: GameHit,
    /// The game's bytes.
    pub bytes: Vec<u8>,
}

/// What a search has found.
#[derive(Debug, Default)]
pub struct FoundHits {
    /// At most as many as asked for.
    pub hits: Vec<PlacedHit>,
    /// Number of games in which the condition holds.
    pub total: usize,
    /// Number of games that were searched.
    pub searched: usize,
    /// Files beyond the bounds were left out.
    pub is_bounded: bool,
}

impl IndexQuery {
    /// The games in which a condition holds: of the document that is asked about, else of all open documents and of the
    /// files in folders. At most `most` are listed. `None` if cancelled.
    pub fn find(
        &self,
        query: &Query,
        folders: &[PathBuf],
        most: usize,
        mut report: impl FnMut(usize, usize),
        cancel: &Cancel,
    ) -> Option<FoundHits> {
        let mut found = FoundHits::default();
        let open = self.open_documents();
        let is_asked = |snapshot: &&Snapshot| self.own.as_ref().is_none_or(|own| *own == snapshot.uri);
        for snapshot in open.iter().filter(is_asked) {
            let (hits, games) = self.find_in_open(query, snapshot, cancel)?;
            found.add(hits, games, most);
        }
        if self.own.is_some() {
            return Some(found);
        }
        let Some(files) = files() else { return Some(found) };
        let listed = files.find_games(folders, &BOUNDS, cancel);
        found.is_bounded = !listed.is_whole;
        let open: HashSet<&Address> = open.iter().map(|snapshot| &snapshot.uri).collect();
        let lacking = query.needed_positions().map(|keys| self.without_positions(&keys)).unwrap_or_default();
        let wanted = listed.files.into_iter().filter_map(|path| Some((Address::of_file(&path)?, path)));
        let wanted: Vec<(Address, PathBuf)> =
            wanted.filter(|(uri, path)| !open.contains(uri) && !lacking.contains(path)).collect();
        for (done, part) in wanted.chunks(TOGETHER).enumerate() {
            report(done * TOGETHER, wanted.len());
            let of_files = part.par_iter().map(|(uri, path)| {
                let bytes = match files.read_games(path, BOUNDS.file) {
                    Ok(bytes) => bytes,
                    Err(_) => return Some((Vec::new(), 0)),
                };
                self.find_in_bytes(query, (uri, path), &bytes, cancel)
            });
            for of_file in of_files.collect::<Vec<_>>() {
                let (hits, games) = of_file?;
                found.add(hits, games, most);
            }
        }
        (!cancel.is_cancelled()).then_some(found)
    }

    /// The files of which the index knows that they have none of the positions.
    fn without_positions(&self, keys: &[SearchKey]) -> HashSet<PathBuf> {
        let (index, known) = {
            let state = self.index.lock();
            (state.index.clone(), state.files.clone())
        };
        let holding: HashSet<usize> = index.games(keys, |_| true).into_iter().map(|place| place.file).collect();
        let is_current = |path: &PathBuf, stamp| files().and_then(|files| files.stamp(path)) == Some(stamp);
        let lacks = |(path, number): &(PathBuf, usize)| {
            !holding.contains(number)
                && index.file(*number).is_some_and(|file| !file.lacks_games && is_current(path, file.stamp))
        };
        known.into_iter().filter(lacks).map(|(path, _)| path).collect()
    }

    fn find_in_open(&self, query: &Query, snapshot: &Snapshot, cancel: &Cancel) -> Option<(Vec<PlacedHit>, usize)> {
        let place = |range: Range<usize>| positions::range(&snapshot.text, range, self.encoding);
        let games = snapshot.find_games(cancel)?;
        let (mut hits, mut searched) = (Vec::new(), 0);
        if !games.games().any(|game| game.binary().is_some()) {
            let bytes = snapshot.text.to_string().into_bytes();
            let searched = hits_in_text(query, &bytes, snapshot.kind, cancel, |found| {
                let range = place(place_of(&found));
                let bytes = bytes[found.own.clone()].to_vec();
                let TextHit { hit, number, .. } = found;
                hits.push(PlacedHit { uri: snapshot.uri.clone(), range, number, hit, bytes });
            })?;
            return Some((hits, searched));
        }
        for game in games.games().filter(|game| game.is_game()) {
            let bytes = open_documents::bytes_of(snapshot, &game);
            searched += hits_in_text(query, &bytes, snapshot.kind, cancel, |found| {
                // The bytes of a section have no places in the text.
                let within = if game.binary().is_some() { found.own.start..found.own.start } else { place_of(&found) };
                let start = game.range().start;
                let range = place(start + within.start..start + within.end);
                let (bytes, number) = (bytes[found.own.clone()].to_vec(), game.number());
                hits.push(PlacedHit { uri: snapshot.uri.clone(), range, number, hit: found.hit, bytes });
            })?;
        }
        Some((hits, searched))
    }

    fn find_in_bytes(
        &self,
        query: &Query,
        (uri, path): (&Address, &Path),
        bytes: &[u8],
        cancel: &Cancel,
    ) -> Option<(Vec<PlacedHit>, usize)> {
        let mut hits = Vec::new();
        let mut counted = (0, 0);
        let searched = hits_in_text(query, bytes, kind(path, uri), cancel, |found| {
            let start = found.hit.game.start;
            counted = (start, counted.1 + places::lines(bytes, counted.0..start));
            let line = u32::try_from(counted.1).unwrap_or(u32::MAX);
            // A compressed text has no places in its file.
            let range = match is_compressed_game_file(path) {
                true => lsp_types::Range::default(),
                false => places::range(bytes, (start, line), place_of(&found), self.encoding),
            };
            let own = bytes[found.own.clone()].to_vec();
            let TextHit { hit, number, .. } = found;
            hits.push(PlacedHit { uri: uri.clone(), range, number, hit, bytes: own });
        })?;
        Some((hits, searched))
    }
}

impl FoundHits {
    fn add(&mut self, hits: Vec<PlacedHit>, games: usize, most: usize) {
        self.total += hits.len();
        self.searched += games;
        let room = most.saturating_sub(self.hits.len());
        self.hits.extend(hits.into_iter().take(room));
    }
}

fn place_of(found: &TextHit) -> Range<usize> {
    found.hit.place.clone().unwrap_or(found.own.start..found.own.start)
}
