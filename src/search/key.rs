//! Keys of positions: 64 bits by which equal positions are found.
//!
//! A key covers the pieces, the side to move, castling rights, the en passant square if a legal move captures there,
//! and the variant with what it counts. It does not cover counters of half-moves and moves, nor whether castling is
//! that of Chess960: with the same rights on the same rooks, the same moves are legal. The numbers are fixed: an index
//! on disk holds them, and a change of them is a change of its version.

use shakmaty::{Bitboard, ByColor, Color, Role, Square};
use vgn_engine::rules::{Bitboards, Position, Variant};

/// The key of a position. Equal positions have equal keys; different ones nearly always different keys.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SearchKey(pub u64);

impl SearchKey {
    /// The key of a legal position of chess, Chess960, King of the Hill or Three-check.
    pub fn of_bitboards(board: &Bitboards) -> SearchKey {
        let mut pieces = PieceHash::default();
        pieces.follow(board);
        pieces.key(board)
    }

    /// The key of any legal position; `None` for a board on which the rules cannot be applied.
    pub fn of(position: &Position) -> Option<SearchKey> {
        if let Some(board) = Bitboards::new(position) {
            return Some(SearchKey::of_bitboards(&board));
        }
        position.legal()?;
        let setup = position.setup();
        let mut hash = 0;
        for (square, piece) in setup.board.iter() {
            hash ^= piece_number(piece.color, piece.role, square);
        }
        hash ^= state(position.turn(), position.castling_rights(), position.legal_en_passant(), position.variant());
        if let Some(checks) = &setup.remaining_checks {
            hash ^= remaining_checks(checks.map(u8::from));
        }
        if let Some(pockets) = &setup.pockets {
            for color in Color::ALL {
                for role in Role::ALL {
                    let count = u64::from(*pockets.get(color).get(role));
                    hash ^= number(POCKETS + 64 * (color as u64 * 6 + role as u64 - 1) + count.min(63)) * count.min(1);
                }
            }
        }
        for square in setup.promoted {
            hash ^= number(PROMOTED + u64::from(square.to_u32()));
        }
        Some(SearchKey(hash))
    }
}

/// The part of the key that comes from pieces, kept up to date along a line.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PieceHash {
    /// The pieces hashed so far: by role, then by side, as in [`Bitboards`].
    roles: [u64; 6],
    white: u64,
    black: u64,
    hash: u64,
}

impl PieceHash {
    /// Goes on to another board; cheap if few squares differ.
    #[inline]
    pub(crate) fn follow(&mut self, board: &Bitboards) {
        let (white, black) = (board.by_color(Color::White).0, board.by_color(Color::Black).0);
        for role in Role::ALL {
            let at = role as usize - 1;
            let (old, new) = (self.roles[at], board.by_role(role).0);
            self.toggle(Color::White, role, old & self.white ^ new & white);
            self.toggle(Color::Black, role, old & self.black ^ new & black);
            self.roles[at] = new;
        }
        (self.white, self.black) = (white, black);
    }

    #[inline]
    fn toggle(&mut self, color: Color, role: Role, squares: u64) {
        for square in Bitboard(squares) {
            self.hash ^= PIECES[piece_index(color, role, square)];
        }
    }

    /// The key of the board that was followed last.
    #[inline]
    pub(crate) fn key(&self, board: &Bitboards) -> SearchKey {
        let state = state(board.turn(), board.castling_rights(), board.legal_en_passant(), board.variant());
        let checks = board.remaining_checks().map_or(0, remaining_checks);
        SearchKey(self.hash ^ state ^ checks)
    }
}

/// First indices of the numbers of each kind.
const CASTLING: u64 = 768;
const EN_PASSANT: u64 = 832;
const TURN: u64 = 896;
const VARIANT: u64 = 900;
const CHECKS: u64 = 920;
const PROMOTED: u64 = 960;
const POCKETS: u64 = 1024;

/// The variants in the order of their numbers. Chess has the number 0 and changes no key.
const VARIANTS: [Variant; 8] = [
    Variant::Chess,
    Variant::KingOfTheHill,
    Variant::ThreeCheck,
    Variant::Antichess,
    Variant::Atomic,
    Variant::Crazyhouse,
    Variant::Horde,
    Variant::RacingKings,
];

