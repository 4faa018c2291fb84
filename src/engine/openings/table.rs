//! The table of openings, loaded on first use in less than a millisecond.

use std::sync::OnceLock;

use shakmaty::{Bitboard, Color, Rank, Role};

use super::Eco;
use crate::rules::Bitboards;

static NAMES: &str = include_str!("openings.tsv");
static POSITIONS: &[u8] = include_bytes!("positions.bin");

/// Length in bytes of one position in `positions.bin`: the occupied squares as a 64-bit little-endian number; the
/// pieces in the order of the squares, two in a byte with the first one in the lower half, as the role from 1 for a
/// pawn, plus 8 for White; the side to move, 1 for White.
const RECORD: usize = 8 + 16 + 1;

/// An opening, or a variation of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    pub eco: Eco,
    /// In English: `Sicilian Defense: Najdorf Variation`.
    pub name: &'static str,
    /// The usual moves that lead to it, in PGN: `1. e4 c5`.
    pub line: &'static str,
}

/// Piece sets: Black's and White's, and those of each role from pawns on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PieceSets {
    sides: [u64; 2],
    roles: [u64; 6],
}

impl PieceSets {
    fn of(board: &Bitboards) -> PieceSets {
        PieceSets {
            sides: [Color::Black, Color::White].map(|color| board.by_color(color).0),
            roles: Role::ALL.map(|role| board.by_role(role).0),
        }
    }

    const NONE: PieceSets = PieceSets { sides: [0; 2], roles: [0; 6] };

    fn pawns(&self) -> [u64; 2] {
        self.sides.map(|side| side & self.roles[0])
    }

    fn home_pawns(&self) -> u64 {
        home_pawns(self.roles[0], self.sides)
    }

    /// The slot of a position in the hash table, or the first one to probe. Black's pieces follow from the other sets.
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

/// An opening with its key.
struct OpeningEntry {
    opening: Opening,
    turn: Color,
    pieces: PieceSets,
}

pub(super) struct OpeningTable {
    /// In the order of the codes.
    entries: Vec<OpeningEntry>,
    /// Indexes of entries by slot, [`NONE`] for empty slots.
    places: Vec<u16>,
    /// By code number: sets of unmoved pawns in the positions of the code, without supersets of other sets.
    homes: Vec<Vec<u64>>,
    /// By tens of code numbers: the pawns in their positions, Black's and White's.
    pawns: Vec<Vec<[u64; 2]>>,
}

/// Number of slots: a power of two, and more than twice the number of entries.
const PLACES: usize = 1 << 13;
const NONE: u16 = u16::MAX;

const CODES: usize = 500;
/// Size of a group of neighbouring codes, whose positions lead to one another and which books assign differently.
const NEIGHBOURS: usize = 10;

impl OpeningTable {
    fn read() -> OpeningTable {
        let lines = NAMES.lines().skip(1).zip(POSITIONS.chunks_exact(RECORD));
        let entries: Vec<OpeningEntry> = lines.filter_map(|(line, record)| entry(line, record)).collect();
        let mut places = vec![NONE; PLACES];
        for (n, entry) in entries.iter().enumerate() {
            let mut place = entry.pieces.place(entry.turn);
            // Of two entries with one position the last one is valid.
            let other = |place: usize| {
                entries
                    .get(usize::from(places[place]))
                    .is_some_and(|e| (e.pieces, e.turn) != (entry.pieces, entry.turn))
            };
            while other(place) {
                place = (place + 1) % PLACES;
            }
            places[place] = n as u16;
        }
        let mut homes: Vec<Vec<u64>> = vec![Vec::new(); CODES];
        for entry in &entries {
            let sets = &mut homes[entry.opening.eco.number()];
            let pawns = entry.pieces.home_pawns();
            if !sets.iter().any(|other| pawns & !other == 0) {
                sets.retain(|other| other & !pawns != 0);
                sets.push(pawns);
            }
        }
        let mut pawns: Vec<Vec<[u64; 2]>> = vec![Vec::new(); CODES / NEIGHBOURS];
        for entry in &entries {
            pawns[entry.opening.eco.number() / NEIGHBOURS].push(entry.pieces.pawns());
        }
        pawns.iter_mut().for_each(|sets| {
            sets.sort_unstable();
            sets.dedup();
        });
        OpeningTable { entries, places, homes, pawns }
    }

