//! Writes the transcript's text, with the bytes that each token represents.

use std::ops::Range;

use super::transcript_map::TranscriptToken;

/// Maximum number of characters in a line of movetext.
const WIDTH: usize = 79;

/// The text written so far.
pub(super) struct Transcript {
    pub text: String,
    pub tokens: Vec<TranscriptToken>,
    /// Bytes of the comments that the transcript spells differently, because text cannot hold them.
    pub respelt: Vec<Range<usize>>,
    line_end: &'static str,
    /// Number of characters on the last line.
    column: usize,
    /// Whether the last token is `(`, which the next token follows without a space.
    open: bool,
}

impl Transcript {
    /// Starts after the tags.
    pub(super) fn new(tags: String, line_end: &'static str) -> Transcript {
        Transcript { text: tags, tokens: Vec::new(), respelt: Vec::new(), line_end, column: 0, open: false }
    }

    /// A tag pair of the section, after the tags of the text.
    pub(super) fn tag(&mut self, tag: &str, bytes: &Range<usize>) {
        self.text.push_str(self.line_end);
        self.push(tag, bytes);
        self.column = 0;
    }

    /// The empty line between the tags and the movetext.
    pub(super) fn end_tags(&mut self) {
        self.text.extend([self.line_end, self.line_end]);
        self.column = 0;
    }

    /// A token that represents no bytes.
    pub(super) fn word(&mut self, word: &str) {
        let length = word.chars().count();
        if std::mem::take(&mut self.open) {
            // No space after the parenthesis.
        } else if self.column > 0 && self.column + 1 + length > WIDTH {
            self.new_line();
        } else if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(word);
        self.column = match word.rfind(['\n', '\r']) {
            Some(line_end) => word[line_end..].chars().count(),
            None => self.column + length,
        };
    }

    /// A token that represents bytes of the section.
    pub(super) fn token(&mut self, token: &str, bytes: &Range<usize>) {
        self.word(token);
        self.record(token.len(), bytes);
    }

    pub(super) fn open(&mut self, bytes: &Range<usize>) {
        self.token("(", bytes);
        self.open = true;
    }

    pub(super) fn close(&mut self, bytes: &Range<usize>) {
        self.open = false;
        self.push(")", bytes);
        self.column += 1;
    }

    /// A token that extends to the end of its line.
    pub(super) fn token_to_line_end(&mut self, token: &str, bytes: &Range<usize>) {
        self.token(token, bytes);
        self.new_line();
    }

    /// A line of its own.
    pub(super) fn line(&mut self, line: &str, bytes: &Range<usize>) {
        self.open = false;
        if self.column > 0 {
            self.new_line();
        }
        self.token_to_line_end(line, bytes);
    }

    fn push(&mut self, text: &str, bytes: &Range<usize>) {
        self.text.push_str(text);
        self.record(text.len(), bytes);
    }

    /// Records the bytes that the last `len` bytes of text represent.
    fn record(&mut self, len: usize, bytes: &Range<usize>) {
        let end = self.text.len() as u32;
        let token = TranscriptToken { text: end - len as u32..end, bytes: bytes.start as u32..bytes.end as u32 };
        self.tokens.push(token);
    }

    fn new_line(&mut self) {
        self.text.push_str(self.line_end);
        self.column = 0;
    }
}
