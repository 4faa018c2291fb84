//! The table: read once, when somebody asks for the first time, which takes less than a millisecond.

use std::sync::OnceLock;

use shakmaty::{Bitboard, Color, Role};

use super::Eco;
use crate::rules::Bitboards;

static NAMES: &str = include_str!("openings.tsv");
static POSITIONS: &[u8] = include_bytes!("positions.bin");

/// Bytes of one position in `positions.bin`: the squares on which men stand as a number of 64 bits, least byte first; who they
/// are, two in a byte, the first in the lower half, in the order of the squares, as the role from 1 for a pawn, and 8 more for
/// White; the side to move, 1 for White.
const RECORD: usize = 8 + 16 + 1;

/// An opening, or a variation of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    pub eco: Eco,
    /// In English: `Sicilian Defense: Najdorf Variation`.
    pub name: &'static str,
    /// The moves that usually lead to it, as PGN writes them: `1. e4 c5`.
    pub line: &'static str,
}

/// Where men stand: Black's and White's, and those of each role from the pawns on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Men {
    sides: [u64; 2],
    roles: [u64; 6],
}

impl Men {
    pub(super) fn of(board: &Bitboards) -> Men {
        Men {
            sides: [Color::Black, Color::White].map(|color| board.by_color(color).0),
            roles: Role::ALL.map(|role| board.by_role(role).0),
        }
    }

    /// Do all of these stand on the same squares in the other? It may have more.
    #[inline]
    pub(super) fn stand_in(&self, other: &Men) -> bool {
        let missing = |own: &[u64], others: &[u64]| own.iter().zip(others).any(|(own, other)| own & !other != 0);
        !missing(&self.roles, &other.roles) && !missing(&self.sides, &other.sides)
    }

    /// The men of both.
    pub(super) fn join(&mut self, other: &Men) {
        self.sides.iter_mut().zip(other.sides).for_each(|(own, other)| *own |= other);
        self.roles.iter_mut().zip(other.roles).for_each(|(own, other)| *own |= other);
    }

    pub(super) const NONE: Men = Men { sides: [0; 2], roles: [0; 6] };

    /// The squares on which the same men stand in both.
    pub(super) fn same(&self, other: &Men) -> u64 {
        let both =
            |side: usize, role: usize| self.sides[side] & self.roles[role] & other.sides[side] & other.roles[role];
        let men = (0..2).flat_map(|side| (0..6).map(move |role| (side, role)));
        men.fold(0, |same, (side, role)| same | both(side, role))
    }

    /// The men on other squares than these.
    fn without(&self, squares: u64) -> Men {
        Men { sides: self.sides.map(|men| men & !squares), roles: self.roles.map(|men| men & !squares) }
    }

    pub(super) fn occupied(&self) -> u64 {
        self.sides[0] | self.sides[1]
    }

    fn count(&self) -> u32 {
        self.occupied().count_ones()
    }

    /// The place of a position in the table, or the first one to look at. Black's men follow from the others.
    #[inline]
    fn place(&self, turn: Color) -> usize {
        let [pawns, knights, bishops, rooks, queens, kings] = self.roles;
        let products = [
            pawns.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            knights.wrapping_mul(0xbf58_476d_1ce4_e5b9),
            bishops.wrapping_mul(0x94d0_49bb_1331_11eb),
            rooks.wrapping_mul(0xd6e8_feb8_6659_fd93),
            queens.wrapping_mul(0xa076_1d64_78bd_642f),
            kings.wrapping_mul(0xe703_7ed1_a0b4_28db),
            (self.sides[1] ^ turn as u64).wrapping_mul(0x8ebc_6af0_9c88_c6e3),
        ];
        let key = products.into_iter().fold(0, u64::wrapping_add);
        (key >> (u64::BITS - PLACES.ilog2())) as usize
    }
}

/// An entry with what it is compared by.
pub(super) struct Entry {
    pub(super) opening: Opening,
    turn: Color,
    men: Men,
    /// Those that have moved: what makes the opening.
    pub(super) moved: Men,
    /// How many these are.
    pub(super) moves: u32,
    /// The squares that men have left since the start of the game.
    pub(super) left: u64,
}

impl Entry {
    /// Fewer half-moves do not lead to the position: each moves one man, but castling two.
    fn least_half_moves(&self) -> usize {
        let kings = self.moved.roles[Role::King as usize - 1].count_ones();
        self.moves.saturating_sub(kings) as usize
    }
}

pub(super) struct Table {
    /// In the order of the codes.
    pub(super) entries: Vec<Entry>,
    /// The start of a game.
    pub(super) start: Men,
    /// Numbers of entries by their places, [`NONE`] where there is none.
    places: Vec<u16>,
    /// After how many half-moves a position of a family can stand on the board at the earliest.
    soonest: Vec<usize>,
}

