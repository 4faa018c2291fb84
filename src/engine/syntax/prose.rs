//! Text that is not chess: mail, web pages, tables, source code, before a game or between its lines. One rule serves all
//! of it: lines in which words prevail over half-moves are one stretch of prose, whatever they are.

use std::borrow::Cow;
use std::ops::Range;

use super::boards::epd;
use super::boundaries::begins_like_tag;
use super::comments::is_tag_pair;
use super::json::json_end;
use super::lines;
use super::lines::{is_line_end, is_space, line_end, line_ends, skip_space};
use super::words::{self, WordClass};

/// Length in bytes of the part of a line that decides whether it is prose.
const TELLING: usize = 2_000;

/// Number of words of a language that outweigh one half-move or terminator.
const WORDS_A_MOVE: usize = 3;

/// Number of words of a language that make a line prose once the movetext may have begun.
const WORDS_INSIDE: usize = 3;

/// Where lines of prose may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum ProsePlace {
    /// Before a game's tags and moves.
    Before,
    /// After its first tag: only unambiguous lines count as not chess.
    Inside,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LineKind {
    Prose,
    /// Neither words nor half-moves: prose directly below prose.
    Neutral,
    /// A move number alone: prose where no movetext can follow.
    Number,
    /// Text that belongs, or may belong, to a game.
    Game,
}

/// End of the lines from `at` on that are not chess; `at` if the first line is chess. `None` if more text is needed
/// (only without `last`).
pub(super) fn prose_end(bytes: &[u8], at: usize, place: ProsePlace, last: bool) -> Option<usize> {
    let (mut from, mut end) = (at, at);
    loop {
        if place == ProsePlace::Before && matches!(bytes.get(from), Some(b'{' | b'[')) {
            let json = json_end(bytes, from, last)?;
            if json > from {
                end = json;
                match bytes[end..].iter().position(|byte| !is_space(*byte)) {
                    Some(next) => from = end + next,
                    None => return last.then_some(end),
                }
                continue;
            }
        }
        let whole = line_end(bytes, from);
        if whole == bytes.len() && !last {
            return None;
        }
        // A tag ends a game even within a line, so the text before it must be classified alike with and without the
        // tag.
        let line = tag_in(bytes, from..whole, last)?.unwrap_or(whole);
        match kind_of(bytes, from..line, place, last)? {
            LineKind::Prose => {}
            LineKind::Neutral
                if end > at
                    && place == ProsePlace::Before
                    && (line_ends(&bytes[end..from]) < 2 || is_of_signs(&bytes[from..line])) => {}
            LineKind::Number if place == ProsePlace::Before => match bytes.get(skip_space(bytes, line)) {
                None if !last => return None,
                None | Some(b'[') => {}
                Some(_) => return Some(end),
            },
            LineKind::Neutral | LineKind::Number | LineKind::Game => return Some(end),
        }
        end = from + bytes[from..line].trim_ascii_end().len();
        if line < whole {
            return Some(end);
        }
        let Some(next) = bytes[line..].iter().position(|byte| !is_line_end(*byte)) else {
            return last.then_some(end);
        };
        from = line + next;
    }
}

/// The kind of a line. `None` if more text is needed (only without `last`).
fn kind_of(bytes: &[u8], line: Range<usize>, place: ProsePlace, last: bool) -> Option<LineKind> {
    let start = skip_space(bytes, line.start).min(line.end);
    let mut text = &bytes[start..line.end];
    while let Some(rest) = text.strip_prefix(lines::BYTE_ORDER_MARK) {
        text = rest.trim_ascii_start();
    }
    Some(match text.first() {
        Some(b'[') if place == ProsePlace::Before && !begins_tag(bytes, start, last)? => sort(text, place),
        Some(b'{' | b'[' | b';' | b'%') => LineKind::Game,
        // A tag that has lost its bracket.
        _ if text.trim_ascii_end().ends_with(b"\"]") => LineKind::Game,
        // Where movetext may have begun, these characters have their meaning in movetext.
        _ if place == ProsePlace::Inside && text.iter().any(|byte| b"{}()[];*".contains(byte)) => LineKind::Game,
        Some(b'(' | b'$') if place == ProsePlace::Inside => LineKind::Game,
        _ if place == ProsePlace::Before && (epd::is_position(text) || epd::is_fen(text)) => LineKind::Prose,
        _ => sort(text, place),
    })
}

