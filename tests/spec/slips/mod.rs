//! Games with one slip of the keyboard, or a habit of slips: one finding for one cause.

pub mod board_slips;
pub mod damaged_words;
pub mod doubled;
pub mod escaped_nags;
pub mod glued;
pub mod glued_fixes;
pub mod habits;
pub mod human_slips;
pub mod misplaced_signs;
pub mod misspelt_boards;
pub mod single_slips;
pub mod tag_slips;
pub mod whole_slips;
