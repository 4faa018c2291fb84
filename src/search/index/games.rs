//! A sink that collects what an index keeps of games.

use super::{MoveCode, Occurrence};
use crate::{GameFacts, GameResult, GameSink, SearchKey, VariantWatch, WalkPlace, WalkStep, WalkedGame};

/// What an index keeps of each game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct IndexedGameRow {
    /// Where the game starts, in bytes of its text; below 2^48.
    pub start: u64,
    /// Lines before it in its text.
    pub line: u32,
    pub facts: GameFacts,
}

impl IndexedGameRow {
    /// Bytes of a row.
    pub(super) const LENGTH: usize = 16;

    pub(super) fn to_bytes(self) -> [u8; IndexedGameRow::LENGTH] {
        let GameFacts { result, white_rating, black_rating, year } = self.facts;
        let facts =
            result as u64 | u64::from(white_rating) << 2 | u64::from(black_rating) << 16 | u64::from(year) << 30;
        let low = u128::from(self.start) | u128::from(self.line) << 48 | u128::from(facts) << 80;
        low.to_le_bytes()
    }

    pub(super) fn from_bytes(bytes: [u8; IndexedGameRow::LENGTH]) -> IndexedGameRow {
        let row = u128::from_le_bytes(bytes);
        let facts = (row >> 80) as u64;
        let number = |shift: u32| (facts >> shift & 0x3fff) as u16;
        let result = match facts & 3 {
            0 => GameResult::White,
            1 => GameResult::Draw,
            2 => GameResult::Black,
            _ => GameResult::Open,
        };
        IndexedGameRow {
            start: row as u64 & ((1 << 48) - 1),
            line: (row >> 48) as u32,
            facts: GameFacts { result, white_rating: number(2), black_rating: number(16), year: number(30) },
        }
    }
}

/// Games that were walked for an index: their rows, and each position of their main lines that legal half-moves reach;
/// [`IndexedGames::with_all_lines`] also keeps the positions of all other lines.
#[derive(Debug, Default)]
pub struct IndexedGames {
    /// The games that have ended. Starts are those in the walked text, lines are 0.
    pub rows: Vec<IndexedGameRow>,
    /// How many of them are of other variants than chess.
    pub of_variants: u64,
    /// Their positions, in the order of the games.
    pub(super) occurrences: Vec<Occurrence>,
    /// Occurrences of games that have ended.
    kept: usize,
    /// Positions of the other lines of the current game, if they are wanted.
    others: Option<Vec<Occurrence>>,
    facts: GameFacts,
    variant: VariantWatch,
}

impl IndexedGames {
    /// Keeps the positions of variations, and those that no legal half-moves reach, as [`MoveCode::BESIDE`] too.
    pub fn with_all_lines() -> IndexedGames {
        IndexedGames { others: Some(Vec::new()), ..IndexedGames::default() }
    }

    /// The positions of main lines, with what is played there.
    pub(crate) fn played(&self) -> Vec<(SearchKey, MoveCode)> {
        let main = self.occurrences[..self.kept].iter().filter(|one| one.played != MoveCode::BESIDE);
        main.map(|one| (one.key, one.played)).collect()
    }

    /// Number of positions.
    pub fn positions(&self) -> usize {
        self.kept
    }

    fn add(&mut self, key: SearchKey, ply: u32, played: MoveCode) {
        let one = self.occurrence(key, ply, played);
        self.occurrences.push(one);
    }

    fn add_other(&mut self, place: Option<WalkPlace<'_>>, ply: u32) {
        let Some(key) = place.and_then(|place| place.key) else { return };
        let one = self.occurrence(key, ply, MoveCode::BESIDE);
        self.others.iter_mut().filter(|others| others.last().is_none_or(|last| last.key != key)).for_each(|others| {
            others.push(one);
        });
    }

    fn occurrence(&self, key: SearchKey, ply: u32, played: MoveCode) -> Occurrence {
        Occurrence { key, game: self.rows.len() as u32, ply: u16::try_from(ply).unwrap_or(u16::MAX), played }
    }
}

impl GameSink for IndexedGames {
    fn begin(&mut self) {
        self.occurrences.truncate(self.kept);
        self.others.iter_mut().for_each(Vec::clear);
        (self.facts, self.variant) = (GameFacts::default(), VariantWatch::default());
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.variant.tag(name, value);
        self.facts.take_tag(name, value);
    }

    fn start(&mut self, place: WalkPlace<'_>) {
        self.variant.start(&place);
        if let Some(key) = place.key {
            self.add(key, 0, MoveCode::END);
        }
    }

    #[inline]
    fn half_move(&mut self, step: &WalkStep, before: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        if step.depth > 0 || !step.is_sound {
            if self.others.is_some() {
                self.add_other(before, step.ply);
                self.add_other(after, step.ply + 1);
            }
            return;
        }
        if let (Some(mv), Some(key)) = (step.mv, before.and_then(|place| place.key)) {
            let played = MoveCode::of(mv);
            match self.occurrences[self.kept..].last_mut().filter(|last| last.key == key) {
                Some(last) if last.played == MoveCode::END => last.played = played,
                _ => self.add(key, step.ply, played),
            }
        }
        if let Some(key) = after.and_then(|place| place.key) {
            self.add(key, step.ply + 1, MoveCode::END);
        }
    }

    fn terminator(&mut self, text: &[u8]) {
        self.facts.take_terminator(text);
    }

    fn end(&mut self, game: &WalkedGame) {
        if let Some(others) = &mut self.others {
            self.occurrences.append(others);
        }
        self.kept = self.occurrences.len();
        self.of_variants += u64::from(self.variant.is_other(game));
        self.rows.push(IndexedGameRow { start: game.range.start as u64, line: 0, facts: self.facts });
    }
}
