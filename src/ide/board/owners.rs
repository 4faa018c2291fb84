//! The owners of tokens: the last half-move before a token on its line, or the half-move that a comment names.

use vgn_engine::lint::GameFormat;
use vgn_engine::replay::Resolved;
use vgn_engine::score::LineOwners;
use vgn_engine::syntax::Token;

use crate::outline::{GameOutline, Leaf};

/// The owner of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Game,
    /// The half-move with this index, which precedes the token.
    After(usize),
    /// The half-move with this index, the first of a variation, which follows the token.
    Before(usize),
}

/// Computes the owners of a game's tokens in text order.
pub struct Owners<'r> {
    resolved: &'r Resolved,
    /// The state of each line so far.
    lines: Vec<LineOwners>,
    /// Number of half-moves passed.
    next: usize,
}

impl<'r> Owners<'r> {
    pub fn new(resolved: &'r Resolved) -> Owners<'r> {
        Owners { resolved, lines: Vec::new(), next: 0 }
    }

    /// The owner of the next token, in text order.
    pub fn of(&mut self, outline: &GameOutline<'_>, leaf: &Leaf) -> Owner {
        let moves = &self.resolved.moves;
        while moves.get(self.next).is_some_and(|half_move| half_move.range.start < leaf.range.start) {
            self.next += 1;
        }
        if self.lines.len() <= leaf.line {
            self.lines.resize(leaf.line + 1, LineOwners::default());
        }
        let line = &mut self.lines[leaf.line];
        let it = moves.get(self.next).filter(|it| it.range.start == leaf.range.start);
        match (leaf.token, it) {
            (Token::MoveNumber, _) => line.number(outline.slice(&leaf.range)),
            (Token::Move, Some(it)) => line.played(self.next, it),
            _ => {}
        }
        if let Some(here) = line.last() {
            return Owner::After(self.named(outline, leaf).unwrap_or(here));
        }
        let outer = || std::iter::successors(outline.parent(leaf.line), |line| outline.parent(*line));
        let comes = moves.get(self.next).filter(|it| it.line <= leaf.range.start && leaf.line > 0);
        if comes.is_some_and(|it| it.depth as usize == outer().count()) {
            return Owner::Before(self.next);
        }
        let last_outside = outer().find_map(|line| self.lines.get(line)?.last());
        last_outside.map_or(Owner::Game, Owner::After)
    }

    /// The half-move named by a comment of a VGN game (rule C4). The comment must be the token passed last.
    pub fn named(&self, outline: &GameOutline<'_>, leaf: &Leaf) -> Option<usize> {
        let is_comment = matches!(leaf.token, Token::BraceComment | Token::LineComment);
        if !is_comment || self.resolved.format != GameFormat::Vgn {
            return None;
        }
        self.lines.get(leaf.line)?.named_by(outline.slice(&leaf.range))
    }
}
