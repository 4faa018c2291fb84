//! Words set on lines of limited width (PGN 8.2.1).

/// Characters that a line may have at most: less than 80.
const WIDTH: usize = 79;

/// Lines on the way. Words that are joined stand on one line, however long.
pub(super) struct Wrapped {
    text: String,
    line_end: &'static str,
    /// Characters on the last line.
    column: usize,
    /// The word that grows until a space comes.
    word: String,
}

impl Wrapped {
    pub(super) fn new(line_end: &'static str) -> Wrapped {
        Wrapped { text: String::new(), line_end, column: 0, word: String::new() }
    }

    /// Adds to the word.
    pub(super) fn join(&mut self, part: &str) {
        self.word.push_str(part);
    }

    /// Ends the word.
    pub(super) fn space(&mut self) {
        if self.word.is_empty() {
            return;
        }
        let length = self.word.chars().count();
        if self.column > 0 && self.column + 1 + length > WIDTH {
            self.break_line();
        }
        if self.column > 0 {
            self.text.push(' ');
            self.column += 1;
        }
        self.text.push_str(&self.word);
        self.word.clear();
        self.column += length;
    }

    /// Adds a text that may be broken at its blanks, but for those inside of `[…]`: a comment. It stays as it is where
    /// it fits on a line.
    pub(super) fn prose(&mut self, prose: &str) {
        if !prose.contains(['\n', '\r', '\t']) && prose.chars().count() + self.word.chars().count() <= WIDTH {
            return self.join(prose);
        }
        let mut bracket = false;
        for (n, word) in prose.split([' ', '\n', '\r', '\t']).filter(|word| !word.is_empty()).enumerate() {
            match (n, bracket) {
                (0, _) => {}
                (_, true) => self.join(" "),
                (_, false) => self.space(),
            }
            self.join(word);
            bracket = match (word.rfind("[%"), word.rfind(']')) {
                (Some(open), close) => close.is_none_or(|close| close < open),
                (None, Some(_)) => false,
                (None, None) => bracket,
            };
        }
    }

    /// Sets a text on a line of its own.
    pub(super) fn line(&mut self, line: &str) {
        self.space();
        if self.column > 0 {
            self.break_line();
        }
        self.text.push_str(line);
        self.break_line();
    }

    /// Ends the line after what has been added: a line comment needs it.
    pub(super) fn end_line(&mut self) {
        self.space();
        if self.column > 0 {
            self.break_line();
        }
    }

    /// The lines, each with its end.
    pub(super) fn finish(mut self) -> String {
        self.end_line();
        self.text
    }

    fn break_line(&mut self) {
        self.text.push_str(self.line_end);
        self.column = 0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_less_than_eighty_characters() {
        let mut lines = Wrapped::new("\n");
        for _ in 0..32 {
            lines.space();
            lines.join("Nf3+");
        }
        let text = lines.finish();
        let widths: Vec<usize> = text.lines().map(|line| line.chars().count()).collect();
        assert_eq!(widths, [79, 79], "{text}");
    }

    #[test]
    fn comments_break_at_blanks_and_commands_do_not() {
        let mut lines = Wrapped::new("\n");
        lines.join(&"x".repeat(60));
        lines.space();
        lines.prose(&format!("{{{} [%clk 0:10:00] end}}", "y ".repeat(30)));
        lines.join(")");
        let text = lines.finish();
        assert!(text.lines().all(|line| line.chars().count() < 80), "{text}");
        assert!(text.contains("[%clk 0:10:00] end})\n"), "{text}");
    }

    #[test]
    fn a_comment_that_fits_stays_as_it_is() {
        let mut lines = Wrapped::new("\n");
        lines.join(&"x".repeat(70));
        lines.space();
        lines.prose("{ a  b }");
        lines.space();
        lines.prose("{ a\n  b }");
        assert_eq!(lines.finish(), format!("{} {{ a  b }}\n{{ a b }}\n", "x".repeat(70)));
    }
}
