//! The seven tag roster of PGN games (rule B11, PGN 8.1.1).

use std::ops::Range;

use crate::lint::{Code, Diagnostic};
use crate::replay::judge::Judge;
use crate::replay::roster;
use crate::replay::roster::{RosterInsertion, end_before_blank_line, have_own_lines, missing_tags};
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
        let finding = missing_tags(self, &missing, first.range);
        self.tag_faults.roster_gap = Some(missing);
        self.report.add_finding(finding);
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
        let list = &self.tags.list;
        let insertion = RosterInsertion {
            tags: list.iter().map(|tag| (tag.name(self.text), tag.range.start)).collect(),
            end: list.last().map_or(0, |tag| self.after_stray(self.after_brackets(tag.range.end))),
            result: self.termination.terminator.as_ref().map_or("*", |range| self.slice(range)),
            line_end: self.line_end(),
        };
        let are_plain = list.iter().all(|tag| tag.is_plain(self.text))
            && have_own_lines(self.text, list.iter().map(|tag| tag.range.clone()));
        let rest = &self.text.as_bytes()[list.last().map_or(0, |tag| tag.range.end as usize)..];
        let is_stray = |found: &Diagnostic| found.code == Code::StrayText;
        let is_whole = self.counts.main_line > 0
            && self.termination.terminator.is_some()
            && !self.report.drafts().iter().any(is_stray);
        let fix = roster::fix(insertion.of(&missing), are_plain && (is_whole || end_before_blank_line(rest)));
        if let Some(diagnostic) = self.report.drafts_mut().iter_mut().find(|d| d.code == Code::MissingRosterTag) {
            diagnostic.fixes = vec![fix];
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
}
