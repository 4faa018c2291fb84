//! Comments: joined, split, moved to another half-move.

pub(in crate::actions::refactoring) mod join_comments;
pub(in crate::actions::refactoring) mod move_comment;
pub(in crate::actions::refactoring) mod owned_comment;
pub(in crate::actions::refactoring) mod split_comment;
