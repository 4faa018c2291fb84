//! The extent of a board in the movetext: its ranks and the fields after them (rule C8).

pub(in crate::syntax) mod epd;
pub(in crate::syntax) mod torn_boards;

use std::ops::Range;

use super::words;
use torn_boards::odd_fields_end;

/// End of the board text whose ranks end at `ranks`. The fields come in order, each after blanks: side to move,
/// castling, en passant, clocks (with `clocks`: FEN has them, SFEN does not), marks (SFEN).
pub(in crate::syntax) fn board_end(bytes: &[u8], ranks: usize, clocks: bool) -> usize {
    let mut at = ranks;
    let mut take = |accepts: &dyn Fn(&[u8]) -> bool| {
        let field = field_behind(bytes, at).filter(|field| accepts(&bytes[field.clone()]));
        if let Some(field) = &field {
            let is_comma = matches!(bytes[field.end..], [b',', b' ' | b'\t', ..]);
            at = field.end + usize::from(is_comma);
        }
        field.is_some()
    };
    take(&is_side);
    let castling = take(&|field| field == b"-" || is_castling(field));
    take(&|field| (castling && (field == b"-" || is_nearly_square(field))) || is_square(field));
    let mut counted = !clocks;
    if clocks {
        // Three-check: remaining checks come before the clocks, given checks after them.
        let before = take(&is_checks_left);
        counted = take(&is_clock) && take(&is_clock);
        if counted && !before {
            take(&is_checks_given);
        }
    }
    take(&is_mark);
    if (!clocks || !counted || number_behind(bytes, at).is_some())
        && let Some(end) = numbered_fields_end(bytes, ranks, at, clocks)
    {
        return end;
    }
    let faulty = if counted { None } else { faulty_fields_end(bytes, ranks) };
    match faulty {
        None if !counted || (!clocks && goes_on_oddly(bytes, at)) => odd_fields_end(bytes, ranks, clocks).unwrap_or(at),
        faulty => faulty.unwrap_or(at),
    }
}

