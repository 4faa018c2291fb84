//! A game of a file as callers see it: its place and what is known about it.

use std::ops::Range;

use super::nearby::GamePlace;
use super::node::{GameEntry, TreeNode};
use super::slot::GameSlot;
use super::sums::Sums;
use super::walk::Step;
use crate::lint::Context;
use crate::replay::{GameReport, check_game};

/// A game of one version of a file. Other versions may share the game itself.
#[derive(Debug)]
pub struct Game<'a, K = ()> {
    before: Sums,
    entry: &'a GameEntry<K>,
    leaf: &'a TreeNode<K>,
}

impl<K> Clone for Game<'_, K> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K> Copy for Game<'_, K> {}

impl<'a, K> Game<'a, K> {
    pub(super) fn new(step: Step<'a, K>) -> Game<'a, K> {
        Game { before: step.before, entry: step.entry, leaf: step.leaf }
    }

    /// Range in bytes of the file's text.
    pub fn range(&self) -> Range<usize> {
        self.before.len..self.before.len + self.entry.len
    }

    /// The game's place and kind, without its findings.
    pub fn place(&self) -> GamePlace {
        GamePlace { range: self.range(), is_game: self.is_game(), binary: self.binary() }
    }

    /// Number of the game in the file, from 1.
    pub fn number(&self) -> usize {
        self.before.games + 1
    }

    /// Line on which the game begins, from 0.
    pub fn line(&self) -> usize {
        self.before.lines.count()
    }

    /// Whether the game begins at the start of its line.
    pub fn begins_a_line(&self) -> bool {
        self.before.lines.next_begins_a_line(self.entry.lines)
    }

    /// Whether it holds tags or moves; the rest of a file that has only comments and white space holds none (rule A2).
    pub fn is_game(&self) -> bool {
        self.entry.slot.is_game
    }

    /// Start of the game's binary move section in bytes of the game, if any; the section extends to the game's end.
    pub fn binary(&self) -> Option<usize> {
        self.entry.slot.binary()
    }

    /// The game's report; judges the game if it has not been judged. `text` is the game's own text, and the context
    /// must be the same for all games of a file.
    pub fn report(&self, text: &str, context: &Context<'_>) -> &'a GameReport {
        self.report_by(|| check_game(text, context))
    }

    /// The game's report; calls `judge` if the game has not been judged.
    pub fn report_by(&self, judge: impl FnOnce() -> GameReport) -> &'a GameReport {
        self.leaf.begin();
        self.entry.slot.report(judge)
    }

    /// Judges the game if it has not been judged. Returns false if that was cancelled, before or (in large games)
    /// during the check. The text and the context are those of [`Game::report`].
    pub fn judge(&self, text: &str, context: &Context<'_>) -> bool {
        if self.is_analysed() {
            return true;
        }
        let report = if context.cancel.is_cancelled() { None } else { context.whole(text, check_game(text, context)) };
        report.map(|report| self.report_by(|| report)).is_some()
    }

    /// The report, if the game has been judged.
    pub fn analysed(&self) -> Option<&'a GameReport> {
        self.entry.slot.report.get()
    }

    /// Whether the game has been judged.
    pub fn is_analysed(&self) -> bool {
        self.analysed().is_some()
    }

    /// The same game without any findings.
    pub(super) fn without_findings(&self) -> GameEntry<K>
    where
        K: Default,
    {
        let slot = GameSlot::new(self.is_game(), self.binary());
        GameEntry { len: self.entry.len, lines: self.entry.lines, slot: slot.into() }
    }

    /// Data that a viewer stores with the game, for as long as any version holds the game.
    pub fn attachment(&self) -> &'a K {
        &self.entry.slot.attachment
    }

    /// Whether both are the same game, in any version and at any place.
    pub fn is_same(&self, other: &Game<'_, K>) -> bool {
        std::sync::Arc::ptr_eq(&self.entry.slot, &other.entry.slot)
    }
}
