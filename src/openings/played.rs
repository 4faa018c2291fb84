//! The opening of a game against the code that somebody gave it.
//!
//! Encyclopaedia, databases and books classify openings in different ways, and the table does not have every way into a
//! position. So a code is contradicted only if it is of 1. e4, and the game's opening is not, or the other way round, and
//! nothing at all in the game speaks for it: no named position of its
//! family of ten codes was on the board; the men that make an opening of that family never stood together where they do in
//! it, and off the squares that they have left, whatever else had moved; and the same for its whole volume, of which
//! openings that few men make say too little. Nor is a code contradicted that games of 1. e4 come to by known ways.

use shakmaty::Color;

use super::Eco;
use super::table::{Entry, Men, Opening, table};
use crate::rules::Bitboards;

/// Half-moves of a game that are looked at.
const OPENING: usize = 40;

/// A game of fewer half-moves may be the beginning of one.
const LEAST: usize = 10;

/// Openings that fewer men make are found in games of all volumes.
const TELLING: u32 = 5;

/// The half-moves of a game's main line while they are played.
#[derive(Clone, Debug, Default)]
pub struct Played {
    given: Option<Eco>,
    /// How many boards are still looked at.
    left: usize,
    /// So many boards come before the first one that can be of the code's family: they are not looked up.
    early: usize,
    /// With the side to move.
    boards: Vec<(Men, Color)>,
    last: Option<&'static Opening>,
}

impl Played {
    /// Begins a game anew that starts from the usual position, with the code that it was given; nothing is to be
    /// seen of one without.
    #[inline]
    pub fn begin(&mut self, given: Option<Eco>) {
        self.given = given;
        (self.left, self.early) = given.map_or((0, 0), |given| (OPENING, table().soonest(given) - 1));
        self.boards.clear();
        self.last = None;
    }

    /// Is the next board still of interest?
    #[inline]
    pub fn is_open(&self) -> bool {
        self.left > 0
    }

    /// Takes the board after the next half-move, as long as it is of interest.
    #[inline(never)]
    pub fn see(&mut self, board: &Bitboards) {
        let Some(given) = self.given.filter(|_| self.is_open()) else { return };
        self.left -= 1;
        let men = Men::of(board);
        let is_early = self.boards.len() < self.early;
        if !is_early && let Some(entry) = table().find(&men, board.turn()) {
            self.last = Some(&entry.opening);
            if entry.opening.eco.family() == given.family() {
                (self.given, self.left) = (None, 0);
                return;
            }
        }
        self.boards.push((men, board.turn()));
    }

    /// The opening of the game, if the code that was given cannot be that of the game.
    pub fn contradiction(&self) -> Option<&'static Opening> {
        let given = self.given.filter(|_| self.boards.len() >= LEAST)?;
        let early = self.boards[..self.early.min(self.boards.len())].iter();
        let named = || early.clone().filter_map(|(men, turn)| table().find(men, *turn));
        // Where half-moves were left out, boards come sooner.
        if named().any(|entry| entry.opening.eco.family() == given.family()) {
            return None;
        }
        let last = self.last.or_else(|| named().next_back().map(|entry| &entry.opening));
        let opening = last.filter(|opening| opening.eco.is_king_pawn() != given.is_king_pawn())?;
        if given.is_reached_from(opening.eco) {
            return None;
        }
        let mut ever = Men::NONE;
        self.boards.iter().for_each(|(men, _)| ever.join(men));
        let homes: Vec<u64> = self.boards.iter().map(|(men, _)| men.same(&table().start)).collect();
        let stood = |entry: &Entry| {
            let here = |((men, _), home): (&(Men, Color), &u64)| home & entry.left == 0 && entry.moved.stand_in(men);
            entry.moved.stand_in(&ever) && self.boards.iter().zip(&homes).any(here)
        };
        let family = table().with(given.family(), Eco::family);
        let volume = table().with(given.volume(), Eco::volume).iter().filter(|entry| entry.moves >= TELLING);
        let speaks = family.iter().chain(volume).any(stood);
        (!speaks).then_some(opening)
    }
}
