//! Replay: plays one game's text by its notation and the rules, and judges it at the same time.
//!
//! Knows: `syntax`, `notation`, `rules`, `variants`, `openings`, `lint`. Never knows: the protocol, files, terminals,
//! the source of a text. All offsets are bytes from the start of the game's own text, so versions of a file can share a
//! game whatever precedes it.
//!
//! [`check_game`] reports faults, [`resolve_game`] keeps every half-move with its boards, and [`FastPass`] reads clean
//! games from their bytes and reports their content to a [`Visitor`].

pub mod after;
mod cancellable_sink;
pub mod commands;
mod fast;
mod game;
mod governing_tags;
mod identity;
mod judge;
mod merge_conflicts;
mod resolved;
mod roster;
mod spelling;
mod study;

pub use fast::{CleanGame, Deviation, FastPass, PlainGame, PlayedMove, Visitor, sets_up_a_board};
pub use game::{GameReport, check_game, parse_game, shape_of};
pub use identity::{ComparedGame, Duplicates, Identity, SHORTEST, duplicate_game};
pub(crate) use judge::NOTHING_BEFORE;
pub(crate) use resolved::{MoveCursor, judge_game};
pub use resolved::{Resolved, ResolvedMove, resolve_game};
pub use spelling::HalfMove;
