//! The end of a game: its terminator, its result, and its identity.

pub(super) mod ending;
pub(super) mod identity;
pub(super) mod missing_terminator;
pub(super) mod scores;
