//! The positions of a line, for repetitions (rule D5).

use shakmaty::{Bitboard, ByColor, Color, Role, Square};

use super::variant::counts_moves;
use super::{Bitboards, Position};

/// A position in a [`History`], to return to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct HistoryMark(usize);

/// Initial capacity: half-moves of most games.
const USUAL_LENGTH: usize = 128;

/// The positions of one line of play, from the first to the current one, in sixteen bytes each.
///
/// A variation takes a [`mark`](History::mark) before its first move and [returns](History::back_to) to it after its
/// last; cloning works as well. Searching for repetitions costs nothing until the half-move clock allows one.
#[derive(Clone, Debug, Default)]
pub struct History {
    /// Each position's fingerprint and half-move clock.
    line: Vec<(u64, u32)>,
    /// The clock is not a bound: in crazyhouse captured pieces return, so a position can recur after a capture.
    clockless: bool,
}

impl History {
    /// Starts a line with a position.
    pub fn from(start: &Position) -> History {
        let mut history = History::default();
        history.push(start);
        history
    }

    /// Adds the position after a half-move.
    #[inline]
    pub fn push(&mut self, position: &Position) {
        self.add(fingerprint(position), position.halfmoves());
        if !matches!(position, Position::Legal(_)) {
            self.clockless = !counts_moves(position.variant());
        }
    }

    /// Same as [`History::push`] for a position in bitboards.
    #[inline]
    pub fn push_bitboards(&mut self, board: &Bitboards) {
        self.add(fingerprint_of_bitboards(board), board.halfmoves());
    }

    #[inline]
    fn add(&mut self, fingerprint: u64, clock: u32) {
        if self.line.is_empty() {
            self.line.reserve(USUAL_LENGTH);
        }
        self.line.push((fingerprint, clock));
    }

    /// The current end of the line.
    pub fn mark(&self) -> HistoryMark {
        HistoryMark(self.line.len())
    }

    /// Drops all positions after a mark. A mark past the end changes nothing.
    pub fn back_to(&mut self, mark: HistoryMark) {
        self.line.truncate(mark.0);
    }

    /// Drops the positions after the last half-moves of this number, but never the first position.
    pub fn take_back(&mut self, half_moves: u32) {
        self.line.truncate(self.line.len().saturating_sub(half_moves as usize).max(1));
    }

    /// Drops all positions, keeping the memory for the next game.
    pub fn clear(&mut self) {
        self.back_to(HistoryMark(0));
        self.clockless = false;
    }

    /// Number of occurrences of the current position, including the current one; 0 for an empty line.
    pub fn repetitions(&self) -> usize {
        let Some((&(now, clock), before)) = self.line.split_last() else { return 0 };
        let reach = if self.clockless { usize::MAX } else { clock as usize };
        let reach = reach.min(before.len());
        1 + before[before.len() - reach..].iter().filter(|(then, _)| *then == now).count()
    }

    /// Whether the current position occurs for the third time or more: a player may claim a draw.
    #[inline]
    pub fn threefold(&self) -> bool {
        self.can_repeat(3) && self.repetitions() >= 3
    }

    /// Whether the current position occurs for the fifth time or more: the game is drawn.
    #[inline]
    pub fn fivefold(&self) -> bool {
        self.can_repeat(5) && self.repetitions() >= 5
    }

    /// Whether each side has made 50 moves without a capture or a pawn move.
    pub fn fifty(&self) -> bool {
        !self.clockless && self.line.last().is_some_and(|&(_, clock)| clock >= 100)
    }

    /// Whether each side has made 75 moves without a capture or a pawn move.
    pub fn seventy_five(&self) -> bool {
        !self.clockless && self.line.last().is_some_and(|&(_, clock)| clock >= 150)
    }

    /// Two occurrences are at least four half-moves apart.
    #[inline]
    fn can_repeat(&self, times: u32) -> bool {
        let since = |clock: u32| if self.clockless { self.line.len() as u32 - 1 } else { clock };
        self.line.last().is_some_and(|&(_, clock)| since(clock) >= 4 * (times - 1))
    }
}

/// Hash of all that makes positions the same under FIDE's article 9.2: pieces, side to move, castling rights and legal
/// en passant captures. Different positions collide with a probability of 2^-64.
pub fn fingerprint(position: &Position) -> u64 {
    let board = position.board();
    let en_passant = position.en_passant().and_then(|_| position.legal_en_passant());
    let (in_hand, to_give) = match position {
        Position::Legal(_) | Position::Crowded(_) => (0, 0),
        _ => (packed_pockets(position), packed_checks(position.remaining_checks())),
    };
    let pieces = [
        board.white(),
        board.black(),
        board.pawns(),
        board.knights(),
        board.bishops(),
        board.rooks(),
        board.queens(),
        position.castling_rights(),
    ];
    mixed(pieces, position.turn(), en_passant) ^ in_hand ^ to_give
}

/// Same as [`fingerprint`] for bitboards.
#[inline]
pub fn fingerprint_of_bitboards(board: &Bitboards) -> u64 {
    let pieces = [
        board.by_color(Color::White),
        board.by_color(Color::Black),
        board.by_role(Role::Pawn),
        board.by_role(Role::Knight),
        board.by_role(Role::Bishop),
        board.by_role(Role::Rook),
        board.by_role(Role::Queen),
        board.castling_rights(),
    ];
    mixed(pieces, board.turn(), board.legal_en_passant()) ^ packed_checks(board.remaining_checks())
}

/// The pieces in both pockets, five bits a role; counts above 31 overlap with other fields.
fn packed_pockets(position: &Position) -> u64 {
    let pockets = position.pockets().unwrap_or_default();
    pockets.iter().flat_map(|pocket| pocket.iter()).fold(0, |packed, &pieces| packed << 5 | u64::from(pieces))
}

#[inline]
fn packed_checks(remaining: Option<ByColor<u8>>) -> u64 {
    remaining.map_or(0, |checks| u64::from(checks.white) << 62 | u64::from(checks.black) << 60)
}

/// Mixes the fields common to all positions; the products are independent of each other.
#[inline]
fn mixed(pieces: [Bitboard; 8], turn: Color, en_passant: Option<Square>) -> u64 {
    let [Bitboard(a), Bitboard(b), Bitboard(c), Bitboard(d), Bitboard(e), Bitboard(f), Bitboard(g), Bitboard(h)] =
        pieces;
    // An en passant square is never on the first rank.
    let small = u64::from(turn == Color::White) | en_passant.map_or(0, |square| 1 << square.to_u32());
    let pairs = [
        folded(a ^ 0x9e37_79b9_7f4a_7c15, b ^ 0xa076_1d64_78bd_642f),
        folded(c ^ 0xe703_7ed1_a0b4_28db, d ^ 0x8ebc_6af0_9c88_c6e3),
        folded(e ^ 0x5899_65cc_7537_4cc3, f ^ 0x1d8e_4e27_c47d_124f),
        folded(g ^ 0xeb44_acca_b455_d165, h ^ 0xd6e8_feb8_6659_fd93),
        folded(small ^ 0xff51_afd7_ed55_8ccd, 0xc4ce_b9fe_1a85_ec53),
    ];
    pairs.into_iter().fold(0, |sum, pair| sum.rotate_left(7).wrapping_add(pair))
}

/// The full product of two words, folded.
#[inline]
fn folded(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    (product as u64) ^ ((product >> 64) as u64)
}
