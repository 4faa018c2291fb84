//! Half-moves that cannot be read and are several tokens, such as `N?f6`, `N(f3` or `Kg82.`: an export writes them as
//! they stand.
//!
//! Token by token, `?` would become a NAG, `(` begin a variation and the period be lost, and what was meant could no longer
//! be seen.

use std::ops::Range;

use crate::convert::outcome::Loss;
use crate::lint::Code;
use crate::replay::Resolved;
use crate::score::OutlineToken;
use crate::syntax::Token;

/// The ranges of such half-moves, in text order.
#[derive(Debug)]
pub struct UnreadHalfMoves(Vec<Range<u32>>);

impl UnreadHalfMoves {
    pub fn of(items: &[OutlineToken], resolved: &Resolved) -> UnreadHalfMoves {
        let ranges = resolved.report.diagnostics.iter().filter(|found| found.code == Code::InvalidMoveText);
        let mut ranges: Vec<_> =
            ranges.map(|found| found.range.clone()).filter(|range| is_whole(items, range)).collect();
        ranges.extend(with_periods(items, resolved));
        ranges.sort_by_key(|range| range.start);
        ranges.dedup_by(|next, last| {
            let overlap = next.start < last.end;
            if overlap {
                last.end = last.end.max(next.end);
            }
            overlap
        });
        UnreadHalfMoves(ranges)
    }

    /// The half-move that contains this offset.
    pub fn at(&self, offset: u32) -> Option<&Range<u32>> {
        let next = self.0.partition_point(|range| range.end <= offset);
        self.0.get(next).filter(|range| range.contains(&offset))
    }

    /// Removes the losses within such half-moves: nothing of them is lost.
    pub fn keep(&self, losses: &mut Vec<Loss>) {
        losses.retain(|loss| self.at(loss.range.start).is_none());
    }
}

/// Half-moves without a known effect with the periods that are glued to them.
fn with_periods(items: &[OutlineToken], resolved: &Resolved) -> impl Iterator<Item = Range<u32>> {
    items.array_windows().filter_map(|[half_move, periods]| {
        let is_glued = half_move.token == Token::Move
            && periods.token == Token::Periods
            && half_move.range.end == periods.range.start;
        let is_known = || {
            let n = resolved.index_of(&half_move.range)?;
            resolved.moves[n].play.as_ref()
        };
        (is_glued && is_known().is_none()).then_some(half_move.range.start..periods.range.end)
    })
}

/// Whether the range is several tokens of the movetext with a half-move among them, from the start of one to the end of
/// one, without comments. At the end of the game it may be a misspelt terminator, which another one behind it would hide.
fn is_whole(items: &[OutlineToken], range: &Range<u32>) -> bool {
    let first = items.partition_point(|item| item.range.start < range.start);
    let within: Vec<_> = items[first..].iter().take_while(|item| item.range.end <= range.end).collect();
    let is_part = |token| {
        matches!(token, Token::Move | Token::Stray | Token::Suffix | Token::Periods | Token::MoveNumber)
            || matches!(token, Token::VariationOpen | Token::VariationClose)
    };
    within.len() > 1
        && within.iter().any(|item| item.token == Token::Move)
        && items.last().is_some_and(|last| last.range.end > range.end)
        && within.iter().all(|item| is_part(item.token))
        && within[0].range.start == range.start
        && within.iter().any(|item| item.range.end == range.end)
}
