//! Words set on lines of limited width (PGN 8.2.1).

/// Characters that a line may have at most: less than 80.
const WIDTH: usize = 79;

/// How many characters some bytes are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Characters {
    Utf8,
    /// Each byte is one, as in all encodings but UTF-8.
    Bytes,
}

impl Characters {
    pub(super) fn of(bytes: &[u8]) -> Characters {
        if std::str::from_utf8(bytes).is_ok() { Characters::Utf8 } else { Characters::Bytes }
    }
}

/// Lines on the way. Words that are joined stand on one line, however long.
pub(super) struct Wrapped<'o> {
    out: &'o mut Vec<u8>,
    line_end: &'static str,
    characters: Characters,
    /// Characters on the last line, but for the word that grows.
    column: usize,
    /// Where in `out` the word starts that grows until a space comes. What parts it from the one before stands already
    /// before it, as long as it is not empty.
    word: usize,
    /// Where in `out` a comment starts that ends the word and stands in it unbroken.
    unbroken: Option<usize>,
}

impl<'o> Wrapped<'o> {
    /// Lines that are added to `out`, at the start of a line.
    pub(super) fn new(out: &'o mut Vec<u8>, line_end: &'static str, characters: Characters) -> Wrapped<'o> {
        let word = out.len();
        Wrapped { out, line_end, characters, column: 0, word, unbroken: None }
    }

    /// Adds to the word.
    pub(super) fn join(&mut self, part: &[u8]) {
        if self.out.len() == self.word && self.column > 0 && !part.is_empty() {
            self.out.push(b' ');
            self.word += 1;
        }
        self.out.extend_from_slice(part);
    }

    /// Ends the word.
    pub(super) fn space(&mut self) {
        let length = self.length(&self.out[self.word..]);
        if length == 0 {
            return;
        }
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.out.splice(self.word - 1..self.word, self.line_end.bytes());
            self.column = length;
        } else {
            self.column += usize::from(self.column > 0) + length;
        }
        self.word = self.out.len();
        self.unbroken = None;
    }

    /// Adds the `)` of a variation to the word. A comment that fills the line to its end is broken for it.
    pub(super) fn close(&mut self) {
        if let Some(start) = self.unbroken.filter(|_| self.length(&self.out[self.word..]) >= WIDTH) {
            let comment = self.out.split_off(start);
            if start == self.word && self.column > 0 {
                // The blank before it comes with it again.
                self.out.pop();
                self.word -= 1;
            }
            self.broken(&comment);
        }
        self.join(b")");
    }

    /// Adds a text that may be broken at its blanks, but for those inside of `[…]`: a comment. It stays as it is where
    /// it fits on a line.
    pub(super) fn prose(&mut self, prose: &[u8]) {
        let fits = self.length(prose) + self.length(&self.out[self.word..]) <= WIDTH;
        if fits && !prose.iter().any(|byte| matches!(byte, b'\n' | b'\r' | b'\t')) {
            self.join(prose);
            self.unbroken = Some(self.out.len() - prose.len());
            return;
        }
        self.broken(prose);
    }

    fn broken(&mut self, prose: &[u8]) {
        self.unbroken = None;
        let commands = memchr::memchr(b'[', prose).is_some();
        let mut bracket = false;
        let mut behind = prose;
        let words = prose.split(|byte| matches!(byte, b' ' | b'\n' | b'\r' | b'\t'));
        for (n, word) in words.enumerate() {
            behind = behind.get(word.len() + 1..).unwrap_or_default();
            if word.is_empty() {
                continue;
            }
            match (n, bracket || word[0] == b'%') {
                (0, _) => {}
                // A line that begins with `%` is an escape (PGN 6).
                (_, true) => self.join(b" "),
                (_, false) => self.space(),
            }
            self.join(word);
            if commands {
                let open = memchr::memmem::rfind(word, b"[%");
                bracket = match (open, memchr::memrchr(b']', word)) {
                    (Some(open), close) if close.is_none_or(|close| close < open) => ends_in(behind),
                    (_, Some(_)) => false,
                    (_, None) => bracket,
                };
            }
        }
    }

    /// Sets a text on a line of its own.
    pub(super) fn line(&mut self, line: &[u8]) {
        self.end_line();
        self.out.extend_from_slice(line);
        self.break_line();
    }

    /// Ends the line after what has been added: a line comment needs it.
    pub(super) fn end_line(&mut self) {
        self.space();
        if self.column > 0 {
            self.break_line();
        }
    }

    fn break_line(&mut self) {
        self.out.extend_from_slice(self.line_end.as_bytes());
        self.column = 0;
        self.word = self.out.len();
    }

    fn length(&self, text: &[u8]) -> usize {
        match self.characters {
            Characters::Bytes => text.len(),
            // The bytes of a character behind its first one are not counted.
            Characters::Utf8 => text.iter().filter(|byte| **byte & 0xc0 != 0x80).count(),
        }
    }
}

