//! The registry: every encoding of positions by its name on the command line.

use std::fmt;

use shakmaty::Setup;

use super::{
    BASE13, BCFEN, COMBINED, FEN, HUFFMAN, OCCUPANCY, PIECE_LIST, PositionBits, PositionError, PositionText, SFEN,
    SFEN1, UNMOVED, VARIABLE_BASE, XOR_HUFFMAN,
};
use crate::notation::{BoardError, BoardText, Medium, SpelledBoard, SpellingError};

/// One encoding of positions: a row of the registry.
#[derive(Debug)]
pub struct PositionEncoding {
    /// The name, in lower case.
    pub name: &'static str,
    /// Other names for the same.
    pub aliases: &'static [&'static str],
    /// Short description.
    pub title: &'static str,
    /// The fields that it has beside the pieces.
    pub carries: EncodedFields,
    /// Number of bits in a position.
    pub bits: &'static str,
    /// The figure given by the source; empty if there is none.
    pub claimed: &'static str,
    /// Where it is described.
    pub source: &'static str,
    pub codec: PositionCodec,
}

/// The fields of an encoding beside the pieces on their squares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodedFields {
    /// The side to move.
    pub turn: bool,
    pub castling: bool,
    pub en_passant: bool,
    /// The half-move clock and the move number.
    pub clocks: bool,
    /// Marks for check and the end of the game.
    pub marks: bool,
}

/// Reader and writer of an encoding.
#[derive(Clone, Copy, Debug)]
pub enum PositionCodec {
    Text {
        /// The position described by the whole text, or the first error in it.
        read: fn(&str) -> Result<PositionText, BoardError>,
        /// The position as text, without the fields that the encoding lacks.
        write: fn(&SpelledBoard<'_>) -> Result<String, SpellingError>,
    },
    Binary {
        /// The position encoded by the whole of these bytes, or the first error in them.
        read: fn(&[u8]) -> Result<BoardText, PositionError>,
        /// The position in bits, without the fields that the encoding lacks; an error if the board cannot be encoded.
        write: fn(&Setup) -> Result<PositionBits, SpellingError>,
    },
}

/// Every encoding, text before binary.
pub static ENCODINGS: &[&PositionEncoding] = &[
    &FEN,
    &SFEN,
    &SFEN1,
    &BCFEN,
    &UNMOVED,
    &BASE13,
    &VARIABLE_BASE,
    &HUFFMAN,
    &XOR_HUFFMAN,
    &PIECE_LIST,
    &COMBINED,
    &OCCUPANCY,
];

impl PositionEncoding {
    /// The name and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    pub fn medium(&self) -> Medium {
        match self.codec {
            PositionCodec::Text { .. } => Medium::Text,
            PositionCodec::Binary { .. } => Medium::Binary,
        }
    }
}

impl PartialEq for PositionEncoding {
    fn eq(&self, other: &PositionEncoding) -> bool {
        self.name == other.name
    }
}

impl Eq for PositionEncoding {}

impl EncodedFields {
    /// Nothing beside the pieces.
    pub(super) const BOARD: EncodedFields =
        EncodedFields { turn: false, castling: false, en_passant: false, clocks: false, marks: false };
    /// All of FEN.
    pub(super) const FEN: EncodedFields =
        EncodedFields { turn: true, castling: true, en_passant: true, clocks: true, marks: false };
}

impl fmt::Display for EncodedFields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("pieces")?;
        for (carried, name) in [
            (self.turn, "turn"),
            (self.castling, "castling"),
            (self.en_passant, "en passant"),
            (self.clocks, "clocks"),
            (self.marks, "marks"),
        ] {
            if carried {
                write!(f, ", {name}")?;
            }
        }
        Ok(())
    }
}

/// The encoding with this name, which is trimmed and compared without case.
pub fn find(name: &str) -> Option<&'static PositionEncoding> {
    let name = name.trim();
    ENCODINGS.iter().copied().find(|encoding| encoding.names().any(|known| known.eq_ignore_ascii_case(name)))
}

/// The encoding whose name is nearest to a misspelt one, if there is a near one.
pub fn near(name: &str) -> Option<&'static PositionEncoding> {
    let name = name.trim().to_ascii_lowercase();
    if name.is_empty() || name.len() > 64 {
        return None;
    }
    let limit = if name.len() <= 4 { 1 } else { 3 };
    let distance = |encoding: &PositionEncoding| {
        encoding.names().map(|known| strsim::osa_distance(&name, known)).min().unwrap_or(usize::MAX)
    };
    ENCODINGS
        .iter()
        .copied()
        .map(|encoding| (distance(encoding), encoding))
        .filter(|(d, _)| *d <= limit)
        .min_by_key(|(d, _)| *d)
        .map(|(_, encoding)| encoding)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_found_without_case_and_are_unique() {
        for (name, expected) in
            [("FEN", "fen"), (" Base13 ", "base13"), ("sfen2", "sfen"), ("BCFEN2", "bcfen"), ("epd", "fen")]
        {
            assert_eq!(find(name).map(|encoding| encoding.name), Some(expected), "{name}");
        }
        assert!(find("").is_none() && find("san").is_none());
        let mut names: Vec<&str> = ENCODINGS.iter().flat_map(|encoding| encoding.names()).collect();
        let count = names.len();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), count);
    }

    #[test]
    fn misspelt_names_have_a_neighbour() {
        for (name, expected) in [
            ("hufman", Some("huffman")),
            ("FNE", Some("fen")),
            ("piecelist", Some("piece-list")),
            ("chess", None),
            ("", None),
        ] {
            assert_eq!(near(name).map(|encoding| encoding.name), expected, "{name}");
        }
    }
}
