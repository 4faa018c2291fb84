//! The judge against shakmaty: it finds a reason for exactly the moves that are not legal, on every position of
//! the table of legal moves, and the reason is true.

use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position as _, Role, Square, attacks, fen::Fen};

use super::free::looks_like_en_passant;
use super::{FreeBoard, Illegality, Judging, Play, Position};

const TABLE: &str = include_str!("../../tests/data/movegen/legal-moves.jsonl");

/// Every position of the table, sampled so that a debug build stays quick.
fn positions(step: usize) -> impl Iterator<Item = Position> {
    TABLE.lines().step_by(step).map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).expect("a JSON object a line");
        let fen: Fen = row["fen"].as_str().expect("a FEN").parse().expect("a valid FEN");
        let mode = CastlingMode::from_chess960(row["chess960"].as_bool().expect("a flag"));
        Position::from_setup(fen.into_setup(), mode)
    })
}

/// Every move that can be said of a position's men, sensible or not.
fn every_move(position: &Position) -> Vec<Move> {
    let board = position.board();
    let mut moves = Vec::new();
    for from in Square::ALL {
        let Some(man) = board.piece_at(from) else { continue };
        for to in Square::ALL {
            let capture = board.role_at(to);
            moves.push(Move::Normal { role: man.role, from, capture, to, promotion: None });
            if man.role == Role::Pawn {
                for promotion in [Role::Queen, Role::Knight, Role::King] {
                    moves.push(Move::Normal { role: man.role, from, capture, to, promotion: Some(promotion) });
                }
            }
            if man.role == Role::Pawn && looks_like_en_passant(board, man.color, from, to) {
                moves.push(Move::EnPassant { from, to });
            }
            if man.role == Role::King && board.piece_at(to) == Some(man.color.rook()) {
                moves.push(Move::Castle { king: from, rook: to });
            }
        }
    }
    moves
}

#[test]
fn a_reason_is_found_for_exactly_the_illegal_moves() {
    for position in positions(1) {
        let chess = position.legal().expect("the table holds legal positions");
        let legal = chess.legal_moves();
        for m in every_move(&position) {
            let reason = position.situation().judge(m, Judging::Full);
            // A pawn's plain move onto the en passant square is not how shakmaty says en passant.
            let plain = matches!(m, Move::Normal { role: Role::Pawn, from, to, .. }
                if looks_like_en_passant(position.board(), chess.turn(), from, to));
            if !plain {
                assert_eq!(reason.is_none(), legal.contains(&m), "{} {m:?}: {reason:?}", fen(chess));
            }
            if let Some(reason) = reason {
                assert!(is_true(reason, &position, m), "{} {m:?}: {reason}", fen(chess));
            }
        }
    }
}

#[test]
fn ends_on_free_boards_are_those_of_legal_play() {
    let mut ends = [0, 0];
    for position in positions(1) {
        let chess = position.legal().expect("the table holds legal positions");
        let free = Position::Free(Box::new(FreeBoard {
            setup: position.setup(),
            mode: position.castling_mode(),
            either_turn: false,
        }));
        assert_eq!(free.is_checkmate(), chess.is_checkmate(), "{}", fen(chess));
        assert_eq!(free.is_stalemate(), chess.is_stalemate(), "{}", fen(chess));
        assert_eq!(position.is_checkmate(), chess.is_checkmate(), "{}", fen(chess));
        assert_eq!(position.is_stalemate(), chess.is_stalemate(), "{}", fen(chess));
        ends[0] += usize::from(chess.is_checkmate());
        ends[1] += usize::from(chess.is_stalemate());
    }
    assert_eq!(ends, [62, 30], "the table's own tags");
}

#[test]
fn free_play_of_legal_moves_is_legal_play() {
    for position in positions(1) {
        for m in position.legal_moves() {
            let mut legal = position.clone();
            legal.play_legal(m);
            let mut free = FreeBoard { setup: position.setup(), mode: position.castling_mode(), either_turn: false };
            free.carry_out(&Play::Move(m));
            assert_eq!(free.setup, legal.setup(), "{m:?}");
            assert_eq!(position.move_to(legal.board()), Some(m));
        }
    }
}

