//! Re-wraps movetext whose line breaks are arbitrary.

use std::ops::Range;

use crate::lint::line_end_of;
use crate::replay::shape_of;
use crate::syntax::{Node, Sink, SyntaxError, Token, parse};

/// Maximum number of characters on a line with more than one token.
const WIDTH: usize = 79;

/// The game with its movetext on lines of less than 80 characters: for transcripts, whose line breaks suit the tokens
/// of another notation. Only white space between tokens changes.
pub(super) fn rewrap(text: &str) -> String {
    let mut tokens = MovetextTokens::default();
    parse::<dyn Sink>(text, &shape_of, &mut tokens);
    let Some(first) = tokens.0.iter().position(|(token, _)| *token != Token::Space) else { return text.to_owned() };
    let line_end = line_end_of(text);
    let mut lines = LineBreaker { text: text[..tokens.0[first].1.start as usize].to_owned(), line_end, column: 0 };
    let mut apart = false;
    for (token, range) in &tokens.0[first..] {
        let written = &text[range.start as usize..range.end as usize];
        match token {
            Token::Space => apart = true,
            Token::Escape => {
                lines.end();
                lines.push(written);
                lines.end();
                apart = false;
            }
            _ => {
                lines.token(written, apart);
                if *token == Token::LineComment {
                    lines.end();
                }
                apart = false;
            }
        }
    }
    let body = lines.text.trim_end().len();
    lines.text.truncate(body);
    lines.text + &text[text.trim_end().len()..]
}

/// The tokens after the tags.
#[derive(Default)]
struct MovetextTokens(Vec<(Token, Range<u32>)>);

impl Sink for MovetextTokens {
    fn start(&mut self, _: Node) {}
    fn token(&mut self, token: Token, range: Range<u32>) {
        match token {
            Token::TagClose => self.0.clear(),
            _ => self.0.push((token, range)),
        }
    }
    fn finish(&mut self, _: Node) {}
    fn error(&mut self, _: SyntaxError) {}
}

struct LineBreaker {
    text: String,
    line_end: &'static str,
    /// Number of characters on the last line.
    column: usize,
}

impl LineBreaker {
    fn token(&mut self, token: &str, apart: bool) {
        let length = token.chars().count();
        if apart && self.column > 0 {
            if self.column + 1 + length > WIDTH {
                self.end();
            } else {
                self.push(" ");
            }
        }
        self.push(token);
    }

    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.column = match text.rfind(['\n', '\r']) {
            Some(line_end) => text[line_end..].chars().count() - 1,
            None => self.column + text.chars().count(),
        };
    }

    fn end(&mut self) {
        if self.column > 0 {
            self.text.push_str(self.line_end);
            self.column = 0;
        }
    }
}

#[cfg(test)]
mod tests {
    use expect_test::{Expect, expect};

    use super::rewrap;

    fn check(text: &str, expected: Expect) {
        expected.assert_eq(&rewrap(text));
    }

    #[test]
    fn short_lines_are_joined_and_long_ones_cut() {
        check(
            "[White \"A\"]\n\n1. e4\ne5 2.\nNf3\n*\n",
            expect![[r#"
            [White "A"]

            1. e4 e5 2. Nf3 *
        "#]],
        );
        let long = format!("[White \"A\"]\r\n\r\n{}*", "1. e4 (1. d4) ".repeat(20));
        let set = rewrap(&long);
        assert!(set.split("\r\n").all(|line| line.len() < 80) && set.lines().count() == 6, "{set}");
        assert_eq!(set.replace("\r\n", " ").replace("  ", "\r\n\r\n"), long);
    }

    #[test]
    fn comments_to_the_end_of_a_line_and_escapes_keep_their_lines() {
        check(
            "1. e4 ;one\n\n;two\n e5\n%escaped\n2. d4\n{a\nb} *",
            expect![[r#"
            1. e4 ;one
            ;two
            e5
            %escaped
            2. d4 {a
            b} *"#]],
        );
    }

    #[test]
    fn a_game_without_movetext_is_unchanged() {
        for text in ["", "\n", "[White \"A\"]\n\n", "[White \"A\"]", "*", "\n\n* "] {
            assert_eq!(rewrap(text), text);
        }
    }
}
