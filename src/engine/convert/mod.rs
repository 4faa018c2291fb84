//! Conversion of a resolved game to another notation or game format, with its losses (section F of the rules).
//!
//! Knows: `syntax`, `notation`, `rules`, `variants`, `lint`, `replay`, `binary`, `score`. Never knows: the protocol, files,
//! terminals.
//!
//! [`convert_game`] changes only tokens that must change: comments, NAGs, variations, numbers, layout and line ends are
//! kept, so that an editor can show the difference and undo it in one step. [`export_pgn`] lays a game out anew in
//! PGN's export format. [`convert_whole`] converts games as stored in files, whose moves may be binary, by way of their
//! transcripts.
//!
//! Invariants: data that the target cannot hold is listed as a [`Loss`] before it is lost (rule F1); a text converted
//! without a loss has the same boards, and no new diagnostics. What is written of a game with findings is read again and
//! compared with its source ([`verify`]).

mod convert_game;
mod edits;
mod export;
mod glyphs;
mod half_moves;
mod losses;
mod mending;
mod move_format;
mod numbers;
mod outcome;
mod passing;
mod placement;
mod portable;
mod position;
mod sections;
mod setup;
mod source_ranges;
mod tags;
mod target;
mod verify;
mod walk;

pub use crate::lint::apply;
pub use convert_game::{convert_game, convert_resolved, resolve_to_convert};
pub use export::export_pgn;
pub use move_format::move_format_edit;
pub use outcome::{Conversion, Export, Loss, Refusal};
pub use passing::PassingConverter;
pub use position::{
    EncodedPosition, PositionForm, PositionReadError, PositionSource, SinglePosition, read_position, write_position,
};
pub use sections::{
    RUNS_ON, ends_in_open_comment, ends_in_terminator, is_separated_after, last_line_end, open_comment_at_end, runs_on,
    separate_after_section, strip_final_empty_line,
};
pub use sections::{StoredConversion, StoredGame, convert_whole};
pub use target::{Target, TargetError};
