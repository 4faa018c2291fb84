//! The places where one position occurs, in bits.
//!
//! ```text
//! once:   game in the segment's bits of a game's number | ply, near 32 | move
//! else:   different moves (a small number, less 1) | each move, the most frequent first
//!         game | ply | index of the move, small (if there are several)
//!         each further one: difference of games, near their mean distance | difference to the first ply, small,
//!         doubled, 1 less if negative | index of the move
//! move:   0 | from, 6 | to, 6     or     1 | from, 6 | to, 6 | role, 3
//! ```
//!
//! With [`PostingDetail::Games`] there are only the games and their differences.

use std::cmp::Ordering;

use shakmaty::{Move, Role, Square};

use super::bits::{BitReader, BitWriter};
use crate::SearchKey;

/// Low bits of a ply.
const PLY: u32 = 5;

/// A position in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    pub key: SearchKey,
    /// Number of the game in its segment, from 0.
    pub game: u32,
    /// Half-moves before the position; 65535 also stands for more.
    pub ply: u16,
    /// What is played there.
    pub played: MoveCode,
}

impl Occurrence {
    /// All of it as one number, which is compared without a branch.
    #[inline]
    fn number(&self) -> u128 {
        let rest = u64::from(self.game) << 32 | u64::from(self.ply) << 16 | u64::from(self.played.0);
        u128::from(self.key.0) << 64 | u128::from(rest)
    }
}

impl Ord for Occurrence {
    #[inline]
    fn cmp(&self, other: &Occurrence) -> Ordering {
        self.number().cmp(&other.number())
    }
}

impl PartialOrd for Occurrence {
    #[inline]
    fn partial_cmp(&self, other: &Occurrence) -> Option<Ordering> {
        Some(self.cmp(other))
    }

    #[inline]
    fn lt(&self, other: &Occurrence) -> bool {
        self.number() < other.number()
    }
}

/// What a segment keeps of positions that occur seldom.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PostingDetail {
    /// Game, ply and move.
    #[default]
    Places,
    /// The game alone, for those who read it again: ply is 0, and no move is played.
    Games,
}

/// A move in 15 bits, to be read with its position; or that a game ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MoveCode(u16);

impl MoveCode {
    /// No move follows that counts.
    pub const END: MoveCode = MoveCode(0);
    /// The position is not one of the main line that legal half-moves reach, and the game does not count for it.
    pub const BESIDE: MoveCode = MoveCode(1 | 1 << 6);

    /// The code of a move. Different moves of one position have different codes.
    pub fn of(mv: Move) -> MoveCode {
        let (from, to, role) = match mv {
            Move::Normal { from, to, promotion, .. } => (from, to, promotion),
            Move::EnPassant { from, to } => (from, to, None),
            Move::Castle { king, rook } => (king, rook, None),
            Move::Put { role, to } => (to, to, Some(role)),
        };
        let squares = u16::from(u8::from(from)) | u16::from(u8::from(to)) << 6;
        MoveCode(squares | role.map_or(0, |role: Role| role as u16) << 12)
    }

    /// Whether the game counts for the position: its main line gets there by legal half-moves.
    pub fn is_counted(self) -> bool {
        self != MoveCode::BESIDE
    }

    /// Where the move begins; of a piece put on the board, where it is put.
    pub fn from(self) -> Square {
        Square::new(u32::from(self.0 & 63))
    }

    fn push(self, out: &mut BitWriter<'_>) {
        let bits = if self.0 < 1 << 12 { 12 } else { 15 };
        out.push(u32::from(bits > 12), 1);
        out.push(u32::from(self.0), bits);
    }

    fn take(bits: &mut BitReader<'_>) -> Option<MoveCode> {
        let length = if bits.take(1)? == 1 { 15 } else { 12 };
        u16::try_from(bits.take(length)?).ok().map(MoveCode)
    }
}

impl MoveCode {
    /// The two bytes of the code.
    pub(super) fn to_bytes(self) -> [u8; 2] {
        self.0.to_le_bytes()
    }

