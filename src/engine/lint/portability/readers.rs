//! The readers: programs and libraries that read PGN.

use std::fmt;

/// The name of each reader, the registry and the name of its package there (for Debian, the release), and its version.
/// `tests/readers` installs what this names.
const READERS: &str = include_str!("readers.tsv");

/// A program or library that reads PGN, in the order of the table of versions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reader {
    PythonChess,
    Lichess,
    ChessJs,
    Kokopu,
    PgnParser,
    PgnExtract,
    Scid,
}

impl Reader {
    pub const ALL: [Reader; 7] = [
        Reader::PythonChess,
        Reader::Lichess,
        Reader::ChessJs,
        Reader::Kokopu,
        Reader::PgnParser,
        Reader::PgnExtract,
        Reader::Scid,
    ];

    fn field(self, n: usize) -> &'static str {
        READERS.lines().nth(self as usize).and_then(|line| line.split('\t').nth(n)).unwrap_or_default()
    }

    pub fn name(self) -> &'static str {
        self.field(0)
    }

    /// The package and its version, such as `chessops 0.15.1` for lichess.
    pub fn package(self) -> String {
        let package = if self.field(1) == "debian" { self.name() } else { self.field(2) };
        format!("{package} {}", self.field(3))
    }

    pub fn from_name(name: &str) -> Option<Reader> {
        Reader::ALL.into_iter().find(|reader| reader.name() == name)
    }
}

impl fmt::Display for Reader {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A set of readers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ReaderSet(u8);

impl ReaderSet {
    pub const ALL: ReaderSet = ReaderSet::of(&Reader::ALL);

    pub const fn of(readers: &[Reader]) -> ReaderSet {
        let (mut set, mut n) = (0, 0);
        while n < readers.len() {
            set |= 1 << readers[n] as u8;
            n += 1;
        }
        ReaderSet(set)
    }

    /// The readers of a name: one, or `all` of them.
    pub fn from_name(name: &str) -> Option<ReaderSet> {
        if name == "all" {
            Some(ReaderSet::ALL)
        } else {
            Reader::from_name(name).map(|reader| ReaderSet::of(&[reader]))
        }
    }

    /// Every name that [`ReaderSet::from_name`] knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        Reader::ALL.into_iter().map(Reader::name).chain(["all"])
    }

    #[must_use]
    pub const fn and(self, other: ReaderSet) -> ReaderSet {
        ReaderSet(self.0 | other.0)
    }

    pub const fn has(self, reader: Reader) -> bool {
        self.0 & 1 << reader as u8 != 0
    }

    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_reader_has_its_line_in_the_table_of_versions() {
        let names: Vec<&str> = Reader::ALL.into_iter().map(Reader::name).collect();
        assert_eq!(names, ["python-chess", "lichess", "chess.js", "kokopu", "pgn-parser", "pgn-extract", "scid"]);
        assert_eq!(READERS.lines().count(), names.len());
        assert!(Reader::Lichess.package().starts_with("chessops "), "{}", Reader::Lichess.package());
        assert!(Reader::Scid.package().starts_with("scid "), "{}", Reader::Scid.package());
    }
}
