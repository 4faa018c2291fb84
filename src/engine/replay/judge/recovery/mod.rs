//! Recovery: findings with a common cause, and the board from which play continues.

pub(super) mod board_slips;
pub(super) mod consequences;
pub(super) mod dangling;
pub(super) mod doubts;
pub(super) mod habits;
pub(super) mod line_comments;
pub(super) mod lost_parentheses;
pub(super) mod misplaced_signs;
pub(super) mod played_text;
pub(super) mod single_slips;
pub(super) mod stray_periods;
pub(super) mod suppositions;
pub(super) mod swallowed;
pub(super) mod tried_fixes;
pub(super) mod unclosed_variations;
pub(super) mod unread_anchors;
