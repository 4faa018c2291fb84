//! Values of tags with faults in their text.

use std::ops::Range;

use crate::lint::cause::{Cause, FAULTS_OF_TEXT};
use crate::replay::judge::Judge;

impl Judge<'_> {
    /// A value with a fault in its text is one finding: what it would say is judged when it has been fixed. Of the same
    /// value there can be several faults of its text. All findings are there.
    pub(crate) fn forgive_values_with_faults(&mut self) {
        let found = self.report.drafts().iter().filter(|d| FAULTS_OF_TEXT.contains(&d.code));
        let mut faults: Vec<u32> = found.map(|d| d.range.start).collect();
        if faults.is_empty() {
            return;
        }
        faults.sort_unstable();
        let is_faulty = |value: &Range<u32>| {
            let first = faults.partition_point(|fault| *fault < value.start);
            faults.get(first).is_some_and(|fault| *fault < value.end)
        };
        let values = self.tags.list.iter().map(|tag| tag.value.clone());
        let faulty: Vec<Range<u32>> = values.filter(is_faulty).collect();
        self.report.account(&Cause::FaultyValues { values: &faulty });
    }
}
