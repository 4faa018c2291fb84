//! Comments up to the end of their line, which a slip has begun: the rest of the line, with half-moves, the end of the
//! game or that of a variation, is in them.

use std::ops::Range;

use crate::lint::cause::{Cause, OF_SHAPE};
use crate::lint::{Code, Diagnostic, Edit, Fix};
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::syntax::results::TERMINATORS;

/// Maximum length of what is left of a half-move or of a number after the sign, in bytes.
const LONGEST_REST: usize = 8;

impl Judge<'_> {
    /// Records a comment that begins with a `;`.
    pub(crate) fn record_line_comment(&mut self, range: &Range<u32>) {
        let text = self.slice(range);
        if text.contains(['(', ')', '{']) || ends_game(text) {
            self.comments.cutting = Some(range.clone());
        }
        if self.in_movetext && self.moves_in_line(range).is_some() {
            self.line.suspicious_comment.get_or_insert(range.clone());
        }
    }

    /// Number of half-moves in a line comment that begins with half-moves; 0 in any other.
    pub(crate) fn half_moves_in_line(&self, comment: &Range<u32>) -> i64 {
        self.moves_in_line(comment).map_or(0, |(lost, text)| lost + self.half_moves_of(text))
    }

    /// The text of a line comment from its first whole half-move on, and how many half-moves only the rest of which is
    /// before it: 0 or 1. `None` if it does not begin with half-moves.
    fn moves_in_line(&self, comment: &Range<u32>) -> Option<(i64, &str)> {
        let text = without_nag(self.slice(comment)[1..].trim_start());
        if self.are_moves(text) {
            return Some((0, text));
        }
        let (word, after) = text.split_once([' ', '\t']).unwrap_or((text, ""));
        let is_glued = self.text[..comment.start as usize].ends_with(|sign: char| sign.is_ascii_alphanumeric());
        let after = without_nag(after.trim_start());
        let goes_on = after.is_empty() || after.starts_with(|sign: char| sign.is_ascii_digit());
        let is_number = word.chars().all(|sign| sign.is_ascii_digit());
        let follows = goes_on && !is_number || self.are_moves(after);
        (is_rest(word, is_glued) && follows).then_some((1, after))
    }

    /// Whether the half-move after a line comment can be played behind those in the comment. True if the comment begins
    /// with the rest of one, which is not known, or opens a variation or another comment.
    pub(crate) fn is_explained_by(&self, comment: &Range<u32>, half_move: &Range<u32>) -> bool {
        let Some((0, text)) = self.moves_in_line(comment) else { return true };
        if text.contains(['(', '{']) {
            return true;
        }
        let Some(before) = self.line.boards.back(1).position() else { return true };
        let mut position = before.into_owned();
        let words = text.split_ascii_whitespace().chain([self.slice(half_move)]);
        let bare = words.map(|word| word.trim_start_matches(|sign: char| sign.is_ascii_digit() || sign == '.'));
        for read in bare.filter_map(|word| self.read_text(word)) {
            let Some(play) = legal_play(&position, &read) else { return false };
            position = position.after(&play);
        }
        true
    }

    /// Whether the text begins with a half-move, or with a number and one.
    fn are_moves(&self, text: &str) -> bool {
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        let behind = text[digits..].strip_prefix(".5").unwrap_or(&text[digits..]).trim_start_matches('.');
        self.begins_with_move(text) || text[digits..].starts_with('.') && self.begins_with_move(behind)
    }

    /// Reports a line comment that holds half-moves without which the next one does not fit.
    pub(crate) fn line_comment_swallowed(&mut self, comment: &Range<u32>) {
        self.structure_errors = true;
        self.causes.lost_comments.push(comment.start);
        let sign = comment.start..comment.start + 1;
        // The capture sign and the mark of the half-move before it may be in the comment.
        let lacks = |found: &&Diagnostic| {
            found.range.end == sign.start && matches!(found.code, Code::MissingCapture | Code::MissingCheckMark)
        };
        let lacking: Vec<Range<u32>> =
            self.report.last_drafts().iter().filter(lacks).map(|d| d.range.clone()).collect();
        self.report.account(&Cause::At { places: &lacking });
        let is_split = |found: &Diagnostic| {
            let cuts = matches!(found.code, Code::InvalidMoveText | Code::StrayText | Code::MoveNumber);
            found.range.start < comment.start && comment.start < found.range.end
                || cuts && found.range.end == comment.start
        };
        if self.report.last_drafts().iter().any(is_split) {
            // The `;` is a slip in a half-move or a number.
            return;
        }
        let rest = &self.text[sign.end as usize..];
        let joins = !rest.starts_with([' ', '\t']) && !self.text[..sign.start as usize].ends_with([' ', '\t']);
        let edit = Edit::replace(sign.clone(), if joins { " " } else { "" });
        let message = "a comment begins at `;`, up to the end of the line, and half-moves of the game are in it";
        self.report_fixed(Code::StrayText, sign, message, || vec![Fix::choice("remove the `;`", vec![edit])]);
    }

    /// If comments have begun by a slip, their places are no faults of their own.
    pub(crate) fn judge_line_comments(&mut self) {
        let cut = self.begun_by_slip().map(|comment| comment.start);
        let drafts = self.report.drafts();
        let is_placed =
            |found: &&Diagnostic| found.code == Code::CommentPlacement && self.slice(&found.range).starts_with(';');
        let mut placed = drafts.iter().filter(is_placed).map(|found| found.range.start).peekable();
        if placed.peek().is_none() {
            return self.causes.lost_comments.extend(cut);
        }
        // Places where a comment's sign splits a half-move, or follows a number.
        let mut split: Vec<u32> = Vec::new();
        for found in drafts.iter().filter(|found| OF_SHAPE.contains(&found.code)) {
            let Range { start, end } = found.range;
            let behind = self.text[end as usize..].bytes().take_while(|byte| matches!(byte, b' ' | b'\t'));
            let blanks = if found.code == Code::MoveNumber { behind.count() as u32 } else { 0 };
            split.push(end + blanks);
            split.extend(self.slice(&found.range).find(';').map(|at| start + at as u32));
        }
        split.sort_unstable();
        let split: Vec<u32> = placed.filter(|at| split.binary_search(at).is_ok()).collect();
        self.causes.lost_comments.extend(cut.into_iter().chain(split));
    }

    /// Whether the game has no terminator because the comment has taken it.
    pub(crate) fn line_comment_took_terminator(&self) -> bool {
        self.begun_by_slip().is_some_and(|comment| {
            ends_game(self.slice(comment)) && self.text[comment.end as usize..].trim().is_empty()
        })
    }

    /// Whether the variation that begins at `open` has no end because the comment has taken it.
    pub(crate) fn line_comment_took_parenthesis(&self, open: u32) -> bool {
        self.begun_by_slip().is_some_and(|comment| comment.start > open && self.slice(comment).contains(')'))
    }

    /// Whether a `)` or `}` at `at` closes nothing because the comment has taken its `opening`. Reports a comment that
    /// begins with half-moves.
    pub(crate) fn line_comment_took_opening(&mut self, opening: char, at: u32) -> bool {
        let Some(comment) = self.comments.cutting.clone().filter(|comment| comment.end <= at) else { return false };
        let closing = if opening == '(' { ')' } else { '}' };
        let count = |sign: char| self.slice(&comment).matches(sign).count();
        if count(opening) <= count(closing) {
            return false;
        }
        let is_reported = self.begun_by_slip().is_some();
        let suspicious = &mut self.line.suspicious_comment;
        let holds_moves = !is_reported && suspicious.take_if(|suspicious| *suspicious == comment).is_some();
        if holds_moves {
            self.line_comment_swallowed(&comment);
        }
        let is_slip = is_reported || holds_moves;
        if is_slip && opening == '(' {
            // What follows continues the line around the variation.
            self.line.lose_board();
        }
        is_slip
    }

    /// The comment, if what it cuts off before it has been reported, or is a number that will be.
    fn begun_by_slip(&self) -> Option<&Range<u32>> {
        let comment = self.comments.cutting.as_ref()?;
        let before = self.text[..comment.start as usize].trim_end().len() as u32;
        let is_cut = |found: &Diagnostic| {
            let is_sign = found.code == Code::StrayText && found.range == (comment.start..comment.start + 1);
            is_sign || (before..=comment.start).contains(&found.range.end)
        };
        let is_number_cut = self.line.pending_number.as_ref().is_some_and(|number| number.end == before);
        (is_number_cut || self.report.drafts().iter().any(is_cut)).then_some(comment)
    }
}

/// The text without a NAG at its beginning.
fn without_nag(text: &str) -> &str {
    match text.strip_prefix('$') {
        Some(nag) => nag.trim_start_matches(|sign: char| sign.is_ascii_digit()).trim_start(),
        None => text,
    }
}

/// Whether a word is what is left of a half-move behind a `;` in it, which is directly after its beginning (`is_glued`)
/// or in the place of that.
fn is_rest(word: &str, is_glued: bool) -> bool {
    let of_moves = |sign: char| matches!(sign, 'a'..='h' | '1'..='8') || "NBRQKPOCxn+#=-.".contains(sign);
    let has_square = || word.as_bytes().windows(2).any(|pair| matches!(pair, [b'a'..=b'h', b'1'..=b'8']));
    let is_word = |sign: char| sign.is_ascii_lowercase();
    (1..=LONGEST_REST).contains(&word.len())
        && word.chars().all(of_moves)
        && (has_square() || word.chars().all(|sign| sign.is_ascii_digit()) || is_glued && !word.chars().all(is_word))
}

/// Whether the last word of a comment is a terminator.
fn ends_game(comment: &str) -> bool {
    comment.rsplit([' ', '\t', ';']).next().is_some_and(|word| TERMINATORS.contains(&word))
}
