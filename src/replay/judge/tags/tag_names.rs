//! Names of tags: duplicates (rule B11) and near misses of known ones; escapes in values (rule B2).

use crate::lint::cause::Cause;
use crate::lint::{Code, Diagnostic, Edit, Fix, Related, Severity};
use crate::replay::governing_tags::{intended_name, roster_names_near};
use crate::replay::judge::Judge;
use crate::syntax::tag_list::name_index::NameSet;
use crate::syntax::tag_list::{Tag, Tags};

impl Judge<'_> {
    pub(crate) fn judge_tag_names(&mut self) {
        let tags = std::mem::take(&mut self.tags);
        let mut first_tags = FirstTags::default();
        let (errors, of_names) = (self.error_ends(|_| true), self.error_ends(divides_name));
        // An error inside the tag, or before it up to its beginning.
        let has_any = |errors: &[u32], tag: &Tag| {
            let next = errors.partition_point(|end| *end < tag.range.start);
            errors.get(next).is_some_and(|end| *end <= tag.range.end)
        };
        for (n, tag) in tags.list.iter().enumerate() {
            let name = tag.name(self.text);
            // A damaged name may be another one.
            let first = first_tags.first_of_name(n, tag, &tags, self.text).filter(|_| !has_any(&of_names, tag));
            if let Some(first) = first {
                let message = format!("the tag `{name}` is repeated: the first one is used");
                if let Some(diagnostic) = self.report.add(Code::DuplicateTag, tag.range.clone(), message) {
                    diagnostic.related.push(Related::new(first.range.clone(), "the first one"));
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

/// The first tag of each name: those in use by a set of bits; others by a search in games with few tags, and by a map
/// in games with many.
#[derive(Default)]
struct FirstTags<'t> {
    in_use: NameSet,
    by_name: std::collections::HashMap<&'t str, usize>,
}

impl<'t> FirstTags<'t> {
    const FEW: usize = 40;

    /// The first tag with the name of the `n`th one, unless that is the first itself.
    fn first_of_name<'l>(&mut self, n: usize, tag: &Tag, tags: &'l Tags, text: &'t str) -> Option<&'l Tag> {
        let name = tag.name(text);
        if let Some(bit) = tag.bit_in_use() {
            let seen = self.in_use & bit != 0;
            self.in_use |= bit;
            return if seen { tags.get(text, name) } else { None };
        }
        if tags.list.len() <= Self::FEW {
            return tags.list[..n].iter().find(|other| other.name(text) == name);
        }
        let first = *self.by_name.entry(name).or_insert(n);
        (first < n).then(|| &tags.list[first])
    }
}
