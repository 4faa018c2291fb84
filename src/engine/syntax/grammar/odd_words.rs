//! Irregular words of the movetext: moves with attached text, moves split by blanks, and words that are no moves.

use std::ops::Range;

use super::super::boards::torn_boards::torn_ranks_end;
use super::super::boards::{board_end, damaged_ranks_end};
use super::super::glyphs::{glued_glyph, may_end_with_glyph};
use super::super::kind::Token;
use super::super::lexer::{RawToken, raw_at};
use super::super::lines::skip_space;
use super::super::spaced_moves;
use super::super::terminators::result_ends::{move_before_result, result_end};
use super::super::words::{self, WordClass};
use super::{MoveShape, Parser, Sink};

impl<S: Sink + ?Sized> Parser<'_, S> {
    #[inline]
    pub(super) fn word(&mut self, end: usize) {
        let word = &self.bytes[self.at..end];
        if spaced_moves::may_go_on(self.bytes, end)
            && self.shape == MoveShape::Word
            && let Some(end) = spaced_moves::spaced_castling_end(self.bytes, self.at, end)
        {
            self.flush_stray(false);
            return self.emit(Token::Move, end);
        }
        if words::is_plain_move(word) && !may_end_with_glyph(word) {
            self.flush_stray(false);
            return self.emit(Token::Move, end);
        }
        self.odd_word(end);
    }

    #[inline(never)]
    fn odd_word(&mut self, end: usize) {
        let word = &self.bytes[self.at..end];
        if matches!(self.shape, MoveShape::Board { .. }) && self.damaged_board(end) {
            return;
        }
        if self.result() {
            return;
        }
        if self.shape == MoveShape::Word
            && let Some(head) = move_before_result(self.bytes, self.at, end)
        {
            self.flush_stray(false);
            self.emit(Token::Move, head);
            return self.stray(end);
        }
        if self.shape == MoveShape::Word
            && let Some(head) = glued_glyph(word)
        {
            self.flush_stray(false);
            self.emit(Token::Move, self.at + head);
            return self.stray(end);
        }
        let is_comma = |run: &Range<u32>| self.bytes[run.start as usize..run.end as usize] == *b",";
        if self.shape == MoveShape::Word
            && self.stray.as_ref().is_none_or(is_comma)
            && let Some(end) = move_before_comma(self.bytes, self.at, end)
        {
            self.flush_stray(false);
            self.emit(Token::Move, end);
            return self.stray(end + 1);
        }
        // After stray words these are words too, and no half-moves.
        if self.shape == MoveShape::Word && self.stray.is_some() && (word == b"--" || matches!(word, [b'a'..=b'z'])) {
            return self.stray(end);
        }
        let class = words::classify(word);
        if class == WordClass::Stray && matches!(word, b"ep" | b"ep+" | b"ep#" | b"EP" | b"EP+" | b"EP#") {
            self.flush_stray(false);
            return self.emit(Token::Suffix, end);
        }
        let end = match (class, self.shape) {
            (WordClass::Board, MoveShape::Board { clocks }) => board_end(self.bytes, end, clocks),
            (WordClass::Board, MoveShape::Word) => board_end(self.bytes, end, true),
            (WordClass::NearTerminator, _) => return self.stray(end),
            (WordClass::Stray | WordClass::Attempt, MoveShape::Word) if self.prose_line() => return,
            (WordClass::Stray, MoveShape::Word | MoveShape::Board { .. }) => return self.stray(end),
            (WordClass::Attempt, MoveShape::Word) if self.is_letter_glyph(word, end) => return self.stray(end),
            _ => end,
        };
        self.flush_stray(false);
        self.emit(Token::Move, end);
    }

    /// Consumes a board with invalid characters. Returns false if there is none at the cursor.
    #[inline(never)]
    pub(super) fn damaged_board(&mut self, end: usize) -> bool {
        let MoveShape::Board { clocks } = self.shape else { return false };
        let word = &self.bytes[self.at..end];
        let ranks = match torn_ranks_end(self.bytes, self.at, self.depth > 0) {
            Some(ranks) => ranks,
            None => {
                let Some(ranks) = damaged_ranks_end(self.bytes, self.at) else { return false };
                if ranks <= end && words::classify(word) == WordClass::Board {
                    return false;
                }
                ranks
            }
        };
        let end = board_end(self.bytes, ranks, clocks);
        self.flush_stray(false);
        self.emit(Token::Move, end);
        true
    }

    /// Consumes text meant as a terminator, in other words or signs. Returns false if there is none.
    pub(super) fn result(&mut self) -> bool {
        if self.shape != MoveShape::Word {
            return false;
        }
        let Some(end) = result_end(self.bytes, self.at) else { return false };
        self.flush_stray(false);
        self.stray(end);
        true
    }

    /// Whether a word is a glyph that looks like the beginning of a move.
    fn is_letter_glyph(&self, word: &[u8], end: usize) -> bool {
        match word {
            b"RR" => true,
            // A move still being typed, or the first part of `N c6`.
            b"N" => {
                let next = self.bytes.get(skip_space(self.bytes, end));
                !matches!(next, Some(b'a'..=b'h' | b'x')) && !self.is_behind_number()
            }
            _ => false,
        }
    }
}

/// End of a half-move before the comma that ends its word, as in `1. e4, e5`; in a sentence, words follow the comma.
#[cold]
fn move_before_comma(bytes: &[u8], at: usize, end: usize) -> Option<usize> {
    let is_move = |word: &[u8]| words::classify(word.strip_suffix(b",").unwrap_or(word)) == WordClass::Move;
    if bytes[end - 1] != b',' || !is_move(&bytes[at..end]) {
        return None;
    }
    let next = skip_space(bytes, end);
    let of_game = match raw_at(bytes, next) {
        Some((RawToken::Word, end)) => is_move(&bytes[next..end]) || words::is_terminator(&bytes[next..end]),
        _ => true,
    };
    of_game.then_some(end - 1)
}
