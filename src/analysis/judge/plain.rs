//! A half-move as nearly all are: in SAN's export form, legal, written as it should be and marked as it should be. It is
//! found and played on bitboards, and nothing is listed or kept for it; all others go the long way of `moves`.

use std::ops::Range;

use shakmaty::{Bitboard, Color, Move, Role};

use super::Judge;
use super::line_boards::Board;
use crate::notation::san::read_export;
use crate::notation::san::source_said;
use crate::notation::{Capture, EndMark, MoveText, PieceMove, SAN, SaidMove};
use crate::rules::{Bitboards, Play};

impl Judge<'_> {
    /// Plays the half-move, if nothing at all is wrong with it, and tells what its marks say. `None`: nothing was done.
    #[inline]
    pub(super) fn plain_move(&mut self, range: &Range<u32>) -> Option<(bool, EndMark)> {
        if !std::ptr::eq(self.notation, &SAN) || self.language.is_some() {
            return None;
        }
        let text = read_export(self.slice(range).as_bytes())?;
        let narrowed;
        let (board, number) = match self.line.boards.back(0) {
            Board::Unknown => return None,
            Board::Plain(board, number) => (board, *number),
            Board::Whole(position) => {
                narrowed = Bitboards::new(position)?;
                (&narrowed, position.fullmoves())
            }
        };
        if !self.line.past_end && self.may_be_drawn(board) {
            return None;
        }
        let m = meant(board, &text)?;
        let turn = board.turn();
        let mut after = *board;
        after.play(m);
        let check = after.is_check();
        if text.check != check || (text.end == EndMark::Over) != (check && after.is_checkmate()) {
            return None;
        }
        self.fits = true;
        self.line.moved_by(turn);
        if !self.in_variation() {
            self.history.push_bitboards(&after);
        }
        if self.kept.is_some() {
            self.play_and_keep(range, Play::Move(m));
        } else {
            let number = number.saturating_add(u32::from(turn == Color::Black));
            self.line.boards.step(Board::Plain(after, number));
        }
        Some((text.check, text.end))
    }

    /// The board may have drawn the game (rule D5): play that goes on is looked at more closely.
    #[inline]
    fn may_be_drawn(&self, board: &Bitboards) -> bool {
        board.may_be_dead() || board.halfmoves() >= 150 || !self.in_variation() && self.history.fivefold()
    }

    /// Plays a legal move that is kept with its boards.
    fn play_and_keep(&mut self, range: &Range<u32>, play: Play) {
        let Some(before) = self.line.boards.take_position() else { return };
        let mut after = before.clone();
        if let Play::Move(m) = play {
            after.play_legal(m);
        }
        self.keep(range, Some((&play, None, &before)), Some(&after));
        self.line.boards.replace(Board::Whole(before));
        self.line.boards.step(Board::Whole(after));
    }
}

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
