//! The texts of a game's moves, which show how it is written: read only if several findings may be one habit.

use std::ops::Range;

use crate::replay::judge::recovery::habits::has_both_squares;
use crate::syntax::{Node, Sink, SyntaxError, Token, parse};

/// The texts of a game's half-moves and numbers, in variations too.
pub(crate) struct MoveTexts<'a> {
    text: &'a str,
    pub moves: Vec<&'a str>,
    pub numbers: Vec<&'a str>,
}

impl<'a> MoveTexts<'a> {
    pub(crate) fn read(text: &'a str) -> MoveTexts<'a> {
        let mut written = MoveTexts { text, moves: Vec::new(), numbers: Vec::new() };
        parse::<dyn Sink>(text, &crate::replay::game::shape_of, &mut written);
        written
    }

    /// Whether any half-move contains the sign.
    pub(crate) fn has(&self, sign: char) -> bool {
        self.moves.iter().any(|text| text.contains(sign))
    }

    /// Whether any half-move has a mark for check or mate. If ends of games have marks too, `#` alone is one of those.
    pub(crate) fn has_marks(&self, with_ends: bool) -> bool {
        let marks = |text: &&'a str| &text[text.trim_end_matches(['+', '#']).len()..];
        self.moves.iter().map(marks).any(|marks| marks.starts_with('+') || (marks.starts_with('#') && !with_ends))
    }

    pub(crate) fn has_checks(&self) -> bool {
        self.moves.iter().any(|text| text.ends_with('+'))
    }

    /// A pawn's move without its source square: `e4`, `exd5`.
    pub(crate) fn has_short_pawns(&self) -> bool {
        self.moves.iter().any(|text| matches!(text.as_bytes(), [b'a'..=b'h', ..]) && !has_both_squares(text))
    }

    pub(crate) fn has_mates(&self) -> bool {
        self.moves.iter().any(|text| text.ends_with('#'))
    }

    /// A mark for a capture: of `pawns` without a letter, of all other `pieces`, or of `all`.
    pub(crate) fn has_captures(&self, of: &str) -> bool {
        let whose = |text: &&&str| of == "all" || text.starts_with(char::is_lowercase) == (of == "pawns");
        self.moves.iter().filter(whose).any(|text| text.contains(['x', 'X', ':']))
    }

    /// A capture that names the captured piece, as in FCN: `Qd8-d5xP`.
    pub(crate) fn names_captured(&self) -> bool {
        self.moves.iter().any(|text| names_captured(text))
    }

    /// FCN's castling.
    pub(crate) fn castles_in_fcn(&self) -> bool {
        self.moves.iter().any(|text| {
            text.starts_with(['K', 'k', 'Q', 'q']) && text[1..].trim_end_matches(['+', '#']).eq_ignore_ascii_case("c")
        })
    }

    /// A pawn's move with the letter `P`.
    pub(crate) fn has_pawn_letters(&self) -> bool {
        self.moves.iter().any(|text| text.starts_with(['P', 'p']))
    }

    /// A pawn's move without a letter for the pawn: `e4`, `exd5`.
    pub(crate) fn has_pawns(&self) -> bool {
        self.moves.iter().any(|text| matches!(text.as_bytes(), [b'a'..=b'h', ..]))
    }

    /// Small piece letters other than `b`, which may be a file, and no capital ones.
    pub(crate) fn has_small_letters(&self) -> bool {
        let begins = |letters: &[char]| self.moves.iter().any(|text| text.starts_with(letters));
        begins(&['n', 'r', 'q', 'k', 'p']) && !begins(&['N', 'B', 'R', 'Q', 'K'])
    }

    /// Castling with the letter O.
    pub(crate) fn has_castlings(&self) -> bool {
        self.moves.iter().any(|text| text.starts_with("O-O"))
    }

    /// A number for Black in the format's own style.
    pub(crate) fn has_numbers_of_black(&self, vgn: bool) -> bool {
        self.numbers.iter().any(|text| if vgn { text.ends_with(".5") } else { text.ends_with("..") })
    }
}

fn names_captured(text: &str) -> bool {
    let is_named = |pair: &[u8]| matches!(pair, [b'x' | b'X', taken] if taken.is_ascii_alphabetic());
    text.contains('-') && text.as_bytes().windows(2).any(is_named)
}

impl Sink for MoveTexts<'_> {
    fn start(&mut self, _: Node) {}

    fn token(&mut self, token: Token, range: Range<u32>) {
        let text = &self.text[range.start as usize..range.end as usize];
        match token {
            Token::Move => self.moves.push(text),
            Token::MoveNumber => self.numbers.push(text),
            _ => {}
        }
    }

    fn finish(&mut self, _: Node) {}

    fn error(&mut self, _: SyntaxError) {}
}
