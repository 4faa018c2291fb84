//! Every answer of [`Bitboards`] is that of shakmaty's list of legal moves.

use std::collections::BTreeSet;

use proptest::prelude::*;
use shakmaty::{
    Bitboard, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, File, Move, Position as _, PositionError, Role,
    Setup, Square, fen::Fen,
};
use vgn_lsp::rules::{Bitboards, History, Position, fingerprint, fingerprint_of_bitboards};

use crate::support::chess960::{STARTS, start};

fn bitboards(chess: &Chess) -> Bitboards {
    Bitboards::new(&Position::Legal(chess.clone())).expect("a legal position")
}

fn check(chess: &Chess, board: &Bitboards) {
    check_position(&Position::Legal(chess.clone()), board);
}

/// Holds every question about one position against the list of its moves.
pub fn check_position(position: &Position, board: &Bitboards) {
    let fen = Fen::try_from_setup(position.setup()).expect("a FEN");
    assert_eq!(Some(*board), Bitboards::new(position), "{fen}");
    let legal = position.legal().expect("a legal position");
    let moves = legal.legal_moves();
    let end = position.variant_end();
    assert_eq!(board.variant_winner(), end.and_then(|end| end.winner), "{fen}");
    assert_eq!(board.remaining_checks(), position.remaining_checks(), "{fen}");
    assert_eq!(board.is_checkmate(), position.is_checkmate(), "{fen}");
    assert_eq!(board.is_stalemate(), position.is_stalemate(), "{fen}");
    assert!(!board.certainly_can_move() || !moves.is_empty(), "{fen}");
    assert!(board.may_be_dead() || !position.dead(), "{fen}");
    let whole = board.position(position.fullmoves());
    assert_eq!((whole.variant(), whole.legal().is_some()), (position.variant(), true), "{fen}");
    assert_eq!(whole.castling_mode(), position.castling_mode(), "{fen}");
    assert_eq!(whole.setup(), position.setup(), "{fen}");
    assert_eq!(whole.legal_moves(), moves, "{fen}");
    assert_eq!(board.legal_en_passant(), position.legal_en_passant(), "{fen}");
    assert_eq!(fingerprint_of_bitboards(board), fingerprint(position), "{fen}");
    if end.is_some() {
        return assert!(moves.is_empty(), "{fen}");
    }
    for side in CastlingSide::ALL {
        assert_eq!(board.castling(side), legal.castling_moves(side).first().copied(), "{fen}");
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

fn walk(chess: &Chess, board: &Bitboards, depth: u32) -> usize {
    walk_position(&Position::Legal(chess.clone()), board, depth)
}

/// Checks a position and all that can come of it; in play, the bitboards go on from their own. Returns how many
/// positions there were.
pub fn walk_position(position: &Position, board: &Bitboards, depth: u32) -> usize {
    check_position(position, board);
    if depth == 0 {
        return 1;
    }
    let mut seen = 1;
    for m in position.legal_moves() {
        let (mut after, mut played) = (position.clone(), *board);
        after.play_legal(m);
        played.play(m);
        seen += walk_position(&after, &played, depth - 1);
    }
    seen
}

fn position(fen: &str) -> Chess {
    position_in(CastlingMode::Standard, fen)
}

fn position_in(mode: CastlingMode, fen: &str) -> Chess {
    let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    let position = fen.into_position(mode).or_else(PositionError::ignore_impossible_check);
    position.expect("a legal position")
}

/// One of the legal moves, castling more often than by chance.
fn picked(chess: &Chess, choice: u16) -> Option<Move> {
    let moves = chess.legal_moves();
    let castling = moves.iter().copied().find(|m| m.is_castle() && choice.is_multiple_of(4));
    castling.or_else(|| moves.get(usize::from(choice) % moves.len().max(1)).copied())
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

#[test]
fn castling_in_chess960() {
    for (fen, sides) in [
        // The king stands still, and can do nothing else.
        ("5r2/8/8/8/8/7k/7P/6KR w H - 0 1", "K"),
        // The rook stands still, or both change places.
        ("4k3/8/8/8/8/8/8/1K1R4 w D - 0 1", "K"),
        ("4k3/8/8/8/8/8/8/5KR1 w G - 0 1", "K"),
        ("4k3/8/8/8/8/8/8/2RK4 w C - 0 1", "Q"),
        // The rook shields the king from the side, now or after it has castled.
        ("4k3/8/8/8/8/8/8/rRK5 w B - 0 1", ""),
        ("4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", ""),
        ("4k3/8/8/8/8/8/8/RK5r w A - 0 1", ""),
        ("4k3/8/8/8/8/8/8/R1K2r2 w A - 0 1", ""),
        // A rook and a king pass pieces, each other and squares that are struck at.
        ("4k3/8/8/8/8/8/8/RN1K3R w HA - 0 1", "K"),
        ("4k3/8/8/8/8/8/8/RK3N1R w HA - 0 1", "Q"),
        ("1r2k3/8/8/8/8/8/8/R3K3 w A - 0 1", "Q"),
        ("4kr2/8/8/8/8/8/8/1K4R1 w G - 0 1", ""),
        ("4k3/8/8/8/8/8/8/RK4RR w GA - 0 1", "KQ"),
    ] {
        let chess = position_in(CastlingMode::Chess960, fen);
        walk(&chess, &bitboards(&chess), 2);
        let can = |side| bitboards(&chess).castling(side).is_some();
        let letters = CastlingSide::ALL.map(|side| (can(side), if side.is_king_side() { 'K' } else { 'Q' }));
        let found: String = letters.into_iter().filter_map(|(can, letter)| can.then_some(letter)).collect();
        assert_eq!(found, sides, "{fen}");
    }
}

#[test]
fn every_start_of_chess960() {
    for number in 0..STARTS {
        let chess = start(number);
        walk(&chess, &bitboards(&chess), 1);
    }
}

#[test]
fn perft_positions_of_chess960_and_what_comes_of_them() {
    let fens = include_str!("../data/perft/chess960.perft").lines().filter_map(|line| line.strip_prefix("epd "));
    let seen: usize = fens
        .map(|fen| {
            let chess = position_in(CastlingMode::Chess960, fen.trim());
            walk(&chess, &bitboards(&chess), 1)
        })
        .sum();
    assert!(seen > 10_000, "{seen}");
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

    /// The same from the starts of Chess960.
    #[test]
    fn games_of_chess960_at_random(number in 0..STARTS, choices in prop::collection::vec(any::<u16>(), 0..160)) {
        let mut chess = start(number);
        let mut board = bitboards(&chess);
        for choice in choices {
            let Some(m) = picked(&chess, choice) else { break };
            chess.play_unchecked(m);
            board.play(m);
            check(&chess, &board);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    /// Kings and rooks anywhere on their first ranks, which may castle, among other pieces.
    #[test]
    fn castling_at_random(
        homes in prop::collection::vec((0u32..8, 0u32..8, 0u32..8), 2),
        others in prop::collection::vec((0u32..64, 0usize..5, any::<bool>()), 0..12),
    ) {
        let mut setup = Setup { turn: Color::White, ..Setup::empty() };
        for (at, role, is_white) in others {
            let (at, role) = (Square::new(at), [Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::Pawn][role]);
            if role != Role::Pawn || !Bitboard::BACKRANKS.contains(at) {
                setup.board.set_piece_at(at, role.of(Color::from_white(is_white)));
            }
        }
        for (color, (king, a, b)) in Color::ALL.into_iter().zip(homes) {
            let at = |file| Square::from_coords(File::new(file), color.backrank());
            for rook in [a, b] {
                setup.board.set_piece_at(at(rook), color.rook());
                setup.castling_rights.add(at(rook));
            }
            setup.board.set_piece_at(at(king), color.king());
        }
        let chess = setup.position::<Chess>(CastlingMode::Chess960);
        let chess = chess
            .or_else(PositionError::ignore_invalid_castling_rights)
            .or_else(PositionError::ignore_too_much_material)
            .or_else(PositionError::ignore_impossible_check);
        if let Ok(chess) = chess && matches!(Position::from_setup(chess.to_setup(EnPassantMode::Always), CastlingMode::Chess960), Position::Legal(_)) {
            let board = bitboards(&chess);
            check(&chess, &board);
            for m in chess.legal_moves().into_iter().filter(|m| m.is_castle()) {
                let (mut after, mut played) = (chess.clone(), board);
                after.play_unchecked(m);
                played.play(m);
                check(&after, &played);
            }
        }
    }
}
