//! Results of games in other words and signs than the four of rule C1: `1 - 0`, `1=0`, `"1/2-1/2"`, `White won`, `Draw
//! agreed`. They count only at the end of a game or of a variation.

use std::borrow::Cow;

use super::comments::{CommentEnd, comment_end};
use super::glyphs::is_glyph;
use super::lines::{is_line_end, line_end, skip_space};
use super::words::{self, nearest_terminator};

/// Maximum length of a result, in bytes.
const LONGEST: usize = 40;

/// End of a possible result at `at`, of several words or with the beginning of a move, if only comments follow it in
/// the game or the variation.
#[cold]
pub(super) fn result_end(bytes: &[u8], at: usize) -> Option<usize> {
    let most = bytes.len().min(at + LONGEST);
    let stops = |byte: &u8| is_line_end(*byte) || b"{};()$*%".contains(byte);
    let len = bytes[at..most].iter().position(stops).unwrap_or(most - at);
    let text = bytes[at..at + len].trim_ascii_end();
    let end = at + text.len();
    (ends_line_of_play(bytes, end) && intended_result(&String::from_utf8_lossy(text)).is_some()).then_some(end)
}

/// End of a half-move directly followed by a result: `Nf31-0`.
#[cold]
pub(super) fn move_before_result(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let word = &bytes[at..end];
    let head = RESULTS.iter().find_map(|result| word.strip_suffix(result.as_bytes()))?;
    let is_move = matches!(words::classify(head), words::WordClass::Move) && head.last() != Some(&b'-');
    (is_move && ends_line_of_play(bytes, end)).then_some(at + head.len())
}

/// The printed glyph directly before a result: `+-1-0`, `=1/2-1/2`.
pub(crate) fn glyph_before_result(text: &str) -> Option<&str> {
    RESULTS.iter().find_map(|result| text.strip_suffix(result)).filter(|head| is_glyph(head))
}

/// Whether the word is a glyph and the result of the game or the variation.
#[cold]
pub(super) fn is_glyph_before_result(bytes: &[u8], at: usize, end: usize) -> bool {
    let word = std::str::from_utf8(&bytes[at..end]);
    word.is_ok_and(|word| glyph_before_result(word).is_some()) && ends_line_of_play(bytes, end)
}

/// Whether only white space and comments follow `at` before the end of the game or of a variation.
fn ends_line_of_play(bytes: &[u8], mut at: usize) -> bool {
    loop {
        at = skip_space(bytes, at);
        at = match bytes.get(at) {
            None | Some(b')') => return true,
            Some(b'{') => match comment_end(bytes, at, true) {
                CommentEnd::Closed(end) => end,
                CommentEnd::Unclosed(_) | CommentEnd::More => return false,
            },
            Some(b';') => line_end(bytes, at),
            Some(_) => return false,
        };
    }
}

/// The terminators except `*`.
const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

/// The terminator that the whole text was meant as, in any words or signs.
pub fn intended_result(text: &str) -> Option<&'static str> {
    let around = |c: char| c.is_whitespace() || ",.:;!'\"`|[]()<>_\u{201c}\u{201d}\u{201e}\u{2018}\u{2019}".contains(c);
    let text = text.trim_matches(around);
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let compact = compact(text);
    of_words(text)
        .or_else(|| RESULTS.into_iter().find(|result| compact == *result))
        .or_else(|| of_score(&compact))
        .or_else(|| RESULTS.into_iter().find(|result| has_sign_too_many(&compact, result)))
        .or_else(|| nearest_terminator(&compact))
}

fn of_words(text: &str) -> Option<&'static str> {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    if text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let words = match words.as_slice() {
        [who @ ("white" | "black"), verb, "on" | "by", _] => &[*who, *verb][..],
        words => words,
    };
    Some(match words {
        ["white", "won" | "wins" | "win"] | ["white", "has", "won"] => "1-0",
        ["black", "won" | "wins" | "win"] | ["black", "has", "won"] => "0-1",
        ["black", "resigns" | "resigned"] | ["black", "has", "resigned"] => "1-0",
        ["white", "resigns" | "resigned"] | ["white", "has", "resigned"] => "0-1",
        ["draw" | "drawn" | "remis" | "remise" | "tablas" | "patta" | "nulle"] => "1/2-1/2",
        ["a", "draw"] | ["draw" | "drawn", "agreed" | "game"] | ["game" | "agreed", "draw" | "drawn"] => "1/2-1/2",
        ["draw" | "drawn", "by", "agreement" | "repetition"] => "1/2-1/2",
        _ => return None,
    })
}

