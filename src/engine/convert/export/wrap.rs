//! Wraps words to lines of limited width (PGN 8.2.1).

/// Maximum number of characters on a line: less than 80.
const WIDTH: usize = 79;

/// How to count the characters of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharacterWidth {
    Utf8,
    /// One per byte, as in all encodings except UTF-8.
    Bytes,
}

impl CharacterWidth {
    pub fn of(bytes: &[u8]) -> CharacterWidth {
        if std::str::from_utf8(bytes).is_ok() { CharacterWidth::Utf8 } else { CharacterWidth::Bytes }
    }
}

/// A line writer. Joined parts form one word, which is not broken.
pub struct LineWrapper<'o> {
    out: &'o mut Vec<u8>,
    line_end: &'static str,
    characters: CharacterWidth,
    /// Number of characters on the last line, without the growing word.
    column: usize,
    /// Start in `out` of the growing word, which ends at the next space. Unless the word is empty, the separator before
    /// it is already written.
    word: usize,
    /// Whether the word may contain line ends: only a comment does.
    has_lines: bool,
}

impl<'o> LineWrapper<'o> {
    /// Creates a writer that appends to `out`, at the start of a line.
    pub fn new(out: &'o mut Vec<u8>, line_end: &'static str, characters: CharacterWidth) -> LineWrapper<'o> {
        let word = out.len();
        LineWrapper { out, line_end, characters, column: 0, word, has_lines: false }
    }

    /// Appends to the word.
    pub fn join(&mut self, part: &[u8]) {
        if self.out.len() == self.word && self.column > 0 && !part.is_empty() {
            self.out.push(b' ');
            self.word += 1;
        }
        self.out.extend_from_slice(part);
    }

    /// Appends a comment, with its line ends, to the word.
    pub fn comment(&mut self, comment: &[u8]) {
        self.join(comment);
        self.has_lines = true;
    }

    /// Ends the word.
    pub fn space(&mut self) {
        let word = &self.out[self.word..];
        if word.is_empty() {
            return;
        }
        let (first, last) = self.first_and_last(word);
        let begins_line = self.column > 0 && self.column + 1 + first > WIDTH;
        if begins_line {
            match self.line_end.as_bytes() {
                [line_end] => self.out[self.word - 1] = *line_end,
                line_end => _ = self.out.splice(self.word - 1..self.word, line_end.iter().copied()),
            }
        }
        self.column = match last {
            Some(last) => last,
            None if begins_line => first,
            None => self.column + usize::from(self.column > 0) + first,
        };
        self.begin_word();
    }

    /// Appends the `)` of a variation to the word, or to the next line if the word fills its own.
    pub fn close(&mut self) {
        let (first, last) = self.first_and_last(&self.out[self.word..]);
        if last.unwrap_or(first) == WIDTH {
            self.space();
        }
        self.join(b")");
    }

    /// Writes a text on its own line.
    pub fn line(&mut self, line: &[u8]) {
        self.end_line();
        self.out.extend_from_slice(line);
        self.break_line();
    }

    /// Ends the line after the last word, as a line comment requires.
    pub fn end_line(&mut self) {
        self.space();
        if self.column > 0 {
            self.break_line();
        }
    }

    fn break_line(&mut self) {
        self.out.extend_from_slice(self.line_end.as_bytes());
        self.column = 0;
        self.begin_word();
    }

    fn begin_word(&mut self) {
        self.word = self.out.len();
        self.has_lines = false;
    }

    /// Lengths of a word's first line, and of its last one if it has several.
    fn first_and_last(&self, word: &[u8]) -> (usize, Option<usize>) {
        let first = self.has_lines.then(|| memchr::memchr2(b'\n', b'\r', word)).flatten();
        let Some(first) = first else { return (self.length(word), None) };
        let last = memchr::memrchr2(b'\n', b'\r', word).unwrap_or(first);
        (self.length(&word[..first]), Some(self.length(&word[last + 1..])))
    }

    fn length(&self, text: &[u8]) -> usize {
        match self.characters {
            CharacterWidth::Bytes => text.len(),
            CharacterWidth::Utf8 if text.is_ascii() => text.len(),
            // Continuation bytes of UTF-8 are not counted.
            CharacterWidth::Utf8 => text.iter().filter(|byte| **byte & 0xc0 != 0x80).count(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(fill: impl FnOnce(&mut LineWrapper<'_>)) -> String {
        in_characters(CharacterWidth::Utf8, fill)
    }

    fn in_characters(characters: CharacterWidth, fill: impl FnOnce(&mut LineWrapper<'_>)) -> String {
        let mut out = Vec::new();
        let mut lines = LineWrapper::new(&mut out, "\n", characters);
        fill(&mut lines);
        lines.end_line();
        String::from_utf8(out).expect("whole characters")
    }

    fn word(lines: &mut LineWrapper<'_>, word: &str) {
        lines.space();
        match word.contains('{') {
            true => lines.comment(word.as_bytes()),
            false => lines.join(word.as_bytes()),
        }
    }

    #[test]
    fn lines_have_less_than_eighty_characters() {
        let text = lines(|lines| (0..32).for_each(|_| word(lines, "Nf3+")));
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        assert_eq!(widths, [79, 79], "{text}");
    }

    #[test]
    fn a_letter_has_the_same_offset_in_every_encoding() {
        let fill = |lines: &mut LineWrapper<'_>| {
            word(lines, &"é".repeat(70));
            word(lines, "12345678");
        };
        assert_eq!(lines(fill).lines().count(), 1);
        assert_eq!(in_characters(CharacterWidth::Bytes, fill).lines().count(), 2);
    }

    #[test]
    fn line_ends_of_two_bytes_part_words_too() {
        let mut out = b"before".to_vec();
        let mut lines = LineWrapper::new(&mut out, "\r\n", CharacterWidth::Utf8);
        for part in ["a".repeat(79), "b".repeat(80), "c".to_owned()] {
            word(&mut lines, &part);
        }
        lines.line(b"%d");
        let expected = format!("before{}\r\n{}\r\nc\r\n%d\r\n", "a".repeat(79), "b".repeat(80));
        assert_eq!(String::from_utf8_lossy(&out), expected);
    }

    #[test]
    fn a_bracket_finds_its_place_behind_a_comment() {
        for (lead, width) in ["", "first\n"].into_iter().flat_map(|lead| (60..82).map(move |width| (lead, width))) {
            let comment = format!("{{{lead}{} end}}", "x".repeat(width));
            let text = lines(|lines| {
                word(lines, "(d4");
                word(lines, &comment);
                lines.close();
                lines.close();
            });
            let fits = comment.lines().all(|line| line.len() < 80);
            assert!(!fits || text.lines().all(|line| line.len() < 80), "{width}: {text}");
            assert_eq!(text.replace('\n', " ").replace(" )", ")"), format!("(d4 {comment})) ").replace('\n', " "));
            assert!(text.contains(&comment), "{text}");
        }
    }

    #[test]
    fn a_comment_is_one_word() {
        let text = lines(|lines| {
            word(lines, &"x".repeat(70));
            word(lines, "{ a  b }");
            word(lines, "{ a\n\tb }");
            word(lines, &"y".repeat(73));
            word(lines, "c");
        });
        assert_eq!(text, format!("{} {{ a  b }}\n{{ a\n\tb }} {}\nc\n", "x".repeat(70), "y".repeat(73)));
    }
}
