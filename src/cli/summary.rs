//! The figures at the end.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;

use crate::analysis::{CATALOGUE, Code, Severity};

/// What was checked and found. The order of the fields is that of the JSON summary.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Summary {
    pub files: u64,
    pub games: u64,
    /// In main lines and variations.
    pub half_moves: u64,
    pub main_line_half_moves: u64,
    pub errors: u64,
    pub warnings: u64,
    pub information: u64,
    pub hints: u64,
    /// Findings by code, in the order of the catalogue.
    #[serde(skip)]
    counts: Vec<u64>,
    /// Files that fixes have changed, or would change.
    #[serde(skip)]
    pub mended_files: u64,
    /// Games that fixes have changed, or would change.
    #[serde(skip)]
    pub mended_games: u64,
    /// Findings of games that have more than are listed.
    #[serde(skip)]
    pub left_out: u64,
}

impl Summary {
    /// Counts a finding.
    pub fn count(&mut self, code: Code, severity: Severity) {
        match severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Information => self.information += 1,
            Severity::Hint => self.hints += 1,
        }
        if self.counts.is_empty() {
            self.counts = vec![0; CATALOGUE.len()];
        }
        if let Some(count) = self.counts.get_mut(code as usize) {
            *count += 1;
        }
    }

    /// The line for people.
    pub fn line(&self, elapsed: Duration) -> String {
        format!(
            "{}, {}, {} in {}: {}, {}, {} information, {}",
            counted(self.files, "file"),
            counted(self.games, "game"),
            counted(self.half_moves, "half-move"),
            duration(elapsed),
            counted(self.errors, "error"),
            counted(self.warnings, "warning"),
            grouped(self.information),
            counted(self.hints, "hint"),
        )
    }

    /// The line about what fixes changed; `None` when they changed nothing.
    pub fn mended_line(&self, only_shown: bool) -> Option<String> {
        let verb = if only_shown { "would mend" } else { "mended" };
        (self.mended_games > 0)
            .then(|| format!("{verb} {} in {}", counted(self.mended_games, "game"), counted(self.mended_files, "file")))
    }

    /// The line about findings that are not listed; `None` when all are.
    pub fn left_out_line(&self) -> Option<String> {
        let findings = counted(self.left_out, "more finding");
        (self.left_out > 0).then(|| format!("{findings}: of one game the first 10,000 are listed"))
    }

    /// The table of findings by code, the most frequent first.
    pub fn table(&self) -> String {
        let mut rows: Vec<(u64, &str)> = self
            .counts
            .iter()
            .zip(CATALOGUE)
            .filter(|(count, _)| **count > 0)
            .map(|(count, entry)| (*count, entry.name))
            .collect();
        rows.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
        let mut table = String::new();
        for (count, name) in rows {
            let _ = writeln!(table, "{:>12}  {name}", grouped(count));
        }
        table
    }
}

/// A number and what it counts: `2 games`.
pub(super) fn counted(count: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// The number in groups of three digits: `145,716`.
pub(super) fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut grouped = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// A time as people say it: `12 ms`, `3.4 s`.
pub(super) fn duration(elapsed: Duration) -> String {
    match elapsed.as_secs_f64() {
        seconds if seconds < 1.0 => format!("{} ms", elapsed.as_millis()),
        seconds if seconds < 60.0 => format!("{seconds:.1} s"),
        _ => format!("{} min {} s", elapsed.as_secs() / 60, elapsed.as_secs() % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_counts_in_words() {
        let mut summary = Summary { files: 1, games: 145_716, half_moves: 11_000_000, ..Summary::default() };
        summary.count(Code::StrayText, Severity::Error);
        assert_eq!(
            summary.line(Duration::from_millis(1_250)),
            "1 file, 145,716 games, 11,000,000 half-moves in 1.2 s: 1 error, 0 warnings, 0 information, 0 hints"
        );
        assert_eq!(summary.table(), "           1  stray-text\n");
    }
}
