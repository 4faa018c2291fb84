//! Half-moves quoted in a comment, as people write them: `2.Nf3`, `2…Nf6`, VGN's `1.5 d5`, possibly with Markdown.
//!
//! Knows: the syntax of quotations. Never knows: boards.

use std::ops::Range;

use vgn_engine::notation::{Codec, SAN};

/// Maximum number of words before the one under the pointer that are examined.
const LONGEST: usize = 200;

/// Markdown marks around a half-move, which do not end a run.
const EMPHASIS: [char; 4] = ['*', '_', '`', '~'];
/// Characters that begin a quotation, and characters that end one.
const OPENERS: [char; 13] = ['{', ';', '(', '[', '"', '\'', '“', '”', '„', '‘', '‚', '«', '»'];
const CLOSERS: [char; 10] = ['}', ')', ']', '"', '\'', '“', '”', '’', '«', '»'];
const PUNCTUATION: [char; 5] = [',', ';', ':', '.', '…'];
/// Glyphs after a half-move: those that are never part of one, and those that may be.
const GLYPHS: [char; 14] = ['!', '?', '‼', '⁇', '⁉', '⁈', '±', '∓', '⩲', '⩱', '=', '∞', '□', '⌓'];
const SIGNS: [char; 6] = ['+', '-', '\u{2212}', '\u{2013}', '/', '='];

/// A word of a comment that may be a half-move.
#[derive(Debug)]
pub struct QuotedMove<'t> {
    /// The half-move, in bytes of the comment's text.
    pub range: Range<usize>,
    pub text: &'t str,
    /// The number before it.
    pub place: Option<QuotedNumber>,
}

/// The number before a quoted half-move, or periods without a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotedNumber {
    /// `None` for periods alone.
    pub count: Option<u32>,
    pub is_black: bool,
    /// It may not be a move number: `20 Nf3`, or an evaluation of `1.5`.
    pub is_doubtful: bool,
}

/// The run of quoted half-moves up to the one at `at`.
pub fn run_to(comment: &str, at: usize) -> Option<Vec<QuotedMove<'_>>> {
    let end = comment.get(at..)?.find(parts_words).map_or(comment.len(), |length| at + length);
    let run = last_run(comment.get(..end)?, |_| ());
    let last = run.last()?;
    (is_quotation(&run) && last.range.start <= at && at <= last.range.end).then_some(run)
}

/// The quoted half-moves by their syntax alone, in bytes of the comment's text.
pub fn quoted_half_moves(comment: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut take = |run: &[QuotedMove<'_>]| {
        if is_quotation(run) {
            found.extend(run.iter().map(|quoted| quoted.range.clone()));
        }
    };
    let last = last_run(comment, &mut take);
    take(&last);
    found
}

