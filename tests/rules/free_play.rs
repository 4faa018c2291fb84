//! Play that the rules forbid (rule D1), boards that no game can reach, and the way back to legal play.

use proptest::prelude::*;
use shakmaty::{
    Board, ByColor, ByRole, CastlingMode, CastlingSide, Color, Move, Piece, RemainingChecks, Role, Setup, Square,
    fen::Fen,
};
use vgn_lsp::rules::{
    History, Illegality, Play, Position, Problem, RuleScope, Variant, home_rights, impossible_en_passant,
};

fn setup(fen: &str) -> Setup {
    fen.parse::<Fen>().expect("a valid FEN").into_setup()
}

fn position(fen: &str) -> Position {
    Position::from_setup(setup(fen), CastlingMode::Standard)
}

fn fen(position: &Position) -> String {
    Fen::try_from_setup(position.setup()).expect("a FEN can hold it").to_string()
}

/// Plays a text of UCI squares and returns the reason against it.
fn play(position: &mut Position, text: &str) -> Option<Illegality> {
    say(position, text, None)
}

fn say(position: &mut Position, text: &str, said: Option<Role>) -> Option<Illegality> {
    let from = text[0..2].parse().expect("a square");
    let to = text[2..4].parse().expect("a square");
    let promotion = text[4..].chars().next().and_then(Role::from_char);
    let verdict = position.by_coordinates(from, to, promotion, said, RuleScope::Full);
    position.play(&verdict.play.expect("coordinates can be carried out"));
    verdict.illegal
}

#[test]
fn one_illegal_move_does_not_make_the_rest_illegal() {
    let mut game = Position::initial();
    for (text, illegal) in [
        ("e2e4", false),
        ("e7e5", false),
        ("f1h7", true), // over the rest of the board
        ("h8h7", false),
        ("d1h5", false),
        ("f7f5", true), // leaves no way to tell but the rules: the pawn is pinned
        ("g1f3", false),
    ] {
        assert_eq!(play(&mut game, text).is_some(), illegal, "{text}");
    }
    assert_eq!(fen(&game), "rnbqkbn1/pppp2pr/8/4pp1Q/4P3/5N2/PPPP1PPP/RNB1K2R b KQq - 1 4");
    assert!(game.legal().is_some());
}

#[test]
fn a_king_left_in_check_is_judged_again_when_it_is_to_move() {
    let mut game = position("4r1k1/8/8/8/8/8/4N3/4K3 w - - 0 1");
    assert!(matches!(play(&mut game, "e2c3"), Some(Illegality::LeavesInCheck { .. })));
    assert!(game.legal().is_none(), "White's king can be captured");
    assert_eq!(play(&mut game, "g8h8"), None, "Black's move is not White's fault");
    assert!(game.legal().is_some() && game.is_check());
    assert!(matches!(play(&mut game, "c3b5"), Some(Illegality::StillInCheck { .. })));
    assert!(matches!(play(&mut game, "e8e1"), Some(Illegality::CapturesKing { king: Square::E1 })));
    assert_eq!(fen(&game), "7k/8/8/1N6/8/8/8/4r3 w - - 0 3");
    assert!(!game.is_check() && !game.is_checkmate() && !game.is_stalemate());
    assert_eq!(play(&mut game, "b5c7"), None);
    assert!(matches!(play(&mut game, "e1f2"), Some(Illegality::CannotReach { .. })));
}

#[test]
fn a_half_move_left_out_costs_one_diagnostic() {
    let mut game = Position::initial();
    for (text, illegal) in [
        ("e2e4", None),
        ("d2d4", Some(Illegality::NotItsTurn { turn: Color::Black })), // Black's half-move is missing
        ("e7e5", None),
        ("g1f3", None),
        ("b8c6", None),
    ] {
        assert_eq!(play(&mut game, text), illegal, "{text}");
    }
    assert!(game.legal().is_some());
    assert_eq!(game.turn(), Color::White);
}

