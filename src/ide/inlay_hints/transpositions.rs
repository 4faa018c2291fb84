//! Half-moves by which two lines meet: within a game, and what has to be known of a half-move to look for it in others.

use std::collections::HashMap;
use std::ops::Range;

use super::Hint;
use crate::analysis::{Resolved, ResolvedMove};
use crate::ide::hover::named_in_label;
use crate::ide::passed::MOST_PASSED;
use crate::rules::{SharedPosition, Variant};

/// A half-move to a position that another game may come to from another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Transposing {
    /// The positions before and after it, as fingerprints.
    pub before: u64,
    pub after: u64,
    /// In bytes of the game's text.
    pub range: Range<u32>,
}

impl Transposing {
    /// The hint that says where.
    pub fn hint(&self, label: String) -> Hint {
        Hint::behind(&self.range, label)
    }
}

/// The half-moves of a range that may be where another game's line is met: of the openings of standard chess, without those
/// that meet a line of their own game.
pub fn transposing(text: &str, asked: &Range<u32>, resolved: &Resolved) -> Vec<Transposing> {
    let told = in_game(text, asked, resolved);
    let is_told = |start: u32| told.binary_search_by_key(&start, |hint| hint.about).is_ok();
    let early = of_range(asked, resolved).filter(|half_move| half_move.ply < MOST_PASSED);
    let transposing = early.filter(|half_move| !is_told(half_move.range.start)).filter_map(|half_move| {
        let (before, after) = (half_move.before.as_ref()?, half_move.after.as_ref()?);
        let range = half_move.range.clone();
        let is_chess = after.variant() == Variant::Chess;
        is_chess.then(|| Transposing { before: before.fingerprint(), after: after.fingerprint(), range })
    });
    transposing.collect()
}

fn of_range<'r>(asked: &Range<u32>, resolved: &'r Resolved) -> impl Iterator<Item = &'r ResolvedMove> {
    let asked = asked.start..=asked.end;
    resolved.moves.iter().filter(move |half_move| asked.contains(&half_move.range.end))
}

/// Half-moves of the range to whose positions another line comes from another one, each with the first half-move that does.
pub fn in_game(text: &str, asked: &Range<u32>, resolved: &Resolved) -> Vec<Hint> {
    let line_of = |half_move: &ResolvedMove| (half_move.line, half_move.depth);
    let before = |half_move: &ResolvedMove| half_move.before.as_ref().map(SharedPosition::fingerprint);
    let key = |half_move: &ResolvedMove| half_move.after.as_ref().map(SharedPosition::fingerprint);
    let mut wanted: HashMap<u64, Vec<&ResolvedMove>> =
        of_range(asked, resolved).filter_map(|half_move| Some((key(half_move)?, Vec::new()))).collect();
    for half_move in &resolved.moves {
        if let Some(places) = key(half_move).and_then(|key| wanted.get_mut(&key)) {
            // One of each line is enough.
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
    of_range(asked, resolved).filter_map(hint).collect()
}
