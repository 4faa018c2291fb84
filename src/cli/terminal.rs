//! What a terminal shows: its width, how wide characters are, and texts of files without the characters that steer it.

use std::borrow::Cow;

use crate::source::Encoding;
use terminal_size::{Width, terminal_size_of};
use unicode_width::UnicodeWidthChar;

/// Columns where no terminal says how many it has.
const USUAL: usize = 120;
/// Columns that are used at most: an eye does not find its way back along longer lines.
const WIDEST: usize = 240;
/// Columns that are used at least, however narrow the terminal is.
const NARROWEST: usize = 40;
/// Columns of a tab.
const TAB: usize = 4;

/// Where findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// Columns of the terminal behind a stream, else those that the variable `COLUMNS` states, else [`USUAL`].
pub fn columns(stream: Stream) -> usize {
    let size = match stream {
        Stream::Stdout => terminal_size_of(std::io::stdout()),
        Stream::Stderr => terminal_size_of(std::io::stderr()),
    };
    let stated = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    let columns = size.map(|(Width(columns), _)| usize::from(columns)).filter(|columns| *columns > 0).or_else(stated);
    columns.unwrap_or(USUAL).clamp(NARROWEST, WIDEST)
}

/// Columns that a character takes as it is shown.
pub fn columns_of(character: char) -> usize {
    if character == '\t' { TAB } else { character.width().unwrap_or(1) }
}

/// The text of a file, or its name, in one line for a terminal: what would steer the terminal is shown as a picture of
/// the control character, or as `�`. Every such text goes through here, or through [`visible_lines`].
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, |_| false)
}

/// The same for a text of many lines: line ends and tabs stay.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    replaced(text, |character| matches!(character, '\n' | '\t'))
}

/// The bytes of whole lines of a file as text of many lines for a terminal, in the encodings that fit them. A console of
/// Windows takes nothing but UTF-8.
pub fn readable(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return visible_lines(text);
    }
    // Games of different encodings may stand together; of one line all is in one.
    let other = Encoding::of(bytes);
    let lines = bytes.split_inclusive(|byte| *byte == b'\n');
    let text: String = lines
        .map(|line| match Encoding::of(line) {
            Encoding::Utf8 => Encoding::Utf8.decode(line),
            _ => other.decode(line),
        })
        .collect();
    Cow::Owned(visible_lines(&text).into_owned())
}

fn replaced(text: &str, stays: impl Fn(char) -> bool) -> Cow<'_, str> {
    let steers = |character: char| shown(character) != character && !stays(character);
    if !text.contains(steers) {
        return Cow::Borrowed(text);
    }
    // The line end of Windows is one line end, not a line feed behind a visible carriage return.
    let mut characters = text.chars().peekable();
    let mut visible = String::with_capacity(text.len() + 16);
    while let Some(character) = characters.next() {
        let line_end = character == '\r' && stays('\n') && characters.peek() == Some(&'\n');
        visible.push(if line_end || stays(character) { character } else { shown(character) });
    }
    Cow::Owned(visible)
}

/// The character, or what stands for it where it would steer the terminal.
pub fn shown(character: char) -> char {
    match character {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(character)).unwrap_or('�'),
        '\x7f' => '␡',
        // Controls of one byte in ISO 8859-1, separators of lines, and what turns the direction of the text that follows.
        '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => '�',
        _ => character,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_steers_a_terminal_is_shown() {
        assert_eq!(visible("a\x1b[31m\x07b\u{9b}2J\tc\r\n"), "a␛[31m␇b�2J␉c␍␊");
        assert_eq!(visible_lines("a\x1b\tb\r\nc\rd\n"), "a␛\tb\r\nc␍d\n");
        assert_eq!(visible("\u{202e}gnp.e4"), "�gnp.e4");
        assert!(matches!(visible("Müller ♔ 王"), Cow::Borrowed(_)));
    }

    #[test]
    fn bytes_are_readable_in_any_encoding() {
        assert_eq!(readable(b"{M\xfcller}\x1b[31m\r\n"), "{Müller}␛[31m\r\n");
        assert_eq!(readable("{Müller}\n{é}\n".as_bytes()), "{Müller}\n{é}\n");
        assert_eq!(readable(b"{M\xc3\xbcller}\n{M\xfcller}\n"), "{Müller}\n{Müller}\n");
    }

    #[test]
    fn wide_characters_take_two_columns() {
        let width = |text: &str| text.chars().map(columns_of).sum::<usize>();
        assert_eq!((width("aé♔"), width("王"), width("e\u{301}"), width("\t")), (3, 2, 1, 4));
    }

    proptest! {
        #[test]
        fn no_control_character_passes(text in any::<String>()) {
            prop_assert!(!visible(&text).contains(char::is_control));
            prop_assert_eq!(readable(text.as_bytes()), visible_lines(&text));
            let lines = visible_lines(&text).replace("\r\n", "\n");
            prop_assert!(!lines.contains(|character: char| character.is_control() && !"\n\t".contains(character)));
        }
    }
}
