//! Compares the judge with shakmaty: it finds a reason for exactly the illegal moves, on every position of the table of
//! legal moves, and the reason is true.

use shakmaty::{CastlingMode, EnPassantMode, Move, Role, Square, attacks, fen::Fen};

use super::free::looks_like_en_passant;
use super::{FreeBoard, Illegality, Play, Position, RuleScope, Variant};

const TABLE: &str = include_str!("../../../tests/data/movegen/legal-moves.jsonl");

/// Every `step`-th position of the table, to keep debug builds fast.
fn positions(step: usize) -> impl Iterator<Item = Position> {
    TABLE.lines().step_by(step).map(|line| {
        let row: serde_json::Value = serde_json::from_str(line).expect("a JSON object a line");
        let fen: Fen = row["fen"].as_str().expect("a FEN").parse().expect("a valid FEN");
        let mode = CastlingMode::from_chess960(row["chess960"].as_bool().expect("a flag"));
        Position::from_setup(fen.into_setup(), mode)
    })
}

/// Every conceivable move of a position's pieces, sensible or not.
fn every_move(position: &Position) -> Vec<Move> {
    let board = position.board();
    let mut moves = Vec::new();
    for from in Square::ALL {
        let Some(piece) = board.piece_at(from) else { continue };
        for to in Square::ALL {
            let capture = board.role_at(to);
            moves.push(Move::Normal { role: piece.role, from, capture, to, promotion: None });
            if piece.role == Role::Pawn {
                for promotion in [Role::Queen, Role::Knight, Role::King] {
                    moves.push(Move::Normal { role: piece.role, from, capture, to, promotion: Some(promotion) });
                }
            }
            if piece.role == Role::Pawn {
                moves.push(Move::EnPassant { from, to });
            }
            if piece.role == Role::King && board.piece_at(to) == Some(piece.color.rook()) {
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
            let reason = position.situation().judge(m, RuleScope::Full);
            // A plain pawn move to the en passant square is not shakmaty's form of en passant.
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
        let free = Position::Free(Box::new(free_board(&position)));
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
            let mut free = free_board(&position);
            free.carry_out(&Play::Move(m));
            assert_eq!(free.setup, legal.setup(), "{m:?}");
            assert_eq!(position.move_to(legal.board()), Some(m));
        }
    }
}

fn fen(chess: &dyn shakmaty::Position) -> String {
    Fen::try_from_setup(chess.to_setup(EnPassantMode::Always)).expect("a FEN can hold it").to_string()
}

fn free_board(position: &Position) -> FreeBoard {
    FreeBoard {
        setup: position.setup(),
        mode: position.castling_mode(),
        variant: position.variant(),
        either_turn: false,
    }
}

/// Every position of random games of a variant, from its start and from boards that exercise its rules.
fn random_positions(variant: Variant, games: u32, fens: &[&str]) -> Vec<Position> {
    let mut random = 0x2545_f491_4f6c_dd1d_u64;
    let mut positions = Vec::new();
    for game in 0..games {
        let start = fens.get(game as usize % (fens.len() + 1));
        let mut position = match start {
            None => Position::start_of(variant, CastlingMode::Standard),
            Some(fen) => {
                let setup = fen.parse::<Fen>().expect("a FEN").into_setup();
                Position::in_variant(setup, CastlingMode::Standard, variant)
            }
        };
        for _ in 0..120 {
            positions.push(position.clone());
            let moves = position.legal_moves();
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let Some(&m) = moves.get((random >> 33) as usize % moves.len().max(1)) else { break };
            position.play_legal(m);
            assert!(position.legal().is_some(), "legal play stays legal");
        }
    }
    positions
}

fn every_drop() -> Vec<Move> {
    let put = |to| Role::ALL.map(|role| Move::Put { role, to });
    Square::ALL.into_iter().flat_map(put).collect()
}

const VARIANTS: [(Variant, &[&str]); 7] = [
    (
        Variant::Crazyhouse,
        &[
            "r2qk2r/ppp2ppp/3p4/4p3/4P3/3P4/PPP2PPP/R2QK2R[NBPnbp] w KQkq - 0 1",
            "4k3/P6P/8/8/8/8/p6p/4K3[Qq] w - - 0 1",
        ],
    ),
    (
        Variant::Atomic,
        &["r3k2r/pppq1ppp/8/3Pp3/3pP3/8/PPPQ1PPP/R3K2R w KQkq - 0 1", "8/3qk3/3PK3/8/8/2n5/1R3B2/8 w - - 0 1"],
    ),
    (Variant::Antichess, &["8/P3k3/4p3/3P4/8/8/p7/1N6 w - - 0 1", "8/8/8/KPPp4/8/8/8/8 w - d6 0 1"]),
    (Variant::ThreeCheck, &["r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 1+1 0 1"]),
    (Variant::KingOfTheHill, &["4k3/8/8/8/8/3K4/8/7R b - - 0 1"]),
    (
        Variant::Horde,
        &[
            "4k3/pp4q1/3P2p1/8/P3PP2/PPP2r2/PPP5/PPPP4 b - - 0 1",
            "k7/5p2/4p2P/3p2P1/2p2P2/1p2P2P/p2P2P1/2P2P2 w - - 0 1",
        ],
    ),
    (Variant::RacingKings, &["4brn1/2K2k2/8/8/8/8/8/8 w - - 0 1", "8/5k2/1K6/8/8/8/2R5/3r4 w - - 0 1"]),
];

#[test]
fn in_variants_too_a_reason_is_found_for_exactly_the_illegal_moves() {
    for (variant, fens) in VARIANTS {
        for position in random_positions(variant, 3, fens) {
            let legal = position.legal_moves();
            let turn = position.turn();
            for m in every_move(&position).into_iter().chain(every_drop()) {
                let reason = position.situation().judge(m, RuleScope::Full);
                let plain = matches!(m, Move::Normal { role: Role::Pawn, from, to, .. }
                    if looks_like_en_passant(position.board(), turn, from, to));
                if !plain {
                    let chess = position.legal().expect("play stays legal");
                    assert_eq!(reason.is_none(), legal.contains(&m), "{variant} {} {m:?}: {reason:?}", fen(chess));
                }
                let basic = position.situation().judge(m, RuleScope::Basic);
                assert!(basic.is_none() || reason.is_some(), "{variant}: {m:?} {basic:?}");
            }
        }
    }
}

#[test]
fn in_variants_too_free_play_of_legal_moves_is_legal_play() {
    for (variant, fens) in VARIANTS {
        for position in random_positions(variant, 3, fens) {
            for m in position.legal_moves() {
                let mut legal = position.clone();
                legal.play_legal(m);
                let mut free = free_board(&position);
                free.carry_out(&Play::Move(m));
                assert_eq!(free.setup, legal.setup(), "{variant} {m:?}");
                let found = position.move_to(legal.board()).expect("a move leads there");
                assert_eq!(position.after(&Play::Move(found)).board(), legal.board());
            }
        }
    }
}

/// An illegal move in a variant is carried out, and the position is legal again if the board allows it.
#[test]
fn pockets_and_checks_outlive_an_illegal_move() {
    let (_, fens) = VARIANTS[0];
    let setup = fens[0].parse::<Fen>().expect("a FEN").into_setup();
    let mut position = Position::in_variant(setup, CastlingMode::Standard, Variant::Crazyhouse);
    position.play(&Play::Move(Move::Put { role: Role::Queen, to: Square::H6 }));
    assert!(position.legal().is_some(), "one queen more than can be, which is forgiven");
    let pockets = position.pockets().expect("pockets");
    assert_eq!((pockets.white.queen, pockets.white.knight, pockets.black.pawn), (0, 1, 1));
    let check = "4k3/8/8/8/8/8/8/4K1R1 w - - 2+3 0 1".parse::<Fen>().expect("a FEN").into_setup();
    let mut position = Position::in_variant(check, CastlingMode::Standard, Variant::ThreeCheck);
    let from = Square::G1;
    position.play(&Play::Move(Move::Normal { role: Role::Rook, from, to: Square::D8, capture: None, promotion: None }));
    assert_eq!(position.remaining_checks().map(|checks| (checks.white, checks.black)), Some((1, 3)));
}

/// Verifies a reason by other means than the judge's.
fn is_true(reason: Illegality, position: &Position, m: Move) -> bool {
    let board = position.board();
    let from = m.from().expect("no drops here");
    let to = m.to();
    let Some(piece) = board.piece_at(from) else { return matches!(reason, Illegality::NoPiece { .. }) };
    let occupied = board.occupied();
    let sees = attacks::attacks(from, piece, occupied).contains(to);
    let after = || {
        let mut free = free_board(position);
        free.carry_out(&Play::Move(m));
        free.setup.board
    };
    let in_check_after = |by: super::PlacedPiece| {
        let after = after();
        after.piece_at(by.square) == Some(by.role.of(!piece.color))
            && after.king_of(piece.color).is_some_and(|king| after.attacks_from(by.square).contains(king))
    };
    match reason {
        Illegality::NotItsTurn { turn } => turn == position.turn() && piece.color != turn,
        Illegality::StandsStill { .. } => from == to,
        Illegality::CannotReach { piece: named, .. } => named.square == from && named.role == piece.role && !sees,
        Illegality::InTheWay { blocker, .. } => {
            board.role_at(blocker.square) == Some(blocker.role)
                && (blocker.square == to || attacks::between(from, to).contains(blocker.square))
        }
        Illegality::OwnPiece { piece: own } => own.square == to && board.color_at(to) == Some(piece.color) && sees,
        Illegality::CapturesStraight { blocker } => {
            blocker.square == to
                && piece.role == Role::Pawn
                && from.file() == to.file()
                && board.color_at(to) == Some(!piece.color)
        }
        Illegality::NothingToCapture { to } => piece.role == Role::Pawn && sees && board.role_at(to).is_none(),
        Illegality::EnPassantNotNow { to } => {
            let passes = sees && board.role_at(to).is_none();
            piece.role == Role::Pawn && (passes || m.is_en_passant()) && !(passes && position.en_passant() == Some(to))
        }
        Illegality::DoubleStep { .. } => piece.role == Role::Pawn && from.rank().distance(to.rank()) == 2,
        Illegality::MustPromote { .. } => m.promotion().is_none() && [0, 7].contains(&to.rank().to_u32()),
        Illegality::PromotesTooEarly { .. } => m.promotion().is_some() && ![0, 7].contains(&to.rank().to_u32()),
        Illegality::NotAPawn { .. } => piece.role != Role::Pawn,
        Illegality::PromotesTo { role } => matches!(role, Role::King | Role::Pawn),
        Illegality::CapturesKing { king } => board.role_at(king) == Some(Role::King) && king == to,
        Illegality::IntoCheck { by, .. } => piece.role == Role::King && in_check_after(by),
        Illegality::StillInCheck { by, .. } => {
            board.attacks_from(by.square).contains(board.king_of(piece.color).expect("one king")) && in_check_after(by)
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
        Illegality::NoCastlingKing { .. } => from.rank() != piece.color.backrank(),
        _ => false,
    }
}
