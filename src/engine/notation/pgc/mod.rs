//! PGC, PGN Game Coding (PGN specification, section 20).
//!
//! A section is a sequence of records: a marker byte, then its data. Words are little-endian.
//!
//! | marker | record | data |
//! |---|---|---|
//! | 00 | nothing | |
//! | 01 | a whole game in reduced export format | seven strings with a byte for their length, then as 04 |
//! | 02 | tag pair | two strings with a byte for their length: name and value |
//! | 03 | short move sequence | a byte for the number of moves, one byte per move |
//! | 04 | long move sequence | a word for the number of moves, one byte per move |
//! | 05 | game begins | |
//! | 06 | game ends | |
//! | 07 | NAG | a byte |
//! | 08 | variation begins | |
//! | 09 | variation ends | |
//! | 0A | escaped line | a string with a word for its length |
//!
//! A move is its index among the legal moves in the order of their SAN, compared byte by byte: from the first position
//! 0 is Na3, 4 is a3 and 19 is h4. Strings are in ISO 8859-1.
//!
//! The specification calls its section "under development". Decisions where it is silent:
//! - In a VGN file the tags are text, and 06 at the top level ends the section. Tag pairs are read, and written if
//!   there are any. 05 is accepted as the first record, and is not written. 01 is a separate game, which cannot be
//!   inside another one: its length is known, but it is an error.
//! - There is no record for comments. A comment is an escaped line with its text in braces, `{…}`.
//! - There is no record for the result: a reader takes it from the `Result` tag or the board.
//! - A variation replaces the preceding move of its line, as in PGN. One without such a move is an error.
//! - The choice between 03 and 04 has no meaning. A run of at most 255 moves is written with 03, and a run is split
//!   after 65535 moves.
//! - The sorted strings have no `+` and `#`: no two moves differ only in them, and they do not affect the order.
//! - 00 is ignored, and never written.
//! - In a variant the legal moves are the variant's, including drops (`N@f3`, `P@e4`): every move of every supported
//!   variant has an index. It does not fit a byte if there are more than 256 legal moves.
//!
//! Illegal moves have no index; NAGs above 255 and characters outside ISO 8859-1 have no byte.

mod ordinals;
mod read;
mod records;
mod write;

use super::{Codec, Marks, Medium, Notation, SectionEnd, TokenContent};

/// PGN Game Coding.
pub static PGC: Notation = Notation {
    name: "PGC",
    aliases: &[],
    title: "PGN Game Coding",
    version: "1994",
    medium: Medium::Binary,
    content: TokenContent::Moves,
    allows_illegal: false,
    marks: Marks::None,
    castles_by_king_squares: false,
    newer: None,
    source: "PGN specification, section 20",
    rules: "Records with marker bytes; a move is its index among the legal moves in the order of their SAN. \
            The marker 06 at the top level ends the game.",
    example: "06",
    codec: Codec::Binary { read: read::read, write: write::write, end: END, holds: write::holds },
};

/// The marker 06 ends the section. Comments and tags in it have known lengths.
const END: SectionEnd =
    SectionEnd { find: records::end, closing: 1, counted: true, result: false, line_end_is_data: true };

/// Maximum nesting depth of variations, the same as in text.
const DEEPEST: usize = 500;
