//! The terminator, if the game has none: the one that the final board requires, else the one in the `Result` tag first
//! (rule B8).

use shakmaty::Color;
use vgn_engine::rules::Position;
use vgn_engine::syntax::Token;
use vgn_engine::syntax::results;

use super::syntax_context::SyntaxContext;
use super::{CompletionItem, CompletionKind, CompletionSite};
use crate::outline::GameOutline;

/// The terminators that can end the game at the cursor.
pub fn items(site: &CompletionSite<'_>) -> Vec<CompletionItem> {
    let SyntaxContext::Movetext { line: 0, typed, word } = &site.syntax else { return Vec::new() };
    let has_begun = site.before.leaves().iter().any(|leaf| leaf.range.start < word.start && leaf.range.end > 0);
    // A number is followed by a half-move.
    let last = site.before.leaves().last().map(|leaf| leaf.token);
    let announced = matches!(last, Some(Token::MoveNumber | Token::Periods)) && typed.is_empty();
    if !has_begun || announced || ends_behind(site, word.end) {
        return Vec::new();
    }
    let tag_result = site.before.tag_value("Result");
    let tag_result = tag_result.as_deref().map_or("*", |value| match results::words(value) {
        Some(_) => value,
        None => results::terminator(value),
    });
    let on_board = site.board().filter(|board| !board.is_assumed).and_then(|board| on_board(&board.before));
    let mut fitting: Vec<&str> = match on_board {
        Some(result) => vec![result],
        None => vec!["*", "1-0", "0-1", "1/2-1/2"],
    };
    fitting.sort_by_key(|result| *result != tag_result);
    let fits = |result: &&str| result.starts_with(typed.as_str());
    let words = |result: &str| results::words(result).unwrap_or_default();
    let items = fitting.into_iter().filter(fits);
    items.map(|result| CompletionItem::new(CompletionKind::Terminator, word, result).detail(words(result))).collect()
}

/// The main line has a terminator after the cursor.
fn ends_behind(site: &CompletionSite<'_>, end: u32) -> bool {
    let whole = GameOutline::new(site.query.text, site.query.context.cancel);
    whole.leaves().iter().any(|leaf| leaf.token == Token::Terminator && leaf.line == 0 && leaf.range.start >= end)
}

/// The result of a board on which the game has ended.
pub(super) fn on_board(position: &Position) -> Option<&'static str> {
    let won = |winner: Color| winner.fold_wb("1-0", "0-1");
    if let Some(end) = position.variant_end() {
        return Some(end.winner.map_or("1/2-1/2", won));
    }
    if position.is_checkmate() {
        return Some(won(!position.turn()));
    }
    (position.is_stalemate() || position.dead()).then_some("1/2-1/2")
}
