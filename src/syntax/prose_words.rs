//! Classifies single words of a possible line of prose: words of a language, words that may end a game, and the signs
//! of lists, mails and web pages.

use std::borrow::Cow;

use super::glyphs::is_ascii_glyph;
use super::lines::is_space;
use super::words::{self, WordClass};

/// Number of bytes of a line that suffice to classify it.
pub(super) const TELLING: usize = 2_000;

/// Whether a word of the text is a half-move, a number with its period, or the end of a game.
pub(super) fn has_chess(text: &[u8]) -> bool {
    text.contains(&b'*') || words_of(text).any(is_chess)
}

fn is_chess(word: &[u8]) -> bool {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if (1..4).contains(&digits) && word.get(digits) == Some(&b'.') {
        return word.get(digits + 1).is_none_or(|next| !next.is_ascii_digit());
    }
    word == b"*"
        || matches!(
            words::classify(word),
            WordClass::Move | WordClass::Board | WordClass::Terminator | WordClass::NearTerminator
        )
}

/// The words of a text, without punctuation around them except the period of a number.
fn words_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| is_space(*byte)).filter_map(|word| {
        let inner = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
        let start = word.iter().position(inner)?;
        let end = word.iter().rposition(|byte| inner(byte) || *byte == b'.')?;
        Some(&word[start..=end])
    })
}

/// Whether the line is a list item after its star, or stars that separate paragraphs: no terminator.
pub(super) fn is_list_or_stars(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let word = line.split(|byte| is_space(*byte)).next().unwrap_or_default();
    without_bullet(line).len() < line.len() || is_stars(line) || is_emphasis(word)
}

/// Whether the line begins with text in square brackets that is not a tag: a Markdown link, `[the games](x.pgn)`, or
/// the number of a footnote, `[1]`.
pub(super) fn is_bracketed(line: &[u8]) -> bool {
    let digits = line[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0 && line[1 + digits..].starts_with(b"] "))
        || line.windows(2).position(|pair| pair == b"](").is_some_and(|at| !line[..at].contains(&b'"'))
}

/// Splits off the first word of the text.
pub(super) fn next_word<'t>(text: &mut &'t [u8]) -> Option<&'t [u8]> {
    let start = text.iter().position(|byte| !is_space(*byte))?;
    let len = text[start..].iter().position(|byte| is_space(*byte)).unwrap_or(text.len() - start);
    let word = &text[start..start + len];
    *text = &text[start + len..];
    Some(word)
}

/// The text after the brace comment that begins in the first word, if it ends in the text.
pub(super) fn comment_behind(text: &[u8]) -> Option<&[u8]> {
    let word = text.iter().position(|byte| is_space(*byte)).unwrap_or(text.len());
    let open = text[..word].iter().position(|byte| *byte == b'{')?;
    let close = open + text[open..].iter().position(|byte| *byte == b'}')?;
    Some(&text[close + 1..])
}

/// Whether the word is emphasized by stars as in Markdown and mails, `*so*`, or follows an opening star; no half-move
/// with a terminator. Text after the closing star is not read: a game may end at that star, and the words must be
/// classified alike without the rest.
pub(super) fn is_emphasis(word: &[u8]) -> bool {
    let is_letter = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
    let Some(first) = word.iter().position(is_letter) else { return false };
    let close = word[first..].iter().position(|byte| *byte == b'*').unwrap_or(word.len() - first);
    let (before, inner) = (&word[..first], &word[first..first + close]);
    let small = inner.iter().filter(|byte| byte.is_ascii_lowercase() || **byte >= 0x80).count();
    let shape = inner.split(|byte| !words::is_word_byte(*byte)).next().unwrap_or_default();
    before.contains(&b'*')
        && !before.contains(&b'>')
        && small > 1
        && inner.iter().filter(|byte| is_letter(byte)).count() > 2
        && !inner.contains(&b'>')
        && words::classify(shape) == WordClass::Stray
}

/// The line without the star of a list item.
pub(super) fn without_bullet(text: &[u8]) -> &[u8] {
    match text {
        [b'*', b' ' | b'\t', rest @ ..] => match rest.trim_ascii_start() {
            [b'`' | b'"' | b'[' | b'_' | b'A'..=b'Z' | b'a'..=b'z' | 0x80.., ..] => rest,
            _ => text,
        },
        _ => text,
    }
}

