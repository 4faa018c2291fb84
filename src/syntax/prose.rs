//! Text that is no chess at all, around games and between their lines: HTML, mail, prose. It is told line by line, by
//! its words: a line with words of a language, and with few moves among them.

use std::borrow::Cow;
use std::ops::Range;

use super::comments::is_tag_pair;
use super::epd;
use super::lines::{BYTE_ORDER_MARK, is_line_end, is_space, line_end, skip_space};
use super::markup;
use super::words::{self, Word};

/// So many bytes of a line tell what it is.
const TELLING: usize = 2_000;
/// So many words of a language stand against one move or number.
const WORDS_A_MOVE: usize = 3;
/// So many words of a language make a line of prose where movetext has begun, or what may be a terminator stands in it.
const WORDS_OF_A_LINE: usize = 3;

/// Where such lines may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Before a game's tags and moves.
    Before,
    /// Behind its first tag: only what leaves no doubt is no chess there.
    Inside,
}

/// What a line is made of.
#[derive(Debug, Default)]
struct Line {
    /// Words of a language, and tags of HTML.
    words: usize,
    /// Moves, numbers with periods, terminators.
    chess: usize,
    /// It begins with a tag of HTML.
    markup: bool,
    /// One of those that pages are made of: what stands behind it is no game, though it may look like an end of one.
    html: bool,
    /// A word stands in it that a game may end with, or a comment begins.
    ends: bool,
}

/// The end of the lines from `at` on that are no chess; `at` if the first of them is. `None`: more text is needed to
/// know (only without `last`).
pub(super) fn prose_end(bytes: &[u8], at: usize, place: Place, last: bool) -> Option<usize> {
    let (mut from, mut end) = (at, at);
    loop {
        let whole = line_end(bytes, from);
        if whole == bytes.len() && !last {
            return None;
        }
        // A tag cuts a game in the middle of a line too: what stands before it must be told alike without it.
        let line = tag_in(bytes, from..whole, last)?.unwrap_or(whole);
        match read(&bytes[from..line], place) {
            Some(found) if found.is_prose(place) => {
                end = from + bytes[from..line].trim_ascii_end().len();
                if place == Place::Before
                    && found.markup
                    && line == whole
                    && let Some(close) = markup::element_end(bytes, from..line, last)?
                {
                    (from, end) = (close, close);
                    continue;
                }
            }
            // An empty line, or one of signs alone, between lines of prose.
            Some(Line { words: 0, chess: 0, ends: false, .. }) if place == Place::Before => {}
            _ => return Some(end),
        }
        if line < whole {
            return Some(end);
        }
        let Some(next) = bytes[line..].iter().position(|byte| !is_line_end(*byte)) else {
            return if last { Some(end) } else { None };
        };
        if end == at && next > 1 + usize::from(bytes[line..].starts_with(b"\r\n")) {
            // Signs alone, and an empty line behind them: nothing that prose begins with.
            return Some(at);
        }
        from = line + next;
    }
}

/// Where the first tag begins that does not begin its line. `None`: more text is needed to know (only without `last`).
fn tag_in(bytes: &[u8], line: Range<usize>, last: bool) -> Option<Option<usize>> {
    let start = skip_space(bytes, line.start) + 1;
    let Some(rest) = bytes.get(start..line.end) else { return Some(None) };
    for n in memchr::memchr_iter(b'[', rest) {
        if is_tag_pair(bytes, start + n, last)? {
            return Some(Some(start + n));
        }
    }
    Some(None)
}

/// What a line holds up to the first word that a game may end with, or to a comment: if that ends a game, the line is
/// cut there, and what comes behind it must not count; the words of a comment are no text around games. `None` of a
/// line that begins as tags, comments and escapes do, or holds the end of a tag.
fn read(line: &[u8], place: Place) -> Option<Line> {
    let mut text = line.trim_ascii_start();
    while let Some(rest) = text.strip_prefix(BYTE_ORDER_MARK) {
        text = rest.trim_ascii_start();
    }
    match text {
        [b'[', name, ..] if name.is_ascii_alphabetic() && text.contains(&b'"') => return None,
        [b'{' | b';' | b'%' | b'(' | b'$', ..] => return None,
        // Where movetext may have begun, these are what they are there.
        _ if place == Place::Inside && text.iter().any(|byte| b"{}()[];*".contains(byte)) => return None,
        _ => {}
    }
    if place == Place::Before && (epd::is_position(text) || epd::is_fen(text)) {
        return Some(Line { words: 1, markup: true, ..Line::default() });
    }
    let mut found = Line { markup: is_markup(text), html: markup::is_of_page(text), ..Line::default() };
    let text = if place == Place::Before { in_any_encoding(text) } else { Cow::Borrowed(text) };
    for word in text[..text.len().min(TELLING)].split(|byte| is_space(*byte)) {
        if may_end(word) {
            found.ends = true;
            break;
        }
        if word.ends_with(b"\"]") {
            return None;
        }
        if is_markup(word) {
            found.words += 1;
            // What a tag is glued to may be of a game, as in `<p>1.e4`.
            if let Some(behind) = word.iter().rposition(|byte| *byte == b'>').map(|at| &word[at + 1..])
                && found.html
                && !behind.is_empty()
            {
                found.take(behind, None);
            }
            continue;
        }
        let comment = comment_start(word, found.words == 0 && found.chess > 0);
        let word = &word[..comment.unwrap_or(word.len())];
        found.ends = comment.is_some();
        let inner = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
        if let Some(start) = word.iter().position(inner) {
            let end = word.iter().rposition(inner).map_or(start, |end| end + 1);
            found.take(&word[start..end], word.get(end));
        }
        if found.ends {
            break;
        }
    }
    (place == Place::Before || !found.ends).then_some(found)
}

