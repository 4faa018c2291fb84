//! Neighbouring words with several findings that one slip of the keyboard explains (rule C6): two signs that have changed
//! places, a sign too many, a lost one, or a wrong one. They are one finding.

use std::ops::Range;

use crate::lint::cause::{Cause, OF_SHAPE};
use crate::lint::{Code, Diagnostic};
use crate::notation::{Codec, nag};
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::near_moves::suggestions;
use crate::syntax::results::TERMINATORS;

/// Maximum length of the words, in bytes.
const LONGEST: usize = 40;

/// Maximum number of places of a game where slips are searched for.
const MOST_TRIED: usize = 256;

/// Maximum number of texts that are suggested; if more are possible, none is probable.
const MOST_SUGGESTED: usize = 3;

/// Signs that may be lost: of half-moves, and of terminators.
const LOST: &[u8] = b"abcdefgh01-";

/// Signs for which another one may stand: of terminators first, then of half-moves and numbers.
const MEANT: &[u8] = b"10-/* 2345678abcdefghNBRQKOx=.";

/// Minimum length of a damaged terminator in which each sign may be wrong.
const SHORTEST_END: usize = 3;

/// Maximum length of one, or of a half-move joined with one.
const LONGEST_END: usize = 10;

impl Judge<'_> {
    /// Joins the findings of such words. Called after all findings have been made.
    pub(crate) fn fold_single_slips(&mut self) {
        if self.moves_unjudged || !matches!(self.notation.codec, Codec::Moves { .. }) {
            return;
        }
        let text = self.text.as_bytes();
        // A terminator too many, and the backslash of an escaped NAG, are faults of their own.
        let is_apart = |found: &Diagnostic| {
            let shown = self.slice(&found.range);
            let is_end = TERMINATORS.contains(&shown);
            let follows_word =
                text[..found.range.start as usize].last().is_some_and(|sign| !sign.is_ascii_whitespace());
            let next = text.get(found.range.end as usize);
            let joins_word = follows_word || next.is_some_and(|sign| sign.is_ascii_alphanumeric());
            found.code == Code::StrayText && (shown == "\\" || is_end && !joins_word)
        };
        // A glyph after its half-move is a fault of its own.
        let is_glyph = |found: &Diagnostic| {
            let (before, next) = (text[..found.range.start as usize].last(), text.get(found.range.end as usize));
            let is_damaged = before.is_some_and(|before| matches!(before, b'$' | b'-'));
            found.code == Code::SuffixGlyph && !is_damaged && next.is_none_or(|next| !next.is_ascii_alphanumeric())
        };
        let is_of_words = |found: &&Diagnostic| {
            OF_SHAPE.contains(&found.code) && found.related.is_empty() && !is_apart(found) && !is_glyph(found)
        };
        let found = self.report.drafts().iter().filter(is_of_words);
        let mut words: Vec<Range<usize>> = found.map(|found| words_around(text, &found.range)).collect();
        words.sort_unstable_by_key(|words| words.start);
        let text_end = self.text.trim_end().len();
        let (mut tried, mut from) = (0, 0);
        while from + 1 < words.len() && tried < MOST_TRIED {
            let joined = |to: &usize| is_near(text, words[to - 1].end, words[*to].start);
            let after = (from + 1..words.len()).take_while(joined).last().map_or(from + 1, |last| last + 1);
            // The findings of all these words, or of the first two.
            let ends = [after, from + 2].into_iter().filter(|end| (from + 2..=after).contains(end));
            let range = ends.map(|end| words[from].start..words[from..end].iter().map(|w| w.end).max().unwrap_or(0));
            tried += usize::from(after > from + 1);
            match range.into_iter().find(|range| self.fold_single_slip(range.clone(), text_end)) {
                Some(range) => from += words[from..].iter().take_while(|words| words.start < range.end).count(),
                None => from += 1,
            }
        }
    }

    /// Joins the findings of the words in this range if one slip explains them; the last word of the game ends at
    /// `text_end`. False if none does.
    fn fold_single_slip(&mut self, range: Range<usize>, text_end: usize) -> bool {
        let is_last = range.end >= text_end;
        let Some(written) = self.text.get(range.clone()).filter(|text| text.is_ascii()) else { return false };
        let ends_comment = |at: usize| {
            self.text[..range.start + at].rfind(['{', '}']).is_some_and(|brace| self.text[brace..].starts_with('{'))
        };
        if written.len() > LONGEST
            || written.find('}').is_some_and(ends_comment)
            || self.are_sound(written, range.start, is_last)
        {
            return false;
        }
        let (message, intended) =
            if let moved @ [_, ..] = &*self.sound_after(written, (range.start, is_last), transpositions) {
                let message = match moved_blank(written, &moved[0]) {
                    Some(place) => format!("the blank is one place too {place} in"),
                    None => "two characters have changed places in".to_owned(),
                };
                (message, moved.to_vec())
            } else if let less @ [_, ..] = &*self.sound_after(written, (range.start, is_last), deletions) {
                ("there is a character too many in".to_owned(), less.to_vec())
            } else if let more @ [_, ..] = &*self.sound_after(written, (range.start, is_last), insertions) {
                ("a character is missing in".to_owned(), more.to_vec())
            } else {
                let mut other = self.sound_after(written, (range.start, is_last), replacements);
                if other.iter().any(|text| ends_game(text)) {
                    other.retain(|text| ends_game(text));
                }
                ("a character is wrong in".to_owned(), other)
            };
        let Some(first) = intended.first() else { return false };
        let shown = written.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
        let message = match intended.len() {
            ..=MOST_SUGGESTED => {
                let first = first.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
                format!("{message} `{shown}`: did you mean `{first}`?")
            }
            _ => format!("{message} `{shown}`"),
        };
        let range = range.start as u32..range.end as u32;
        let touched = touched_words(written, first, range.start);
        let cause = Cause::SingleSlip { words: &range, touched: &touched, ends_game: ends_game(first) };
        let follows = self.report.drafts().iter().enumerate().filter(|(n, draft)| cause.accounts_for(*n, draft));
        if follows.count() < 2 {
            return false;
        }
        let gone = self.report.account(&cause);
        self.report.account(&Cause::OtherCount);
        let is_whole = |found: &&Diagnostic| found.code == Code::InvalidMoveText && found.range == range;
        if intended.len() > MOST_SUGGESTED
            && let Some(best) = gone.iter().find(is_whole)
        {
            // It suggests more than what is possible by its form.
            self.report.add_whole(best.clone());
            return true;
        }
        // A half-move with a wrong promotion stays one, which is not converted.
        let promotion = gone.iter().find(|found| found.code == Code::InvalidPromotion);
        let (code, place) = match promotion {
            Some(promotion) => (Code::InvalidPromotion, promotion.range.clone()),
            None if gone.iter().any(|found| found.code == Code::InvalidMoveText) => {
                (Code::InvalidMoveText, range.clone())
            }
            None => (Code::StrayText, range.clone()),
        };
        self.report_fixed(code, place, message, || match intended.len() {
            ..=MOST_SUGGESTED => suggestions(&range, &intended),
            _ => Vec::new(),
        });
        true
    }

    /// The texts among those that `slips` makes of the words that consist of sound words, each once.
    fn sound_after(
        &self,
        written: &str,
        (start, is_last): (usize, bool),
        slips: fn(&[u8]) -> Vec<Vec<u8>>,
    ) -> Vec<String> {
        let texts = slips(written.as_bytes()).into_iter().filter_map(|text| String::from_utf8(text).ok());
        let mut sound: Vec<String> = texts.filter(|text| self.are_sound(text, start, is_last)).collect();
        sound.dedup();
        sound
    }

    /// Whether the text, in place of the words at `start`, consists of numbers, half-moves, NAGs and, if nothing follows, a
    /// terminator, in an order that a game can have, with numbers that continue those before it.
    fn are_sound(&self, text: &str, start: usize, is_last: bool) -> bool {
        let mut due = last_number(&self.text[..start]);
        let (mut is_first, mut after_number) = (true, false);
        let mut words = text.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            let bare = word.trim_start_matches('(').trim_end_matches(')');
            let (number, rest) = self.split_number(bare);
            if let Some(number) = number {
                if after_number || due.is_some_and(|due| !(due..=due + 1).contains(&number)) {
                    return false;
                }
                (due, after_number) = (Some(number), true);
                if rest.is_empty() {
                    is_first = false;
                    continue;
                }
            }
            let ends_game = is_last && words.peek().is_none();
            let is_sound = match rest.strip_prefix('$') {
                Some(digits) => !after_number && word.starts_with('$') && is_nag(digits),
                None if TERMINATORS.contains(&rest) && number.is_none() => {
                    !after_number && ends_game && !(is_first && word != bare)
                }
                None => self.is_half_move(rest),
            };
            if !is_sound {
                return false;
            }
            (is_first, after_number) = (false, false);
        }
        !is_first
    }

    /// The number at the beginning of the word, in the form of the game's format, and the text after it.
    fn split_number<'t>(&self, word: &'t str) -> (Option<u32>, &'t str) {
        let digits = word.bytes().take_while(u8::is_ascii_digit).count();
        let rest = &word[digits..];
        let black = if self.is_vgn() { ".5" } else { "..." };
        let Some(after) = rest.strip_prefix(black).or_else(|| rest.strip_prefix('.')) else { return (None, word) };
        let is_whole = !after.starts_with('.') && (after.is_empty() || !self.is_vgn());
        match word[..digits].parse() {
            Ok(number) if is_whole => (Some(number), after),
            _ => (None, word),
        }
    }

    /// Whether the text is a half-move, with or without a glyph and a NAG.
    fn is_half_move(&self, text: &str) -> bool {
        let (half_move, nag) = text.split_once('$').map_or((text, None), |(text, nag)| (text, Some(nag)));
        let half_move = if self.is_vgn() { half_move } else { half_move.trim_end_matches(['!', '?']) };
        // A piece letter after a square is a promotion.
        let is_promotion = |rank: u8| !(b'2'..=b'7').contains(&rank);
        let may_end = match half_move.trim_end_matches(['+', '#']).as_bytes() {
            [.., rank, b'Q' | b'R' | b'B' | b'N' | b'q' | b'r' | b'b' | b'n'] => is_promotion(*rank),
            _ => true,
        };
        let takes = !half_move.contains("e.p") || half_move.contains('x');
        may_end && takes && self.read_text(half_move).is_some() && nag.is_none_or(is_nag)
    }
}

