//! The lines of a game's text.

use vgn_lsp::analysis::{Settings, resolve_game};

pub use crate::resolved_lines::lines_of;
use crate::support::context;

pub fn lines(text: &str) -> Vec<String> {
    let settings = Settings::default();
    lines_of(&resolve_game(text, &context(&settings)))
}
