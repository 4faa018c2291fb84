//! Lines that name a fix: the same one is printed once a file.
//!
//! Findings are printed on all cores, and which line is the first of its kind is known only in the order of the file.
//! So a game's findings are printed with the places of their fix lines, and the lines that were there already are cut
//! out as the games go by.

use std::collections::HashSet;
use std::ops::Range;

use crate::analysis::{Code, Diagnostic, Fix};

/// Different lines that are kept of one file; those that come later are all printed.
const KEPT: usize = 1 << 12;

/// Findings as they are printed.
#[derive(Default)]
pub struct Printed {
    pub bytes: Vec<u8>,
    /// In their order.
    pub(super) fixes: Vec<FixesOfOne>,
}

/// The lines that name the fixes of one finding; they follow one another.
pub(super) struct FixesOfOne {
    /// What stands before them and goes with the last of them, in the printed bytes; maybe nothing.
    pub joint: Range<usize>,
    pub lines: Vec<FixLine>,
}

/// A line that names a fix.
pub(super) struct FixLine {
    /// With its line end, in the printed bytes.
    pub range: Range<usize>,
    pub names: Named,
}

/// What a line says, and of what.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Named {
    code: Code,
    title: String,
    /// Of the finding, where the fix depends on it: `write `Nf3`` is another fix for another move.
    message: Option<String>,
}

impl Named {
    pub fn new(finding: &Diagnostic, fix: &Fix) -> Named {
        let inserts = fix.edits.iter().all(|edit| edit.range.is_empty());
        let removes = fix.edits.iter().all(|edit| edit.text.is_empty());
        let message = (!inserts && !removes).then(|| finding.message.clone());
        Named { code: finding.code, title: fix.title.clone(), message }
    }
}

/// The lines that were printed of a file.
#[derive(Default)]
pub struct FixLines {
    file: String,
    printed: HashSet<Named>,
}

impl FixLines {
    /// The findings of the next game with findings, without the lines that were printed of its file already.
    pub fn without_repeated(&mut self, file: &str, printed: Printed) -> Vec<u8> {
        if printed.fixes.is_empty() {
            return printed.bytes;
        }
        if self.file != file {
            file.clone_into(&mut self.file);
            self.printed.clear();
        }
        let mut kept = Vec::with_capacity(printed.bytes.len());
        let mut at = 0;
        for FixesOfOne { joint, mut lines } in printed.fixes {
            let end = lines.last().map_or(joint.end, |line| line.range.end);
            lines.retain(|line| self.is_new(&line.names));
            kept.extend_from_slice(&printed.bytes[at..joint.start]);
            let joint = (!lines.is_empty()).then_some(joint);
            for range in joint.into_iter().chain(lines.into_iter().map(|line| line.range)) {
                kept.extend_from_slice(&printed.bytes[range]);
            }
            at = end;
        }
        kept.extend_from_slice(&printed.bytes[at..]);
        kept
    }

    fn is_new(&mut self, names: &Named) -> bool {
        if self.printed.contains(names) {
            return false;
        }
        if self.printed.len() < KEPT {
            self.printed.insert(names.clone());
        }
        true
    }
}
