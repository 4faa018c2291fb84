//! The lines of a game's text.

use vgn_lsp::lint::Settings;
use vgn_lsp::replay::resolve_game;

use crate::convert::support::context;
pub use crate::support::lines::lines_of;

pub fn lines(text: &str) -> Vec<String> {
    let settings = Settings::default();
    lines_of(&resolve_game(text, &context(&settings)))
}
