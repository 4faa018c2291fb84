//! Games that another file has too, for findings: the endings of all games in open documents are known, and the index
//! tells those of files.

use std::collections::HashMap;
use std::ops::Range;

use rayon::prelude::*;
use tower_lsp::lsp_types;
use vgn_engine::games::Game;
use vgn_engine::replay::SHORTEST;
use vgn_search::{GameWalker, PlayedMainLine, SearchKey};

use super::closed::ClosedFiles;
use super::copies::{AskedGame, CopySearch, ends_there};
use super::query::CandidatePlace;
use super::{IndexQuery, open_documents};
use crate::lsp::diagnostics::rendering::GameCache;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;

/// Maximum number of games of a document that are compared.
pub const MOST_GAMES: usize = 20_000;

/// Another place of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameElsewhere {
    pub uri: Address,
    /// Its first tag there.
    pub range: lsp_types::Range,
    /// The number of further places.
    pub more: usize,
    /// The first tag of the game itself, in bytes of its text.
    pub own_tag: Range<u32>,
}

/// A search for games in other files and documents, as all of them are now.
pub struct ElsewhereSearch<'q> {
    copies: CopySearch<'q>,
    /// The games of open documents by their final position.
    endings: HashMap<SearchKey, Vec<(usize, Range<usize>)>>,
    closed: ClosedFiles,
}

impl<'q> ElsewhereSearch<'q> {
    /// `None` if cancelled.
    pub fn new(query: &'q IndexQuery, cancel: &Cancel) -> Option<ElsewhereSearch<'q>> {
        let copies = CopySearch::new(query);
        let mut endings: HashMap<SearchKey, Vec<(usize, Range<usize>)>> = HashMap::new();
        for (place, snapshot) in copies.open.iter().enumerate() {
            let games = Some(snapshot.find_games(cancel)?).filter(|games| games.count() <= MOST_GAMES);
            let games: Vec<_> = games.into_iter().flat_map(|games| games.games()).filter(Game::is_game).collect();
            let keys: Vec<_> = games.par_iter().map(|game| (ending(snapshot, game, cancel), game.range())).collect();
            for (key, range) in keys {
                key.into_iter().for_each(|key| endings.entry(key).or_default().push((place, range.clone())));
            }
        }
        let closed = query.closed_files(&copies.open);
        (!cancel.is_cancelled()).then_some(ElsewhereSearch { copies, endings, closed })
    }

    /// The games of other files that end as a game does; `None` if cancelled.
    pub fn in_files(
        &self,
        snapshot: &Snapshot,
        game: &Game<'_, GameCache>,
        cancel: &Cancel,
    ) -> Option<Vec<CandidatePlace>> {
        let mut found = Vec::new();
        let key = ending(snapshot, game, cancel);
        if let Some(key) = key {
            self.closed.each_game(key, |file, played, place| {
                if ends_there(played) && file.uri != snapshot.uri {
                    found.push(place);
                }
            });
        }
        (!cancel.is_cancelled()).then_some(found)
    }

    /// Whether another game ends as this one does, in the same document or elsewhere; `None` if cancelled.
    pub fn is_repeated(&self, snapshot: &Snapshot, game: &Game<'_, GameCache>, cancel: &Cancel) -> Option<bool> {
        let key = ending(snapshot, game, cancel);
        let open = key.and_then(|key| self.endings.get(&key)).map_or(0, Vec::len);
        Some(open > 1 || !self.in_files(snapshot, game, cancel)?.is_empty())
    }

    /// Another place of a game, if it has one in another open document or among those of files; the outer `None` if
    /// cancelled.
    pub fn find(
        &mut self,
        snapshot: &Snapshot,
        game: &Game<'_, GameCache>,
        in_files: &[CandidatePlace],
        cancel: &Cancel,
    ) -> Option<Option<GameElsewhere>> {
        let key = ending(snapshot, game, cancel);
        let ending_so = key.and_then(|key| self.endings.get(&key)).into_iter().flatten();
        let others = ending_so.filter(|(place, _)| self.copies.open[*place].uri != snapshot.uri);
        let open = others.map(|(place, range)| CandidatePlace::Open(*place, range.clone()));
        let candidates: Vec<CandidatePlace> = open.chain(in_files.iter().cloned()).collect();
        if candidates.is_empty() {
            return (!cancel.is_cancelled()).then_some(None);
        }
        let bytes = open_documents::bytes_of(snapshot, game);
        let asked = AskedGame { snapshot, start: game.range().start, bytes: &bytes };
        let (places, own_tag) = self.copies.confirm(&candidates, &asked, cancel)?;
        let more = places.len().saturating_sub(1);
        let first = places.into_iter().next();
        Some(first.map(|place| GameElsewhere { uri: place.uri, range: place.range, more, own_tag }))
    }
}

/// The final position of a game's main line; `None` if it has none of chess, if so short a game is compared with none, or
/// if cancelled.
fn ending(snapshot: &Snapshot, game: &Game<'_, GameCache>, cancel: &Cancel) -> Option<SearchKey> {
    let known = &game.attachment().answers().ending;
    if let Some(known) = known.get() {
        return *known;
    }
    if cancel.is_cancelled() {
        return None;
    }
    let bytes = open_documents::bytes_of(snapshot, game);
    let line = PlayedMainLine::of(&mut GameWalker::new(snapshot.kind), &bytes);
    let last = line.last().filter(|_| line.moves.len() >= SHORTEST as usize);
    *known.get_or_init(|| last.map(|last| last.key()))
}