/// Whether the last word is a terminator.
fn ends_game(text: &str) -> bool {
    text.split_ascii_whitespace().next_back().is_some_and(|word| TERMINATORS.contains(&word))
}

/// Digits of a NAG with a meaning.
fn is_nag(digits: &str) -> bool {
    digits.bytes().all(|byte| byte.is_ascii_digit()) && digits.parse().is_ok_and(nag::has_meaning)
}

/// The words that overlap the range.
fn words_around(text: &[u8], range: &Range<u32>) -> Range<usize> {
    let (start, end) = (range.start as usize, (range.end as usize).max(range.start as usize));
    let before = text[..start].iter().rev().take(LONGEST).take_while(|byte| !byte.is_ascii_whitespace()).count();
    let after = text[end..].iter().take(LONGEST).take_while(|byte| !byte.is_ascii_whitespace()).count();
    start - before..end + after
}

/// Whether nothing but one blank or line end is between the words, if anything.
fn is_near(text: &[u8], end: usize, start: usize) -> bool {
    start <= end || matches!(&text[end..start], [b' ' | b'\n'] | [b'\r', b'\n'])
}

/// The last move number in the text, if it is near its end.
fn last_number(text: &str) -> Option<u32> {
    let words = text.split_ascii_whitespace().rev().take(6);
    let mut numbers = words.filter_map(|word| word.trim_start_matches('(').split_once('.')?.0.parse().ok());
    numbers.next()
}

