//! Comments without faults.

use super::swar;
use crate::replay::commands;
use crate::syntax::game_in_comment;
use crate::syntax::games::closed_comment;

/// End of the comment whose `{` is at `open`, if it is closed and its commands have the agreed forms.
#[inline]
pub(crate) fn comment(bytes: &[u8], open: usize) -> Option<usize> {
    let mut at = open + 1;
    loop {
        // Servers write spaces between commands and at the ends, where no search is needed.
        let near = match bytes.get(at..at + 2)? {
            [b'}' | b'[', _] => 0,
            [b' ', b'}' | b'['] => 1,
            _ => memchr::memchr2(b'}', b'[', &bytes[at..])?,
        };
        at += near;
        if bytes[at] == b'}' {
            return Some(at + 1);
        }
        // No tag begins with a percent sign, so such a bracket cannot end the comment.
        match plain_command(&bytes[at..]) {
            Some(len) => at += len,
            None => return with_brackets(bytes, open),
        }
    }
}

/// Same as [`comment`] for a comment with brackets other than those of the usual commands.
fn with_brackets(bytes: &[u8], open: usize) -> Option<usize> {
    let end = closed_comment(bytes, open)?;
    let comment = std::str::from_utf8(&bytes[open..end]);
    if game_in_comment(&bytes[open..end]).is_some() {
        return None;
    }
    let right = match comment {
        Ok(comment) => commands::faults(comment).chain(commands::unclosed(comment)).next().is_none(),
        Err(_) => memchr::memmem::find(&bytes[open..end], b"[%").is_none(),
    };
    right.then_some(end)
}

/// Length of the command at the start of `text`, if it is one that servers write after each half-move, in its usual
/// form: `[%clk 1:23:45]`, `[%clk 0:02:59.9]`, `[%emt 0:00:07]`, `[%eval -0.25]`, `[%eval #-3]`.
#[inline]
fn plain_command(text: &[u8]) -> Option<usize> {
    let head = swar::at(text, 0);
    match head & first_bytes(6) {
        CLK | EMT => with_operand(text, 6, short_time, time),
        EVA if head & first_bytes(7) == EVAL => with_operand(text, 7, short_evaluation, evaluation),
        _ => None,
    }
}

/// Length of the command whose operand is at `at`; most operands fit into eight bytes.
#[inline(always)]
fn with_operand(
    text: &[u8],
    at: usize,
    short: impl Fn(u64) -> Option<usize>,
    long: impl Fn(&[u8]) -> Option<usize>,
) -> Option<usize> {
    if let Some(operand) = short(swar::at(text, at)) {
        return Some(at + operand + 1);
    }
    let end = at + long(text.get(at..)?)?;
    (text.get(end) == Some(&b']')).then_some(end + 1)
}

const CLK: u64 = u64::from_le_bytes(*b"[%clk \0\0");
const EMT: u64 = u64::from_le_bytes(*b"[%emt \0\0");
const EVAL: u64 = u64::from_le_bytes(*b"[%eval \0");
const EVA: u64 = EVAL & first_bytes(6);

const fn first_bytes(count: u32) -> u64 {
    (1 << (8 * count)) - 1
}

/// Length of `h:mm:ss` at the start of eight bytes, if a `]` follows. Each byte is compared at once: its difference from a
/// zero or a sign must not reach a bound.
#[inline(always)]
fn short_time(operand: u64) -> Option<usize> {
    const MODEL: u64 = u64::from_le_bytes(*b"0:00:00]");
    const BOUNDS: u64 = u64::from_le_bytes([10, 1, 6, 10, 1, 6, 10, 1]);
    let difference = operand ^ MODEL;
    let beyond = (difference.wrapping_add(swar::all(0x80) - BOUNDS) | difference) & swar::all(0x80);
    (beyond == 0).then_some(7)
}

