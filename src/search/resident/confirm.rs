//! A game that reaches a position, confirmed on its own text.

use std::ops::Range;

use vgn_engine::source::Encoding;

use crate::{GameFacts, GameSink, GameWalker, SoughtPosition, WalkPlace, WalkStep, WalkedGame};

/// A game whose main line reaches a position by legal half-moves.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ConfirmedGame {
    /// As in its tags; empty if a tag is missing.
    pub white: String,
    pub black: String,
    pub date: String,
    pub facts: GameFacts,
    /// Where it first reaches the position: the half-move played there or, in its last position, the half-move that led
    /// there; else empty, at the start of the game. In bytes of the walked text.
    pub range: Range<usize>,
}

/// The game that starts at `at` in a text; `None` if it does not reach the position.
pub fn confirmed_game(
    walker: &mut GameWalker,
    bytes: &[u8],
    at: usize,
    sought: &SoughtPosition,
) -> Option<ConfirmedGame> {
    let mut finder = PlaceFinder { sought, tags: [const { Vec::new() }; 3], game: FoundPlaces::default(), done: None };
    walker.game(bytes, at, true, &mut finder)?;
    finder.done
}

struct PlaceFinder<'s> {
    sought: &'s SoughtPosition,
    /// White, Black, Date.
    tags: [Vec<u8>; 3],
    game: FoundPlaces,
    done: Option<ConfirmedGame>,
}

#[derive(Default)]
struct FoundPlaces {
    facts: GameFacts,
    is_reached: bool,
    led: Option<Range<usize>>,
    left: Option<Range<usize>>,
}

impl GameSink for PlaceFinder<'_> {
    fn begin(&mut self) {
        self.tags.iter_mut().for_each(Vec::clear);
        self.game = FoundPlaces::default();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.game.facts.take_tag(name, value);
        let place = [&b"White"[..], b"Black", b"Date"].iter().position(|known| *known == name);
        if let Some(place) = place {
            self.tags[place] = value.to_vec();
        }
    }

    fn start(&mut self, place: WalkPlace<'_>) {
        self.game.is_reached |= self.sought.is_at(&place);
    }

    fn half_move(&mut self, step: &WalkStep, before: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        if step.depth > 0 || !step.is_sound {
            return;
        }
        let game = &mut self.game;
        if step.mv.is_some() && game.left.is_none() && before.is_some_and(|place| self.sought.is_at(&place)) {
            game.is_reached = true;
            game.left = Some(step.range.clone());
        }
        if game.led.is_none() && after.is_some_and(|place| self.sought.is_at(&place)) {
            game.is_reached = true;
            game.led = Some(step.range.clone());
        }
    }

    fn terminator(&mut self, text: &[u8]) {
        self.game.facts.take_terminator(text);
    }

    fn end(&mut self, walked: &WalkedGame) {
        let FoundPlaces { facts, is_reached, led, left } = std::mem::take(&mut self.game);
        let start = walked.range.start..walked.range.start;
        let [white, black, date] = self.tags.each_ref().map(|bytes| Encoding::of(bytes).decode(bytes).into_owned());
        let game = ConfirmedGame { white, black, date, facts, range: left.or(led).unwrap_or(start) };
        self.done = is_reached.then_some(game);
    }
}
