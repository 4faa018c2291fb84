//! Classifies by its words a line where games are expected, or between the lines of a game. A line with words of a
//! language, and few moves among them, is prose.

use std::borrow::Cow;

use super::lines::{BYTE_ORDER_MARK, is_space};
use super::program_lines::is_code;
use super::prose_words::{
    TELLING, comment_behind, comment_start, in_any_encoding, is_bracketed, is_emphasis, is_mark, is_markup,
    is_of_language, is_result, is_short, is_stars, may_begin, may_end, next_word, without_bullet,
};
use super::words::{self, WordClass};
use super::{epd, markup};

/// Number of words of a language that outweigh one move or number.
const WORDS_A_MOVE: usize = 3;
/// Number of words of a language that make a line prose after the movetext has begun, or with a possible terminator.
const WORDS_OF_A_LINE: usize = 3;
/// Maximum number of moves and numbers in a line without a word of a sentence.
const LONGEST_SCRAP: usize = 2;

/// Maximum length of a result with the punctuation that ends a sentence, in bytes.
const LONGEST_RESULT: usize = 8;

/// A byte order mark, and its mojibake in a game decoded from Windows-1252 or code pages 437 and 850.
const MARKS: [&[u8]; 4] = [
    BYTE_ORDER_MARK,
    "\u{ef}\u{bb}\u{bf}".as_bytes(),
    "\u{2229}\u{2557}\u{2510}".as_bytes(),
    "\u{b4}\u{2557}\u{2510}".as_bytes(),
];

/// Where lines of prose may begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::syntax) enum ProsePlace {
    /// Before a game's tags and moves.
    Before,
    /// After its first tag: only unambiguous lines count as not chess.
    Inside,
}

/// The kind of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LineKind {
    /// Words of a language.
    Prose,
    /// Words of a language and moves: prose next to prose. `is_beginning`: it reads like the beginning of a game;
    /// `alone`: prose also without movetext below it.
    Mixed { is_beginning: bool, alone: bool },
    /// Same, after a leading terminator: possibly the wrapped end of a sentence.
    BehindResult,
    /// A move or a number by itself, as in a wrapped sentence; `ends`: with the punctuation that ends a sentence;
    /// `alone`: a list item or a number, which is prose also without movetext below it.
    Scrap { ends: bool, alone: bool },
    /// Letters that are not words.
    Letters,
    /// Neither letters nor digits.
    Signs,
    /// Letters and digits without a meaning.
    Neutral,
    /// Only a comment that ends on the line.
    Comment,
    /// Text that belongs, or may belong, to a game.
    Game,
}

/// A classified line.
#[derive(Clone, Copy, Debug)]
pub(super) struct ProseLine {
    pub(super) sort: LineKind,
    /// Whether it begins with an HTML tag.
    pub(super) is_markup: bool,
    /// Whether it is a program line: brackets that it leaves open extend over the lines below it.
    pub(super) is_code: bool,
}

/// Counts of the parts of a line read so far.
#[derive(Debug, Default)]
struct WordCounts {
    /// Words of a language, and HTML tags.
    words: usize,
    /// Those of `words` without an ASCII letter: a single one may be a half of a point.
    foreign: usize,
    /// Whether a possible beginning of movetext was read.
    may_play: bool,
    /// Short words, which weigh less: `is`, `a`.
    short: usize,
    /// Moves, and numbers with periods.
    chess: usize,
    /// Those of `chess` that are not numbers.
    half_moves: usize,
    /// Whether an HTML page tag was read: no game follows it, even if the text looks like the end of one.
    html: bool,
    /// Whether a word was read that can end a game, or in which a comment begins.
    ends: bool,
    /// Whether words are mixed with moves before the first terminator; `None` before a terminator was read.
    mixed: Option<bool>,
    /// Whether the line begins with the number 1, and with a half-move after it.
    one: bool,
    beginning: bool,
    /// Whether the last word ends a sentence.
    sentence: bool,
    /// Whether a word of a language precedes all moves and numbers.
    words_first: bool,
    /// Whether a word was read that players write after a half-move: `mate`.
    mark: bool,
}

