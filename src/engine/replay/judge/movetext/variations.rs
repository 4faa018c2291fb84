//! Variations (rule C7): their beginning and end, empty variations, and the state of the parentheses.

use std::ops::Range;

use crate::lint::{Code, Fix};
use crate::notation::read_placement;
use crate::replay::judge::Judge;
use crate::replay::judge::half_moves::coordinates::legal_play;
use crate::replay::judge::line::{JudgeLine, PrecedingToken};
use crate::rules::Position;
use crate::syntax::games::closed_comment;

/// Maximum number of bytes of variations skipped to find the half-move after them.
const LONGEST: usize = 1 << 18;

/// The state of the movetext's parentheses.
#[derive(Default)]
pub(crate) struct ParenthesisState {
    /// The `)` of the variation that is about to be closed.
    pub closing: Option<Range<u32>>,
    /// The next `)` has no `(`.
    pub closes_nothing: bool,
    /// End of the last `)`.
    pub variation_end: Option<u32>,
    /// A variation was not closed.
    pub variation_left_open: bool,
    /// An unclosed comment contains parentheses.
    pub lost: bool,
    /// A `)` directly follows a number.
    pub behind_number: bool,
}

impl Judge<'_> {
    pub(crate) fn open_variation(&mut self) {
        if let Some(number) = self.line.pending_number.clone()
            && !self.line.stray
        {
            match self.has_half_move_after_variations(&number) {
                // The variations replace the half-move before the number, and none is missing: PGN 8.2.2.1 allows
                // numbers anywhere.
                true if self.names_due(&number) => {}
                true => self.dangling_number(),
                false => self.missing_half_move(false),
            }
        }
        self.settle_comments();
        let inner = self.line.branch(0);
        let outer = std::mem::replace(&mut self.line, inner);
        self.outer_lines.push(outer);
    }

    /// After the variations that follow the number, there is a half-move that is legal before them.
    fn has_half_move_after_variations(&self, number: &Range<u32>) -> bool {
        let Some(position) = self.line.position() else { return false };
        let start = number.end as usize;
        let text = &self.text[start..self.text.floor_char_boundary(start + LONGEST)];
        after_variations(text).is_some_and(|rest| self.goes_on_with(rest, &position))
    }

    /// The text begins with a half-move, or with a number and one, that is legal in this position.
    pub(crate) fn goes_on_with(&self, rest: &str, position: &Position) -> bool {
        let word = match rest.trim_start_matches(|c: char| c.is_ascii_digit()) {
            after if after.len() < rest.len() => {
                after.strip_prefix(".5").unwrap_or(after).trim_start_matches('.').trim_start()
            }
            _ => rest,
        };
        let end = word.find(|c: char| c.is_whitespace() || "(){};$!?".contains(c)).unwrap_or(word.len());
        if self.has_boards() {
            return read_placement(&word[..end]).is_some_and(|placement| position.move_to(&placement).is_some());
        }
        self.read_text(&word[..end]).is_some_and(|read| legal_play(position, &read).is_some())
    }

    /// Sets the start of the `(` of the variation that was just opened.
    pub(crate) fn anchor_pending(&mut self, open: u32) {
        self.line.open_parenthesis = open;
    }

    pub(crate) fn close_variation(&mut self) {
        self.close_line();
        // A `)` that closed nothing was before the variation.
        let open = self.line.open_parenthesis;
        let closed = self.parentheses.variation_end.take().filter(|end| *end > open);
        let Some(mut outer) = self.outer_lines.pop() else { return };
        outer.preceding = PrecedingToken::Variation;
        outer.inner_rewind = outer.inner_rewind.or(self.line.first_rewind());
        let mut inner = std::mem::replace(&mut self.line, outer);
        if let (Some(fault), Some(end)) = (inner.anchor_fault.take(), closed) {
            self.anchor_fixes(*fault, inner.open_parenthesis..end);
        }
        let is_explained = self.causes.unclosed.contains(&open);
        if !(inner.has_content || inner.stray || is_explained) {
            let end = self.text[open as usize..].find(')').map_or(open + 1, |n| open + n as u32 + 1);
            let range = open..end;
            let empty = self.text[open as usize + 1..].trim_start().starts_with(')');
            let cut = self.removal(&range);
            self.report.add_fixed(Code::EmptyVariation, range, "the variation is empty", || {
                if empty { vec![Fix::safe("remove the empty variation", vec![cut])] } else { Vec::new() }
            });
        }
    }

    /// Whether a `(` without `)` separates a number from its half-move, which is not missing then.
    pub(crate) fn separates_number(&mut self, open: &Range<u32>) -> bool {
        let before = self.text[..open.start as usize].trim_end_matches([' ', '\t']);
        let is_number = before.ends_with('.') || before.strip_suffix(".5").is_some_and(|n| n.ends_with(is_digit));
        let after = self.text[open.end as usize..].trim_start();
        let is_numbered = after.trim_start_matches(is_digit).starts_with('.');
        let separates = is_number && !is_numbered && !after.starts_with(['(', ')']);
        if separates {
            self.causes.unclosed.push(before.len() as u32);
        }
        separates
    }

    /// The state of the main line, even during a variation.
    pub(in crate::replay::judge) fn main_line(&self) -> &JudgeLine {
        self.outer_lines.first().unwrap_or(&self.line)
    }
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// The half-move behind `end` on the same line of play, whatever annotates the one before it; `None` if the line ends.
pub(crate) fn next_half_move(text: &str, end: u32) -> Option<&str> {
    let start = end as usize;
    let mut rest = text.get(start..text.floor_char_boundary(start + LONGEST))?;
    loop {
        rest = after_variations(rest)?;
        let behind = rest.trim_start_matches(is_digit);
        rest = match rest.as_bytes()[0] {
            b'$' => rest[1..].trim_start_matches(is_digit),
            b'!' | b'?' => rest.trim_start_matches(['!', '?']),
            b'0'..=b'9' if behind.starts_with(['-', '/']) => return None,
            b'0'..=b'9' => behind.strip_prefix(".5").unwrap_or(behind).trim_start_matches('.'),
            _ => {
                return Some(
                    &rest[..rest.find(|c: char| c.is_whitespace() || "(){};$!?".contains(c)).unwrap_or(rest.len())],
                );
            }
        };
    }
}

/// The text after the variations and comments with which it begins; `None` if one of them does not end.
pub(crate) fn after_variations(text: &str) -> Option<&str> {
    let bytes = text.as_bytes();
    let (mut at, mut depth) = (0, 0_usize);
    loop {
        match *bytes.get(at)? {
            b'{' => at = closed_comment(bytes, at)?,
            b';' => at += memchr::memchr2(b'\n', b'\r', &bytes[at..])?,
            byte => {
                match byte {
                    b'(' => depth += 1,
                    b')' => depth = depth.checked_sub(1)?,
                    _ if depth == 0 && !byte.is_ascii_whitespace() => return text.get(at..),
                    _ => {}
                }
                at += 1;
            }
        }
    }
}
