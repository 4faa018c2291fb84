//! A bare board that carries out any move (rule D1).

use std::num::NonZeroU32;

use shakmaty::variant::Variant;
use shakmaty::{Board, CastlingMode, Color, File, Move, Piece, Rank, Role, Setup, Square};

use super::variant::explosion;
use super::{Play, boards, castling};

/// A board that shakmaty rejects, or on which the side to move is uncertain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FreeBoard {
    pub(super) setup: Setup,
    pub(super) mode: CastlingMode,
    pub(super) variant: Variant,
    /// The last half-move was made out of turn: either side may be next, and the next mover decides. So a missing
    /// half-move costs one diagnostic instead of one for each following half-move.
    pub(super) either_turn: bool,
}

impl FreeBoard {
    /// The board with side to move, castling rights, en passant square and clocks.
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    /// Whether the last half-move was made out of turn, so that either side may be next.
    pub fn either_turn(&self) -> bool {
        self.either_turn
    }

    /// Carries out any half-move.
    pub(super) fn carry_out(&mut self, play: &Play) {
        let turn = self.setup.turn;
        self.setup.ep_square = None;
        let (mover, zeroing) = match *play {
            Play::Null => (None, false),
            Play::Arrival { role, from, to, promotion } => {
                if self.setup.board.color_at(from) == Some(turn) {
                    self.setup.board.discard_piece_at(from);
                }
                let captured = self.setup.board.piece_at(to);
                self.put(to, Piece { color: turn, role: promotion.unwrap_or(role) });
                self.setup.promoted.set(to, self.variant == Variant::Crazyhouse && promotion.is_some());
                self.captured(turn, captured, false, to);
                (Some(turn), role == Role::Pawn || captured.is_some())
            }
            Play::Move(m) => self.carry_out_move(m),
        };
        let mover = mover.unwrap_or(turn);
        let out_of_turn = mover != turn && !self.either_turn;
        // The turn alternates with the half-moves of the text; if either side may move, the mover decides.
        let moved_for = if self.either_turn { mover } else { turn };
        self.count_check(mover);
        self.either_turn = out_of_turn;
        self.setup.turn = !moved_for;
        self.setup.halfmoves = if zeroing { 0 } else { self.setup.halfmoves.saturating_add(1) };
        if moved_for == Color::Black {
            self.setup.fullmoves = self.setup.fullmoves.checked_add(1).unwrap_or(NonZeroU32::MAX);
        }
    }

    /// Returns the mover's side and whether the half-move clock is reset.
    fn carry_out_move(&mut self, m: Move) -> (Option<Color>, bool) {
        match m {
            Move::Put { role, to } => {
                let color = self.setup.turn;
                if let Some(pockets) = &mut self.setup.pockets {
                    let pieces = pockets.get_mut(color).get_mut(role);
                    *pieces = pieces.saturating_sub(1);
                }
                self.put(to, Piece { color, role });
                (Some(color), role == Role::Pawn)
            }
            Move::Castle { king, rook } => {
                let color = self.setup.board.color_at(king);
                if castling::carry_out(&mut self.setup.board, king, rook)
                    && let Some(color) = color
                {
                    self.setup.castling_rights.discard(color.backrank());
                }
                (color, false)
            }
            Move::EnPassant { from, to } => {
                let Some(piece) = self.take(from) else { return (None, false) };
                let captured = self.take(en_passant_victim(from, to));
                self.put(to, piece);
                self.captured(piece.color, captured, false, to);
                (Some(piece.color), true)
            }
            Move::Normal { from, to, promotion, .. } => {
                let was_promoted = self.setup.promoted.contains(from);
                let Some(piece) = self.take(from) else { return (None, false) };
                let captured = self.setup.board.piece_at(to);
                let captured_was_pawn = self.setup.promoted.contains(to);
                let zeroing = piece.role == Role::Pawn || captured.is_some();
                self.put(to, Piece { color: piece.color, role: promotion.unwrap_or(piece.role) });
                let crazyhouse = self.variant == Variant::Crazyhouse;
                self.setup.promoted.set(to, crazyhouse && (was_promoted || promotion.is_some()));
                self.captured(piece.color, captured, captured_was_pawn, to);
                if piece.role == Role::King {
                    self.setup.castling_rights.discard(piece.color.backrank());
                }
                if piece.role == Role::Pawn {
                    self.setup.ep_square = double_step(piece.color, from, to);
                }
                (Some(piece.color), zeroing)
            }
        }
    }

    /// Effects of a capture in a variant: the piece goes to the capturer's pocket, or there is an explosion.
    fn captured(&mut self, by: Color, captured: Option<Piece>, was_pawn: bool, to: Square) {
        let Some(captured) = captured else { return };
        match self.variant {
            Variant::Crazyhouse => {
                let role = if was_pawn { Role::Pawn } else { captured.role };
                if let Some(pockets) = &mut self.setup.pockets
                    && role != Role::King
                    && captured.color != by
                {
                    let pieces = pockets.get_mut(by).get_mut(role);
                    *pieces = pieces.saturating_add(1);
                }
            }
            Variant::Atomic => {
                self.take(to);
                for square in explosion(&self.setup.board, to) {
                    if let Some(Piece { color, role: Role::King }) = self.take(square) {
                        self.setup.castling_rights.discard(color.backrank());
                    }
                }
            }
            _ => {}
        }
    }

    /// Counts a check just given by a side, if the variant does.
    fn count_check(&mut self, by: Color) {
        if let Some(checks) = &mut self.setup.remaining_checks
            && boards::checkers(&self.setup.board, !by).any()
        {
            let left = checks.get_mut(by);
            *left = left.saturating_sub(1);
        }
    }

    /// Removes a piece from a square, and a rook's castling right with it.
    fn take(&mut self, square: Square) -> Option<Piece> {
        self.setup.castling_rights.discard(square);
        self.setup.promoted.discard(square);
        self.setup.board.remove_piece_at(square)
    }

    fn put(&mut self, square: Square, piece: Piece) {
        self.setup.castling_rights.discard(square);
        self.setup.promoted.discard(square);
        self.setup.board.set_piece_at(square, piece);
    }
}

/// The square passed by a pawn that is on the fourth rank of its side.
fn passed(color: Color, to: Square) -> Option<Square> {
    (to.rank() == color.relative_rank(Rank::Fourth))
        .then(|| Square::from_coords(to.file(), color.relative_rank(Rank::Third)))
}

/// The en passant square after a pawn's double step.
fn double_step(color: Color, from: Square, to: Square) -> Option<Square> {
    (from.file() == to.file() && from.rank() == color.relative_rank(Rank::Second)).then(|| passed(color, to)).flatten()
}

/// A pawn's last rank.
pub(super) fn last_rank(color: Color) -> Rank {
    (!color).backrank()
}

/// The square of the pawn captured en passant.
pub(super) fn en_passant_victim(from: Square, to: Square) -> Square {
    let file: File = to.file();
    Square::from_coords(file, from.rank())
}

/// Whether squares denote a pawn's capture en passant: one file aside and one rank forward, from the fifth rank of its
/// side to an empty square, past a pawn of the other side.
pub(super) fn looks_like_en_passant(board: &Board, color: Color, from: Square, to: Square) -> bool {
    shakmaty::attacks::pawn_attacks(color, from).contains(to)
        && from.rank() == color.relative_rank(Rank::Fifth)
        && board.role_at(to).is_none()
        && board.by_piece((!color).pawn()).contains(en_passant_victim(from, to))
}
