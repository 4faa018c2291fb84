//! Collects the positions of a game on a walk.

use super::PlayedCode;
use crate::{GameFacts, GameSink, SearchKey, WalkPlace, WalkStep, WalkedGame};

/// A sink that keeps the positions of the last game, main line and variations, with what is played there.
#[derive(Debug, Default)]
pub struct PositionCollector {
    facts: GameFacts,
    played: Vec<(SearchKey, PlayedCode)>,
    /// The last positions of the open lines, outermost first, in which nothing has been played yet.
    ends: Vec<Option<LineEnd>>,
}

#[derive(Clone, Copy, Debug)]
struct LineEnd {
    key: SearchKey,
    is_counted: bool,
}

impl PositionCollector {
    /// What the game says of itself.
    pub fn facts(&self) -> GameFacts {
        self.facts
    }

    /// Its positions, sorted by key, each with everything that is played there; nothing is listed twice.
    pub fn positions(&self) -> &[(SearchKey, PlayedCode)] {
        &self.played
    }

    /// A line ends in its last position.
    fn close(&mut self, depth: usize) {
        if let Some(end) = self.ends.get_mut(depth).and_then(Option::take) {
            self.played.push((end.key, PlayedCode::new(None, end.is_counted)));
        }
    }

    fn close_from(&mut self, depth: usize) {
        for depth in depth..self.ends.len() {
            self.close(depth);
        }
        self.ends.truncate(depth);
    }
}

impl GameSink for PositionCollector {
    fn begin(&mut self) {
        self.facts = GameFacts::default();
        self.played.clear();
        self.ends.clear();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.facts.take_tag(name, value);
    }

    fn start(&mut self, place: WalkPlace<'_>) {
        self.ends.clear();
        self.ends.push(place.key.map(|key| LineEnd { key, is_counted: true }));
    }

    #[inline]
    fn half_move(&mut self, step: &WalkStep, before: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        let depth = step.depth as usize;
        self.close_from(depth + 1);
        self.ends.resize(depth + 1, None);
        let before = before.and_then(|place| place.key);
        let is_main = depth == 0 && step.is_sound;
        let is_counted = is_main && step.mv.is_some();
        let continues = self.ends[depth].is_some_and(|end| Some(end.key) == before);
        if !continues || (depth == 0 && !is_counted) {
            self.close(depth);
        }
        if let Some(key) = before {
            self.played.push((key, PlayedCode::new(step.mv, is_counted)));
        }
        let after = after.and_then(|place| place.key);
        self.ends[depth] = after.map(|key| LineEnd { key, is_counted: is_main });
    }

    fn terminator(&mut self, text: &[u8]) {
        self.facts.take_terminator(text);
    }

    fn end(&mut self, _: &WalkedGame) {
        self.close_from(0);
        self.played.sort_unstable();
        self.played.dedup();
    }
}
