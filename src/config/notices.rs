//! Faults of a configuration, in words, with their places.

use std::ops::Range;

/// The faults of a configuration: the first ones in words, and the number of the others.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notices {
    /// In the order of the text, at most 100.
    pub first: Vec<Notice>,
    pub left_out: usize,
}

/// A fault of a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// In bytes of the text.
    pub range: Range<usize>,
    /// Counted from 1.
    pub line: usize,
    /// In characters, counted from 1.
    pub column: usize,
    /// One plain sentence.
    pub message: String,
    /// The file is not TOML here; otherwise it is TOML that names something unknown.
    pub broken: bool,
}

/// Sets the lines and columns of notices, given in the order of the text.
pub(super) fn place(text: &str, notices: &mut [Notice]) {
    let (mut at, mut line, mut column) = (0, 1, 1);
    for notice in notices {
        let between = text.get(at..notice.range.start).unwrap_or_default();
        at += between.len();
        line += between.matches('\n').count();
        column = match between.rsplit_once('\n') {
            Some((_, last)) => last.chars().count() + 1,
            None => column + between.chars().count(),
        };
        (notice.line, notice.column) = (line, column);
    }
}
