//! The movetext (rules C1-C8): moves, numbers, NAGs, comments, variations, the terminator.

use std::ops::Range;

use super::super::begins::{is_terminator, stray_bracket};
use super::super::boards::board_end;
use super::super::error::SyntaxErrorKind;
use super::super::glyphs::{glued_glyph, may_end_with_glyph};
use super::super::kind::{Node, Token};
use super::super::lexer::{Raw, usual_word};
use super::super::lines::{are_wide_blanks, is_byte_order_marks, is_space, skip_space};
use super::super::markup;
use super::super::prose::Place;
use super::super::results::{move_before_result, result_end};
use super::super::sentences::{dash_end, is_behind_word, numbered_sentence_end, sentence_end};
use super::super::slips;
use super::super::words::{self, Word};
use super::{Cursor, MAX_DEPTH, MoveShape, Parser, Sink};

/// A longer text up to a `}`, in bytes, is not taken for one comment.
const LONGEST_LOST_COMMENT: usize = 10_000;

/// So many bytes before a misspelt terminator show whether words stand there.
const LONGEST_LAST_WORD: usize = 20;

impl<S: Sink> Parser<'_, S> {
    /// Parses to the end of the text, or, in a variation, to its `)`.
    pub(super) fn movetext(&mut self) {
        // This line has its terminator.
        let mut ended = false;
        while self.at < self.bytes.len() {
            if self.shape == MoveShape::Word && self.stray.is_none() {
                self.run();
            }
            let Some(&byte) = self.bytes.get(self.at) else { break };
            match byte {
                byte if is_space(byte) => {
                    self.emit(Token::Space, skip_space(self.bytes, self.at));
                    continue;
                }
                b'{' | b';' | b'%' => {
                    if let Some((token, end)) = self.trivia() {
                        self.emit(token, end);
                        if let Some(rest) = self.nested_rest() {
                            self.emit(Token::Stray, rest);
                        }
                        continue;
                    }
                }
                _ => {
                    if let Some(end) = usual_word(self.bytes, self.at) {
                        self.word(end);
                        continue;
                    }
                }
            }
            let Some((raw, end)) = self.raw() else { return };
            if raw == Raw::Number && self.bytes[end - 1] != b'.' && self.result() {
                continue;
            }
            let token = match raw {
                Raw::ParenOpen => {
                    self.flush_stray(false);
                    if let Some(end) = slips::en_passant_end(self.bytes, self.at) {
                        self.emit(Token::Suffix, end);
                        continue;
                    }
                    self.variation();
                    continue;
                }
                Raw::ParenClose if self.depth > 0 => return,
                Raw::ParenClose => {
                    self.flush_stray(false);
                    if self.early > 0 {
                        self.early -= 1;
                    } else {
                        let range = self.range(self.at..end);
                        self.error(range, SyntaxErrorKind::UnopenedVariation);
                    }
                    self.emit(Token::VariationClose, end);
                    continue;
                }
                _ if is_terminator(raw, &self.bytes[self.at..end]) => {
                    if self.depth > 0 && skip_space(self.bytes, end) == self.bytes.len() {
                        return;
                    }
                    self.flush_stray(false);
                    self.terminated |= self.depth == 0;
                    if std::mem::replace(&mut ended, true) {
                        let range = self.range(self.at..end);
                        self.emit(Token::Stray, end);
                        self.error(range, SyntaxErrorKind::SecondTerminator);
                        continue;
                    }
                    Token::Terminator
                }
                Raw::Number if self.is_move_of_digits(end) && !self.is_enclosed(end) => {
                    self.flush_stray(false);
                    self.emit(Token::Move, end);
                    continue;
                }
                Raw::Number => {
                    if self.bytes[end - 1] != b'.'
                        && self.shape == MoveShape::Word
                        && let Some(end) = numbered_sentence_end(self.bytes, self.at, end)
                    {
                        self.stray(end);
                        continue;
                    }
                    self.flush_stray(false);
                    let end = self.number_end(end);
                    self.number = self.at..end;
                    self.emit(Token::MoveNumber, end);
                    if self.is_enclosed(self.at) {
                        // `1)` counts as `1.` does: what stands for the period closes nothing.
                        self.emit(Token::Periods, self.at + 1);
                    }
                    continue;
                }
                Raw::Periods => {
                    self.flush_stray(false);
                    let end = self.half_end(end);
                    self.emit(Token::Periods, end);
                    continue;
                }
                Raw::Nag => Token::Nag,
                Raw::CompositeNag => Token::CompositeNag,
                Raw::Suffix | Raw::EnPassant => Token::Suffix,
                Raw::Word if is_byte_order_marks(&self.bytes[self.at..end]) => {
                    self.flush_stray(false);
                    let range = self.range(self.at..end);
                    self.sink.token(Token::ByteOrderMark, range.clone());
                    self.error(range, SyntaxErrorKind::StrayByteOrderMark);
                    self.advance(end);
                    continue;
                }
                Raw::Word if are_wide_blanks(&self.bytes[self.at..end]) => {
                    self.flush_stray(false);
                    let range = self.range(self.at..end);
                    self.emit(Token::Space, end);
                    self.error(range, SyntaxErrorKind::WideBlanks);
                    continue;
                }
                Raw::Word => {
                    self.word(end);
                    continue;
                }
                Raw::Open => {
                    let end = stray_bracket(self.bytes, self.at);
                    self.stray(end);
                    continue;
                }
                _ => {
                    self.stray(end);
                    continue;
                }
            };
            self.flush_stray(false);
            self.emit(token, end);
        }
    }

    /// Lets the sink take what it can by itself.
    #[inline]
    fn run(&mut self) {
        let mut cursor =
            Cursor { at: self.at, solid: self.solid, number: self.number.clone(), until: self.bytes.len() };
        self.sink.run(&mut cursor);
        if cursor.at != self.at {
            if cursor.solid != self.solid {
                self.solid_at(cursor.solid, false);
            }
            (self.at, self.number) = (cursor.at, cursor.number);
        }
    }

    #[inline]
    fn word(&mut self, end: usize) {
        let word = &self.bytes[self.at..end];
        if slips::may_be_parted(word)
            && self.shape == MoveShape::Word
            && let Some(end) = slips::parted_promotion_end(self.bytes, self.at, end)
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
        if markup::is_markup(word) {
            if self.shape != MoveShape::Word || !self.prose_line() {
                self.stray(end);
            }
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
        if self.shape == MoveShape::Word {
            let may_be_address = self.bytes.get(end) == Some(&b'.') || memchr::memchr2(b':', b'@', word).is_some();
            if may_be_address && let Some(end) = slips::address_end(self.bytes, self.at) {
                if !self.prose_line() {
                    self.stray(end);
                }
                return;
            }
            let is_comma = |run: &Range<u32>| self.bytes[run.start as usize..run.end as usize] == *b",";
            if self.stray.as_ref().is_none_or(is_comma)
                && let Some(end) = slips::move_before_comma(self.bytes, self.at, end)
            {
                self.flush_stray(false);
                self.emit(Token::Move, end);
                return self.stray(end + 1);
            }
        }
        if word == b"--"
            && self.shape == MoveShape::Word
            && let Some(end) = self.dash(end)
        {
            return self.stray(end);
        }
        let class = words::classify(word);
        if class == Word::Stray && matches!(word, b"ep" | b"ep+" | b"ep#" | b"EP" | b"EP+" | b"EP#") {
            self.flush_stray(false);
            return self.emit(Token::Suffix, end);
        }
        if class == Word::Stray && self.shape == MoveShape::Word && slips::is_short_en_passant(self.bytes, self.at, end)
        {
            self.flush_stray(false);
            return self.emit(Token::Move, end);
        }
        let end = match (class, self.shape) {
            (Word::Board, MoveShape::Board { clocks }) => board_end(self.bytes, end, clocks),
            (Word::Board, MoveShape::Word) => board_end(self.bytes, end, true),
            (Word::NearTerminator, _) => {
                self.flush_words();
                return self.stray(end);
            }
            (Word::Stray | Word::Attempt, MoveShape::Word) if self.prose_line() => return,
            (Word::Stray, MoveShape::Word) => return self.stray(sentence_end(self.bytes, self.at, end)),
            (Word::Stray, MoveShape::Board { .. }) => return self.stray(end),
            (Word::Attempt, MoveShape::Word) if self.is_letter_glyph(word, end) => return self.stray(end),
            // A letter for the digit of a number: `l4.`.
            (Word::Attempt, MoveShape::Word) if slips::is_misspelt_number(self.bytes, self.at, end) => {
                return self.stray(end);
            }
            (Word::Attempt, MoveShape::Word) if word == b"a" => match sentence_end(self.bytes, self.at, end) {
                sentence if sentence > end => return self.stray(sentence),
                _ => end,
            },
            _ => end,
        };
        self.flush_stray(false);
        self.emit(Token::Move, end);
    }

    /// Takes what was meant for a terminator, in other words or signs. False if nothing was.
    fn result(&mut self) -> bool {
        if self.shape != MoveShape::Word {
            return false;
        }
        let Some(end) = result_end(self.bytes, self.at) else { return false };
        self.flush_stray(false);
        self.stray(end);
        true
    }

    /// The end of a dash of prose, which stands beside words, with those that follow it.
    #[cold]
    fn dash(&self, end: usize) -> Option<usize> {
        let is_behind = |run: &Range<u32>| is_behind_word(self.bytes, run.start as usize..run.end as usize, self.at);
        dash_end(self.bytes, self.at, end).or_else(|| self.stray.as_ref().is_some_and(is_behind).then_some(end))
    }

    /// Words are no part of the terminator behind them.
    fn flush_words(&mut self) {
        let Some(run) = &self.stray else { return };
        let run = &self.bytes[run.start as usize..run.end as usize];
        let last = &run[run.len().saturating_sub(LONGEST_LAST_WORD)..];
        if last.windows(3).any(|letters| letters.iter().all(u8::is_ascii_alphabetic)) {
            self.flush_stray(false);
        }
    }

    /// Is a word a glyph that has the look of a move's beginning?
    fn is_letter_glyph(&self, word: &[u8], end: usize) -> bool {
        match word {
            b"RR" => true,
            // A move that is being typed, or in `N c6` one that was torn apart.
            b"N" => {
                let next = self.bytes.get(skip_space(self.bytes, end));
                !matches!(next, Some(b'a'..=b'h' | b'x')) && !self.is_behind_number()
            }
            _ => false,
        }
    }

    /// Takes lines of prose. False if none begin here.
    fn prose_line(&mut self) -> bool {
        let Some(end) = self.prose(Place::Inside) else { return false };
        let range = self.range(self.at..end);
        self.emit(Token::Stray, end);
        self.solid_at(end, true);
        self.error(range, SyntaxErrorKind::Prose);
        true
    }

    /// A piece of stray text; the run that it belongs to is reported when something else comes (rule C6).
    fn stray(&mut self, end: usize) {
        if let Some(end) = self.end_of_unopened_comment() {
            let start = self.stray.take().map_or(self.at as u32, |run| run.start);
            self.emit(Token::Stray, end);
            return self.error(start..end as u32, SyntaxErrorKind::UnopenedComment);
        }
        let range = self.range(self.at..end);
        self.stray = Some(self.stray.as_ref().map_or(range.start, |s| s.start)..range.end);
        self.emit(Token::Stray, end);
    }

    /// Stray text that a `}` follows before any `{` is a comment whose `{` was forgotten: its end.
    pub(super) fn end_of_unopened_comment(&mut self) -> Option<usize> {
        if self.brace.is_none_or(|(at, _)| at < self.at) {
            let found = memchr::memchr2(b'{', b'}', &self.bytes[self.at..]).map(|n| self.at + n);
            self.brace = Some(found.map_or((self.bytes.len(), b'{'), |at| (at, self.bytes[at])));
        }
        let (at, brace) = self.brace?;
        if brace != b'}' || at <= self.at || at - self.at > LONGEST_LOST_COMMENT {
            return None;
        }
        let mut depth = 0;
        for &byte in &self.bytes[self.at..at] {
            match byte {
                b'(' => depth += 1,
                b')' if depth > 0 => depth -= 1,
                // What the boundary scan takes otherwise must stay what it is for both.
                b')' | b';' | b'[' | b'%' => return None,
                _ => {}
            }
        }
        (depth == 0).then_some(at + 1)
    }

    /// `(` … `)`, the cursor on the `(`.
    fn variation(&mut self) {
        let open = self.at;
        if self.depth >= MAX_DEPTH {
            return self.too_deep();
        }
        self.sink.start(Node::Variation);
        self.emit(Token::VariationOpen, open + 1);
        self.depth += 1;
        self.movetext();
        self.depth -= 1;
        self.flush_stray(false);
        if self.bytes.get(self.at) == Some(&b')') {
            self.emit(Token::VariationClose, self.at + 1);
        } else if !self.too_deep && !self.unclosed_comment {
            let range = self.range(open..open + 1);
            let insert = self.solid as u32;
            self.error(range, SyntaxErrorKind::UnclosedVariation { insert, on_new_line: self.solid_is_line });
        }
        self.sink.finish(Node::Variation);
    }

    /// Reads over a variation that is nested too deep, and all in it, as one stray token run.
    fn too_deep(&mut self) {
        let range = self.range(self.at..self.at + 1);
        if !self.too_deep {
            self.error(range, SyntaxErrorKind::TooDeep);
        }
        self.too_deep = true;
        let mut open = 0_usize;
        while self.at < self.bytes.len() {
            if let Some((token, end)) = self.trivia() {
                self.emit(token, end);
                continue;
            }
            let Some((raw, end)) = self.raw() else { return };
            if is_terminator(raw, &self.bytes[self.at..end]) && skip_space(self.bytes, end) == self.bytes.len() {
                return;
            }
            match raw {
                Raw::ParenOpen => open += 1,
                Raw::ParenClose => open = open.saturating_sub(1),
                _ => {}
            }
            self.emit(Token::Stray, end);
            if open == 0 {
                return;
            }
        }
    }

    /// The terminator is required (rule C1); without it, the last token is at fault.
    pub(super) fn end_of_movetext(&mut self) {
        self.flush_stray(false);
        if self.terminated || self.unclosed_comment {
            return;
        }
        let start = self.bytes[..self.solid].iter().rposition(|&b| !words::is_word_byte(b));
        let start = start.map_or(0, |n| n + 1);
        let start = if start >= self.solid { self.solid.saturating_sub(1) } else { start };
        let range = self.range(start..self.solid);
        let kind = SyntaxErrorKind::MissingTerminator { insert: self.solid as u32, on_new_line: self.solid_is_line };
        self.error(range, kind);
    }
}