#[test]
fn a_man_of_the_wrong_colour_costs_one_diagnostic() {
    let mut game = Position::initial();
    for (text, illegal) in [
        ("e2e4", None),
        ("g1f3", Some(Illegality::NotItsTurn { turn: Color::Black })), // meant was g8f6
        ("d2d4", None),
        ("d7d5", None),
    ] {
        assert_eq!(play(&mut game, text), illegal, "{text}");
    }
    assert!(game.legal().is_some());
}

#[test]
fn a_man_that_is_not_there_arrives_if_the_text_names_it() {
    let mut game = Position::initial();
    assert_eq!(say(&mut game, "e3d5", Some(Role::Knight)), Some(Illegality::NoPiece { from: Square::E3 }));
    assert_eq!(game.board().piece_at(Square::D5), Some(Color::White.knight()));
    assert_eq!(game.turn(), Color::Black);
    assert!(game.legal().is_some(), "three knights are let pass");
    assert_eq!(say(&mut game, "e4e3", None), Some(Illegality::NoPiece { from: Square::E4 }), "the turn passes");
    assert_eq!(game.turn(), Color::White);
    // A pawn that is not there can be promoted, and what stands on its goal is taken.
    let mut game = position("1q2k3/8/8/8/8/8/8/4K3 w - - 5 1");
    say(&mut game, "a7b8n", Some(Role::Pawn));
    assert_eq!(fen(&game), "1N2k3/8/8/8/8/8/8/4K3 b - - 0 1");
}

#[test]
fn castling_rights_and_en_passant_survive_free_play() {
    let mut game = position("r3k2r/pppppppp/8/8/8/8/PPPPPPPP/R3K2R w KQkq - 0 1");
    play(&mut game, "a1a8"); // over two pawns, takes the rook: both rights go
    assert_eq!(fen(&game), "R3k2r/pppppppp/8/8/8/8/PPPPPPPP/4K2R b Kk - 0 1");
    let mut game = position("4k3/8/8/8/3p4/8/4P3/R3K2r w Q - 0 1");
    assert!(matches!(play(&mut game, "e2e4"), Some(Illegality::StillInCheck { .. })));
    assert_eq!(fen(&game), "4k3/8/8/8/3pP3/8/8/R3K2r b Q e3 0 1");
    assert_eq!(play(&mut game, "d4e3"), None);
    assert_eq!(fen(&game), "4k3/8/8/8/8/4p3/8/R3K2r w Q - 0 2");
    // Castling that the rules forbid is carried out all the same.
    let verdict = game.castle(CastlingSide::QueenSide, RuleScope::Full);
    assert!(matches!(verdict.illegal, Some(Illegality::CastlingOutOfCheck { .. })));
    game.play(&verdict.play.expect("king and rook are there"));
    assert_eq!(fen(&game), "4k3/8/8/8/8/4p3/8/2KR3r b - - 1 2");
}

#[test]
fn boards_that_no_game_can_reach() {
    for (fen, legal) in [
        ("8/8/8/8/8/8/8/8 w - - 0 1", false),
        ("8/8/8/8/8/8/4P3/8 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/K3K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/P3K3 w - - 0 1", false),
        ("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ w - - 0 1", false),
        // 28 queens on the border with an empty middle have more moves than shakmaty's list holds.
        ("QQQQQQQQ/Q6Q/Q6Q/Q3k2Q/Q3K2Q/Q6Q/Q6Q/QQQQQQQQ w - - 0 1", false),
        ("kBQQQQQQ/BR5Q/Q6Q/Q6Q/Q6Q/Q6Q/Q6Q/KQQQQQQQ w - - 0 1", true),
        ("rnbqkbnr/pppppppp/8/8/8/QQQ5/PPPPPPPP/RNBQKBNR w KQkq - 0 1", true),
        ("4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1", true),
    ] {
        let start = position(fen);
        assert_eq!(start.legal().is_some(), legal, "{fen}");
        let moves = start.legal_moves().len();
        assert_eq!(moves > 0, legal, "{fen}");
        // Two half-moves of every piece to every square: nothing panics.
        for from in Square::ALL {
            for to in Square::ALL {
                let mut after = start.clone();
                for _ in 0..2 {
                    let verdict = after.by_coordinates(from, to, None, None, RuleScope::Full);
                    after.play(&verdict.play.expect("coordinates can be carried out"));
                }
                let _ = (after.is_check(), after.is_checkmate(), after.is_stalemate(), after.dead());
            }
        }
    }
}

