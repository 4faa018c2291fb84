//! Games that are not plain, passed on from what the judge made of them.

use std::ops::Range;

use vgn_engine::lint::Context;
use vgn_engine::notation::nag;
use vgn_engine::replay::{Resolved, ResolvedMove, parse_game};
use vgn_engine::rules::{Bitboards, Play, Position, SharedPosition};
use vgn_engine::syntax::tag_list::{between_quotes, unescaped};
use vgn_engine::syntax::{Node, Sink, SyntaxError, Token};

use super::{GameSink, WalkBoard, WalkPlace, WalkStep};
use crate::SearchKey;

/// Passes on tags, comments and terminator of a game's text. `bytes_of` finds the bytes of the walked text for a range.
pub(super) fn pass_text<S: GameSink + ?Sized>(
    text: &str,
    context: &Context<'_>,
    bytes_of: impl FnMut(&Range<u32>) -> Range<usize>,
    sink: &mut S,
) {
    let mut walk = TextWalk { text, bytes_of, sink, name: 0..0, depth: 0, half_moves: 0, terminator: None };
    parse_game(text, &mut walk, context.cancel);
    let (half_moves, terminator) = (walk.half_moves, walk.terminator);
    sink.written(half_moves);
    if let Some(terminator) = terminator {
        sink.terminator(terminator.as_bytes());
    }
}

/// Passes on the half-moves; all lines of a game have their own [`Soundness`].
pub(super) fn pass_moves<S: GameSink + ?Sized>(
    game: &Resolved,
    mut bytes_of: impl FnMut(&Range<u32>) -> Range<usize>,
    sink: &mut S,
) {
    if let Some(start) = &game.start {
        let bitboards = Bitboards::new(start);
        sink.start(place(start, bitboards.as_ref()));
    }
    let mut lines: Vec<Soundness> = Vec::new();
    for half_move in &game.moves {
        let is_doubtful = !game.uncertain.is_empty() && game.uncertain.contains(&half_move.range);
        let is_sound = Soundness::next(&mut lines, half_move, is_doubtful || game.misspelt.is_some());
        let step = WalkStep {
            range: bytes_of(&half_move.range),
            mv: half_move.play.and_then(|play| play.as_move()),
            ply: half_move.ply,
            number: half_move.number,
            color: half_move.color,
            depth: half_move.depth,
            is_sound,
        };
        let (before, after) = (bitboards(half_move.before.as_ref()), bitboards(half_move.after.as_ref()));
        let before = half_move.before.as_deref().map(|position| place(position, before.as_ref()));
        let after = half_move.after.as_deref().map(|position| place(position, after.as_ref()));
        sink.half_move(&step, before, after);
    }
}

fn bitboards(position: Option<&SharedPosition>) -> Option<Bitboards> {
    position.and_then(SharedPosition::bitboards)
}

fn place<'a>(position: &'a Position, bitboards: Option<&'a Bitboards>) -> WalkPlace<'a> {
    match bitboards {
        Some(board) => WalkPlace::of(board),
        None => WalkPlace { board: WalkBoard::Position(position), key: SearchKey::of(position) },
    }
}

/// Up to where a line is sound.
struct Soundness {
    /// Its `(`.
    line: u32,
    /// Half-moves before the first one that is not legal or in doubt.
    until: u32,
}

impl Soundness {
    /// Whether the half-move is sound; `lines` has the open lines, outermost first.
    fn next(lines: &mut Vec<Soundness>, half_move: &ResolvedMove, is_doubtful: bool) -> bool {
        let depth = half_move.depth as usize;
        lines.truncate(depth + 1);
        if lines.get(depth).is_some_and(|line| line.line != half_move.line) {
            lines.truncate(depth);
        }
        while lines.len() <= depth {
            // A variation shares the half-moves before its first one.
            let until = lines.last().map_or(u32::MAX, |outer| outer.until);
            let until = if until < half_move.ply { until } else { u32::MAX };
            lines.push(Soundness { line: half_move.line, until });
        }
        let is_legal = match half_move.play {
            Some(Play::Move(_) | Play::Null) => half_move.illegal.is_none() && half_move.before.is_some(),
            Some(Play::Arrival { .. }) | None => false,
        };
        let line = &mut lines[depth];
        if (!is_legal || is_doubtful) && half_move.ply < line.until {
            line.until = half_move.ply;
        }
        half_move.ply < line.until
    }
}

/// A sink of the grammar for what the judge does not keep.
struct TextWalk<'t, 's, S: ?Sized, F> {
    text: &'t str,
    bytes_of: F,
    sink: &'s mut S,
    name: Range<u32>,
    depth: u32,
    /// Texts of half-moves in the main line.
    half_moves: u32,
    terminator: Option<&'t str>,
}

impl<'t, S: ?Sized, F> TextWalk<'t, '_, S, F> {
    fn slice(&self, range: &Range<u32>) -> &'t str {
        self.text.get(range.start as usize..range.end as usize).unwrap_or_default()
    }
}

impl<S: GameSink + ?Sized, F: FnMut(&Range<u32>) -> Range<usize>> Sink for TextWalk<'_, '_, S, F> {
    fn start(&mut self, node: Node) {
        self.depth += u32::from(node == Node::Variation);
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        match token {
            Token::TagName => self.name = range,
            Token::TagValue => {
                let value = self.slice(&between_quotes(self.text, &range));
                self.sink.tag(self.slice(&self.name).as_bytes(), unescaped(value).as_bytes());
            }
            Token::BraceComment | Token::LineComment => {
                let text = self.slice(&range).as_bytes();
                self.sink.comment((self.bytes_of)(&range), text);
            }
            Token::Nag | Token::Suffix => {
                if let Some(number) = glyph_number(self.slice(&range)) {
                    self.sink.glyph((self.bytes_of)(&range), number);
                }
            }
            Token::Move if self.depth == 0 => self.half_moves += 1,
            Token::Terminator if self.depth == 0 => self.terminator = Some(self.slice(&range)),
            _ => {}
        }
    }

    fn finish(&mut self, node: Node) {
        self.depth -= u32::from(node == Node::Variation);
    }

    fn error(&mut self, _: SyntaxError) {}
}

/// The number of a NAG or a suffix.
pub(crate) fn glyph_number(text: &str) -> Option<u32> {
    nag::of_suffix(text).or_else(|| text.strip_prefix('$')?.parse().ok())
}
