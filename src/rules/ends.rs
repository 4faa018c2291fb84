//! Ends of a game that the board itself brings about (rules D4 and D5).

use shakmaty::{Bitboard, Color, Move, Piece, Position as _, Rank, Role, Square, attacks};

use super::boards::{checkers, only_king, variant_checkers};
use super::free::{last_rank, looks_like_en_passant};
use super::variant::counts_moves;
use super::{History, Judging, Position, Variant, VariantEnd};

/// An end that the board brings about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Checkmate {
        winner: Color,
    },
    Stalemate,
    /// The rules of a variant have ended the game.
    Variant(VariantEnd),
    /// Neither side can mate, or win otherwise, with the pieces it has.
    DeadPosition,
    /// The same position for the fifth time.
    FivefoldRepetition,
    /// 75 moves of each side without a capture or a pawn move.
    SeventyFiveMoves,
}

impl Position {
    /// The side to move is in check; `false` if it has no king or several.
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        variant_checkers(self.variant(), self.board(), self.turn())
    }

    /// Mate. On a free board only where it can be told: the side to move has one king, and the other side's
    /// king cannot be captured.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && self.has_no_move()
    }

    /// Stalemate, with the same reserve on free boards as for mate.
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && self.has_no_move()
    }

    /// Neither side can mate, or win by the variant's rules, with the pieces it has, as far as the pieces alone tell; `false`
    /// on free boards.
    pub fn dead(&self) -> bool {
        match self {
            // No position of chess with a pawn is dead by its pieces alone, and most have one.
            Position::Legal(chess) => chess.board().pawns().is_empty() && chess.is_insufficient_material(),
            Position::Crowded(chess) => chess.board().pawns().is_empty() && chess.is_insufficient_material(),
            Position::Variant(position) => !position.is_variant_end() && position.is_insufficient_material(),
            Position::Free(_) => false,
        }
    }

    /// 50 moves of each side without a capture or a pawn move: a player may claim a draw.
    pub fn fifty_moves(&self) -> bool {
        self.halfmoves() >= 100 && counts_moves(self.variant())
    }

    /// 75 moves of each side without a capture or a pawn move: the game is drawn, unless the last one mates.
    pub fn seventy_five_moves(&self) -> bool {
        self.halfmoves() >= 150 && counts_moves(self.variant())
    }

    /// The end that this position brings about, given the line that led to it (which must hold it as its last
    /// position); `None` while play goes on.
    pub fn outcome(&self, history: &History) -> Option<Outcome> {
        if let Some(end) = self.variant_end() {
            return Some(Outcome::Variant(end));
        }
        if self.has_no_move() {
            return Some(if self.is_check() {
                Outcome::Checkmate { winner: !self.turn() }
            } else {
                Outcome::Stalemate
            });
        }
        if self.dead() {
            Some(Outcome::DeadPosition)
        } else if history.fivefold() {
            Some(Outcome::FivefoldRepetition)
        } else if self.seventy_five_moves() {
            Some(Outcome::SeventyFiveMoves)
        } else {
            None
        }
    }

    /// The side to move has no legal move, where that can be told.
    fn has_no_move(&self) -> bool {
        match self {
            Position::Legal(chess) => !has_legal_move(chess),
            Position::Crowded(chess) => !has_legal_move(chess),
            // A side that cannot move has won antichess; an end of the variant's own is no mate.
            Position::Variant(position) => {
                position.variant() != Variant::Antichess
                    && !position.is_variant_end()
                    && position.legal_moves().is_empty()
            }
            Position::Free(free) => {
                let turn = self.turn();
                free.variant == Variant::Chess
                    && !free.either_turn
                    && only_king(self.board(), turn).is_some()
                    && checkers(self.board(), !turn).is_empty()
                    && !self.has_free_move()
            }
        }
    }

    /// Some move of the side to move that nothing speaks against.
    fn has_free_move(&self) -> bool {
        let situation = self.situation();
        let board = self.board();
        let turn = self.turn();
        for from in board.by_color(turn) {
            let Some(piece) = board.piece_at(from) else { continue };
            for to in targets(piece, from, board.occupied()) {
                let m = plain_move(self, piece, from, to);
                if situation.judge(m, Judging::Full).is_none() {
                    return true;
                }
            }
        }
        false
    }
}

/// Squares that a piece may go to by how it moves; more than it really can for pawns.
fn targets(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    let attacked = attacks::attacks(from, piece, occupied);
    if piece.role != Role::Pawn {
        return attacked;
    }
    let forward = piece.color.fold_wb(8, -8);
    let steps = [from.offset(forward), from.offset(2 * forward)];
    steps.into_iter().flatten().fold(attacked, |squares, to| squares.with(to))
}

/// The move of a piece to a square, promoted to a queen where it must be promoted.
fn plain_move(position: &Position, piece: Piece, from: Square, to: Square) -> Move {
    let board = position.board();
    if piece.role == Role::Pawn && looks_like_en_passant(board, piece.color, from, to) {
        return Move::EnPassant { from, to };
    }
    let promotion = (piece.role == Role::Pawn && to.rank() == last_rank(piece.color)).then_some(Role::Queen);
    Move::Normal { role: piece.role, from, capture: board.role_at(to), to, promotion }
}

/// Most positions have a pawn or knight that can obviously move: only the rest pay for the list of moves.
fn has_legal_move(chess: &shakmaty::Chess) -> bool {
    let turn = chess.turn();
    let quiet = chess.checkers().is_empty();
    if quiet && let Some(king) = chess.board().king_of(turn) {
        // A piece that no line from the king runs through cannot be pinned.
        let lines = attacks::queen_attacks(king, chess.board().occupied());
        let free_pawns = chess.our(Role::Pawn) & !lines & !Bitboard::from_rank(turn.relative_rank(Rank::Seventh));
        if (free_pawns.shift(turn.fold_wb(8, -8)) & !chess.board().occupied()).any() {
            return true;
        }
    }
    !chess.legal_moves().is_empty()
}
