//! Classifies words of the movetext by their shape alone: possible moves, terminators, stray text.

use std::borrow::Cow;

use super::misspelt_moves::attempt;
use super::results::nearest_terminator;

/// The class of a run of word characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum WordClass {
    /// One of `1-0`, `0-1`, `1/2-1/2` (rule C1).
    Terminator,
    /// A misspelt terminator: `1/2`, `1-O`.
    NearTerminator,
    /// A board, or text meant as one: ranks between slashes (rule C8).
    Board,
    /// The shape of a move in some notation: it shows that the movetext has begun.
    Move,
    /// In a move's place but unreadable as one: incomplete, misspelt, or with a homoglyph.
    Attempt,
    /// Text of no notation (rule C6).
    Stray,
}

/// Maximum length of a move without spaces, in bytes.
const LONGEST_MOVE: usize = 20;

/// Whether the word is one of the terminators except `*` (rule C1).
#[inline]
pub fn is_terminator(word: &[u8]) -> bool {
    matches!(word, b"1-0" | b"0-1" | b"1/2-1/2")
}

/// Whether the suffix is `e.p.` in any of its forms rather than a glyph of `!` and `?`.
pub fn is_en_passant_suffix(suffix: &str) -> bool {
    suffix.starts_with(['e', 'E'])
}

/// Whether the word is a misspelt terminator.
#[inline]
pub(super) fn is_near_terminator(word: &[u8]) -> bool {
    matches!(word, [b'0' | b'1' | b'O' | b'o' | b'l' | 0xbd | 0xc2 | 0xc3, ..])
        && word.len() < 20
        && match std::str::from_utf8(word) {
            Ok(word) => nearest_terminator(word).is_some(),
            Err(_) => is_near_in_latin(word),
        }
}

/// Same as [`is_near_terminator`] for a word in Windows-1252, with its half and its dashes.
#[cold]
fn is_near_in_latin(word: &[u8]) -> bool {
    let of_byte = |byte: &u8| match byte {
        0xbd => '\u{bd}',
        0x96 => '\u{2013}',
        0x97 => '\u{2014}',
        byte => char::from(*byte),
    };
    nearest_terminator(&word.iter().map(of_byte).collect::<String>()).is_some()
}

/// Whether the word is a plain move, like nearly all words of a game: an English piece letter, files, ranks and the
/// usual signs.
#[inline]
pub(super) fn is_plain_move(word: &[u8]) -> bool {
    let rest = match word {
        [b'K' | b'Q' | b'R' | b'B' | b'N', rest @ ..] => rest,
        [b'a'..=b'h', ..] => word,
        _ => return false,
    };
    if !(2..=8).contains(&rest.len()) {
        return false;
    }
    let (mut kinds, mut square, mut before) = (0, 0, 0);
    for &byte in rest {
        let kind = PLAIN[usize::from(byte)];
        kinds |= kind;
        // A rank after a file.
        square |= before & (kind >> 1);
        before = kind;
    }
    square & FILE != 0 && kinds & FOREIGN == 0
}

/// Bit classes of the bytes of plain moves; a rank's bit is twice a file's.
static PLAIN: [u8; 256] = {
    let mut table = [FOREIGN; 256];
    let mut byte = 0;
    while byte < 256 {
        match byte as u8 {
            b'a'..=b'h' => table[byte] = FILE,
            b'1'..=b'8' => table[byte] = RANK,
            b'x' | b'=' | b'+' | b'#' | b'-' | b'Q' | b'R' | b'B' | b'N' => table[byte] = 0,
            _ => {}
        }
        byte += 1;
    }
    table
};
const FILE: u8 = 1;
const RANK: u8 = 2;
const FOREIGN: u8 = 8;

