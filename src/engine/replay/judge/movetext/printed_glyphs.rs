//! Glyphs as printed in books (`±`, `+=`, `N`), which are NAGs in PGN and VGN (rule C3).

use std::ops::Range;

use super::stray::{are_wide_blanks, is_nag};
use crate::lint::cause::Cause;
use crate::lint::{Code, Edit, Fix};
use crate::notation::{Marks, nag};
use crate::replay::judge::Judge;
use crate::replay::judge::line::PrecedingToken;

/// The NAG of `⌓`.
const BETTER_IS: &str = "$142";

impl Judge<'_> {
    /// Marks a stray token: a printed glyph, or the backslash of `\$14`, replaces no half-move, so the next half-move
    /// is judged.
    pub(crate) fn stray_token(&mut self, range: &Range<u32>) {
        match nag::of_printed(self.slice(range), self.glyphs_mover()) {
            Some(_) => self.line.has_content = true,
            None if self.escapes_nag(range) || is_nag(self.slice(range)) || are_wide_blanks(self.slice(range)) => {}
            None => self.line.stray = true,
        }
    }

    /// Reports stray text that consists of printed glyphs, with the NAGs for them. False if it is something else.
    pub(crate) fn printed_glyphs(&mut self, range: &Range<u32>) -> bool {
        let mover = self.glyphs_mover();
        let range = &self.after_check_mark(range, mover);
        let text = self.slice(range);
        let numbers = text.split_whitespace().map(|glyph| nag::of_printed(glyph, mover));
        let Some(numbers) = numbers.collect::<Option<Vec<u32>>>() else { return false };
        let nags = numbers.iter().map(|number| format!("${number}")).collect::<Vec<_>>().join(" ");
        let message = match numbers.as_slice() {
            [number] => {
                let meaning = nag::nag(*number).map_or("", |nag| nag.meaning);
                format!("`{text}` is a printed glyph: the NAG for it is `{nags}` ({meaning})")
            }
            _ => format!("`{text}` are printed glyphs: the NAGs for them are `{nags}`"),
        };
        let edits = self.nags_for(range, &nags);
        let is_apart = self.text[..range.start as usize].ends_with(char::is_whitespace);
        let safe = matches!(self.line.preceding, PrecedingToken::Move | PrecedingToken::Glyph)
            && (is_apart || !text.bytes().any(|byte| byte.is_ascii_punctuation()))
            && text.split_whitespace().all(nag::is_unmistakable);
        self.report_fixed(Code::StrayText, range.clone(), message, || {
            edits.map(|edits| Fix { title: format!("write `{nags}`"), edits, safe }).into_iter().collect()
        });
        true
    }

    /// The range without its first character if that is the move's check mark, as the plus in `Qh5+=`.
    fn after_check_mark(&mut self, range: &Range<u32>, mover: shakmaty::Color) -> Range<u32> {
        let after = range.start + 1..range.end;
        let is_mark = self.notation.marks != Marks::None
            && self.slice(range).starts_with('+')
            && self.line.preceding == PrecedingToken::Move
            && self.line.last_move.as_ref().is_some_and(|last| last.range.end == range.start && !last.check)
            && nag::of_printed(self.slice(&after), mover).is_some()
            && self.line.position().is_some_and(|position| position.is_check());
        if !is_mark {
            return range.clone();
        }
        self.report.account(&Cause::MarkApart { end: range.start });
        after
    }

    /// The side whose half-move a glyph here belongs to: of the last one or, after a number, of the next one.
    pub(crate) fn glyphs_mover(&self) -> shakmaty::Color {
        match &self.line.last_move {
            Some(last) if self.line.preceding != PrecedingToken::Number => last.color,
            _ => self.line.color,
        }
    }

    /// Edits that replace the range by the NAGs, or insert them after their half-move if they cannot be there; `None` if
    /// that is a board.
    pub(crate) fn nags_for(&self, range: &Range<u32>, nags: &str) -> Option<Vec<Edit>> {
        let (before, after) = (&self.text[..range.start as usize], &self.text[range.end as usize..]);
        // "Better is" is printed before the half-move that it belongs to.
        let is_ahead =
            nags == BETTER_IS && before.ends_with(char::is_whitespace) && after.starts_with(char::is_alphabetic);
        let ahead = if is_ahead && !self.has_boards() { next_half_move(after) } else { None };
        match self.line.preceding {
            PrecedingToken::Move | PrecedingToken::Glyph if let Some(len) = ahead => {
                Some(vec![self.removal(range), Edit::insert(range.end + len as u32, format!(" {nags}"))])
            }
            PrecedingToken::Move | PrecedingToken::Glyph => {
                let lead = if before.ends_with(char::is_whitespace) { "" } else { " " };
                let apart = after.is_empty() || after.starts_with(|c: char| c.is_whitespace() || c == ')');
                let tail = if apart { "" } else { " " };
                Some(vec![Edit::replace(range.clone(), format!("{lead}{nags}{tail}"))])
            }
            PrecedingToken::Comment | PrecedingToken::Variation if self.line.last_move.is_some() => {
                Some(vec![Edit::insert(self.line.move_end, format!(" {nags}")), self.removal(range)])
            }
            PrecedingToken::Number | PrecedingToken::Start if self.has_boards() => None,
            PrecedingToken::Number | PrecedingToken::Start => {
                let end = range.end + next_half_move(after)? as u32;
                let cut = match before.ends_with('(') {
                    true => Edit::delete(range.start..range.end + (after.len() - after.trim_start().len()) as u32),
                    false => self.removal(range),
                };
                Some(vec![cut, Edit::insert(end, format!(" {nags}"))])
            }
            PrecedingToken::Comment | PrecedingToken::Variation | PrecedingToken::Terminator => None,
        }
    }
}

/// End of the half-move, with its suffix, at the beginning of a text, perhaps after a number.
fn next_half_move(text: &str) -> Option<usize> {
    let rest = text.trim_start();
    let numbered = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    let rest = if numbered.len() < rest.len() { numbered.trim_start_matches('.').trim_start() } else { rest };
    let len = rest.find(|c: char| c.is_whitespace() || "(){}[];$!?*".contains(c)).unwrap_or(rest.len());
    let suffix = rest[len..].bytes().take_while(|byte| matches!(byte, b'!' | b'?')).count();
    let start = text.len() - rest.len();
    rest.starts_with(char::is_alphabetic).then_some(start + len + suffix)
}
