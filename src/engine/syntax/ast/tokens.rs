//! Typed views on the tokens of a game's tree.

use std::ops::Range;

use super::super::kind::{SyntaxKind, Token};
use super::super::tags::unquoted;
use super::super::tree::SyntaxToken;

/// Typed view on a token.
pub trait AstToken: Sized {
    /// Returns the view if the token is of the view's kind.
    fn cast(token: SyntaxToken) -> Option<Self>;

    /// The underlying token.
    fn syntax(&self) -> &SyntaxToken;

    /// The token's text.
    fn text(&self) -> &str {
        self.syntax().text()
    }

    /// Range in bytes of the game's text.
    fn range(&self) -> Range<u32> {
        self.syntax().text_range().into()
    }
}

macro_rules! token {
    ($(#[$doc:meta])* $name:ident: $($kind:ident)|+) => {
        $(#[$doc])*
        #[derive(Clone, Debug, PartialEq, Eq, Hash)]
        pub struct $name(SyntaxToken);

        impl AstToken for $name {
            fn cast(token: SyntaxToken) -> Option<$name> {
                matches!(token.kind(), SyntaxKind::Token($(Token::$kind)|+)).then_some($name(token))
            }

            fn syntax(&self) -> &SyntaxToken {
                &self.0
            }
        }
    };
}

token! {
    /// A tag's name.
    TagName: TagName
}

token! {
    /// A tag's value with its quotes, or the text in its place.
    TagValue: TagValue
}

token! {
    /// A move number with its periods, or periods apart from their number.
    MoveNumber: MoveNumber | Periods
}

token! {
    /// The text of one half-move: a word, or a whole board.
    Move: Move
}

token! {
    /// An annotation glyph of a half-move: `$14`, a composite NAG, `!?`, and also `e.p.`.
    Nag: Nag | CompositeNag | Suffix
}

token! {
    /// `{…}`, possibly without its `}`, or `;` to the end of the line.
    Comment: BraceComment | LineComment
}

token! {
    /// `1-0`, `0-1`, `1/2-1/2`, `*`
    Terminator: Terminator
}

impl TagValue {
    /// The value without its quotes; escapes are kept (rule B2).
    pub fn unquoted(&self) -> &str {
        unquoted(self.text())
    }

    /// Range of the unquoted value, in bytes of the game's text.
    pub fn unquoted_range(&self) -> Range<u32> {
        let start = self.range().start + u32::from(self.text().starts_with('"'));
        start..start + self.unquoted().len() as u32
    }
}

impl MoveNumber {
    /// The leading number; `None` for bare periods or too many digits.
    pub fn number(&self) -> Option<u32> {
        let text = self.text();
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        text[..digits].parse().ok()
    }
}

impl Comment {
    /// The comment's text, without its braces or its `;`.
    pub fn body(&self) -> &str {
        let body = self.text().strip_prefix(['{', ';']).unwrap_or_default();
        if self.is_line() { body } else { body.strip_suffix('}').unwrap_or(body) }
    }

    /// Whether the comment is a `;` comment, which ends with its line.
    pub fn is_line(&self) -> bool {
        self.0.kind() == SyntaxKind::Token(Token::LineComment)
    }

    /// Whether the comment has its `}` or is a line comment.
    pub fn is_closed(&self) -> bool {
        self.is_line() || self.text().ends_with('}')
    }
}

/// Whether the token ends a variation.
pub(super) fn closes(token: &SyntaxToken) -> bool {
    token.kind() == SyntaxKind::Token(Token::VariationClose)
}
