//! Diagnostics and fixes as plain data.

use std::fmt;
use std::ops::Range;

use super::Code;

/// Message of each place of a diagnostic after the first one.
pub(crate) const HERE_TOO: &str = "here too";

/// Severity of a diagnostic, in descending order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    Error,
    Warning,
    Information,
    Hint,
}

impl Severity {
    /// Every severity, in descending order.
    pub const ALL: [Severity; 4] = [Severity::Error, Severity::Warning, Severity::Information, Severity::Hint];

    /// The name in output and in JSON.
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
    /// The severity after configuration.
    pub severity: Severity,
    /// The text at fault, in bytes of the game's text.
    pub range: Range<u32>,
    /// One plain sentence: what is wrong and what was expected.
    pub message: String,
    /// Other places that explain the finding.
    pub related: Vec<Related>,
    /// Alternative fixes; empty unless fixes were requested.
    pub fixes: Vec<Fix>,
}

impl Diagnostic {
    /// Whether the diagnostic's range touches this one; for a diagnostic of several places, whether any of them does.
    pub fn touches(&self, range: &Range<u32>) -> bool {
        self.has_place(|place| place.start <= range.end && range.start <= place.end)
    }

    /// Whether the diagnostic's range encloses this one; for a diagnostic of several places, whether any of them does.
    pub fn encloses(&self, range: &Range<u32>) -> bool {
        self.has_place(|place| place.start <= range.start && range.end <= place.end)
    }

    /// The other places of a diagnostic of several places, as far as they are listed.
    pub fn gathered(&self) -> impl Iterator<Item = &Range<u32>> {
        self.related.iter().filter(|related| related.message == HERE_TOO).map(|related| &related.range)
    }

    fn has_place(&self, is_it: impl Fn(&Range<u32>) -> bool) -> bool {
        let others = || self.related.iter().filter(|related| related.message == HERE_TOO);
        // Not all places are listed, but each has an edit.
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
    /// Its effect, in the imperative: "insert `*`".
    pub title: String,
    /// Non-overlapping edits, ordered by range, in bytes of the game's text.
    pub edits: Vec<Edit>,
    /// Whether the fix may be applied unasked: it does not change the meaning of the game.
    pub safe: bool,
}

/// Replacement of a range by a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edit {
    pub range: Range<u32>,
    pub text: String,
}
