//! The half-moves to and from a position in games outside a document: in other open documents, and by the index in the
//! workspace's files that are not open.

use std::collections::HashSet;
use std::sync::Arc;

use rayon::prelude::*;
use tower_lsp::lsp_types;
use vgn_engine::lint::{Context, Settings};
use vgn_engine::replay::FastPass;
use vgn_ide::{
    ExploredPosition, MoveStatsBuilder, OpenGame, Play, Position, PositionKey, PositionMove, StandaloneGame,
    position_moves,
};
use vgn_search::{SearchKey, SoughtPosition};

use crate::lsp::documents::address::Address;
use crate::lsp::documents::open::Documents;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::{Snapshot, kind_of};
use crate::lsp::game_index::{GameIndex, is_view};
use crate::lsp::requests::passages::PassageSide;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;

/// Games outside a document.
pub struct GamesElsewhere {
    pub documents: Arc<Documents>,
    pub index: Arc<GameIndex>,
    pub features: ClientFeatures,
}

/// A half-move in another document or file.
#[derive(Clone, Debug)]
pub struct OtherPlace {
    pub uri: Address,
    pub range: lsp_types::Range,
    /// As it is written there.
    pub written: String,
    /// The position at its other end, as FEN: of the first place of each half-move, if it is one of chess.
    pub fen: Option<String>,
}

/// The wanted half-moves, and the places of those in other games.
pub struct OtherPlaces<'b> {
    pub ways: &'b mut MoveStatsBuilder,
    /// The number that stands for the first place, in the place of a byte of the document.
    pub first: usize,
    pub all: Vec<OtherPlace>,
    seen: Vec<(u64, Play)>,
}

impl<'b> OtherPlaces<'b> {
    /// No places yet; numbers below `first` are bytes of the document.
    pub fn new(ways: &'b mut MoveStatsBuilder, first: usize) -> OtherPlaces<'b> {
        OtherPlaces { ways, first, all: Vec::new(), seen: Vec::new() }
    }

    /// Adds the half-moves of a game, with their places and their text.
    fn add(
        &mut self,
        (moves, result): (Vec<PositionMove>, Option<&str>),
        game: &impl OpenGame,
        is_into: bool,
        place: impl Fn(&PositionMove) -> (Address, lsp_types::Range),
    ) {
        let first = self.first + self.all.len();
        let mut numbered = moves.clone();
        for (number, half_move) in (0..).zip(&mut numbered) {
            half_move.range = number..number + 1;
        }
        self.ways.add(first, &numbered, result);
        for half_move in moves {
            let range = half_move.range.start as usize..half_move.range.end as usize;
            let (uri, place) = place(&half_move);
            let what = (half_move.before, half_move.play);
            let is_first = !self.seen.contains(&what);
            if is_first {
                self.seen.push(what);
            }
            let fen = is_first.then(|| fen_at(game, half_move.range.start, is_into)).flatten();
            let written = game.text().get(range).unwrap_or_default().to_owned();
            self.all.push(OtherPlace { uri, range: place, written, fen });
        }
    }
}

/// The position before a half-move of a game, or after it, as FEN.
fn fen_at(game: &impl OpenGame, place: u32, is_before: bool) -> Option<String> {
    let found = ExploredPosition::at(game, place, is_before)?;
    Some(SoughtPosition::of(found.position())?.fen())
}

impl GamesElsewhere {
    /// Adds the half-moves on a side of a position in all games outside a document. `None` if cancelled.
    pub fn add(
        &self,
        own: Option<&Address>,
        board: &Position,
        (side, is_into): (PassageSide, bool),
        found: &mut OtherPlaces<'_>,
        cancel: &Cancel,
    ) -> Option<()> {
        let wanted = PositionKey::of(board);
        let open = self.documents.uris();
        let others = open.iter().filter(|uri| Some(*uri) != own && !is_view(uri));
        for snapshot in others.filter_map(|uri| self.documents.snapshot(uri)) {
            self.add_open(&snapshot, wanted, (side, is_into), found, cancel)?;
        }
        let Some(sought) = SoughtPosition::of(board) else { return Some(()) };
        self.add_closed(sought.key(), &open.into_iter().collect(), wanted, (side, is_into), found, cancel)
    }

    fn add_open(
        &self,
        snapshot: &Snapshot,
        wanted: PositionKey,
        (side, is_into): (PassageSide, bool),
        found: &mut OtherPlaces<'_>,
        cancel: &Cancel,
    ) -> Option<()> {
        let games = snapshot.find_games(cancel)?;
        let context = snapshot.context_for(cancel);
        let games: Vec<_> = games.games().filter(|game| game.binary().is_none()).collect();
        let of_games = games.par_iter().map_init(FastPass::default, |fast_pass, game| {
            let range = game.range();
            if cancel.is_cancelled() {
                return None;
            }
            let mut moves = position_moves(&snapshot.text_of(range.clone()), wanted, &context, fast_pass)?;
            let passing = std::mem::take(side(&mut moves));
            (!passing.is_empty()).then_some((range, passing, moves.result))
        });
        for (range, moves, result) in of_games.collect::<Vec<_>>().into_iter().flatten() {
            let text = snapshot.text_of(range.clone());
            let place = |half_move: &PositionMove| {
                let at = positions::in_document(&range, half_move.range.clone());
                (snapshot.uri.clone(), positions::range(&snapshot.text, at, self.features.encoding))
            };
            found.add((moves, result), &snapshot.open_game(&range, &text, cancel), is_into, place);
        }
        (!cancel.is_cancelled()).then_some(())
    }

    fn add_closed(
        &self,
        key: SearchKey,
        open: &HashSet<Address>,
        wanted: PositionKey,
        (side, is_into): (PassageSide, bool),
        found: &mut OtherPlaces<'_>,
        cancel: &Cancel,
    ) -> Option<()> {
        let settings = Settings::default();
        let mut fast_pass = FastPass::default();
        for file in self.index.candidates(key, open).unwrap_or_default() {
            let context = Context::new(&settings, kind_of(&file.uri, "")).with_cancel(cancel);
            file.each_candidate(self.features.encoding, cancel, |text, in_file| {
                let Some(mut moves) = position_moves(text, wanted, &context, &mut fast_pass) else { return };
                let passing = std::mem::take(side(&mut moves));
                let game = StandaloneGame::new(text, context);
                let place = |half_move: &PositionMove| (file.uri.clone(), in_file(half_move.range.clone()));
                found.add((passing, moves.result), &game, is_into, place);
            })?;
        }
        Some(())
    }
}
