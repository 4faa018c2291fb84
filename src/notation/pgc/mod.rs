//! PGC, PGN Game Coding (PGN specification, section 20).
//!
//! A section is a sequence of records, each a marker byte and what belongs to it. Words are little-endian.
//!
//! | marker | record | what follows |
//! |---|---|---|
//! | 00 | nothing | |
//! | 01 | a whole game in reduced export format | seven strings with a byte for their length, then as 04 |
//! | 02 | tag pair | two strings with a byte for their length: name and value |
//! | 03 | short move sequence | a byte for the number of moves, a byte each |
//! | 04 | long move sequence | a word for the number of moves, a byte each |
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
//! The specification calls its section "under development". Where it is silent:
//! - In a VGN file the tags are text, and 06 at the top level ends the section. Tag pairs are read, and written if
//!   there are any. 05 may stand first, and is not written. 01 is a game of its own, which has no place inside of one:
//!   its length is known, but it is an error.
//! - There is no record for comments. One is an escaped line whose text stands in braces, `{…}`.
//! - There is no record for the result: a reader takes it from the `Result` tag or the board.
//! - A variation replaces the last move before it on its line, as in PGN. One without such a move is an error.
//! - Which of 03 and 04 is used tells nothing. A run of moves is written with 03 while it has at most 255, and is cut
//!   after 65535.
//! - `+` and `#` belong to no string that is sorted: no two moves differ by them alone, and they change no order.
//! - 00 is passed over, and never written.
//! - In a variant the legal moves are the variant's, drops (`N@f3`, `P@e4`) among them: every move of every variant
//!   that is played here has an index. It has no byte where there are more than 256 legal moves.
//!
//! Illegal moves have no index, NAGs above 255 no byte, and characters outside of ISO 8859-1 no byte either.

mod ordinals;
mod read;
mod records;
mod write;

use super::{Codec, Marks, Medium, Notation, Says, SectionEnd};

/// PGN Game Coding.
pub static PGC: Notation = Notation {
    name: "PGC",
    aliases: &[],
    title: "PGN Game Coding",
    version: "1994",
    medium: Medium::Binary,
    says: Says::Moves,
    may_say_illegal: false,
    marks: Marks::None,
    castles_by_king_squares: false,
    newer: None,
    source: "PGN specification, section 20",
    rules: "Records with marker bytes; a move is its index among the legal moves in the order of their SAN. \
            The marker 06 at the top level ends the game.",
    example: "06",
    codec: Codec::Binary { read: read::read, write: write::write, end: END, holds: write::holds },
};

/// The marker 06 ends the section. Comments and tags in it are found by their lengths.
const END: SectionEnd =
    SectionEnd { find: records::end, closing: 1, counted: true, result: false, line_end_is_data: true };

/// Variations inside of one another that are read, as many as in text.
const DEEPEST: usize = 500;
