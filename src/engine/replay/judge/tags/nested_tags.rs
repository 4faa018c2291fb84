//! Tags inside other tags (rule B3): each is one finding, and is not reported as missing.

use std::collections::HashSet;
use std::ops::Range;

use crate::lint::{Code, Edit, Fix};
use crate::replay::judge::Judge;
use crate::replay::judge::movetext::structure::shorten;

/// A complete tag pair inside another one.
#[derive(Clone, Debug)]
pub(crate) struct NestedTag {
    pub(crate) range: Range<u32>,
    /// The outer tag.
    pub(crate) tag: Range<u32>,
}

impl Judge<'_> {
    /// Reports nested tags. The fix moves them after the outer tag, or removes them if the game already has a tag with
    /// that name.
    pub(crate) fn judge_nested_tags(&mut self) {
        let nested = std::mem::take(&mut self.tag_faults.nested);
        if nested.is_empty() {
            return;
        }
        let mut names: HashSet<&str> = self.tags.list.iter().map(|tag| tag.name(self.text)).collect();
        for NestedTag { range, tag } in &nested {
            let text = self.slice(range);
            let name = name_of(text);
            let repeated = !names.insert(name);
            let message = format!("tags do not nest: `{}` is inside another tag", shorten(text));
            let (cut, line_end) = (self.removal(range), self.line_end());
            self.report_fixed(Code::StrayText, range.clone(), message, || match repeated {
                true => vec![Fix::choice(format!("remove it: the game has another tag `{name}`"), vec![cut])],
                false => {
                    let edits = vec![cut, Edit::insert(tag.end, format!("{line_end}{text}"))];
                    vec![Fix::choice("move it after the other tag", edits)]
                }
            });
        }
        self.tag_faults.nested = nested;
    }

    /// Whether a tag with this name is inside another one.
    pub(crate) fn is_nested(&self, name: &str) -> bool {
        self.tag_faults.nested.iter().any(|nested| name_of(self.slice(&nested.range)) == name)
    }
}

/// The name of a complete tag pair.
fn name_of(tag: &str) -> &str {
    let name = tag.strip_prefix('[').unwrap_or(tag);
    name.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').map_or(name, |end| &name[..end])
}