/// A line with the same letters for each run that is not ASCII: games are cut before their encoding is known, and a
/// line must be told alike in its bytes and in what they are decoded to. Halves of a point stay what they are.
fn in_any_encoding(line: &[u8]) -> Cow<'_, [u8]> {
    if line.is_ascii() {
        return Cow::Borrowed(line);
    }
    let mut text = Vec::with_capacity(line.len().min(TELLING));
    for run in line.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
        match run {
            [first, ..] if first.is_ascii() => text.extend_from_slice(run),
            [0xbd] | [0xbd, .., 0xbd] | [0xc2, 0xbd] | [0xc2, 0xbd, .., 0xbd] => text.extend("\u{bd}".bytes()),
            _ => text.extend("\u{e9}\u{e9}".bytes()),
        }
        if text.len() >= TELLING {
            break;
        }
    }
    Cow::Owned(text)
}

/// A word that holds a terminator, or what may be taken for one.
fn may_end(word: &[u8]) -> bool {
    let digit = word.iter().any(|byte| byte.is_ascii_digit() || *byte == b'O');
    let sign = word.iter().any(|byte| b"-/:".contains(byte) || *byte == 0xe2);
    let dash = matches!(word, [b'0'..=b'9', 0xc3, .., b'0'..=b'9' | b'O']);
    if word.iter().any(|byte| matches!(byte, b'<' | b'>')) {
        // A tag of HTML makes another word of it, unless the sign stands alone.
        return word.contains(&b'*');
    }
    let half = word.windows(2).any(|pair| matches!(pair, b"+-" | b"-+" | b"\xc2\xbd"));
    (digit && sign) || dash || half || word.contains(&b'*')
}

/// Where a comment begins in a word: at a brace, or a semicolon before it. Behind moves alone (`behind_moves`) a
/// semicolon at its end begins one too, and so does a parenthesis before it, of a variation.
fn comment_start(word: &[u8], behind_moves: bool) -> Option<usize> {
    match word {
        [b';', ..] => Some(0),
        [b'(', ..] if behind_moves => Some(0),
        _ => word.iter().position(|byte| *byte == b'{' || (behind_moves && *byte == b';')),
    }
}

impl Line {
    /// Counts a word without the signs around it, of which `next` is the first behind it.
    fn take(&mut self, word: &[u8], next: Option<&u8>) {
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = word[digits..].iter().take_while(|byte| **byte == b'.').count();
        let rest = if digits > 0 && dots > 0 { &word[digits + dots..] } else { word };
        if digits == word.len() {
            self.chess += usize::from(digits < 4 && next == Some(&b'.'));
            return;
        }
        match words::classify(rest) {
            Word::Move | Word::Board | Word::Terminator | Word::NearTerminator => self.chess += 1,
            Word::Stray if is_of_language(rest) => self.words += 1,
            Word::Stray | Word::Attempt => {}
        }
    }

    fn is_prose(&self, place: Place) -> bool {
        let is_clear = match place {
            Place::Before => !self.ends || self.html,
            Place::Inside => self.markup && !self.ends,
        };
        let least = if is_clear { 1 } else { WORDS_OF_A_LINE };
        self.words >= least && self.words >= self.chess * WORDS_A_MOVE
    }
}

/// A word of letters, two small ones at least.
fn is_of_language(word: &[u8]) -> bool {
    let small = word.iter().filter(|byte| byte.is_ascii_lowercase() || **byte >= 0x80).count();
    word.len() > 2
        && small > 1
        && word.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80 || b"'-_@/:.,=\"<>&;".contains(byte))
}

