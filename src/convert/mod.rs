//! Conversion of a resolved game to another notation or game format, with its losses (section F of the rules).
//!
//! Knows: `syntax`, `notation`, `rules`, `analysis`. Never knows: the protocol, files, terminals.
//!
//! [`convert_game`] changes only tokens that must change: comments, NAGs, variations, numbers, layout and line ends are
//! kept, so that an editor can show the difference and undo it in one step. [`export_pgn`] lays a game out anew in
//! PGN's export format. [`convert_whole`] converts games as stored in files, whose moves may be binary, by way of their
//! transcripts.
//!
//! Invariants: data that the target cannot hold is listed as a [`Loss`] before it is lost (rule F1); a text converted
//! without a loss has the same boards, and no new diagnostics.

mod assumed;
mod back;
mod comments;
mod convert_game;
mod edits;
mod en_passant;
mod events;
mod export;
mod frame;
mod glyphs;
mod half_moves;
mod lines;
mod numbers;
mod outcome;
mod outline;
mod parting;
mod passing;
mod places;
mod position;
mod relaid;
mod relocated;
mod setup;
mod tags;
mod target;
mod verify;
mod walk;
mod whole;
mod wrap;
mod written;

pub use crate::analysis::apply;
pub use assumed::move_format_edit;
pub use convert_game::{convert_game, convert_resolved, resolve_to_convert};
pub use export::export_pgn;
pub use outcome::{Conversion, Export, Loss, Refusal};
pub use parting::{RUNS_ON, is_parted_behind, join_behind, last_line_end, part_behind_section, runs_on};
pub use passing::Passing;
pub use position::{
    PositionForm, PositionSource, PositionUnread, PositionWritten, SinglePosition, read_position, write_position,
};
pub use target::{NoTarget, Target};
pub use whole::{Whole, WholeGame, convert_whole};
