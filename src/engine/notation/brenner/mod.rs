//! Brenner's one-byte half-moves (seed 002), in the main scheme and in the alternate notation.
//!
//! | what | main scheme | alternate notation | fields |
//! |---|---|---|---|
//! | queen | `01 nnn ddd` | `11 ddd nnn` | squares 1 to 7; direction 0 to 7: E NE N NW W SW S SE |
//! | rook | `1 w nnn dd 0` | `10 dd w nnn` | which of two; squares; direction: E N W S |
//! | bishop | `1 w nnn dd 1` | `01 dd w nnn` | which of two; squares; direction: NE NW SW SE |
//! | pawn | `001 mm www` | `001 mm www` | which of eight; main: step 1, step 2, take right, take left; alternate: take right, step 1, step 2, take left |
//! | knight | `0001 w ddd` | `0001 w ddd` | which of two; EES EEN NNE NNW WWN WWS SSW SSE |
//! | king | `00001 ddd` | `00001 ddd` | direction as the queen's |
//! | other | `00000 mmm` | `00000 mmm` | text, 0-1, 1-0, draw, O-O, O-O-O, ?, ! |
//! | rook's number | `10 000 dd 0` | `10 dd 0 000` | 0 to 3 |
//! | bishop's number | `10 000 dd 1` | `01 dd 0 000` | 0 to 3 |
//! | queen's number | `01 000 dd 0` | `11 dd 0 000` | 0 to 3 |
//! | knight's number | `01 000 dd 1` | `11 dd 1 000` | 0 to 3 |
//! | `*` | `11 000 000` | `10 00 1 000` | unassigned in the seed |
//!
//! A byte that gives a number precedes the half-move of that piece, or the promotion to it. Pieces are numbered from
//! the queenside, and keep their numbers. A text is enclosed in null bytes: before the moves its first byte is its type
//! (`W` White, `B` Black, `D` date, `L` site, `T` event, `V` variation), after them it is a comment.
//!
//! Source: seed 002, whose Scholar's Mate is the first test. Decisions where it is silent:
//! - A pawn's right is towards the h-file for both sides, since directions are those of a printed board.
//! - On a set-up board pieces are numbered by file, then by rank from the first rank on.
//! - A promoted piece gets the lowest number that was never used, or, if all four were used, the lowest number freed by
//!   a capture. The byte before the promotion gives the number; a reader accepts any free one. A fifth piece of a kind
//!   has no number.
//! - After a byte that gives a number, `w` is written as 0 and ignored when read. Numbers 0 and 1 (0 for queens) need
//!   no such byte, but are read with one.
//! - `*` is encoded by an unassigned byte, and every section ends in one of the four terminators. The other seven
//!   unassigned bytes have no meaning.
//! - `!` and `?` are $1 and $2, and two in a row $3 to $6 (`!!`, `??`, `!?`, `?!`). Other NAGs have no byte.
//! - Texts are UTF-8, or ISO 8859-1 if they are not valid UTF-8. A comment before the first half-move is written with
//!   `;` as its first byte, and a text there without a known first byte is a comment.
//! - A text with a line that begins like a tag is refused: in a file it would be taken for a tag of the next game,
//!   after a truncated section.
//! - Only the six tag pairs have a byte, and only before the first half-move.
//! - Variations cannot be encoded.
//! - Only variants in which all moves are moves of chess can be written: king of the hill, three-check, racing kings.
//!   Drops, explosions, a horde and promotions to a king have no encoding: games with them are refused.

mod piece_lists;
mod read;
mod scheme;
mod scheme_bytes;
mod texts;
mod write;

use super::{Codec, Marks, Medium, Notation, SectionEnd, TokenContent};
use scheme::Scheme;

/// Brenner's one-byte half-moves, main scheme.
pub static BRENNER: Notation = Notation {
    name: "BRENNER",
    aliases: &[],
    title: "Brenner's one-byte half-moves",
    version: "main scheme",
    medium: Medium::Binary,
    content: TokenContent::Moves,
    allows_illegal: false,
    marks: Marks::None,
    castles_by_king_squares: false,
    newer: None,
    source: "Brenner, one-byte encoding of half-moves",
    rules: "One byte a half-move: which piece, by its number from the start, and how it goes. Annotations and the result \
            have bytes of their own.",
    example: "C0",
    codec: Codec::Binary {
        read: |bytes, start| read::read(Scheme::Main, bytes, start),
        write: |events, start| write::write(Scheme::Main, events, start),
        end: SectionEnd {
            find: |bytes| read::end(Scheme::Main, bytes),
            closing: 1,
            counted: false,
            result: true,
            line_end_is_data: false,
        },
        holds: write::holds,
    },
};

/// Brenner's one-byte half-moves, alternate notation.
pub static BRENNER2: Notation = Notation {
    name: "BRENNER2",
    version: "alternate scheme",
    example: "88",
    codec: Codec::Binary {
        read: |bytes, start| read::read(Scheme::Alternate, bytes, start),
        write: |events, start| write::write(Scheme::Alternate, events, start),
        end: SectionEnd {
            find: |bytes| read::end(Scheme::Alternate, bytes),
            closing: 1,
            counted: false,
            result: true,
            line_end_is_data: false,
        },
        holds: write::holds,
    },
    ..BRENNER
};
