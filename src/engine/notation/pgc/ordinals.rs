//! Moves as indexes into the legal moves in SAN order (PGN specification 20.2).

use shakmaty::{CastlingSide, Move, MoveList, Position, Role};

use crate::notation::binary::legal_moves;
use crate::notation::castling;
use crate::notation::san::minimal_source;

/// The SAN of a move without its marks as an integer with the same ordering: at most seven bytes, the first the most
/// significant.
type SanKey = u64;

/// The index of a legal move.
pub(super) fn ordinal(position: &dyn Position, mv: Move) -> Option<usize> {
    let moves = legal_moves(position);
    if !moves.contains(&mv) {
        return None;
    }
    let letter = first_letter(mv);
    let below = moves.iter().filter(|other| first_letter(**other) < letter).count();
    let alike = beginning_with(&moves, letter);
    let own = key(&alike, mv);
    Some(below + alike.iter().filter(|other| key(&alike, **other) < own).count())
}

/// The legal move with this index.
pub(super) fn nth(position: &dyn Position, ordinal: usize) -> Option<Move> {
    let moves = legal_moves(position);
    let mut counts = [0_usize; 128];
    for mv in &moves {
        counts[usize::from(first_letter(*mv) & 127)] += 1;
    }
    let mut left = ordinal;
    let letter = (0..128_u8).find(|letter| {
        let count = counts[usize::from(*letter)];
        let is_here = left < count;
        left -= if is_here { 0 } else { count };
        is_here
    })?;
    let alike = beginning_with(&moves, letter);
    let mut keyed: Vec<(SanKey, Move)> = alike.iter().map(|mv| (key(&alike, *mv), *mv)).collect();
    let (_, (_, mv), _) = keyed.select_nth_unstable_by_key(left, |(key, _)| *key);
    Some(*mv)
}

/// The moves whose SAN has this first letter; only these need disambiguation from each other.
fn beginning_with(moves: &MoveList, letter: u8) -> Vec<Move> {
    moves.iter().copied().filter(|mv| first_letter(*mv) == letter).collect()
}

/// The first letter of the SAN, which is the primary sort key.
fn first_letter(mv: Move) -> u8 {
    match mv {
        Move::Castle { .. } => b'O',
        // A pawn's move begins with its source file.
        Move::Normal { role: Role::Pawn, from, .. } | Move::EnPassant { from, .. } => from.file().char() as u8,
        Move::Normal { role, .. } | Move::Put { role, .. } => role.upper_char() as u8,
    }
}

/// Number of legal moves.
pub(super) fn count(position: &dyn Position) -> usize {
    legal_moves(position).len()
}

/// `alike`: the legal moves with the same first letter.
fn key(alike: &[Move], mv: Move) -> SanKey {
    let mut text = KeyBuilder::default();
    match mv {
        Move::Castle { king, rook } => match castling::side_of(king, rook) {
            CastlingSide::KingSide => text.extend(b"O-O"),
            CastlingSide::QueenSide => text.extend(b"O-O-O"),
        },
        Move::Put { role, to } => {
            text.extend(&[role.upper_char() as u8, b'@', to.file().char() as u8, to.rank().char() as u8])
        }
        Move::EnPassant { from, to } | Move::Normal { from, to, .. } => {
            let role = mv.role();
            if role == Role::Pawn {
                if mv.is_capture() {
                    text.push(from.file().char() as u8);
                }
            } else {
                text.push(role.upper_char() as u8);
                let like = alike.iter().filter_map(|other| match *other {
                    Move::Normal { role: r, from: f, to: t, .. } if r == role && t == to && f != from => Some(f),
                    _ => None,
                });
                let (file, rank) = minimal_source(from, like);
                if file {
                    text.push(from.file().char() as u8);
                }
                if rank {
                    text.push(from.rank().char() as u8);
                }
            }
            if mv.is_capture() {
                text.push(b'x');
            }
            text.extend(&[to.file().char() as u8, to.rank().char() as u8]);
            if let Some(promotion) = mv.promotion() {
                text.extend(&[b'=', promotion.upper_char() as u8]);
            }
        }
    }
    text.key
}

#[derive(Default)]
struct KeyBuilder {
    key: SanKey,
    len: u32,
}

impl KeyBuilder {
    fn push(&mut self, byte: u8) {
        debug_assert!(self.len < 8, "a SAN without marks has at most seven bytes");
        self.key |= u64::from(byte) << 56_u32.saturating_sub(8 * self.len);
        self.len += 1;
    }

    fn extend(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.push(byte);
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::san::SanPlus;
    use shakmaty::{CastlingMode, Square};

    use super::*;

    #[test]
    fn the_specifications_examples() {
        let start = shakmaty::Chess::default();
        let pawn = |from, to| Move::Normal { role: Role::Pawn, from, to, capture: None, promotion: None };
        let knight = |to| Move::Normal { role: Role::Knight, from: Square::B1, to, capture: None, promotion: None };
        for (ordinal, mv) in [
            (0, knight(Square::A3)),
            (1, knight(Square::C3)),
            (4, pawn(Square::A2, Square::A3)),
            (19, pawn(Square::H2, Square::H4)),
        ] {
            assert_eq!(super::ordinal(&start, mv), Some(ordinal));
            assert_eq!(nth(&start, ordinal), Some(mv));
        }
        assert_eq!(nth(&start, 20), None);
        assert_eq!(super::ordinal(&start, pawn(Square::A2, Square::A5)), None);
    }

    #[test]
    fn the_order_is_that_of_the_texts() {
        for fen in [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/PPPP2k1/8/4pPp1/8/8/ppp5/R3K2R w KQ e6 0 1",
            "Q6Q/8/8/8/2k5/8/8/Q5KQ w - - 0 1",
            "k7/5N2/4N1N1/3N3N/2N3N1/3N1N2/8/K7 w - - 0 1",
        ] {
            let position: shakmaty::Chess = fen
                .parse::<Fen>()
                .expect("a FEN")
                .into_position(CastlingMode::Standard)
                .or_else(shakmaty::PositionError::ignore_too_much_material)
                .expect("a position");
            let texts = |mv: Move| SanPlus::from_move(position.clone(), mv).to_string();
            let mut sorted: Vec<Move> = position.legal_moves().into_iter().collect();
            sorted.sort_by_key(|mv| texts(*mv));
            for (n, &mv) in sorted.iter().enumerate() {
                assert_eq!(ordinal(&position, mv), Some(n), "{fen} {}", texts(mv));
                assert_eq!(nth(&position, n), Some(mv), "{fen} {}", texts(mv));
            }
        }
    }
}
