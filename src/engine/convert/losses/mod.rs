//! What a conversion loses, listed before it is lost: text that the target has no place for, and half-moves that cannot
//! be written.

pub mod cut_rest;
pub mod en_passant;
pub mod jumped;
pub mod loss_tally;
pub mod remarks;
pub mod repeated_tags;
pub mod stray_text;
pub mod unread_half_moves;
