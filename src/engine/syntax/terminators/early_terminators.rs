//! Early terminators: whether the game continues after one. Shared by the game scanner, the grammar and the clean pass.
//! PGN readers continue to the next empty line; here only half-moves that fit those before the terminator count.

use std::ops::Range;

use crate::syntax::boundaries::is_terminator;
use crate::syntax::comments::{CommentEnd, comment_end};
use crate::syntax::lexer::{RawToken, raw_at};
use crate::syntax::lines::{at_line_start, line_end, line_ends, skip_space};
use crate::syntax::prose::{ProsePlace, prose_end};
use crate::syntax::terminators::after_terminator;
use crate::syntax::words::{self, WordClass, is_word_byte};

/// How far back to search for the number of the last half-move, in bytes.
const BACK: usize = 4096;

/// Maximum number of tokens read on either side.
const TOKENS: usize = 16;

/// Whether the half-moves of `game`, which starts at the first byte, continue after `terminator`: on its line with a
/// half-move or a number that no game begins with, on the next line with the expected half-move, never after an empty
/// line. `None` if more text is needed (only without `last`); a line that begins directly after the bytes is not
/// awaited.
#[inline]
pub fn continues_after(game: &[u8], terminator: Range<usize>, last: bool) -> Option<bool> {
    let blank = |byte: &&u8| matches!(byte, b' ' | b'\t');
    let blanks = game[terminator.end..].iter().take_while(blank).count();
    let at = terminator.end + blanks;
    match &game[at..] {
        [b'\r', b'\n', rest @ ..] | [b'\n', rest @ ..] | [b'\r', rest @ ..] => {
            match rest.iter().find(|byte| !blank(byte)) {
                Some(b'[' | b'\n' | b'\r' | b'%') => Some(false),
                None if last || rest.is_empty() => Some(false),
                _ => goes_on_at(game, terminator, last),
            }
        }
        [b'[' | b';', ..] => Some(false),
        [] => last.then_some(false),
        _ => goes_on_at(game, terminator, last),
    }
}

#[cold]
fn goes_on_at(game: &[u8], mut terminator: Range<usize>, last: bool) -> Option<bool> {
    if !last && after_terminator(game, terminator.end, last)? == game.len() {
        return Some(false);
    }
    let (mut at, mut lines, mut is_opened, mut stray) = (terminator.end, 0, false, None);
    for _ in 0..TOKENS {
        let space = skip_space(game, at);
        lines += line_ends(&game[at..space]);
        at = space;
        if lines > 1 {
            return Some(false);
        }
        if line_end(game, at) == game.len() && !last {
            return None;
        }
        let Some((raw, end)) = raw_at(game, at) else { return Some(false) };
        match raw {
            // A game may end here, and then the grammar does not see more of it.
            RawToken::HalfPoints => return Some(false),
            RawToken::Word if words::is_near_terminator(&game[at..end]) => return Some(false),
            RawToken::Brace => match comment_end(game, at, last) {
                CommentEnd::Closed(end) => at = end,
                CommentEnd::Unclosed(_) => return Some(false),
                CommentEnd::More => return None,
            },
            RawToken::Nag | RawToken::Suffix => at = end,
            RawToken::ParenOpen if !is_opened => (is_opened, at) = (true, end),
            _ if lines == 0 && !is_opened && is_terminator(raw, &game[at..end]) => {
                // The later terminator decides.
                (terminator, at, stray) = (at..end, end, None);
            }
            RawToken::Number => {
                let Some((number, is_black, end)) = number_at(game, at) else { return Some(false) };
                let moved = skip_space(game, end);
                if line_end(game, moved) == game.len() && !last {
                    return None;
                }
                let wraps = line_ends(&game[end..moved]);
                let is_near = lines + wraps < 2;
                let due = number * 2 + usize::from(is_black);
                let before = &game[..terminator.start];
                let fits = match lines {
                    _ if is_opened => true,
                    0 => due > 2 || before.trim_ascii_end().ends_with(b"]"),
                    _ => due > 2 && due_at(before).is_some_and(|found| found.half_move == due),
                };
                return Some(
                    fits && is_near && is_move_at(game, moved) && (wraps > 0 || !is_prose(game, stray.unwrap_or(at))),
                );
            }
            RawToken::Word if is_move_at(game, at) && (lines == 0 || game[at] != b'-') => {
                let fits = |due: ExpectedMove| lines == 0 || due.is_numbered || due.half_move % 2 == 1;
                return Some(
                    (is_opened || due_at(&game[..terminator.start]).is_some_and(fits))
                        && !is_prose(game, stray.unwrap_or(at)),
                );
            }
            RawToken::Open | RawToken::LineComment => return Some(false),
            // Inserted text decides nothing.
            _ if lines == 0 && !is_opened => {
                stray.get_or_insert(at);
                at = end;
            }
            _ => return Some(false),
        }
    }
    Some(false)
}

