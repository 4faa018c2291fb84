//! The places of a position in files that are not open, by the index: only games that may hold it are read.

use std::collections::HashSet;
use std::ops::Range;
use std::path::PathBuf;

use tower_lsp::lsp_types;
use vgn_engine::lint::{Context, Settings};
use vgn_engine::replay::FastPass;
use vgn_engine::source::Encoding;
use vgn_ide::{PositionKey, occurrences};
use vgn_search::SearchKey;

use super::{BOUNDS, GameIndex, places};
use crate::lsp::diagnostics::workspace::is_compressed_game_file;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::positions::ClientEncoding;
use crate::lsp::documents::snapshot::kind_of;
use crate::lsp::host::files;
use crate::lsp::session::cancel::Cancel;

/// A file with the games that may hold a position.
pub struct CandidateFile {
    path: PathBuf,
    pub uri: Address,
    games: Vec<CandidateGame>,
}

struct CandidateGame {
    /// In bytes of the file.
    range: Range<usize>,
    /// Lines before its start.
    line: u32,
}

impl GameIndex {
    /// The files that are not open in which the position may occur, in main lines or variations, whether legal
    /// half-moves lead there or not; `None` if the index is not up to date.
    pub fn candidates(&self, key: SearchKey, open: &HashSet<Address>) -> Option<Vec<CandidateFile>> {
        if !self.is_complete() {
            return None;
        }
        let closed = self.lock().closed(&open.iter().collect());
        let is_closed = |file: usize| closed.order.get(file).is_some_and(Option::is_some);
        let places = closed.index.games(&[key], is_closed);
        let mut files: Vec<(Option<usize>, CandidateFile)> = Vec::new();
        for games in places.chunk_by(|one, other| one.file == other.file) {
            let (number, Some(file)) = (games[0].file, closed.index.file(games[0].file)) else { continue };
            // Its text has no places that an editor can show.
            if is_compressed_game_file(&file.path) {
                continue;
            }
            let games = games
                .iter()
                .map(|place| CandidateGame { range: place.start as usize..place.end as usize, line: place.line });
            let file = CandidateFile { path: file.path.clone(), uri: file.uri.clone(), games: games.collect() };
            files.push((closed.order[number], file));
        }
        files.sort_by_key(|(order, _)| *order);
        Some(files.into_iter().map(|(_, file)| file).collect())
    }
}

impl CandidateFile {
    /// Passes on the text of each game, and what finds the range in the file of one in that text; none if the file cannot
    /// be read any more. `None` if cancelled.
    pub fn each_candidate(
        &self,
        encoding: ClientEncoding,
        cancel: &Cancel,
        mut take: impl FnMut(&str, &dyn Fn(Range<u32>) -> lsp_types::Range),
    ) -> Option<()> {
        let Some(Ok(bytes)) = files().map(|files| files.read(&self.path, BOUNDS.file)) else { return Some(()) };
        for game in &self.games {
            if cancel.is_cancelled() {
                return None;
            }
            let range = game.range.clone();
            let Some(part) = bytes.get(range.clone()) else { break };
            let text = Encoding::of(part).decode(part);
            take(&text, &|place| {
                let place = place.start as usize..place.end as usize;
                places::range_of_text(&bytes, (range.start, game.line), &text, place, encoding)
            });
        }
        Some(())
    }

    /// The half-moves that lead to the position, at most `most`; none in a file that has changed meanwhile in such a way
    /// that they are not there any more. `None` if cancelled.
    pub fn places(
        &self,
        wanted: PositionKey,
        most: usize,
        encoding: ClientEncoding,
        cancel: &Cancel,
    ) -> Option<Vec<lsp_types::Range>> {
        let settings = Settings::default();
        let context = Context::new(&settings, kind_of(&self.uri, "")).with_cancel(cancel);
        let mut fast_pass = FastPass::default();
        let mut found = Vec::new();
        self.each_candidate(encoding, cancel, |text, in_file| {
            if found.len() < most {
                let places = occurrences(text, wanted, &context, &mut fast_pass).unwrap_or_default();
                found.extend(places.into_iter().map(in_file));
            }
        })?;
        if cancel.is_cancelled() {
            return None;
        }
        found.truncate(most);
        Some(found)
    }
}