/// Length of an evaluation in pawns, with a period, at the start of eight bytes, if a `]` follows in them.
#[inline(always)]
fn short_evaluation(operand: u64) -> Option<usize> {
    let is_negative = operand & 0xff == u64::from(b'-');
    let number = operand >> (8 * u32::from(is_negative));
    let byte = |at: usize| (number >> (8 * (at as u32 & 7))) as u8;
    // Marks the bytes that are no digits: those up to the second one are exact.
    let difference = number ^ swar::all(b'0');
    let others = (difference.wrapping_add(swar::all(0x80 - 10)) | difference) & swar::all(0x80);
    let (period, end) = (swar::first(others), swar::first(others & others.wrapping_sub(1)));
    let is_right = (1..=3).contains(&period)
        && byte(period) == b'.'
        && (period + 2..period + 5).contains(&end)
        && end < 8
        && byte(end) == b']';
    is_right.then_some(usize::from(is_negative) + end)
}

/// Length of `h:mm:ss`, perhaps with a fraction, at the start of `text`.
#[inline]
fn time(text: &[u8]) -> Option<usize> {
    let hours = digits(text, 0).filter(|hours| *hours > 0)?;
    let rest = matches!(text.get(hours..hours + 6)?, [b':', b'0'..=b'5', b'0'..=b'9', b':', b'0'..=b'5', b'0'..=b'9']);
    let end = hours + 6;
    match rest.then(|| text.get(end))? {
        Some(b'.') => Some(end + 1 + digits(text, end + 1).filter(|fraction| *fraction > 0)?),
        _ => Some(end),
    }
}

/// Length of an evaluation at the start of `text`: pawns with decimals, or moves to mate.
#[inline]
fn evaluation(text: &[u8]) -> Option<usize> {
    let after_sign = |at: usize| at + usize::from(text.get(at) == Some(&b'-'));
    let whole = |at: usize| digits(text, at).filter(|count| *count > 0).map(|count| at + count);
    if text.first() == Some(&b'#') {
        return whole(after_sign(1));
    }
    let pawns = whole(after_sign(0))?;
    (text.get(pawns) == Some(&b'.')).then(|| whole(pawns + 1))?
}

/// Number of digits from `at`; `None` if there are more than usual.
#[inline]
fn digits(text: &[u8], at: usize) -> Option<usize> {
    text.get(at..)?.iter().take(4).position(|byte| !byte.is_ascii_digit())
}

/// End of the line comment at `at`, which is the end of its line.
pub(super) fn line_comment(bytes: &[u8], at: usize) -> Option<usize> {
    memchr::memchr2(b'\n', b'\r', &bytes[at..]).map(|n| at + n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_commands_are_plain_and_well_formed() {
        for command in [
            "[%clk 0:05:00]",
            "[%clk 123:59:59]",
            "[%clk 0:02:59.9]",
            "[%emt 0:00:07]",
            "[%eval 0.17]",
            "[%eval -12.05]",
            "[%eval 0.1]",
            "[%eval #3]",
            "[%eval #-12]",
            "[%eval -123.45]",
            "[%eval 123.456]",
            "[%clk 9:59:59]",
        ] {
            assert_eq!(plain_command(command.as_bytes()), Some(command.len()), "{command}");
            assert_eq!(commands::faults(command).count(), 0, "{command}");
        }
        for command in [
            "[%clk 0:60:00]",
            "[%clk :05:00]",
            "[%clk 5]",
            "[%clk 0:02:59.]",
            "[%eval 1]",
            "[%eval 1.]",
            "[%eval #]",
            "[%eval .5]",
            "[%eval -.5]",
            "[%eval 0.5.5]",
            "[%eval 0:5]",
            "[%clk 0:05:60]",
            "[%clk 0:05:0:]",
            "[%clk 0:05;00]",
            "[%clk \u{ea}:05:00]",
            "[%eval +0.17]",
            "[%csl Gd4]",
            "[%clk 0:05:00",
        ] {
            assert_eq!(plain_command(command.as_bytes()), None, "{command}");
        }
    }

    #[test]
    fn brackets_outside_plain_commands() {
        for (text, end) in [
            ("{ [%clk 0:05:00] [%csl Gd4] }x", Some(29)),
            ("{ [%clk 0:05:00] [%csl Gz9] }x", None),
            ("{[x] \u{e9}}", Some(8)),
            ("{a\n\n[Event \"?\"]}", Some(16)),
            ("{a\n\n[Event \"?\"] {b}", None),
            ("{a", None),
        ] {
            assert_eq!(comment(text.as_bytes(), 0), end, "{text}");
        }
    }
}
