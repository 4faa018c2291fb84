//! What an author chooses to see in an editor: plain data, read by `config` and obeyed by `ide`.
//!
//! Knows: `notation`. Never knows: files, the protocol, games.

mod board_style;
mod hint_kinds;
mod lens_kinds;

pub use board_style::BoardStyle;
pub use hint_kinds::HintKinds;
pub use lens_kinds::LensKinds;
