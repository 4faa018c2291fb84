//! `e.p.` separate from its half-move: no notation records it, and it is redundant only behind a capture en passant.

use std::ops::Range;

use crate::convert::outcome::Loss;
use crate::replay::{Resolved, ResolvedMove};
use crate::score::{OutlineToken, SourceOutline, slice};
use crate::syntax::{Token, is_en_passant_suffix};

/// Whether the token is an `e.p.` in any spelling.
pub fn is_en_passant(text: &str, item: &OutlineToken) -> bool {
    item.token == Token::Suffix && is_en_passant_suffix(slice(text, &item.range))
}

/// Each `e.p.` of the game that is not behind a capture en passant.
pub fn false_en_passants(text: &str, outline: &SourceOutline, resolved: &Resolved) -> Vec<Loss> {
    let mut losses = Vec::new();
    // For each open line the half-move before the next token.
    let mut lines: Vec<Option<&Range<u32>>> = vec![None];
    for item in &outline.items {
        match item.token {
            Token::VariationOpen => lines.push(None),
            Token::VariationClose => {
                lines.pop();
                lines.iter_mut().last().into_iter().for_each(|last| *last = None);
            }
            Token::Move => {
                lines.iter_mut().last().into_iter().for_each(|last| *last = Some(&item.range));
            }
            Token::Nag | Token::CompositeNag | Token::BraceComment | Token::LineComment => {}
            Token::Suffix if !is_en_passant(text, item) => {}
            Token::Suffix => {
                let half_move = lines.last().copied().flatten();
                let half_move = half_move.map(|range| resolved.index_of(range).map(|n| &resolved.moves[n]));
                losses.extend(why(half_move).map(|why| {
                    Loss::new(item.range.clone(), format!("`{}` is left out: {why}", slice(text, &item.range)))
                }));
            }
            _ => lines.iter_mut().last().into_iter().for_each(|last| *last = None),
        }
    }
    losses
}

/// Why `e.p.` behind a half-move is not redundant.
fn why(half_move: Option<Option<&ResolvedMove>>) -> Option<&'static str> {
    let Some(half_move) = half_move else { return Some("it is not after a half-move") };
    match half_move.and_then(|known| Some((known.before.as_deref()?, known.play.as_ref()?, known.after.as_deref()?))) {
        Some((before, play, after)) => {
            let is_passant = play.as_move().is_some_and(|played| played.is_en_passant())
                || before.move_to(after.board()).is_some_and(|played| played.is_en_passant());
            (!is_passant).then_some("it is not after a capture en passant")
        }
        None => Some("it is not known what the half-move before it captures"),
    }
}
