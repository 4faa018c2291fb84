//! A game with every half-move kept, for editors and conversions.

use std::ops::Range;

use super::game::{GameReport, judge};
use super::judge::Judge;
use crate::lint::{Context, GameFormat};
use crate::notation::Notation;
use crate::rules::{Illegality, Play, Position, SharedPosition};

/// One game, resolved.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// Main line and variations, in text order.
    pub moves: Vec<ResolvedMove>,
    pub report: GameReport,
    /// The first position; `None` if the tag that gives it cannot be read, or the variant is not supported.
    pub start: Option<Position>,
    /// The board at the end of the main line; `None` if unknown.
    pub end: Option<Position>,
    /// The game's notation; `None` if it is unknown or its moves are not judged.
    pub notation: Option<&'static Notation>,
    pub format: GameFormat,
    /// A misspelt name of a tag that determines how moves are read, and the intended name: the moves are then not read.
    pub misspelt: Option<(Range<u32>, &'static str)>,
    /// Texts of half-moves read with the piece letters of a language that is not certain: they may be other moves.
    pub uncertain: Vec<Range<u32>>,
    /// Start offsets of numbers from which a line's written numbers differ from the true ones up to its end: half-moves
    /// may be missing before them. In order.
    pub jumped: Vec<u32>,
}

/// One half-move of a game.
#[derive(Clone, Debug)]
pub struct ResolvedMove {
    /// Its text, in bytes of the game's text.
    pub range: Range<u32>,
    /// Its effect on the board; `None` if it could not be resolved.
    pub play: Option<Play>,
    pub before: Option<SharedPosition>,
    pub after: Option<SharedPosition>,
    /// Half-moves before this one on its line, from the start of the game.
    pub ply: u32,
    /// Number of its move pair, and its side.
    pub number: u32,
    pub color: shakmaty::Color,
    /// 0 in the main line, 1 in a variation of the main line, and so on.
    pub depth: u32,
    /// Start of its variation's `(`; 0 in the main line.
    pub line: u32,
    /// Why it is illegal.
    pub illegal: Option<Illegality>,
}

impl Resolved {
    /// Index of the half-move with this text, in bytes of the game's text. `None` for a part of a text that is reported
    /// as one misspelt half-move.
    pub(crate) fn index_of(&self, range: &Range<u32>) -> Option<usize> {
        let at = self.moves.binary_search_by_key(&range.start, |half_move| half_move.range.start).ok()?;
        (self.moves[at].range == *range).then_some(at)
    }

    /// A cursor at the first half-move.
    pub(crate) fn cursor(&self) -> MoveCursor<'_> {
        MoveCursor { resolved: self, next: 0 }
    }

    /// The half-move whose text contains the offset or ends at it.
    pub fn move_at(&self, offset: u32) -> Option<&ResolvedMove> {
        let next = self.moves.partition_point(|m| m.range.end <= offset);
        let inside = self.moves.get(next).filter(|m| m.range.contains(&offset));
        inside.or_else(|| self.moves[..next].last().filter(|m| m.range.end == offset))
    }
}

/// Finds half-moves by their texts; those that are asked for in the order of the text without a search.
pub(crate) struct MoveCursor<'r> {
    resolved: &'r Resolved,
    next: usize,
}

impl MoveCursor<'_> {
    /// Same as [`Resolved::index_of`].
    #[inline]
    pub(crate) fn index_of(&mut self, range: &Range<u32>) -> Option<usize> {
        let is_next = self.resolved.moves.get(self.next).is_some_and(|half_move| half_move.range == *range);
        let found = if is_next { self.next } else { self.resolved.index_of(range)? };
        self.next = found + 1;
        Some(found)
    }
}

/// Judges one game and keeps every half-move; if it is cancelled, perhaps only a part of a large game.
pub fn resolve_game(text: &str, context: &Context<'_>) -> Resolved {
    resolved(judge(text, context, true))
}

/// Judges one game like [`resolve_game`] without keeping half-moves: `moves` is empty.
pub(crate) fn judge_game(text: &str, context: &Context<'_>) -> Resolved {
    resolved(judge(text, context, false))
}

fn resolved(mut judge: Judge<'_>) -> Resolved {
    let (format, end) = (judge.game_format(), judge.end());
    let (moves, start, notation) = judge.take_kept();
    let (uncertain, misspelt) = (judge.take_uncertain(), judge.misspelt_governing());
    let jumped = judge.take_jumped();
    let last = moves.iter().rev().find(|half_move| half_move.depth == 0);
    let end = last.map_or(end, |last| last.after.as_deref().cloned());
    Resolved { moves, report: judge.into_report(), start, end, notation, format, misspelt, uncertain, jumped }
}
