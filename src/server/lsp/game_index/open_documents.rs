//! The positions of the games in open documents, with what is not saved.

use std::borrow::Cow;
use std::sync::Arc;

use rayon::prelude::*;
use vgn_engine::games::Game;
use vgn_search::index::IndexedGames;
use vgn_search::{GamePositions, GameWalker};

use crate::lsp::diagnostics::rendering::GameCache;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;

/// Maximum length of a game, in bytes; a longer one is left out.
const LONGEST_GAME: usize = 4 << 20;

/// Walks the games that have changed since somebody asked last; `None` if cancelled. False if games were left out.
pub fn walk(snapshot: &Snapshot, cancel: &Cancel) -> Option<bool> {
    let games = snapshot.find_games(cancel)?;
    let is_wanted = |game: &Game<'_, GameCache>| game.is_game() && game.range().len() <= LONGEST_GAME;
    let new: Vec<_> = games.games().filter(is_wanted).filter(|game| known(game).is_none()).collect();
    new.par_iter().for_each_init(
        || GameWalker::new(snapshot.kind),
        |walker, game| {
            if !cancel.is_cancelled() {
                let bytes = bytes_of(snapshot, game);
                let mut walked = IndexedGames::default();
                let is_walked = walker.game(&bytes, 0, true, &mut walked).is_some();
                let positions = if is_walked { GamePositions::of(&walked) } else { GamePositions::default() };
                game.attachment().answers().positions.get_or_init(|| Arc::new(positions));
            }
        },
    );
    let is_whole = !games.games().any(|game| game.range().len() > LONGEST_GAME);
    (!cancel.is_cancelled()).then_some(is_whole)
}

/// The positions of a game, if it has been walked.
pub fn known<'g>(game: &Game<'g, GameCache>) -> Option<&'g Arc<GamePositions>> {
    game.attachment().answers().positions.get()
}

/// The bytes of a game: its text, with the section that the file on disk has.
pub fn bytes_of<'s>(snapshot: &'s Snapshot, game: &Game<'_, GameCache>) -> Cow<'s, [u8]> {
    let text = match snapshot.text_of(game.range()) {
        Cow::Borrowed(text) => Cow::Borrowed(text.as_bytes()),
        Cow::Owned(text) => Cow::Owned(text.into_bytes()),
    };
    let section = game.binary().and_then(|start| {
        let whole = std::str::from_utf8(&text).ok()?;
        Some([&text[..start], snapshot.disk.get().section(whole, start).ok()?].concat())
    });
    section.map_or(text, Cow::Owned)
}