fn fen(chess: &Chess) -> String {
    Fen::from_position(chess, EnPassantMode::Always).to_string()
}

/// Checks a reason against the board by other means than the judge's.
fn is_true(reason: Illegality, position: &Position, m: Move) -> bool {
    let board = position.board();
    let from = m.from().expect("no drops here");
    let to = m.to();
    let Some(man) = board.piece_at(from) else { return matches!(reason, Illegality::NoPiece { .. }) };
    let occupied = board.occupied();
    let sees = attacks::attacks(from, man, occupied).contains(to);
    let after = || {
        let mut free = FreeBoard { setup: position.setup(), mode: position.castling_mode(), either_turn: false };
        free.carry_out(&Play::Move(m));
        free.setup.board
    };
    let in_check_after = |by: super::Man| {
        let after = after();
        after.piece_at(by.square) == Some(by.role.of(!man.color))
            && after.king_of(man.color).is_some_and(|king| after.attacks_from(by.square).contains(king))
    };
    match reason {
        Illegality::NotItsTurn { turn } => turn == position.turn() && man.color != turn,
        Illegality::StandsStill { .. } => from == to,
        Illegality::CannotReach { man: named, .. } => named.square == from && named.role == man.role && !sees,
        Illegality::InTheWay { blocker, .. } => {
            board.role_at(blocker.square) == Some(blocker.role)
                && (blocker.square == to || attacks::between(from, to).contains(blocker.square))
        }
        Illegality::OwnPiece { man: own } => own.square == to && board.color_at(to) == Some(man.color) && sees,
        Illegality::CapturesStraight { blocker } => {
            blocker.square == to
                && man.role == Role::Pawn
                && from.file() == to.file()
                && board.color_at(to) == Some(!man.color)
        }
        Illegality::NothingToCapture { to } => man.role == Role::Pawn && sees && board.role_at(to).is_none(),
        Illegality::EnPassantNotNow { to } => {
            man.role == Role::Pawn && sees && board.role_at(to).is_none() && position.en_passant() != Some(to)
        }
        Illegality::DoubleStep { .. } => man.role == Role::Pawn && from.rank().distance(to.rank()) == 2,
        Illegality::MustPromote { .. } => m.promotion().is_none() && [0, 7].contains(&to.rank().to_u32()),
        Illegality::PromotesTooEarly { .. } => m.promotion().is_some() && ![0, 7].contains(&to.rank().to_u32()),
        Illegality::NotAPawn { .. } => man.role != Role::Pawn,
        Illegality::PromotesTo { role } => matches!(role, Role::King | Role::Pawn),
        Illegality::CapturesKing { king } => board.role_at(king) == Some(Role::King) && king == to,
        Illegality::IntoCheck { by, .. } => man.role == Role::King && in_check_after(by),
        Illegality::StillInCheck { by, .. } => {
            board.attacks_from(by.square).contains(board.king_of(man.color).expect("one king")) && in_check_after(by)
        }
        Illegality::LeavesInCheck { by, .. } => in_check_after(by),
        Illegality::NoCastlingRight { .. } => !position.castling_rights().contains(to),
        Illegality::CastlingBlocked { blocker } => {
            board.role_at(blocker.square) == Some(blocker.role) && ![from, to].contains(&blocker.square)
        }
        Illegality::CastlingOutOfCheck { by } => board.attacks_from(by.square).contains(from),
        Illegality::CastlingThroughCheck { square, by } | Illegality::CastlingIntoCheck { square, by } => {
            let mut without = board.clone();
            without.discard_piece_at(from);
            without.discard_piece_at(to);
            without.attacks_from(by.square).contains(square)
        }
        Illegality::NoCastlingKing { .. } => from.rank() != man.color.backrank(),
        _ => false,
    }
}
