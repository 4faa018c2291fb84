//! The place that a refactoring is offered for: the syntax at the cursor.

use std::ops::Range;

use vgn_engine::lint::{Context, FileKind};
use vgn_engine::syntax::ast::{AstNode, AstToken, Comment, Game, Move, Movetext, Variation};
use vgn_engine::syntax::tag_list::is_vgn_format;
use vgn_engine::syntax::{SyntaxElement, SyntaxKind, SyntaxToken, Token};

/// The syntax at the cursor, from the tree alone.
pub struct RefactoringSite<'a> {
    pub text: &'a str,
    pub game: &'a Game,
    pub context: &'a Context<'a>,
    pub selection: Range<u32>,
    /// The token at the start of the selection.
    pub token: Option<SyntaxToken>,
}

impl RefactoringSite<'_> {
    pub fn kind(&self) -> Option<Token> {
        match self.token.as_ref()?.kind() {
            SyntaxKind::Token(kind) => Some(kind),
            SyntaxKind::Node(_) => None,
        }
    }

    /// The innermost variation around the cursor.
    pub fn variation(&self) -> Option<Variation> {
        self.token.as_ref()?.parent_ancestors().find_map(Variation::cast)
    }

    /// The half-move at the cursor, which may be on its number or its NAGs.
    pub fn half_move(&self) -> Option<Move> {
        let token = self.token.clone()?;
        let around = |next: fn(&SyntaxElement) -> Option<SyntaxElement>| {
            let elements = std::iter::successors(next(&token.clone().into()), next);
            elements.filter_map(SyntaxElement::into_token).find_map(Move::cast)
        };
        match self.kind()? {
            Token::Move => Move::cast(token),
            Token::MoveNumber | Token::Periods => around(|element| element.next_sibling_or_token()),
            Token::Nag | Token::CompositeNag | Token::Suffix => around(|element| element.prev_sibling_or_token()),
            _ => None,
        }
    }

    pub fn comment(&self) -> Option<Comment> {
        Comment::cast(self.token.clone()?)
    }

    /// The game is in VGN.
    pub fn is_vgn(&self) -> bool {
        match self.game.tag("GameFormat") {
            Some(tag) => tag.value().is_some_and(|value| is_vgn_format(value.unquoted())),
            None => self.context.kind == FileKind::Vgn,
        }
    }

    /// The selection starts among the tags or at their end.
    pub fn is_in_tags(&self) -> bool {
        self.game.tag_section().is_some_and(|tags| self.selection.start <= tags.range().end)
    }

    pub fn movetext(&self) -> Option<Movetext> {
        self.game.movetext()
    }
}
