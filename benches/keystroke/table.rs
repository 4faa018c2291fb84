//! The table of keystroke costs.

use std::io::{self, Write};
use std::time::Duration;

/// One kind of edit in a file of one size.
pub struct Row {
    kind: &'static str,
    pulls: bool,
    size: usize,
    /// Sorted.
    measured: Vec<Duration>,
}

impl Row {
    pub fn new(kind: &'static str, pulls: bool, size: usize, mut measured: Vec<Duration>) -> Row {
        measured.sort_unstable();
        Row { kind, pulls, size, measured }
    }

    /// A percentile in milliseconds.
    fn percentile(&self, percent: usize) -> f64 {
        let last = self.measured.len().saturating_sub(1);
        let index = (self.measured.len() * percent / 100).min(last);
        self.measured.get(index).map_or(0.0, |time| time.as_secs_f64() * 1e3)
    }
}

/// Prints the rows, grouped by kind; the ratio is to the same kind in the smallest file.
pub fn print(out: &mut impl Write, rows: &[Row]) -> io::Result<()> {
    writeln!(out, "| edit | diagnostics | games | edits | median ms | p99 ms | max ms | ratio |")?;
    writeln!(out, "|---|---|---|---|---|---|---|---|")?;
    let mut kinds: Vec<(bool, &str)> = Vec::new();
    for row in rows {
        if !kinds.contains(&(row.pulls, row.kind)) {
            kinds.push((row.pulls, row.kind));
        }
    }
    for kind in kinds {
        let mut first = None;
        for row in rows.iter().filter(|row| (row.pulls, row.kind) == kind) {
            let median = row.percentile(50);
            let base = *first.get_or_insert(median);
            writeln!(
                out,
                "| {} | {} | {} | {} | {median:.2} | {:.2} | {:.2} | {:.2} |",
                row.kind,
                if row.pulls { "asked for" } else { "sent" },
                row.size,
                row.measured.len(),
                row.percentile(99),
                row.percentile(100),
                median / base,
            )?;
        }
    }
    writeln!(out)
}
