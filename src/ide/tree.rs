//! A game's text as the tree that features walk.

use std::ops::Range;

use crate::analysis::{Cancellation, parse_game};
use crate::syntax::ast::{AstNode, Game};
use crate::syntax::{
    GreenTree, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, Token, TreeBuilder, TreeCache,
};

/// The tree of one game's text; of a large one only as far as it had come when it was called off.
pub fn game_tree(text: &str, cancel: &dyn Cancellation) -> Option<Game> {
    game_tree_among(text, &mut TreeCache::default(), cancel)
}

/// The same, where trees are made of many games.
pub fn game_tree_among(text: &str, cache: &mut TreeCache, cancel: &dyn Cancellation) -> Option<Game> {
    let mut builder = TreeBuilder::new(text, cache);
    parse_game(text, &mut builder, cancel);
    Game::cast(builder.into_tree().0)
}

/// The same tree, for one who keeps it; none if it was called off.
pub fn kept_tree(text: &str, cancel: &dyn Cancellation) -> Option<GreenTree> {
    let mut cache = TreeCache::default();
    let mut builder = TreeBuilder::new(text, &mut cache);
    parse_game(text, &mut builder, cancel);
    (!cancel.is_cancelled()).then(|| builder.into_green())
}

/// The token that begins at a place or holds it, or else the one that ends there.
pub fn token_at(game: &Game, place: u32) -> Option<SyntaxToken> {
    let is_space = |token: &SyntaxToken| token.kind() == SyntaxKind::Token(Token::Space);
    let [left, right] = tokens_at(game, place);
    right.clone().filter(|token| !is_space(token)).or(left).or(right)
}

/// The half-move that a place is at: the place is in its text, at an end of it or at one of its glyphs.
pub fn half_move_at(game: &Game, place: u32) -> Option<SyntaxToken> {
    let is = |token: &SyntaxToken, kind| token.kind() == SyntaxKind::Token(kind);
    let is_glyph =
        |token: &SyntaxToken| [Token::Suffix, Token::Nag, Token::CompositeNag].iter().any(|kind| is(token, *kind));
    let own = token_at(game, place).filter(|token| is(token, Token::Move) || is_glyph(token));
    let token = own.or_else(|| {
        let [left, _] = tokens_at(game, place);
        left.filter(|left| is(left, Token::Move) || is_glyph(left))
    })?;
    let mut back = std::iter::successors(Some(token), SyntaxToken::prev_token);
    back.find(|token| !is_glyph(token) && !is(token, Token::Space)).filter(|token| is(token, Token::Move))
}

/// The token that ends at a place or goes on there, and the one that begins there or has begun; a place past the text's end
/// is its end.
pub fn tokens_at(game: &Game, place: u32) -> [Option<SyntaxToken>; 2] {
    let place = place.min(game.range().end);
    [place.checked_sub(1).and_then(|before| token_of_byte(game, before)), token_of_byte(game, place)]
}

/// The token that a byte belongs to. In a line of many half-moves each is found by its place, and none is walked over.
fn token_of_byte(game: &Game, byte: u32) -> Option<SyntaxToken> {
    let byte = TextRange::at(byte.into(), 1.into());
    let mut node = game.syntax().clone();
    loop {
        if !node.text_range().contains_range(byte) {
            return None;
        }
        match node.child_or_token_at_range(byte)? {
            NodeOrToken::Token(token) => return Some(token),
            NodeOrToken::Node(inner) => node = inner,
        }
    }
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
