//! Fivefold repetition: whether the pieces may have been on the same squares five times (rule D5).

use shakmaty::{Color, Role, Square};

/// Keys of the main line's positions since the last irreversible half-move, from the squares of the pieces alone. Keys
/// may collide and ignore castling rights, so a repetition may be suspected wrongly but is never missed.
pub(super) struct Repetitions {
    keys: [u32; CAPACITY],
    len: usize,
    key: u32,
}

/// Capacity: after 150 reversible half-moves the game is left to the judge.
const CAPACITY: usize = 256;

/// The fifth occurrence is at the earliest sixteen half-moves after the first.
const MIN_FIVEFOLD: usize = 16;

impl Default for Repetitions {
    fn default() -> Repetitions {
        Repetitions { keys: [0; CAPACITY], len: 0, key: 0 }
    }
}

impl Repetitions {
    /// Makes the current position the first one.
    #[inline]
    pub(super) fn clear(&mut self) {
        (self.len, self.key) = (0, 0);
    }

    /// Records a move of a piece that changes nothing else.
    #[inline]
    pub(super) fn moved(&mut self, role: Role, color: Color, from: Square, to: Square) {
        self.key ^= key(role, color, from) ^ key(role, color, to);
        self.keys[self.len % CAPACITY] = self.key;
        self.len += 1;
    }

    /// Whether the current position may be on the board for the fifth time. The first position has key 0 and is not in
    /// `keys`.
    #[inline]
    pub(super) fn may_be_fivefold(&self) -> bool {
        self.len >= MIN_FIVEFOLD && self.times() + usize::from(self.key == 0) >= 5
    }

    #[inline(never)]
    fn times(&self) -> usize {
        self.keys[..self.len.min(CAPACITY)].iter().filter(|&&then| then == self.key).count()
    }
}

#[inline]
fn key(role: Role, color: Color, square: Square) -> u32 {
    KEYS[(usize::from(color == Color::White) * 8 + role as usize) % 16][square.to_usize()]
}
static KEYS: [[u32; 64]; 16] = {
    let mut keys = [[0; 64]; 16];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let (mut piece, mut square) = (0, 0);
    while piece < 16 {
        // xorshift64*, for keys without a pattern.
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        keys[piece][square] = (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32;
        square += 1;
        if square == 64 {
            (piece, square) = (piece + 1, 0);
        }
    }
    keys
};
