//! Why moves are illegal, in the words that people read.

use shakmaty::{CastlingMode, CastlingSide, File, Rank, Role, Square, fen::Fen};
use vgn_lsp::rules::{Play, Position, RuleScope};

fn position(fen: &str) -> Position {
    Position::from_setup(fen.parse::<Fen>().expect("a valid FEN").into_setup(), CastlingMode::Standard)
}

/// The reason against a move, told as in UCI.
fn reason_with(fen: &str, text: &str, judging: RuleScope) -> String {
    let from = text[0..2].parse().expect("a square");
    let to = text[2..4].parse().expect("a square");
    let promotion = text[4..].chars().next().map(|c| Role::from_char(c).expect("a role"));
    let verdict = position(fen).by_coordinates(from, to, promotion, None, judging);
    verdict.illegal.map_or_else(|| "legal".to_owned(), |reason| reason.to_string())
}

fn reason(fen: &str, text: &str) -> String {
    reason_with(fen, text, RuleScope::Full)
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn how_men_move() {
    for (fen, text, expected) in [
        (START, "e2e4", "legal"),
        (START, "e3e4", "there is no piece on e3"),
        (START, "e7e5", "it is White's turn"),
        (START, "c1h7", "the bishop on c1 cannot reach h7"),
        (START, "g1e6", "the knight on g1 cannot move to e6"),
        (START, "c1g5", "the pawn on d2 is in the way of the bishop on c1"),
        (START, "a1a4", "the pawn on a2 is in the way of the rook on a1"),
        (START, "g1e2", "the pawn on e2 belongs to the same side"),
        (START, "e2e5", "the pawn on e2 cannot move to e5"),
        (START, "e2d3", "there is nothing to capture on d3"),
        (START, "e2e2", "the pawn on e2 does not move"),
        (
            "rnbqkbnr/pppp1ppp/8/8/8/4p3/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e2e3",
            "a pawn cannot capture straight ahead, and the pawn on e3 is in its way",
        ),
        (
            "rnbqkbnr/pppp1ppp/8/8/8/4p3/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "e2e4",
            "the pawn on e3 is in the way of the pawn on e2",
        ),
        (
            "rnbqkbnr/pppp1ppp/8/8/4p3/4P3/PPPP1PPP/RNBQKBNR w KQkq - 0 1",
            "e3e5",
            "the pawn on e4 is in the way of the pawn on e3",
        ),
        ("4k3/8/8/8/8/4P3/8/4K3 w - - 0 1", "e3e5", "the pawn on e3 has already moved and cannot move two squares"),
        (
            "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
            "e5d6",
            "there is nothing to capture on d6, and en passant is not possible there now",
        ),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", "legal"),
    ] {
        assert_eq!(reason(fen, text), expected, "{fen} {text}");
    }
}

#[test]
fn the_safety_of_the_king() {
    for (fen, text, expected) in [
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "it leaves the king on e1 in check from the rook on e8"),
        ("4r1k1/8/8/8/8/8/8/3QK3 w - - 0 1", "d1a1", "the king on e1 would still be in check from the rook on e8"),
        ("4r1k1/8/8/8/8/8/8/3K4 w - - 0 1", "d1e1", "the king would be in check on e1 from the rook on e8"),
        // The king cannot flee along the line of the check.
        ("6k1/8/8/8/r3K3/8/8/8 w - - 0 1", "e4f4", "the king would be in check on f4 from the rook on a4"),
        // Both pawns leave the rank at once.
        ("7k/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "e5d6", "it leaves the king on a5 in check from the rook on h5"),
    ] {
        assert_eq!(reason(fen, text), expected, "{fen} {text}");
    }
}

#[test]
fn castling() {
    for (fen, text, expected) in [
        ("4k3/8/8/8/8/8/8/4K2R w - - 0 1", "e1g1", "White has no right to castle king side"),
        ("4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1c1", "White has no right to castle queen side"),
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", "the bishop on f1 is in the way of castling"),
        ("4rk2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castling out of check from the rook on e8"),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castling through check on f1 from the rook on f8"),
        ("4k1r1/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "castling into check on g1 from the rook on g8"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1g1", "the king on e1 cannot move to g1"),
    ] {
        assert_eq!(reason(fen, text), expected, "{fen} {text}");
    }
    let no_rook = position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").castle(CastlingSide::KingSide, RuleScope::Full);
    assert_eq!(no_rook.play, None);
    assert_eq!(no_rook.illegal.map(|r| r.to_string()).as_deref(), Some("White has no rook to castle king side with"));
    let no_king = position("4k3/8/8/8/8/4K3/8/7R w - - 0 1").castle(CastlingSide::KingSide, RuleScope::Full);
    assert_eq!(no_king.play, None);
    assert_eq!(
        no_king.illegal.map(|r| r.to_string()).as_deref(),
        Some("White has no king on the first rank of its side to castle with")
    );
}

#[test]
fn basic_judging_looks_at_how_men_move_only() {
    for (fen, text, expected) in [
        (START, "e7e5", "legal"),
        ("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "legal"),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "legal"),
        ("4k3/8/8/8/8/8/8/4KB1R w K - 0 1", "e1g1", "the bishop on f1 is in the way of castling"),
        (START, "c1h7", "the bishop on c1 cannot reach h7"),
        (START, "e4e5", "there is no piece on e4"),
    ] {
        assert_eq!(reason_with(fen, text, RuleScope::Basic), expected, "{fen} {text}");
    }
}

#[test]
fn promotion() {
    let start = position("8/P6k/8/8/8/8/7P/K7 w - - 0 1");
    let say = |from: Square, to: Square, promotion| {
        let role = start.board().role_at(from).expect("a piece");
        let play = Play::Move(shakmaty::Move::Normal { role, from, capture: None, to, promotion });
        start.why_illegal(&play).map(|reason| reason.to_string())
    };
    assert_eq!(
        say(Square::A7, Square::A8, None).as_deref(),
        Some("a pawn that reaches the last rank must be promoted, here on a8")
    );
    assert_eq!(
        say(Square::H2, Square::H4, Some(Role::Queen)).as_deref(),
        Some("a pawn is promoted on the last rank only, and h4 is not on it")
    );
    assert_eq!(
        say(Square::A1, Square::B1, Some(Role::Queen)).as_deref(),
        Some("only a pawn can be promoted, and the king on a1 is not a pawn")
    );
    assert_eq!(say(Square::A7, Square::A8, Some(Role::King)).as_deref(), Some("a pawn cannot be promoted to a king"));
}

#[test]
fn why_a_san_text_names_no_move() {
    let why = |fen: &str, role, file, rank, to| position(fen).why_not_san(role, file, rank, to, None).to_string();
    let e = Square::E4;
    assert_eq!(why(START, Role::Knight, None, None, e), "none of the knights on b1 and g1 can move to e4");
    assert_eq!(why(START, Role::Knight, Some(File::C), None, e), "White has no knight on the c-file");
    assert_eq!(why(START, Role::Knight, None, Some(Rank::Third), e), "White has no knight on rank 3");
    assert_eq!(why(START, Role::Knight, Some(File::C), Some(Rank::Third), e), "White has no knight on c3");
    assert_eq!(why(START, Role::Queen, None, None, Square::D4), "the pawn on d2 is in the way of the queen on d1");
    assert_eq!(why(START, Role::Bishop, None, None, Square::C4), "the pawn on e2 is in the way of the bishop on f1");
    assert_eq!(why("4k3/8/8/8/8/8/8/4K3 b - - 0 1", Role::Rook, None, None, e), "Black has no rook");
    // The other knight could not go there anyway.
    assert_eq!(
        why("4k3/8/8/8/1b6/8/3N4/N3K3 w - - 0 1", Role::Knight, None, None, Square::F3),
        "the knight on d2 is pinned by the bishop on b4"
    );
    assert_eq!(
        why("4r1k1/8/8/8/8/8/8/3QK3 w - - 0 1", Role::Queen, None, None, Square::A1),
        "the king on e1 would still be in check from the rook on e8"
    );
    assert_eq!(
        why("8/P6k/8/8/8/8/8/K7 w - - 0 1", Role::Pawn, None, None, Square::A8),
        "a pawn that reaches the last rank must be promoted, here on a8"
    );
    assert_eq!(why(START, Role::Pawn, None, None, Square::E5), "the pawn on e2 cannot move to e5");
    assert_eq!(why("4k3/8/8/8/8/8/P7/4K3 w - - 0 1", Role::Pawn, None, None, e), "White has no pawn on the e-file");
    assert_eq!(why(START, Role::Pawn, Some(File::E), None, Square::E5), "the pawn on e2 cannot move to e5");
}
