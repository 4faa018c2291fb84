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
    /// The half-moves that lead to the position, at most `most`; none in a file that has changed meanwhile in such a way
    /// that they are not there any more. `None` if cancelled.
    pub fn places(
        &self,
        wanted: PositionKey,
        most: usize,
        encoding: ClientEncoding,
        cancel: &Cancel,
    ) -> Option<Vec<lsp_types::Range>> {
        let Some(Ok(bytes)) = files().map(|files| files.read(&self.path, BOUNDS.file)) else { return Some(Vec::new()) };
        let settings = Settings::default();
        let context = Context::new(&settings, kind_of(&self.uri, "")).with_cancel(cancel);
        let mut fast_pass = FastPass::default();
        let mut found = Vec::new();
        for game in &self.games {
            if cancel.is_cancelled() {
                return None;
            }
            let range = game.start..game.end.unwrap_or(bytes.len());
            let Some(part) = bytes.get(range.clone()).filter(|_| found.len() < most) else { break };
            let text = Encoding::of(part).decode(part);
            let place = |place: Range<u32>| {
                let place = place.start as usize..place.end as usize;
                places::range_of_text(&bytes, (range.start, game.line), &text, place, encoding)
            };
            found.extend(occurrences(&text, wanted, &context, &mut fast_pass)?.into_iter().map(place));
        }
        found.truncate(most);
        Some(found)
    }
}