/// Tags that begin a game or determine how its half-moves are read.
const OF_GAMES: [&[u8]; 5] = [b"[Event ", b"[FEN ", b"[SetUp ", b"[GameFormat ", b"[MoveFormat "];

/// Maximum number of lines of tags and empty lines among half-moves.
const LINES: usize = 6;

/// Whether the half-moves before the tag at `at` continue below the tags with the expected number, which is not a
/// game's first. `None` if more text is needed (only without `last`).
pub(in crate::syntax) fn continues_below(game: &[u8], at: usize, last: bool) -> Option<bool> {
    if !at_line_start(game, at) {
        return Some(false);
    }
    match due_at(&game[..at]) {
        Some(due) if due.half_move > 2 && !due.is_numbered => goes_on_with(game, at, due.half_move, last),
        _ => Some(false),
    }
}

/// The half-move at `at`, which is due for Black, and behind it on its line White's next number, or the game's end.
fn is_blacks(game: &[u8], at: usize, end: usize, due: usize) -> bool {
    if due.is_multiple_of(2) || !is_move_at(game, at) {
        return false;
    }
    let next = skip_space(game, at + game[at..].iter().take_while(|byte| is_word_byte(**byte)).count());
    let ends = || raw_at(game, next).is_some_and(|(raw, behind)| is_terminator(raw, &game[next..behind]));
    next < end
        && (number_at(game, next).is_some_and(|(number, is_black, _)| number * 2 == due + 1 && !is_black) || ends())
}

#[cold]
fn goes_on_with(game: &[u8], mut at: usize, due: usize, last: bool) -> Option<bool> {
    let mut is_parted = false;
    for _ in 0..LINES {
        let end = line_end(game, at);
        if end == game.len() && !last {
            return None;
        }
        let line = game[at..end].trim_ascii();
        match line.first() {
            Some(b'[') if !line.ends_with(b"\"]") || OF_GAMES.iter().any(|tag| line.starts_with(tag)) => {
                return Some(false);
            }
            Some(byte) if byte.is_ascii_digit() => {
                let start = end - game[at..end].trim_ascii_start().len();
                let Some((number, is_black, behind)) = number_at(game, start) else { return Some(false) };
                let moved = skip_space(game, behind);
                let fits = number * 2 + usize::from(is_black) == due && moved < end;
                return Some(fits && is_move_at(game, moved) && !is_prose(game, start));
            }
            None => is_parted = true,
            Some(b'[') => {}
            Some(_) => {
                let start = end - game[at..end].trim_ascii_start().len();
                return Some(!is_parted && is_blacks(game, start, end, due));
            }
        }
        at = end + if game[end..].starts_with(b"\r\n") { 2 } else { 1 };
        if at >= game.len() {
            return last.then_some(false);
        }
    }
    Some(false)
}

/// Whether the rest of the line from `at` is prose. Only text that cannot end a game is read, because the grammar sees
/// no more of it.
fn is_prose(game: &[u8], at: usize) -> bool {
    let line = &game[at..line_end(game, at)];
    let stops = |byte: &u8| b"*[](){};".contains(byte);
    let mut end = line.iter().position(stops).unwrap_or(line.len());
    for word in line[..end].split(|byte| !is_word_byte(*byte)) {
        if words::is_terminator(word) || words::is_near_terminator(word) {
            end = word.as_ptr().addr() - line.as_ptr().addr();
            break;
        }
    }
    prose_end(&game[..at + end], at, ProsePlace::Before, true).is_some_and(|end| end > at)
}