/// Classifies a run of word characters.
pub(super) fn classify(word: &[u8]) -> WordClass {
    if is_plain_move(word) {
        return WordClass::Move;
    }
    match word {
        _ if is_terminator(word) => return WordClass::Terminator,
        b"O-O" | b"O-O-O" | b"0-0" | b"0-0-0" | b"o-o" | b"o-o-o" | b"--" | b"Z0" | b"0000" | b"@@@@" => {
            return WordClass::Move;
        }
        _ if is_near_terminator(word) => return WordClass::NearTerminator,
        _ => {}
    }
    let slashes = word.iter().filter(|&&b| b == b'/').count();
    if slashes >= 2 && slashes < word.len() && word.iter().all(|&b| is_board_byte(b)) {
        return WordClass::Board;
    }
    if word.len() > LONGEST_MOVE {
        return WordClass::Stray;
    }
    let rest = match word {
        [b'O' | b'0' | b'o' | b'K' | b'k' | b'Q' | b'q', ..] if is_castling(word) => return WordClass::Move,
        [b'a'..=b'h' | b'A'..=b'H', b'0'..=b'9', ..] => word,
        [first, rest @ ..] if first.is_ascii_alphabetic() && !matches!(first, b'a'..=b'h') => rest,
        [first, ..] if *first >= 0x80 => &word[word.iter().position(|b| b.is_ascii()).unwrap_or(word.len())..],
        _ => word,
    };
    let rest = without_en_passant(without_parentheses(rest));
    let has_shape = |text: &[u8]| text.iter().all(|&b| is_move_byte(b)) && text.windows(2).any(is_square);
    if has_shape(rest) || without_promotion(rest).is_some_and(has_shape) {
        return WordClass::Move;
    }
    if word.iter().all(|&b| is_move_byte(b) || b == b'O') && looks_begun(word) {
        return WordClass::Attempt;
    }
    attempt(word).unwrap_or(WordClass::Stray)
}

/// The text before a check mark or mate mark.
pub(super) fn without_mark(word: &[u8]) -> &[u8] {
    word.strip_suffix(b"+").or_else(|| word.strip_suffix(b"#")).unwrap_or(word)
}

/// The text before a promotion in parentheses: `e8(Q)`, `e8=(Q)+`.
fn without_parentheses(word: &[u8]) -> &[u8] {
    match without_mark(word) {
        [before @ .., b'(', _, b')'] => before.strip_suffix(b"=").unwrap_or(before),
        _ => word,
    }
}

/// The text before `e.p.`; a check mark may precede or follow it.
fn without_en_passant(word: &[u8]) -> &[u8] {
    let bare = without_mark(word);
    let suffixes = [&b"e.p."[..], b"e.p", b"E.P.", b"E.P"];
    let before = suffixes.into_iter().find_map(|suffix| bare.strip_suffix(suffix)).unwrap_or(word);
    before.strip_suffix(b"/").unwrap_or(before)
}

/// Whether a digit, a leading piece letter or a capture distinguishes a word of such letters from prose.
fn looks_begun(word: &[u8]) -> bool {
    let piece = matches!(word, [b'K' | b'Q' | b'R' | b'B' | b'N' | b'P' | b'O', ..]);
    word.iter().any(u8::is_ascii_digit)
        || matches!(word, [b'a'..=b'h'] | [b'a'..=b'h', b'x'] | [b'a'..=b'h', b'x', b'a'..=b'h'])
        || (piece && !word[1..].iter().any(|b| b.is_ascii_lowercase() && !matches!(b, b'a'..=b'h' | b'x')))
}

/// Whether the word is a castling with marks, or in FCN: `O-O+`, `0-0-0#`, `KC+#`.
fn is_castling(word: &[u8]) -> bool {
    let bare = word.iter().rposition(|b| !matches!(b, b'+' | b'#')).map_or(&word[..0], |n| &word[..=n]);
    matches!(bare, b"O-O" | b"O-O-O" | b"0-0" | b"0-0-0" | b"o-o" | b"o-o-o")
        || (bare.eq_ignore_ascii_case(b"KC") || bare.eq_ignore_ascii_case(b"QC"))
}

/// The text before a promotion to a piece with any letter: `a1=V`, `e8=Ф+`, `exd8T`.
fn without_promotion(word: &[u8]) -> Option<&[u8]> {
    let end = word.iter().rposition(|b| !matches!(b, b'+' | b'#'))? + 1;
    let letter = word[..end].iter().rposition(|b| b.is_ascii()).map_or(0, |at| at + 1);
    let square = match word[..end] {
        [.., last] if last.is_ascii_uppercase() => &word[..end - 1],
        _ if (1..=4).contains(&(end - letter)) => &word[..letter],
        _ => return None,
    };
    let square = square.strip_suffix(b"=").unwrap_or(square);
    matches!(square, [.., b'a'..=b'h', b'1' | b'8']).then_some(square)
}

fn is_board_byte(byte: u8) -> bool {
    byte == b'/' || byte == b'~' || byte.is_ascii_alphanumeric()
}

fn is_square(pair: &[u8]) -> bool {
    matches!(pair, [b'a'..=b'h' | b'A'..=b'H', b'1'..=b'8'])
}

fn is_move_byte(byte: u8) -> bool {
    matches!(byte,
        b'a'..=b'h' | b'A'..=b'H' | b'0'..=b'9' | b'x' | b'X' | b':' | b'-' | b'=' | b'+' | b'#' | b'/' | b'@'
        | b'K' | b'Q' | b'R' | b'N' | b'P' | b'k' | b'q' | b'r' | b'n' | b'p')
}