/// The run is more than the name of a square.
fn is_quotation(run: &[QuotedMove<'_>]) -> bool {
    !may_be_square(run) || run.iter().any(|quoted| quoted.place.is_some())
}

/// The run of quoted half-moves at the end of a text; `emit` receives the runs before it.
fn last_run(text: &str, mut emit: impl FnMut(&[QuotedMove<'_>])) -> Vec<QuotedMove<'_>> {
    let mut run: Vec<QuotedMove<'_>> = Vec::new();
    let mut place = None;
    let mut part = |run: &mut Vec<QuotedMove<'_>>| {
        emit(run);
        run.clear();
    };
    for word in words(text) {
        let is_last = word.end == text.len();
        let word_text = &text[word.clone()];
        let bare = word_text.trim_start_matches(|c| OPENERS.contains(&c) || EMPHASIS.contains(&c));
        if word_text[..word_text.len() - bare.len()].contains(OPENERS) {
            part(&mut run);
            place = None;
        }
        let (length, said) = place_before(bare, place);
        place = said.or(place);
        let rest = word.end - bare[length..].trim_start_matches(EMPHASIS).len();
        let (quoted, is_closed) = half_move(&text[rest..word.end]);
        if quoted.is_empty() && !is_closed && said.is_some() {
            continue;
        }
        if !is_san(quoted) || run.len() >= LONGEST {
            part(&mut run);
            place = None;
            continue;
        }
        run.push(QuotedMove { range: rest..rest + quoted.len(), text: quoted, place: place.take() });
        if is_closed && !is_last {
            part(&mut run);
            place = None;
        }
    }
    run
}

/// The run is a single word that may be the name of a square.
pub fn may_be_square(run: &[QuotedMove<'_>]) -> bool {
    matches!(run, [lone] if lone.text.len() == 2)
}

/// The number or periods at the start of a word: their length, and the number that they complete or begin.
fn place_before(word: &str, before: Option<QuotedNumber>) -> (usize, Option<QuotedNumber>) {
    let digits = word.bytes().take_while(u8::is_ascii_digit).count();
    let count: Option<u32> = word[..digits].parse().ok();
    let rest = &word[digits..];
    let after_half =
        rest.strip_prefix(".5").filter(|after| count.is_some() && !after.starts_with(|c: char| c.is_ascii_digit()));
    if let Some(after) = after_half {
        let after = after.trim_start_matches('.');
        return (word.len() - after.len(), Some(QuotedNumber { count, is_black: true, is_doubtful: true }));
    }
    let after = rest.trim_start_matches(['.', '…']);
    let periods = &rest[..rest.len() - after.len()];
    let length = digits + periods.len();
    if periods.is_empty() {
        let is_number = after.trim_start_matches(EMPHASIS).is_empty();
        let alone = count.filter(|_| is_number).map(|_| QuotedNumber { count, is_black: false, is_doubtful: true });
        return if alone.is_some() { (length, alone) } else { (0, None) };
    }
    let is_black = periods.len() > 1;
    match (count, before) {
        (Some(_), _) => (length, Some(QuotedNumber { count, is_black, is_doubtful: false })),
        // `2 .`, `2 ...`, `2. …`
        (None, Some(before)) => {
            (length, Some(QuotedNumber { is_black: before.is_black || is_black, is_doubtful: false, ..before }))
        }
        (None, None) => (length, is_black.then_some(QuotedNumber { count: None, is_black, is_doubtful: false })),
    }
}

/// The half-move in the rest of a word without trailing characters, and whether these end the quotation.
fn half_move(rest: &str) -> (&str, bool) {
    let inside = &rest[..rest.find(CLOSERS).unwrap_or(rest.len())];
    let mut text = inside;
    let mut is_closed = inside.len() < rest.len();
    loop {
        let less = text.trim_end_matches(|c| EMPHASIS.contains(&c) || GLYPHS.contains(&c));
        let bare = less.trim_end_matches(PUNCTUATION);
        if bare.len() < less.len() && !is_san(less) {
            is_closed = true;
            text = bare;
        } else if less.len() < text.len() {
            text = less;
        } else {
            break;
        }
    }
    if !is_san(text) {
        let less = text.trim_end_matches(SIGNS);
        text = if is_san(less) { less } else { text };
    }
    (text, is_closed)
}

/// The words, separated by white space, long dashes and angle brackets of HTML.
fn words(text: &str) -> impl Iterator<Item = Range<usize>> {
    text.split(parts_words).filter(|word| !word.is_empty()).map(|word| {
        let start = word.as_ptr() as usize - text.as_ptr() as usize;
        start..start + word.len()
    })
}

fn parts_words(c: char) -> bool {
    c.is_whitespace() || matches!(c, '—' | '<' | '>')
}

fn is_san(text: &str) -> bool {
    let Codec::Moves { read, .. } = SAN.codec else { return false };
    text.bytes().any(|byte| byte.is_ascii_digit() || byte == b'O') && read(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The run up to the last word of a comment.
    fn run(comment: &str) -> String {
        let at = comment.trim_end_matches(|c: char| !c.is_ascii_alphanumeric()).len() - 1;
        let said = |place: QuotedNumber| {
            let count = place.count.map_or_else(String::new, |count| count.to_string());
            let doubt = if place.is_doubtful { "?" } else { "" };
            format!("{count}{}{doubt} ", if place.is_black { "b" } else { "w" })
        };
        let words = run_to(comment, at).unwrap_or_default();
        let words =
            words.iter().map(|quoted| format!("{}{}", quoted.place.map_or_else(String::new, said), quoted.text));
        words.collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn half_moves_are_read_with_their_places() {
        for (comment, expected) in [
            ("2. Nf3 Nc6", "2w Nf3 Nc6"),
            ("2.Nf3 2...Nc6", "2w Nf3 2b Nc6"),
            ("2 Nf3 d6", "2w? Nf3 d6"),
            ("2 ... Nc6", "2b Nc6"),
            ("2. … Nc6", "2b Nc6"),
            ("2.. Nc6", "2b Nc6"),
            ("…Nc6", "b Nc6"),
            ("...d5", "b d5"),
            ("1.5 d5", "1b? d5"),
            ("1.5 d5 2. c4 2.5 e6", "1b? d5 2w c4 2b? e6"),
            ("1.5d5", "1b? d5"),
            ("1.55 Nf3", "Nf3"),
            ("**2. Nc3** Nf6", "2w Nc3 Nf6"),
            ("_not_ `Nc3!`", "Nc3"),
            ("**2.** *Nc3*", "2w Nc3"),
            ("2.**Nc3**", "2w Nc3"),
            ("<b>2. Nc3<", "2w Nc3"),
            ("a plan—2.Nc3", "2w Nc3"),
            ("“2. Nc3” »Nf6«", "Nf6"),
            ("(2. Nc3) Nf6", "Nf6"),
            ("2. Nc3, Nf6", "Nf6"),
            ("12.O-O-O+-", "12w O-O-O"),
            ("3. Bb5+?!", "3w Bb5+"),
            ("8. exd6e.p.", "8w exd6e.p."),
            ("8. e8=Q=", "8w e8=Q"),
            ("[2. Nc3](https://x)", ""),
            ("e4", ""),
            ("see e4", ""),
        ] {
            assert_eq!(run(comment), expected, "{comment}");
        }
    }
}
