//! The order of the moves that are offered.

use std::cmp::Reverse;

use shakmaty::{Move, Role};

use super::board_here::Next;
use crate::rules::Play;

/// The likelier move is the lesser one.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Rank {
    class: Class,
    /// What is played more often comes first.
    played: Reverse<usize>,
    /// Pieces that are worth little take pieces that are worth much.
    gain: i32,
    /// Pieces of one kind stand together: castling, then pieces, pawns last.
    piece: u8,
    text: String,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Class {
    Mate,
    Recapture,
    Check,
    /// Other games near by have it here.
    Played,
    Capture,
    Other,
}

impl Rank {
    /// The rank of a half-move with this text, which games near by have here so often.
    pub fn of(next: &Next<'_>, m: Move, text: &str, played: usize) -> Rank {
        let retakes = matches!(
            next.board.last, Some(Play::Move(last)) if last.is_capture() && m.is_capture() && last.to() == m.to()
        );
        let check = next.after.is_check();
        let class = if check && next.after.is_checkmate() {
            Class::Mate
        } else if retakes {
            Class::Recapture
        } else if check {
            Class::Check
        } else if played > 0 {
            Class::Played
        } else if m.is_capture() || m.is_promotion() {
            Class::Capture
        } else {
            Class::Other
        };
        let taken = m.capture().map_or(0, worth) + m.promotion().map_or(0, worth);
        let gain = if m.is_capture() || m.is_promotion() { worth(m.role()) - 10 * taken } else { 0 };
        let piece = match m {
            Move::Castle { .. } => 0,
            _ => match m.role() {
                Role::Knight => 1,
                Role::Bishop => 2,
                Role::Rook => 3,
                Role::Queen => 4,
                Role::Pawn => 5,
                Role::King => 6,
            },
        };
        Rank { class, played: Reverse(played), gain, piece, text: text.to_owned() }
    }
}

fn worth(role: Role) -> i32 {
    match role {
        Role::Pawn => 1,
        Role::Knight | Role::Bishop => 3,
        Role::Rook => 5,
        Role::Queen => 9,
        Role::King => 10,
    }
}