/// Dashes that word processors write for a hyphen.
const DASHES: [char; 5] = ['\u{2010}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2212}'];

/// The text with hyphens for dashes.
pub(super) fn with_hyphens(text: &str) -> Cow<'_, str> {
    if text.contains(DASHES) { Cow::Owned(text.replace(DASHES, "-")) } else { Cow::Borrowed(text) }
}

/// The castling that a word with other dashes stands for: `0–0`, `O—O—O`.
pub fn nearest_castling(text: &str) -> Option<&'static str> {
    let plain = with_hyphens(text).replace(['0', 'o', '\u{d8}', '\u{f8}', '\u{2205}'], "O");
    // A key beside that of `O`.
    let plain = plain.replacen(['I', 'P'], "O", 1);
    match plain.as_str() {
        "O-O" if plain != text => Some("O-O"),
        "O-O-O" if plain != text => Some("O-O-O"),
        // A hyphen is missing, or one place from where it belongs.
        "OO" | "-OO" | "OO-" => Some("O-O"),
        "OOO" | "OO-O" | "O-OO" | "-OO-O" | "O-OO-" | "OO--O" | "O--OO" => Some("O-O-O"),
        _ => None,
    }
}

/// Whether the byte belongs to a word rather than ending it.
pub(super) const fn is_word_byte(byte: u8) -> bool {
    !matches!(
        byte,
        b' ' | b'\t'
            | b'\n'
            | b'\r'
            | 0x0b
            | 0x0c
            | b'['
            | b']'
            | b'('
            | b')'
            | b'{'
            | b'}'
            | b';'
            | b'$'
            | b'*'
            | b'!'
            | b'?'
            | b'.'
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminators_are_misspelt_alike_in_any_encoding() {
        for (text, near) in [
            ("\u{bd}-\u{bd}", true),
            ("\u{bd}", true),
            ("\u{bd}\u{2013}\u{bd}", true),
            ("1\u{2013}0", true),
            ("0\u{2014}1", true),
            ("1/2\u{2013}1/2", true),
            ("1\u{2014}2", false),
            ("\u{bd}1", false),
            ("O\u{e9}", false),
        ] {
            let windows_1252 = |text: &str| -> Vec<u8> {
                text.chars()
                    .map(|c| match c {
                        '\u{2013}' => 0x96,
                        '\u{2014}' => 0x97,
                        c => c as u8,
                    })
                    .collect()
            };
            // UTF-8 in a game whose other letters are in Windows-1252.
            let of_byte = |byte: u8| match byte {
                0x80 => '\u{20ac}',
                0x93 => '\u{201c}',
                0x94 => '\u{201d}',
                byte => char::from(byte),
            };
            let read_as_latin: String = text.bytes().map(of_byte).collect();
            assert_eq!(is_near_terminator(text.as_bytes()), near, "{text}");
            assert_eq!(is_near_terminator(&windows_1252(text)), near, "{text}");
            assert_eq!(is_near_terminator(read_as_latin.as_bytes()), near, "{text}");
            assert_eq!(nearest_terminator(text), nearest_terminator(&read_as_latin), "{text}");
        }
    }

    #[test]
    fn words_are_classified_by_shape() {
        let moves = "e4 Nf3 exd5 Ngxf3 O-O O-O-O+ 0-0 e8=Q+ e7e8q Pe2-e4 Pa7-b8xR=Q+# KC QC+# Sf3 Cf3 ♘f3 Фd1 N@f3 @e4 \
                     Z0 -- 0000 e2-e4 Rh6: gh6+ bxc3 Kb1 A2A4 a1=V e8=Ф+ exd8T d8=L# exd6e.p. gxf6ep exd6e.p.+ exd6+e.p. e5xf6e.p.";
        for word in moves.split_whitespace() {
            assert_eq!(classify(word.as_bytes()), WordClass::Move, "{word}");
        }
        for word in "N Nf Nf9 e e9 Qx exd 0-0-".split_whitespace() {
            assert_eq!(classify(word.as_bytes()), WordClass::Attempt, "{word}");
        }
        for word in "hello <b> The \" = - +- -+ and bed".split_whitespace() {
            assert_eq!(classify(word.as_bytes()), WordClass::Stray, "{word}");
        }
        for word in "1/2 ½-½ 1-O 0:1".split_whitespace() {
            assert_eq!(classify(word.as_bytes()), WordClass::NearTerminator, "{word}");
        }
    }
}
