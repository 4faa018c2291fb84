//! What fixes need to know of the text around them.

use std::ops::Range;

use super::Judge;

impl Judge<'_> {
    /// The range with the blanks before it, so that deleting it leaves no double space. At a line's start the blanks after
    /// it go, and a line that would be left empty goes whole.
    pub(super) fn with_space_before(&self, range: &Range<u32>) -> Range<u32> {
        let before = &self.text[..range.start as usize];
        let kept = before.trim_end_matches([' ', '\t']);
        // Where text follows at once, one blank must stay.
        let glued = self.text[range.end as usize..].starts_with(|c: char| !c.is_whitespace() && c != ')');
        let start = if glued && kept.len() < before.len() { kept.len() + 1 } else { kept.len() };
        let at_line_start = kept.is_empty() || kept.ends_with(['\n', '\r']);
        if !at_line_start {
            return start as u32..range.end;
        }
        let rest = &self.text[range.end as usize..];
        let after = rest.trim_start_matches([' ', '\t']);
        let blanks = range.end + (rest.len() - after.len()) as u32;
        let line_end = if after.starts_with("\r\n") { 2 } else { u32::from(after.starts_with(['\n', '\r'])) };
        if line_end > 0 { kept.len() as u32..blanks + line_end } else { range.start..blanks }
    }

    /// A tag with its line end, for deletion.
    pub(super) fn line_of(&self, tag: &crate::analysis::tag_list::Tag) -> Range<u32> {
        let rest = &self.text[tag.range.end as usize..];
        let ends = if rest.starts_with("\r\n") { 2 } else { u32::from(rest.starts_with(['\n', '\r'])) };
        tag.range.start..tag.range.end + ends
    }

    /// The line end that the text uses.
    pub(super) fn line_end(&self) -> &'static str {
        self.line_end.get_or_init(|| match self.text.find(['\n', '\r']) {
            Some(at) if self.text[at..].starts_with("\r\n") => "\r\n",
            Some(at) if self.text.as_bytes()[at] == b'\r' => "\r",
            _ => "\n",
        })
    }
}
