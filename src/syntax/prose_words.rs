//! Words of a line that may be prose, each by itself: what is of a language, what may end a game, and the signs that lists,
//! mails and web pages have.

use std::borrow::Cow;

use super::glyphs::is_ascii_glyph;
use super::lines::is_space;
use super::words::{self, Word};

/// So many bytes of a line tell what it is.
pub(super) const TELLING: usize = 2_000;

/// An item of a list behind its star, or stars that part paragraphs: no terminator.
pub(super) fn is_list_or_stars(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    let word = line.split(|byte| is_space(*byte)).next().unwrap_or_default();
    without_bullet(line).len() < line.len() || is_stars(line) || is_emphasis(word)
}

/// Text in square brackets that is no tag: an address of Markdown, `[the games](x.pgn)`, or the number of a note, `[1]`.
pub(super) fn is_bracketed(line: &[u8]) -> bool {
    let digits = line[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    (digits > 0 && line[1 + digits..].starts_with(b"] "))
        || line.windows(2).position(|pair| pair == b"](").is_some_and(|at| !line[..at].contains(&b'"'))
}

/// The first word of the text, which goes on behind it.
pub(super) fn next_word<'t>(text: &mut &'t [u8]) -> Option<&'t [u8]> {
    let start = text.iter().position(|byte| !is_space(*byte))?;
    let len = text[start..].iter().position(|byte| is_space(*byte)).unwrap_or(text.len() - start);
    let word = &text[start..start + len];
    *text = &text[start + len..];
    Some(word)
}

/// What stands behind the comment in braces that begins in the first word of a text, if it ends in it.
pub(super) fn comment_behind(text: &[u8]) -> Option<&[u8]> {
    let word = text.iter().position(|byte| is_space(*byte)).unwrap_or(text.len());
    let open = text[..word].iter().position(|byte| *byte == b'{')?;
    let close = open + text[open..].iter().position(|byte| *byte == b'}')?;
    Some(&text[close + 1..])
}

/// A word in stars, `*so*`, or behind the first of them, as Markdown and mails stress words, and no half-move with a terminator. What comes behind the
/// star that closes it is not read: a game may end with that one, and the words must be told alike without the rest.
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
        && words::classify(shape) == Word::Stray
}

/// A line without the star that stands before an item of a list.
pub(super) fn without_bullet(text: &[u8]) -> &[u8] {
    match text {
        [b'*', b' ' | b'\t', rest @ ..] => match rest.trim_ascii_start() {
            [b'`' | b'"' | b'[' | b'_' | b'A'..=b'Z' | b'a'..=b'z' | 0x80.., ..] => rest,
            _ => text,
        },
        _ => text,
    }
}

/// Three stars or more, alone or before anything else: no game has so many terminators.
pub(super) fn is_stars(text: &[u8]) -> bool {
    let begin = text.iter().take_while(|byte| **byte == b'*' || is_space(**byte));
    begin.filter(|byte| **byte == b'*').count() > 2
}

/// A line with the same letters for each run that is not ASCII: games are cut before their encoding is known, and a
/// line must be told alike in its bytes and in what they are decoded to. A half of a point is a letter elsewhere.
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

/// A word that holds a terminator, or what may be taken for one.
pub(super) fn may_end(word: &[u8]) -> bool {
    let digit = word.iter().any(|byte| byte.is_ascii_digit() || *byte == b'O');
    let sign = word.iter().any(|byte| b"-/:".contains(byte) || *byte == 0xe2);
    if word.iter().any(|byte| matches!(byte, b'<' | b'>')) {
        // A tag of HTML makes another word of it, unless signs part them.
        return is_result(word);
    }
    // Between digits they may be a dash, beside signs a half.
    let foreign = !word.is_ascii() && !word.iter().any(u8::is_ascii_alphabetic) && (digit || sign);
    let signs = word.windows(2).any(|pair| matches!(pair, b"+-" | b"-+"));
    (digit && sign) || foreign || signs || word.contains(&b'*')
}

/// A word that may begin movetext, or hold what does.
pub(super) fn may_begin(word: &[u8]) -> bool {
    let has = |wanted: fn(&u8) -> bool| word.iter().any(wanted);
    (has(u8::is_ascii_digit) && has(|byte| byte.is_ascii_alphabetic() || matches!(byte, b'.' | b'@')))
        || matches!(words::classify(word), Word::Move | Word::Board)
}

/// A word in which a terminator stands, or what is meant for one.
pub(super) fn is_result(word: &[u8]) -> bool {
    let ends = |piece: &[u8]| words::is_terminator(piece) || words::is_near_terminator(piece);
    word.contains(&b'*') || word.split(|byte| !words::is_word_byte(*byte)).any(ends)
}

/// Where a comment begins in a word: at a brace, or a semicolon before it. Behind moves alone (`behind_moves`) a
/// semicolon at its end begins one too, and so does a parenthesis before it, of a variation.
pub(super) fn comment_start(word: &[u8], behind_moves: bool) -> Option<usize> {
    match word {
        [b';', ..] => Some(0),
        [b'(', ..] if behind_moves => Some(0),
        _ => word.iter().position(|byte| *byte == b'{' || (behind_moves && *byte == b';')),
    }
}

/// A word of letters, two small ones at least.
pub(super) fn is_of_language(word: &[u8]) -> bool {
    let small = word.iter().filter(|byte| byte.is_ascii_lowercase() || **byte >= 0x80).count();
    word.len() > 2
        && small > 1
        && word.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80 || b"'-_@/:.,=\"<>&;".contains(byte))
}

/// A word that players write behind a half-move: for a check, a mate, a capture en passant, or what they think of it.
pub(super) fn is_mark(word: &[u8]) -> bool {
    matches!(word, b"mate" | b"check" | b"checkmate" | b"matt" | b"mat" | b"schach" | b"dis" | b"dbl" | b"e.p")
        || std::str::from_utf8(word).is_ok_and(is_ascii_glyph)
}

/// A word of two letters, which stands for nothing beside a move.
pub(super) fn is_short(word: &[u8]) -> bool {
    match word {
        b"ch" | b"ep" | b"db" | b"dd" => false,
        [first, second] => first.is_ascii_alphabetic() && second.is_ascii_lowercase(),
        word => word == b"I",
    }
}

/// A tag, a comment or the declaration of HTML.
pub(super) fn is_markup(text: &[u8]) -> bool {
    let name = match text {
        [b'<', b'/' | b'!', rest @ ..] | [b'<', rest @ ..] => rest,
        _ => return false,
    };
    name.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'-')
}
