//! The border between the games of two files in one output. A file may end within a game, which the next file must not
//! continue.

use crate::convert::{ends_in_open_comment, last_line_end};
use crate::source::Encoding;
use crate::syntax::games::games;

/// The end of the output, where the first game of another file may follow.
pub struct FileBorder {
    /// Several files go into one output.
    has_more_files: bool,
    /// The output of the last games, and what was written after them.
    written: Vec<u8>,
    /// The next game is the first one of another file.
    is_next: bool,
}

/// The message that the last game of a file has no end.
const NO_END: &str = "the last game of the file before has no terminator, and this game would be read as part of it: end \
                      that game with `*`";
const OPEN_COMMENT: &str = "the last comment of the file before has no closing `}`, and this game would be read as part \
                            of it: close that comment";

impl FileBorder {
    pub fn new(has_more_files: bool) -> FileBorder {
        FileBorder { has_more_files, written: Vec::new(), is_next: false }
    }

    /// Begins a further file.
    pub fn open(&mut self) {
        self.is_next = self.has_more_files;
    }

    /// Adds output with this number of games.
    pub fn pass(&mut self, output: &[u8], games: u64) {
        if !self.has_more_files {
            return;
        }
        if games > 0 {
            self.written.clear();
            self.is_next = false;
        }
        self.written.extend_from_slice(output);
    }

    /// What separates the next output from that of the file before: an empty line if it would be read as a part of it.
    ///
    /// # Errors
    ///
    /// Why an empty line would not separate them, in a sentence.
    pub fn separator(&self, next: &[u8]) -> Result<&'static [u8], &'static str> {
        if !self.is_next || self.written.is_empty() || next.trim_ascii().is_empty() {
            return Ok(b"");
        }
        let last = games(&self.written).filter(|span| span.is_game && span.binary.is_none()).last();
        let text = last.map(|span| &self.written[span.range.start..]);
        if text.is_some_and(|text| ends_in_open_comment(&Encoding::of(text).decode(text))) {
            return Err(OPEN_COMMENT);
        }
        let line_end = last_line_end(&self.written).as_bytes();
        let separators: [&'static [u8]; 2] = [b"", line_end];
        separators.into_iter().find(|separator| self.is_apart(separator, next)).ok_or(NO_END)
    }

    /// Whether a game begins with `next` after the output and the separator.
    fn is_apart(&self, separator: &[u8], next: &[u8]) -> bool {
        let joined = [&self.written, separator, next].concat();
        let text = joined.len() - next.trim_ascii_start().len();
        let mut starts = games(&joined).map(|span| span.range.start).take_while(|start| *start <= text);
        let end = self.written.trim_ascii_end().len();
        starts.any(|start| start >= end)
    }
}
