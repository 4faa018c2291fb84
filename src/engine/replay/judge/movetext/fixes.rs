//! Edits that take the surrounding text into account.

use std::ops::Range;

use crate::lint::{Diagnostic, Edit, line_end_of};
use crate::replay::judge::Judge;

impl Judge<'_> {
    /// Deletes the range with the blanks before it, so that no double space remains; replaces it by a blank if the
    /// tokens around it would join. At the start of a line the blanks after it are deleted, and an otherwise empty line
    /// is deleted entirely.
    pub(crate) fn removal(&self, range: &Range<u32>) -> Edit {
        let before = &self.text[..range.start as usize];
        let kept = before.trim_end_matches([' ', '\t']);
        // If text directly follows, one blank must stay.
        let glued =
            self.text[range.end as usize..].starts_with(|c: char| !c.is_whitespace() && !matches!(c, ')' | ']'));
        let start = if glued && kept.len() < before.len() { kept.len() + 1 } else { kept.len() };
        let at_line_start = kept.is_empty() || kept.ends_with(['\n', '\r']);
        if !at_line_start && glued && kept.len() == before.len() {
            return Edit::replace(range.clone(), " ");
        }
        if !at_line_start {
            if kept.len() == before.len() && kept.ends_with('(') {
                let rest = &self.text[range.end as usize..];
                let blanks = rest.len() - rest.trim_start_matches([' ', '\t']).len();
                return Edit::delete(range.start..range.end + blanks as u32);
            }
            return Edit::delete(start as u32..range.end);
        }
        let rest = &self.text[range.end as usize..];
        let after = rest.trim_start_matches([' ', '\t']);
        let blanks = range.end + (rest.len() - after.len()) as u32;
        let line_end = if after.starts_with("\r\n") { 2 } else { u32::from(after.starts_with(['\n', '\r'])) };
        Edit::delete(if line_end > 0 { kept.len() as u32..blanks + line_end } else { range.start..blanks })
    }

    /// Deletes a byte order mark, but keeps the tokens around it separate: `$2` and `4` must not become `$24`.
    pub(crate) fn removal_of_mark(&self, range: &Range<u32>) -> Edit {
        const MARK: char = '\u{feff}';
        let before = self.text[..range.start as usize].chars().next_back();
        let after = self.text[range.end as usize..].chars().next();
        match (before, after) {
            (Some(before), Some(after)) if !(before.is_whitespace() || before == MARK || after.is_whitespace()) => {
                Edit::replace(range.clone(), " ")
            }
            _ => Edit::delete(range.clone()),
        }
    }

    /// Deletes several ranges, which are in order; ranges with only blanks between them are deleted as one.
    pub(crate) fn removals(&self, ranges: &[Range<u32>]) -> Vec<Edit> {
        let is_blank = |at: Range<u32>| self.slice(&at).bytes().all(|byte| matches!(byte, b' ' | b'\t'));
        let runs = ranges.chunk_by(|a, b| is_blank(a.end..b.start));
        runs.filter_map(|run| Some(self.removal(&(run.first()?.start..run.last()?.end)))).collect()
    }

    /// A tag with its line end, for deletion.
    pub(crate) fn line_of(&self, tag: &crate::syntax::tag_list::Tag) -> Range<u32> {
        let rest = &self.text[tag.range.end as usize..];
        let ends = if rest.starts_with("\r\n") { 2 } else { u32::from(rest.starts_with(['\n', '\r'])) };
        tag.range.start..tag.range.end + ends
    }

    /// The line end that the text uses.
    pub(crate) fn line_end(&self) -> &'static str {
        self.line_end.get_or_init(|| line_end_of(self.text))
    }

    /// The text of the line that contains the offset, from its start to the offset.
    pub(crate) fn line_before(&self, at: u32) -> &str {
        &self.text[self.line_starts.before(self.text, at as usize)..at as usize]
    }
}

/// Puts a blank before what a fix writes or leaves directly behind a NAG, and before a number or a terminator that it
/// writes for a sign behind a word: `$1" 1-0` must not become `$11-0`.
pub(crate) fn keep_words_apart(text: &str, found: &mut [Diagnostic]) {
    for Diagnostic { range: about, fixes, .. } in found {
        for edit in fixes.iter_mut().flat_map(|fix| &mut fix.edits) {
            let (start, end) = (edit.range.start as usize, edit.range.end as usize);
            let before = &text[..start];
            if !before.ends_with(|sign: char| sign.is_ascii_alphanumeric()) {
                continue;
            }
            let kept = before.trim_end_matches(|sign: char| sign.is_ascii_digit());
            let is_nag = kept.len() < before.len() && kept.ends_with('$') && about.start as usize >= start;
            let written = edit.text.chars().next();
            let next = written.or_else(|| text[end..].chars().next());
            let joins_nag = is_nag && next.is_some_and(char::is_alphanumeric);
            let for_sign = text[start..end].starts_with(|sign: char| !sign.is_alphanumeric());
            if joins_nag || for_sign && written.is_some_and(|sign| sign.is_ascii_digit()) {
                edit.text.insert(0, ' ');
            }
        }
    }
}