/// Classifies the line.
///
/// A game that ends within the line is cut there without reading the text after it. So a line is prose if any prefix of
/// it that ends with a possible end of a game is prose, and words after a terminator do not change the line's kind.
pub(super) fn sort(line: &[u8], place: ProsePlace) -> ProseLine {
    let mut text = line.trim_ascii_start();
    while let Some(rest) = MARKS.iter().find_map(|mark| text.strip_prefix(*mark)) {
        text = rest.trim_ascii_start();
    }
    let text = text.trim_ascii_end();
    let is_markup = is_markup(text);
    let told = |sort| ProseLine { sort, is_markup, is_code: false };
    if place == ProsePlace::Before {
        let encoded = in_any_encoding(text);
        let telling = &encoded[..encoded.len().min(TELLING)];
        if is_code(telling) {
            return ProseLine { is_code: true, ..told(LineKind::Prose) };
        }
    }
    match text {
        [b'[', name, ..] if (name.is_ascii_alphabetic() || *name == b'"') && !is_bracketed(text) => {
            return told(LineKind::Game);
        }
        [b'{', .., b'}'] if !text[1..text.len() - 1].iter().any(|byte| b"{}".contains(byte)) => {
            return told(LineKind::Comment);
        }
        [b';' | b'%', ..] => return told(LineKind::Comment),
        [b'{', ..] => return told(LineKind::Game),
        [b'(' | b'$', ..] if place == ProsePlace::Inside => return told(LineKind::Game),
        // Where movetext may have begun, these characters have their meaning in movetext.
        _ if place == ProsePlace::Inside && text.iter().any(|byte| b"{}()[];*".contains(byte)) => {
            return told(LineKind::Game);
        }
        _ => {}
    }
    if place == ProsePlace::Before && (epd::is_position(text) || epd::is_fen(text)) {
        return ProseLine { is_markup: true, ..told(LineKind::Prose) };
    }
    let mut counts = WordCounts { html: markup::is_of_page(text), ..WordCounts::default() };
    told(counts.sort(text, place, is_markup))
}

impl WordCounts {
    fn sort(&mut self, text: &[u8], place: ProsePlace, begins_with_tag: bool) -> LineKind {
        let encoded = if place == ProsePlace::Before { in_any_encoding(text) } else { Cow::Borrowed(text) };
        let telling = &encoded[..encoded.len().min(TELLING)];
        let telling = if place == ProsePlace::Before { without_bullet(telling) } else { telling };
        if is_stars(telling) && place == ProsePlace::Before {
            return LineKind::Prose;
        }
        let is_bold = matches!(telling, [b'*', b'*', b'A'..=b'Z' | b'a'..=b'z', ..]);
        let leads = !begins_with_tag
            && !is_bold
            && telling.split(|byte| is_space(*byte)).next().is_some_and(|word| is_result(word) && !is_emphasis(word));
        let mut rest = telling;
        while let Some(word) = next_word(&mut rest) {
            if is_emphasis(word) && place == ProsePlace::Before {
                // It may still end a game if the line turns out not to be prose.
                let ended = std::mem::replace(&mut self.ends, true);
                if self.is_prose() {
                    return LineKind::Prose;
                }
                self.ends = ended;
                self.mixed = self.mixed.or(self.is_mixed().then_some(true));
                self.words += 1;
                if self.is_prose() {
                    return LineKind::Prose;
                }
                continue;
            }
            if may_end(word) {
                self.ends = true;
                self.words += usize::from(self.html && is_markup(word) && place == ProsePlace::Before);
                if place == ProsePlace::Inside {
                    break;
                }
                if is_result(word) {
                    if self.words + self.short == 0 && self.chess > 0 {
                        return LineKind::Game;
                    }
                    self.mixed = Some(self.mixed.unwrap_or(self.is_mixed()));
                }
                if self.is_prose() && !leads {
                    return LineKind::Prose;
                }
                self.sentence = false;
                continue;
            }
            if word.ends_with(b"\"]") {
                return LineKind::Game;
            }
            let foreign = self.foreign;
            if self.take_whole(word) {
                // A half of a point looks like this too, and ends a game that has begun.
                if self.foreign > foreign && self.may_play && place == ProsePlace::Before && self.is_prose() {
                    return LineKind::Prose;
                }
                self.may_play |= may_begin(word);
                continue;
            }
            let comment = telling.len() - rest.len() - word.len();
            match comment_behind(&telling[comment..]) {
                Some(behind) if place == ProsePlace::Before && !leads && self.words > self.chess => rest = behind,
                _ => {
                    self.mixed.get_or_insert(false);
                    break;
                }
            }
        }
        let is_clear = match place {
            ProsePlace::Before => !leads,
            ProsePlace::Inside => !self.ends && (begins_with_tag || self.words >= WORDS_OF_A_LINE),
        };
        match self.is_prose() || self.is_sentence() {
            true if is_clear => LineKind::Prose,
            _ if place == ProsePlace::Inside => LineKind::Game,
            _ => self.doubtful(text, leads),
        }
    }

    /// Counts a word with its punctuation. Returns false if a comment begins in it.
    fn take_whole(&mut self, word: &[u8]) -> bool {
        if is_markup(word) {
            self.words += 1;
            // Text attached to a tag may belong to a game, as in `<p>1.e4`.
            if let Some(behind) = word.iter().rposition(|byte| *byte == b'>').map(|at| &word[at + 1..])
                && self.html
                && !behind.is_empty()
            {
                self.take(behind, None);
            }
            return true;
        }
        let comment = comment_start(word, self.words == 0 && self.chess > 0);
        let word = &word[..comment.unwrap_or(word.len())];
        let inner = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
        if let Some(start) = word.iter().position(inner) {
            let end = word.iter().rposition(inner).map_or(start, |end| end + 1);
            self.take(&word[start..end], word.get(end));
            self.sentence = matches!(word.last(), Some(b'.' | b'?' | b':'));
        }
        if comment.is_some() {
            self.ends = true;
            self.sentence = false;
        }
        comment.is_none()
    }

