//! Syntax trees of games.

use std::ops::Range;

use vgn_engine::lint::Cancellation;
use vgn_engine::replay::parse_game;
use vgn_engine::syntax::ast::{AstNode, Game};
use vgn_engine::syntax::{
    GreenTree, NodeOrToken, SyntaxKind, SyntaxNode, SyntaxToken, TextRange, Token, TreeBuilder, TreeCache,
};

/// The tree of one game's text; incomplete after cancellation in a large game.
pub fn game_tree(text: &str, cancel: &dyn Cancellation) -> Option<Game> {
    game_tree_among(text, &mut TreeCache::default(), cancel)
}

/// Like [`game_tree`], with a cache for the trees of several games.
pub fn game_tree_among(text: &str, cache: &mut TreeCache, cancel: &dyn Cancellation) -> Option<Game> {
    let mut builder = TreeBuilder::new(text, cache);
    parse_game(text, &mut builder, cancel);
    Game::cast(builder.into_tree().0)
}

/// The tree in a form that can be cached; `None` if cancelled.
pub fn kept_tree(text: &str, cancel: &dyn Cancellation) -> Option<GreenTree> {
    let mut cache = TreeCache::default();
    let mut builder = TreeBuilder::new(text, &mut cache);
    parse_game(text, &mut builder, cancel);
    (!cancel.is_cancelled()).then(|| builder.into_green())
}

/// The token at a place, or else the one that ends there.
pub fn token_at(game: &Game, place: u32) -> Option<SyntaxToken> {
    let is_space = |token: &SyntaxToken| token.kind() == SyntaxKind::Token(Token::Space);
    let [left, right] = tokens_at(game, place);
    right.clone().filter(|token| !is_space(token)).or(left).or(right)
}

/// The half-move at a place: the place is in or at its text or one of its glyphs.
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

/// The tokens before and after a place, which are the same inside of a token. A place after the text's end counts as
/// the end.
pub fn tokens_at(game: &Game, place: u32) -> [Option<SyntaxToken>; 2] {
    let place = place.min(game.range().end);
    [place.checked_sub(1).and_then(|before| token_of_byte(game, before)), token_of_byte(game, place)]
}

/// The token of a byte. Long lines are searched by binary search.
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

/// The range of a node without surrounding white space.
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