/// Whether the `[` at `at` begins a tag, if a damaged one, rather than a link or the number of a footnote.
fn begins_tag(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    let line = &bytes[at..line_end(bytes, at)];
    let is_link = line.windows(2).position(|pair| pair == b"](").is_some_and(|end| !line[..end].contains(&b'"'));
    let digits = line[1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let is_footnote = digits > 0 && line[1 + digits..].starts_with(b"] ");
    Some(!(is_link || is_footnote) || begins_like_tag(bytes, at, last)? || is_tag_pair(bytes, at, last)?)
}

/// Whether text begins at a `[` that is not a tag, before all tags and moves. `None` if more text is needed (only
/// without `last`).
#[inline]
pub(super) fn begins_in_brackets(bytes: &[u8], at: usize, last: bool) -> Option<bool> {
    let name = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
    if bytes[at + 1 + name..].starts_with(b" \"") || !lines::at_line_start(bytes, at) {
        return Some(false);
    }
    if json_end(bytes, at, last)? > at {
        return Some(true);
    }
    if line_end(bytes, at) == bytes.len() && !last {
        return if memchr::memchr(b'"', &bytes[at..]).is_some() { Some(false) } else { None };
    }
    Some(!begins_tag(bytes, at, last)? && prose_end(bytes, at, ProsePlace::Before, last)? > at)
}

/// Counts of the parts of a line read so far.
#[derive(Debug, Default)]
struct WordCounts {
    /// Words of a language, and HTML tags.
    words: usize,
    /// Those of `words` without an ASCII letter: a single one may be a half of a point.
    foreign: usize,
    /// Half-moves and terminators.
    chess: usize,
}

impl WordCounts {
    fn is_prose(&self, least: usize) -> bool {
        let is_one = self.words == 1 && self.foreign == 1;
        self.words >= least && self.words >= self.chess * WORDS_A_MOVE && !is_one
    }
}

/// Classifies the line by its words.
///
/// A game that ends within the line is cut there without reading the text after it. So a line is prose if any prefix of
/// it that ends with a possible end of a game is prose.
fn sort(text: &[u8], place: ProsePlace) -> LineKind {
    let text = in_any_encoding(&text[..text.len().min(TELLING)]);
    let (least, text) = match place {
        ProsePlace::Before => (1, without_bullet(&text)),
        ProsePlace::Inside => (WORDS_INSIDE, &*text),
    };
    if is_stars(text) && place == ProsePlace::Before {
        return LineKind::Prose;
    }
    let mut counts = WordCounts::default();
    let mut ends = false;
    for word in text.split(|byte| is_space(*byte)).filter(|word| !word.is_empty()) {
        let comment = comment_start(word, counts.words == 0 && counts.chess > 0);
        counts.take(&word[..comment.unwrap_or(word.len())]);
        if comment.is_some() {
            ends = true;
            break;
        }
        if may_end(word) {
            ends = true;
            if place == ProsePlace::Inside {
                break;
            }
            if counts.is_prose(WORDS_INSIDE) {
                return LineKind::Prose;
            }
        }
    }
    let least = if ends { WORDS_INSIDE } else { least };
    match place {
        ProsePlace::Inside if ends => LineKind::Game,
        _ if counts.is_prose(least) || (is_markup(text) && counts.chess == 0) => LineKind::Prose,
        _ if is_number(text) => LineKind::Number,
        _ if counts.chess == 0 && !ends && !begins_with_number(text) => LineKind::Neutral,
        _ => LineKind::Game,
    }
}

impl WordCounts {
    fn take(&mut self, word: &[u8]) {
        if is_markup(word) {
            self.words += 1;
            // Text attached to a tag may belong to a game, as in `<p>1.e4`.
            let behind = word.iter().rposition(|byte| *byte == b'>').map_or(word.len(), |at| at + 1);
            if behind < word.len() {
                self.take(&word[behind..]);
            }
            return;
        }
        let inner = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
        let Some(start) = word.iter().position(inner) else {
            self.chess += usize::from(word.contains(&b'*'));
            return;
        };
        let end = word.iter().rposition(inner).map_or(start, |end| end + 1);
        let is_starred = word.contains(&b'*');
        let word = &word[start..end];
        let number = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let periods = word[number..].iter().take_while(|byte| **byte == b'.').count();
        let rest = if number > 0 && periods > 0 { &word[number + periods..] } else { word };
        match words::classify(rest) {
            WordClass::Move | WordClass::Board | WordClass::Terminator | WordClass::NearTerminator => self.chess += 1,
            WordClass::Stray if is_of_language(rest) => {
                self.words += 1;
                self.foreign += usize::from(!rest.iter().any(u8::is_ascii_alphabetic));
            }
            WordClass::Stray | WordClass::Attempt => {}
        }
        self.chess += usize::from(is_starred);
    }
}

/// Start of the first tag that is not at the start of its line. `None` if more text is needed (only without `last`).
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

/// Whether the line is a list item after its star, or stars that separate paragraphs: no terminator.
pub(super) fn is_list_or_stars(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    without_bullet(line).len() < line.len() || is_stars(line)
}

/// The line without the star of a list item.
fn without_bullet(text: &[u8]) -> &[u8] {
    match text {
        [b'*', b' ' | b'\t', rest @ ..] => match rest.trim_ascii_start() {
            [b'`' | b'"' | b'[' | b'_' | b'A'..=b'Z' | b'a'..=b'z' | 0x80.., ..] => rest,
            _ => text,
        },
        _ => text,
    }
}

/// Whether the text begins with three or more stars: no game has that many terminators.
fn is_stars(text: &[u8]) -> bool {
    let begin = text.iter().take_while(|byte| **byte == b'*' || is_space(**byte));
    begin.filter(|byte| **byte == b'*').count() > 2
}

/// The line with each non-ASCII run replaced by the same letters: games are cut before their encoding is known, and a
/// line must be classified alike in bytes and decoded. A half of a point can be a letter in another encoding.
fn in_any_encoding(line: &[u8]) -> Cow<'_, [u8]> {
    if line.is_ascii() {
        return Cow::Borrowed(line);
    }
    let mut text = Vec::with_capacity(line.len());
    for run in line.chunk_by(|a, b| a.is_ascii() == b.is_ascii()) {
        match run {
            [first, ..] if first.is_ascii() => text.extend_from_slice(run),
            _ => text.extend("\u{e9}\u{e9}".bytes()),
        }
    }
    Cow::Owned(text)
}

