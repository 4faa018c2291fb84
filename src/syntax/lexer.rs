//! The lexer: bytes to raw tokens. Word characters beyond ASCII are taken as they come, so it does not matter which
//! encoding the bytes are in.

use logos::Logos;

/// A raw token of the movetext, before the grammar has seen what a word is.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(utf8 = false)]
pub(super) enum Raw {
    #[regex(br"[ \t\r\n\x0b\x0c]+")]
    Space,
    /// Only its `{`: where it ends is decided in `comments`.
    #[token(b"{")]
    Brace,
    #[regex(br";[^\r\n]*", allow_greedy = true)]
    LineComment,
    #[token(b"[")]
    Open,
    #[token(b"]")]
    Close,
    #[token(b"(")]
    ParenOpen,
    #[token(b")")]
    ParenClose,
    #[token(b"}")]
    BraceClose,
    #[regex(br"\$[0-9]+")]
    Nag,
    #[regex(br"\$[0-9]+(\.[0-9]+)+")]
    CompositeNag,
    #[token(b"$")]
    Dollar,
    #[regex(br"[!?]+")]
    Suffix,
    #[token(b"*", priority = 9)]
    Star,
    #[regex(br"\*\*+")]
    Stars,
    #[regex(br"[0-9]+\.*", priority = 9)]
    #[regex(br"[0-9]+\.5", priority = 9)]
    Number,
    #[regex(br"\.+")]
    Periods,
    /// `e.p.` with or without its periods, apart from the move.
    #[regex(br"e\.p\.?", priority = 9)]
    EnPassant,
    #[token(b"0.5-0.5")]
    HalfPoints,
    #[regex(br"[^ \t\r\n\x0b\x0c\[\](){};$*!?.]+", priority = 3)]
    #[regex(br"[a-h]x?[a-h][1-8]e\.p\.?", priority = 9)]
    #[regex(br"[a-hQRBNK1-8x=]+\([QRBNqrbn]\)[+#]?", priority = 9)]
    Word,
}

/// The raw token at `at` and its end; `None` at the end of the text.
pub(super) fn raw_at(bytes: &[u8], at: usize) -> Option<(Raw, usize)> {
    let mut lexer = Raw::lexer(&bytes[at..]);
    let token = lexer.next()?.unwrap_or(Raw::Word);
    Some((token, at + lexer.span().end.max(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tokens(text: &str) -> Vec<(Raw, &str)> {
        let (mut at, mut out) = (0, Vec::new());
        while let Some((raw, end)) = raw_at(text.as_bytes(), at) {
            if raw != Raw::Space {
                out.push((raw, &text[at..end]));
            }
            at = end;
        }
        out
    }

    #[test]
    fn numbers_stand_apart_from_what_follows() {
        use Raw::*;
        assert_eq!(
            tokens("1.e4 1.5 e7e5 1...e5 13 .. Kg7 12 8/8/8 40.1-0 1.0-0 1/2-1/2"),
            [
                (Number, "1."),
                (Word, "e4"),
                (Number, "1.5"),
                (Word, "e7e5"),
                (Number, "1..."),
                (Word, "e5"),
                (Number, "13"),
                (Periods, ".."),
                (Word, "Kg7"),
                (Number, "12"),
                (Word, "8/8/8"),
                (Number, "40."),
                (Word, "1-0"),
                (Number, "1."),
                (Word, "0-0"),
                (Word, "1/2-1/2"),
            ]
        );
    }

    #[test]
    fn glyphs_and_marks_end_words() {
        use Raw::*;
        assert_eq!(
            tokens("e4!? Nf3$14 $5.1.2 *{x exd6e.p. e8(Q)+ exd6 e.p. ½-½ ** $"),
            [
                (Word, "e4"),
                (Suffix, "!?"),
                (Word, "Nf3"),
                (Nag, "$14"),
                (CompositeNag, "$5.1.2"),
                (Star, "*"),
                (Brace, "{"),
                (Word, "x"),
                (Word, "exd6e.p."),
                (Word, "e8(Q)+"),
                (Word, "exd6"),
                (EnPassant, "e.p."),
                (Word, "½-½"),
                (Stars, "**"),
                (Dollar, "$"),
            ]
        );
    }
}
