//! Lines that name a fix: equal ones are printed once per file.
//!
//! Findings are printed on all cores, and the first line of its kind is known only in the order of the file. So a
//! game's findings are printed with the places of their fix lines, and repeated lines are cut out as the games pass in
//! order.

use std::collections::HashSet;
use std::ops::Range;

use crate::lint::{Code, Diagnostic, Fix};

/// Maximum number of different lines kept for one file; all later ones are printed.
const KEPT: usize = 1 << 12;

/// Printed findings.
#[derive(Default)]
pub struct PrintedFindings {
    pub bytes: Vec<u8>,
    /// In order.
    pub(super) fixes: Vec<FindingFixes>,
}

/// The lines that name the fixes of one finding, which are consecutive.
pub(super) struct FindingFixes {
    /// The bytes before the lines that are removed with the last of them; may be empty.
    pub joint: Range<usize>,
    pub lines: Vec<FixLine>,
}

/// A line that names a fix.
pub(super) struct FixLine {
    /// In the printed bytes, with its line end.
    pub range: Range<usize>,
    pub names: FixName,
}

/// The identity of a fix line.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct FixName {
    code: Code,
    title: String,
    /// The message of the finding, if the fix depends on it: `write `Nf3`` is another fix for another move.
    message: Option<String>,
}

impl FixName {
    pub fn new(finding: &Diagnostic, fix: &Fix) -> FixName {
        let inserts = fix.edits.iter().all(|edit| edit.range.is_empty());
        let removes = fix.edits.iter().all(|edit| edit.text.is_empty());
        let message = (!inserts && !removes).then(|| finding.message.clone());
        FixName { code: finding.code, title: fix.title.clone(), message }
    }
}

/// The lines printed for a file.
#[derive(Default)]
pub struct FixLines {
    file: String,
    printed: HashSet<FixName>,
}

impl FixLines {
    /// The findings of the next game with findings, without the lines already printed for its file.
    pub fn without_repeated(&mut self, file: &str, printed: PrintedFindings) -> Vec<u8> {
        if printed.fixes.is_empty() {
            return printed.bytes;
        }
        if self.file != file {
            file.clone_into(&mut self.file);
            self.printed.clear();
        }
        let mut kept = Vec::with_capacity(printed.bytes.len());
        let mut at = 0;
        for FindingFixes { joint, mut lines } in printed.fixes {
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

    fn is_new(&mut self, names: &FixName) -> bool {
        if self.printed.contains(names) {
            return false;
        }
        if self.printed.len() < KEPT {
            self.printed.insert(names.clone());
        }
        true
    }
}
