//! What an export writes as it stands, although it is not PGN's export format.

use std::ops::Range;

use super::unread_half_moves::UnreadHalfMoves;
use crate::convert::half_moves::fault;
use crate::convert::outcome::Loss;
use crate::replay::Resolved;
use crate::score::{OutlineToken, slice};
use crate::syntax::Token;

/// The half-moves that no legal move is known for, those that follow one another as one, and the NAGs that PGN does not
/// have, or not there.
pub fn as_it_stands(text: &str, items: &[OutlineToken], resolved: &Resolved) -> Vec<Loss> {
    let unread = UnreadHalfMoves::of(items, resolved);
    let mut remarks = Vec::new();
    // The first one of a row, and the number of those behind it.
    let mut row: Option<(Range<u32>, usize)> = None;
    let end_row = |row: Option<(Range<u32>, usize)>, remarks: &mut Vec<Loss>| {
        let Some((first, more)) = row else { return };
        let written = match more {
            0 => format!("`{}` is written as it stands", slice(text, &first)),
            _ => format!("`{}` and {more} more behind it are written as they stand", slice(text, &first)),
        };
        let message = format!("{written}: {}", fault(resolved, &first));
        remarks.push(Loss::new(first, message));
    };
    let mut cursor = resolved.cursor();
    // Whether a NAG of each open line is behind a half-move.
    let mut is_behind_move = vec![false];
    for item in items {
        match item.token {
            Token::VariationOpen => is_behind_move.push(false),
            Token::VariationClose if is_behind_move.len() > 1 => drop(is_behind_move.pop()),
            Token::Move | Token::MoveNumber => {
                is_behind_move.last_mut().into_iter().for_each(|line| *line = item.token == Token::Move);
            }
            _ => {}
        }
        match item.token {
            Token::Move => {
                let range = unread.at(item.range.start).unwrap_or(&item.range);
                let half_move = cursor.index_of(&item.range).map(|n| &resolved.moves[n]);
                let is_legal =
                    half_move.is_some_and(|half_move| half_move.play.is_some() && half_move.illegal.is_none());
                match &mut row {
                    _ if is_legal && *range == item.range => end_row(row.take(), &mut remarks),
                    Some((first, more)) => *more += usize::from(first.end <= range.start),
                    None => row = Some((range.clone(), 0)),
                }
            }
            Token::Nag => {
                let nag = slice(text, &item.range);
                let is_known = nag.trim_start_matches('$').parse().is_ok_and(|number: u32| number <= 255);
                let why = match (is_known, is_behind_move.last()) {
                    (false, _) => "PGN's NAGs end at `$255`",
                    (true, Some(false)) => "it has no half-move before it",
                    (true, _) => continue,
                };
                remarks.push(Loss::new(item.range.clone(), format!("`{nag}` is written as it stands: {why}")));
            }
            _ => {}
        }
    }
    end_row(row, &mut remarks);
    remarks.sort_by_key(|remark| remark.range.start);
    remarks
}
