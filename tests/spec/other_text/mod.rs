//! Text that is no chess, in and around games.

pub mod line_comments;
pub mod parted;
pub mod prose;
pub mod swallowed;
pub mod words;
