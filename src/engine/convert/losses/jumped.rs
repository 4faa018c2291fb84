//! Numbers that have jumped: half-moves may be missing before them, and a count from the beginning would remove that
//! sign. A text keeps them, and what cannot keep them lists them.

use std::ops::Range;

use shakmaty::Color;

use crate::convert::numbers::WrittenNumber;
use crate::convert::outcome::Loss;
use crate::replay::Resolved;
use crate::score::{OutlineToken, SourceOutline, slice};
use crate::syntax::Token;

/// Parts of a game's text in which the written numbers differ from the true ones for good: from a number that has
/// jumped to the end of its line.
#[derive(Debug, Default)]
pub struct JumpedSpans(Vec<Range<u32>>);

impl JumpedSpans {
    pub fn of(text: &str, items: &[OutlineToken], resolved: &Resolved) -> JumpedSpans {
        let mut spans = Vec::new();
        if resolved.jumped.is_empty() {
            return JumpedSpans(spans);
        }
        let mut depth = 0_u32;
        // The start of the outermost span, and the depth of its line.
        let mut open: Option<(u32, u32)> = None;
        for item in items {
            match item.token {
                Token::VariationOpen => depth += 1,
                Token::VariationClose => {
                    if let Some((start, _)) = open.take_if(|(_, line)| *line == depth) {
                        spans.push(start..item.range.start);
                    }
                    depth = depth.saturating_sub(1);
                }
                Token::MoveNumber if open.is_none() && resolved.jumped.binary_search(&item.range.start).is_ok() => {
                    open = value(text, item).map(|_| (item.range.start, depth));
                }
                _ => {}
            }
        }
        spans.extend(open.map(|(start, _)| start..u32::MAX));
        JumpedSpans(spans)
    }

    pub fn contains(&self, at: u32) -> bool {
        let next = self.0.partition_point(|span| span.end <= at);
        self.0.get(next).is_some_and(|span| span.contains(&at))
    }
}

/// The value of a number; `None` if it has too many digits to count on from it.
fn value(text: &str, item: &OutlineToken) -> Option<u32> {
    WrittenNumber::read(slice(text, &item.range)).value()
}

/// The numbers that have jumped and that a text cannot keep.
pub fn unkept_jumps(text: &str, outline: &SourceOutline, resolved: &Resolved) -> Vec<Loss> {
    let is_unkept = |item: &OutlineToken| value(text, item).is_none();
    jumped_numbers(text, outline, resolved, is_unkept)
}

/// The numbers that have jumped, of those that are lost where each line is counted from its beginning.
pub fn jumped_numbers(
    text: &str,
    outline: &SourceOutline,
    resolved: &Resolved,
    is_lost: impl Fn(&OutlineToken) -> bool,
) -> Vec<Loss> {
    let loss = |start: &u32| {
        let at = outline.items.binary_search_by_key(start, |item| item.range.start).ok()?;
        let is_lost_number = |item: &&OutlineToken| item.token == Token::MoveNumber && is_lost(item);
        let number = outline.items.get(at).filter(is_lost_number)?;
        let next = resolved.moves.partition_point(|half_move| half_move.range.start < number.range.end);
        let half_move = resolved.moves.get(next).filter(|half_move| half_move.play.is_some())?;
        let old = slice(text, &number.range);
        let new = match half_move.color {
            Color::White => format!("{}.", half_move.number),
            Color::Black => format!("{}...", half_move.number),
        };
        let message = format!("the number `{old}` becomes `{new}`: half-moves may be missing before it");
        Some(Loss::new(number.range.clone(), message))
    };
    resolved.jumped.iter().filter_map(loss).collect()
}
