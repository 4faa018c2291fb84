//! Whether the men may have stood as they do five times (rule D5).

use shakmaty::{Color, Role, Square};

/// The main line's positions since the last half-move that cannot be undone, as keys of where the men stand. Keys may meet,
/// and say nothing of rights: a doubt more, never one less.
#[derive(Default)]
pub(super) struct Repetitions {
    keys: Vec<u32>,
    key: u32,
}

/// A position can come for the fifth time after sixteen half-moves.
const LEAST: usize = 17;

impl Repetitions {
    pub(super) fn clear(&mut self) {
        self.keys.clear();
    }

    /// A man has gone from a square to another, and nothing else has changed.
    #[inline]
    pub(super) fn moved(&mut self, role: Role, color: Color, from: Square, to: Square) {
        if self.keys.is_empty() {
            self.key = 0;
            self.keys.push(0);
        }
        self.key ^= key(role, color, from) ^ key(role, color, to);
        self.keys.push(self.key);
    }

    /// May the present position be on the board for the fifth time?
    #[inline]
    pub(super) fn may_be_fivefold(&self) -> bool {
        self.keys.len() >= LEAST && self.keys.iter().filter(|&&then| then == self.key).count() >= 5
    }
}

#[inline]
fn key(role: Role, color: Color, square: Square) -> u32 {
    KEYS[(usize::from(color == Color::White) * 8 + role as usize) % 16][square.to_usize()]
}

static KEYS: [[u32; 64]; 16] = {
    let mut keys = [[0; 64]; 16];
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let (mut man, mut square) = (0, 0);
    while man < 16 {
        // xorshift64*: numbers without a pattern.
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        keys[man][square] = (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32;
        square += 1;
        if square == 64 {
            (man, square) = (man + 1, 0);
        }
    }
    keys
};