#[test]
fn a_crowded_board_stays_legal_as_long_as_it_can() {
    let mut game = position("rnbqkbnr/pppppppp/8/8/8/QQQ5/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
    for text in ["a3e7", "g8e7", "b3b7", "c8b7", "c3c7", "d8c7"] {
        assert_eq!(play(&mut game, text), None, "{text}");
        assert!(game.legal().is_some(), "{text}");
        assert_eq!(matches!(game, Position::Crowded(_)), text != "d8c7", "{text}");
    }
}

#[test]
fn problems_in_words() {
    let say = |fen: &str| {
        Position::problems(&setup(fen), CastlingMode::Standard).iter().map(Problem::to_string).collect::<Vec<_>>()
    };
    assert_eq!(say("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"), [""; 0]);
    assert_eq!(say("8/8/8/8/8/8/8/8 w - - 0 1"), ["White has no king", "Black has no king"]);
    assert_eq!(say("k6k/8/8/8/8/8/8/K7 w - - 0 1"), ["Black has 2 kings instead of one"]);
    assert_eq!(say("k7/8/8/8/8/8/8/K6P w - - 0 1"), ["a pawn stands on h1, where no pawn can be"]);
    assert_eq!(
        say("k7/8/8/8/8/8/R7/K7 w - - 0 1"),
        ["it is White's turn, but the king on a8 is in check from the rook on a2"]
    );
    assert_eq!(
        say("4k3/8/8/8/8/8/8/4K2R w KQ - 0 1"),
        ["White cannot have the right to castle queen side: king and rook are not on their squares (rook on a1)"]
    );
    assert_eq!(
        say("4k3/8/8/8/8/8/8/3K3R w K - 0 1"),
        ["White cannot have the right to castle king side: king and rook are not on their squares (rook on h1)"]
    );
    assert_eq!(
        say("rnbqkbnr/pppppppp/8/8/8/Q7/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        ["White has 17 pieces, and a game starts with 16"]
    );
    assert_eq!(say("4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1"), ["White has 9 pawns, and a game starts with 8"]);
    assert_eq!(say("4k3/8/8/8/8/Q7/PPPPPPPP/3QK3 w - - 0 1"), ["White has more promoted pieces than missing pawns"]);
    assert_eq!(say("4k3/8/8/8/r2Kr3/8/8/8 w - - 0 1"), ["no half-move can have given White this check"]);
}

#[test]
fn en_passant_squares_that_no_double_step_made() {
    for (fen, impossible) in [
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", false),
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", false),
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e3 0 1", true), // wrong side to move
        ("rnbqkbnr/pppppppp/8/8/4P3/4N3/PPPP1PPP/RNBQKB1R b KQkq e3 0 1", true), // not empty
        ("rnbqkbnr/pppppppp/8/8/8/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", true),   // no pawn
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPPPPPP/RNBQKBNR b KQkq e3 0 1", true), // cannot have come from e2
        ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq a2 0 1", true), // the seed's own
    ] {
        assert_eq!(impossible_en_passant(&setup(fen), Variant::Chess), impossible, "{fen}");
    }
}

#[test]
fn rights_of_a_board_that_says_nothing() {
    let rights =
        |fen: &str| home_rights(&setup(fen).board).into_iter().map(|square| square.to_string()).collect::<Vec<_>>();
    assert_eq!(rights("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1"), ["a1", "h1", "a8", "h8"]);
    assert_eq!(rights("r2k3r/8/8/8/8/8/8/r3K1NR w - - 0 1"), ["h1"]);
    assert_eq!(rights("8/8/8/8/8/8/8/R6R w - - 0 1"), [""; 0]);
}

fn any_setup() -> impl Strategy<Value = Setup> {
    (
        prop::collection::vec((0u32..64, 0u32..12), 0..40),
        any::<bool>(),
        any::<u64>(),
        prop::option::of(0u32..64),
        any::<u32>(),
        prop::collection::vec(0u8..40, 10),
        (0u32..4, 0u32..4),
    )
        .prop_map(|(pieces, white, rights, en_passant, clock, pockets, checks)| {
            let mut board = Board::empty();
            for (square, piece) in pieces {
                let color = Color::from_white(piece < 6);
                board.set_piece_at(Square::new(square), Piece { color, role: Role::ALL[piece as usize % 6] });
            }
            let mut setup = Setup { board, turn: Color::from_white(white), ..Setup::empty() };
            setup.castling_rights = shakmaty::Bitboard(rights) & shakmaty::Bitboard::BACKRANKS;
            setup.ep_square = en_passant.map(Square::new);
            setup.halfmoves = clock;
            // Every other pocket is a possible one.
            let pieces = |at: usize| if clock % 2 == 0 { pockets[at] } else { pockets[at] / 20 };
            let pocket = |at: usize| ByRole {
                pawn: pieces(at),
                knight: pieces(at + 1),
                bishop: pieces(at + 2),
                rook: pieces(at + 3),
                queen: pieces(at + 4),
                king: 0,
            };
            setup.pockets = Some(ByColor { black: pocket(0), white: pocket(5) });
            setup.promoted = shakmaty::Bitboard(rights);
            setup.remaining_checks =
                Some(ByColor { black: RemainingChecks::new(checks.0), white: RemainingChecks::new(checks.1) });
            setup
        })
}

proptest! {
    /// Whatever the board and whatever the text says: nothing panics, turns alternate or either side is next,
    /// a legal verdict is a legal move, and a reason is given otherwise.
    #[test]
    fn any_board_and_any_texts(
        start in any_setup(),
        chess960: bool,
        variant in prop::sample::select(Variant::ALL.to_vec()),
        texts in prop::collection::vec((0u32..64, 0u32..64, 0usize..7, 0usize..7, 0u32..11), 1..30),
    ) {
        let mode = CastlingMode::from_chess960(chess960);
        let mut game = Position::in_variant(start.clone(), mode, variant);
        let _ = Position::problems_in(&start, mode, variant);
        let _ = impossible_en_passant(&start, variant);
        let mut history = History::from(&game);
        for (from, to, promotion, said, kind) in texts {
            let (from, to) = (Square::new(from), Square::new(to));
            let role = |at: usize| Role::ALL.get(at).copied();
            let turn = game.turn();
            let play = match kind {
                0 => Some(Play::Null),
                1 => game.castle(CastlingSide::from_king_side(promotion < 3), RuleScope::Full).play,
                2 => Some(Play::Move(Move::EnPassant { from, to })),
                3 => game.legal_moves().first().map(|&m| Play::Move(m)),
                4 => game.legal_moves().last().map(|&m| Play::Move(m)),
                5 => role(said).map(|role| Play::Move(Move::Put { role, to })),
                _ => game.by_coordinates(from, to, role(promotion), role(said), RuleScope::Full).play,
            };
            let Some(play) = play else { continue };
            let reason = game.why_illegal(&play);
            if let (Some(chess), Play::Move(m)) = (game.legal(), play) {
                prop_assert_eq!(reason.is_none(), shakmaty::Position::is_legal(chess, m), "{:?}", m);
            }
            let _ = reason.map(|reason| reason.to_string());
            let _ = game.why_not_san(role(said).unwrap_or(Role::Pawn), None, None, to, role(promotion)).to_string();
            let kings = game.board().kings().count();
            game.play(&play);
            history.push(&game);
            prop_assert!(game.board().kings().count() <= kings + 1);
            if matches!(play, Play::Null | Play::Arrival { .. }) {
                prop_assert_eq!(game.turn(), !turn);
            }
            prop_assert_eq!(game.variant(), variant);
            let _ = (game.variant_end(), game.pockets(), game.remaining_checks());
            let _ = (game.outcome(&history), game.is_check(), game.legal_moves().len(), game.setup());
            let _ = (history.threefold(), history.fivefold());
        }
    }
}
