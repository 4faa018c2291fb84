//! Terminals: their width, the width of characters, and texts of files without the characters that steer a terminal.

use std::borrow::Cow;
use std::io::IsTerminal;

use terminal_size::{Width, terminal_size_of};
use unicode_width::UnicodeWidthChar;
use vgn_engine::source::Encoding;

/// Default number of columns.
const USUAL: usize = 120;
/// Maximum number of columns used: longer lines are hard to read.
const WIDEST: usize = 240;
/// Minimum number of columns used, however narrow the terminal is.
const NARROWEST: usize = 40;
/// Columns of a tab.
const TAB: usize = 4;
/// Indentation of a message's further lines.
const INDENT: &str = "    ";

/// The stream to which findings are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    Stdout,
    Stderr,
}

/// Columns of the terminal at a stream, else those in the variable `COLUMNS`, else [`USUAL`].
pub fn columns(stream: Stream) -> usize {
    stated_columns(stream).unwrap_or(USUAL)
}

/// Columns of the terminal at a stream, else those in the variable `COLUMNS`.
pub fn stated_columns(stream: Stream) -> Option<usize> {
    let stated = || std::env::var("COLUMNS").ok().and_then(|columns| columns.parse().ok());
    sized_columns(stream).or_else(stated).map(clamped)
}

/// Columns of the terminal at a stream; `None` if it is not a terminal.
pub fn shown_columns(stream: Stream) -> Option<usize> {
    is_terminal(stream).then(|| columns(stream))
}

/// Whether a stream is a terminal, even one of unknown width.
pub fn is_terminal(stream: Stream) -> bool {
    match stream {
        Stream::Stdout => std::io::stdout().is_terminal(),
        Stream::Stderr => std::io::stderr().is_terminal(),
    }
}

fn sized_columns(stream: Stream) -> Option<usize> {
    let size = match stream {
        Stream::Stdout => terminal_size_of(std::io::stdout()),
        Stream::Stderr => terminal_size_of(std::io::stderr()),
    };
    size.map(|(Width(columns), _)| usize::from(columns)).filter(|columns| *columns > 0)
}

fn clamped(columns: usize) -> usize {
    columns.clamp(NARROWEST, WIDEST)
}

/// A line of a message, broken between words if it is wider than `columns`. Its style is kept. A line for a program
/// (`None`) is not broken.
pub fn wrapped(line: &str, columns: Option<usize>) -> Cow<'_, str> {
    broken(line, columns, INDENT)
}

/// A list of counts, broken only after commas and colons: a number stays with its noun.
pub fn wrapped_counts(line: &str, columns: Option<usize>) -> String {
    let glued = line.replace(' ', "\u{a0}").replace(",\u{a0}", ", ").replace(":\u{a0}", ": ");
    wrapped(&glued, columns).replace('\u{a0}', " ")
}

/// A paragraph, broken in the same way, without indentation.
pub fn filled(paragraph: &str, columns: Option<usize>) -> Cow<'_, str> {
    broken(paragraph, columns, "")
}

fn broken<'a>(line: &'a str, columns: Option<usize>, indent: &str) -> Cow<'a, str> {
    let Some(columns) = columns.filter(|columns| textwrap::core::display_width(line) > *columns) else {
        return Cow::Borrowed(line);
    };
    let options = textwrap::Options::new(columns)
        .subsequent_indent(indent)
        .break_words(false)
        .word_separator(textwrap::WordSeparator::AsciiSpace)
        .word_splitter(textwrap::WordSplitter::NoHyphenation);
    Cow::Owned(textwrap::fill(line, options))
}

/// Columns that a character takes when shown.
pub fn columns_of(character: char) -> usize {
    if character == '\t' { TAB } else { character.width().unwrap_or(1) }
}

/// Columns that a text takes when shown.
pub fn width(text: &str) -> usize {
    text.chars().map(columns_of).sum()
}

/// Number of bytes of the first characters that fit into `columns`.
pub fn fitting(characters: impl Iterator<Item = char>, columns: usize) -> usize {
    let fits = characters.scan(0, |taken, character| {
        *taken += columns_of(character);
        (*taken <= columns).then(|| character.len_utf8())
    });
    fits.sum()
}

/// The text or name of a file, in one line for a terminal: characters that would steer the terminal are shown as a
/// picture of the control character, or as `�`. Every such text must pass through this function or [`visible_lines`].
pub fn visible(text: &str) -> Cow<'_, str> {
    replaced(text, |_| false)
}

/// The same for a text of many lines: line ends and tabs are kept.
pub fn visible_lines(text: &str) -> Cow<'_, str> {
    replaced(text, |character| matches!(character, '\n' | '\t'))
}

/// The bytes of whole lines of a file as text of many lines for a terminal, decoded by the encodings that fit them. A
/// Windows console accepts only UTF-8.
pub fn readable(bytes: &[u8]) -> Cow<'_, str> {
    if let Ok(text) = std::str::from_utf8(bytes) {
        return visible_lines(text);
    }
    // Games of different encodings may be mixed; a single line has one encoding.
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
    // A Windows line end is one line end, not a line feed after a visible carriage return.
    let mut characters = text.chars().peekable();
    let mut visible = String::with_capacity(text.len() + 16);
    while let Some(character) = characters.next() {
        let line_end = character == '\r' && stays('\n') && characters.peek() == Some(&'\n');
        visible.push(if line_end || stays(character) { character } else { shown(character) });
    }
    Cow::Owned(visible)
}

/// The character, or its replacement if it would steer the terminal.
pub fn shown(character: char) -> char {
    match character {
        '\0'..='\x1f' => char::from_u32(0x2400 + u32::from(character)).unwrap_or('�'),
        '\x7f' => '␡',
        // One-byte controls of ISO 8859-1, line separators, and characters that change the direction of the following
        // text.
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
    fn a_message_is_broken_between_words_for_a_terminal_alone() {
        let message = "\u{1b}[1mnone of the knights\u{1b}[0m on c6 and g8 can move to f7";
        assert_eq!(wrapped(message, None), message);
        assert_eq!(wrapped(message, Some(47)), message);
        let lines = "\u{1b}[1mnone of the knights\u{1b}[0m on c6 and g8\n    can move to f7";
        assert_eq!(wrapped(message, Some(35)), lines);
        assert_eq!(wrapped("a 王王王王王 half-move", Some(12)), "a 王王王王王\n    half-move");
        assert_eq!(wrapped_counts("12 games: 1 error, 2 hints", Some(20)), "12 games: 1 error,\n    2 hints");
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
