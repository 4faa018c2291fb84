//! Names of tags: duplicates (rule B11) and near misses of known ones; escapes in values (rule B2).

use std::collections::HashMap;

use crate::lint::cause::Cause;
use crate::lint::{Code, Diagnostic, Edit, Fix, Related, Severity};
use crate::replay::governing_tags::{intended_name, roster_names_near};
use crate::replay::judge::Judge;
use crate::syntax::tag_list::name_index::NameSet;
use crate::syntax::tag_list::{Tag, Tags};

impl Judge<'_> {
    pub(crate) fn judge_tag_names(&mut self) {
        let tags = std::mem::take(&mut self.tags);
        let mut repeated = repeated(&tags, self.text);
        let (errors, of_names) = (self.error_ends(|_| true), self.error_ends(divides_name));
        // An error inside the tag, or before it up to its beginning.
        let has_any = |errors: &[u32], tag: &Tag| {
            let next = errors.partition_point(|end| *end < tag.range.start);
            errors.get(next).is_some_and(|end| *end <= tag.range.end)
        };
        for (n, tag) in tags.list.iter().enumerate() {
            let name = tag.name(self.text);
            // A damaged name may be another one.
            let last = repeated.pop_if(|(first, _)| *first == n).map(|(_, last)| &tags.list[last]);
            if let Some(last) = last.filter(|last| !has_any(&of_names, tag) && !has_any(&of_names, last)) {
                let message = format!("the tag `{name}` is repeated: the last one is used");
                if let Some(diagnostic) = self.report.add(Code::DuplicateTag, tag.range.clone(), message) {
                    diagnostic.related.push(Related::new(last.range.clone(), "the last one"));
                }
            } else if !tag.is_in_use() {
                self.near_tag(tag, name, &tags, has_any(&errors, tag));
            }
            if tag.raw(self.text).contains('\\') {
                self.escapes_in(tag);
            }
        }
        self.tags = tags;
    }

    /// Reports a name near a known one. `has_error`: the slip in the name may be that of an error already reported.
    fn near_tag(&mut self, tag: &Tag, name: &str, tags: &Tags, has_error: bool) {
        let is_free = |best: &&str| tags.get(self.text, best).is_none();
        let best = intended_name(name, &tag.value(self.text)).filter(is_free);
        let Some(best) = best.or_else(|| roster_names_near(name).find(is_free)) else { return };
        self.tag_faults.misnamed.push(best);
        let range = tag.name.start..self.sign_after_name(tag).unwrap_or(tag.name.end);
        let has_error = has_error && range == tag.name;
        let message = format!("no usual tag is named `{}`: did you mean `{best}`?", self.slice(&range));
        let fix = Fix::choice(format!("write `{best}`"), vec![Edit::replace(range.clone(), best)]);
        let wanted = self.report.wants_fixes();
        let found = match self.decides(tags, best, &tag.value(self.text)) {
            true => {
                let message = format!("{message} The moves of this game are not checked without it");
                self.report.add_at(Severity::Error, Code::UnknownTagNear, range, message)
            }
            false if has_error => None,
            false => self.report.add(Code::UnknownTagNear, range, message),
        };
        found.into_iter().filter(|_| wanted).for_each(|found| found.fixes.push(fix.clone()));
    }

    /// The end of a stray sign that is glued to a name, in place of its last letter: it is a part of that slip.
    fn sign_after_name(&mut self, tag: &Tag) -> Option<u32> {
        let is_glued = |found: &&Diagnostic| found.code == Code::StrayText && found.range.start == tag.name.end;
        let sign = self.report.last_drafts().iter().find(is_glued)?.range.clone();
        self.report.account(&Cause::At { places: std::slice::from_ref(&sign) });
        Some(sign.end)
    }

    /// The ends of the errors among the tags with such codes, sorted.
    fn error_ends(&self, is_of: impl Fn(Code) -> bool) -> Vec<u32> {
        let is_error = |found: &&Diagnostic| found.severity == Severity::Error && is_of(found.code);
        let errors = self.report.drafts().iter().filter(is_error);
        let mut ends: Vec<u32> = errors.map(|found| found.range.end).collect();
        ends.sort_unstable();
        ends
    }

    /// Reports backslashes that escape neither a quote nor a backslash.
    fn escapes_in(&mut self, tag: &Tag) {
        let inner = tag.inner(self.text);
        // In the place of the opening quote it escapes nothing.
        if inner.start == tag.value.start {
            return;
        }
        let mut chars = self.slice(&inner).char_indices();
        while let Some((at, c)) = chars.next() {
            if c != '\\' {
                continue;
            }
            let Some((_, escaped)) = chars.next() else { return };
            if matches!(escaped, '"' | '\\') {
                continue;
            }
            let start = inner.start + at as u32;
            let range = start..start + 1 + escaped.len_utf8() as u32;
            let message =
                format!("`\\{escaped}` is not an escape: only `\\\"` and `\\\\` are, and it is read as `{escaped}`");
            self.report.add_fixed(Code::UnknownEscape, range.clone(), message, || {
                vec![
                    Fix::choice("write the backslash as `\\\\`", vec![Edit::insert(start, "\\")]),
                    Fix::choice("remove the backslash", vec![Edit::delete(start..start + 1)]),
                ]
            });
        }
    }
}

/// A finding of this code may be inside a name that is another one without it.
fn divides_name(code: Code) -> bool {
    matches!(code, Code::ExtraTagName | Code::ExtraTagValue)
}

/// Maximum number of tags whose names are compared with one another; more are hashed.
const FEW: usize = 40;

/// The tags before the last one of their name, each with the last one, from the last to the first.
fn repeated(tags: &Tags, text: &str) -> Vec<(usize, usize)> {
    let list = &tags.list;
    let mut in_use: NameSet = 0;
    let mut repeated = Vec::new();
    let mut by_name: HashMap<&str, usize> = HashMap::new();
    for (n, tag) in list.iter().enumerate().rev() {
        let last = match tag.bit_in_use() {
            Some(bit) => {
                let is_seen = in_use & bit != 0;
                in_use |= bit;
                let later = || list.iter().rposition(|other| other.in_use() == tag.in_use());
                is_seen.then(later).flatten()
            }
            None if list.len() <= FEW => {
                let last = list.iter().rposition(|other| other.name(text) == tag.name(text));
                last.filter(|last| *last > n)
            }
            None => Some(*by_name.entry(tag.name(text)).or_insert(n)).filter(|last| *last > n),
        };
        repeated.extend(last.map(|last| (n, last)));
    }
    repeated
}