/// Removes blanks and quotes, and replaces all dashes by hyphens, letters that look like digits by digits, and halves
/// by `1/2`.
fn compact(text: &str) -> String {
    let text = if text.contains(DASHES) { Cow::Owned(text.replace(DASHES, "-")) } else { Cow::Borrowed(text) };
    let mut compact = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\u{bd}' => compact.push_str("1/2"),
            'l' | 'I' | 'i' | '|' => compact.push('1'),
            'o' | 'O' | '\u{d8}' | '\u{f8}' | '\u{2205}' => compact.push('0'),
            '\\' | '\u{2044}' | '\u{2215}' => compact.push('/'),
            '"' | '\'' => {}
            c if c.is_whitespace() => {}
            c => compact.push(c),
        }
    }
    compact
}

/// Dashes written for a hyphen.
const DASHES: [char; 9] =
    ['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2015}', '\u{2212}', '\u{ff0d}', '\u{ad}'];

/// The terminator for a score of two numbers, with any sign between them or with one typing error.
fn of_score(text: &str) -> Option<&'static str> {
    match text {
        "+:-" | "+--" => return Some("1-0"),
        "-:+" | "--+" => return Some("0-1"),
        "=:=" | "=-=" => return Some("1/2-1/2"),
        _ => {}
    }
    let is_sign = |c: char| "-:=_~".contains(c);
    if let Some((first, second)) = text.split_once(is_sign) {
        let second = second.trim_start_matches(is_sign);
        match (points(first), points(second)) {
            (Some(2), Some(0)) => return Some("1-0"),
            (Some(0), Some(2)) => return Some("0-1"),
            (Some(1), Some(1)) => return Some("1/2-1/2"),
            _ => {}
        }
    }
    // One inserted, missing or wrong character.
    let is_slip = text.len() >= 6 && text.bytes().all(|b| b"12/-".contains(&b)) && text.starts_with('1');
    (is_slip && is_one_off(text, "1/2-1/2")).then_some("1/2-1/2")
}

/// Whether the text is the result with one sign typed into it that is part of none: `1-&0`.
fn has_sign_too_many(text: &str, result: &str) -> bool {
    let Some((before, rest)) = text.split_once(|c: char| c.is_ascii_punctuation() && !"-/+#".contains(c)) else {
        return false;
    };
    !before.is_empty() && result.strip_prefix(before).is_some_and(|behind| behind == rest && !rest.is_empty())
}

/// Whether the texts differ by one inserted, missing or wrong byte.
fn is_one_off(text: &str, right: &str) -> bool {
    let (text, right) = (text.as_bytes(), right.as_bytes());
    let same = |pairs: &mut dyn Iterator<Item = (&u8, &u8)>| pairs.take_while(|(a, b)| a == b).count();
    let before = same(&mut text.iter().zip(right));
    let behind = same(&mut text[before..].iter().rev().zip(right[before..].iter().rev()));
    before + behind + 1 >= text.len().max(right.len())
}

/// Half points of one side; its digit may be doubled.
fn points(text: &str) -> Option<u8> {
    match text {
        "1" | "11" | "1.0" => Some(2),
        "0" | "00" | "0.0" => Some(0),
        "1/2" | "0.5" | "0,5" | ".5" => Some(1),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_scores_denote_results() {
        for (text, meant) in [
            ("1 - 0", Some("1-0")),
            ("0 -1", Some("0-1")),
            ("\"1/2-1/2\"", Some("1/2-1/2")),
            ("1/2-12", Some("1/2-1/2")),
            ("12-1/2", Some("1/2-1/2")),
            ("1/21/2", Some("1/2-1/2")),
            ("\u{bd} : \u{bd}", Some("1/2-1/2")),
            ("1--0", Some("1-0")),
            ("1-&0", Some("1-0")),
            ("1/2&-1/2", Some("1/2-1/2")),
            ("0%-1", Some("0-1")),
            ("1&&-0", None),
            ("11-0", Some("1-0")),
            ("I\u{2011}O", Some("1-0")),
            ("1-\u{d8}", Some("1-0")),
            ("\u{f8}:1", Some("0-1")),
            ("\u{d8}-\u{d8}", None),
            ("+:-", Some("1-0")),
            ("Draw agreed.", Some("1/2-1/2")),
            ("Black resigned!", Some("1-0")),
            ("O-O", None),
            ("0-0", None),
            ("O-O-O", None),
            ("+-", None),
            ("=", None),
            ("1", None),
            ("10", None),
            ("1/1", None),
            ("2-0", None),
            ("1-1", None),
            ("a draw is near", None),
            ("White stands better", None),
            ("", None),
        ] {
            assert_eq!(intended_result(text), meant, "{text}");
        }
    }
}
