//! Cursor commands: from the last half-move at the cursor to neighbouring half-moves and variations.
//!
//! Lines are followed as they are in the text, whether or not their half-moves can be played.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::Arc;

use vgn_engine::lint::Cancellation;
use vgn_engine::replay::Resolved;
use vgn_engine::syntax::Token;

use super::line_of_play::{index_at, replaced};
use super::outline::{GameOutline, Leaf};

/// A cursor command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CursorStep {
    /// The next half-move of the same line.
    NextMove,
    /// The previous half-move; from the first one of a variation, that before the variation branches off.
    PreviousMove,
    /// The first half-move of the next variation in the text.
    NextVariation,
    PreviousVariation,
    /// The half-move that the variation replaces.
    LeaveVariation,
}

/// The target of a step from byte `place` of a game's text, in bytes of the text. Large games check `cancel` at
/// intervals. `resolve` supplies the resolved game, or `None` if cancelled; it is called only to leave a variation.
pub fn step(
    text: &str,
    place: u32,
    step: CursorStep,
    cancel: &dyn Cancellation,
    resolve: impl FnOnce() -> Option<Arc<Resolved>>,
) -> Option<Range<u32>> {
    let navigator = LineNavigator { outline: GameOutline::new(text, cancel) };
    let line = navigator.line_at(place);
    let here = navigator.last(line, |leaf| leaf.range.start <= place);
    let found = match step {
        CursorStep::NextMove => {
            navigator.first(line, |leaf| here.is_none_or(|here| leaf.range.start > here.range.start))
        }
        CursorStep::PreviousMove => match here {
            Some(here) => navigator.before(here, resolve),
            None => navigator.first(line, |_| true).and_then(|first| navigator.before(first, resolve)),
        },
        CursorStep::LeaveVariation => {
            navigator.first(line, |_| true).and_then(|first| navigator.replaced(first, resolve))
        }
        CursorStep::NextVariation => navigator.first_half_moves().find(|first| first.range.start > place),
        CursorStep::PreviousVariation => {
            navigator.first_half_moves().take_while(|first| first.range.end < place).last()
        }
    };
    found.map(|found| found.range.clone())
}

/// The lines of play of an outline.
struct LineNavigator<'t> {
    outline: GameOutline<'t>,
}