/// The number with its period at the offset, whether it is Black's, and its end: `12.`, `12...`, `12.5`.
fn number_at(game: &[u8], at: usize) -> Option<(usize, bool, usize)> {
    let digits = game[at..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = number_of(&game[at..at + digits])?;
    let behind = &game[at + digits..];
    let is_black = behind.starts_with(b"..") || behind.starts_with(b".5");
    let word = behind.strip_prefix(b".5").unwrap_or(behind);
    let word = &word[word.iter().take_while(|byte| **byte == b'.').count()..];
    if !behind.starts_with(b".") {
        return None;
    }
    Some((number, is_black, game.len() - word.len()))
}

fn number_of(digits: &[u8]) -> Option<usize> {
    if !(1..4).contains(&digits.len()) || !digits.iter().all(u8::is_ascii_digit) {
        return None;
    }
    Some(digits.iter().fold(0, |number, digit| number * 10 + usize::from(digit - b'0')))
}

fn is_move_at(game: &[u8], at: usize) -> bool {
    let len = game[at..].iter().take_while(|byte| is_word_byte(**byte)).count();
    is_move(&game[at..at + len])
}

fn is_move(word: &[u8]) -> bool {
    matches!(words::classify(word), WordClass::Move | WordClass::Board)
}

/// The next expected half-move, from the last number before it and the half-moves after that number.
struct ExpectedMove {
    /// Twice the move number, plus one for Black.
    half_move: usize,
    /// Whether the number directly precedes the half-move.
    is_numbered: bool,
}

/// The half-move expected after the text.
fn due_at(text: &[u8]) -> Option<ExpectedMove> {
    let mut before = &text[text.len().saturating_sub(BACK)..];
    let mut half_moves = 0;
    let due =
        |first: usize, half_moves: usize| ExpectedMove { half_move: first + half_moves, is_numbered: half_moves == 0 };
    for _ in 0..TOKENS {
        before = before.trim_ascii_end();
        let (last, rest) = before.split_last()?;
        match last {
            b'}' => before = &rest[..memchr::memrchr(b'{', rest)?],
            b')' => before = before_variation(rest)?,
            b']' => before = &rest[..memchr::memrchr(b'[', rest)?],
            b'!' | b'?' | b'*' => before = rest,
            b'.' => {
                let periods = before.iter().rev().take_while(|byte| **byte == b'.').count();
                let number = &before[..before.len() - periods];
                match number_of(&number[word_start(number)..]) {
                    Some(found) => {
                        let is_black = usize::from(periods > 1);
                        return Some(due(found * 2 + is_black, half_moves));
                    }
                    None => before = number,
                }
            }
            last if is_word_byte(*last) => {
                let start = word_start(before);
                let word = &before[start..];
                let rest = &before[..start];
                match rest.last() {
                    Some(b'$') => before = &rest[..start - 1],
                    Some(b'.') if word == b"5" && rest.len() > 1 && rest[start - 2].is_ascii_digit() => {
                        let digits = &rest[word_start(&rest[..start - 1])..start - 1];
                        return number_of(digits).map(|found| due(found * 2 + 1, half_moves));
                    }
                    _ => {
                        if let Some(found) = number_of(word) {
                            return Some(due(found * 2, half_moves));
                        }
                        half_moves += usize::from(is_move(word));
                        before = rest;
                    }
                }
            }
            _ => return None,
        }
    }
    None
}

/// Start of the word that ends the text.
fn word_start(text: &[u8]) -> usize {
    text.iter().rposition(|byte| !is_word_byte(*byte)).map_or(0, |at| at + 1)
}

/// The text before a variation of which only the `)` remains.
fn before_variation(mut text: &[u8]) -> Option<&[u8]> {
    let mut depth = 1;
    while depth > 0 {
        let (last, rest) = text.split_last()?;
        text = rest;
        match last {
            b')' => depth += 1,
            b'(' => depth -= 1,
            b'}' => text = &rest[..memchr::memrchr(b'{', rest)?],
            _ => {}
        }
    }
    Some(text)
}
