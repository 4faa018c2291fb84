//! Tags with a bracket or a quote too many inside, or one place from where it belongs: `[R[esult "1-0"]`, `[Result
//! 1"-0"]`. Each is one finding.

use std::ops::Range;

use super::faulty_tags::OpenTag;
use crate::lint::cause::Cause;
use crate::lint::{Code, Edit, Fix};
use crate::replay::judge::Judge;
use crate::syntax::is_terminator;
use crate::syntax::tag_list::known_names::known_name;

impl Judge<'_> {
    /// Joins a name that a `[` has torn into two, `[R[esult "x"]` or `R[esult "x"]`, if the whole is a usual name.
    pub(super) fn join_torn_name(&mut self, tag: &mut OpenTag) {
        let Some(name) = tag.name.clone().filter(|name| tag.value.is_some() && name.start == tag.start + 1) else {
            return;
        };
        if self.slice(&(tag.start..name.start)) != "[" {
            return;
        }
        let before = &self.text[..tag.start as usize];
        let first = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric());
        let (first, bracket) = (&before[first.len()..], first.ends_with('['));
        if first.is_empty() {
            return;
        }
        let Some(intended) = known_name(&[first, self.slice(&name)].concat()) else { return };
        if self.tags.get(self.text, intended).is_some() {
            return;
        }
        let start = tag.start - first.len() as u32;
        let message = format!("a `[` stands inside the name of the tag: did you mean `{intended}`?");
        let edits = if bracket {
            if self.take_unclosed_tag(tag.start).is_none() {
                return;
            }
            self.tag_faults.without_value.pop_if(|other| other.range.end == tag.start);
            vec![Edit::delete(tag.start..tag.start + 1)]
        } else {
            let is_first = |found: &&crate::lint::Diagnostic| found.range == (start..tag.start);
            if self.report.drafts().last().filter(is_first).is_none() {
                return;
            }
            self.report.account(&Cause::Words { start });
            vec![Edit::replace(start..name.start, ["[", first].concat())]
        };
        tag.intended = Some(intended);
        self.report_fixed(Code::StrayText, tag.start..tag.start + 1, message, || {
            vec![Fix::choice(format!("write `{intended}`"), edits)]
        });
    }

    /// Whether the tag that is being read has been reported with its intended name.
    pub(crate) fn has_intended_name(&self) -> bool {
        self.tag_faults.open_tag.as_ref().is_some_and(|tag| tag.intended.is_some())
    }

    /// Reports a quote inside a tag's name, or before it: `[Whi"te "x"]`, `["White "x"]`. False if it is something
    /// else; `value` is what has been read as the value.
    pub(crate) fn quote_in_name(&mut self, value: &Range<u32>) -> bool {
        let Some(tag) = &self.tag_faults.open_tag else { return false };
        let first = match &tag.name {
            Some(name) if name.end == value.start => name.clone(),
            None => value.start..value.start,
            Some(_) => return false,
        };
        let Some(second) = self.slice(value)[1..].find('"').map(|n| value.start + 1 + n as u32) else { return false };
        let rest = self.slice(&(value.start + 1..second)).trim_end();
        let whole = [self.slice(&first), rest].concat();
        let Some(intended) = known_name(&whole).filter(|name| self.tags.get(self.text, name).is_none()) else {
            return false;
        };
        let name = first.start..value.start + 1 + rest.len() as u32;
        if let Some(tag) = &mut self.tag_faults.open_tag {
            (tag.name, tag.value, tag.intended) = (Some(name), Some(second..value.end), Some(intended));
        }
        let quote = value.start..value.start + 1;
        let message = format!("a quote stands in the name of the tag: did you mean `{intended}`?");
        self.report_fixed(Code::ExtraTagValue, quote.clone(), message, || {
            vec![Fix::choice(format!("write `{intended}`"), vec![Edit::delete(quote)])]
        });
        true
    }

    /// Reports the quote of a value behind its first letters, `[Result 1"-0"]`, where `letters` has been read as a
    /// second name. False if they stand apart and form no result with the value.
    pub(super) fn late_quote(&mut self, letters: &Range<u32>) -> bool {
        let Some(value) = self.tag_faults.open_tag.as_ref().and_then(|tag| tag.value.clone()) else { return false };
        let text = self.slice(letters);
        let is_result = || is_terminator([text, self.slice(&value).trim_matches('"')].concat().as_bytes());
        if value.start != letters.end && !is_result() {
            return false;
        }
        let message = format!("`{text}` stands before the quote: does it belong to the value?");
        let moved = Edit::replace(letters.start..value.start + 1, format!("\"{text}"));
        self.report_fixed(Code::ExtraTagName, value.start..value.start + 1, message, || {
            vec![Fix::choice(format!("move `{text}` into the value"), vec![moved])]
        });
        true
    }

    /// Reports a second bracket before a tag's value or at its end: `[Event ["x"]`, `[Event "x"[]`. False if it is
    /// something else.
    pub(crate) fn second_bracket(&mut self, range: &Range<u32>) -> bool {
        let Some(rest) = self.slice(range).strip_prefix('[') else { return false };
        let is_value = rest.trim_start().starts_with('"') && rest.ends_with("\"]");
        if !is_value && rest != "]" {
            return false;
        }
        let Some(tag) = self.take_unclosed_tag(range.start) else { return false };
        let cut = Edit::delete(range.start..range.start + 1);
        let place = if is_value { "before its value" } else { "before its `]`" };
        let message = format!("a tag has one `[`: a second one stands {place}");
        self.report_fixed(Code::UnclosedTag, tag.range.start..range.end, message, || {
            vec![Fix::choice("remove the second `[`", vec![cut])]
        });
        true
    }

    /// Fixes of a value that has taken the `]` of its tag, `[White "x]"`; only the author knows whether it has another.
    pub(crate) fn close_in_value(&self, insert: u32) -> Option<Vec<Fix>> {
        let value = self.tag_faults.open_tag.as_ref()?.value.clone()?;
        if value.end != insert || !self.slice(&value).ends_with("]\"") {
            return None;
        }
        let swapped = Edit::replace(insert - 2..insert, "\"]");
        Some(vec![
            Fix::choice("move the `]` behind the quote", vec![swapped]),
            Fix::choice("insert `]`", vec![Edit::insert(insert, "]")]),
        ])
    }
}
