//! Whether the pieces may have stood as they do five times (rule D5).

use shakmaty::{Color, Role, Square};

/// The main line's positions since the last half-move that cannot be undone, as keys of where the pieces stand. Keys may
/// meet, and say nothing of rights: a doubt more, never one less.
pub(super) struct Repetitions {
    keys: [u32; SEEN],
    len: usize,
    key: u32,
}

/// After 150 half-moves that can be undone the game is not looked at any more.
const SEEN: usize = 256;

/// The fifth time comes sixteen half-moves after the first at the earliest.
const SOONEST: usize = 16;

impl Default for Repetitions {
    fn default() -> Repetitions {
        Repetitions { keys: [0; SEEN], len: 0, key: 0 }
    }
}

impl Repetitions {
    /// The present position is the first one.
    #[inline]
    pub(super) fn clear(&mut self) {
        (self.len, self.key) = (0, 0);
    }

    /// A piece has gone from a square to another, and nothing else has changed.
    #[inline]
    pub(super) fn moved(&mut self, role: Role, color: Color, from: Square, to: Square) {
        self.key ^= key(role, color, from) ^ key(role, color, to);
        self.keys[self.len % SEEN] = self.key;
        self.len += 1;
    }

    /// May the present position be on the board for the fifth time? The first one of the keys' positions, whose key is
    /// 0, is not among them.
    #[inline]
    pub(super) fn may_be_fivefold(&self) -> bool {
        self.len >= SOONEST && self.times() + usize::from(self.key == 0) >= 5
    }

    #[inline(never)]
    fn times(&self) -> usize {
        self.keys[..self.len.min(SEEN)].iter().filter(|&&then| then == self.key).count()
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
        // xorshift64*: numbers without a pattern.
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
