//! Numbers without a half-move: superfluous ones, and remains of half-moves or results that have lost signs.

use std::ops::Range;

use crate::lint::cause::Cause;
use crate::lint::{Code, Edit, Fix};
use crate::replay::judge::Judge;
use crate::syntax::results::TERMINATORS;

impl Judge<'_> {
    /// Reports a number at the end of a line. A glyph after it shows that a half-move is missing; a comment may concern
    /// the line, and the number be superfluous.
    pub(crate) fn dangling_number(&mut self) {
        if self.comment_swallowed_rest() || self.semicolon_for_period() {
            return;
        }
        let Some(number) = self.line.pending_number.clone() else { return };
        if self.moves_unjudged || self.line.stray {
            self.line.pending_number = None;
            return;
        }
        let gap = number.end..self.text.len() as u32;
        if self.line.glyph_for_move.take_if(|(before, _)| *before == number).is_some() {
            self.report.account(&Cause::MissingIn { gap: &gap });
            return self.missing_half_move(false);
        }
        self.take_number();
        let is_commented = self.text[number.end as usize..].trim_start().starts_with(['{', ';']);
        if is_commented {
            self.line.misplaced_comments.retain(|comment| comment.start < number.start);
            self.report.account(&Cause::MissingIn { gap: &gap });
        }
        // A single `2` may be a NAG that has lost its `$`.
        let is_number = self.names_due(&number) || self.slice(&number).contains(['.', ')', ':']);
        let (cut, safe) = (self.removal(&number), is_number && !is_commented);
        let message = format!("no move follows the number `{}`", self.slice(&number));
        self.report.add_fixed(Code::MoveNumber, number, message, || {
            vec![Fix { title: "remove the number".into(), edits: vec![cut], safe }]
        });
    }

    /// Reports `;` in the place of a number's period, as in `2; Nf3 Nc6`: the rest of the line becomes a comment, so
    /// the board after it is unknown. False if there is none.
    pub(crate) fn semicolon_for_period(&mut self) -> bool {
        let Some(number) = self.line.pending_number.clone().filter(|_| !self.moves_unjudged && !self.line.stray) else {
            return false;
        };
        let Some(after) = self.text[number.end as usize..].strip_prefix(';') else { return false };
        let line = after.split(['\n', '\r']).next().unwrap_or_default();
        // In Black's `24.5` the 5 follows the sign.
        let line = line.strip_prefix('5').filter(|rest| rest.starts_with([' ', '\t'])).unwrap_or(line);
        if !self.begins_with_move(line) {
            return false;
        }
        self.report.account(&Cause::MissingIn { gap: &(number.end..self.text.len() as u32) });
        let sign = number.end..number.end + 1;
        self.line.suspicious_comment = None;
        self.missing_half_move(true);
        let Some(found) = self.report.drafts_mut().last_mut().filter(|draft| draft.range == number) else {
            return true;
        };
        found.message += ": a comment begins at `;`, up to the end of the line";
        if self.report.wants_fixes()
            && let Some(found) = self.report.drafts_mut().last_mut()
        {
            found.fixes.push(Fix::choice("write `.` for `;`", vec![Edit::replace(sign, ".")]));
        }
        true
    }

    /// Reports a result, of the two last words that end at `end`, that a line end has torn.
    pub(crate) fn result_across_lines(&mut self, end: u32) -> bool {
        let before = &self.text[..end as usize];
        let last_word = |text: &str| text.len() - text.rsplit(char::is_whitespace).next().unwrap_or_default().len();
        let second = last_word(before);
        let first_end = before[..second].trim_end().len();
        let first = last_word(&before[..first_end]);
        let gap = &before[first_end..second];
        let whole = [&before[first..first_end], &before[second..]].concat();
        let intended = TERMINATORS.iter().find(|terminator| **terminator == whole);
        let Some(intended) = intended.filter(|_| first < first_end && second < before.len()) else { return false };
        if !gap.contains(['\n', '\r']) || self.in_variation() || self.counts.half_moves == 0 {
            return false;
        }
        // The first part may be the end of a comment, or of an escape.
        let line = self.line_before(first as u32);
        if line.contains(';') || line.starts_with('%') {
            return false;
        }
        let range = first as u32..end;
        self.line.pending_number.take_if(|number| range.contains(&number.start));
        let cause = Cause::SingleSlip { words: &range, touched: &range, ends_game: true };
        self.causes.other_count |= !self.report.account(&cause).is_empty();
        let message = format!("a line end stands inside the terminator: did you mean `{intended}`?");
        self.report_fixed(Code::StrayText, range, message, || {
            vec![Fix::choice(format!("write `{intended}`"), vec![Edit::delete(first_end as u32..second as u32)])]
        });
        true
    }

    /// Reports a last word that ends at `end` and is a result without one of its signs, such as `01` for `0-1`, or the
    /// beginning of one, however it was read.
    pub(crate) fn split_result(&mut self, end: u32) -> bool {
        let before = &self.text[..end as usize];
        let word = before.rsplit(char::is_whitespace).next().unwrap_or_default();
        let intended = match word {
            "01" | "-01" | "01-" | "0-" | "-1" => "0-1",
            "10" | "-10" | "10-" | "1-" | "-0" => "1-0",
            "1/" | "1/2-1" => "1/2-1/2",
            "0" | "1" => {
                let default = if word == "0" { "0-1" } else { "1-0" };
                Some(self.likely_terminator()).filter(|likely| likely.starts_with(word)).unwrap_or(default)
            }
            _ => return false,
        };
        let range: Range<u32> = end - word.len() as u32..end;
        let is_due = word == self.line.number.to_string();
        if self.in_variation() || self.counts.half_moves == 0 || is_due {
            return false;
        }
        let is_number = self.line.pending_number.take_if(|number| *number == range).is_some();
        if self.report.account(&Cause::ForResult { word: &range }).is_empty() && !is_number {
            return false;
        }
        let message = format!("`{word}` is not part of a game: did you mean `{intended}`?");
        let edit = Edit::replace(range.clone(), intended);
        self.causes.other_count |= !is_number;
        self.report_fixed(Code::StrayText, range, message, || {
            vec![Fix::choice(format!("write `{intended}`"), vec![edit])]
        });
        true
    }
}
