//! Reads plain movetext of PGN games directly from the bytes: correct tokens need no events of the grammar. The grammar
//! handles the first other token and calls the runner again after it.

use super::Judge;
use super::line::{LastMove, PrecedingToken, VariationAnchor};
use crate::lint::Event;
use crate::replay::fast::tokens::DigitToken;
use crate::replay::fast::{Word, comments, tokens};
use crate::syntax::{ParseCursor, may_continue_after_blank};

impl Judge<'_> {
    /// Reads plain tokens from the cursor on.
    pub(super) fn run_plain(&mut self, cursor: &mut ParseCursor) {
        if !self.runs() {
            return;
        }
        let bytes = self.text.as_bytes();
        let mut at = cursor.at;
        while let Some(&byte) = bytes.get(at).filter(|_| at < cursor.until) {
            let end = match byte {
                b' ' | b'\n' | b'\r' | b'\t' => {
                    at += 1;
                    continue;
                }
                b'0'..=b'9' => self.run_number(at),
                b'a'..=b'h' | b'N' | b'B' | b'R' | b'Q' | b'K' | b'O' => self.run_half_move(at),
                b'{' => self.run_comment(at),
                b'$' => self.run_glyph(at, tokens::glyph),
                b'!' | b'?' => self.run_glyph(at, tokens::suffix),
                _ => None,
            };
            let Some(end) = end else { break };
            if byte.is_ascii_digit() {
                cursor.number = at..end;
            }
            (at, cursor.solid) = (end, end);
            self.comments.after_line_comment = false;
        }
        cursor.at = at;
    }

    /// The state of the line is fully known, and nothing before the cursor is still to be judged.
    fn runs(&self) -> bool {
        let line = &self.line;
        self.reads_plainly()
            && self.tags_judged
            && !self.is_vgn()
            && !self.moves_unjudged
            && self.setup_end.is_none()
            && self.numbering.counted.is_none()
            && line.anchor == VariationAnchor::Known
            && line.suspicious_comment.is_none()
            // A pending number from the grammar has not been judged.
            && line.pending_number.is_none()
            && line.number_fault.is_none()
            && line.anchor_fault.is_none()
            && line.early_variation.is_none()
            && !(line.stray || line.fault_reported || line.side_uncertain)
            && line.terminator.is_none()
            && line.is_known()
    }

    #[inline(always)]
    fn run_number(&mut self, at: usize) -> Option<usize> {
        let DigitToken::Number { number, color, len } = tokens::digits(&self.text.as_bytes()[at..])? else {
            return None;
        };
        let line = &mut self.line;
        if number != line.number || color != line.color || line.pending_number.is_some() {
            return None;
        }
        line.has_content = true;
        line.pending_number = Some(at as u32..(at + len) as u32);
        line.preceding = PrecedingToken::Number;
        self.emit(Event::Number(at as u32..(at + len) as u32));
        Some(at + len)
    }

    #[inline(always)]
    fn run_half_move(&mut self, at: usize) -> Option<usize> {
        let word = Word::read(self.text.as_bytes(), at)?;
        // A half-move with blanks around a sign inside it may end later.
        if may_continue_after_blank(self.text.as_bytes(), at + word.len) {
            return None;
        }
        let range = at as u32..(at + word.len) as u32;
        // A sign directly before it is a symptom.
        if self.report.drafts().last().is_some_and(|last| last.range.end == range.start) {
            return None;
        }
        let (check, end) = self.plain_word(&range, &word)?;
        if let Some(number) = self.line.pending_number.take() {
            self.line.count_is_right();
            self.record_number(number);
        }
        self.counts.half_moves += 1;
        self.counts.main_line += u32::from(!self.in_variation());
        let line = &mut self.line;
        line.has_content = true;
        let (number, color) = (line.number, line.color);
        line.last_move = Some(LastMove { range: range.clone(), color, end, check });
        line.advance();
        line.preceding = PrecedingToken::Move;
        line.move_end = range.end;
        self.emit_half_move(range, number, color);
        Some(at + word.len)
    }

    #[inline(never)]
    fn run_comment(&mut self, at: usize) -> Option<usize> {
        let bytes = self.text.as_bytes();
        let end = comments::comment(bytes, at)?;
        // A comment that contains `{` may have swallowed half-moves.
        if memchr::memchr(b'{', &bytes[at + 1..end]).is_some() {
            return None;
        }
        self.line.has_content = true;
        if self.line.preceding != PrecedingToken::Number {
            self.line.preceding = PrecedingToken::Comment;
        }
        self.emit(Event::Comment(at as u32..end as u32));
        Some(end)
    }

    fn run_glyph(&mut self, at: usize, read: impl Fn(&[u8]) -> Option<(u32, usize)>) -> Option<usize> {
        if !matches!(self.line.preceding, PrecedingToken::Move | PrecedingToken::Glyph) {
            return None;
        }
        let (_, len) = read(&self.text.as_bytes()[at..])?;
        self.glyph(at as u32..(at + len) as u32);
        Some(at + len)
    }
}
