//! Commands in comments: `[%name operands]` (the PGN supplement of 2001, and additions by servers).

use std::ops::Range;

pub use crate::lint::pawns;

/// A command in a comment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Command<'t> {
    /// From `[%` to `]`, in bytes of the comment.
    pub range: Range<usize>,
    pub name: &'t str,
    pub operands: &'t str,
}

/// Meanings of ChessBase's medals, one per bit of the number in `[%mdl 64]`, in the order of ChessBase's game viewer.
const MEDALS: [&str; 16] = [
    "best game",
    "decided the tournament",
    "model game",
    "novelty",
    "pawn structure",
    "strategy",
    "tactics",
    "attack",
    "defence",
    "sacrifice",
    "material",
    "piece play",
    "endgame",
    "tactical blunder",
    "strategic blunder",
    "the user's own",
];

/// Meanings of the medals of `[%mdl]`; `None` if the operands are not a number, or have other bits.
pub fn medals(operands: &str) -> Option<Vec<&'static str>> {
    let bits: u32 = operands.parse().ok().filter(|_| is_number(operands))?;
    let known = bits != 0 && bits >> MEDALS.len() == 0;
    known.then(|| MEDALS.iter().enumerate().filter(|(bit, _)| bits >> bit & 1 == 1).map(|(_, name)| *name).collect())
}

/// A fault in a command.
pub(crate) struct CommandFault {
    pub range: Range<usize>,
    pub message: String,
    /// Whether the command lacks only its `]`.
    pub is_open: bool,
}

/// The commands of a comment, in order.
pub fn commands(comment: &str) -> impl Iterator<Item = Command<'_>> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = next_command(comment.as_bytes(), from)?;
            let Some(length) = comment[start..].find(']') else {
                from = comment.len();
                return None;
            };
            from = start + length + 1;
            // If a command begins inside another, unfinished one, the inner one is meant.
            let body = &comment[start + 2..start + length];
            let (start, body) = match body.rfind("[%") {
                Some(inner) => (start + 2 + inner, &body[inner + 2..]),
                None => (start, body),
            };
            let (name, operands) = body.split_once(char::is_whitespace).unwrap_or((body, ""));
            if !name.is_empty() {
                return Some(Command { range: start..from, name, operands: operands.trim() });
            }
        }
    })
}

/// Offset of the next `[%` from `from`. Few comments contain a bracket at all.
fn next_command(comment: &[u8], from: usize) -> Option<usize> {
    let mut brackets = memchr::memchr_iter(b'[', &comment[from..]).map(|at| from + at);
    brackets.find(|at| comment.get(at + 1) == Some(&b'%'))
}

/// Commands whose operands do not have the agreed form. Unknown commands have no faults.
pub(crate) fn faults(comment: &str) -> impl Iterator<Item = CommandFault> {
    commands(comment).filter_map(fault)
}

/// Agreed commands without a `]` before the next command or the comment's end.
pub(crate) fn unclosed(comment: &str) -> impl Iterator<Item = CommandFault> {
    let mut from = 0;
    std::iter::from_fn(move || {
        loop {
            let start = next_command(comment.as_bytes(), from)?;
            from = next_command(comment.as_bytes(), start + 2).unwrap_or(comment.len());
            let body = &comment[start + 2..from];
            let mut words = body.split_ascii_whitespace().map(|word| word.trim_end_matches('}'));
            let name = words.next().unwrap_or_default();
            if memchr::memchr(b']', body.as_bytes()).is_some() || !has_agreed_form(name) {
                continue;
            }
            let last = words.next().filter(|word| !word.is_empty()).unwrap_or(name);
            let end = last.as_ptr() as usize - comment.as_ptr() as usize + last.len();
            let message = format!("the command `{}` has no closing `]`", &comment[start..end]);
            let operands = if last == name { "" } else { last };
            let is_open = expectation(&Command { name, operands, range: 0..0 }).is_none();
            return Some(CommandFault { range: start..end, message, is_open });
        }
    })
}

/// The fault of a command, if any.
pub(crate) fn fault(command: Command<'_>) -> Option<CommandFault> {
    let expected = expectation(&command)?;
    let message = match command.operands {
        "" => format!("`[%{}]` needs {expected}", command.name),
        operands => format!("`[%{}]` takes {expected}, not `{operands}`", command.name),
    };
    Some(CommandFault { range: command.range, message, is_open: false })
}

/// Whether the command is one of the agreed ones, which all need operands.
fn has_agreed_form(name: &str) -> bool {
    expectation(&Command { name, operands: "", range: 0..0 }).is_some()
}

/// The expected form of the command's operands, if they are wrong.
fn expectation(command: &Command<'_>) -> Option<&'static str> {
    let list = |valid: fn(&str) -> bool| command.operands.split(',').all(|part| valid(part.trim()));
    let (right, expected) = match command.name {
        "clk" | "egt" | "emt" | "mct" => (is_time(command.operands), "a time such as 1:23:45"),
        "csl" => (list(is_colored_square), "squares with a colour such as Ge4,Rd5"),
        "cal" => (list(is_colored_arrow), "arrows with a colour such as Ge2e4,Rd1h5"),
        "eval" => (is_evaluation(command.operands), "an evaluation such as 0.25, -1.5 or #3, perhaps with a depth"),
        "mdl" => (is_number(command.operands), "the number of medals such as 64"),
        _ => return None,
    };
    (!right).then_some(expected)
}

/// `h:mm:ss` with an optional fraction; `m:ss` and plain seconds are in use too.
fn is_time(text: &str) -> bool {
    let parts: Vec<&str> = text.split(':').collect();
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit());
    let Some((last, before)) = parts.split_last() else { return false };
    let seconds = last.split_once(['.', ',']).map_or(*last, |(whole, _)| whole);
    let fraction = last.split_once(['.', ',']).is_none_or(|(_, part)| digits(part));
    let below_sixty = |part: &str| part.len() <= 2 && part.parse::<u32>().is_ok_and(|n| n < 60);
    let sixty = match before {
        [] => digits(seconds),
        [first] => digits(first.trim_start_matches('-')) && below_sixty(seconds),
        [first, minutes] => digits(first.trim_start_matches('-')) && below_sixty(minutes) && below_sixty(seconds),
        _ => false,
    };
    sixty && fraction && digits(seconds)
}

