//! The movetext (rules C1-C8): moves, numbers, NAGs, comments, variations, the terminator.

use super::super::boundaries::{is_terminator, stray_bracket};
use super::super::error::SyntaxErrorKind;
use super::super::kind::{Node, Token};
use super::super::lexer::{RawToken, usual_word};
use super::super::lines::{are_wide_blanks, is_byte_order_marks, is_space, skip_space};
use super::super::prose::ProsePlace;
use super::super::terminators::early_terminators::continues_after;
use super::super::words;
use super::{MAX_DEPTH, MoveShape, ParseCursor, Parser, Sink};

/// Maximum length of text up to a `}` that is taken for one comment, in bytes.
const LONGEST_LOST_COMMENT: usize = 10_000;

impl<S: Sink + ?Sized> Parser<'_, S> {
    /// Parses to the end of the text or, in a variation, to its `)`.
    pub(super) fn movetext(&mut self) {
        // Whether this line has its terminator.
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
            if matches!(raw, RawToken::Suffix | RawToken::Open | RawToken::Close | RawToken::Dollar | RawToken::Periods)
                && self.damaged_board(end)
            {
                continue;
            }
            if raw == RawToken::Number && self.bytes[end - 1] != b'.' && self.result() {
                continue;
            }
            if matches!(raw, RawToken::Number | RawToken::Word)
                && let Some(end) = self.decimal_end()
            {
                self.stray(end);
                continue;
            }
            let token = match raw {
                RawToken::ParenOpen => {
                    self.flush_stray(false);
                    if self.shape == MoveShape::Word && self.bytes[self.at..].starts_with(b"(=)") {
                        // The offer of a draw, as FIDE's rules record it.
                        self.stray(self.at + 3);
                        continue;
                    }
                    self.variation();
                    continue;
                }
                RawToken::ParenClose if self.depth > 0 => return,
                RawToken::ParenClose => {
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
                    if self.depth == 0 && !ended && continues_after(self.bytes, self.at..end, true) == Some(true) {
                        let range = self.range(self.at..end);
                        self.emit(Token::Stray, end);
                        self.error(range, SyntaxErrorKind::EarlyTerminator);
                        continue;
                    }
                    if std::mem::replace(&mut ended, true) {
                        let range = self.range(self.at..end);
                        self.emit(Token::Stray, end);
                        self.error(range, SyntaxErrorKind::SecondTerminator);
                        continue;
                    }
                    Token::Terminator
                }
                RawToken::Number if self.is_move_of_digits(end) => {
                    self.flush_stray(false);
                    self.emit(Token::Move, end);
                    continue;
                }
                RawToken::Number => {
                    self.flush_stray(false);
                    let end = self.number_end(end);
                    self.number = self.at..end;
                    self.emit(Token::MoveNumber, end);
                    continue;
                }
                RawToken::Periods => {
                    self.flush_stray(false);
                    let half = self.half_end(end);
                    if half == end && self.is_lost_half(end) {
                        // The digits are missing, or are at the end of the half-move before it.
                        let token = if self.ends_with_number() { Token::Periods } else { Token::MoveNumber };
                        self.emit(token, end + 1);
                        continue;
                    }
                    self.emit(Token::Periods, half);
                    continue;
                }
                RawToken::Nag => Token::Nag,
                RawToken::CompositeNag => Token::CompositeNag,
                RawToken::Suffix | RawToken::EnPassant => Token::Suffix,
                RawToken::Word if is_byte_order_marks(&self.bytes[self.at..end]) => {
                    self.flush_stray(false);
                    let range = self.range(self.at..end);
                    self.sink.token(Token::ByteOrderMark, range.clone());
                    self.error(range, SyntaxErrorKind::StrayByteOrderMark);
                    self.advance(end);
                    continue;
                }
                RawToken::Word if self.is_ellipsis_of_number(end) => Token::Periods,
                RawToken::Word if are_wide_blanks(&self.bytes[self.at..end]) => {
                    self.flush_stray(false);
                    let range = self.range(self.at..end);
                    self.emit(Token::Space, end);
                    self.error(range, SyntaxErrorKind::WideBlanks);
                    continue;
                }
                RawToken::Word => {
                    self.word(end);
                    continue;
                }
                RawToken::Open => {
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

    /// Whether an ellipsis replaces the periods up to `end`, as printed in books: `1.… e5`, `1. … e5`.
    fn is_ellipsis_of_number(&self, end: usize) -> bool {
        !self.number.is_empty()
            && self.bytes[self.at..end] == *"\u{2026}".as_bytes()
            && self.bytes[self.number.end..self.at].iter().all(|byte| matches!(byte, b' ' | b'\t'))
    }

    /// Lets the sink consume tokens on its fast path.
    #[inline]
    fn run(&mut self) {
        let mut cursor =
            ParseCursor { at: self.at, solid: self.solid, number: self.number.clone(), until: self.bytes.len() };
        self.sink.run(&mut cursor);
        if cursor.at != self.at {
            if cursor.solid != self.solid {
                self.solid_at(cursor.solid, false);
            }
            (self.at, self.number) = (cursor.at, cursor.number);
        }
    }

    /// Consumes lines of prose. Returns false if none begin here.
    pub(super) fn prose_line(&mut self) -> bool {
        let Some(end) = self.prose(ProsePlace::Inside) else { return false };
        let range = self.range(self.at..end);
        self.emit(Token::Stray, end);
        self.solid_at(end, true);
        self.error(range, SyntaxErrorKind::Prose);
        true
    }

    /// Consumes a part of a run of stray text; the run is reported when another token follows (rule C6).
    pub(super) fn stray(&mut self, end: usize) {
        if let Some(end) = self.end_of_unopened_comment() {
            let start = self.stray.take().map_or(self.at as u32, |run| run.start);
            self.emit(Token::Stray, end);
            return self.error(start..end as u32, SyntaxErrorKind::UnopenedComment);
        }
        let range = self.range(self.at..end);
        self.stray = Some(self.stray.as_ref().map_or(range.start, |s| s.start)..range.end);
        self.emit(Token::Stray, end);
    }

    /// End of the comment whose `{` is missing: stray text followed by a `}` before any `{`.
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
                // Parsed as the game scanner would, so that both agree.
                b')' | b';' | b'[' | b'%' => return None,
                _ => {}
            }
        }
        (depth == 0).then_some(at + 1)
    }

    /// Parses `(` … `)`, with the cursor at the `(`.
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
        } else if !self.too_deep && !self.unclosed_comment && !self.cut_off {
            self.unclosed_variation(open);
        }
        self.sink.finish(Node::Variation);
    }

    /// Reports the missing `)` for the `(` at `open`. At the end of the text, the enclosing variations lack theirs too.
    fn unclosed_variation(&mut self, open: usize) {
        self.cut_off = self.at == self.bytes.len();
        let kind = SyntaxErrorKind::UnclosedVariation {
            insert: self.solid as u32,
            missing: if self.cut_off { self.depth as u32 + 1 } else { 1 },
            on_new_line: self.solid_is_line,
        };
        let range = self.range(open..open + 1);
        self.error(range, kind);
    }

    /// Skips a variation that is nested too deeply, with its content, as one stray token.
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
                RawToken::ParenOpen => open += 1,
                RawToken::ParenClose => open = open.saturating_sub(1),
                _ => {}
            }
            self.emit(Token::Stray, end);
            if open == 0 {
                return;
            }
        }
    }

    /// Reports a missing terminator (rule C1) at the last token.
    pub(super) fn end_of_movetext(&mut self) {
        self.flush_stray(false);
        if self.terminated || self.unclosed_comment || self.cut_off {
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
