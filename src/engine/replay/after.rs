//! The command by which a comment in a VGN game names its half-move: `{[%after 3.] the point}` belongs to White's third
//! half-move wherever VGN allows the comment, `{[%after 3.5] …}` to Black's (rule C4).
//!
//! The command begins the comment and names the last half-move before the comment on its line, or the one before that.
//! In a PGN game a comment needs no such command, and text that looks like one is the comment's own text.

use std::fmt;
use std::ops::Range;

use shakmaty::Color;

use crate::source::near::distance;

/// A half-move as named by the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveName {
    /// Number of its move pair.
    pub number: u32,
    pub color: Color,
}

/// The command at a comment's beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AfterCommand<'t> {
    /// From `[%` to `]`, in bytes of the comment.
    pub range: Range<usize>,
    pub operands: &'t str,
    /// The half-move; `None` if the operands do not name one.
    pub named: Option<MoveName>,
    /// The text to remove with the command: the command and one space after it.
    pub whole: Range<usize>,
}

const BEGIN: &str = "[%after";

/// Longer numbers are malformed.
const MOST_DIGITS: usize = 8;

/// The command at the beginning of a comment. `comment` includes its `{` or `;`.
pub fn after(comment: &str) -> Option<AfterCommand<'_>> {
    let text = comment.get(1..)?;
    let lead = lead(text.as_bytes());
    let rest = text[lead..].strip_prefix(BEGIN)?;
    let operands = &rest[..rest.find(']')?];
    // If another command begins inside this one, the inner one is meant.
    if operands.contains("[%") || !(operands.is_empty() || operands.starts_with(char::is_whitespace)) {
        return None;
    }
    let start = 1 + lead;
    let end = start + BEGIN.len() + operands.len() + 1;
    let blank = usize::from(comment[end..].starts_with(' '));
    let operands = operands.trim();
    Some(AfterCommand { range: start..end, operands, named: named(operands), whole: start..end + blank })
}

/// Text meant as the command at the comment's beginning: misspelt, as in `[%aftr 3.]`, or without its `%` or `]`.
pub(crate) struct MisspeltAfter {
    /// In bytes of the comment.
    pub range: Range<usize>,
    /// The correct spelling.
    pub right: String,
}

/// The command meant by the text at the comment's beginning, if it resembles the command.
pub(crate) fn misspelt_after(comment: &str) -> Option<MisspeltAfter> {
    let text = comment.get(1..)?;
    let start = 1 + lead(text.as_bytes());
    let body = comment[start..].strip_prefix('[')?;
    let sign = body.strip_prefix('%').unwrap_or(body).trim_start_matches([' ', '\t']);
    let name = &sign[..sign.bytes().take_while(u8::is_ascii_alphabetic).count()];
    let operand = sign[name.len()..].trim_start_matches([' ', '\t']);
    let len = operand.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
    let named = named(&operand[..len])?;
    let is_near = name.eq_ignore_ascii_case("after") || distance(name, "after", 1).is_some();
    let rest = operand[len..].trim_start_matches([' ', '\t']);
    let end = match rest.strip_prefix(']') {
        Some(rest) => comment.len() - rest.len(),
        None if operand[len..].starts_with([' ', '\t', '}']) => comment.len() - operand[len..].len(),
        None => return None,
    };
    let right = format!("[%after {named}]");
    (is_near && after(comment).is_none()).then_some(MisspeltAfter { range: start..end, right })
}

/// `3.` or `3.5`.
fn named(operands: &str) -> Option<MoveName> {
    let (digits, color) = match (operands.strip_suffix('.'), operands.strip_suffix(".5")) {
        (Some(digits), _) => (digits, Color::White),
        (None, Some(digits)) => (digits, Color::Black),
        (None, None) => return None,
    };
    let plain = (1..=MOST_DIGITS).contains(&digits.len()) && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = digits.parse().ok().filter(|number| plain && *number > 0)?;
    Some(MoveName { number, color })
}

/// Whether a comment begins with what may be the command. `comment` includes its `{` or `;`, in any encoding.
#[inline]
pub fn begins_with_after(comment: &[u8]) -> bool {
    let text = comment.get(1..).unwrap_or_default();
    text[lead(text)..].starts_with(BEGIN.as_bytes())
}

/// Length of the white space at the beginning of a comment's text.
#[inline]
pub fn lead(text: &[u8]) -> usize {
    text.len() - text.trim_ascii_start().len()
}

/// The comment with a command inserted after its first white space.
pub fn with_after(comment: &str, named: MoveName) -> String {
    let (sign, text) = comment.split_at(comment.len().min(1));
    let (lead, text) = text.split_at(lead(text.as_bytes()));
    let blank = if matches!(text, "}" | "") { "" } else { " " };
    format!("{sign}{lead}[%after {named}]{blank}{text}")
}