/// Whether the word holds a terminator or a possible one.
fn may_end(word: &[u8]) -> bool {
    let digit = word.iter().any(|byte| byte.is_ascii_digit() || *byte == b'O');
    let sign = word.iter().any(|byte| b"-/:".contains(byte));
    // Between digits non-ASCII characters may be a dash, beside signs a half.
    let foreign = !word.is_ascii() && !word.iter().any(u8::is_ascii_alphabetic) && (digit || sign);
    let signs = word.windows(2).any(|pair| matches!(pair, b"+-" | b"-+"));
    (digit && sign) || foreign || signs || word.contains(&b'*')
}

/// Start of a comment in a word: at a brace, or at a semicolon before one. After half-moves only (`behind_moves`), a
/// final semicolon begins one too, and so does an opening parenthesis, of a variation.
fn comment_start(word: &[u8], behind_moves: bool) -> Option<usize> {
    match word {
        [b';', ..] => Some(0),
        [b'(', ..] if behind_moves => Some(0),
        _ => word.iter().position(|byte| *byte == b'{' || (behind_moves && *byte == b';')),
    }
}

/// Whether the text has neither letters nor digits, like a line that separates paragraphs.
fn is_of_signs(text: &[u8]) -> bool {
    text.is_ascii() && !text.iter().any(u8::is_ascii_alphanumeric)
}

