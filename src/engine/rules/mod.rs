//! The board: legal play of chess and its variants by shakmaty, free play for illegal moves, ends of games, and reasons
//! for illegality.
//!
//! Knows: squares, pieces, boards, moves. Never knows: text, tags, notations, trees, files, the protocol. Invariant:
//! nothing here panics for any board and any move; shakmaty only receives boards that it accepts and whose moves fit
//! its list (see [`Position`]).

mod bitboards;
mod boards;
mod castling;
mod coordinates;
mod ends;
mod free;
mod history;
mod illegality;
mod play;
mod position;
mod problems;
mod reasons;
mod san_reasons;
mod shared_position;
mod situation;
#[cfg(test)]
mod tests;
mod undo;
mod unreachable;
mod variant;
mod variant_reasons;

pub use bitboards::Bitboards;
pub use boards::{color_name, role_name};
pub use castling::home_rights;
pub use ends::Outcome;
pub use free::FreeBoard;
pub use history::{History, HistoryMark, fingerprint, fingerprint_of_bitboards};
pub use illegality::{Illegality, PlacedPiece};
pub use play::{Play, PromotionFault, RuleScope, Verdict};
pub use position::Position;
pub use problems::{Problem, impossible_en_passant};
pub use shakmaty::variant::Variant;
pub use shared_position::SharedPosition;
pub use undo::{CastlingOrigin, UndoData, UndoError, undo};
pub use unreachable::Unreachable;
pub use variant::{VariantEnd, VariantEndKind, first_setup, has_castling, may_promote_to};
