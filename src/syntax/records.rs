//! Lines that programs write for other programs, recognized by their shape and not by their words: rows of tables (CSV,
//! Markdown), logs, engine output, SQL, XML elements. Moves and results in them do not make a game.
//!
//! Only the beginning of a line decides: the end of a game within the line cuts it, and both forms must be classified
//! alike.

use super::lines::is_space;
use super::markup;
use super::prose_words::is_of_language;
use super::tags::is_name;
use super::words::{self, WordClass};

/// Separators of a row's cells.
const SEPARATORS: [u8; 4] = [b',', b';', b'\t', b'|'];
/// Number of leading cells that suffice to classify a row.
const TELLING_CELLS: usize = 3;

/// Beginnings of such lines: SQL, UCI engine output, patches.
const BEGINNINGS: [&[u8]; 15] = [
    b"INSERT INTO ",
    b"SELECT ",
    b"UPDATE ",
    b"DELETE FROM ",
    b"CREATE TABLE ",
    b"DROP TABLE ",
    b"info depth ",
    b"info string ",
    b"bestmove ",
    b"position startpos",
    b"position fen ",
    b"option name ",
    b"diff --git ",
    b"+++ ",
    b"@@ -",
];

/// Whether the line was written by a program, independently of the lines above it.
pub(super) fn is_record(line: &[u8]) -> bool {
    BEGINNINGS.iter().any(|start| line.starts_with(start))
        || is_element(line)
        || is_stamped(line)
        || is_levelled(line)
        || is_row(line)
}

/// The cell separator of a line and its count: the most frequent candidate.
pub(super) fn separator(line: &[u8]) -> Option<(u8, usize)> {
    let counted = SEPARATORS.map(|sign| (sign, cells(line, sign).count().saturating_sub(1)));
    counted.into_iter().filter(|(_, count)| *count > 0).max_by_key(|(_, count)| *count)
}

/// Whether the line is a row below one with this separator and count. Its first cell must not look like the start of
/// movetext.
pub(super) fn is_row_below(line: &[u8], (sign, count): (u8, usize)) -> bool {
    let mut cells = cells(line, sign);
    let Some(first) = cells.next() else { return false };
    let found = cells.count();
    // Programs omit empty cells at the end of a row.
    !is_movetext(first) && (found >= count || (found > 1 && 2 * found >= count))
}

/// The cells of a line. A comma or semicolon before blanks belongs to a sentence or begins a comment.
fn cells(line: &[u8], sign: u8) -> impl Iterator<Item = &[u8]> {
    let glued = move |at: usize| {
        sign == b'\t' || sign == b'|' || line.get(at + 1).is_some_and(|next| !is_space(*next) && *next != sign)
    };
    let mut from = 0;
    let ends = memchr::memchr_iter(sign, line).filter(move |at| glued(*at)).chain([line.len()]);
    ends.map(move |end| {
        let cell = &line[from..end];
        from = end + 1;
        cell
    })
}

/// Whether the line begins like a tag, whose name and value tabs may separate.
fn begins_tag(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"[").map(<[u8]>::trim_ascii_start) else { return false };
    let value = &rest[rest.iter().take_while(|byte| is_name(**byte)).count()..];
    let is_parted = value.len() < rest.len() && value.first().is_some_and(|byte| is_space(*byte));
    is_parted && value.trim_ascii_start().starts_with(b"\"")
}

/// Whether the line is a row with quoted cells, cells between bars, or cells that are not chess.
fn is_row(line: &[u8]) -> bool {
    if begins_tag(line) {
        return false;
    }
    let has = |text: &[u8]| memchr::memmem::find(line, text).is_some();
    match line {
        [b'|', rest @ ..] if memchr::memchr(b'|', rest).is_some() => return true,
        [b'"', ..] if has(b"\",") || has(b"\";") || has(b"\"\t") => return true,
        _ => {}
    }
    SEPARATORS.iter().any(|sign| {
        let count = cells(line, *sign).count();
        let whole = || cells(line, *sign).take((count - 1).min(TELLING_CELLS));
        let numbers = || whole().take(2).all(|cell| !cell.is_empty() && cell.iter().all(u8::is_ascii_digit));
        count > 2 && !whole().next().is_some_and(is_movetext) && (whole().any(is_foreign) || numbers())
    })
}

/// Whether the cell holds a word that neither belongs to a game nor is a move.
fn is_foreign(cell: &[u8]) -> bool {
    let of_data =
        |word: &[u8]| is_of_language(word) || is_date(word) || (word.len() > 3 && word.iter().all(u8::is_ascii_digit));
    !has_chess(cell) && words_of(cell).any(|word| words::classify(word) == WordClass::Stray && of_data(word))
}

/// Whether the text begins like movetext: with a number and its period, a half-move, or the end of a game.
fn is_movetext(text: &[u8]) -> bool {
    words_of(text).next().is_some_and(is_chess)
}

/// Whether a word of the text is a half-move, a number with its period, or the end of a game.
pub(super) fn has_chess(text: &[u8]) -> bool {
    text.contains(&b'*') || words_of(text).any(is_chess)
}

fn is_chess(word: &[u8]) -> bool {
    let digits = word.iter().take_while(|byte| byte.is_ascii_digit()).count();
    if (1..4).contains(&digits) && word.get(digits) == Some(&b'.') {
        return word.get(digits + 1).is_none_or(|next| !next.is_ascii_digit());
    }
    word == b"*"
        || matches!(
            words::classify(word),
            WordClass::Move | WordClass::Board | WordClass::Terminator | WordClass::NearTerminator
        )
}

