//! A game without a terminator (rule C1), and texts that may still record its result.

use std::ops::Range;

use crate::lint::{Code, Diagnostic, Edit, Fix};
use crate::replay::judge::Judge;
use crate::replay::judge::movetext::number_text::NumberText;
use crate::syntax::results::{TERMINATORS, intended_result};
use crate::syntax::tag_list::Tag;

impl Judge<'_> {
    /// Reports a missing terminator. The fix inserts the result by the board, else by the last mark or by the `Result`
    /// tag, else `*`.
    pub(crate) fn missing_terminator(&mut self, range: Range<u32>, insert: u32, on_new_line: bool) {
        self.open_movetext();
        if self.termination.near_terminator || self.replaces_terminator(insert) || self.line_comment_took_terminator() {
            return;
        }
        let terminator = self.likely_terminator();
        let line_end = self.line_end();
        let number = self.lone_number(insert);
        let before = &self.text[..insert as usize];
        let tags_end = self.tags.list.last().map_or(0, |tag| tag.range.end as usize);
        // After a comment an empty line would end the game for other programs.
        let commented = self.ends_with_comment(tags_end, insert);
        let text = match (self.in_movetext || commented, on_new_line) {
            (false, _) => format!("{line_end}{line_end}{terminator}"),
            (true, true) => format!("{line_end}{terminator}"),
            (true, false) => format!(" {terminator}"),
        };
        let in_fault = !self.in_movetext && self.structure_errors;
        let records_result = self.may_record_result(before);
        // A tag follows on the same line; other programs read it as text of this game.
        let cut_short = self.in_movetext && self.text.ends_with([' ', '\t']);
        let contradicting_tag = self.contradicting_result_tag(terminator).cloned();
        let is_known = !records_result && !self.winner_is_guessed() && contradicting_tag.is_none();
        // The terminator of a game in a comment may be this one's.
        let is_swallowed =
            self.report.drafts().iter().any(|found| found.code == Code::UnclosedComment && !found.related.is_empty());
        let safe = !self.parentheses.variation_left_open && !in_fault && is_known && !cut_short && !is_swallowed;
        if let Some(number) = number {
            let shown = self.slice(&number);
            let message =
                format!("no move follows the number `{shown}`, and no terminator: expected 1-0, 0-1, 1/2-1/2 or *");
            // With a terminator, a number alone would still be no game.
            let fix = match self.counts.half_moves == 0 && self.tags.list.is_empty() {
                true => Fix::choice("remove the number", vec![self.removal(&number)]),
                false => Fix {
                    title: format!("write `{terminator}`"),
                    edits: vec![Edit::replace(number.clone(), terminator)],
                    safe: safe && self.counts.half_moves > 0,
                },
            };
            return self.report_fixed(Code::MissingTerminator, number, message, || vec![fix]);
        }
        let message = match &contradicting_tag {
            Some(tag) => {
                let value = tag.value(self.text);
                format!(
                    "the game has no terminator: the tag Result says `{value}`, but the last move makes it \
                     `{terminator}`"
                )
            }
            None => "the game has no terminator: expected 1-0, 0-1, 1/2-1/2 or *".to_owned(),
        };
        let tag = contradicting_tag.filter(|_| !self.is_vgn()).map(|tag| tag.inner(self.text));
        let enclosed = enclosed_result(before);
        self.report_fixed(Code::MissingTerminator, range, message, || {
            if let Some((at, result)) = enclosed {
                let edit = Edit::replace(at as u32..at as u32 + result.len() as u32 + 2, result);
                return vec![Fix::choice(format!("write `{result}`"), vec![edit])];
            }
            // In an unclosed variation it would end that one, not the game.
            let title = match tag {
                Some(_) => format!("insert `{terminator}`, and write it in the tag Result"),
                None => format!("insert `{terminator}`"),
            };
            let edits = tag.map(|tag| Edit::replace(tag, terminator)).into_iter().chain([Edit::insert(insert, text)]);
            vec![Fix { title, edits: edits.collect(), safe }]
        });
    }

    /// Words or a misspelt result in the place of the terminator were reported, or half-moves without tags and numbers
    /// are mixed with other text.
    fn replaces_terminator(&self, end: u32) -> bool {
        let reported = self.report.drafts();
        let is_result = |d: &Diagnostic| match d.code {
            Code::StrayText => {
                let text = self.slice(&d.range);
                text.contains(char::is_alphabetic) && !text.contains(|c: char| c.is_ascii_digit())
            }
            Code::InvalidMoveText => ["1/", "1-", "0-1"].iter().any(|start| self.slice(&d.range).starts_with(start)),
            _ => false,
        };
        // The rest of a result that another sign splits belongs to it: `1/$2-1/2`.
        let last_blank = self.text[..end as usize].rfind(char::is_whitespace);
        let is_at_end =
            |d: &Diagnostic| d.range.end <= end && last_blank.is_none_or(|blank| blank < d.range.end as usize);
        let is_bare = !self.has_tags && !self.text[..end as usize].contains('.');
        let is_stray = |d: &Diagnostic| is_bare && d.code == Code::StrayText;
        !self.in_variation() && reported.iter().any(|d| is_stray(d) || is_at_end(d) && is_result(d))
    }

    /// Whether a comment, or a line of PGN's escape, ends the text behind the tags, which end at `start`.
    fn ends_with_comment(&self, start: usize, end: u32) -> bool {
        let Some(text) = self.text.get(start..end as usize).map(str::trim_end) else { return false };
        let line = self.line_before((start + text.len()) as u32);
        let line = &line[line.len() - line.len().min(text.len())..];
        text.ends_with('}') || line.starts_with([';', '%'])
    }

    /// Takes the number at `end`, where the game breaks off: the missing half-move is the same fault.
    fn lone_number(&mut self, end: u32) -> Option<Range<u32>> {
        let is_last = |number: &Range<u32>| {
            number.end == end
                && (self.slice(number).ends_with('.')
                    || NumberText::read(self.slice(number)).half
                    || self.slice(number) == self.line.number.to_string()
                    || (self.counts.half_moves == 0 && !self.tags.list.is_empty()))
        };
        if !self.line.pending_number.as_ref().is_some_and(is_last) || self.in_variation() {
            return None;
        }
        self.line.pending_number.take()
    }

    /// Text after the half-moves, or the `Result` tag, may record the result, so that the inserted terminator is
    /// uncertain.
    fn may_record_result(&self, before: &str) -> bool {
        let (played, comments) = without_comments(before);
        let in_comment = || comments.iter().any(|comment| intended_result(comment).is_some());
        let word = || played.rsplit([' ', '\t', '\n', '\r']).next().unwrap_or_default();
        let in_word = || self.in_movetext && TERMINATORS.iter().any(|result| word().contains(result));
        let is_unread = |code: Code| matches!(code, Code::StrayText | Code::InvalidMoveText);
        let end = played.len() as u32;
        let unread = || self.report.drafts().iter().any(|d| d.range.end == end && is_unread(d.code));
        in_comment() || in_word() || unread() || self.result_tag_is_unread()
    }

    /// The tag `Result`, if it gives another result than this one.
    fn contradicting_result_tag(&self, terminator: &str) -> Option<&Tag> {
        let tag = self.tags.get(self.text, "Result")?;
        let value = tag.value(self.text);
        let recorded = if value.trim() == "*" { Some("*") } else { intended_result(&value) };
        recorded.filter(|recorded| *recorded != terminator).map(|_| tag)
    }

    /// The `Result` tag is misspelt, or its value is none of the four results.
    fn result_tag_is_unread(&self) -> bool {
        match self.tags.value(self.text, "Result") {
            Some(value) => !TERMINATORS.contains(&value.trim()) && !matches!(value.trim(), "" | "?"),
            None => self.tag_faults.misnamed.contains(&"Result") || self.is_without_value("Result"),
        }
    }
}

/// The text without the comments at its end, and the contents of these comments.
fn without_comments(text: &str) -> (&str, Vec<&str>) {
    let (mut text, mut comments) = (text.trim_end(), Vec::new());
    while let Some(inner) = text.strip_suffix('}')
        && let Some(start) = inner.rfind('{')
    {
        comments.push(&inner[start + 1..]);
        text = text[..start].trim_end();
    }
    (text, comments)
}

/// A result in parentheses at the end of the text, with the offset of its `(`.
fn enclosed_result(text: &str) -> Option<(usize, &str)> {
    let inner = without_comments(text).0.strip_suffix(')')?;
    let open = inner.rfind('(')?;
    let result = inner[open + 1..].trim();
    (TERMINATORS.contains(&result) && result.len() == inner.len() - open - 1).then_some((open, result))
}
