//! A game as the text that a diff compares: a full move, a comment or a variation's beginning to a line, so that a change
//! of one half-move is a change of one line.

use std::ops::Range;

use crate::binary::decode;
use crate::replay::shape_of;
use crate::source::Encoding;
use crate::syntax::games::Span;
use crate::syntax::{Node, Sink, SyntaxError, Token, parse};

/// Half-moves on a line without numbers.
const HALF_MOVES: u32 = 2;

/// Adds the text of a game, whose span is in `bytes`. A binary section is decoded; what cannot be decoded is added as it
/// is. Nothing but white space between the tokens of the movetext is lost.
pub fn add_diff_text(bytes: &[u8], span: &Span, out: &mut Vec<u8>) {
    let game = &bytes[span.range.clone()];
    let Some(section) = span.binary.map(|start| start - span.range.start) else {
        let text = Encoding::of(game).decode(game);
        return lay_out(&text, out);
    };
    let (tags, section) = game.split_at(section.min(game.len()));
    let tags = Encoding::of(tags).decode(tags);
    match decode(&tags, section) {
        Some(decoded) => {
            // The tags say in which notation the file has the moves.
            let at = out.len();
            lay_out(&decoded.text, out);
            if let (Some(written), Some(shown)) = (format_tag(&tags), format_tag(&decoded.text)) {
                // The tags are copied as they are, and nothing stands before them.
                out.splice(at + shown.start..at + shown.end, tags[written].bytes());
            }
            if decoded.error.is_some() {
                out.extend(&section[decoded.len.min(section.len())..]);
            }
        }
        None => out.extend(game),
    }
    if !out.ends_with(b"\n\n") {
        out.extend(if out.ends_with(b"\n") { &b"\n"[..] } else { b"\n\n" });
    }
}

/// The range of the tag `MoveFormat`.
fn format_tag(text: &str) -> Option<Range<usize>> {
    let start = text.rfind("[MoveFormat")?;
    Some(start..start + text[start..].find(']')? + 1)
}

fn lay_out(text: &str, out: &mut Vec<u8>) {
    let body = text.trim_ascii_end();
    let mut layout =
        DiffLayout { text: body, out, depth: 0, half_moves: 0, line: DiffLineState::Fresh, movetext: false };
    parse(body, &shape_of, &mut layout);
    let end = &text[body.len()..];
    if !end.starts_with(['\n', '\r']) {
        out.push(b'\n');
    }
    out.extend(end.bytes());
}

/// What the last line of the output has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum DiffLineState {
    /// The end of the tags.
    Fresh,
    /// Nothing but its indentation is missing.
    Empty,
    /// `(` or a number at its end, which the next token belongs to.
    Open,
    Words,
    /// Nothing may follow.
    Full,
}

struct DiffLayout<'t, 'o> {
    text: &'t str,
    out: &'o mut Vec<u8>,
    depth: usize,
    /// Half-moves on the last line.
    half_moves: u32,
    line: DiffLineState,
    movetext: bool,
}

impl DiffLayout<'_, '_> {
    fn new_line(&mut self) {
        if !matches!(self.line, DiffLineState::Fresh | DiffLineState::Empty) {
            self.out.push(b'\n');
            self.line = DiffLineState::Empty;
        }
        self.half_moves = 0;
    }

    fn word(&mut self, word: &str, is_glued: bool) {
        match self.line {
            DiffLineState::Full => self.new_line(),
            DiffLineState::Words if !is_glued => self.out.push(b' '),
            _ => {}
        }
        if self.line == DiffLineState::Empty {
            self.out.extend(std::iter::repeat_n(b' ', 2 * self.depth));
        }
        self.out.extend(word.bytes());
        self.line = DiffLineState::Words;
    }
}

impl Sink for DiffLayout<'_, '_> {
    fn start(&mut self, node: Node) {
        self.movetext |= node == Node::Movetext;
    }

    fn token(&mut self, token: Token, range: Range<u32>) {
        let word = &self.text[range.start as usize..range.end as usize];
        if !self.movetext {
            return self.out.extend(word.bytes());
        }
        let is_glued = !self.text[..range.start as usize].ends_with(|before: char| before.is_ascii_whitespace());
        match token {
            // The empty line behind the tags.
            Token::Space if self.line == DiffLineState::Fresh => self.out.extend(word.bytes()),
            Token::Space => {}
            Token::MoveNumber => {
                if self.line != DiffLineState::Open {
                    self.new_line();
                }
                self.word(word, false);
            }
            Token::Move => {
                if self.half_moves >= HALF_MOVES {
                    self.new_line();
                }
                self.word(word, false);
                self.half_moves += 1;
            }
            Token::BraceComment | Token::LineComment | Token::Escape => {
                self.new_line();
                let on_one_line = word.split_ascii_whitespace().collect::<Vec<_>>().join(" ");
                self.word(if token == Token::BraceComment { &on_one_line } else { word }, false);
                self.line = DiffLineState::Full;
            }
            Token::VariationOpen => {
                self.new_line();
                self.word(word, false);
                self.depth += 1;
                self.line = DiffLineState::Open;
            }
            Token::VariationClose => {
                self.depth = self.depth.saturating_sub(1);
                self.word(word, true);
                self.line = DiffLineState::Full;
            }
            Token::Terminator => {
                self.new_line();
                self.word(word, false);
            }
            _ => self.word(word, is_glued),
        }
    }

    fn finish(&mut self, _: Node) {}

    fn error(&mut self, _: SyntaxError) {}
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::syntax::games::games;

    fn shown(bytes: &[u8]) -> String {
        let mut out = Vec::new();
        games(bytes).for_each(|span| add_diff_text(bytes, &span, &mut out));
        String::from_utf8_lossy(&out).into_owned()
    }

    #[test]
    fn a_full_move_a_comment_or_a_variation_has_a_line() {
        let text = "[Event \"?\"]\n\n1. e4 {Best\nby test} (1. d4! d5 (1... Nf6 2. c4) 2. c4) 1... e5 $1 2. Nf3 Nc6\n3. Bb5 *\n\n";
        let expected = "[Event \"?\"]\n\n1. e4\n{Best by test}\n(1. d4! d5\n  (1... Nf6\n    2. c4)\n  2. c4)\n1... e5 $1\n\
                        2. Nf3 Nc6\n3. Bb5\n*\n\n";
        assert_eq!(shown(text.as_bytes()), expected);
        assert_eq!(shown(b"e4 e5 Nf3 Nc6 Bb5"), "e4 e5\nNf3 Nc6\nBb5\n");
    }

    #[test]
    fn a_section_is_shown_as_moves() {
        let game = [b"[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]".as_slice(), &[0x86, 0x30, 0xde, 0xd1]].concat();
        let text = shown(&game);
        assert_eq!(text, "[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]\n\n1. e2e4 g8f6\n*\n\n");
        let cut = shown(&game[..game.len() - 1]);
        assert!(cut.starts_with("[GameFormat \"VGN\"]\n"), "{cut}");
    }

    #[test]
    fn damaged_text_loses_nothing() {
        for text in
            ["1. e4 (1. d4 {x", "}{ ) ( <x> 1.. e4?!?! ;y\n%z\n", "[A \"b\n[C\n\n1-0 0-1 e4", "\u{feff}\u{feff}1. e4 $"]
        {
            let words = |text: &str| text.chars().filter(|c| !c.is_whitespace()).collect::<String>();
            assert_eq!(words(&shown(text.as_bytes())), words(text));
        }
    }
}
