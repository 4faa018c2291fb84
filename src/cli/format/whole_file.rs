//! What (nearly) all games of a file have is one finding: it is printed once, after the other findings of the file, with
//! the number of further games.
//!
//! Findings are printed on all cores and pass here in the order of the file. Until it is known what the games have in
//! common, they are held: to the end of a file, or to a bound in a long one.

use std::collections::HashMap;

use vgn_engine::lint::{Code, Severity};

use super::FindingPrinter;

/// Minimum number of games with the same finding.
const LEAST: u64 = 5;
/// Maximum number of bytes of a file's findings that are held.
const HELD: usize = 1 << 20;

/// The identity of findings that are one if (nearly) all games of a file have them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct CommonKind {
    pub code: Code,
    pub severity: Severity,
    /// What they say alike.
    pub words: String,
}

/// A printed finding, or several of a game.
pub struct PrintedFinding {
    pub bytes: Vec<u8>,
    /// What several of them have in common; `None` in formats that list every finding.
    pub(super) kind: Option<CommonKind>,
}

/// The findings of one file as its games pass in order.
#[derive(Default)]
pub struct WholeFile {
    held: Vec<(usize, Vec<u8>)>,
    held_bytes: usize,
    /// It is known what the games have in common, and no finding is held any more.
    decided: bool,
    kinds: Vec<KindCount>,
    places: HashMap<CommonKind, usize>,
}

struct KindCount {
    severity: Severity,
    games: u64,
    /// Number of the last game with it.
    last: u64,
    /// Its first finding, if it is known to be that of the whole file.
    first: Option<Vec<u8>>,
}

impl KindCount {
    /// Whether (nearly) all of so many games have it. A hint is no fault: one game in ten suffices.
    fn is_common(&self, games: u64) -> bool {
        let share = if self.severity == Severity::Hint { 1 } else { 9 };
        self.games >= LEAST && self.games * 10 >= games * share
    }
}

impl WholeFile {
    /// Takes the findings of the next game with findings, which is the file's game `number`; returns what is printed of
    /// them, and of earlier ones.
    pub fn pass(&mut self, number: u64, findings: Vec<PrintedFinding>) -> Vec<u8> {
        let mut out = Vec::new();
        for PrintedFinding { bytes, kind } in findings {
            let Some(kind) = kind else {
                match out.is_empty() {
                    true => out = bytes,
                    false => out.extend(bytes),
                }
                continue;
            };
            let severity = kind.severity;
            let at = *self.places.entry(kind).or_insert(self.kinds.len());
            if at == self.kinds.len() {
                self.kinds.push(KindCount { severity, games: 0, last: 0, first: None });
            }
            let kind = &mut self.kinds[at];
            kind.games += u64::from(kind.last != number);
            kind.last = number;
            if !self.decided {
                self.held_bytes += bytes.len();
                self.held.push((at, bytes));
            } else if kind.first.is_none() {
                out.extend(bytes);
            }
        }
        if self.held_bytes > HELD {
            self.decide(number, &mut out);
        }
        out
    }

    /// Ends the file, which has so many games; returns what is still to be printed of its findings.
    pub fn end(&mut self, games: u64, printer: &FindingPrinter) -> Vec<u8> {
        let mut out = Vec::new();
        self.decide(games, &mut out);
        for KindCount { games, first, .. } in std::mem::take(self).kinds {
            out.extend(first.map(|first| printer.of_whole_file(first, games - 1)).unwrap_or_default());
        }
        out
    }

    /// Prints the held findings, but those that the games so far have in common.
    fn decide(&mut self, games: u64, out: &mut Vec<u8>) {
        self.decided = true;
        for (at, bytes) in std::mem::take(&mut self.held) {
            let kind = &mut self.kinds[at];
            match &kind.first {
                Some(_) => {}
                None if kind.is_common(games) => kind.first = Some(bytes),
                None => out.extend(bytes),
            }
        }
        self.held_bytes = 0;
    }
}