    /// Counts a word without the punctuation around it; `next` is the first byte after it.
    fn take(&mut self, word: &[u8], next: Option<&u8>) {
        let is_first = self.words + self.short + self.chess == 0;
        let behind_one = std::mem::take(&mut self.one);
        let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
        let dots = word[digits..].iter().take_while(|byte| **byte == b'.').count();
        let rest = if digits > 0 && dots > 0 { &word[digits + dots..] } else { word };
        let is_one = is_first && &word[..digits] == b"1";
        if digits == word.len() {
            self.one = is_one;
            self.chess += usize::from(digits < 4 && next == Some(&b'.'));
            return;
        }
        match words::classify(rest) {
            WordClass::Move | WordClass::Board | WordClass::Terminator | WordClass::NearTerminator => {
                self.beginning |= behind_one || (is_one && dots > 0);
                self.chess += 1;
                self.half_moves += 1;
            }
            WordClass::Stray if is_of_language(rest) => {
                self.words += 1;
                self.words_first |= is_first;
                self.mark |= is_mark(rest);
                self.foreign += usize::from(!rest.iter().any(u8::is_ascii_alphabetic));
            }
            WordClass::Stray if is_short(rest) => self.short += 1,
            WordClass::Attempt if matches!(rest, b"a") => self.short += 1,
            WordClass::Stray | WordClass::Attempt => {}
        }
    }

    fn is_prose(&self) -> bool {
        let least = if !self.ends || self.html { 1 } else { WORDS_OF_A_LINE };
        let is_one = self.words == 1 && self.foreign == 1;
        self.words >= least && self.words >= self.chess * WORDS_A_MOVE && !is_one
    }

    /// Whether the line is a sentence with final punctuation, unlike movetext: `Nf3 was better.`
    fn is_sentence(&self) -> bool {
        let words = self.words + self.short;
        self.sentence && !self.ends && self.words > 0 && words > 1 && words >= 2 * self.chess
    }

    fn is_mixed(&self) -> bool {
        let words = self.words + self.short;
        words > 0 && if self.beginning { words >= self.chess } else { 2 * words >= self.chess }
    }

    /// Whether a line of words and moves is unlikely to be a game without tags unless movetext follows: `Round 3.`
    fn is_alone(&self, text: &[u8]) -> bool {
        let least = if self.words_first { self.half_moves.div_ceil(2) } else { self.half_moves };
        !self.ends && !self.beginning && !self.mark && text.len() <= TELLING && self.words + self.short >= least
    }

    /// Classifies a line that is not prose by itself.
    fn doubtful(&self, text: &[u8], leads: bool) -> LineKind {
        let is_beginning = self.beginning;
        let has_result = self.mixed.is_some();
        if leads {
            let is_end = self.chess == 0 && matches!(text, [.., b'.' | b',']) && text.len() <= LONGEST_RESULT;
            return match is_end || (self.words + self.short > 0 && self.is_mixed()) {
                true => LineKind::BehindResult,
                false => LineKind::Game,
            };
        }
        match (self.words + self.short, self.chess) {
            _ if self.mixed.unwrap_or_else(|| self.is_mixed()) => {
                LineKind::Mixed { is_beginning, alone: self.is_alone(text) }
            }
            (0, 0) if has_result => LineKind::Game,
            (0, 0) if text.iter().any(u8::is_ascii_digit) => LineKind::Neutral,
            (0, 0) if has_letters(text) => LineKind::Letters,
            (0, 0) => LineKind::Signs,
            (0, 1..=LONGEST_SCRAP) if !has_result && !self.one && !is_beginning => {
                let is_item = matches!(text, [b'-' | b'+' | b'#' | b'|' | b'"' | b'\'' | b'`', b' ', ..]);
                let is_number = self.half_moves == 0;
                let alone = is_item || (is_number && !text.starts_with(b"1.") && !has_letters(text));
                LineKind::Scrap { ends: is_item || is_number || matches!(text, [.., b'.' | b',' | b':']), alone }
            }
            _ => LineKind::Game,
        }
    }
}

fn has_letters(text: &[u8]) -> bool {
    text.iter().any(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_prose(line: &str, place: ProsePlace) -> bool {
        sort(line.as_bytes(), place).sort == LineKind::Prose
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
            "<input value=\"*\">",
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
            assert_eq!(sort(&latin, ProsePlace::Before).sort == LineKind::Prose, expected, "{line}");
            let marked = [BYTE_ORDER_MARK, &latin].concat();
            let decoded: String = marked.iter().map(|byte| char::from(*byte)).collect();
            assert_eq!(
                sort(&marked, ProsePlace::Before).sort,
                sort(decoded.as_bytes(), ProsePlace::Before).sort,
                "{line}"
            );
        }
    }
}
