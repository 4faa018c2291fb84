//! Notations: text ⇄ what a move or a board says, one file each, and the registry of their names.
//!
//! Knows: how a move or a board is spelt, and shakmaty's squares, roles and moves.
//! Never knows: trees, diagnostics, files, the protocol. A notation does not judge: whether the move
//! that a text names is legal is decided in `analysis`, with the help of `rules`.

mod said;

pub use said::{BoardText, Capture, Castled, EndMark, Habits, MoveText, PieceMove, SaidMove};
