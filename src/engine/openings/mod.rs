//! Openings by position, so that transpositions count.
//!
//! Knows: boards, and lichess's table of openings (github.com/lichess-org/chess-openings, commit 51b886249b, CC0),
//! unchanged in `openings.tsv`: code, name and moves of each, in the order of the codes. `positions.bin` has the
//! resulting position of each in the same order; `tests/openings.rs` regenerates it. Never knows: texts of games, tags,
//! findings.

mod eco;
mod pawn_history;
mod table;

pub use eco::Eco;
pub use pawn_history::PawnHistory;
pub use table::{Opening, lines_through, named, openings};
