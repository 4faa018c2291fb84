//! Transpositions within a game, and candidates for transpositions to other games.

use std::collections::HashMap;
use std::ops::Range;

use vgn_engine::replay::{Resolved, ResolvedMove};
use vgn_engine::rules::{SharedPosition, Variant};

use super::Hint;
use crate::hover::named_in_label;
use crate::opening_positions::OPENING_PLIES;

/// A half-move whose position another game may reach from a different position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranspositionCandidate {
    /// Fingerprints of the positions before and after it.
    pub before: u64,
    pub after: u64,
    /// In bytes of the game's text.
    pub range: Range<u32>,
}

impl TranspositionCandidate {
    /// The hint for a transposition.
    pub fn hint(&self, label: String) -> Hint {
        Hint::behind(&self.range, label)
    }
}

/// The half-moves of a range that may transpose to another game: those in the opening of standard chess that do not
/// transpose within their own game.
pub fn transposition_candidates(
    text: &str,
    requested: &Range<u32>,
    resolved: &Resolved,
) -> Vec<TranspositionCandidate> {
    let own_hints = in_game(text, requested, resolved);
    let is_own = |start: u32| own_hints.binary_search_by_key(&start, |hint| hint.target).is_ok();
    let early = of_range(requested, resolved).filter(|half_move| half_move.ply < OPENING_PLIES);
    let transposition_candidates = early.filter(|half_move| !is_own(half_move.range.start)).filter_map(|half_move| {
        let (before, after) = (half_move.before.as_ref()?, half_move.after.as_ref()?);
        let range = half_move.range.clone();
        let is_chess = after.variant() == Variant::Chess;
        is_chess.then(|| TranspositionCandidate { before: before.fingerprint(), after: after.fingerprint(), range })
    });
    transposition_candidates.collect()
}

fn of_range<'r>(requested: &Range<u32>, resolved: &'r Resolved) -> impl Iterator<Item = &'r ResolvedMove> {
    let requested = requested.start..=requested.end;
    resolved.moves.iter().filter(move |half_move| requested.contains(&half_move.range.end))
}

/// The half-moves of the range whose position another line reaches from a different position, each with the first such
/// half-move.
pub fn in_game(text: &str, requested: &Range<u32>, resolved: &Resolved) -> Vec<Hint> {
    let line_of = |half_move: &ResolvedMove| (half_move.line, half_move.depth);
    let before = |half_move: &ResolvedMove| half_move.before.as_ref().map(SharedPosition::fingerprint);
    let key = |half_move: &ResolvedMove| half_move.after.as_ref().map(SharedPosition::fingerprint);
    let mut wanted: HashMap<u64, Vec<&ResolvedMove>> =
        of_range(requested, resolved).filter_map(|half_move| Some((key(half_move)?, Vec::new()))).collect();
    for half_move in &resolved.moves {
        if let Some(places) = key(half_move).and_then(|key| wanted.get_mut(&key)) {
            // One half-move per line suffices.
            if !places.iter().any(|place| line_of(place) == line_of(half_move)) {
                places.push(half_move);
            }
        }
    }
    let hint = |half_move: &ResolvedMove| {
        let places = wanted.get(&key(half_move)?)?;
        let is_met =
            |place: &&&ResolvedMove| line_of(place) != line_of(half_move) && before(place) != before(half_move);
        let other = places.iter().find(is_met)?;
        let written = text.get(other.range.start as usize..other.range.end as usize)?;
        let name = named_in_label(resolved.format, other.number, other.color, written);
        Some(Hint::behind(&half_move.range, format!("= {name}")))
    };
    of_range(requested, resolved).filter_map(hint).collect()
}
