//! Half-moves in all kinds of notation, played and compared with the board.

pub(super) mod boards;
pub(super) mod clocks;
pub(super) mod coordinates;
pub(super) mod drops;
pub(super) mod marks;
pub(super) mod moves;
pub(super) mod near_moves;
pub(super) mod san;
