//! A game with every half-move kept, for those who show it: editors and conversions.

use std::ops::Range;

use super::game::{GameReport, judge};
use super::judge::Judge;
use crate::lint::{Context, GameFormat};
use crate::notation::Notation;
use crate::rules::{Illegality, Play, Position, SharedPosition};

/// One game resolved.
#[derive(Clone, Debug)]
pub struct Resolved {
    /// Main line and variations, in the order of the text.
    pub moves: Vec<ResolvedMove>,
    pub report: GameReport,
    /// The first position; `None` when a tag that should tell it cannot be read, or the variant is not supported.
    pub start: Option<Position>,
    /// The board at the end of the main line; `None` when it is not known.
    pub end: Option<Position>,
    /// The game's notation; `None` when it is not known or its moves are not judged.
    pub notation: Option<&'static Notation>,
    pub format: GameFormat,
    /// The name of a tag by which the moves were to be read, where it is misspelt, and the name that was meant: the moves are
    /// not read then.
    pub misspelt: Option<(Range<u32>, &'static str)>,
    /// The texts of half-moves that are read by the piece letters of a language of which nobody can be sure: they may
    /// be other moves.
    pub uncertain: Vec<Range<u32>>,
    /// Where numbers start from which on a line counts otherwise up to its end: half-moves may be missing before them. In
    /// their order.
    pub jumped: Vec<u32>,
}

/// One half-move of a game.
#[derive(Clone, Debug)]
pub struct ResolvedMove {
    /// Its text, in bytes of the game's text.
    pub range: Range<u32>,
    /// What it does on the board; `None` when it could not be resolved.
    pub play: Option<Play>,
    pub before: Option<SharedPosition>,
    pub after: Option<SharedPosition>,
    /// Half-moves from the start of the game to before this one, along its line.
    pub ply: u32,
    /// The number of its move pair, and the side that makes it.
    pub number: u32,
    pub color: shakmaty::Color,
    /// 0 in the main line, 1 in a variation of it, and so on.
    pub depth: u32,
    /// Where the `(` of its variation stands; 0 in the main line.
    pub line: u32,
    /// Why the rules forbid it.
    pub illegal: Option<Illegality>,
}

impl Resolved {
    /// The half-move whose text holds the offset; just behind its text counts too.
    pub fn move_at(&self, offset: u32) -> Option<&ResolvedMove> {
        let next = self.moves.partition_point(|m| m.range.end <= offset);
        let inside = self.moves.get(next).filter(|m| m.range.contains(&offset));
        inside.or_else(|| self.moves[..next].last().filter(|m| m.range.end == offset))
    }
}

/// Judges one game and keeps every half-move; of a large game that is called off meanwhile perhaps only a part.
pub fn resolve_game(text: &str, context: &Context<'_>) -> Resolved {
    resolved(judge(text, context, true))
}

/// Judges one game as [`resolve_game`] does and keeps no half-move: `moves` is empty.
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