/// The words of a text, without punctuation around them except the period of a number.
fn words_of(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|byte| is_space(*byte)).filter_map(|word| {
        let inner = |byte: &u8| byte.is_ascii_alphanumeric() || *byte >= 0x80;
        let start = word.iter().position(inner)?;
        let end = word.iter().rposition(|byte| inner(byte) || *byte == b'.')?;
        Some(&word[start..=end])
    })
}

/// Whether the line is an XML element that ends on its line and is not an HTML element: `<moves>1. e4</moves>`.
fn is_element(line: &[u8]) -> bool {
    matches!(line, [b'<', name, ..] if name.is_ascii_alphabetic())
        && !markup::is_of_page(line)
        && memchr::memmem::find(line, b"</").is_some()
}

/// Whether the line is one of a log: it begins with a date and time, a time with seconds, or a host's address.
fn is_stamped(line: &[u8]) -> bool {
    let line = line.strip_prefix(b"[").or_else(|| line.strip_prefix(b"(")).unwrap_or(line);
    let behind = match line {
        [date @ .., _] if is_date(&date[..date.len().min(10)]) => {
            let rest = line[10..].strip_prefix(b" ").or_else(|| line[10..].strip_prefix(b"T")).unwrap_or_default();
            time_behind(rest, 1)
        }
        _ => time_behind(line, 2).or_else(|| address_behind(line)),
    };
    behind.is_some_and(|rest| {
        let rest = rest.trim_ascii_start();
        rest.iter().any(u8::is_ascii_alphanumeric) && !is_movetext(rest) && !rest.starts_with(b"*")
    })
}

fn is_date(word: &[u8]) -> bool {
    word.len() == 10
        && word.iter().enumerate().all(|(at, byte)| match at {
            4 | 7 => matches!(byte, b'-' | b'/' | b'.') && *byte == word[4],
            _ => byte.is_ascii_digit(),
        })
}

/// The text after a time of two-digit fields with at least `least` colons.
fn time_behind(text: &[u8], least: usize) -> Option<&[u8]> {
    let len = text.iter().take_while(|byte| byte.is_ascii_digit() || b":.,".contains(byte)).count();
    let time = &text[..len];
    let parts = time.split(|byte| *byte == b':').count();
    let whole =
        time.split(|byte| *byte == b':').all(|part| part.len() >= 2 && part[..2].iter().all(u8::is_ascii_digit));
    (parts > least && parts < 4 && whole).then_some(&text[len..])
}

/// The text after a host's address and a blank: `127.0.0.1`.
fn address_behind(text: &[u8]) -> Option<&[u8]> {
    let len = text.iter().position(|byte| is_space(*byte))?;
    let part = |part: &[u8]| (1..4).contains(&part.len()) && part.iter().all(u8::is_ascii_digit);
    let mut parts = text[..len].split(|byte| *byte == b'.');
    (parts.clone().count() == 4 && parts.all(part)).then_some(&text[len..])
}

/// Whether the line is one of a log that begins with a level or component in letters of one case, unlike a tag's name:
/// `[ERROR] x`.
fn is_levelled(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"[") else { return false };
    let name = rest.iter().take_while(|byte| byte.is_ascii_alphabetic() || b"_-".contains(byte)).count();
    let letters = &rest[..name];
    let of_one_case =
        letters.iter().all(|b| !b.is_ascii_lowercase()) || letters.iter().all(|b| !b.is_ascii_uppercase());
    name > 1 && of_one_case && matches!(&rest[name..], [b']', b' ', next, ..] if next.is_ascii_alphanumeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn program_output_is_recognized_by_its_shape() {
        for line in [
            "\"A1, M\",\"B1\",1-0,\"1. e4 e5 2. Nf3 Nc6\"",
            "1;Carlsen;Caruana;1-0;1. e4 e5",
            "3\tCarlsen\tCaruana\t*\t1. e4",
            "1,1500,1600,1-0",
            "| C     | D     | *      |",
            "2026-11-24 00:05:59 info depth 1 score cp 20 pv e2e4 e7e5",
            "2026-11-24T00:05:59Z [main] e4",
            "[12:00:01] bestmove e2e4",
            "[12:00:01.250] bestmove e2e4",
            "127.0.0.1 - - [24/Nov/2026:00:05:58 +0000] \"GET /a.pgn HTTP/1.1\" 200 1234",
            "[ERROR] the engine died: 1-0",
            "INSERT INTO games VALUES (1, 'A', 'B', '1-0', '1. e4 e5');",
            "<moves>1. e4 e5 2. Nf3 Nc6</moves>",
        ] {
            assert!(is_record(line.as_bytes()), "{line}");
        }
        for line in [
            "1. e4 e5 2. Nf3 *",
            "1.e4,e5,2.Nf3,Nc6,Bb5 *",
            "1.\te4\te5\t2.\tNf3\tNc6",
            "e4 | e5 | Nf3 | Nc6",
            "e4;best e5;good Nf3;also",
            "2005.03.01 10:00 1. e4 e5 *",
            "12:30 1. e4 e5",
            "1,e4,e5,Nf3",
            "[White] \"Bob\"",
            "[Event \"a\",\"b\"]",
            "[Event\t\"a\tb\"]",
            "[White \t\"A, \tB \tx\"]",
            "<p>1. e4 e5</p>",
            "P-K4,P-K4,N-KB3",
            "1-0,1-0,1-0",
        ] {
            assert!(!is_record(line.as_bytes()), "{line}");
        }
    }
}
