//! The border between two games of one output. A game without a terminator must not be continued by the next one, in the
//! same file or in another.

use vgn_engine::convert::{ends_in_open_comment, ends_in_terminator, last_line_end};
use vgn_engine::source::Encoding;
use vgn_engine::syntax::are_comments;
use vgn_engine::syntax::games::games;

/// The end of the output, where the next game may follow.
pub struct GameBorder {
    /// Several files go into one output.
    has_more_files: bool,
    /// The output of the last games, and what was written after them, if the next game may be read as part of them.
    written: Vec<u8>,
    /// The last game has no terminator.
    is_open: bool,
    /// The next game is the first one of another file.
    is_in_next_file: bool,
}

/// The separator of two games, or why there is none, in a sentence.
pub type GameSeparator = Result<&'static [u8], &'static str>;

/// Whether the sentence says that a comment is open.
pub fn is_open_comment(why: &str) -> bool {
    why == OPEN_COMMENT
}

const NO_END: &str = "the last game of the file before has no terminator, and this game would be read as part of it: end \
                      that game with `*`";
const OPEN_COMMENT: &str = "the last comment of the file before has no closing `}`, and this game would be read as part \
                            of it: close that comment";
const NO_END_BEFORE: &str = "the game before has no terminator, and this game would be read as part of it: end that game \
                             with `*`";

impl GameBorder {
    pub fn new(has_more_files: bool) -> GameBorder {
        GameBorder { has_more_files, written: Vec::new(), is_open: false, is_in_next_file: false }
    }

    /// Begins a further file of the same output.
    pub fn open(&mut self) {
        self.is_in_next_file = self.has_more_files;
    }

    /// Begins another output.
    pub fn clear(&mut self) {
        *self = GameBorder::new(self.has_more_files);
    }

    /// Adds output with this number of games; `is_binary`: the last one ends itself.
    pub fn pass(&mut self, output: &[u8], games: u64, is_binary: bool) {
        if games > 0 {
            self.written.clear();
            self.is_in_next_file = false;
            self.is_open = !is_binary && !ends_in_terminator(output);
        }
        if self.has_more_files || self.is_open {
            self.written.extend_from_slice(output);
        }
    }

    /// What separates the next output from the one before: an empty line if it would be read as a part of it.
    ///
    /// # Errors
    ///
    /// If an empty line would not separate them.
    pub fn separator(&self, next: &[u8]) -> GameSeparator {
        if !(self.is_in_next_file || self.is_open) || self.written.is_empty() || next.trim_ascii().is_empty() {
            return Ok(b"");
        }
        if self.is_in_next_file {
            let (mut text, mut has_game) = (Some(self.written.as_slice()), false);
            for span in games(&self.written).filter(|span| span.is_game) {
                text = span.binary.is_none().then(|| &self.written[span.range.start..]);
                has_game = true;
            }
            if text.is_some_and(|text| ends_in_open_comment(&Encoding::of(text).decode(text))) {
                return Err(OPEN_COMMENT);
            }
            if !has_game && are_comments(&self.written) {
                // Comments alone continue nothing.
                return Ok(b"");
            }
        }
        let line_end = last_line_end(&self.written).as_bytes();
        let separators: [&'static [u8]; 2] = [b"", line_end];
        let fault = if self.is_in_next_file { NO_END } else { NO_END_BEFORE };
        separators.into_iter().find(|separator| self.is_apart(separator, next)).ok_or(fault)
    }

    /// Whether a game begins with `next` after the output and the separator.
    fn is_apart(&self, separator: &[u8], next: &[u8]) -> bool {
        let joined = [&self.written, separator, next].concat();
        let text = joined.len() - next.trim_ascii_start().len();
        // Comments in between continue no game.
        let mut ends = games(&joined).map(|span| span.range.end).take_while(|end| *end <= text);
        ends.any(|end| are_comments(&joined[end..text]))
    }
}
