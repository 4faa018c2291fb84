//! Games with binary sections: their events, the bytes of a section, and games as files store them.

mod events;
mod rewrap;
mod separation;
mod stored_game;
mod writing;

pub(super) use events::stray_loss;
pub(super) use separation::is_open_comment;
pub use separation::{
    RUNS_ON, ends_in_open_comment, ends_in_terminator, is_separated_after, last_line_end, open_comment_at_end, runs_on,
    separate_after_section, strip_final_empty_line,
};
pub(super) use stored_game::LONGEST_TEXT;
pub use stored_game::{StoredConversion, StoredGame, convert_whole};
pub(super) use writing::outcome;
