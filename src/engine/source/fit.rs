//! Selects the one-byte encoding with the most plausible words for bytes that are not UTF-8 (rule A3).
//!
//! PGN's character set is ISO 8859-1, in practice mostly Windows-1252; but old programs wrote the OEM code pages 437
//! and 850, where `Br\x81ssel` is Brüssel. Each non-ASCII character is scored by its two neighbours: a letter that
//! continues a word counts for an encoding, a symbol inside a word against it.

use super::Encoding;
use super::encoding::in_table;

/// Letters that are rare in files in the code pages.
const RARE: &str = "þÞðÐõÕãÃýÝÆ";

/// The best fit; ties go to Windows-1252, then to code page 437.
pub(super) fn best(bytes: &[u8]) -> Encoding {
    let mut best = (Encoding::Latin1, score(bytes, Encoding::Latin1));
    for encoding in [Encoding::Cp437, Encoding::Cp850] {
        let score = score(bytes, encoding);
        if score > best.1 {
            best = (encoding, score);
        }
    }
    best.0
}

/// Number of letters outside ASCII in a row that no language with a Latin alphabet has.
const FOREIGN: usize = 3;

/// Whether no word of the decoded bytes has a symbol inside or such a row of letters, and none of the bytes are UTF-8.
pub(super) fn is_plausible(bytes: &[u8], encoding: Encoding) -> bool {
    let Some(table) = encoding.table() else { return true };
    let at = |index: usize| bytes.get(index).map_or(' ', |&byte| in_table(table, byte));
    let are_outside = |row: &[u8]| row.iter().all(|&byte| !byte.is_ascii() && is_letter(in_table(table, byte)));
    // Nor is a word of such letters alone, unless it is a single one.
    let is_part = |byte: &u8| byte.is_ascii_alphabetic() || !byte.is_ascii();
    let mut outside = (1..bytes.len()).filter(|&index| !bytes[index].is_ascii());
    !bytes.utf8_chunks().any(|chunk| !chunk.valid().is_ascii())
        && !bytes.windows(FOREIGN).any(are_outside)
        && !bytes.split(|byte| !is_part(byte)).any(|word| word.len() > 1 && are_outside(word))
        && !outside.any(|index| judge(at(index - 1), at(index), at(index + 1), true) < -2)
}

fn score(bytes: &[u8], encoding: Encoding) -> i64 {
    let Some(table) = encoding.table() else { return i64::MIN };
    let at = |index: usize| bytes.get(index).map_or(' ', |&byte| in_table(table, byte));
    let quotes = |quote: char| {
        let byte = table.iter().position(|&character| character == quote).unwrap_or_default() as u8 | 0x80;
        memchr::memchr_iter(byte, bytes).count()
    };
    // The byte of « is ½ in the code pages, where it has no counterpart.
    let paired = quotes('«') == quotes('»');
    (0..bytes.len())
        .filter(|&index| !bytes[index].is_ascii())
        .map(|index| {
            let before = if index == 0 { ' ' } else { at(index - 1) };
            let plausibility = judge(before, at(index), at(index + 1), paired);
            // Their bytes are frequent in Windows-1252: `François` would be `Franþois`, and `O’Kelly` `OÆKelly`.
            let is_rare = encoding != Encoding::Latin1 && plausibility > 0 && RARE.contains(at(index));
            plausibility - i64::from(is_rare)
        })
        .sum()
}

/// Plausibility of `middle` between its neighbours, from -4 to 2. `paired`: the numbers of « and » are equal.
fn judge(before: char, middle: char, after: char, paired: bool) -> i64 {
    let (joined_before, joined_after) = (is_letter(before), is_letter(after));
    let inside = joined_before && joined_after;
    match middle {
        _ if is_letter(middle) && before.is_numeric() && after.is_numeric() => -2,
        _ if is_letter(middle) && before.is_numeric() => 0,
        _ if is_letter(middle) => match (joined_before, joined_after) {
            (false, false) => 0,
            // A capital does not follow a lower-case letter, nor is it the second of a word's two capitals, nor does a
            // lower-case initial precede a capital.
            (true, _) if middle.is_uppercase() && (before.is_lowercase() || after.is_lowercase()) => -2,
            (false, true) if middle.is_lowercase() && after.is_uppercase() => -1,
            _ => 2,
        },
        '\u{80}'..='\u{9f}' => -4,
        '’' if inside => 1,
        '‘' | '“' | '‚' | '„' if !joined_before && !after.is_whitespace() => 2,
        '’' | '”' | '…' if !before.is_whitespace() && !joined_after => 2,
        '‘' | '“' | '‚' | '„' | '’' | '”' | '…' => -2,
        // Guillemets open and close in either order, with or without blanks inside.
        '«' | '»' if paired && !inside => 2,
        '«' | '»' if !inside && !is_in_number(before, after) => 0,
        '½' if is_in_number(before, after) => 0,
        '½' => -2,
        '─' if before.is_numeric() && after.is_numeric() => 0,
        '–' | '—' if inside => 0,
        '–' | '—' => 1,
        // It separates words from numbers and signs more often than from words.
        '\u{a0}' if inside => -2,
        '\u{a0}' if before.is_numeric() || "«.:–—-".contains(before) || "»!?:;%–—-".contains(after) => 2,
        '¡' | '¿' if !joined_before && joined_after => 1,
        'º' | 'ª' if before.is_numeric() => 0,
        _ if inside => -3,
        // Signs that occur in chess notes: half a point, evaluations, paragraphs.
        '±' | '°' | '×' | '÷' | '§' | '£' | '€' | '¼' | '¾' | '·' | '\u{a0}' => 0,
        '¤' | '¶' | '©' | '®' | 'µ' | '†' | '•' | '™' => 0,
        _ => -2,
    }
}

/// Whether the character between these two can be part of a score: `2½`, `½-½`.
fn is_in_number(before: char, after: char) -> bool {
    let parts_points = |character: char| matches!(character, '-' | '–' | '─' | ':' | '/' | '=');
    let beside = before.is_ascii_digit() || parts_points(before) || parts_points(after);
    beside && !is_letter(before) && !is_letter(after)
}

/// Whether it is a letter of a Latin alphabet; the code pages' Greek letters are mathematical symbols.
fn is_letter(character: char) -> bool {
    character.is_alphabetic() && character < '\u{250}' && !matches!(character, 'ª' | 'º' | 'µ' | 'ƒ')
}
