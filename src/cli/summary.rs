//! The totals at the end.

use std::fmt::Write;
use std::time::Duration;

use serde::Serialize;
use serde_json::json;
use vgn_engine::lint::{CATALOGUE, Diagnostic, Severity};
use vgn_engine::replay::GameReport;

use crate::check::remedy;

/// The totals of a check. The order of the fields is that of the JSON summary.
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
    counts: Vec<CodeCount>,
    /// Files that fixes have changed, or would change.
    #[serde(skip)]
    pub fixed_files: u64,
    /// Games that fixes have changed, or would change.
    #[serde(skip)]
    pub fixed_games: u64,
    /// Findings that fixes have removed, or would remove.
    #[serde(skip)]
    pub fixed: u64,
    /// Findings that fixes would have removed in files that could not be written.
    #[serde(skip)]
    pub unwritten: u64,
    /// Findings that are not listed, in games with too many.
    #[serde(skip)]
    pub left_out: u64,
}

impl Summary {
    /// Counts a game.
    pub fn count_game(&mut self, report: &GameReport) {
        self.games += u64::from(report.is_game);
        self.left_out += u64::from(report.left_out);
        self.half_moves += u64::from(report.half_moves);
        self.main_line_half_moves += u64::from(report.main_line_half_moves);
    }

    /// Counts a finding, and its fix.
    pub fn count(&mut self, finding: &Diagnostic) {
        let fix = remedy(finding);
        match finding.severity {
            Severity::Error => self.errors += 1,
            Severity::Warning => self.warnings += 1,
            Severity::Information => self.information += 1,
            Severity::Hint => self.hints += 1,
        }
        if self.counts.is_empty() {
            self.counts = vec![CodeCount::default(); CATALOGUE.len()];
        }
        if let Some(count) = self.counts.get_mut(finding.code as usize) {
            count.all += 1;
            count.faults += u64::from(finding.severity == Severity::Error);
            count.choices += u64::from(fix.is_none() && !finding.fixes.is_empty());
            count.fixed_safely += u64::from(fix.is_some_and(|fix| fix.safe));
            count.fixed_unsafely += u64::from(fix.is_some_and(|fix| !fix.safe));
        }
    }

    /// The summary line for people.
    pub fn line(&self, elapsed: Duration) -> String {
        let mut line = format!(
            "{}, {}, {} in {}: {}, {}",
            counted(self.files, "file"),
            counted(self.games, "game"),
            counted(self.half_moves, "half-move"),
            duration(elapsed),
            counted(self.errors, "error"),
            counted(self.warnings, "warning"),
        );
        if self.information > 0 {
            line += &format!(", {} information", grouped(self.information));
        }
        if self.hints > 0 {
            line += &format!(", {}", counted(self.hints, "hint"));
        }
        line
    }

    /// The line about changes by fixes; `None` without changes.
    pub fn fixed_line(&self, only_shown: bool) -> Option<String> {
        let verb = if only_shown { "would fix" } else { "fixed" };
        let of_files = match self.fixed_files {
            0 | 1 => String::new(),
            files => format!(" of {}", counted(files, "file")),
        };
        (self.fixed_games > 0).then(|| {
            format!("{verb} {} in {}{of_files}", counted(self.fixed, "problem"), counted(self.fixed_games, "game"))
        })
    }

    /// The line about findings that remain because their file could not be written; `None` if there are none.
    pub fn unwritten_line(&self) -> Option<String> {
        let findings = counted(self.unwritten, "more finding");
        (self.unwritten > 0).then(|| format!("{findings} in files that could not be written: `check` lists them"))
    }

    /// The line about findings that are not listed; `None` if all are.
    pub fn left_out_line(&self) -> Option<String> {
        let findings = counted(self.left_out, "more finding");
        (self.left_out > 0).then(|| format!("{findings}: of one game the first 10,000 are listed"))
    }

    /// The line about fixable findings; `None` if there are none, or none are known. `fixing`: fixes were applied, or
    /// shown, and these findings are left.
    pub fn fixable_line(&self, fixing: bool) -> Option<String> {
        let sum = |of: fn(&CodeCount) -> u64| self.counts.iter().map(of).sum::<u64>();
        let safely = sum(|count| count.fixed_safely);
        let unsafely = sum(|count| count.fixed_unsafely);
        let choices = sum(|count| count.choices);
        let listed = |parts: [(u64, &str, &str); 3]| {
            let parts = parts.into_iter().filter(|(count, ..)| *count > 0);
            let parts: Vec<String> =
                parts.map(|(count, before, after)| format!("{before}{}{after}", grouped(count))).collect();
            (!parts.is_empty()).then(|| parts.join(", "))
        };
        if fixing {
            let left = listed([
                (safely, "refused (", ")"),
                (unsafely, "needs `--unsafe-fixes` (", ")"),
                (choices, "needs a choice between fixes, in an editor (", ")"),
            ]);
            return left.map(|left| format!("not applied: {left}"));
        }
        let verb = |is_first: bool| if is_first { " can be fixed" } else { " more" };
        let with_unsafe = format!("{} with `--unsafe-fixes`", verb(safely == 0));
        let chosen = format!("{} in an editor, by a choice between fixes", verb(safely + unsafely == 0));
        listed([(safely, "", " can be fixed with `--fix`"), (unsafely, "", &with_unsafe), (choices, "", &chosen)])
    }

    /// The line that says how the code that is found most often is no longer reported; `None` if there are only errors.
    pub fn silencing_line(&self) -> Option<String> {
        let most = self.counts.iter().zip(CATALOGUE).filter(|(count, _)| count.all > count.faults);
        let (_, lint) = most.max_by_key(|(count, _)| count.all)?;
        Some(format!("to silence a code: `--allow {}`, or `[diagnostics]` in vgn.toml", lint.name))
    }

