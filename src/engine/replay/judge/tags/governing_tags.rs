//! Misspelt tags that decide how a game's moves are read: their meaning is unknown, so the moves are not judged, and
//! the name is the only finding.

use std::ops::Range;

use crate::lint::GameFormat;
use crate::lint::cause::Cause;
use crate::replay::governing_tags::{GOVERNING, governs, intended_name, is_governing_value};
use crate::replay::judge::Judge;
use crate::source::near;
use crate::syntax::tag_list::{Tags, between_quotes, unescaped};

/// Maximum number of errors whose lines are searched for such a tag.
const MOST_TORN: usize = 16;

impl Judge<'_> {
    /// Finds such tags before the tags are judged: they have no effect, and must not be reported as missing.
    pub(crate) fn misspelt_governing_tags(&mut self) {
        for tag in self.tags.list.iter().filter(|tag| !tag.is_in_use()) {
            let value = tag.value(self.text);
            let Some(intended) =
                is_governing_value(&value).then(|| intended_name(tag.name(self.text), &value)).flatten()
            else {
                continue;
            };
            if self.decides(&self.tags, intended, &value) && self.tags.get(self.text, intended).is_none() {
                self.tag_faults.misspelt_governing = Some((tag.name.clone(), intended));
            }
        }
        if self.tag_faults.misspelt_governing.is_none() {
            self.tag_faults.misspelt_governing = self.torn_governing_tag();
        }
        if let Some((_, intended)) = self.tag_faults.misspelt_governing {
            (self.moves_unjudged, self.format.governing_tag_misspelt) = (true, true);
            if intended == "GameFormat" {
                (self.format.game, self.format.named_by_tag) = (GameFormat::Vgn, true);
            }
        }
    }

    /// Such a tag that is damaged so far that it has not been read, in the line of an error.
    fn torn_governing_tag(&self) -> Option<(Range<u32>, &'static str)> {
        let errors = self.report.drafts().iter().take(MOST_TORN);
        errors.into_iter().find_map(|found| {
            let start = found.range.start as usize - self.line_before(found.range.start).len();
            let line = self.text[start..].split(['\n', '\r']).next().unwrap_or_default().trim_start();
            let intended = GOVERNING.into_iter().filter(|name| self.tags.get(self.text, name).is_none());
            let mut intended = intended.filter(|name| resembles_beginning(line, name));
            let is_decided = |name: &&str| line.split('"').any(|value| self.decides(&self.tags, name, value));
            intended.find(is_decided).map(|name| (found.range.clone(), name))
        })
    }

    /// Records a tag with a slip in its name, which may decide how the moves are read.
    pub(crate) fn misspelt_tag(&mut self, name: Range<u32>, intended: &'static str, value: Option<Range<u32>>) {
        self.tag_faults.misnamed.push(intended);
        let unquoted = |value: Range<u32>| unescaped(self.slice(&between_quotes(self.text, &value)));
        if value.map(unquoted).is_some_and(|value| governs(intended, &value)) {
            self.tag_faults.misspelt_governing = Some((name, intended));
        }
    }

    /// Records a tag that decides how moves are read by a value without quotes, which is not read.
    pub(crate) fn unquoted_governing(&mut self, value: &str) {
        let Some(name) = self.tag_faults.open_tag.as_ref().and_then(|tag| tag.name.clone()) else { return };
        let intended = GOVERNING.into_iter().find(|intended| *intended == self.slice(&name));
        if let Some(intended) = intended.filter(|intended| governs(intended, value)) {
            self.tag_faults.misspelt_governing = Some((name, intended));
        }
    }

    /// The misspelt name of the tag that decides how the moves are read, and the intended one.
    pub(crate) fn misspelt_governing(&self) -> Option<(Range<u32>, &'static str)> {
        self.tag_faults.misspelt_governing.clone()
    }

    /// Whether the tag decides how moves are read with this value; `GameFormat` only together with `MoveFormat`,
    /// because a PGN game can be left with one of the two.
    pub(crate) fn decides(&self, tags: &Tags, name: &str, value: &str) -> bool {
        governs(name, value) && (name != "GameFormat" || tags.get(self.text, "MoveFormat").is_some())
    }

    /// Drops the findings about moves in an unknown notation or from an unknown board: they may be correct, and no fix
    /// changes them.
    pub(crate) fn drop_move_findings(&mut self) {
        if self.format.governing_tag_misspelt {
            let movetext = self.tags.list.last().map_or(0, |tag| tag.range.end);
            self.report.account(&Cause::ReadOtherwise { movetext });
        }
    }
}

/// Whether the letters at the beginning of the line are this name, but for one. A line comment is none of its tags.
fn resembles_beginning(line: &str, name: &str) -> bool {
    if line.starts_with([';', '%']) {
        return false;
    }
    let letters: String = line.chars().filter(char::is_ascii_alphanumeric).take(name.len() + 1).collect();
    (name.len() - 1..=name.len() + 1)
        .filter_map(|len| letters.get(..len))
        .any(|written| near::distance(written, name, 1).is_some())
}
