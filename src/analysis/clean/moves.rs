//! A half-move in export form that is legal, and whose marks are right (rules D2 and D3).

use shakmaty::{Bitboard, Move, Role};

use super::movetext::ends_token;
use super::{Heard, Listener, Walk};
use crate::notation::san::{read_export, source_said};
use crate::notation::{Capture, EndMark, MoveText, PieceMove, SaidMove};
use crate::rules::Bitboards;

/// The longest move in export form with its mark: `Qa1xb2+` has seven bytes.
const LONGEST: usize = 8;

impl<L: Listener> Walk<'_, L> {
    #[inline]
    pub(super) fn half_move(&mut self) -> Option<()> {
        let rest = &self.bytes[self.at..];
        let len = rest.iter().take(LONGEST).position(|&b| !IS_MOVE_BYTE[usize::from(b)])?;
        if !ends_token(rest[len]) {
            return None;
        }
        let text = read_export(&rest[..len])?;
        if !self.line.anchored {
            self.anchor_by_move()?;
        }
        let main_line = self.outer.is_empty();
        let board = self.line.board();
        // Play may not go on in a position that ends the game by itself (rule D5).
        if board.may_be_dead() || board.halfmoves() >= 150 || main_line && self.repetitions.may_be_fivefold() {
            return None;
        }
        let (number, color) = (self.line.number, board.turn());
        let m = meant(board, &text)?;
        if main_line {
            self.remember(m);
        }
        self.line.play(m);
        let after = self.line.board();
        let mate = after.is_check() && after.is_checkmate();
        // A mark for check where there is check, and the one for mate where that is mate.
        if text.check != after.is_check() || (text.end == EndMark::Over) != mate {
            return None;
        }
        self.listener.half_move(self.at..self.at + len, Heard { mv: m, number, color, after, mate })?;
        self.half_moves += 1;
        self.at += len;
        Some(())
    }

    #[inline]
    fn remember(&mut self, m: Move) {
        match m {
            Move::Normal { role, from, capture: None, to, .. } if role != Role::Pawn => {
                self.repetitions.moved(role, self.line.board().turn(), from, to);
            }
            _ => self.repetitions.clear(),
        }
    }
}

/// The bytes of moves in export form.
static IS_MOVE_BYTE: [bool; 256] = {
    let bytes = b"abcdefgh12345678xNBRQKO-=+#";
    let (mut table, mut n) = ([false; 256], 0);
    while n < bytes.len() {
        table[bytes[n] as usize] = true;
        n += 1;
    }
    table
};

/// The legal move that the text says as export form says it.
#[inline]
fn meant(board: &Bitboards, text: &MoveText) -> Option<Move> {
    match &text.said {
        SaidMove::Piece(said) if said.role == Some(Role::Pawn) => pawn(board, said),
        SaidMove::Piece(said) => officer(board, said),
        SaidMove::Castle(side) => board.castling(*side),
        SaidMove::Null | SaidMove::Drop { .. } => None,
    }
}

#[inline]
fn pawn(board: &Bitboards, said: &PieceMove) -> Option<Move> {
    let promoted = match said.promotion {
        None => !Bitboard::BACKRANKS.contains(said.to),
        Some(role) => Bitboard::BACKRANKS.contains(said.to) && !matches!(role, Role::King | Role::Pawn),
    };
    match (said.capture, said.from_file) {
        _ if !promoted => None,
        (Capture::Takes, Some(file)) => board.pawn_capture(file, said.to, said.promotion),
        (Capture::Quiet, None) => {
            let (from, to, promotion) = (board.pawn_step(said.to)?, said.to, said.promotion);
            Some(Move::Normal { role: Role::Pawn, from, capture: None, to, promotion })
        }
        _ => None,
    }
}

#[inline]
fn officer(board: &Bitboards, said: &PieceMove) -> Option<Move> {
    let (role, to) = (said.role?, said.to);
    let capture = board.them().contains(to);
    if capture != (said.capture == Capture::Takes) {
        return None;
    }
    let sources = board.sources(role, to);
    let fitting = match (said.from_file, said.from_rank) {
        (None, None) => sources,
        (Some(file), None) => sources & Bitboard::from_file(file),
        (None, Some(rank)) => sources & Bitboard::from_rank(rank),
        (Some(file), Some(rank)) => sources & Bitboard::from_file(file) & Bitboard::from_rank(rank),
    };
    let from = fitting.single_square()?;
    let said_source = (said.from_file.is_some(), said.from_rank.is_some());
    if said_source != (false, false) && source_said(from, sources.without(from).into_iter()) != said_source {
        return None;
    }
    let capture = if capture { board.role_at(to) } else { None };
    Some(Move::Normal { role, from, capture, to, promotion: None })
}
