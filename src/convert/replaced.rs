//! Which half-move each variation of a game replaces (rule C7), to compare a game before and after a conversion.

use std::collections::HashMap;
use std::ops::Range;

use super::outline::OutlineToken;
use super::variation_placement::Relocation;
use crate::syntax::Token;

/// A line of play as the variations that replace each of its half-moves. A variation without half-moves replaces none,
/// and is left out.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct LineShape {
    /// Variations before the first half-move.
    head: Vec<LineShape>,
    half_moves: Vec<Vec<LineShape>>,
}

/// The line that is being read, and its half-moves in the text.
#[derive(Default)]
struct UnfinishedLine {
    start: u32,
    shape: LineShape,
    half_moves: Vec<Range<u32>>,
}

impl LineShape {
    /// The main line of a game. A variation replaces the half-move before it, unless it is relocated.
    pub(super) fn of(items: &[OutlineToken], relocations: &[Relocation]) -> LineShape {
        let places: HashMap<u32, &Range<u32>> =
            relocations.iter().map(|relocation| (relocation.block.start, &relocation.half_move)).collect();
        let (mut line, mut outer) = (UnfinishedLine::default(), Vec::new());
        for item in items {
            match item.token {
                Token::VariationOpen => {
                    let inner = UnfinishedLine { start: item.range.start, ..UnfinishedLine::default() };
                    outer.push(std::mem::replace(&mut line, inner));
                }
                Token::VariationClose => {
                    let Some(parent) = outer.pop() else { continue };
                    let inner = std::mem::replace(&mut line, parent);
                    line.add(inner, &places);
                }
                Token::Move => {
                    line.half_moves.push(item.range.clone());
                    line.shape.half_moves.push(Vec::new());
                }
                _ => {}
            }
        }
        line.shape
    }
}

impl UnfinishedLine {
    fn add(&mut self, inner: UnfinishedLine, places: &HashMap<u32, &Range<u32>>) {
        if inner.half_moves.is_empty() {
            return;
        }
        let place = places.get(&inner.start).and_then(|place| self.half_moves.iter().position(|range| range == *place));
        let place = place.or_else(|| self.half_moves.len().checked_sub(1));
        match place {
            Some(place) => self.shape.half_moves[place].push(inner.shape),
            None => self.shape.head.push(inner.shape),
        }
    }
}