/// Behind the fields of a board stands something else than a number, another board, or what a game has behind a half-move.
fn goes_on_oddly(bytes: &[u8], at: usize) -> bool {
    let blanks = bytes[at..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let rest = &bytes[at + blanks..];
    match rest.first() {
        None | Some(b'\n' | b'\r' | b'{' | b'(' | b')' | b';' | b'$') => false,
        Some(b'*') => blanks == 0 || rest.get(1).is_some_and(u8::is_ascii_alphanumeric),
        Some(b'0'..=b'9') => false,
        _ => !rest.iter().take_while(|byte| !byte.is_ascii_whitespace()).any(|byte| *byte == b'/'),
    }
}

/// End of the fields of a board whose ranks end at `ranks`, with a stray number among them. The number is an error of
/// the board, and the text after it still belongs to the fields. `at` is the end of the fields if the number ends them.
fn numbered_fields_end(bytes: &[u8], ranks: usize, at: usize, clocks: bool) -> Option<usize> {
    if !clocks {
        let number = number_behind(bytes, at)?;
        let rest = field_behind(bytes, number)?;
        let is_field = |field: &[u8]| is_side(field) || is_castling(field) || field == b"-" || is_square(field);
        return is_field(&bytes[rest]).then(|| board_end(bytes, number, false));
    }
    let mut fields = ranks;
    let mut seen = 0;
    for is_right in [is_side, is_rights, is_target, is_clock, is_clock] {
        let field = |at: usize| field_behind(bytes, at).filter(|field| is_right(&bytes[field.clone()]));
        fields = match field(fields) {
            Some(field) => field.end,
            None if seen == 0 => {
                seen = 1;
                field(number_behind(bytes, fields)?)?.end
            }
            None => return None,
        };
    }
    if seen == 0 {
        // Of three numbers, the last without a period: either it is the number of the next half-move, or none is.
        let third = field_behind(bytes, fields).filter(|field| is_clock(&bytes[field.clone()]))?;
        let before = bytes[ranks..fields].iter().rposition(|byte| !byte.is_ascii_digit())?;
        let is_next = bytes[ranks + before + 1..fields] == bytes[third.clone()];
        fields = (!is_next).then_some(third.end)?;
    }
    Some(fields)
}

/// End of the move number after blanks at `at`, with or without periods.
fn number_behind(bytes: &[u8], at: usize) -> Option<usize> {
    let blanks = bytes[at..].iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    let start = at + blanks;
    let digits = bytes[start..].iter().take_while(|byte| byte.is_ascii_digit()).count();
    let periods = bytes[start + digits..].iter().take_while(|byte| **byte == b'.').count();
    let half = usize::from(periods == 1 && bytes.get(start + digits + periods) == Some(&b'5'));
    let end = start + digits + periods + half;
    let is_parted = matches!(bytes.get(end), Some(b' ' | b'\t' | b'\r' | b'\n' | b')'));
    (blanks > 0 && digits > 0 && is_parted).then_some(end)
}

/// End of a word meant as a board's ranks that holds invalid characters such as `&` or `?`. Enough valid ranks must be
/// present to rule out any other meaning.
pub(in crate::syntax) fn damaged_ranks_end(bytes: &[u8], at: usize) -> Option<usize> {
    const RANKS: usize = 4;
    const LONGEST: usize = 90;
    let rest = &bytes[at..bytes.len().min(at + LONGEST)];
    let ends = |byte: &u8| byte.is_ascii_whitespace() || b"{}();*%".contains(byte);
    let word = &rest[..rest.iter().position(ends).unwrap_or(rest.len())];
    let len = word.iter().rposition(|byte| !b"!?.$".contains(byte))? + 1;
    let is_of_board = |byte: &&u8| byte.is_ascii_digit() || b"/~PNBRQKpnbrqk".contains(byte);
    let right = word[..len].iter().filter(is_of_board).count();
    let ranks = word[..len].iter().filter(|byte| **byte == b'/').count();
    (ranks >= RANKS && right + 3 > len).then_some(at + len)
}

/// The field after blanks at `at`.
fn field_behind(bytes: &[u8], at: usize) -> Option<Range<usize>> {
    let blanks = bytes[at..].iter().take_while(|b| matches!(b, b' ' | b'\t')).count();
    let start = at + blanks;
    let end = bytes[start..].iter().position(|&b| !is_field_byte(b)).map_or(bytes.len(), |n| start + n);
    // A part of a longer word, such as a glyph that begins with a plus, is not a field.
    let ends = !matches!(bytes.get(end), Some(b'.' | b'/' | b'=' | b'\\' | 0x80..));
    (blanks > 0 && end > start && ends).then_some(start..end)
}

/// End of the five FEN fields after ranks that end at `ranks`, of which one or two are unreadable. They all belong to
/// the board, so that they are one error. The half-move clock and the move number come last.
#[cold]
fn faulty_fields_end(bytes: &[u8], ranks: usize) -> Option<usize> {
    let (mut at, mut right) = (ranks, 0);
    for is_right in [is_side, is_rights, is_target, is_clock, is_clock] {
        let field = field_behind(bytes, at)?;
        let word = &bytes[field.clone()];
        if words::is_terminator(word) || words::is_near_terminator(word) {
            return None;
        }
        right += u8::from(is_right(word));
        at = field.end;
    }
    (right >= 3).then_some(at)
}

/// Whether a word after a board would be read as one of its fields.
pub fn is_board_field(word: &str) -> bool {
    let fields = [
        is_side,
        |field: &[u8]| field == b"-",
        is_castling,
        is_square,
        is_checks_left,
        is_clock,
        is_checks_given,
        is_mark,
    ];
    fields.iter().any(|is_field| is_field(word.as_bytes()))
}

pub(in crate::syntax) fn is_side(field: &[u8]) -> bool {
    matches!(field, [b'w' | b'W' | b'b' | b'B'])
}

pub(in crate::syntax) fn is_square(field: &[u8]) -> bool {
    matches!(field, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8'])
}

fn is_rights(field: &[u8]) -> bool {
    field == b"-" || is_castling(field)
}

fn is_target(field: &[u8]) -> bool {
    field == b"-" || is_square(field)
}

/// Whether the field is a letter and a digit of which one is wrong: `e9`, `i3`.
fn is_nearly_square(field: &[u8]) -> bool {
    matches!(field, [file, rank] if file.is_ascii_alphabetic() && rank.is_ascii_digit())
}

fn is_checks_left(field: &[u8]) -> bool {
    matches!(field, [b'0'..=b'3', b'+', b'0'..=b'3'])
}

fn is_checks_given(field: &[u8]) -> bool {
    matches!(field, [b'+', b'0'..=b'3', b'+', b'0'..=b'3'])
}

pub(in crate::syntax) fn is_clock(field: &[u8]) -> bool {
    !field.is_empty() && field.iter().all(u8::is_ascii_digit)
}

fn is_mark(field: &[u8]) -> bool {
    matches!(field, b"+" | b"#" | b"+#" | b"#+" | b"##" | b"+#+" | b"+##")
}

fn is_field_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'+' | b'#')
}