/// A power of two, and more than twice the number of entries.
const PLACES: usize = 1 << 13;
const NONE: u16 = u16::MAX;

/// Of ten codes each.
const FAMILIES: usize = 50;

impl Table {
    fn read() -> Table {
        let start = Men::of(&Bitboards::initial());
        let lines = NAMES.lines().skip(1).zip(POSITIONS.chunks_exact(RECORD));
        let entries: Vec<Entry> = lines.filter_map(|(line, record)| entry(line, record, &start)).collect();
        let mut places = vec![NONE; PLACES];
        for (n, entry) in entries.iter().enumerate() {
            let mut place = entry.men.place(entry.turn);
            // Of two entries with one position the last one counts.
            let other = |place: usize| {
                entries.get(usize::from(places[place])).is_some_and(|e| (e.men, e.turn) != (entry.men, entry.turn))
            };
            while other(place) {
                place = (place + 1) % PLACES;
            }
            places[place] = n as u16;
        }
        let mut soonest = vec![1; FAMILIES];
        for (family, least) in soonest.iter_mut().enumerate() {
            let of_family = entries.iter().filter(|entry| usize::from(entry.opening.eco.family()) == family);
            *least = of_family.map(Entry::least_half_moves).min().unwrap_or(1).max(1);
        }
        Table { entries, start, places, soonest }
    }

    /// The entry of a position; castling rights and en passant squares do not count.
    pub(super) fn find(&self, men: &Men, turn: Color) -> Option<&Entry> {
        let mut place = men.place(turn);
        loop {
            let entry = self.entries.get(usize::from(self.places[place]))?;
            if entry.men == *men && entry.turn == turn {
                return Some(entry);
            }
            place = (place + 1) % PLACES;
        }
    }

    /// After how many half-moves from the start of a game a position of the code's family can stand on the board at the
    /// earliest: one at least.
    #[inline]
    pub(super) fn soonest(&self, eco: Eco) -> usize {
        self.soonest[usize::from(eco.family())]
    }

    /// The entries whose codes `of` makes this number of, which must grow with the codes.
    pub(super) fn with(&self, number: u16, of: fn(Eco) -> u16) -> &[Entry] {
        let from = self.entries.partition_point(|entry| of(entry.opening.eco) < number);
        let to = self.entries.partition_point(|entry| of(entry.opening.eco) <= number);
        &self.entries[from..to]
    }
}

fn entry(line: &'static str, record: &[u8], start: &Men) -> Option<Entry> {
    let mut fields = line.split('\t');
    let opening = Opening { eco: Eco::read(fields.next()?.as_bytes())?, name: fields.next()?, line: fields.next()? };
    let (occupied, rest) = record.split_first_chunk::<8>()?;
    let (men, turn) = rest.split_at(16);
    let mut found = Men::NONE;
    for (n, square) in Bitboard(u64::from_le_bytes(*occupied)).into_iter().enumerate() {
        let man = men.get(n / 2)? >> (n % 2 * 4) & 15;
        let bit = 1 << square.to_u32();
        found.sides[usize::from(man >= 8)] |= bit;
        *found.roles.get_mut(usize::from(man & 7).checked_sub(1)?)? |= bit;
    }
    let home = found.same(start);
    let moved = found.without(home);
    let left = start.occupied() & !home;
    Some(Entry { opening, turn: Color::from_white(turn == [1]), men: found, moved, moves: moved.count(), left })
}

pub(super) fn table() -> &'static Table {
    static TABLE: OnceLock<Table> = OnceLock::new();
    TABLE.get_or_init(Table::read)
}

/// The opening that a position has the name of, if it has one.
pub fn named(board: &Bitboards) -> Option<&'static Opening> {
    table().find(&Men::of(board), board.turn()).map(|entry| &entry.opening)
}

/// Every opening, in the order of the codes.
pub fn openings() -> impl Iterator<Item = &'static Opening> {
    table().entries.iter().map(|entry| &entry.opening)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Boards are looked up only once they can be of the family: the shortest way into it must not be missed.
    #[test]
    fn no_line_is_shorter_than_the_least_of_its_family() {
        let mut late = 0;
        for opening in openings() {
            let half_moves = opening.line.split(' ').filter(|word| !word.ends_with('.')).count();
            let soonest = table().soonest(opening.eco);
            assert!((1..=half_moves).contains(&soonest), "{}: {soonest}", opening.line);
            late += usize::from(soonest > 1);
        }
        assert!(late > 1_000, "{late}");
    }
}
