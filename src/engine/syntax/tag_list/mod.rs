//! The list of a game's tags.

pub(crate) mod known_names;
pub(crate) mod name_index;

use std::borrow::Cow;
use std::ops::Range;

pub use known_names::{known_tags, roster};
use name_index::NameSet;

/// One tag pair, in bytes of the game's text.
#[derive(Clone, Debug)]
pub(crate) struct Tag {
    /// From `[` to `]`.
    pub range: Range<u32>,
    pub name: Range<u32>,
    /// With its quotes.
    pub value: Range<u32>,
    /// Index of the name among those in common use.
    in_use: Option<u8>,
}

impl Tag {
    /// Whether the tag is `[Name "value"]` on one line, with only blanks between its parts and none inside its
    /// brackets.
    pub(crate) fn is_plain(&self, text: &str) -> bool {
        let Range { start, end } = self.range;
        let gap = &text[self.name.end as usize..self.value.start as usize];
        let beside = self.name.start == start + 1 && self.value.end + 1 == end;
        let whole = text[..end as usize].ends_with("\"]") && text[start as usize..].starts_with('[');
        beside
            && whole
            && !gap.is_empty()
            && gap.bytes().all(|byte| matches!(byte, b' ' | b'\t'))
            && !text[start as usize..end as usize].contains(['\n', '\r'])
    }
}

/// The tags of a game that have a name and a value, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Tags {
    pub list: Vec<Tag>,
    /// The names in common use that occur.
    seen: NameSet,
}

impl Tags {
    /// Adds a tag. `range` is from `[` to `]`, and `value` includes the quotes.
    pub(crate) fn push(&mut self, text: &str, range: Range<u32>, name: Range<u32>, value: Range<u32>) {
        let in_use = name_index::index(&text.as_bytes()[name.start as usize..name.end as usize]);
        self.seen |= in_use.map_or(0, |index| 1 << index);
        self.list.push(Tag { range, name, value, in_use });
    }

    /// The tag of this name: if it is given several times, the last one, which most readers take (rule B11).
    pub(crate) fn get(&self, text: &str, name: &str) -> Option<&Tag> {
        match name_index::index(name.as_bytes()) {
            Some(index) if self.seen & (1 << index) == 0 => None,
            Some(index) => self.list.iter().rfind(|tag| tag.in_use == Some(index)),
            None => self.list.iter().rfind(|tag| tag.name(text) == name),
        }
    }

    /// The value of the tag of this name that counts.
    pub(crate) fn value<'t>(&self, text: &'t str, name: &str) -> Option<Cow<'t, str>> {
        self.get(text, name).map(|tag| tag.value(text))
    }
}

impl Tag {
    /// Index of the name among those in common use.
    pub(crate) fn in_use(&self) -> Option<u8> {
        self.in_use
    }

    /// Whether the name is in common use.
    pub(crate) fn is_in_use(&self) -> bool {
        self.in_use.is_some()
    }

    /// The name as a set with one element, if it is in common use.
    pub(crate) fn bit_in_use(&self) -> Option<NameSet> {
        self.in_use.map(|index| 1 << index)
    }

    pub(crate) fn name<'t>(&self, text: &'t str) -> &'t str {
        &text[self.name.start as usize..self.name.end as usize]
    }

    /// The text between the quotes, as in the file.
    pub(crate) fn raw<'t>(&self, text: &'t str) -> &'t str {
        let inner = self.inner(text);
        &text[inner.start as usize..inner.end as usize]
    }

    /// The value with its escapes resolved (rule B2).
    pub(crate) fn value<'t>(&self, text: &'t str) -> Cow<'t, str> {
        unescaped(self.raw(text))
    }

    /// The range between the quotes.
    pub(crate) fn inner(&self, text: &str) -> Range<u32> {
        between_quotes(text, &self.value)
    }

    /// Range of a part of the value, given in bytes of the value; the whole value if it has escapes or the part is empty.
    pub(crate) fn part(&self, text: &str, part: Range<usize>) -> Range<u32> {
        let inner = self.inner(text);
        if self.raw(text).contains('\\') || part.is_empty() {
            return inner;
        }
        inner.start + part.start as u32..(inner.start + part.end as u32).min(inner.end)
    }
}

/// The value in quotes, with quotes and backslashes escaped.
pub(crate) fn quoted(value: &str) -> String {
    format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
}

/// The parts of a two-part value: before and after the first `:` (rule B4), the first one trimmed.
pub(crate) fn two_parts(value: &str) -> (&str, Option<&str>) {
    match value.split_once(':') {
        Some((first, second)) => (first.trim(), Some(second)),
        None => (value.trim(), None),
    }
}

/// Whether this value of `GameFormat` names VGN (rule A5).
pub fn is_vgn_format(value: &str) -> bool {
    two_parts(value).0.eq_ignore_ascii_case("VGN")
}

/// The text between the quotes of a value with its escapes resolved: an escaped character denotes itself (rule B2).
pub fn unescaped(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut value = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        value.push(if c == '\\' { chars.next().unwrap_or(c) } else { c });
    }
    Cow::Owned(value)
}

/// The range between the quotes of a value, in bytes of the text; a quote may be missing.
pub fn between_quotes(text: &str, value: &Range<u32>) -> Range<u32> {
    let quoted = &text[value.start as usize..value.end as usize];
    let start = value.start + u32::from(quoted.starts_with('"'));
    let end = value.end - u32::from(quoted.len() > 1 && quoted.ends_with('"'));
    start..end.max(start)
}
