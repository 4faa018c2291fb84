//! Every answer of [`Bitboards`] is that of shakmaty's list of legal moves.

use std::collections::BTreeSet;

use proptest::prelude::*;
use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Chess, EnPassantMode, Move, Position as _, PositionError, Role, Square,
    fen::Fen,
};
use vgn_lsp::rules::{Bitboards, History, Position};

fn bitboards(chess: &Chess) -> Bitboards {
    Bitboards::new(&Position::Legal(chess.clone())).expect("standard chess")
}

/// Holds every question about one position against the list of its moves.
fn check(chess: &Chess, board: &Bitboards) {
    let fen = Fen::from_position(chess, EnPassantMode::Always);
    assert_eq!(*board, bitboards(chess), "{fen}");
    let moves = chess.legal_moves();
    assert_eq!(board.is_checkmate(), chess.is_checkmate(), "{fen}");
    assert_eq!(board.is_stalemate(), chess.is_stalemate(), "{fen}");
    assert!(!board.certainly_can_move() || !moves.is_empty(), "{fen}");
    assert!(board.may_be_dead() || !chess.is_insufficient_material(), "{fen}");
    let whole = board.position(chess.fullmoves());
    assert!(matches!(whole, Position::Legal(_)), "{fen}");
    assert_eq!(whole.setup(), Position::Legal(chess.clone()).setup(), "{fen}");
    assert_eq!(whole.legal_moves(), chess.legal_moves(), "{fen}");
    assert_eq!(board.legal_en_passant(), chess.legal_ep_square(), "{fen}");
    for side in CastlingSide::ALL {
        assert_eq!(board.castling(side), chess.castling_moves(side).first().copied(), "{fen}");
    }
    for to in Square::ALL {
        for role in [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King] {
            let sources: Bitboard = normal(&moves, role, to).filter_map(|m| m.from()).collect();
            assert_eq!(board.sources(role, to), sources, "{role:?} {to} {fen}");
        }
        let steps = normal(&moves, Role::Pawn, to).filter(|m| !m.is_capture()).filter_map(|m| m.from());
        assert_eq!(board.pawn_step(to).into_iter().collect::<BTreeSet<_>>(), steps.collect(), "{to} {fen}");
        for file in shakmaty::File::ALL {
            let from = |m: &Move| m.from().is_some_and(|from| from.file() == file);
            let captures = moves.iter().copied().filter(|m| m.role() == Role::Pawn && m.is_capture() && m.to() == to);
            let expected = captures.filter(from).find(|m| m.promotion().is_none_or(|role| role == Role::Queen));
            let promotion = expected.and_then(|m| m.promotion());
            assert_eq!(board.pawn_capture(file, to, promotion), expected, "{file} {to} {fen}");
        }
    }
}

fn normal(moves: &[Move], role: Role, to: Square) -> impl Iterator<Item = Move> {
    moves.iter().copied().filter(move |m| matches!(m, Move::Normal { .. }) && m.role() == role && m.to() == to)
}

/// Checks a position and all that can come of it; in play, the bitboards go on from their own.
fn walk(chess: &Chess, board: &Bitboards, depth: u32) -> usize {
    check(chess, board);
    if depth == 0 {
        return 1;
    }
    let mut seen = 1;
    for m in chess.legal_moves() {
        let (mut after, mut played) = (chess.clone(), *board);
        after.play_unchecked(m);
        played.play(m);
        seen += walk(&after, &played, depth - 1);
    }
    seen
}

fn position(fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let position = fen.into_position(CastlingMode::Standard).or_else(PositionError::ignore_impossible_check);
    position.expect("a legal position")
}

#[test]
fn stalemates_and_what_is_nearly_one() {
    for (fen, stalemate) in [
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", true),
        ("k7/P7/K7/8/8/8/8/8 b - - 0 1", true),
        // The bishop is pinned; it is not; it may capture.
        ("kb5R/8/1K6/8/8/8/8/8 b - - 0 1", true),
        ("kb6/8/1K6/8/8/8/8/7R b - - 0 1", false),
        ("kb5R/8/1K1N4/8/8/8/8/8 b - - 0 1", true),
        ("k7/1b5B/1K6/2P5/8/8/8/8 b - - 0 1", false),
        // Pawns that stand before one another, and one that may capture in passing only.
        ("8/8/8/k7/p7/P7/5q1p/7K w - - 0 1", true),
        ("7k/5Q2/6K1/8/1pP5/1P6/8/8 b - c3 0 1", false),
        ("7k/5Q2/6K1/8/1pP5/1P6/8/8 b - - 0 1", true),
    ] {
        let chess = position(fen);
        check(&chess, &bitboards(&chess));
        assert_eq!(bitboards(&chess).is_stalemate(), stalemate, "{fen}");
    }
}

#[test]
fn perft_positions_and_what_comes_of_them() {
    let mut seen = 0;
    for line in include_str!("../data/perft/standard.epd").lines().filter(|line| !line.trim().is_empty()) {
        let fen = line.split(';').next().expect("a FEN").trim();
        let chess = position(fen);
        let wide = chess.legal_moves().len() > 12;
        seen += walk(&chess, &bitboards(&chess), if wide { 1 } else { 2 });
    }
    assert!(seen > 4_000, "{seen}");
}

#[test]
fn pins_checks_and_captures_en_passant() {
    for fen in [
        "8/8/8/K2pP2q/8/8/8/7k w - d6 0 2",
        "8/6b1/8/3pP3/8/2K5/8/7k w - d6 0 2",
        "8/8/8/2k5/3Pp3/8/8/4K3 b - d3 0 1",
        "4k3/8/8/8/1b6/8/3N4/r2QK3 w - - 0 1",
        "r3k2r/8/8/8/4q3/8/8/R3K2R w KQkq - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "R6k/6pp/8/8/8/8/8/7K b - - 0 1",
        "4k3/P6P/8/8/8/8/p6p/1R2K1R1 w - - 0 1",
    ] {
        let chess = position(fen);
        walk(&chess, &bitboards(&chess), 2);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Positions repeat themselves alike, whichever way they are told.
    #[test]
    fn histories_are_the_same(choices in prop::collection::vec((any::<u16>(), any::<bool>()), 0..120)) {
        let mut chess = position("r3k2r/8/8/8/4p3/8/3P4/R3K2R w KQkq - 0 1");
        let (mut whole, mut mixed) = (History::from(&Position::Legal(chess.clone())), History::from(&Position::Legal(chess.clone())));
        for (choice, plain) in choices {
            let moves = chess.legal_moves();
            // Few moves to choose from, so that positions come again.
            let Some(m) = moves.get(usize::from(choice) % moves.len().clamp(1, 3)) else { break };
            chess.play_unchecked(*m);
            let position = Position::Legal(chess.clone());
            whole.push(&position);
            match plain {
                true => mixed.push_bitboards(&bitboards(&chess)),
                false => mixed.push(&position),
            }
            prop_assert_eq!(whole.repetitions(), mixed.repetitions());
        }
    }

    /// Games of moves at random, with the strange boards that they come to.
    #[test]
    fn games_at_random(choices in prop::collection::vec(any::<u16>(), 0..160)) {
        let mut chess = Chess::new();
        let mut board = Bitboards::initial();
        for choice in choices {
            let moves = chess.legal_moves();
            if moves.is_empty() {
                break;
            }
            let m = moves[usize::from(choice) % moves.len()];
            chess.play_unchecked(m);
            board.play(m);
            check(&chess, &board);
        }
    }
}
