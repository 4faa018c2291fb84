//! The lexer: bytes to raw tokens. Non-ASCII word characters are passed through, so the encoding of the bytes does not
//! matter.

use logos::Logos;

use super::lines::{BYTE_ORDER_MARK, wide_blanks_end};
use super::words::{self, WordClass, is_word_byte};

/// A raw token of the movetext, before the grammar classifies words.
#[derive(Logos, Clone, Copy, Debug, PartialEq, Eq)]
#[logos(utf8 = false)]
pub(super) enum RawToken {
    #[regex(br"[ \t\r\n\x0b\x0c]+")]
    Space,
    /// Only the `{`: `comments` determines the comment's end.
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
    #[regex(br"\$[0-9]+\.[0-9]+(\.[0-9]+)+")]
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
    /// `e.p.` with or without its last period, separate from the move, with the move's check mark.
    #[regex(br"(e\.p|E\.P)\.?[+#]?", priority = 9)]
    #[regex(br"(e\. p|E\. P)\.[+#]?", priority = 9)]
    EnPassant,
    #[token(b"0.5-0.5")]
    HalfPoints,
    #[regex(br"[^ \t\r\n\x0b\x0c\[\](){};$*!?.]+", priority = 3)]
    #[regex(br"[KQRBN]?[a-h]?[1-8]?[x:-]?[a-h][1-8][+#]?/?(e\.p|E\.P)\.?[+#]?", priority = 9)]
    #[regex(br"[a-hQRBNKP1-8x=-]+\([QRBNKPqrbnp]\)[+#]?", priority = 9)]
    // A composite NAG with a price: a pattern, and the values of its placeholders.
    #[regex(br"\$[0-9]+\.[0-9]+", priority = 9)]
    Word,
}

/// The raw token at `at` and its end; `None` at the end of the text.
#[inline]
pub(super) fn raw_at(bytes: &[u8], at: usize) -> Option<(RawToken, usize)> {
    match usual_at(bytes, at) {
        Some(found) => Some(found),
        None => any_at(bytes, at),
    }
}

fn any_at(bytes: &[u8], at: usize) -> Option<(RawToken, usize)> {
    if let Some(end) = byte_order_marks_end(bytes, at) {
        return Some((RawToken::Word, end));
    }
    if !bytes.get(at)?.is_ascii() {
        let blanks = wide_blanks_end(bytes, at);
        if blanks > at {
            return Some((RawToken::Word, blanks));
        }
    }
    if bytes[at] == b'*' && is_in_half_move(bytes, at) {
        return Some((RawToken::Stars, at + 1));
    }
    let mut lexer = RawToken::lexer(&bytes[at..]);
    let token = lexer.next()?.unwrap_or(RawToken::Word);
    let end = at + lexer.span().end.max(1);
    if token == RawToken::Word {
        if !bytes[at..end].is_ascii()
            && let Some(end) = (at + 1..end).find(|&at| {
                !bytes[at].is_ascii() && (wide_blanks_end(bytes, at) > at || byte_order_marks_end(bytes, at).is_some())
            })
        {
            // A joined file begins with a mark behind the terminator of the one before it.
            return any_at(&bytes[..end], at);
        }
        if let Some(end) = number_with_sign(&bytes[at..end]) {
            return Some((RawToken::Number, at + end));
        }
    }
    Some((token, end))
}

/// Whether the `*` at `at` is inside a word meant as a half-move, `Q*h5`. No terminator has letters on both sides.
fn is_in_half_move(bytes: &[u8], at: usize) -> bool {
    let rest = &bytes[at + 1..];
    let len = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || b"+#=-".contains(byte)).count();
    let word = &rest[..len];
    let is_of_move = |byte: &u8| matches!(byte, b'a'..=b'h' | b'1'..=b'8') || b"xKQRBNOP+#=-".contains(byte);
    let before = at.checked_sub(1).map(|before| bytes[before]);
    let has_letter_before = before.is_some_and(|byte| byte.is_ascii_alphabetic() || byte == b'-');
    let has_word_before = has_letter_before || before.is_some_and(|byte| byte.is_ascii_digit());
    let ends = rest.get(len).is_none_or(|next| words_end_with(*next));
    (1..=MOST_LETTERS).contains(&len)
        && ends
        && word.iter().all(is_of_move)
        && !words::is_terminator(word)
        && if word.iter().all(u8::is_ascii_digit) { has_letter_before } else { has_word_before }
}

fn words_end_with(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r' | b'\n' | b')')
}

/// Maximum number of letters of a half-move after a sign.
const MOST_LETTERS: usize = 8;