    pub(super) fn from_bytes(bytes: [u8; 2]) -> MoveCode {
        MoveCode(u16::from_le_bytes(bytes))
    }
}

/// Low bits of differences between this many numbers of games.
fn difference_bits(game_bits: u32, count: u32) -> u32 {
    game_bits.saturating_sub(1 + count.ilog2())
}

/// Appends the occurrences of one position, which are in order and not empty.
pub(super) fn push(out: &mut BitWriter<'_>, occurrences: &[Occurrence], game_bits: u32, detail: PostingDetail) {
    let [first, rest @ ..] = occurrences else { return };
    let low = difference_bits(game_bits, occurrences.len() as u32);
    let mut before = first.game;
    out.push(first.game, game_bits);
    if detail == PostingDetail::Games {
        for occurrence in rest {
            out.push_near(occurrence.game - before, low);
            before = occurrence.game;
        }
        return;
    }
    out.push_near(u32::from(first.ply), PLY);
    if rest.is_empty() {
        return first.played.push(out);
    }
    let mut moves: Vec<(usize, MoveCode)> = Vec::new();
    for occurrence in occurrences {
        match moves.iter_mut().find(|(_, mv)| *mv == occurrence.played) {
            Some((count, _)) => *count += 1,
            None => moves.push((1, occurrence.played)),
        }
    }
    moves.sort_by_key(|(count, _)| std::cmp::Reverse(*count));
    out.push_small(moves.len() as u32 - 1);
    moves.iter().for_each(|(_, mv)| mv.push(out));
    let push_move = |out: &mut BitWriter<'_>, played: MoveCode| {
        if moves.len() > 1 {
            out.push_small(moves.iter().position(|(_, mv)| *mv == played).unwrap_or(0) as u32);
        }
    };
    push_move(out, first.played);
    for occurrence in rest {
        out.push_near(occurrence.game - before, low);
        before = occurrence.game;
        let difference = i32::from(occurrence.ply) - i32::from(first.ply);
        out.push_small(((difference << 1) ^ (difference >> 31)) as u32);
        push_move(out, occurrence.played);
    }
}

/// Reads `count` occurrences of a position, and passes them on. `None` if the bits are damaged.
pub(super) fn take(
    bits: &mut BitReader<'_>,
    key: SearchKey,
    count: u32,
    (game_bits, detail): (u32, PostingDetail),
    mut each: impl FnMut(Occurrence),
) -> Option<()> {
    let mut game = bits.take(game_bits)?;
    let low = difference_bits(game_bits, count);
    if detail == PostingDetail::Games {
        each(Occurrence { key, game, ply: 0, played: MoveCode::END });
        for _ in 1..count {
            game = game.checked_add(bits.take_near(low)?)?;
            each(Occurrence { key, game, ply: 0, played: MoveCode::END });
        }
        return Some(());
    }
    let first = u16::try_from(bits.take_near(PLY)?).ok()?;
    if count == 1 {
        each(Occurrence { key, game, ply: first, played: MoveCode::take(bits)? });
        return Some(());
    }
    // Each occurrence and each move takes some bits, so that no number makes memory grow beyond the bytes.
    let different = bits.take_small()?.checked_add(1)?;
    if different > count || different as usize > bits.left() {
        return None;
    }
    let moves: Vec<MoveCode> = (0..different).map(|_| MoveCode::take(bits)).collect::<Option<_>>()?;
    let take_move = |bits: &mut BitReader<'_>| match &moves[..] {
        [only] => Some(*only),
        several => several.get(bits.take_small()? as usize).copied(),
    };
    each(Occurrence { key, game, ply: first, played: take_move(bits)? });
    for _ in 1..count {
        game = game.checked_add(bits.take_near(low)?)?;
        let doubled = bits.take_small()?;
        let difference = (doubled >> 1) as i32 ^ -((doubled & 1) as i32);
        let ply = u16::try_from(i32::from(first).checked_add(difference)?).ok()?;
        each(Occurrence { key, game, ply, played: take_move(bits)? });
    }
    Some(())
}
