//! Code lens above a game: result, length and opening.

use std::sync::Arc;

use vgn_engine::lint::Cancellation;
use vgn_engine::replay::Resolved;

use super::line_of_play::opening_of;
use super::outline::GameOutline;

/// "1-0 · 34 moves · C85 Ruy Lopez: Closed, Steenwijker". `resolve` supplies the resolved game, or `None` if cancelled.
pub fn game_lens(
    text: &str,
    cancel: &dyn Cancellation,
    resolve: impl FnOnce() -> Option<Arc<Resolved>>,
) -> Option<String> {
    let outline = GameOutline::new(text, cancel);
    let resolved = resolve()?;
    let mut main_line = resolved.moves.iter().enumerate().filter(|(_, half_move)| half_move.depth == 0);
    let count = main_line.clone().count();
    let moves = match count {
        0 => "no moves".to_owned(),
        1 | 2 => "1 move".to_owned(),
        more => format!("{} moves", more.div_ceil(2)),
    };
    let opening = main_line.next_back().and_then(|(at, _)| opening_of(&resolved.moves, at));
    let opening = opening.map(|(opening, _)| format!("{} {}", opening.eco, opening.name));
    let result = outline.terminator().map(str::to_owned);
    let parts = [result.filter(|result| result != "*"), Some(moves), opening];
    Some(parts.into_iter().flatten().collect::<Vec<_>>().join(" · "))
}

/// The end of the last half-move of the main line, in bytes of the game's text.
pub fn end_of_main_line(text: &str, cancel: &dyn Cancellation) -> Option<u32> {
    let outline = GameOutline::new(text, cancel);
    let is_main = |leaf: &&super::outline::Leaf| leaf.token == vgn_engine::syntax::Token::Move && leaf.line == 0;
    outline.leaves().iter().rfind(is_main).map(|last| last.range.end)
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{Context, FileKind, Settings};
    use vgn_engine::replay::resolve_game;

    fn lens(text: &str) -> String {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        game_lens(text, &|| false, || Some(Arc::new(resolve_game(text, &context)))).expect("a game")
    }

    #[test]
    fn a_game_is_told_in_a_line() {
        assert_eq!(
            lens("[White \"a\"]\n\n1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 1-0"),
            "1-0 · 2 moves · C40 King's Knight Opening"
        );
        assert_eq!(lens("1. h3 *"), "1 move · A00 Clemenz Opening");
        assert_eq!(lens("[White \"a\"]\n\n1/2-1/2"), "1/2-1/2 · no moves");
        assert_eq!(lens("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 2. Ke2"), "2 moves");
    }

    #[test]
    fn the_main_line_ends_behind_its_last_half_move() {
        let text = "1. e4 e5 (1... c5) {x} *";
        assert_eq!(end_of_main_line(text, &|| false).map(|at| &text[..at as usize]), Some("1. e4 e5"));
        assert_eq!(end_of_main_line("[White \"a\"]\n\n*", &|| false), None);
    }
}