/// The comment without the command at its beginning.
pub fn without_after(comment: &str) -> String {
    let mut text = comment.to_owned();
    if let Some(found) = after(comment) {
        text.replace_range(found.whole, "");
    }
    text
}

impl MoveName {
    /// Whether the command can have this number: 1 to 99,999,999.
    pub fn can_be_written(self) -> bool {
        (1..10_u32.pow(MOST_DIGITS as u32)).contains(&self.number)
    }
}

impl fmt::Display for MoveName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.color {
            Color::White => write!(f, "{}.", self.number),
            Color::Black => write!(f, "{}.5", self.number),
        }
    }
}

/// The half-moves of one line that a comment can name: the last two.
#[derive(Clone, Debug, Default)]
pub struct NameableMoves {
    last: Option<NameableMove>,
    before: Option<NameableMove>,
}

#[derive(Clone, Copy, Debug)]
struct NameableMove {
    named: MoveName,
    /// The written number minus the true number.
    ahead: i64,
}

/// The half-move that a comment names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentedMove {
    Last,
    BeforeLast,
}

impl NameableMoves {
    /// Adds a half-move, with its true number. `ahead` is the written number minus the true number.
    #[inline]
    pub fn played(&mut self, named: MoveName, ahead: i64) {
        self.before = self.last.replace(NameableMove { named, ahead });
    }

    /// The last half-move.
    pub fn last(&self) -> Option<MoveName> {
        self.last.map(|half_move| half_move.named)
    }

    /// The half-move before the last one.
    pub fn before_last(&self) -> Option<MoveName> {
        self.before.map(|half_move| half_move.named)
    }

    /// Finds a half-move by its true number or its written number.
    pub fn find(&self, named: MoveName) -> Option<CommentedMove> {
        let is = |half_move: Option<NameableMove>| {
            half_move.is_some_and(|half_move| {
                let counted = i64::from(half_move.named.number) + half_move.ahead;
                half_move.named.color == named.color
                    && (half_move.named.number == named.number || counted == i64::from(named.number))
            })
        };
        match (is(self.last), is(self.before)) {
            (true, _) => Some(CommentedMove::Last),
            (false, true) => Some(CommentedMove::BeforeLast),
            (false, false) => None,
        }
    }

    /// The half-move named by a comment of a VGN game. `comment` includes its `{` or `;`.
    pub fn of_comment(&self, comment: &str) -> Option<CommentedMove> {
        self.find(after(comment)?.named?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_is_read_only_at_the_beginning() {
        let named = |comment| after(comment).map(|after| after.named.map(|named| named.to_string()));
        let some = |name: &str| Some(Some(name.to_owned()));
        assert_eq!(named("{[%after 3.] the point}"), some("3."));
        assert_eq!(named("{ [%after  12.5 ]}"), some("12.5"));
        assert_eq!(named(";[%after 3.5] x"), some("3.5"));
        for malformed in ["{[%after]}", "{[%after 3]}", "{[%after 3...]}", "{[%after 0.]}", "{[%after 123456789.]}"] {
            assert_eq!(named(malformed), Some(None), "{malformed}");
        }
        for other in ["{x [%after 3.]}", "{[%afterwards 3.]}", "{[%after 3.", "{[%after [%clk 1:00]}", "{", ""] {
            assert_eq!(named(other), None, "{other}");
        }
    }

    #[test]
    fn an_inserted_command_can_be_removed_again() {
        let name = MoveName { number: 3, color: Color::Black };
        for comment in ["{a}", "{}", "{ }", "{ a }", "{\na}", ";", ";a", "; a", "{[%after 3.] a}", "{[%after x]}"] {
            let with = with_after(comment, name);
            assert_eq!(after(&with).and_then(|after| after.named), Some(name), "{with}");
            assert_eq!(without_after(&with), comment);
            assert!(begins_with_after(with.as_bytes()));
        }
        assert_eq!(with_after("{a}", name), "{[%after 3.5] a}");
        assert_eq!(with_after("{ a }", name), "{ [%after 3.5] a }");
        assert_eq!(with_after("{}", name), "{[%after 3.5]}");
    }

    #[test]
    fn one_of_the_last_two_half_moves_is_named() {
        let name = |number, color| MoveName { number, color };
        let mut line = NameableMoves::default();
        assert_eq!(line.of_comment("{[%after 1.]}"), None);
        line.played(name(1, Color::White), 6);
        line.played(name(1, Color::Black), 6);
        for (comment, expected) in [
            ("{[%after 1.]}", Some(CommentedMove::BeforeLast)),
            ("{[%after 1.5]}", Some(CommentedMove::Last)),
            ("{[%after 7.]}", Some(CommentedMove::BeforeLast)),
            ("{[%after 2.]}", None),
            ("{[%after 6.5]}", None),
            ("{a}", None),
        ] {
            assert_eq!(line.of_comment(comment), expected, "{comment}");
        }
    }
}
