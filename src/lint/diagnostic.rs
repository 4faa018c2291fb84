//! Diagnostics and fixes as plain data.

use std::fmt;
use std::ops::Range;

use super::Code;

/// What is said of each place after the first one.
pub(crate) const HERE_TOO: &str = "here too";

/// How grave a diagnostic is; the order is from gravest to lightest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Error,
    Warning,
    Information,
    Hint,
}

impl Severity {
    /// Every severity, gravest first.
    pub const ALL: [Severity; 4] = [Severity::Error, Severity::Warning, Severity::Information, Severity::Hint];

    /// The word for people and for JSON.
    pub fn name(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Information => "information",
            Severity::Hint => "hint",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// One finding in one game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    pub code: Code,
    /// After configuration.
    pub severity: Severity,
    /// The text at fault, in bytes of the game's text.
    pub range: Range<u32>,
    /// One plain sentence: what is wrong and what was expected.
    pub message: String,
    /// Other places that belong to the finding.
    pub related: Vec<Related>,
    /// Ways to fix it; empty unless fixes were asked for.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// Does it stand in the range, or touch it: by its own place, or, where it stands for several places, by any of
    /// them?
    pub fn touches(&self, range: &Range<u32>) -> bool {
        self.has_place(|place| place.start <= range.end && range.start <= place.end)
    }

    /// Does the range lie within its own place, or, where it stands for several places, within any of them?
    pub fn encloses(&self, range: &Range<u32>) -> bool {
        self.has_place(|place| place.start <= range.start && range.end <= place.end)
    }

    /// The other places that it stands for, as far as they are named.
    pub fn gathered(&self) -> impl Iterator<Item = &Range<u32>> {
        self.related.iter().filter(|related| related.message == HERE_TOO).map(|related| &related.range)
    }

    fn has_place(&self, is_it: impl Fn(&Range<u32>) -> bool) -> bool {
        let others = || self.related.iter().filter(|related| related.message == HERE_TOO);
        // Not all places are named, but each has its edit.
        let edits = || self.fixes.iter().flat_map(|fix| &fix.edits).any(|edit| is_it(&edit.range));
        is_it(&self.range) || (others().next().is_some() && (others().any(|other| is_it(&other.range)) || edits()))
    }
}

/// Another place in the same game that explains a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Related {
    pub range: Range<u32>,
    pub message: String,
}

/// One way to fix a diagnostic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fix {
    /// What it does, in the imperative: "insert `*`".
    pub title: String,
    /// Non-overlapping edits in the order of their ranges, in bytes of the game's text.
    pub edits: Vec<Edit>,
    /// Safe to apply without asking: it does not change what the game says.
    pub safe: bool,
}

/// Replacement of a range by a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub range: Range<u32>,
    pub text: String,
}
