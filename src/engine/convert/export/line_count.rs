//! The numbers that an export writes: the true ones, except where those of the text have jumped.

use crate::convert::losses::jumped::JumpedSpans;
use crate::convert::numbers::WrittenNumber;
use crate::replay::{Resolved, ResolvedMove};
use crate::score::OutlineToken;
use crate::syntax::Token;

/// The count of half-moves on the current line of movetext and on those around it.
pub struct LineCount {
    jumped: JumpedSpans,
    /// Starts of the numbers that have jumped.
    jumps: Vec<u32>,
    /// The main line and the open variations.
    lines: Vec<CountedLine>,
}

#[derive(Clone, Copy, Default)]
struct CountedLine {
    /// Offset of the exported numbers from the true ones.
    ahead: i64,
    /// Increment of the written numbers, where the first of a variation names another half-move than it replaces.
    shift: i64,
    /// The number that waits for its half-move, and whether it has jumped.
    written: Option<(u32, bool)>,
    /// Whether the next half-move is the first of a variation, whose position decides (rule C7).
    begins_variation: bool,
}

impl LineCount {
    pub fn of(text: &str, items: &[OutlineToken], resolved: &Resolved) -> LineCount {
        LineCount {
            jumped: JumpedSpans::of(text, items, resolved),
            jumps: resolved.jumped.clone(),
            lines: vec![CountedLine::default()],
        }
    }

    /// Passes a token with this text.
    pub fn item(&mut self, text: &str, item: &OutlineToken) {
        match item.token {
            Token::VariationOpen => {
                // A variation separates a number from the half-move that it names.
                let outer = self.lines.last_mut();
                let outer = outer.map_or_else(CountedLine::default, |line| {
                    line.written = None;
                    *line
                });
                self.lines.push(CountedLine { begins_variation: true, ..outer });
            }
            Token::VariationClose if self.lines.len() > 1 => drop(self.lines.pop()),
            Token::MoveNumber => {
                if let Some(line) = self.lines.last_mut() {
                    let has_jumped = self.jumps.binary_search(&item.range.start).is_ok();
                    line.written = WrittenNumber::read(text).value().map(|written| (written, has_jumped));
                }
            }
            _ => {}
        }
    }

    /// Passes a half-move whose effect is unknown.
    pub fn unknown(&mut self) {
        if let Some(line) = self.lines.last_mut() {
            (line.written, line.begins_variation) = (None, false);
        }
    }

    /// The number of a half-move whose effect is known, and whether it has jumped.
    pub fn half_move(&mut self, half_move: &ResolvedMove) -> (u32, bool) {
        let Some(line) = self.lines.last_mut() else { return (half_move.number, false) };
        let (written, begins_variation) = (line.written.take(), std::mem::take(&mut line.begins_variation));
        let before = line.ahead;
        if let Some((written, has_jumped)) = written {
            let written = i64::from(written);
            let right = i64::from(half_move.number);
            let expected = [right, right + line.ahead];
            if begins_variation {
                if !expected.contains(&(written + line.shift)) {
                    line.shift = right + line.ahead - written;
                }
            } else if written + line.shift != right + line.ahead && expected.contains(&written) && !has_jumped {
                line.shift = 0;
            }
            if self.jumped.contains(half_move.range.start) {
                // No number is below 0.
                let shifted = Some(written + line.shift).filter(|number| *number >= 0);
                line.ahead = shifted.unwrap_or(written) - right;
            }
        }
        let counted = u32::try_from(i64::from(half_move.number) + line.ahead).unwrap_or(half_move.number);
        (counted, line.ahead != before)
    }
}
