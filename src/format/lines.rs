//! Breaks words into lines of limited width (PGN 8.2.1).

use std::ops::Range;

/// Minimum separation between a word and the one before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Gap {
    /// The word continues.
    None,
    /// A blank, or a line end if the line is full.
    Blank,
    Line,
    EmptyLine,
}

/// A span of the source that was copied unchanged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CopiedSpan {
    pub source: Range<u32>,
    /// Its offset in the output, in bytes.
    pub at: u32,
}

/// The lines written so far.
pub(super) struct LineFiller {
    pub out: String,
    /// `None` if edits are not needed.
    pub copies: Option<Vec<CopiedSpan>>,
    line_end: &'static str,
    width: usize,
    /// Characters on the last line, without the current word.
    column: usize,
    /// Start of the current word, and index of its first copied span.
    word: usize,
    first_copy: usize,
    /// The line end that may replace the blank before the current word.
    may_break: Option<&'static str>,
    indent: usize,
}

impl LineFiller {
    pub(super) fn new(line_end: &'static str, width: usize, capacity: usize, tracks_copies: bool) -> LineFiller {
        LineFiller {
            out: String::with_capacity(capacity),
            copies: tracks_copies.then(Vec::new),
            line_end,
            width,
            column: 0,
            word: 0,
            first_copy: 0,
            may_break: None,
            indent: 0,
        }
    }

    /// Sets the line end that is used from here on.
    pub(super) fn set_line_end(&mut self, line_end: &'static str) {
        self.line_end = line_end;
    }

    /// Ends the current word and starts another one after the gap. `indent`: blanks before the next word if it begins a
    /// line.
    pub(super) fn part(&mut self, gap: Gap, indent: usize) {
        if gap == Gap::None {
            return;
        }
        self.end_word();
        self.indent = indent;
        match gap {
            Gap::None => {}
            Gap::Blank if self.is_at_line_start() => self.begin_line(),
            Gap::Blank => {
                self.out.push(' ');
                self.may_break = Some(self.line_end);
            }
            Gap::Line | Gap::EmptyLine => {
                if !self.is_at_line_start() {
                    self.push_line_end();
                }
                if gap == Gap::EmptyLine && !self.out.is_empty() && super::empty_lines_at_end(self.out.as_bytes()) == 0
                {
                    self.push_line_end();
                }
                self.begin_line();
            }
        }
        self.begin_word();
    }

    fn push_line_end(&mut self) {
        let is_behind_return = self.out.ends_with('\r');
        self.out.push_str(if is_behind_return { behind_return(self.line_end) } else { self.line_end });
    }

    fn begin_word(&mut self) {
        self.word = self.out.len();
        self.first_copy = self.copies.as_ref().map_or(0, Vec::len);
    }

    /// Appends the source's text at `source` to the current word.
    pub(super) fn copy(&mut self, text: &str, source: Range<u32>) {
        self.out.push_str(super::tokens::slice(text, &source));
        if let Some(copies) = &mut self.copies {
            let at = self.out.len() - source.len();
            copies.push(CopiedSpan { source, at: at as u32 });
        }
    }

    /// Appends to the current word.
    pub(super) fn push(&mut self, part: &str) {
        self.out.push_str(part);
    }

    /// The current word fills its line, so that a `)` after it would exceed the width.
    pub(super) fn has_no_room(&self) -> bool {
        let word = &self.out.as_bytes()[self.word..];
        let last = match memchr::memrchr2(b'\n', b'\r', word) {
            Some(line_end) => characters(&word[line_end + 1..]),
            None => self.indent + characters(word),
        };
        last == self.width
    }

    /// Appends whole lines, including the last line end if there is one.
    pub(super) fn whole(&mut self, text: &str, source: Range<u32>) {
        self.part(Gap::Line, 0);
        self.copy(text, source);
        self.begin_word();
        self.column = if self.is_at_line_start() { 0 } else { self.width };
    }

    /// Ends the current word.
    pub(super) fn end_word(&mut self) {
        let word = &self.out.as_bytes()[self.word..];
        if word.is_empty() {
            return;
        }
        let is_line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        // Most words have a few bytes, for which a search costs more than a look at each.
        let first = match word.len() {
            ..=SHORT => word.iter().position(is_line_end),
            _ => memchr::memchr2(b'\n', b'\r', word),
        };
        let goes_on = first.is_some();
        let length = characters(&word[..first.unwrap_or(word.len())]);
        if let Some(line_end) = self.may_break.take() {
            if self.column + 1 + length > self.width {
                let indented;
                let line_end = match self.indent {
                    0 => line_end,
                    indent => {
                        indented = format!("{line_end}{}", " ".repeat(indent));
                        &indented
                    }
                };
                self.out.replace_range(self.word - 1..self.word, line_end);
                for span in self.copies.iter_mut().flat_map(|copies| &mut copies[self.first_copy..]) {
                    span.at += line_end.len() as u32 - 1;
                }
                self.column = self.indent;
            } else {
                self.column += 1;
            }
        }
        self.column = match goes_on {
            false => self.column + length,
            true => {
                let out = self.out.as_bytes();
                characters(&out[memchr::memrchr2(b'\n', b'\r', out).map_or(0, |end| end + 1)..])
            }
        };
        self.begin_word();
    }

    pub(super) fn is_at_line_start(&self) -> bool {
        matches!(self.out.as_bytes().last(), None | Some(b'\n' | b'\r')) || self.out == "\u{feff}"
    }

    fn begin_line(&mut self) {
        self.out.extend(std::iter::repeat_n(' ', self.indent));
        (self.column, self.may_break) = (self.indent, None);
    }
}

/// Number of bytes of a short word.
const SHORT: usize = 8;

/// The number of characters in a text; UTF-8 continuation bytes do not count.
fn characters(text: &[u8]) -> usize {
    if text.is_ascii() {
        return text.len();
    }
    text.iter().filter(|byte| **byte & 0xc0 != 0x80).count()
}

/// The line end to write after a CR so that the two do not merge.
pub(super) fn behind_return(line_end: &'static str) -> &'static str {
    if line_end == "\n" { "\r" } else { line_end }
}

/// Whether a text with this line end has others too.
pub(super) fn is_mixed(text: &str, line_end: &str) -> bool {
    let feeds = memchr::memchr_iter(b'\n', text.as_bytes()).count();
    let returns = memchr::memchr_iter(b'\r', text.as_bytes()).count();
    match line_end {
        "\r\n" => feeds != returns,
        "\r" => feeds > 0,
        _ => returns > 0,
    }
}
