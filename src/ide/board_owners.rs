//! What the tokens of a game belong to: the last half-move before them on their line, or the one that a comment names.

use super::outline::{Leaf, Outline};
use crate::analysis::after::after as named_after;
use crate::analysis::{GameFormat, Resolved};
use crate::syntax::Token;

/// What a token in a game belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Owner {
    Game,
    /// The half-move of this number, which has been played.
    After(usize),
    /// The half-move of this number, the first of a variation, which comes next.
    Before(usize),
}

/// Tells token by token what it belongs to: the last half-move before it on its line.
pub struct Owners<'r> {
    resolved: &'r Resolved,
    /// The last two half-moves of each line that has begun.
    last: Vec<[Option<usize>; 2]>,
    /// Half-moves that have been passed.
    next: usize,
}

impl<'r> Owners<'r> {
    pub fn new(resolved: &'r Resolved) -> Owners<'r> {
        Owners { resolved, last: Vec::new(), next: 0 }
    }

    /// What the next token belongs to; tokens come in the order of the text.
    pub fn of(&mut self, outline: &Outline<'_>, leaf: &Leaf) -> Owner {
        let moves = &self.resolved.moves;
        while moves.get(self.next).is_some_and(|half_move| half_move.range.start < leaf.range.start) {
            self.next += 1;
        }
        if self.last.len() <= leaf.line {
            self.last.resize(leaf.line + 1, [None; 2]);
        }
        let last = &mut self.last[leaf.line];
        if leaf.token == Token::Move && moves.get(self.next).is_some_and(|it| it.range.start == leaf.range.start) {
            *last = [Some(self.next), last[0]];
        }
        if let [Some(here), earlier] = *last {
            return Owner::After(self.named(outline, leaf, earlier).unwrap_or(here));
        }
        let outer = || std::iter::successors(outline.parent(leaf.line), |line| outline.parent(*line));
        let comes = moves.get(self.next).filter(|it| it.line <= leaf.range.start && leaf.line > 0);
        if comes.is_some_and(|it| it.depth as usize == outer().count()) {
            return Owner::Before(self.next);
        }
        let last_outside = outer().find_map(|line| self.last.get(line).copied()?[0]);
        last_outside.map_or(Owner::Game, Owner::After)
    }

    /// The half-move that a comment of a VGN game names, where it is not the last one (rule C4).
    fn named(&self, outline: &Outline<'_>, leaf: &Leaf, earlier: Option<usize>) -> Option<usize> {
        if leaf.token != Token::BraceComment || self.resolved.format != GameFormat::Vgn {
            return None;
        }
        let named = named_after(outline.slice(&leaf.range))?.named?;
        let is_it = |id: &usize| {
            let half_move = &self.resolved.moves[*id];
            (half_move.number, half_move.color) == (named.number, named.color)
        };
        earlier.filter(is_it)
    }
}
