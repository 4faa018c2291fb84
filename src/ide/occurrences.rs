//! Other occurrences of a position: in the game, its variations and other games, by any move order.

use std::ops::Range;

use vgn_engine::lint::Context;
use vgn_engine::replay::{Deviation, FastPass, PlayedMove, Visitor, resolve_game};
use vgn_engine::rules::{Position, SharedPosition, Variant, fingerprint, fingerprint_of_bitboards};

use super::line_of_play::index_at;
use super::open_game::OpenGame;
use super::tree::half_move_at;

/// A position as distinguished by article 9.2 of the FIDE laws, and its variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PositionKey {
    fingerprint: u64,
    variant: Variant,
}

impl PositionKey {
    /// The key of a position.
    pub fn of(position: &Position) -> PositionKey {
        PositionKey { fingerprint: fingerprint(position), variant: position.variant() }
    }

    pub(super) fn fingerprint(self) -> u64 {
        self.fingerprint
    }

    pub(super) fn variant(self) -> Variant {
        self.variant
    }
}

/// The position after the half-move at byte `place` of a game's text or that ends there, and the half-move's range.
pub fn position_key_at(open: &impl OpenGame, place: u32) -> Option<(PositionKey, Range<u32>)> {
    let token = half_move_at(&open.tree()?, place)?;
    let resolved = open.resolved()?;
    let start = u32::from(token.text_range().start());
    let half_move = &resolved.moves[index_at(&resolved.moves, start)?];
    Some((PositionKey::of(half_move.after.as_deref()?), half_move.range.clone()))
}

/// The half-moves of a game that reach the position, in text order, in bytes of the game's text. `fast_pass` reuses its
/// memory from game to game. `None` if cancelled.
pub fn occurrences(
    text: &str,
    wanted: PositionKey,
    context: &Context<'_>,
    fast_pass: &mut FastPass,
) -> Option<Vec<Range<u32>>> {
    let mut search = Search { fingerprint: wanted.fingerprint, found: Vec::new() };
    // This visitor is shown standard chess only.
    if fast_pass.visit(text.as_bytes(), 0, true, &mut search).is_some() {
        let is_chess = wanted.variant == Variant::Chess;
        return Some(search.found.into_iter().filter(|_| is_chess).collect());
    }
    let resolved = context.whole(text, resolve_game(text, context))?;
    let leads = |after: &Option<SharedPosition>| after.as_deref().is_some_and(|after| PositionKey::of(after) == wanted);
    Some(resolved.moves.into_iter().filter(|half_move| leads(&half_move.after)).map(|found| found.range).collect())
}

/// Collects the matching half-moves of a clean game.
struct Search {
    fingerprint: u64,
    found: Vec<Range<u32>>,
}

impl Visitor for Search {
    fn half_move(&mut self, range: Range<usize>, played: PlayedMove<'_>) -> Option<()> {
        if fingerprint_of_bitboards(played.after) == self.fingerprint {
            self.found.push(u32::try_from(range.start).ok()?..u32::try_from(range.end).ok()?);
        }
        Some(())
    }

    /// Deviations do not change the positions.
    fn deviation(&mut self, _deviation: Deviation) -> Option<()> {
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::open_game::StandaloneGame;
    use vgn_engine::lint::{FileKind, Settings};

    /// The games with the half-moves that reach the position after the one at `|`.
    fn shown(games: &[&str]) -> Vec<String> {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let marked = games.iter().find(|game| game.contains('|')).expect("a mark");
        let text = marked.replace('|', "");
        let place = marked.find('|').expect("a mark") as u32;
        let (wanted, _) = position_key_at(&StandaloneGame::of(&text), place).expect("a position");
        let mut fast_pass = FastPass::default();
        let show = |game: &&str| {
            let mut game = game.replace('|', "");
            let found = occurrences(&game, wanted, &context, &mut fast_pass).expect("not called off");
            for found in found.into_iter().rev() {
                game.insert(found.end as usize, '»');
                game.insert(found.start as usize, '«');
            }
            game
        };
        games.iter().map(show).collect()
    }

    #[test]
    fn moves_may_have_changed_places() {
        let games = [
            "1. e4 e5 2. Nf3 N|c6 3. Bb5 *",
            "[Result \"*\"]\n\n1. Nf3 Nc6 2. e4 «e5» 3. Bc4 *",
            "1. e4 (1. Nf3 e5 2. e4 «Nc6») e5 *",
            "[MoveFormat \"FCN\"]\n\n1. Pe2-e4 1.5 Nb8-c6 2. Ng1-f3 2.5 «Pe7-e5» *",
            "1. e4 Nc6 2. Ke7 e5 3. Nf3 broken *",
            "1. e4 e5 2. Nf3 «Nc6» 3. Ng1 Nb8 4. Nf3 «Nc6» 5. Nxe5 Ke4",
            "[Variant \"Crazyhouse\"]\n\n1. e4 e5 2. Nf3 Nc6 *",
            "1. e4 e5 2. Nf3 *",
        ];
        let plain: Vec<String> = games.iter().map(|game| game.replace(['«', '»'], "")).collect();
        let expected: Vec<String> = games.iter().map(|game| game.replace("N|c6", "«Nc6»")).collect();
        assert_eq!(shown(&plain.iter().map(String::as_str).collect::<Vec<_>>()), expected);
    }

    #[test]
    fn castling_rights_tell_positions_apart() {
        let games = [
            "1. e4 e5 2. Ke2 Ke7 3. Ke1 K|e8 4. Nf3 *",
            "1. e4 e5 2. Nf3 Nf6 3. Ng1 Ng8 4. Ke2 Ke7 5. Ke1 «Ke8» *",
            "1. e4 e5 *",
        ];
        let plain: Vec<String> = games.iter().map(|game| game.replace(['«', '»'], "")).collect();
        let expected: Vec<String> = games.iter().map(|game| game.replace("K|e8", "«Ke8»")).collect();
        assert_eq!(shown(&plain.iter().map(String::as_str).collect::<Vec<_>>()), expected);
    }
}