    /// The entry of a position; castling rights and en passant squares are ignored.
    fn find(&self, pieces: &PieceSets, turn: Color) -> Option<&OpeningEntry> {
        let mut place = pieces.place(turn);
        loop {
            let entry = self.entries.get(usize::from(self.places[place]))?;
            if entry.pieces == *pieces && entry.turn == turn {
                return Some(entry);
            }
            place = (place + 1) % PLACES;
        }
    }

    /// Sets of unmoved pawns in the positions of a code: with any other unmoved pawns, none of these positions can have
    /// occurred.
    #[inline]
    pub(super) fn homes(&self, eco: Eco) -> &[u64] {
        &self.homes[eco.number()]
    }
}

impl OpeningTable {
    /// The pawns, Black's and White's, in the positions of a code and of its neighbours.
    pub(super) fn pawns_near(&self, eco: Eco) -> &[[u64; 2]] {
        &self.pawns[eco.number() / NEIGHBOURS]
    }
}

fn entry(line: &'static str, record: &[u8]) -> Option<OpeningEntry> {
    let mut fields = line.split('\t');
    let opening = Opening { eco: Eco::read(fields.next()?.as_bytes())?, name: fields.next()?, line: fields.next()? };
    let (occupied, rest) = record.split_first_chunk::<8>()?;
    let (pieces, turn) = rest.split_at(16);
    let mut found = PieceSets::NONE;
    for (n, square) in Bitboard(u64::from_le_bytes(*occupied)).into_iter().enumerate() {
        let piece = pieces.get(n / 2)? >> (n % 2 * 4) & 15;
        let bit = 1 << square.to_u32();
        found.sides[usize::from(piece >= 8)] |= bit;
        *found.roles.get_mut(usize::from(piece & 7).checked_sub(1)?)? |= bit;
    }
    Some(OpeningEntry { opening, turn: Color::from_white(turn == [1]), pieces: found })
}

pub(super) fn table() -> &'static OpeningTable {
    static TABLE: OnceLock<OpeningTable> = OnceLock::new();
    TABLE.get_or_init(OpeningTable::read)
}

/// White's pawns on the second rank, and Black's on the seventh; the sides are Black's first.
#[inline]
pub(super) fn home_pawns(pawns: u64, [black, white]: [u64; 2]) -> u64 {
    pawns & (white & Bitboard::from(Rank::Second).0 | black & Bitboard::from(Rank::Seventh).0)
}

/// The opening named after a position, if there is one.
pub fn named(board: &Bitboards) -> Option<&'static Opening> {
    table().find(&PieceSets::of(board), board.turn()).map(|entry| &entry.opening)
}

/// All openings, in the order of the codes.
pub fn openings() -> impl Iterator<Item = &'static Opening> {
    table().entries.iter().map(|entry| &entry.opening)
}

/// Number of lines in the table that equal this one or begin with it.
pub fn lines_through(line: &str) -> usize {
    static LINES: OnceLock<Vec<&'static str>> = OnceLock::new();
    let lines = LINES.get_or_init(|| {
        let mut lines: Vec<&str> = openings().map(|opening| opening.line).collect();
        lines.sort_unstable();
        lines
    });
    let rest = &lines[lines.partition_point(|other| *other < line)..];
    // A blank sorts before all characters of SAN, so continuations are adjacent.
    let goes_on = |other: &&str| other.strip_prefix(line).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '));
    rest.partition_point(goes_on)
}
