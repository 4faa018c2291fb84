//! Counts what games play in many positions at once.

use std::collections::HashMap;

use shakmaty::Move;
use vgn_engine::rules::Bitboards;

use crate::{GameFacts, GameSink, ResultCounts, SearchKey, WalkBoard, WalkPlace, WalkStep, WalkedGame};

/// Positions in which moves are counted.
#[derive(Clone, Debug, Default)]
pub struct WantedPositions {
    boards: Vec<Bitboards>,
    numbers: HashMap<SearchKey, u32>,
}

impl WantedPositions {
    /// These positions; of different ones with the same key, the first.
    pub fn new(boards: impl IntoIterator<Item = Bitboards>) -> WantedPositions {
        let mut wanted = WantedPositions::default();
        for board in boards {
            let number = wanted.boards.len() as u32;
            if *wanted.numbers.entry(SearchKey::of_bitboards(&board)).or_insert(number) == number {
                wanted.boards.push(board);
            }
        }
        wanted
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.boards.is_empty()
    }

    /// The number of a position: a key finds it, and the board confirms it.
    #[inline]
    fn number(&self, place: &WalkPlace<'_>) -> Option<u32> {
        let number = *self.numbers.get(&place.key?)?;
        place.board.is_same(&WalkBoard::Bitboards(&self.boards[number as usize])).then_some(number)
    }
}

/// The games that reach a position, and those that play each move there.
#[derive(Clone, Debug, Default)]
pub struct PlayedReplies {
    pub total: ResultCounts,
    pub moves: Vec<(Move, ResultCounts)>,
}

/// A sink that counts for each position the games whose main line reaches it, by legal half-moves, and what they play
/// there: each game once, and once for each of its different moves there.
pub struct WantedTally<'w> {
    wanted: &'w WantedPositions,
    counts: HashMap<u32, PlayedReplies>,
    facts: GameFacts,
    /// Positions that the game reaches.
    reached: Vec<u32>,
    /// Moves that it plays there.
    played: Vec<(u32, Move)>,
}

impl<'w> WantedTally<'w> {
    /// A tally of no game.
    pub fn new(wanted: &'w WantedPositions) -> WantedTally<'w> {
        let facts = GameFacts::default();
        WantedTally { wanted, counts: HashMap::new(), facts, reached: Vec::new(), played: Vec::new() }
    }

    /// Adds the counts of another tally of the same positions.
    pub fn add(&mut self, other: &WantedTally<'_>) {
        for (number, counts) in &other.counts {
            let mine = self.counts.entry(*number).or_default();
            mine.total.add(&counts.total);
            counts.moves.iter().for_each(|(mv, counts)| mine.of_move(*mv).add(counts));
        }
    }

    /// The counts of a position; `None` if no game reaches it.
    pub fn replies(&self, board: &Bitboards) -> Option<&PlayedReplies> {
        let key = Some(SearchKey::of_bitboards(board));
        let place = WalkPlace { board: WalkBoard::Bitboards(board), key };
        self.counts.get(&self.wanted.number(&place)?)
    }

    fn reach(&mut self, number: u32) {
        if !self.reached.contains(&number) {
            self.reached.push(number);
        }
    }
}

impl PlayedReplies {
    fn of_move(&mut self, mv: Move) -> &mut ResultCounts {
        let at = self.moves.iter().position(|(other, _)| *other == mv).unwrap_or_else(|| {
            self.moves.push((mv, ResultCounts::default()));
            self.moves.len() - 1
        });
        &mut self.moves[at].1
    }
}

impl GameSink for WantedTally<'_> {
    fn begin(&mut self) {
        self.facts = GameFacts::default();
        self.reached.clear();
        self.played.clear();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.facts.take_tag(name, value);
    }

    fn start(&mut self, place: WalkPlace<'_>) {
        if let Some(number) = self.wanted.number(&place) {
            self.reach(number);
        }
    }

    fn half_move(&mut self, step: &WalkStep, before: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        if step.depth > 0 || !step.is_sound {
            return;
        }
        if let Some(number) = before.and_then(|place| self.wanted.number(&place)) {
            self.reach(number);
            if let Some(mv) = step.mv.filter(|mv| !self.played.contains(&(number, *mv))) {
                self.played.push((number, mv));
            }
        }
        if let Some(number) = after.and_then(|place| self.wanted.number(&place)) {
            self.reach(number);
        }
    }

    fn terminator(&mut self, text: &[u8]) {
        self.facts.take_terminator(text);
    }

    fn end(&mut self, _: &WalkedGame) {
        for number in &self.reached {
            self.counts.entry(*number).or_default().total.count(&self.facts);
        }
        for (number, mv) in &self.played {
            self.counts.entry(*number).or_default().of_move(*mv).count(&self.facts);
        }
    }
}