/// End of the number that begins the word, with a comma, colon or ellipsis in place of its periods: `1,`, `1:e4`,
/// `1,5`, `1…`. A move or nothing must follow.
fn number_with_sign(word: &[u8]) -> Option<usize> {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let len = match &word[digits..] {
        b",5" => 2,
        [b',' | b':', ..] => 1,
        [0xe2, 0x80, 0xa6, ..] => 3,
        // Windows-1252's ellipsis; the bytes after it in UTF-8 are no letters of a move.
        [0x85, ..] => 1,
        _ => return None,
    };
    let rest = &word[digits + len..];
    let is_number =
        (1..=MOST_DIGITS).contains(&digits) && (rest.is_empty() || words::classify(rest) == WordClass::Move);
    is_number.then_some(digits + len)
}

/// Maximum number of digits before a sign other than a period: longer numbers are years.
const MOST_DIGITS: usize = 3;

/// End of a run of byte order marks, which are a separate word.
fn byte_order_marks_end(bytes: &[u8], at: usize) -> Option<usize> {
    let marks = bytes.get(at..)?.chunks(BYTE_ORDER_MARK.len()).take_while(|mark| *mark == BYTE_ORDER_MARK).count();
    (marks > 0).then_some(at + marks * BYTE_ORDER_MARK.len())
}

/// End of the word at `at`, if it begins like a move and its end is unambiguous.
#[inline]
pub(super) fn usual_word(bytes: &[u8], at: usize) -> Option<usize> {
    let class = |at: usize| bytes.get(at).map_or(0, |byte| CLASS[usize::from(*byte)]);
    if class(at) & LETTER == 0 {
        return None;
    }
    let mut end = at + 1;
    while class(end) & WORD != 0 {
        end += 1;
    }
    // A period may belong to `e.p.`, a parenthesis to a promotion; a non-ASCII character may be a blank.
    (!matches!(bytes.get(end), Some(b'.' | b'(' | 0x80..))).then_some(end)
}

/// End of the number at `at`, which begins with a digit, with its periods, if the text after it cannot belong to it.
#[inline]
fn usual_number(bytes: &[u8], at: usize) -> Option<usize> {
    let class = |at: usize| bytes.get(at).map_or(0, |byte| CLASS[usize::from(*byte)]);
    let mut end = at + 1;
    while class(end) & DIGIT != 0 {
        end += 1;
    }
    let digits = end;
    while bytes.get(end) == Some(&b'.') {
        end += 1;
    }
    let unsure = match (end - digits, bytes.get(end)) {
        (0, Some(byte)) => *byte == b'(' || class(end) & (WORD | BEYOND) != 0,
        (1, Some(byte)) => *byte == b'5',
        _ => false,
    };
    (!unsure).then_some(end)
}

/// Fast path of [`any_at`] for the bulk of a game's text: white space, words that begin with a SAN letter, numbers,
/// annotations and parentheses whose end is unambiguous. `None` for everything else.
#[inline]
fn usual_at(bytes: &[u8], at: usize) -> Option<(RawToken, usize)> {
    let rest = bytes.get(at..)?;
    let run = |class: u8| rest.iter().position(|&byte| CLASS[usize::from(byte)] & class == 0).unwrap_or(rest.len());
    let (raw, len) = match CLASS[usize::from(*rest.first()?)] {
        SPACE => (RawToken::Space, run(SPACE)),
        class if class & LETTER != 0 => return Some((RawToken::Word, usual_word(bytes, at)?)),
        class if class & DIGIT != 0 => return Some((RawToken::Number, usual_number(bytes, at)?)),
        _ => match rest {
            [b'(', ..] => (RawToken::ParenOpen, 1),
            [b')', ..] => (RawToken::ParenClose, 1),
            [b'{', ..] => (RawToken::Brace, 1),
            [b'!' | b'?', ..] => {
                (RawToken::Suffix, rest.iter().position(|byte| !matches!(byte, b'!' | b'?')).unwrap_or(rest.len()))
            }
            [b'$', digits @ ..] => {
                match digits.iter().position(|byte| !byte.is_ascii_digit()).unwrap_or(digits.len()) {
                    0 => return None,
                    len if digits.get(len) == Some(&b'.') => return None,
                    len => (RawToken::Nag, 1 + len),
                }
            }
            _ => return None,
        },
    };
    Some((raw, at + len))
}

/// The first offset from `at` on that is not part of white space, numbers other than `1.`, or words that begin like
/// moves: these cannot end a game. The token at the end of the text is not skipped.
pub(super) fn skip_usual(bytes: &[u8], mut at: usize) -> usize {
    let class = |at: usize| bytes.get(at).map_or(0, |byte| CLASS[usize::from(*byte)]);
    loop {
        let found = class(at);
        let mut end = at + 1;
        if found == SPACE {
            at = end;
            continue;
        }
        if found & LETTER != 0 && bytes[at] != b'O' {
            match usual_word(bytes, at) {
                Some(word) if word < bytes.len() => end = word,
                _ => return at,
            }
        } else if found & DIGIT != 0 {
            match usual_number(bytes, at) {
                Some(number) if number < bytes.len() && &bytes[at..number] != b"1." => end = number,
                _ => return at,
            }
        } else {
            return at;
        }
        at = end;
    }
}

