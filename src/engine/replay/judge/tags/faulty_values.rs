//! Tag values with faults in their text.

use std::ops::Range;

use crate::lint::Code;
use crate::lint::cause::{Cause, FAULTS_OF_TEXT};
use crate::replay::judge::Judge;

impl Judge<'_> {
    /// Drops other findings about a value with a fault in its text: its meaning is judged after the text has been
    /// fixed. A text may have several faults. Called after all findings have been made.
    pub(crate) fn drop_findings_in_faulty_values(&mut self) {
        let found = self.report.drafts().iter().filter_map(|d| match d.code {
            // The bracket is inside the value: `"1-0]"`.
            Code::UnclosedTag if self.slice(&d.range).ends_with("]\"") => Some(d.range.end - 1),
            code => FAULTS_OF_TEXT.contains(&code).then_some(d.range.start),
        });
        let mut faults: Vec<u32> = found.collect();
        if faults.is_empty() {
            return;
        }
        faults.sort_unstable();
        let is_faulty = |value: &Range<u32>| {
            let first = faults.partition_point(|fault| *fault < value.start);
            // The quote is one place too early at the end: `"1-"0`.
            faults.get(first).is_some_and(|fault| *fault <= value.end)
        };
        let values = self.tags.list.iter().map(|tag| tag.value.clone());
        let faulty: Vec<Range<u32>> = values.filter(is_faulty).collect();
        self.report.account(&Cause::FaultyValues { values: &faulty });
    }
}