/// Any number is valid: the set of medals is not fixed.
fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

fn is_color(byte: u8) -> bool {
    matches!(byte, b'G' | b'R' | b'Y' | b'B' | b'C' | b'M' | b'O' | b'P' | b'W' | b'K')
}

fn is_square(pair: &[u8]) -> bool {
    matches!(pair, [b'a'..=b'h', b'1'..=b'8'])
}

fn is_colored_square(text: &str) -> bool {
    text.len() == 3 && is_color(text.as_bytes()[0]) && is_square(&text.as_bytes()[1..])
}

fn is_colored_arrow(text: &str) -> bool {
    let bytes = text.as_bytes();
    bytes.len() == 5 && is_color(bytes[0]) && is_square(&bytes[1..3]) && is_square(&bytes[3..])
}

/// Pawns with a sign, or `#` (in some programs `M`) and moves to mate, with the sign before or after it; `#` alone is
/// mate on the board. A depth may follow after a comma or, in some programs, a slash.
fn is_evaluation(text: &str) -> bool {
    let (value, depth) = match text.split_once([',', '/']) {
        Some((value, depth)) => (value.trim(), depth.trim().parse::<u32>().is_ok()),
        None => (text, true),
    };
    let unsigned = |text| str::strip_prefix(text, ['+', '-']).unwrap_or(text);
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let right = match unsigned(value).strip_prefix(['#', 'M']) {
        Some(moves) => digits(unsigned(moves)) || value.ends_with('#'),
        None => match unsigned(value).split_once('.') {
            Some((pawns, part)) => (digits(pawns) || pawns.is_empty()) && digits(part),
            None => digits(unsigned(value)),
        },
    };
    depth && right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreed_commands_are_checked_and_others_are_accepted() {
        let right = "{[%clk 1:59:01] [%clk 0:00:07.4] [%emt 12] [%eval -6.05] [%eval #-3] [%eval 0.17,22] [%csl Gd4,Rh1] \
                     [%cal Ge2e4] [%foo bar] [%egt 1:25] [%mdl 0] [%mdl 65600] [ %x ] 50% [% ] }";
        for evaluation in ["-#2", "#-2", "#2", "+#2", "#", "-#", "M5", "-M5", "0", "+1.25", ".5", "30,18", "0.4/22"] {
            assert_eq!(faults(&format!("[%eval {evaluation}]")).count(), 0, "{evaluation}");
        }
        for evaluation in ["-", "--#2", "#x", "1.", "1e5", "inf", "NaN", "1.2.3", "#2.5", "0.4/", "M"] {
            assert_eq!(faults(&format!("[%eval {evaluation}]")).count(), 1, "{evaluation}");
        }
        assert_eq!(faults(right).count(), 0);
        let wrong = "{[%clk 1:99:00] [%csl Gz9] [%cal Ge2] [%eval good] [%emt] [%clk x] [%clk 0:60:00] \
                     [%clk 0:00:60] [%egt 1:60] [%mdl x] [%mdl -1]}";
        let found: Vec<_> = faults(wrong).map(|fault| &wrong[fault.range]).collect();
        let expected = "[%clk 1:99:00] [%csl Gz9] [%cal Ge2] [%eval good] [%emt] [%clk x] [%clk 0:60:00] [%clk 0:00:60] \
                        [%egt 1:60] [%mdl x] [%mdl -1]";
        assert_eq!(found.join(" "), expected);
    }

    #[test]
    fn an_agreed_command_without_its_end_is_found() {
        for (comment, expected) in [
            ("{[%clk 0:05:00}", &["[%clk 0:05:00"][..]),
            ("{[%clk 0:05:00 good [%emt 0:00:01]}", &["[%clk 0:05:00"]),
            ("{[%csl Ge4 [%cal Ge2e4 }", &["[%csl Ge4", "[%cal Ge2e4"]),
            ("; [%eval", &["[%eval"]),
            ("{[%clk 0:05:00] [%foo bar [ %clk 1 50% [}", &[]),
        ] {
            let found: Vec<_> = unclosed(comment).map(|fault| &comment[fault.range]).collect();
            assert_eq!(found, expected, "{comment}");
        }
    }

    #[test]
    fn evaluations_without_a_point_but_with_a_depth_are_in_hundredths() {
        for (operands, expected) in [
            ("20,22", 0.2),
            ("-10, 21", -0.1),
            ("+150,8", 1.5),
            ("0,1", 0.0),
            ("0.20,22", 0.2),
            ("3", 3.0),
            ("2/20", 2.0),
        ] {
            assert_eq!(pawns(operands), Some(expected), "{operands}");
        }
        assert_eq!(["#3", "M2,5", "x", "", "inf"].map(pawns), [None; 5]);
    }

    #[test]
    fn medals_are_bits() {
        assert_eq!(medals("64"), Some(vec!["tactics"]));
        assert_eq!(medals("513"), Some(vec!["best game", "sacrifice"]));
        assert_eq!(medals("32768"), Some(vec!["the user's own"]));
        for other in ["0", "65536", "x", "", "+64", "-1", "99999999999"] {
            assert_eq!(medals(other), None, "{other}");
        }
    }
}
