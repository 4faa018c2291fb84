//! SAN, Standard Algebraic Notation (PGN specification 8.2.3): `Nf3`, `exd5`, `e8=Q+`, `O-O`.
//!
//! Export form is written; export form and import form are read. Deviations from export form are recorded in
//! [`SpellingDeviations`](super::SpellingDeviations), so that each can be reported and fixed.
//!
//! A drop in crazyhouse is `N@f3`, and for a pawn `P@e4`, as servers write it; `@e4` is read as well. In variants that
//! can be won without mate, such a win is `#` like mate, as in lichess and python-chess; the mark is optional when
//! reading.

mod export;
mod import;
mod write;

pub(super) use import::{SanMoveParts, SanParts, Separator, parts};
pub(crate) use write::minimal_source;

use super::{Codec, Marks, Medium, MoveText, Notation, TokenContent};

/// Standard Algebraic Notation.
pub static SAN: Notation = Notation {
    name: "SAN",
    aliases: &[],
    title: "Standard Algebraic Notation",
    version: "1994",
    medium: Medium::Text,
    content: TokenContent::Moves,
    allows_illegal: false,
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

/// Reads a SAN text: first as export form, which nearly all texts are, then as import form.
///
/// A missing piece symbol means a pawn. A text with the whole source square and no symbol (`g1f3`) may be any piece's
/// move, as written by programs that use coordinates.
pub fn read(text: &str) -> Option<MoveText> {
    export::read(text.as_bytes()).or_else(|| import::read(text))
}
