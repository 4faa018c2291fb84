//! Openings by the positions that they lead to, so that transpositions count.
//!
//! Knows: boards, and the table of openings that lichess keeps (github.com/lichess-org/chess-openings, commit
//! 51b886249b, CC0), which `openings.tsv` holds as it is: code, name and moves of each, in the order of the codes.
//! `positions.bin` has the position that each leads to, in the same order; `tests/openings.rs` makes it anew.
//! Never knows: texts of games, tags, findings.

mod eco;
mod played;
mod table;

pub use eco::Eco;
pub use played::Played;
pub use table::{Opening, lines_through, named, openings};