static PIECES: [u64; 768] = numbers(0);
static RIGHTS: [u64; 64] = numbers(CASTLING);

/// The numbers from this index on.
const fn numbers<const COUNT: usize>(first: u64) -> [u64; COUNT] {
    let mut numbers = [0; COUNT];
    let mut at = 0;
    while at < COUNT {
        numbers[at] = number(first + at as u64);
        at += 1;
    }
    numbers
}

#[inline]
fn piece_index(color: Color, role: Role, square: Square) -> usize {
    (color as usize * 6 + role as usize - 1) * 64 + usize::from(square)
}

fn piece_number(color: Color, role: Role, square: Square) -> u64 {
    number(piece_index(color, role, square) as u64)
}

#[inline]
fn state(turn: Color, rights: Bitboard, en_passant: Option<Square>, variant: Variant) -> u64 {
    let mut hash = if turn == Color::Black { const { number(TURN) } } else { 0 };
    for rook in rights {
        hash ^= RIGHTS[usize::from(rook)];
    }
    if let Some(square) = en_passant {
        hash ^= number(EN_PASSANT + u64::from(square.to_u32()));
    }
    if variant != Variant::Chess {
        let at = VARIANTS.iter().position(|other| *other == variant).unwrap_or(VARIANTS.len());
        hash ^= number(VARIANT + at as u64);
    }
    hash
}

fn remaining_checks(left: ByColor<u8>) -> u64 {
    number(CHECKS + u64::from(left.white)) ^ number(CHECKS + 8 + u64::from(left.black))
}

/// The number with this index: a step of splitmix64.
const fn number(index: u64) -> u64 {
    let mut z = (index + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::{CastlingMode, Setup};

    use super::*;

    fn position(fen: &str, variant: Variant) -> Position {
        let setup: Setup = fen.parse::<Fen>().expect("a FEN").into_setup();
        Position::in_variant(setup, CastlingMode::Standard, variant)
    }

    fn key(fen: &str) -> SearchKey {
        SearchKey::of(&position(fen, Variant::Chess)).expect("a legal position")
    }

    #[test]
    fn what_does_not_change_the_legal_moves_does_not_change_the_key() {
        let bare = key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert_eq!(key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"), bare);
        assert_eq!(key("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 7 31"), bare);
    }

    #[test]
    fn what_changes_the_legal_moves_changes_the_key() {
        let fens = [
            "4k3/8/8/8/3pP3/8/8/R3K2R b KQ - 0 1",
            "4k3/8/8/8/3pP3/8/8/R3K2R b KQ e3 0 1",
            "4k3/8/8/8/3pP3/8/8/R3K2R b K - 0 1",
            "4k3/8/8/8/3pP3/8/8/R3K2R b Q - 0 1",
            "4k3/8/8/8/3pP3/8/8/R3K2R b - - 0 1",
            "4k3/8/8/8/3pP3/8/8/R3K2R w KQ - 0 1",
            "4k3/8/8/8/3pP3/8/8/R3K1R1 b - - 0 1",
            "4k3/8/8/8/3pN3/8/8/R3K2R b KQ - 0 1",
        ];
        let keys: std::collections::HashSet<SearchKey> = fens.into_iter().map(key).collect();
        assert_eq!(keys.len(), fens.len());
        // The pawn that would capture is pinned.
        let pinned = "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1";
        assert_eq!(key(pinned), key("8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"));
    }

    #[test]
    fn variants_have_keys_of_their_own() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        let keys: Vec<SearchKey> =
            VARIANTS.into_iter().filter_map(|variant| SearchKey::of(&position(fen, variant))).collect();
        let different: std::collections::HashSet<SearchKey> = keys.iter().copied().collect();
        assert!(keys.len() >= 6, "{}", keys.len());
        assert_eq!(different.len(), keys.len());
    }

    #[test]
    fn the_numbers_stay() {
        let start = key("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(start, SearchKey::of_bitboards(&Bitboards::initial()));
        assert_eq!(start.0, 17_318_877_761_793_330_657, "an index on disk holds these numbers");
    }
}
