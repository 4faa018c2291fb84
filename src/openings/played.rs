//! The opening of a game against the code that somebody gave it.
//!
//! Encyclopaedia, databases and books classify openings in different ways, and the table does not have every way into a
//! position. But a pawn never comes back: where one stands at home after the opening, no position without it has been
//! on the board; and where none has stood, no position with it has been. A code is contradicted if the pawns at home
//! exclude every position that the table has of it, or if both exclude every one of it and of the codes around it, among
//! which books choose differently.

use shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::Eco;
use super::table::{home_pawns, table};
use crate::rules::Bitboards;

/// Half-moves of a game that are its opening.
const OPENING: u32 = 40;

/// A game of fewer half-moves may be the beginning of one.
const LEAST: u32 = 16;

/// The half-moves of a game's main line while they are played.
#[derive(Clone, Debug, Default)]
pub struct Played {
    given: Option<Eco>,
    /// How many boards are still looked at.
    left: u32,
    /// The pawns that have not moved.
    home: u64,
    /// Where pawns have stood, Black's and White's.
    been: [u64; 2],
}

impl Played {
    /// Begins a game anew that starts from the usual position, with the code that it was given; nothing is to be
    /// seen of one without.
    #[inline]
    pub fn begin(&mut self, given: Option<Eco>) {
        let been = [Rank::Seventh, Rank::Second].map(|rank| Bitboard::from(rank).0);
        *self = Played { given, left: given.map_or(0, |_| OPENING), home: u64::MAX, been };
    }

    /// Is the next board still of interest?
    #[inline]
    pub fn is_open(&self) -> bool {
        self.left > 0
    }

    /// Takes the board after the next half-move, as long as it is of interest.
    #[inline]
    pub fn see(&mut self, board: &Bitboards) {
        if !self.is_open() {
            return;
        }
        self.left -= 1;
        let sides = [Color::Black, Color::White].map(|color| board.by_color(color).0);
        // Illegal half-moves may bring a pawn back: it has moved all the same.
        let pawns = board.by_role(Role::Pawn).0;
        self.home &= home_pawns(pawns, sides);
        for (been, side) in self.been.iter_mut().zip(sides) {
            *been |= side & pawns;
        }
    }

    /// Can a code not be that of the game? Only the code that was given is asked about, and others in its place.
    fn excludes(&self, eco: Eco) -> bool {
        OPENING - self.left >= LEAST
            && (table().homes(eco).iter().all(|home| self.home & !home != 0)
                || table().pawns_near(eco).iter().all(|pawns| !self.may_have_stood(*pawns)))
    }

    /// May the game have come through a position with these pawns, Black's and White's?
    fn may_have_stood(&self, pawns: [u64; 2]) -> bool {
        let missing = pawns[0] & !self.been[0] | pawns[1] & !self.been[1];
        missing == 0 && self.home & !(pawns[0] | pawns[1]) == 0
    }

    /// Is it impossible that the code that was given is that of the game?
    pub fn contradicts(&self) -> bool {
        self.given.is_some_and(|given| self.excludes(given))
    }

    /// May the game have this code?
    pub fn allows(&self, eco: Eco) -> bool {
        !self.excludes(eco)
    }

    /// A pawn that has not moved in the game, and that no position of the code that was given has there, if there is
    /// such a one for all of these: the one nearest to the middle of the board.
    pub fn unmoved(&self) -> Option<Square> {
        let homes = table().homes(self.given?);
        let unmoved = Bitboard(homes.iter().fold(self.home, |unmoved, home| unmoved & !home));
        unmoved.into_iter().min_by_key(|square| (2 * i32::from(square.file()) - 7).abs())
    }
}
