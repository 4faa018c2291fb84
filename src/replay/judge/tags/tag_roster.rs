//! The seven tag roster of PGN games (rule B11, PGN 8.1.1).

use std::ops::Range;

use crate::lint::{Code, Diagnostic, Edit, Fix, Severity};
use crate::replay::judge::Judge;
use crate::syntax::tag_list::known_names::{ROSTER, known_name};

/// Errors of one tag.
const OF_TAGS: [Code; 7] = [
    Code::UnclosedTag,
    Code::MissingTagName,
    Code::MissingTagValue,
    Code::ExtraTagName,
    Code::ExtraTagValue,
    Code::UnclosedTagValue,
    Code::CommentInTag,
];

impl Judge<'_> {
    /// Reports the missing roster tags in one diagnostic per game, at its first tag.
    pub(crate) fn judge_roster(&mut self) {
        let Some(first) = self.tags.list.first().cloned() else { return };
        if self.is_vgn() {
            return;
        }
        // A roster tag with a slip, or inside another tag, is reported as such.
        let there = |name: &&str| {
            self.tags.get(self.text, name).is_some()
                || self.tag_faults.misnamed.contains(name)
                || self.is_nested(name)
                || self.is_without_value(name)
        };
        let missing: Vec<&str> = ROSTER.into_iter().filter(|name| !there(name)).collect();
        if missing.is_empty() || missing.len() <= self.unreadable_tags() {
            return;
        }
        let plural = if missing.len() == 1 { "a tag" } else { "tags" };
        let message = format!("the game lacks {plural} of PGN's seven tag roster: {}", missing.join(", "));
        self.tag_faults.roster_gap = Some(missing.clone());
        let severity = if self.is_study() { Severity::Hint } else { Code::MissingRosterTag.lint().severity };
        self.report.add_at(severity, Code::MissingRosterTag, first.range, message);
    }

    /// The number of errors among the tags that are in no tag with a usual name: each may be a tag that is missed.
    pub(crate) fn unreadable_tags(&self) -> usize {
        if self.report.drafts().is_empty() {
            return 0;
        }
        let usual = self.tags.list.iter().filter(|tag| known_name(tag.name(self.text)).is_some()).map(|tag| &tag.range);
        let without_value = self.tag_faults.without_value.iter();
        let without_value =
            without_value.filter(|tag| known_name(self.slice(&tag.name)).is_some()).map(|tag| &tag.range);
        let mut readable: Vec<&Range<u32>> = usual.chain(without_value).collect();
        readable.sort_by_key(|tag| tag.start);
        let is_of_tag = |code: Code| match code {
            Code::StrayText => !self.in_movetext,
            code => OF_TAGS.contains(&code),
        };
        let is_unreadable = |found: &&Diagnostic| {
            let next = readable.partition_point(|tag| tag.end <= found.range.start);
            is_of_tag(found.code) && readable.get(next).is_none_or(|tag| tag.start >= found.range.end)
        };
        self.report.drafts().iter().filter(is_unreadable).count()
    }

    /// Makes the fix of the roster, which needs the terminator for `Result`, after the game has been read.
    pub(crate) fn roster_fix(&mut self) {
        let Some(missing) = self.tag_faults.roster_gap.take().filter(|_| self.report.wants_fixes()) else { return };
        // What cannot be read as the terminator yet would contradict the tag.
        if missing.contains(&"Result") && self.termination.near_terminator {
            return;
        }
        let result = self.termination.terminator.clone().map_or("*", |range| self.slice(&range));
        let line_end = self.line_end();
        let mut edits: Vec<Edit> = Vec::new();
        for name in &missing {
            let value = match *name {
                "Date" => "????.??.??",
                "Result" => result,
                _ => "?",
            };
            let text = format!("[{name} \"{value}\"]{line_end}");
            // Before the next existing roster tag, else before the first tag outside the roster.
            let order = ROSTER.iter().position(|roster| roster == name).unwrap_or(0);
            let next = ROSTER[order + 1..].iter().find_map(|later| self.tags.get(self.text, later));
            let other = || self.tags.list.iter().find(|tag| !ROSTER.contains(&tag.name(self.text)));
            let last = || self.tags.list.last().map_or(0, |tag| self.after_stray(self.after_brackets(tag.range.end)));
            let (at, text) = match next.or_else(other) {
                Some(tag) => (tag.range.start, text),
                None => (last(), format!("{line_end}[{name} \"{value}\"]")),
            };
            match edits.iter_mut().find(|edit| edit.range.start == at) {
                Some(edit) => edit.text += &text,
                None => edits.push(Edit::insert(at, text)),
            }
        }
        edits.sort_by_key(|edit| edit.range.start);
        let safe = self.has_plain_tags();
        if let Some(diagnostic) = self.report.drafts_mut().iter_mut().find(|d| d.code == Code::MissingRosterTag) {
            diagnostic.fixes = vec![Fix { title: "insert the missing tags".into(), edits, safe }];
        }
    }

    /// Offset after a tag that ends at `end` and after any superfluous `]`.
    fn after_brackets(&self, end: u32) -> u32 {
        let rest = &self.text.as_bytes()[end as usize..];
        end + rest.iter().take_while(|byte| **byte == b']').count() as u32
    }

    /// Offset after reported stray text between `at` and the end of its line, which stays there; else `at`.
    fn after_stray(&self, at: u32) -> u32 {
        let rest = &self.text[at as usize..];
        let line = rest.split(['\n', '\r']).next().unwrap_or_default();
        let (start, end) = (line.len() - line.trim_start().len(), line.trim_end().len());
        let is_all = |d: &Diagnostic| {
            d.code == Code::StrayText && d.range.start <= at + start as u32 && d.range.end >= at + end as u32
        };
        if end > start && self.report.drafts().iter().any(is_all) { at + end as u32 } else { at }
    }

    /// Each tag has its own line, and nothing is between them. Otherwise programs may read the text after some tag, and
    /// a tag inserted there, as movetext.
    fn has_plain_tags(&self) -> bool {
        let ends_line = |text: &str| text.trim_start_matches([' ', '\t']).starts_with(['\n', '\r']);
        let mut at = 0;
        let plain = self.tags.list.iter().all(|tag| {
            let before = &self.text[at as usize..tag.range.start as usize];
            let first = std::mem::replace(&mut at, tag.range.end) == 0;
            let whole = tag.is_plain(self.text);
            let blank = before.trim_start_matches('\u{feff}').trim().is_empty();
            whole && blank && (first || ends_line(before))
        });
        let rest = &self.text[at as usize..];
        plain && (rest.is_empty() || ends_line(rest))
    }
}
