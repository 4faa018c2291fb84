//! What is wrong with a configuration, in words, and where.

use std::ops::Range;

/// What is not understood in a configuration: the first faults in words, and how many more there are.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Notices {
    /// In the order of the text, at most 100.
    pub first: Vec<Notice>,
    pub left_out: usize,
}

/// Something in a configuration file that is not understood.
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

/// Counts the lines and columns of notices in the order of the text.
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