/// Whether the line is a move number with its periods, other than the number that begins a game.
fn is_number(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    begins_with_number(text) && text[digits..].iter().all(|byte| *byte == b'.') && &text[..digits] != b"1"
}

/// Whether the line begins with a number and a period: movetext may begin there.
fn begins_with_number(text: &[u8]) -> bool {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    (1..4).contains(&digits) && text.get(digits) == Some(&b'.')
}

/// Whether the word consists of letters, at least two of them lower-case.
fn is_of_language(word: &[u8]) -> bool {
    let small = word.iter().filter(|byte| byte.is_ascii_lowercase() || **byte >= 0x80).count();
    word.len() > 2
        && small > 1
        && word.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80 || b"'-_@/:.,=\"<>&;".contains(byte))
}

/// Whether the text begins with an HTML tag, comment or declaration.
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

    fn is_prose(line: &str, place: ProsePlace) -> bool {
        prose_end(line.as_bytes(), 0, place, true) == Some(line.len())
    }

    #[test]
    fn a_stretch_ends_with_its_last_line_of_prose() {
        let text = "Hello Alice,\n\n-- \nBob  \n\n[Event \"x\"]";
        let end = |text: &str, last| prose_end(text.as_bytes(), 0, ProsePlace::Before, last);
        assert_eq!(end(text, true), Some("Hello Alice,\n\n-- \nBob".len()));
        assert_eq!(end("Hello\n\n", true), Some(5));
        assert_eq!(end("--\nHello", true), Some(0));
        assert_eq!(end("Hello\n--\n\nHello", true), Some(15));
        for (at, _) in text.char_indices().take(26) {
            assert!(end(&text[..at], false).is_none_or(|end| end == 0), "{at}");
        }
    }

    #[test]
    fn a_long_line_is_cut_between_two_letters() {
        for word in ["слово ", "文", "é", "\u{1f600} "] {
            for lead in 0..4 {
                let text = format!("{}{}\n\n1. e4 e5 *\n", "a".repeat(lead), word.repeat(2_100));
                let end = prose_end(text.as_bytes(), 0, ProsePlace::Before, true).expect("the whole text is there");
                assert!(text.is_char_boundary(end), "{word} {lead} {end}");
            }
        }
    }

    #[test]
    fn prose_is_distinguished_from_movetext() {
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
            "\u{41f}\u{440}\u{438}\u{432}\u{435}\u{442}, \u{411}\u{43e}\u{431}",
        ] {
            assert!(is_prose(line, ProsePlace::Before), "{line}");
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
            assert!(!is_prose(line, ProsePlace::Before), "{line}");
        }
        for line in ["Bob", "very good", "good 2. Nf3", "White is better 12. Nf3 Nf6"] {
            assert!(!is_prose(line, ProsePlace::Inside), "{line}");
        }
        assert!(is_prose("<br>", ProsePlace::Inside));
        assert!(is_prose("here White is better, said the loser", ProsePlace::Inside));
    }

    #[test]
    fn a_line_is_classified_alike_in_any_encoding() {
        for (line, expected) in [
            ("l\u{e0}", true),
            ("Gr\u{fc}\u{df}e", true),
            ("\u{c4}\u{d6}\u{dc}", false),
            ("\u{c4}\u{d6} \u{dc}", true),
            ("\u{bd}", false),
            ("\u{bd}-\u{bd}", false),
            ("1 \u{e9}4 e4", false),
            ("Remis \u{bd}--", false),
        ] {
            let latin: Vec<u8> = line.chars().map(|letter| letter as u8).collect();
            assert_eq!(is_prose(line, ProsePlace::Before), expected, "{line}");
            assert_eq!(sort(&latin, ProsePlace::Before) == LineKind::Prose, expected, "{line}");
            let marked = [lines::BYTE_ORDER_MARK, &latin].concat();
            let decoded: String = marked.iter().map(|byte| char::from(*byte)).collect();
            assert_eq!(sort(&marked, ProsePlace::Before), sort(decoded.as_bytes(), ProsePlace::Before), "{line}");
        }
    }
}
