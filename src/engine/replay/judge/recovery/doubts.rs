//! Which fixes are safe: not those that rest on the board, the count or the line of play where these may be others, nor
//! those that correct what may be the only sign of another slip.

use crate::lint::{Code, Diagnostic, Family, Severity};
use crate::replay::judge::Judge;

/// Findings that depend on the board or the count of half-moves, and whose fixes rewrite or move the author's text.
const BY_BOARD: [Code; 12] = [
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
    Code::EmptyVariation,
    Code::InvalidMoveText,
];

/// Families of errors after which half-moves may be others.
const OF_PLAY: [Family; 3] = [Family::Structure, Family::Movetext, Family::Moves];

impl Judge<'_> {
    /// Makes doubtful fixes unsafe, after all findings have been made, and takes those away that an open end forbids.
    pub(crate) fn doubt_fixes(&mut self) {
        if !self.report.wants_fixes() {
            return;
        }
        let is_of_play = |found: &Diagnostic| OF_PLAY.contains(&found.code.lint().family);
        let is_doubt = |found: &&Diagnostic| {
            found.severity == Severity::Error && is_of_play(found) && !found.fixes.iter().any(|fix| fix.safe)
        };
        let starts = |is: &dyn Fn(&&Diagnostic) -> bool| {
            self.report.drafts().iter().filter(is).map(|found| found.range.start).min()
        };
        let comment = self.first_inner_brace();
        // Where a parenthesis is missing or superfluous, all lines of play may be others.
        let has_brackets =
            |found: &&Diagnostic| matches!(found.code, Code::UnclosedVariation | Code::UnopenedVariation);
        let is_unclear = self.parentheses.behind_number || starts(&has_brackets).is_some();
        let misfit = self.causes.first_misfit;
        let error = if is_unclear { Some(0) } else { starts(&is_doubt).into_iter().chain(misfit).min() };
        let variation = starts(&|found| found.code == Code::UnclosedVariation);
        let error = error.unwrap_or(u32::MAX);
        // `P` may be the Dutch knight's where a half-move cannot be played.
        let (text, has_unread) = (self.text, self.counts.unread > 0);
        let takes_by_sign = self.notation.allows_illegal;
        // `1)` may be a number and the end of a variation.
        let is_by_number = self.parentheses.behind_number;
        for found in self.report.drafts_mut() {
            // A habit is no slip.
            let is_lone = found.related.is_empty();
            let is_doubtful = match found.code {
                // Another half-move may have been meant, or none.
                Code::WrongCapture | Code::InvalidMoveText => is_lone,
                Code::MissingCapture => is_lone && takes_by_sign,
                Code::EmptyVariation | Code::UnopenedVariation | Code::StrayText => is_by_number,
                Code::VariationAnchor => is_unclear,
                Code::ImportFormat => has_unread && text[found.range.start as usize..].starts_with('P'),
                _ => false,
            };
            let start = found.range.start;
            // First the end is to be set: the boards may be others, and the half-moves in the comment are not counted.
            let is_behind = |open: Option<u32>| open.is_some_and(|open| start > open);
            let is_open = match found.code {
                Code::UnclosedComment => false,
                Code::PlyCountMismatch => comment.is_some(),
                code if code.lint().family == Family::Moves => is_behind(comment) || is_behind(variation),
                _ => is_behind(comment) && is_of_play(found),
            };
            if is_open {
                found.fixes.clear();
            } else if is_doubtful || start >= error && BY_BOARD.contains(&found.code) {
                found.fixes.iter_mut().for_each(|fix| fix.safe = false);
            }
        }
    }

    /// Start of the first comment with a `{` inside.
    pub(crate) fn first_inner_brace(&self) -> Option<u32> {
        self.causes.inner_braces.first().copied()
    }
}
