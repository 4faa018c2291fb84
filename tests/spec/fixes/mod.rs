//! What fixes may write, and what they leave.

pub mod doubts;
pub mod fixes_or_not;
pub mod half_read;
pub mod untouched;