/// Whether the field is any selection of `KQkq`, X-FEN and Shredder-FEN letters included.
pub(in crate::syntax) fn is_castling(field: &[u8]) -> bool {
    (1..=4).contains(&field.len())
        && field.iter().all(|b| matches!(b.to_ascii_uppercase(), b'K' | b'Q' | b'A'..=b'H'))
        && !matches!(field, [b'w' | b'b'])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn end_of(text: &str, clocks: bool) -> &str {
        let ranks = text.find(' ').unwrap_or(text.len());
        &text[..board_end(text.as_bytes(), ranks, clocks)]
    }

    #[test]
    fn a_board_takes_the_fields_that_are_its_own() {
        assert_eq!(end_of("8/8/8 w KQkq - 0 1 1.5 8/8", true), "8/8/8 w KQkq - 0 1");
        assert_eq!(end_of("8/8/8 w KQkq e3 2. 8/8", false), "8/8/8 w KQkq e3");
        assert_eq!(end_of("8/8/8 b - +# 1-0", false), "8/8/8 b - +#");
        assert_eq!(end_of("8/8/8 +# *", false), "8/8/8 +#");
        assert_eq!(end_of("8/8/8 2. 8/8", false), "8/8/8");
        assert_eq!(end_of("8/8/8 w - - 12 34 35. 8", true), "8/8/8 w - - 12 34");
        assert_eq!(end_of("8/8/8 1-0", true), "8/8/8");
        assert_eq!(end_of("8/8/8 w - - 3+2 0 1 1.5 8/8", true), "8/8/8 w - - 3+2 0 1");
        assert_eq!(end_of("8/8/8 w - - 0 1 +0+1 8/8", true), "8/8/8 w - - 0 1 +0+1");
        // Begins like a mark but is none.
        for glyph in ["+−", "+=", "+-", "+/-"] {
            assert_eq!(end_of(&format!("8/8/8 b {glyph} 2. 8/8"), false), "8/8/8 b");
        }
        // One or two unreadable fields still belong to the board.
        for fields in
            ["b KQkq e9 0 1", "b KQkq x 0 1", "b KQxq e3 0 1", "x KQkq e3 0 1", "b KQkq e3 x 1", "b KQkq ee3 0 x"]
        {
            assert_eq!(end_of(&format!("8/8/8 {fields} 1.5 8/8/8 w"), true), format!("8/8/8 {fields}"));
        }
        assert_eq!(end_of("8/8/8 b KQkq e9 1.5 8/8/8 w", false), "8/8/8 b KQkq e9");
        assert_eq!(end_of("8/8/8 b KQkq ee3 2. 8/8/8 w - - 0 1", true), "8/8/8 b KQkq");
        assert_eq!(end_of("8/8/8 b KQkq 1-0 0 1", true), "8/8/8 b KQkq");
        assert_eq!(end_of("8/8/8 very good move 12 13", true), "8/8/8");
        // A number among the fields is the board's error; the text after it still belongs to the fields.
        for fields in [
            "3 b KQkq e3 0 1",
            "b 7. KQkq e3 0 1",
            "b KQkq 1.5 e3 0 1",
            "b KQkq e3 2... 0 1",
            "b KQkq e3 0 7. 1",
            "b KQkq e3 0 1 7",
        ] {
            assert_eq!(end_of(&format!("8/8/8 {fields} 1.5 8/8/8 w"), true), format!("8/8/8 {fields}"));
        }
        for fields in ["3 b KQkq e3", "b 7. KQkq e3", "b KQkq 1.5 e3", "1. b", "b 2. -"] {
            assert_eq!(end_of(&format!("8/8/8 {fields} 1.5 8/8/8 w"), false), format!("8/8/8 {fields}"));
        }
        assert_eq!(end_of("8/8/8 b KQkq e3 0 1 1 8/8/8 w - - 0 1", true), "8/8/8 b KQkq e3 0 1");
        assert_eq!(end_of("8/8/8 b KQkq e3 7 0 1 8/8/8 w - - 0 1", true), "8/8/8 b KQkq e3 7 0 1");
        assert_eq!(end_of("8/8/8 b KQkq e3 0 1 7. 8/8/8 w - - 0 1", true), "8/8/8 b KQkq e3 0 1");
        // A rank of the next board is not an en passant square.
        assert_eq!(end_of("8/8/8 b KQ b7/8/8 w", false), "8/8/8 b KQ");
    }
}
