//! A game of a file as it is handed out: where it lies and what is known of it.

use std::ops::Range;

use super::nearby::GamePlace;
use super::node::{Node, Piece};
use super::slot::GameSlot;
use super::sums::Sums;
use super::walk::Step;
use crate::lint::Context;
use crate::replay::{GameReport, check_game};

/// A game of one version of a file. The game itself may belong to other versions too.
#[derive(Debug)]
pub struct Game<'a, K = ()> {
    before: Sums,
    piece: &'a Piece<K>,
    leaf: &'a Node<K>,
}

impl<K> Clone for Game<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Game<'_, K> {}

impl<'a, K> Game<'a, K> {
    pub(super) fn new(step: Step<'a, K>) -> Game<'a, K> {
        Game { before: step.before, piece: step.piece, leaf: step.leaf }
    }

    /// Where it lies, in bytes of the text.
    pub fn range(&self) -> Range<usize> {
        self.before.len..self.before.len + self.piece.len
    }

    /// Where it lies and what it is, without what is known of it.
    pub fn place(&self) -> GamePlace {
        GamePlace { range: self.range(), is_game: self.is_game(), binary: self.binary() }
    }

    /// Which of the file's games it is, counted from 1.
    pub fn number(&self) -> usize {
        self.before.games + 1
    }

    /// The line that it begins on, counted from 0.
    pub fn line(&self) -> usize {
        self.before.lines.count()
    }

    /// It begins where its line does.
    pub fn begins_a_line(&self) -> bool {
        self.before.lines.next_begins_a_line(self.piece.lines)
    }

    /// It holds tags or moves; the rest of a file that has only comments and white space holds none (rule A2).
    pub fn is_game(&self) -> bool {
        self.piece.slot.is_game
    }

    /// Where in the game its binary move section begins, if it has one; it runs to the game's end.
    pub fn binary(&self) -> Option<usize> {
        self.piece.slot.binary()
    }

    /// What was found in the game; judges it if no one has yet. `text` is the game's own text, and the context must be
    /// the same for all games of a file.
    pub fn report(&self, text: &str, context: &Context<'_>) -> &'a GameReport {
        self.report_by(|| check_game(text, context))
    }

    /// What was found in the game; if no one has judged it yet, `judge` does.
    pub fn report_by(&self, judge: impl FnOnce() -> GameReport) -> &'a GameReport {
        self.leaf.begin();
        self.piece.slot.report(judge)
    }

    /// Judges the game if no one has yet; false if that is called off, before or, in large games, meanwhile. The text and
    /// the context are those of [`Game::report`].
    pub fn judge(&self, text: &str, context: &Context<'_>) -> bool {
        if self.is_analysed() {
            return true;
        }
        let report = if context.cancel.is_cancelled() { None } else { context.whole(text, check_game(text, context)) };
        report.map(|report| self.report_by(|| report)).is_some()
    }

    /// What was found, if the game has been judged.
    pub fn analysed(&self) -> Option<&'a GameReport> {
        self.piece.slot.report.get()
    }

    /// The game has been judged.
    pub fn is_analysed(&self) -> bool {
        self.analysed().is_some()
    }

    /// The same game, of which nothing is known.
    pub(super) fn afresh(&self) -> Piece<K>
    where
        K: Default,
    {
        let slot = GameSlot::new(self.is_game(), self.binary());
        Piece { len: self.piece.len, lines: self.piece.lines, slot: slot.into() }
    }

    /// What those who show the game keep beside it, for as long as any version holds the game.
    pub fn kept(&self) -> &'a K {
        &self.piece.slot.kept
    }

    /// Is it the same game, in whatever version and place?
    pub fn is_same(&self, other: &Game<'_, K>) -> bool {
        std::sync::Arc::ptr_eq(&self.piece.slot, &other.piece.slot)
    }
}
