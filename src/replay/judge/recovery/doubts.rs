//! Fixes that are uncertain, and therefore not safe: those that depend on the end of a variation, and those that depend
//! on the board or the count after an error that only the author can fix.

use std::ops::Range;

use crate::lint::{Code, Diagnostic, Family, Severity};
use crate::replay::judge::Judge;

/// Findings that depend on the board or the count of half-moves, and whose fixes rewrite or move the author's text.
const BY_BOARD: [Code; 10] = [
    Code::MissingCapture,
    Code::WrongCapture,
    Code::WrongPiece,
    Code::WrongEnPassant,
    Code::InvalidPromotion,
    Code::MoveNumber,
    Code::MoveNumberStyle,
    Code::BlackNumberForWhite,
    Code::NagPlacement,
    Code::CommentPlacement,
];

/// Families of errors after which half-moves may be others.
const OF_PLAY: [Family; 3] = [Family::Structure, Family::Movetext, Family::Moves];

impl Judge<'_> {
    /// Makes fixes unsafe after an error without safe fix: board and count may be wrong.
    pub(crate) fn doubt_after_errors(&mut self) {
        if !self.report.wants_fixes() {
            return;
        }
        let is_doubt = |found: &Diagnostic| {
            let is_of_play = OF_PLAY.contains(&found.code.lint().family);
            found.severity == Severity::Error && is_of_play && !found.fixes.iter().any(|fix| fix.safe)
        };
        let doubts = self.report.drafts().iter().filter(|found| is_doubt(found));
        let misfit = self.causes.first_misfit;
        let Some(first) = doubts.map(|found| found.range.start).chain(misfit).min() else { return };
        for found in self.report.drafts_mut() {
            let Range { start, .. } = found.range;
            let is_after = start > first && BY_BOARD.contains(&found.code);
            // A text that is read as a half-move may be the superfluous one, if it is the only finding of its kind.
            let is_lone = found.code == Code::InvalidMoveText && found.related.is_empty();
            let may_be_stray = is_lone && misfit.is_some_and(|misfit| start < misfit);
            if is_after || may_be_stray {
                found.fixes.iter_mut().for_each(|fix| fix.safe = false);
            }
        }
    }

    /// Takes away the fixes behind a comment that may have swallowed half-moves or parentheses, and those of half-moves
    /// behind the beginning of a variation without an end: the boards may be others. First the end is to be set.
    pub(crate) fn doubt_behind_open_ends(&mut self) {
        let unclosed = self.report.drafts().iter().filter(|found| found.code == Code::UnclosedVariation);
        let variation = unclosed.map(|found| found.range.start).min().unwrap_or(u32::MAX);
        let comment = self.first_inner_brace().unwrap_or(u32::MAX);
        if variation.min(comment) == u32::MAX {
            return;
        }
        for found in self.report.drafts_mut() {
            let family = found.code.lint().family;
            let is_of_play = OF_PLAY.contains(&family) && found.code != Code::UnclosedComment;
            let is_behind = |open: u32| found.range.start > open;
            // The half-moves in the comment are not counted.
            let is_count = found.code == Code::PlyCountMismatch && comment < u32::MAX;
            if is_count || is_of_play && is_behind(comment) || family == Family::Moves && is_behind(variation) {
                found.fixes.clear();
            }
        }
    }

    /// Start of the first comment with a `{` inside .
    pub(crate) fn first_inner_brace(&self) -> Option<u32> {
        self.causes.inner_braces.first().copied()
    }

    /// Whether a `)` that closes no variation may be the real end of the previous one, if there are half-moves between
    /// them, or of one in a comment that swallowed it.
    pub(crate) fn may_end_variation(&self, parenthesis: u32) -> bool {
        if !self.comments.suspicious.is_empty() {
            return true;
        }
        let before = &self.text[..parenthesis as usize];
        before.rfind(')').is_some_and(|end| before[end..].contains(char::is_alphanumeric))
    }

    /// Handles the neighbours of a superfluous `)`. A number after it that goes back, or an annotation between it and
    /// the end of a variation, shows where the variation should have ended: these are not reported, and the removal of
    /// the `)` is not safe. Neither is moving an annotation to another half-move in such a game.
    pub(crate) fn doubt_brackets(&mut self) {
        let brackets = [Code::UnclosedVariation, Code::UnopenedVariation];
        if !self.report.drafts().iter().any(|found| brackets.contains(&found.code)) {
            return;
        }
        let text = self.text;
        let is_blank = |from: u32, to: u32| text.get(from as usize..to as usize).is_some_and(|s| s.trim().is_empty());
        let drafts = self.report.drafts();
        let mut doubtful: Vec<u32> = Vec::new();
        let mut order: Vec<&Diagnostic> = drafts.iter().collect();
        order.sort_by_key(|found| found.range.start);
        for pair in order.windows(2) {
            let (first, second) = (pair[0], pair[1]);
            if !is_blank(first.range.end, second.range.start) {
                continue;
            }
            let is_too_many = |found: &Diagnostic| self.causes.unopened.binary_search(&found.range.start).is_ok();
            let shows = match (first.code, second.code) {
                (Code::UnopenedVariation, Code::MoveNumber) if is_too_many(first) => Some(first),
                (Code::NagPlacement | Code::CommentPlacement, Code::UnopenedVariation)
                    if text[..first.range.start as usize].trim_end().ends_with(')') =>
                {
                    Some(second)
                }
                _ => None,
            };
            doubtful.extend(shows.map(|parenthesis| parenthesis.range.start));
        }
        for found in self.report.drafts_mut() {
            let annotates = matches!(found.code, Code::NagPlacement | Code::CommentPlacement);
            let is_doubtful =
                found.code == Code::UnopenedVariation && doubtful.binary_search(&found.range.start).is_ok();
            if annotates || is_doubtful {
                found.fixes.iter_mut().for_each(|fix| fix.safe = false);
            }
        }
    }
}
