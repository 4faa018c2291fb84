//! Results of games, in one table: the four terminators (rule C1), their words in VGN's tag `Result` (rule B8), and all
//! other words and signs that mean one of them: `1 - 0`, `1=0`, `"1/2-1/2"`, `White won`, `Draw agreed`.

use std::borrow::Cow;

use super::words::with_hyphens;

/// Every terminator.
pub const TERMINATORS: [&str; 4] = ["1-0", "0-1", "1/2-1/2", "*"];

/// The terminators except `*`.
pub(super) const RESULTS: [&str; 3] = ["1-0", "0-1", "1/2-1/2"];

/// Maximum length of a result, in bytes.
pub(super) const LONGEST: usize = 40;

/// The words for a terminator in a VGN game; `None` for any other text.
pub fn words(terminator: &str) -> Option<&'static str> {
    Some(match terminator {
        "1-0" => "White wins",
        "0-1" => "Black wins",
        "1/2-1/2" => "Draw",
        "*" => "Unfinished",
        _ => return None,
    })
}

/// Whether a tag's value tells no more than the terminator, so that replacing it loses nothing.
pub fn add_nothing(value: &str, terminator: &str) -> bool {
    match value.trim() {
        "" | "?" => true,
        value if terminator == "*" => {
            let plain = value.trim_end_matches('.').to_lowercase();
            ["*", "unfinished", "unknown", "in progress"].contains(&&*plain)
        }
        value => plain_result(value) == Some(terminator),
    }
}

/// The terminator that a tag's value means, for a game without one; `*` if it means none.
pub fn terminator(value: &str) -> &'static str {
    intended_result(value).unwrap_or("*")
}

/// What PGN's tag `Result` says for this value in a game that ends with the terminator; `None` if the value says more.
pub fn in_export_form<'r>(value: &str, terminator: &'r str) -> Option<&'r str> {
    match value {
        value if TERMINATORS.contains(&value) => None,
        value if add_nothing(value, terminator) => Some(terminator),
        value if is_unrecorded_score(value) => Some("*"),
        value => plain_result(value),
    }
}

/// The terminator that the whole text was meant as, in any words or signs. It is `*` for a [score that no terminator
/// records](is_unrecorded_score).
pub fn intended_result(text: &str) -> Option<&'static str> {
    let with_reason = || of_words(bare(text)?).map(|(result, _)| result);
    plain_result(text).or_else(with_reason).or_else(|| is_unrecorded_score(text).then_some("*"))
}

/// Same as [`intended_result`], if the text says nothing else, such as why the game has ended so.
pub fn plain_result(text: &str) -> Option<&'static str> {
    let text = bare(text)?;
    let compact = compact(text);
    let in_words = of_words(text).filter(|(_, has_reason)| !has_reason).map(|(result, _)| result);
    in_words
        .or_else(|| RESULTS.into_iter().find(|result| compact == *result))
        .or_else(|| of_score(&compact))
        .or_else(|| RESULTS.into_iter().find(|result| has_sign_too_many(&compact, result)))
        .or_else(|| nearest_terminator(&compact))
}

/// Whether the text is a score of fewer points than a game has: `0-0` of two players who have forfeited the game, or
/// `1/2-0`.
pub fn is_unrecorded_score(text: &str) -> bool {
    let text: String = with_hyphens(text).replace('\u{bd}', "1/2").split_whitespace().collect();
    let score = |text: &str| points(text).filter(|_| !text.starts_with("00"));
    let scores = text.split_once(['-', ':']).and_then(|(white, black)| score(white).zip(score(black)));
    scores.is_some_and(|(white, black)| white + black < 2)
}

/// Whether the score `0-0` may be a castling.
pub(super) fn may_be_castling(text: &str) -> bool {
    compact(text) == "0-0"
}

/// The text without signs and blanks around it.
fn bare(text: &str) -> Option<&str> {
    let around = |c: char| c.is_whitespace() || ",.:;!'\"`|[]()<>_\u{201c}\u{201d}\u{201e}\u{2018}\u{2019}".contains(c);
    let text = text.trim_matches(around);
    (!text.is_empty() && text.len() <= LONGEST).then_some(text)
}

