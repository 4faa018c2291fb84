//! SAN, Standard Algebraic Notation (PGN specification 8.2.3): `Nf3`, `exd5`, `e8=Q+`, `O-O`.
//!
//! Export form is written; export form and import form are read. What was written otherwise than export form asks
//! is kept in [`Habits`](super::Habits), so that each way of writing can be pointed out and fixed.
//!
//! A drop in crazyhouse is `N@f3`, and for a pawn `P@e4`, as servers write it; `@e4` is read as well. In the variants
//! that a side can win without mate, such a win is `#` like mate, as lichess and python-chess write it; files that
//! leave the mark out are not held to it.

mod export;
mod import;
mod write;

pub(super) use import::{Parts, PartsParsed, Separator, parts};
pub(crate) use write::source_said;

use super::{Codec, Marks, Medium, MoveText, Notation, Says};

/// Standard Algebraic Notation.
pub static SAN: Notation = Notation {
    name: "SAN",
    aliases: &[],
    title: "Standard Algebraic Notation",
    version: "1994",
    medium: Medium::Text,
    says: Says::Moves,
    may_say_illegal: false,
    marks: Marks::Check,
    castles_by_king_squares: false,
    newer: None,
    source: "PGN specification, section 8.2.3",
    rules: "Piece letter (none for the pawn), file or rank of the source only where it is needed, `x` for a capture, \
            destination, `=` and the new piece. `O-O` and `O-O-O` are castling, `+` is check and `#` checkmate. \
            Only legal moves can be written.",
    example: "Nbxd7+",
    codec: Codec::Moves { read, write: write::write },
};

/// What a SAN text says: export form first, which nearly every text is, then import form.
///
/// The missing symbol of a pawn is read as a pawn. A text that gives the whole source square and no symbol (`g1f3`)
/// may be any piece's, as programs write it that think in coordinates.
pub fn read(text: &str) -> Option<MoveText> {
    export::read(text.as_bytes()).or_else(|| import::read(text))
}