impl LineNavigator<'_> {
    /// The line of play at a place; the brackets of a variation belong to its parent.
    fn line_at(&self, place: u32) -> usize {
        let leaves = self.outline.leaves();
        let next = leaves.get(leaves.partition_point(|leaf| leaf.range.end <= place));
        let mut line = match next {
            Some(leaf) if leaf.token == Token::VariationOpen => self.outline.parent(leaf.line).unwrap_or(0),
            Some(leaf) => leaf.line,
            // The end of an incomplete text belongs to its open variation.
            None => leaves.last().filter(|leaf| leaf.token != Token::VariationClose).map_or(0, |leaf| leaf.line),
        };
        // A variation without half-moves belongs to its parent.
        while self.first(line, |_| true).is_none()
            && let Some(outer) = self.outline.parent(line)
        {
            line = outer;
        }
        line
    }

    fn half_moves(&self, line: usize) -> impl DoubleEndedIterator<Item = &Leaf> {
        self.outline.leaves().iter().filter(move |leaf| leaf.token == Token::Move && leaf.line == line)
    }

    fn first(&self, line: usize, wanted: impl Fn(&Leaf) -> bool) -> Option<&Leaf> {
        self.half_moves(line).find(|leaf| wanted(leaf))
    }

    fn last(&self, line: usize, wanted: impl Fn(&Leaf) -> bool) -> Option<&Leaf> {
        self.half_moves(line).rfind(|leaf| wanted(leaf))
    }

    /// The half-move played before one.
    fn before(&self, of: &Leaf, resolve: impl FnOnce() -> Option<Arc<Resolved>>) -> Option<&Leaf> {
        let in_line = |of: &Leaf| self.last(of.line, |leaf| leaf.range.start < of.range.start);
        if let Some(before) = in_line(of) {
            return Some(before);
        }
        let mut outer = self.replaced(of, resolve)?;
        loop {
            match in_line(outer) {
                Some(before) => return Some(before),
                None => outer = self.replaced(outer, || None)?,
            }
        }
    }

    /// The half-move that the first one of a variation replaces: by number where that matters (rule C7), else the last
    /// one before the variation.
    fn replaced(&self, first: &Leaf, resolve: impl FnOnce() -> Option<Arc<Resolved>>) -> Option<&Leaf> {
        let outer = self.outline.parent(first.line)?;
        let by_number = resolve().and_then(|resolved| {
            let moves = &resolved.moves;
            Some(replaced(moves, &moves[index_at(moves, first.range.start)?])?.range.clone())
        });
        match by_number {
            Some(range) => self.first(outer, |leaf| leaf.range == range),
            None => self.last(outer, |leaf| leaf.range.start < first.range.start),
        }
    }

    /// The first half-moves of all variations, in text order.
    fn first_half_moves(&self) -> impl Iterator<Item = &Leaf> {
        let mut seen = HashSet::from([0]);
        self.outline.leaves().iter().filter(move |leaf| leaf.token == Token::Move && seen.insert(leaf.line))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use vgn_engine::lint::{Context, FileKind, Settings};
    use vgn_engine::replay::resolve_game;

    /// The successive targets of a step from the `|` until there are no more, as byte ranges.
    fn way(to: CursorStep, marked: &str) -> Vec<String> {
        let mut place = marked.find('|').expect("a mark") as u32;
        let text = marked.replacen('|', "", 1);
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        let mut way = Vec::new();
        while let Some(found) = step(&text, place, to, &|| false, || Some(Arc::new(resolve_game(&text, &context)))) {
            assert!(way.len() < 20, "{way:?}");
            way.push(text[found.start as usize..found.end as usize].to_owned());
            place = found.start;
        }
        way
    }

    const GAME: &str = "[White \"a\"]\n\n1. e4 {x} e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) (1... c6) 2. Bc4 Bc5 *";

    fn from(to: CursorStep, at: &str) -> String {
        way(to, &GAME.replacen(&at.replace('|', ""), at, 1)).join(" ")
    }

    #[test]
    fn the_next_half_move_is_of_the_same_line() {
        assert_eq!(from(CursorStep::NextMove, "|[White"), "e4 e5 Bc4 Bc5");
        assert_eq!(from(CursorStep::NextMove, "{|x}"), "e5 Bc4 Bc5");
        assert_eq!(from(CursorStep::NextMove, "(|1... c5"), "c5 Nf3 d6", "before the first one of a variation");
        assert_eq!(from(CursorStep::NextMove, "c|5 2."), "Nf3 d6");
        assert_eq!(from(CursorStep::NextMove, "|(1... c5"), "Bc4 Bc5");
        assert_eq!(from(CursorStep::NextMove, "d6|)"), "");
        assert_eq!(from(CursorStep::NextMove, "d6)|"), "Bc4 Bc5");
        assert_eq!(way(CursorStep::NextMove, "1. e4 Ke4 2.| Kb7 Nf3"), ["Kb7", "Nf3"], "whatever it says");
        assert_eq!(way(CursorStep::NextMove, "1. e4 (1. d4 d5|"), [""; 0]);
    }

    #[test]
    fn the_half_move_before_a_variation_is_before_its_first() {
        assert_eq!(from(CursorStep::PreviousMove, "B|c5"), "Bc4 e5 e4");
        assert_eq!(from(CursorStep::PreviousMove, "d|6"), "Nf3 c5 e4");
        assert_eq!(from(CursorStep::PreviousMove, "d|5) 2..."), "c3 c5 e4");
        assert_eq!(from(CursorStep::PreviousMove, "(|1... c6"), "e4");
        assert_eq!(from(CursorStep::PreviousMove, "|[White"), "");
        assert_eq!(way(CursorStep::PreviousMove, "1. e4 (1. d4 (1. c|4)) e5"), [""; 0]);
        let vgn = "[GameFormat \"VGN\"]\n\n1. e4 1.5 e5 2. Nf3 (1.5 c|5) 2.5 Nc6 *";
        assert_eq!(way(CursorStep::PreviousMove, vgn), ["e4"], "by its number (rule C7)");
    }

    #[test]
    fn variations_are_gone_through_and_left() {
        assert_eq!(from(CursorStep::NextVariation, "|[White"), "c5 c3 c6");
        assert_eq!(from(CursorStep::NextVariation, "c|5 2."), "c3 c6");
        assert_eq!(from(CursorStep::PreviousVariation, "B|c5"), "c6 c3 c5");
        assert_eq!(from(CursorStep::PreviousVariation, "|c5 2."), "");
        assert_eq!(from(CursorStep::LeaveVariation, "d|5) 2..."), "Nf3 e5");
        assert_eq!(from(CursorStep::LeaveVariation, "B|c5"), "");
        let vgn = "[GameFormat \"VGN\"]\n\n1. e4 1.5 e5 2. Nf3 (1.5 c|5) 2.5 Nc6 *";
        assert_eq!(way(CursorStep::LeaveVariation, vgn), ["e5"], "by its number (rule C7)");
        assert_eq!(way(CursorStep::NextVariation, "|1. e4 ( ) (1. d4) (1. c4"), ["d4", "c4"]);
    }
}