/// The `]` of a command stands in what follows its `[%`, and before the next one's.
fn ends_in(behind: &[u8]) -> bool {
    let close = memchr::memchr(b']', behind);
    close.is_some_and(|close| memchr::memmem::find(&behind[..close], b"[%").is_none())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(fill: impl FnOnce(&mut Wrapped<'_>)) -> String {
        in_characters(Characters::Utf8, fill)
    }

    fn in_characters(characters: Characters, fill: impl FnOnce(&mut Wrapped<'_>)) -> String {
        let mut out = Vec::new();
        let mut lines = Wrapped::new(&mut out, "\n", characters);
        fill(&mut lines);
        lines.end_line();
        String::from_utf8(out).expect("whole characters")
    }

    fn word(lines: &mut Wrapped<'_>, word: &str) {
        lines.space();
        lines.join(word.as_bytes());
    }

    #[test]
    fn lines_have_less_than_eighty_characters() {
        let text = lines(|lines| (0..32).for_each(|_| word(lines, "Nf3+")));
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        assert_eq!(widths, [79, 79], "{text}");
    }

    #[test]
    fn a_letter_has_one_place_whatever_its_bytes() {
        let fill = |lines: &mut Wrapped<'_>| {
            word(lines, &"é".repeat(70));
            word(lines, "12345678");
        };
        assert_eq!(lines(fill).lines().count(), 1);
        assert_eq!(in_characters(Characters::Bytes, fill).lines().count(), 2);
    }

    #[test]
    fn line_ends_of_two_bytes_part_words_too() {
        let mut out = b"before".to_vec();
        let mut lines = Wrapped::new(&mut out, "\r\n", Characters::Utf8);
        for part in ["a".repeat(79), "b".repeat(80), "c".to_owned()] {
            word(&mut lines, &part);
        }
        lines.line(b"%d");
        let expected = format!("before{}\r\n{}\r\nc\r\n%d\r\n", "a".repeat(79), "b".repeat(80));
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }

    #[test]
    fn comments_break_at_blanks_and_commands_do_not() {
        let text = lines(|lines| {
            word(lines, &"x".repeat(60));
            lines.space();
            lines.prose(format!("{{{} [%clk 0:10:00] end}}", "y ".repeat(30)).as_bytes());
            lines.join(b")");
        });
        assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
        assert!(text.contains("[%clk 0:10:00] end})\n"), "{text}");
    }

    #[test]
    fn a_comment_is_broken_for_the_bracket_behind_it() {
        for width in 70..79 {
            let comment = format!("{{{} end}}", "x".repeat(width - 6));
            let text = lines(|lines| {
                word(lines, "(");
                lines.prose(comment.as_bytes());
                lines.close();
                lines.close();
            });
            assert!(text.lines().all(|line| line.chars().count() < 80), "{width}: {text}");
            assert_eq!(text.trim_end().replace('\n', " "), format!("({comment}))"));
            assert_eq!(text.lines().count(), 1 + usize::from(width + 3 > 79), "{text}");
        }
    }

    #[test]
    fn a_comment_that_fits_stays_as_it_is() {
        let text = lines(|lines| {
            word(lines, &"x".repeat(70));
            lines.space();
            lines.prose(b"{ a  b }");
            lines.space();
            lines.prose(b"{ a\n  b }");
        });
        assert_eq!(text, format!("{} {{ a  b }}\n{{ a b }}\n", "x".repeat(70)));
    }
}