/// Whether the text begins with three or more stars: no game has that many terminators.
pub(super) fn is_stars(text: &[u8]) -> bool {
    let begin = text.iter().take_while(|byte| **byte == b'*' || is_space(**byte));
    begin.filter(|byte| **byte == b'*').count() > 2
}

/// The line with each non-ASCII run replaced by the same letters: games are cut before their encoding is known, and a
/// line must be classified alike in bytes and decoded. A half of a point can be a letter in another encoding.
pub(super) fn in_any_encoding(line: &[u8]) -> Cow<'_, [u8]> {
    if line.is_ascii() {
        return Cow::Borrowed(line);
    }
    let mut text = Vec::with_capacity(line.len().min(TELLING));
    for run in line.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
        match run {
            [first, ..] if first.is_ascii() => text.extend_from_slice(run),
            _ => text.extend("\u{e9}\u{e9}".bytes()),
        }
        if text.len() >= TELLING {
            break;
        }
    }
    Cow::Owned(text)
}

/// Whether the word holds a terminator or a possible one.
pub(super) fn may_end(word: &[u8]) -> bool {
    let digit = word.iter().any(|byte| byte.is_ascii_digit() || *byte == b'O');
    let sign = word.iter().any(|byte| b"-/:".contains(byte) || *byte == 0xe2);
    if word.iter().any(|byte| matches!(byte, b'<' | b'>')) {
        // An HTML tag makes it another word, unless signs separate them.
        return is_result(word);
    }
    // Between digits non-ASCII characters may be a dash, beside signs a half.
    let foreign = !word.is_ascii() && !word.iter().any(u8::is_ascii_alphabetic) && (digit || sign);
    let signs = word.windows(2).any(|pair| matches!(pair, b"+-" | b"-+"));
    (digit && sign) || foreign || signs || word.contains(&b'*')
}

/// Whether the word may begin movetext, or holds text that does.
pub(super) fn may_begin(word: &[u8]) -> bool {
    let has = |wanted: fn(&u8) -> bool| word.iter().any(wanted);
    (has(u8::is_ascii_digit) && has(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'.' | b'@')))
        || matches!(words::classify(word), WordClass::Move | WordClass::Board)
}

/// Whether the word holds a terminator, or text meant as one.
pub(super) fn is_result(word: &[u8]) -> bool {
    let ends = |piece: &[u8]| words::is_terminator(piece) || words::is_near_terminator(piece);
    word.contains(&b'*') || word.split(|byte| !words::is_word_byte(*byte)).any(ends)
}

/// Start of a comment in a word: at a brace, or at a semicolon before one. After moves only (`behind_moves`), a final
/// semicolon begins one too, and so does an opening parenthesis, of a variation.
pub(super) fn comment_start(word: &[u8], behind_moves: bool) -> Option<usize> {
    match word {
        [b';', ..] => Some(0),
        [b'(', ..] if behind_moves => Some(0),
        _ => word.iter().position(|byte| *byte == b'{' || (behind_moves && *byte == b';')),
    }
}

/// Whether the word consists of letters, at least two of them lower-case.
pub(super) fn is_of_language(word: &[u8]) -> bool {
    let small = word.iter().filter(|byte| byte.is_ascii_lowercase() || **byte >= 0x80).count();
    word.len() > 2
        && small > 1
        && word.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80 || b"'-_@/:.,=\"<>&;".contains(byte))
}

/// Whether the word is one that players write after a half-move: for check, mate, a capture en passant, or an
/// assessment.
pub(super) fn is_mark(word: &[u8]) -> bool {
    matches!(word, b"mate" | b"check" | b"checkmate" | b"matt" | b"mat" | b"schach" | b"dis" | b"dbl" | b"e.p")
        || std::str::from_utf8(word).is_ok_and(is_ascii_glyph)
}

/// Whether the word is a two-letter word, which carries no weight beside a move.
pub(super) fn is_short(word: &[u8]) -> bool {
    match word {
        b"ch" | b"ep" | b"db" | b"dd" => false,
        [first, second] => first.is_ascii_alphabetic() && second.is_ascii_lowercase(),
        word => word == b"I",
    }
}

/// Whether the text begins with an HTML tag, comment or declaration.
pub(super) fn is_markup(text: &[u8]) -> bool {
    let name = match text {
        [b'<', b'/' | b'!', rest @ ..] | [b'<', rest @ ..] => rest,
        _ => return false,
    };
    name.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'-')
}
