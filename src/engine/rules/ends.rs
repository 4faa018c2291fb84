//! Ends of a game determined by the board (rules D4 and D5).

use shakmaty::{Bitboard, Color, Move, Piece, Position as _, Rank, Role, Square, attacks};

use super::boards::{checkers, only_king, variant_checkers};
use super::free::{last_rank, looks_like_en_passant};
use super::variant::counts_moves;
use super::{History, Position, RuleScope, Variant, VariantEnd};

/// An end determined by the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    Checkmate {
        winner: Color,
    },
    Stalemate,
    /// The end of a game by a variant's rules.
    Variant(VariantEnd),
    /// Neither side can mate, or win otherwise, with its pieces.
    DeadPosition,
    /// The same position for the fifth time.
    FivefoldRepetition,
    /// 75 moves of each side without a capture or a pawn move.
    SeventyFiveMoves,
}

impl Position {
    /// Whether the side to move is in check; `false` if it has no king or several.
    pub fn is_check(&self) -> bool {
        self.checkers().any()
    }

    /// The pieces that give check to the side to move.
    pub fn checkers(&self) -> Bitboard {
        variant_checkers(self.variant(), self.board(), self.turn())
    }

    /// Whether the position is mate. On a free board only if the side to move has one king, and the other side's king
    /// cannot be captured.
    pub fn is_checkmate(&self) -> bool {
        self.is_check() && self.has_no_move()
    }

    /// Whether the position is stalemate, on free boards with the conditions of [`Position::is_checkmate`].
    pub fn is_stalemate(&self) -> bool {
        !self.is_check() && self.has_no_move()
    }

    /// Whether neither side can mate, or win by the variant's rules, judged by material alone; `false` on free boards.
    pub fn dead(&self) -> bool {
        match self {
            // Fast path: with pawns, no position of chess is dead by material alone.
            Position::Legal(chess) => chess.board().pawns().is_empty() && chess.is_insufficient_material(),
            Position::Crowded(chess) => chess.board().pawns().is_empty() && chess.is_insufficient_material(),
            Position::Variant(position) => !position.is_variant_end() && position.is_insufficient_material(),
            Position::Free(_) => false,
        }
    }

    /// Whether each side has made 50 moves without a capture or a pawn move: a player may claim a draw.
    pub fn fifty_moves(&self) -> bool {
        self.halfmoves() >= 100 && counts_moves(self.variant())
    }

    /// Whether each side has made 75 moves without a capture or a pawn move: the game is drawn, unless the last move
    /// mates.
    pub fn seventy_five_moves(&self) -> bool {
        self.halfmoves() >= 150 && counts_moves(self.variant())
    }

    /// The end determined by this position and the line that led to it, whose last position this must be; `None` if
    /// play continues.
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

    /// Whether the side to move certainly has no legal move.
    fn has_no_move(&self) -> bool {
        match self {
            Position::Legal(chess) => !has_legal_move(chess),
            Position::Crowded(chess) => !has_legal_move(chess),
            // A side without moves has won antichess; an end by the variant's rules is not mate.
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

    /// Whether the side to move has a move without any objection.
    fn has_free_move(&self) -> bool {
        let situation = self.situation();
        let board = self.board();
        let turn = self.turn();
        for from in board.by_color(turn) {
            let Some(piece) = board.piece_at(from) else { continue };
            for to in targets(piece, from, board.occupied()) {
                let m = plain_move(self, piece, from, to);
                if situation.judge(m, RuleScope::Full).is_none() {
                    return true;
                }
            }
        }
        false
    }
}

/// Pseudo-destinations of a piece; for pawns a superset.
fn targets(piece: Piece, from: Square, occupied: Bitboard) -> Bitboard {
    let attacked = attacks::attacks(from, piece, occupied);
    if piece.role != Role::Pawn {
        return attacked;
    }
    let forward = piece.color.fold_wb(8, -8);
    let steps = [from.offset(forward), from.offset(2 * forward)];
    steps.into_iter().flatten().fold(attacked, |squares, to| squares.with(to))
}

/// The move of a piece to a square, promoting to a queen if required.
fn plain_move(position: &Position, piece: Piece, from: Square, to: Square) -> Move {
    let board = position.board();
    if piece.role == Role::Pawn && looks_like_en_passant(board, piece.color, from, to) {
        return Move::EnPassant { from, to };
    }
    let promotion = (piece.role == Role::Pawn && to.rank() == last_rank(piece.color)).then_some(Role::Queen);
    Move::Normal { role: piece.role, from, capture: board.role_at(to), to, promotion }
}

/// Fast path: most positions have a pawn or knight with an obvious move; the others need the list of moves.
fn has_legal_move(chess: &shakmaty::Chess) -> bool {
    let turn = chess.turn();
    let quiet = chess.checkers().is_empty();
    if quiet && let Some(king) = chess.board().king_of(turn) {
        // A piece on no line of the king cannot be pinned.
        let lines = attacks::queen_attacks(king, chess.board().occupied());
        let free_pawns = chess.our(Role::Pawn) & !lines & !Bitboard::from_rank(turn.relative_rank(Rank::Seventh));
        if (free_pawns.shift(turn.fold_wb(8, -8)) & !chess.board().occupied()).any() {
            return true;
        }
    }
    !chess.legal_moves().is_empty()
}
