//! The lines of the command line's texts, or of standard input, one at a time and of limited length.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

/// Maximum length of a line, in bytes. No position comes near; longer lines are skipped.
const LONGEST: u64 = 1 << 16;

/// One line of the input.
#[derive(Debug)]
pub struct InputLine {
    text: String,
    /// Its source: `<stdin>` or `<argument 2>`.
    pub source: Cow<'static, str>,
    /// Counted from 1.
    pub number: u64,
    /// The line was skipped.
    pub too_long: bool,
    /// More input is available, so that flushing the output can wait.
    pub more_ahead: bool,
}

impl InputLine {
    fn new(bytes: &[u8], source: Cow<'static, str>, number: u64) -> InputLine {
        let text = String::from_utf8_lossy(bytes).into_owned();
        InputLine { text, source, number, too_long: false, more_ahead: false }
    }

    /// The position, without surrounding white space.
    pub fn text(&self) -> &str {
        self.text.trim().trim_start_matches('\u{feff}')
    }

    /// The column, in characters from 1, of an offset in [`InputLine::text`], in bytes.
    pub fn column(&self, at: usize) -> u64 {
        let text = self.text();
        let before = text.as_ptr() as usize - self.text.as_ptr() as usize;
        let end = (before + at).min(self.text.len());
        self.text.char_indices().take_while(|(start, _)| *start < end).count() as u64 + 1
    }
}

/// The lines to convert.
pub struct InputLines<'a> {
    /// Arguments, each with its number from 1; none if standard input is read.
    arguments: Box<dyn Iterator<Item = InputLine> + 'a>,
    stdin: Option<StdinLines>,
}

struct StdinLines {
    reader: BufReader<Box<dyn Read>>,
    number: u64,
}

impl<'a> InputLines<'a> {
    /// Whether standard input is read.
    pub fn are_typed_or_piped(&self) -> bool {
        self.stdin.is_some()
    }

    /// The lines of these texts; of standard input, if there are none or the only one is `-`.
    pub fn new(texts: &'a [String]) -> InputLines<'a> {
        let from_stdin = texts.is_empty() || texts == ["-"];
        let stdin = from_stdin.then(|| StdinLines::new(Box::new(io::stdin())));
        let texts = if from_stdin { &[] } else { texts };
        let arguments = texts.iter().enumerate().flat_map(|(n, text)| {
            let lines = text.lines().zip(1..);
            lines.map(move |(line, number)| {
                let line = InputLine::new(line.as_bytes(), format!("<argument {}>", n + 1).into(), number);
                InputLine { more_ahead: true, ..line }
            })
        });
        InputLines { arguments: Box::new(arguments), stdin }
    }
}

impl Iterator for InputLines<'_> {
    type Item = io::Result<InputLine>;

    fn next(&mut self) -> Option<io::Result<InputLine>> {
        match &mut self.stdin {
            Some(input) => input.next().transpose(),
            None => self.arguments.next().map(Ok),
        }
    }
}

impl StdinLines {
    fn new(reader: Box<dyn Read>) -> StdinLines {
        StdinLines { reader: BufReader::with_capacity(1 << 16, reader), number: 0 }
    }

    fn next(&mut self) -> io::Result<Option<InputLine>> {
        let mut bytes = Vec::new();
        if self.reader.by_ref().take(LONGEST).read_until(b'\n', &mut bytes)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let too_long = bytes.len() as u64 == LONGEST && bytes.last() != Some(&b'\n');
        if too_long {
            self.skip_line()?;
            bytes.clear();
        }
        let line = InputLine::new(&bytes, "<stdin>".into(), self.number);
        Ok(Some(InputLine { too_long, more_ahead: !self.reader.buffer().is_empty(), ..line }))
    }

    /// Skips to the next line.
    fn skip_line(&mut self) -> io::Result<()> {
        loop {
            let buffer = self.reader.fill_buf()?;
            let (len, ended) = match memchr::memchr(b'\n', buffer) {
                Some(at) => (at + 1, true),
                None => (buffer.len(), buffer.is_empty()),
            };
            self.reader.consume(len);
            if ended {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines_of(text: &str) -> Vec<(u64, String, bool)> {
        let mut input = StdinLines::new(Box::new(io::Cursor::new(text.as_bytes().to_vec())));
        std::iter::from_fn(|| input.next().expect("it is read"))
            .map(|line| (line.number, line.text().to_owned(), line.too_long))
            .collect()
    }

    #[test]
    fn lines_end_in_either_way_and_the_last_in_none() {
        let lines = lines_of("\u{feff}a\r\n\n  b \nc");
        assert_eq!(
            lines,
            [(1, "a".into(), false), (2, String::new(), false), (3, "b".into(), false), (4, "c".into(), false)]
        );
    }

    #[test]
    fn a_line_that_is_too_long_is_read_over() {
        let lines = lines_of(&format!("a\n{}\nb\n{}", "x".repeat(1 << 20), "y".repeat(1 << 16)));
        let shown: Vec<(u64, usize, bool)> = lines.iter().map(|(n, text, long)| (*n, text.len(), *long)).collect();
        assert_eq!(shown, [(1, 1, false), (2, 0, true), (3, 1, false), (4, 0, true)]);
    }

    #[test]
    fn columns_count_characters_of_the_whole_line() {
        let line = InputLine::new("  é x".as_bytes(), "<stdin>".into(), 1);
        assert_eq!((line.column(0), line.column(2), line.column(4)), (3, 4, 6));
    }
}
