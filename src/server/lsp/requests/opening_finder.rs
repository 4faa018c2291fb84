//! The openings of a document's games, determined by their half-moves: each game is played once, as far as openings
//! reach, and the result is cached beside it until it is edited.

use vgn_engine::games::Game;
use vgn_engine::replay::FastPass;
use vgn_ide::{GameOpening, ReadMode, game_opening};

use crate::lsp::diagnostics::rendering::GameCache;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;

/// Bytes at the beginning of a game that contain its tags and its opening, with few exceptions.
const HEAD: usize = 1 << 12;
/// Size of a document, in bytes, above which only games that the fast pass reads have an opening.
const READ_ALL: usize = 1 << 20;

/// Finds the openings of many games.
pub struct OpeningFinder<'a> {
    snapshot: &'a Snapshot,
    cancel: &'a Cancel,
    fast_pass: FastPass,
}

impl<'a> OpeningFinder<'a> {
    /// For the games of a version.
    pub fn new(snapshot: &'a Snapshot, cancel: &'a Cancel) -> OpeningFinder<'a> {
        OpeningFinder { snapshot, cancel, fast_pass: FastPass::default() }
    }

    /// A game's opening.
    pub fn opening(&mut self, game: &Game<'_, GameCache>) -> Option<GameOpening> {
        if let Some(known) = game.attachment().answers().opening.get() {
            return known.clone();
        }
        let (snapshot, range) = (self.snapshot, game.range());
        if game.binary().is_some() {
            return None;
        }
        let head = snapshot.text_of(range.start..range.end.min(range.start + HEAD));
        // The last half-move may be cut off.
        let whole = head.len() == range.len();
        let head = if whole { &*head } else { &head[..head.rfind(char::is_whitespace).unwrap_or(0)] };
        let reading = if snapshot.text.len_bytes() > READ_ALL { ReadMode::Plain } else { ReadMode::All };
        let found = game_opening(head, reading, &snapshot.context_for(self.cancel), &mut self.fast_pass);
        match self.cancel.is_cancelled() {
            true => found,
            false => game.attachment().answers().opening.get_or_init(|| found).clone(),
        }
    }
}