    /// The table of findings by code, the most frequent first.
    pub fn table(&self) -> String {
        let mut table = String::new();
        for (count, name) in self.by_code() {
            let _ = writeln!(table, "{:>12}  {name}", grouped(count.all));
        }
        table
    }

    /// The same, with a mark beside each code: fixes remove all of its findings (`[*]`) or some (`[-]`).
    pub fn statistics(&self) -> String {
        let mut table = String::new();
        for (count, name) in self.by_code() {
            let _ = writeln!(table, "{:>12}  {}  {name}", grouped(count.all), count.mark());
        }
        table
    }

    /// The same as JSON, one code per line.
    pub fn statistics_json(&self) -> Vec<u8> {
        let mut lines = Vec::new();
        for (count, code) in self.by_code() {
            let CodeCount { all, fixed_safely, fixed_unsafely, .. } = count;
            let line = json!({ "code": code, "count": all, "fix": fixed_safely, "unsafe_fix": fixed_unsafely });
            lines.extend_from_slice(format!("{line}\n").as_bytes());
        }
        lines
    }

    /// Codes that were found, the most frequent first.
    fn by_code(&self) -> Vec<(CodeCount, &'static str)> {
        let found = self.counts.iter().zip(CATALOGUE).filter(|(count, _)| count.all > 0);
        let mut rows: Vec<(CodeCount, &str)> = found.map(|(count, entry)| (*count, entry.name)).collect();
        rows.sort_by_key(|(count, _)| std::cmp::Reverse(count.all));
        rows
    }
}

/// Findings of one code.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct CodeCount {
    all: u64,
    /// Those with a safe fix.
    fixed_safely: u64,
    /// Those with only an unsafe fix.
    fixed_unsafely: u64,
    /// Those with several fixes, none of them safe.
    choices: u64,
    /// Errors.
    faults: u64,
}

impl CodeCount {
    fn mark(self) -> &'static str {
        match self.fixed_safely + self.fixed_unsafely {
            0 => "[ ]",
            fixed if fixed == self.all => "[*]",
            _ => "[-]",
        }
    }
}

/// A number and its noun: `2 games`.
pub(super) fn counted(count: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(count), if count == 1 { "" } else { "s" })
}

/// How many of a number of games something was done with, before the word for it: `all `, `3 games `. Of a single game
/// nothing has to be said.
pub(super) fn share_of_games(count: u64, games: u64) -> String {
    match count {
        1 if games == 1 => String::new(),
        count if count == games && games > 0 => "all ".to_owned(),
        count => counted(count, "game") + " ",
    }
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

/// A duration for people: `12 ms`, `3.4 s`.
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
    use vgn_engine::lint::{Code, Fix};

    fn found(code: Code, severity: Severity, fixes: &[bool]) -> Diagnostic {
        let fixes = fixes.iter().map(|safe| Fix { title: String::new(), edits: Vec::new(), safe: *safe }).collect();
        Diagnostic { code, severity, range: 0..0, message: String::new(), related: Vec::new(), fixes }
    }

    #[test]
    fn the_line_counts_in_words() {
        let mut summary = Summary { files: 1, games: 145_716, half_moves: 11_000_000, ..Summary::default() };
        summary.count(&found(Code::StrayText, Severity::Error, &[]));
        assert_eq!(
            summary.line(Duration::from_millis(1_250)),
            "1 file, 145,716 games, 11,000,000 half-moves in 1.2 s: 1 error, 0 warnings"
        );
        assert_eq!(summary.table(), "           1  stray-text\n");
    }

    #[test]
    fn what_fixes_would_end_is_counted() {
        let mut summary = Summary::default();
        assert_eq!(summary.fixable_line(false), None);
        summary.count(&found(Code::StrayText, Severity::Error, &[]));
        let mut chosen = summary.clone();
        chosen.count(&found(Code::ResultMismatch, Severity::Error, &[false, false]));
        let line = "1 can be fixed in an editor, by a choice between fixes";
        assert_eq!(chosen.fixable_line(false).as_deref(), Some(line));
        summary.count(&found(Code::IllegalMove, Severity::Error, &[false]));
        assert_eq!(summary.fixable_line(false).as_deref(), Some("1 can be fixed with `--unsafe-fixes`"));
        assert_eq!(summary.fixable_line(true).as_deref(), Some("not applied: needs `--unsafe-fixes` (1)"));
        summary.count(&found(Code::StrayText, Severity::Error, &[true, false]));
        summary.count(&found(Code::ResultMismatch, Severity::Error, &[false, false]));
        let line =
            "1 can be fixed with `--fix`, 1 more with `--unsafe-fixes`, 1 more in an editor, by a choice between fixes";
        assert_eq!(summary.fixable_line(false).as_deref(), Some(line));
        let line =
            "not applied: refused (1), needs `--unsafe-fixes` (1), needs a choice between fixes, in an editor (1)";
        assert_eq!(summary.fixable_line(true).as_deref(), Some(line));
        let table =
            "           2  [-]  stray-text\n           1  [ ]  result-mismatch\n           1  [*]  illegal-move\n";
        assert_eq!(summary.statistics(), table);
    }

    #[test]
    fn the_code_to_silence_is_the_most_frequent_one_that_is_no_error() {
        let mut summary = Summary::default();
        summary.count(&found(Code::StrayText, Severity::Error, &[]));
        assert_eq!(summary.silencing_line(), None);
        summary.count(&found(Code::DrawnPosition, Severity::Hint, &[]));
        let line = summary.silencing_line().expect("a hint was found");
        assert_eq!(line, "to silence a code: `--allow drawn-position`, or `[diagnostics]` in vgn.toml");
    }
}
