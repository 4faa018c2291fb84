//! Where the target format allows comments and variations (rules C4 and C7), and the edits that move them there.

pub mod comments;
pub mod relocation;
pub mod unclosed;
pub mod variations;
