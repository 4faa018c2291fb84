//! Replay: one game's text played against its notation and the rules, and judged while it is played.
//!
//! Knows: `syntax`, `notation`, `rules`, `variants`, `openings`, `lint`. Never knows: the protocol, files, terminals, where
//! a text came from. All offsets are bytes from the start of the game's own text, so that a game can be shared between
//! versions of a file whatever happens before it.
//!
//! [`check_game`] reports what is wrong, [`resolve_game`] keeps every half-move with its boards, and [`FastPass`] reads
//! clean games from their bytes and reports what stands in them to a [`Visitor`].

pub mod after;
pub mod commands;
mod fast;
mod game;
mod identity;
mod judge;
mod resolved;
pub mod results;
mod spelling;
mod stoppable;

pub use fast::{CleanGame, Deviation, FastPass, PlayedMove, Visitor, sets_up_a_board};
pub use game::{GameReport, check_game, parse_game, shape_of};
pub use identity::{Duplicates, Identity, SHORTEST, duplicate_game};
pub(crate) use resolved::judge_game;
pub use resolved::{Resolved, ResolvedMove, resolve_game};
pub use spelling::HalfMove;
