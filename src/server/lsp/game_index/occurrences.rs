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
    /// In bytes of the file; `None` for the end of the file.
    start: usize,
    end: Option<usize>,
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
        let state = self.lock();
        let closed = state.files.iter().filter(|(_, file)| !open.contains(&file.uri));
        let candidate = |(path, file): (&PathBuf, &super::IndexedFile)| {
            let all = file.index.games();
            let mut games = Vec::new();
            file.index.each_game(key, |number, _| {
                let end = all.get(number + 1).map(|next| next.start as usize);
                games.push(CandidateGame { start: all[number].start as usize, end, line: all[number].line });
            });
            (!games.is_empty()).then(|| CandidateFile { path: path.clone(), uri: file.uri.clone(), games })
        };
        Some(closed.filter_map(candidate).collect())
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
            let range = game.start..game.end.unwrap_or(bytes.len());
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
