//! Portability: what other programs that read PGN make of a text.
//!
//! Knows: a [table](rows) of constructs and of the readers that read each otherwise than the text says, and where a game
//! has such a construct. Never knows: those readers' code. `tests/readers` runs each of them, in the version that
//! `readers.tsv` names, on each row's examples; `docs/portability.md` is made from the table.
//!
//! Nothing is reported unless readers are [chosen](Portability), and then only what one of them reads otherwise.
//! Constructs that another lint reports have rows too, for its page: they are not reported a second time.

mod movetext;
mod page;
mod readers;
pub mod rows;
mod tag_section;
mod walk;

use super::{Code, Severity};

pub use page::{lint_page, whole_page};
pub use readers::{Reader, ReaderSet};
pub use rows::{ROWS, ReaderEffect, ReaderLoss, Row};
pub(super) use walk::Walk;

/// The readers for which games are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Portability {
    pub readers: ReaderSet,
    /// Whether findings are hints, whatever is lost.
    pub as_hints: bool,
}

impl Portability {
    /// What an editor assumes: most games are published with lichess or read by a script.
    pub const IN_EDITORS: Portability =
        Portability { readers: ReaderSet::of(&[Reader::PythonChess, Reader::Lichess]), as_hints: true };

    fn severity(self, row: &Row) -> Severity {
        let loses = |loss| row.effects_for(self.readers).any(|effect| effect.loss == loss);
        if self.as_hints {
            Severity::Hint
        } else if [ReaderLoss::Refused, ReaderLoss::Split, ReaderLoss::Moves, ReaderLoss::Tags].into_iter().any(loses) {
            Severity::Warning
        } else {
            Severity::Information
        }
    }
}

/// The checks of portability in a set of lints.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PortabilityChecks {
    pub portability: Portability,
    /// Enabled codes.
    pub codes: Vec<Code>,
}

impl PortabilityChecks {
    /// Whether a construct of the row is reported.
    fn report(&self, row: &Row) -> bool {
        self.codes.contains(&row.code) && row.effects_for(self.portability.readers).next().is_some()
    }
}
