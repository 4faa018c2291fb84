//! Counts of the games that reach a position, and of what was played there.

mod counts;
#[cfg(test)]
mod tests;

use shakmaty::Move;
use vgn_engine::source::Encoding;

pub use counts::ResultCounts;

use crate::index::PositionSums;
use crate::{GameFacts, GameSink, SoughtPosition, VariantWatch, WalkPlace, WalkStep, WalkedGame};

/// Number of games that are listed.
pub const MOST_LISTED: usize = 8;

/// A sink that counts the games whose main line reaches a position, by legal half-moves.
///
/// A game that reaches it several times counts once, and once for each of the different moves that it plays there.
pub struct PositionTally<'s> {
    sought: &'s SoughtPosition,
    game: TalliedGame,
    /// Number of all games.
    pub walked: u64,
    /// Those of them that are of other variants than chess, and so reach no position of it.
    pub of_variants: u64,
    /// All games that reach the position.
    pub total: ResultCounts,
    /// The moves played there, in the order in which they were found.
    pub moves: Vec<(Move, ResultCounts)>,
    /// The games with the highest ratings, the highest first, at most [`MOST_LISTED`].
    pub best: Vec<FoundGame>,
}

/// A game that reaches the position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundGame {
    pub white: String,
    pub black: String,
    pub facts: GameFacts,
    /// Where it first reaches the position: start of the half-move played there or, in its last position, of the
    /// half-move that led there; else of the game. In bytes of the walked text.
    pub at: usize,
    /// What it plays there first; `None` if it ends there.
    pub played: Option<Move>,
}

/// What is known of the game being walked.
#[derive(Default)]
struct TalliedGame {
    facts: GameFacts,
    variant: VariantWatch,
    white: Vec<u8>,
    black: Vec<u8>,
    reached: bool,
    /// Start of the half-move that reached it first.
    led: Option<usize>,
    moves: Vec<Move>,
    /// Start of the first of them.
    left: Option<usize>,
}

impl<'s> PositionTally<'s> {
    /// A tally of no game.
    pub fn new(sought: &'s SoughtPosition) -> PositionTally<'s> {
        PositionTally {
            sought,
            game: TalliedGame::default(),
            walked: 0,
            of_variants: 0,
            total: ResultCounts::default(),
            moves: Vec::new(),
            best: Vec::new(),
        }
    }

    /// Adds the counts of another tally of the same position. Its games are left to the caller, who knows where they
    /// are.
    pub fn add_counts(&mut self, other: &PositionTally<'_>) {
        self.walked += other.walked;
        self.of_variants += other.of_variants;
        self.total.add(&other.total);
        for (mv, counts) in &other.moves {
            self.of_move(*mv).add(counts);
        }
    }

    /// Adds the counts that an index has of the same position. Its games are left to the caller, and how many were
    /// walked.
    pub fn add_sums(&mut self, sums: &PositionSums) {
        self.total.add(&sums.total);
        for (code, counts) in &sums.moves {
            if let Some(mv) = self.sought.move_of(*code) {
                self.of_move(mv).add(counts);
            }
        }
    }

    /// The moves, the most frequent first, and those that are as frequent by their UCI text.
    pub fn sorted_moves(&self) -> Vec<(Move, ResultCounts)> {
        let mut moves = self.moves.clone();
        moves.sort_by_cached_key(|(mv, counts)| (std::cmp::Reverse(counts.games), self.sought.uci(*mv)));
        moves
    }

    fn of_move(&mut self, mv: Move) -> &mut ResultCounts {
        let at = self.moves.iter().position(|(other, _)| *other == mv).unwrap_or_else(|| {
            self.moves.push((mv, ResultCounts::default()));
            self.moves.len() - 1
        });
        &mut self.moves[at].1
    }

    /// Lists the game if its rating is among the highest; of equal ones, earlier games are listed.
    fn list(&mut self, start: usize) {
        let game = &self.game;
        let rating = game.facts.mean_rating();
        let place = self.best.partition_point(|other| other.facts.mean_rating() >= rating);
        if place < MOST_LISTED {
            let name = |bytes: &[u8]| Encoding::of(bytes).decode(bytes).into_owned();
            let found = FoundGame {
                white: name(&game.white),
                black: name(&game.black),
                facts: game.facts,
                at: game.left.or(game.led).unwrap_or(start),
                played: game.moves.first().copied(),
            };
            self.best.insert(place, found);
            self.best.truncate(MOST_LISTED);
        }
    }
}

impl GameSink for PositionTally<'_> {
    fn begin(&mut self) {
        let TalliedGame { mut white, mut black, mut moves, .. } = std::mem::take(&mut self.game);
        white.clear();
        black.clear();
        moves.clear();
        self.game = TalliedGame { white, black, moves, ..TalliedGame::default() };
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.game.variant.tag(name, value);
        let kept = match name {
            b"White" => &mut self.game.white,
            b"Black" => &mut self.game.black,
            _ => return self.game.facts.take_tag(name, value),
        };
        kept.clear();
        kept.extend_from_slice(value);
    }

    fn start(&mut self, place: WalkPlace<'_>) {
        self.game.variant.start(&place);
        self.game.reached |= self.sought.is_at(&place);
    }

    #[inline]
    fn half_move(&mut self, step: &WalkStep, before: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        if step.depth > 0 || !step.is_sound {
            return;
        }
        if let Some(mv) = step.mv
            && before.is_some_and(|place| self.sought.is_at(&place))
        {
            self.game.reached = true;
            self.game.left.get_or_insert(step.range.start);
            if !self.game.moves.contains(&mv) {
                self.game.moves.push(mv);
            }
        }
        if after.is_some_and(|place| self.sought.is_at(&place)) {
            self.game.reached = true;
            self.game.led.get_or_insert(step.range.start);
        }
    }

    fn terminator(&mut self, text: &[u8]) {
        self.game.facts.take_terminator(text);
    }

    fn end(&mut self, game: &WalkedGame) {
        self.walked += 1;
        self.of_variants += u64::from(self.game.variant.is_other(game));
        if !self.game.reached {
            return;
        }
        let facts = self.game.facts;
        self.total.count(&facts);
        self.list(game.range.start);
        let moves = std::mem::take(&mut self.game.moves);
        moves.iter().for_each(|mv| self.of_move(*mv).count(&facts));
        self.game.moves = moves;
    }
}