/// Bit set of the classes of a byte for the fast path.
static CLASS: [u8; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = match byte as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0b | 0x0c => SPACE,
            b'a'..=b'h' | b'K' | b'Q' | b'R' | b'B' | b'N' | b'O' => WORD | LETTER,
            b'0'..=b'9' => WORD | DIGIT,
            0x80.. => BEYOND,
            other if is_word_byte(other) => WORD,
            _ => 0,
        };
        byte += 1;
    }
    table
};
const SPACE: u8 = 1;
/// The byte continues a word.
const WORD: u8 = 2;
/// The byte can begin a SAN move.
const LETTER: u8 = 4;
const DIGIT: u8 = 8;
/// The byte is part of a non-ASCII character.
const BEYOND: u8 = 16;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::syntax::words::{is_near_terminator, is_terminator};

    fn tokens(text: &str) -> Vec<(RawToken, &str)> {
        let (mut at, mut out) = (0, Vec::new());
        while let Some((raw, end)) = raw_at(text.as_bytes(), at) {
            if raw != RawToken::Space {
                out.push((raw, &text[at..end]));
            }
            at = end;
        }
        out
    }

    proptest! {
        /// The fast path gives the same answer as the full lexer, or none.
        #[test]
        fn usual_tokens_are_those_of_the_lexer(text in "([ \n]|[eQ8x=]|[0-9]|[.]|[(){}$*!?;+#-]|\\$1|e\\.p\\.|1\\.5|\u{e9}|N|5){1,12}") {
            for at in 0..text.len() {
                if let Some(usual) = usual_at(text.as_bytes(), at) {
                    prop_assert_eq!(Some(usual), any_at(text.as_bytes(), at), "{:?} {}", text, at);
                }
            }
        }
    }

    proptest! {
        /// Skipped text consists of whole lexer tokens of the listed kinds.
        #[test]
        fn skipped_text_ends_no_game(text in "([ \n]|[eQ8xOo=]|[0-9]|[.]|[(){}$*!?;+#-]|1\\.|1-0|e\\.p\\.|1\\.5|\u{e9}|N|5){1,12}") {
            for from in 0..text.len() {
                let end = skip_usual(text.as_bytes(), from);
                let mut at = from;
                while at < end {
                    let (raw, next) = any_at(text.as_bytes(), at).expect("a token");
                    let word = &text.as_bytes()[at..next];
                    prop_assert!(next <= end && (next < text.len() || raw == RawToken::Space), "{:?} {}", text, from);
                    match raw {
                        RawToken::Space => {}
                        RawToken::Number => prop_assert_ne!(word, b"1."),
                        RawToken::Word => prop_assert!(!is_terminator(word) && !is_near_terminator(word)),
                        _ => prop_assert!(false, "{:?} in {:?}", raw, text),
                    }
                    at = next;
                }
            }
        }
    }

    #[test]
    fn common_tokens_take_the_fast_path() {
        let usual = |text: &str| usual_at(text.as_bytes(), 0).map(|(raw, end)| (raw, &text[..end])).is_some();
        for text in [
            "  \n1.", "e4 ", "Nbxd7+ ", "e8=Q\n", "O-O)", "e4$1", "e4", "12. ", "12...e5", "12", "1.e4", "(", "$14 ",
            "!?",
        ] {
            assert!(usual(text), "{text}");
        }
        for text in ["exd6e.p.", "e8(Q)", "e.p.", "1.5", "0.5-0.5", "1-0", "8/8", "1(Q)", "$1.2", "$x", "", "x"] {
            assert!(!usual(text), "{text}");
        }
    }

    #[test]
    fn numbers_are_split_from_the_text_after_them() {
        use RawToken::*;
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
    fn byte_order_marks_end_words() {
        use RawToken::*;
        let expected = [(Word, "1-0"), (Word, "\u{feff}\u{feff}"), (Open, "["), (Word, "A"), (Word, "\u{feff}")];
        assert_eq!(tokens("1-0\u{feff}\u{feff}[A\u{feff}"), expected);
    }

    #[test]
    fn glyphs_and_marks_end_words() {
        use RawToken::*;
        assert_eq!(
            tokens("e4!? Nf3$14 $5.1.2 $12.50 *{x exd6e.p. e8(Q)+ exd6 e.p. ½-½ ** $"),
            [
                (Word, "e4"),
                (Suffix, "!?"),
                (Word, "Nf3"),
                (Nag, "$14"),
                (CompositeNag, "$5.1.2"),
                (Word, "$12.50"),
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