/// A tag, a comment or the declaration of HTML.
fn is_markup(text: &[u8]) -> bool {
    let name = match text {
        [b'<', b'/' | b'!', rest @ ..] | [b'<', rest @ ..] => rest,
        _ => return false,
    };
    name.first().is_some_and(|byte| byte.is_ascii_alphabetic() || *byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_prose(line: &str, place: Place) -> bool {
        read(line.as_bytes(), place).is_some_and(|found| found.is_prose(place))
    }

    #[test]
    fn prose_is_told_from_movetext() {
        for line in [
            "<!DOCTYPE html>",
            "<!-- end of game -->",
            "From: bob@example.org",
            "I think that 1. e4 was a mistake, you should have played d4 instead; be4 that I was fine.",
            "In the second game you played better, but I won 1-0 anyway.",
            "He played well (as you know); d4 was fine.",
            "The words that stand here {and these} are none of a game.",
            "<td>1-0</td>",
            "<li>1. e4</li>",
            "<p>Bye {all}; *</p>",
            "<meta charset=\"utf-8\">",
            "<input value=\"*\">",
            "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}",
        ] {
            assert!(is_prose(line, Place::Before), "{line}");
        }
        for line in [
            "1. e4 e5",
            "1 e4 e5",
            "e4 e5 Nf3",
            "12. Qxf7 mate",
            "P-K4 P-K4 N-KB3",
            "1. \u{41a}f3 \u{41a}f6",
            "Sf3 Sf6 Lb5 Lc5",
            "[Event \"a game of ours\"]",
            "{a comment of ours}",
            "; a comment of ours",
            "% an escape of ours",
            "Event \"a game of ours\"]",
            "1/2",
            "--",
            "<x> *",
            "well played 1-0",
            "<p>1. e4 e5 2. Nf3</p>",
            "<p>1.e4 1-0",
            "<pre>1. e4 *</pre>",
            "c4 ; This is ignored up to end of line",
            "1. e4 {the best move, as all of us know}",
            "1. e4{the best move, as all of us know",
            "e4 (the best move, as all of us know",
            "1. d4 Nf6; the best move, as all of us know",
            "Bob {the best move, as all of us know}",
        ] {
            assert!(!is_prose(line, Place::Before), "{line}");
        }
        for line in ["Bob", "very good", "good 2. Nf3", "White is better 12. Nf3 Nf6"] {
            assert!(!is_prose(line, Place::Inside), "{line}");
        }
        assert!(is_prose("<br>", Place::Inside));
        assert!(is_prose("here White is better, said the loser", Place::Inside));
    }

    #[test]
    fn scripts_styles_and_comments_of_a_page_are_no_chess_as_a_whole() {
        let end = |text: &str, last| prose_end(text.as_bytes(), 0, Place::Before, last);
        for text in [
            "<html><style>\n.x { a: 1-0; }\n[b] *\n</style>\n<p>Hi",
            "<SCRIPT src=x>\nvar a = [1, 2]; // {\nf(\"1-0\");\n</Script >\n<hr>",
            "<!-- over\nlines { 1-0 *\n--> <p>Hi",
        ] {
            let page = format!("{text}\n\n[Event \"x\"]\n\n*");
            assert_eq!(end(&page, true), Some(text.len()), "{page}");
            for at in 1..text.len() {
                assert!(end(&page[..at], false).is_none_or(|end| end == 0), "{}", &page[..at]);
            }
        }
        // A game in a script is none of the page's.
        let page = "<script>\nvar pgn = `\n[Event \"x\"]\n\n1. e4 *`;\n</script>";
        assert_eq!(end(page, true), Some("<script>\nvar pgn = `".len()));
        assert_eq!(end("<style>\na { b: c }\n", true), Some("<style>".len()));
    }

    #[test]
    fn a_line_is_told_alike_in_any_encoding() {
        for (line, expected) in [
            ("l\u{e0}", true),
            ("Gr\u{fc}\u{df}e", true),
            ("\u{c4}\u{d6}\u{dc}", true),
            ("\u{bd}", false),
            ("\u{bd}-\u{bd}", false),
            ("1 \u{e9}4 e4", false),
            ("Remis \u{bd}--", false),
        ] {
            let latin: Vec<u8> = line.chars().map(|letter| letter as u8).collect();
            assert_eq!(is_prose(line, Place::Before), expected, "{line}");
            assert_eq!(
                read(&latin, Place::Before).is_some_and(|found| found.is_prose(Place::Before)),
                expected,
                "{line}"
            );
        }
    }

    #[test]
    fn a_stretch_ends_with_its_last_line_of_prose() {
        let text = "Hi Alice,\n\n-- \nBob  \n\n[Event \"x\"]";
        let end = |text: &str, last| prose_end(text.as_bytes(), 0, Place::Before, last);
        assert_eq!(end(text, true), Some("Hi Alice,\n\n-- \nBob".len()));
        assert_eq!(end("Hi\n\n", true), Some(0));
        assert_eq!(end("Hello\n\n", true), Some(5));
        assert_eq!(end("--\nHello", true), Some(8));
        assert_eq!(end("--\n\nHello", true), Some(0));
        for (at, _) in text.char_indices().take(26) {
            assert!(end(&text[..at], false).is_none_or(|end| end == 0), "{at}");
        }
    }
}
