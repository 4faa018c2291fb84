//! Compares the opening of a game with its given ECO code.
//!
//! Encyclopaedia, databases and books classify openings differently, and the table does not have every move order. But
//! pawns never return: if a pawn is unmoved after the opening, every earlier position had it there; if a pawn was never
//! on a square, no earlier position had it there. A code is contradicted if the unmoved pawns exclude all its positions
//! in the table, or if both tests together exclude all positions of the code and of the neighbouring codes, on which
//! books differ.

use shakmaty::{Bitboard, Color, Rank, Role, Square};

use super::Eco;
use super::table::{home_pawns, table};
use crate::rules::Bitboards;

/// Number of half-moves that count as the opening.
const OPENING: u32 = 40;

/// Minimum number of half-moves; shorter games may be fragments.
const LEAST: u32 = 16;

/// The pawn structure of a game's main line while it is played.
#[derive(Clone, Debug, Default)]
pub struct PawnHistory {
    given: Option<Eco>,
    /// Number of boards still to be recorded.
    remaining: u32,
    /// Unmoved pawns.
    unmoved_pawns: u64,
    /// Squares that pawns have occupied, Black's and White's.
    visited: [u64; 2],
}

impl PawnHistory {
    /// Starts a game from the initial position with its given code; without a code nothing is recorded.
    #[inline]
    pub fn begin(&mut self, given: Option<Eco>) {
        let visited = [Bitboard::from(Rank::Seventh).0, Bitboard::from(Rank::Second).0];
        *self = PawnHistory { given, remaining: given.map_or(0, |_| OPENING), unmoved_pawns: u64::MAX, visited };
    }

    /// Whether the next board is to be recorded.
    #[inline]
    pub fn is_recording(&self) -> bool {
        self.remaining > 0
    }

    /// Records the board after the next half-move, if it is still relevant.
    #[inline(always)]
    pub fn record(&mut self, board: &Bitboards) {
        if !self.is_recording() {
            return;
        }
        self.remaining -= 1;
        let sides = [board.by_color(Color::Black).0, board.by_color(Color::White).0];
        // Illegal half-moves may return a pawn, which still counts as moved.
        let pawns = board.by_role(Role::Pawn).0;
        self.unmoved_pawns &= home_pawns(pawns, sides);
        for (visited, side) in self.visited.iter_mut().zip(sides) {
            *visited |= side & pawns;
        }
    }

    /// Whether a code is impossible for the game, considering unmoved pawns. Only for the given code and replacements
    /// for it.
    fn excludes(&self, eco: Eco) -> bool {
        OPENING - self.remaining >= LEAST
            && (table().homes(eco).iter().all(|home| self.unmoved_pawns & !home != 0)
                || table().pawns_near(eco).iter().all(|pawns| !self.may_have_reached(*pawns)))
    }

    /// Whether the game can have reached a position with these pawns, Black's and White's.
    fn may_have_reached(&self, pawns: [u64; 2]) -> bool {
        let missing = pawns[0] & !self.visited[0] | pawns[1] & !self.visited[1];
        missing == 0 && self.unmoved_pawns & !(pawns[0] | pawns[1]) == 0
    }

    /// Whether the given code is impossible for the game.
    pub fn contradicts(&self) -> bool {
        self.given.is_some_and(|given| self.excludes(given))
    }

    /// Whether this code is possible for the game.
    pub fn allows(&self, eco: Eco) -> bool {
        !self.excludes(eco)
    }

    /// An unmoved pawn of the game that is missing in all positions of the given code, if there is one: the one nearest
    /// to the centre.
    pub fn unmoved(&self) -> Option<Square> {
        let homes = table().homes(self.given?);
        let unmoved = Bitboard(homes.iter().fold(self.unmoved_pawns, |unmoved, home| unmoved & !home));
        unmoved.into_iter().min_by_key(|square| (2 * i32::from(square.file()) - 7).abs())
    }
}