/// The terminator in words, and whether they also say why the game has ended so.
fn of_words(text: &str) -> Option<(&'static str, bool)> {
    let text = text.to_lowercase();
    let words: Vec<&str> = text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty()).collect();
    if text.contains(|c: char| c.is_ascii_digit()) {
        return None;
    }
    let (words, has_reason) = match words.as_slice() {
        [who @ ("white" | "black"), verb, "on" | "by", _] => (&[*who, *verb][..], true),
        words => (words, false),
    };
    Some(match words {
        ["white", "won" | "wins" | "win"] | ["white", "has", "won"] => ("1-0", has_reason),
        ["black", "won" | "wins" | "win"] | ["black", "has", "won"] => ("0-1", has_reason),
        ["black", "resigns" | "resigned"] | ["black", "has", "resigned"] => ("1-0", true),
        ["white", "resigns" | "resigned"] | ["white", "has", "resigned"] => ("0-1", true),
        ["draw" | "drawn" | "remis" | "remise" | "tablas" | "patta" | "nulle"] | ["a", "draw"] => ("1/2-1/2", false),
        ["draw" | "drawn", "game"] | ["game", "draw" | "drawn"] => ("1/2-1/2", false),
        ["draw" | "drawn", "agreed"] | ["agreed", "draw" | "drawn"] => ("1/2-1/2", true),
        ["draw" | "drawn", "by", "agreement" | "repetition"] => ("1/2-1/2", true),
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

/// The text with mojibake of a half and of dashes repaired, from UTF-8 read as Windows-1252: a game is in one encoding,
/// and some programs write its result in another.
fn decoded_again(text: &str) -> Cow<'_, str> {
    if !text.contains(['\u{c2}', '\u{e2}']) {
        return Cow::Borrowed(text);
    }
    let text = text.replace("\u{c2}\u{bd}", "\u{bd}");
    Cow::Owned(text.replace("\u{e2}\u{20ac}\u{201c}", "\u{2013}").replace("\u{e2}\u{20ac}\u{201d}", "\u{2014}"))
}

/// The terminator that a misspelt one stands for: `1/2`, `½-½`, `1-O` …
pub fn nearest_terminator(text: &str) -> Option<&'static str> {
    let decoded = decoded_again(text);
    let plain = with_hyphens(&decoded);
    Some(match &*plain {
        "1-0" if plain != text => "1-0",
        "0-1" if plain != text => "0-1",
        "1/2-1/2" if plain != text => "1/2-1/2",
        "1/2" | "1/2-" | "½" | "½-½" | "½–½" | "1/2–1/2" | "1/2:1/2" | "0.5-0.5" | "1/2-1/2." => "1/2-1/2",
        "1-O" | "1-o" | "1–0" | "1:0" | "1-" | "l-0" | "1-0." => "1-0",
        "O-1" | "o-1" | "0–1" | "0:1" | "0-l" | "0-1." => "0-1",
        "**" | "***" => "*",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_and_terminators_convert_both_ways() {
        for result in TERMINATORS {
            let words = words(result).expect("a terminator");
            assert!(add_nothing(words, result), "{words}");
            assert_eq!(terminator(words), result);
        }
        assert_eq!(words("White wins"), None);
        for (value, told) in
            [("1:0", "1-0"), ("\u{bd}-\u{bd}", "1/2-1/2"), ("Draw.", "1/2-1/2"), ("?", "1-0"), ("", "*")]
        {
            assert!(add_nothing(value, told), "{value}");
        }
        for value in ["White wins on time", "Black resigned", "0-1", "1/2-0"] {
            assert!(!add_nothing(value, "1-0"), "{value}");
        }
        for (value, meant) in [("black ran out of time", "*"), ("Black resigned", "1-0"), ("?", "*"), ("0-0", "*")] {
            assert_eq!(terminator(value), meant, "{value}");
        }
    }

    #[test]
    fn scores_of_fewer_points_than_a_game_has_are_no_results() {
        for text in ["0-0", "0 - 0", "0:0", "0\u{2013}0", "1/2-0", "0-1/2", "0.5-0", "0-0.5", "\u{bd}-0", "0,5:0"] {
            assert!(is_unrecorded_score(text), "{text}");
            assert_eq!(intended_result(text), Some("*"), "{text}");
            assert_eq!(plain_result(text), None, "{text}");
        }
        for text in ["1-0", "0-1", "1/2-1/2", "0-0-0", "O-O", "00-0", "0-2", "1-1", "-0.5", "0", "0.50", ""] {
            assert!(!is_unrecorded_score(text), "{text}");
        }
    }

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
