//! A game's text as the tree that features walk.

use std::ops::Range;

use crate::analysis::parse_unless;
use crate::syntax::ast::{AstNode, Game};
use crate::syntax::{SyntaxKind, SyntaxNode, SyntaxToken, Token, TreeBuilder};

/// The tree of one game's text; of a large one only as far as it had come when it was called off.
pub fn game_tree(text: &str, is_called_off: &dyn Fn() -> bool) -> Option<Game> {
    let mut builder = TreeBuilder::new(text);
    parse_unless(text, &mut builder, is_called_off);
    Game::cast(builder.into_tree().0)
}

/// The token that begins at a place or holds it, or else the one that ends there.
pub fn token_at(game: &Game, place: u32) -> Option<SyntaxToken> {
    let end = game.syntax().text_range().end();
    let at = game.syntax().token_at_offset(end.min(place.into()));
    let is_space = |token: &SyntaxToken| token.kind() == SyntaxKind::Token(Token::Space);
    at.clone().right_biased().filter(|token| !is_space(token)).or_else(|| at.left_biased())
}

/// From the first thing in a node that is no white space to the last.
pub fn solid(node: &SyntaxNode) -> Option<Range<u32>> {
    let whole = node.text_range();
    let is_solid = |token: &SyntaxToken| {
        !matches!(token.kind(), SyntaxKind::Token(Token::Space | Token::ByteOrderMark))
            && whole.contains_range(token.text_range())
    };
    let mut forwards = std::iter::successors(node.first_token(), SyntaxToken::next_token);
    let mut backwards = std::iter::successors(node.last_token(), SyntaxToken::prev_token);
    let (first, last) = (forwards.find(&is_solid)?, backwards.find(&is_solid)?);
    let (start, end) = (first.text_range().start(), last.text_range().end());
    (start < end).then(|| start.into()..end.into())
}