fn transpositions(text: &[u8]) -> Vec<Vec<u8>> {
    let places = (1..text.len()).filter(|at| text[at - 1] != text[*at]);
    let text = |at: usize| {
        let mut text = text.to_vec();
        text.swap(at - 1, at);
        text
    };
    places.map(text).collect()
}

fn deletions(text: &[u8]) -> Vec<Vec<u8>> {
    let places = (0..text.len()).filter(|at| !text[*at].is_ascii_whitespace());
    places.map(|at| [&text[..at], &text[at + 1..]].concat()).collect()
}

fn insertions(text: &[u8]) -> Vec<Vec<u8>> {
    let at = |at: usize| LOST.iter().map(move |sign| [&text[..at], &[*sign], &text[at..]].concat());
    (0..=text.len()).flat_map(at).collect()
}

/// The text with another sign for each one that no half-move has, or that may be of a terminator, or stands where a blank
/// does after a number.
fn replacements(text: &[u8]) -> Vec<Vec<u8>> {
    let is_short = (SHORTEST_END..=LONGEST_END).contains(&text.len());
    let is_foreign = |at: usize| {
        let is_usual = text[at].is_ascii_alphanumeric() || text[at].is_ascii_whitespace();
        is_short || !is_usual || text[..at].ends_with(b".")
    };
    let at = |at: usize| {
        let others = MEANT.iter().filter(move |sign| **sign != text[at]);
        others.map(move |sign| [&text[..at], &[*sign], &text[at + 1..]].concat())
    };
    (0..text.len()).filter(|at| is_foreign(*at)).flat_map(at).collect()
}

/// The words of the text that begins at `start` in which the two texts differ.
fn touched_words(written: &str, intended: &str, start: u32) -> Range<u32> {
    let (written, intended) = (written.as_bytes(), intended.as_bytes());
    let same = |(a, b): &(&u8, &u8)| a == b;
    let before = written.iter().zip(intended).take_while(same).count();
    let after = written[before..].iter().rev().zip(intended[before..].iter().rev()).take_while(same).count();
    let words = words_around(written, &(before as u32..(written.len() - after) as u32));
    start + words.start as u32..start + words.end as u32
}

/// `late` or `early` if the texts differ by the place of one blank.
fn moved_blank(written: &str, intended: &str) -> Option<&'static str> {
    let at = written.bytes().zip(intended.bytes()).position(|(written, intended)| written != intended)?;
    match (written.as_bytes()[at], intended.as_bytes()[at]) {
        (b' ' | b'\n', _) => Some("early"),
        (_, b' ' | b'\n') => Some("late"),
        _ => None,
    }
}
