//! Sums over many games, known without visiting each of them.

use std::ops::{Add, AddAssign};

use super::lines::Lines;
use crate::lint::Severity;
use crate::replay::GameReport;

/// Sums over contiguous games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Sums {
    /// Length in bytes.
    pub(super) len: usize,
    pub(super) games: usize,
    pub(super) lines: Lines,
}

impl Sums {
    /// The sums of these games and the games after them.
    pub(super) fn then(self, next: Sums) -> Sums {
        Sums { len: self.len + next.len, games: self.games + next.games, lines: self.lines.then(next.lines) }
    }
}

/// Number of diagnostics of each severity.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts([usize; Severity::ALL.len()]);

impl Counts {
    /// Counts of one game.
    pub fn of(report: &GameReport) -> Counts {
        let mut counts = Counts::default();
        for diagnostic in &report.diagnostics {
            counts.0[diagnostic.severity as usize] += 1;
        }
        counts
    }

    /// Number of diagnostics of one severity.
    pub fn of_severity(&self, severity: Severity) -> usize {
        self.0[severity as usize]
    }

    /// Number of all diagnostics.
    pub fn total(&self) -> usize {
        self.0.iter().sum()
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        self.0.iter_mut().zip(other.0).for_each(|(count, more)| *count += more);
    }
}

impl Add for Counts {
    type Output = Counts;

    fn add(mut self, other: Counts) -> Counts {
        self += other;
        self
    }
}
