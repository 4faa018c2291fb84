//! Half-moves along their line: from the game's first one, across the variations that contain it.

use std::collections::HashSet;

use shakmaty::{CastlingSide, Move, Square};
use vgn_engine::notation::EndMark;
use vgn_engine::openings::{Opening, named};
use vgn_engine::replay::{HalfMove, ResolvedMove};
use vgn_engine::rules::{Bitboards, Play};

/// Number of half-moves of a line to examine for its opening.
const OPENING: u32 = 60;

/// The half-moves that lead to one, last first.
pub fn before<'r>(moves: &'r [ResolvedMove], of: &ResolvedMove) -> impl Iterator<Item = &'r ResolvedMove> {
    let (mut line, mut depth, mut next) = (of.line, of.depth, of.ply);
    moves.iter().rev().filter(move |half_move| {
        // The first one outside belongs to the line that the variation leaves.
        if half_move.depth < depth {
            (line, depth) = (half_move.line, half_move.depth);
        }
        let is_before = (half_move.line, half_move.depth) == (line, depth) && half_move.ply + 1 == next;
        if is_before {
            next -= 1;
        }
        is_before
    })
}

/// The index of the half-move that starts at an offset in the game's text.
pub fn index_at(moves: &[ResolvedMove], start: u32) -> Option<usize> {
    moves.binary_search_by_key(&start, |half_move| half_move.range.start).ok()
}

/// A half-move in the form that notations spell, without an end mark; `None` if it cannot be played.
pub fn spellable(half_move: &ResolvedMove) -> Option<HalfMove<'_>> {
    let (before, play, after) = (half_move.before.as_deref()?, half_move.play.as_ref()?, half_move.after.as_deref()?);
    Some(HalfMove { before, play, after, end: EndMark::None })
}

/// Origins (except for drops) and targets of the pieces of a half-move; in castling the king first.
pub fn steps(half_move: &ResolvedMove) -> Vec<(Option<Square>, Square)> {
    half_move.play.as_ref().map(steps_of).unwrap_or_default()
}

/// The squares that a half-move leaves (except in drops) and reaches; in castling the king's.
pub fn squares_of(half_move: &ResolvedMove) -> Vec<String> {
    let squares = steps(half_move).into_iter().take(1).flat_map(|(from, to)| from.into_iter().chain([to]));
    squares.map(|square| square.to_string()).collect()
}

/// Like [`steps`], for a play.
pub fn steps_of(play: &Play) -> Vec<(Option<Square>, Square)> {
    match *play {
        Play::Move(Move::Castle { king, rook }) => {
            let side = CastlingSide::from_king_side(king < rook);
            let on_rank = |file| Square::from_coords(file, king.rank());
            vec![(Some(king), on_rank(side.king_to_file())), (Some(rook), on_rank(side.rook_to_file()))]
        }
        Play::Move(half_move) => vec![(half_move.from(), half_move.to())],
        Play::Arrival { from, to, .. } => vec![(Some(from), to)],
        Play::Null => Vec::new(),
    }
}

/// The half-move that the first one of a variation replaces.
pub fn replaced<'r>(moves: &'r [ResolvedMove], first: &ResolvedMove) -> Option<&'r ResolvedMove> {
    let depth = first.depth.checked_sub(1)?;
    let outer = moves.iter().rev().filter(|outer| outer.range.start < first.line && outer.depth == depth);
    let mut outer = outer.peekable();
    let line = outer.peek()?.line;
    outer.take_while(|outer| outer.line == line).find(|outer| outer.ply == first.ply)
}

/// The first half-moves of the variations on a half-move.
pub fn alternatives<'r>(moves: &'r [ResolvedMove], of: &ResolvedMove) -> Vec<&'r ResolvedMove> {
    let mut lines = HashSet::new();
    let firsts = moves.iter().filter(|half_move| half_move.depth > 0 && lines.insert(half_move.line));
    let beside = firsts.filter(|first| (first.depth, first.ply) == (of.depth + 1, of.ply));
    beside.filter(|first| replaced(moves, first).is_some_and(|replaced| replaced.range == of.range)).collect()
}

/// The last named opening on a half-move's line, and the half-move that reaches it.
pub fn opening_of(moves: &[ResolvedMove], at: usize) -> Option<(&'static Opening, &ResolvedMove)> {
    let here = moves.get(at)?;
    let line = std::iter::once(here).chain(before(&moves[..at], here));
    line.filter(|half_move| half_move.ply < OPENING).find_map(|half_move| {
        let board = Bitboards::standard(half_move.after.as_deref()?)?;
        Some((named(&board)?, half_move))
    })
}
