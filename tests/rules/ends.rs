//! Ends of games: repetition, the move-count rules, dead positions; and half-moves taken back.

use shakmaty::{CastlingMode, Color, Role, fen::Fen};
use vgn_lsp::rules::{History, Outcome, Play, Position, RuleScope, UndoData, undo};

fn position(fen: &str) -> Position {
    Position::from_setup(fen.parse::<Fen>().expect("a valid FEN").into_setup(), CastlingMode::Standard)
}

fn play(position: &mut Position, history: &mut History, text: &str) {
    let from = text[0..2].parse().expect("a square");
    let to = text[2..4].parse().expect("a square");
    let promotion = text[4..].chars().next().and_then(Role::from_char);
    let verdict = position.by_coordinates(from, to, promotion, None, RuleScope::Full);
    assert!(verdict.is_legal(), "{text}: {verdict:?}");
    position.play(&verdict.play.expect("a legal move"));
    history.push(position);
}

const SHUFFLE: [&str; 4] = ["g1f3", "g8f6", "f3g1", "f6g8"];

#[test]
fn repetitions_are_counted_from_the_first_time() {
    let mut game = Position::initial();
    let mut history = History::from(&game);
    for round in 1..=4 {
        for text in SHUFFLE {
            assert_eq!(game.outcome(&history), None);
            play(&mut game, &mut history, text);
        }
        assert_eq!(history.repetitions(), round + 1);
        assert_eq!(history.threefold(), round >= 2);
        assert_eq!(history.fivefold(), round >= 4);
    }
    assert_eq!(game.outcome(&history), Some(Outcome::FivefoldRepetition));
}

#[test]
fn castling_rights_and_en_passant_make_positions_unlike() {
    // After the rook has moved the position is another one.
    let mut game = position("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let mut history = History::from(&game);
    for text in ["h1h2", "e8e7", "h2h1", "e7e8"] {
        play(&mut game, &mut history, text);
    }
    assert_eq!(history.repetitions(), 1);
    for text in ["h1h2", "e8e7", "h2h1", "e7e8"] {
        play(&mut game, &mut history, text);
    }
    assert_eq!(history.repetitions(), 2);
    // A capture en passant that is possible counts, one that is not does not.
    for (fen, first, expected) in [
        ("4k3/8/8/8/3p4/8/4P3/4K1N1 w - - 0 1", "e2e4", 1),
        ("4k3/8/8/8/8/8/4P3/4K1N1 w - - 0 1", "e2e4", 2),
        ("4k3/8/8/8/1q1p3K/8/4P3/6N1 w - - 0 1", "e2e4", 1),
    ] {
        let mut game = position(fen);
        let mut history = History::from(&game);
        play(&mut game, &mut history, first);
        let king = if fen.contains("q1p3K") { ["h4h5", "h5h4"] } else { ["g1f3", "f3g1"] };
        for text in ["e8e7", king[0], "e7e8", king[1]] {
            play(&mut game, &mut history, text);
        }
        assert_eq!(history.repetitions(), expected, "{fen}");
    }
}

#[test]
fn variations_branch_and_come_back() {
    let mut game = Position::initial();
    let mut history = History::from(&game);
    for text in SHUFFLE.iter().chain(&SHUFFLE) {
        play(&mut game, &mut history, text);
    }
    assert!(history.threefold());
    let (mark, before) = (history.mark(), game.clone());
    play(&mut game, &mut history, "e2e4");
    assert!(!history.threefold() && history.repetitions() == 1);
    game = before;
    history.back_to(mark);
    assert!(history.threefold());
    for text in SHUFFLE.iter().chain(&SHUFFLE) {
        play(&mut game, &mut history, text);
    }
    assert!(history.fivefold());
}

#[test]
fn fifty_and_seventy_five_moves() {
    for (clock, fifty, seventy_five) in [(98, false, false), (99, true, false), (148, true, false), (149, true, true)] {
        let mut game = position(&format!("4k3/8/8/8/8/8/7R/4K3 w - - {clock} 100"));
        let mut history = History::from(&game);
        play(&mut game, &mut history, "h2h3");
        assert_eq!((history.fifty(), history.seventy_five()), (fifty, seventy_five), "{clock}");
        assert_eq!(game.outcome(&history) == Some(Outcome::SeventyFiveMoves), seventy_five, "{clock}");
    }
    // Mate by the last move counts before the clock.
    let mut game = position("4k3/R7/8/8/8/8/8/4K2R w - - 149 100");
    let mut history = History::from(&game);
    play(&mut game, &mut history, "h1h8");
    assert_eq!(game.outcome(&history), Some(Outcome::Checkmate { winner: Color::White }));
}

#[test]
fn dead_positions() {
    for (fen, dead) in [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KN2 w - - 0 1", true),
        ("4k3/8/8/8/8/8/8/4KB2 w - - 0 1", true),
        ("4kb2/8/8/8/8/8/8/2B1K3 w - - 0 1", true),
        ("2b1k3/8/8/8/8/8/8/2B1K3 w - - 0 1", false),
        ("4k3/8/8/8/8/8/8/4KNN1 w - - 0 1", false),
        ("4k3/7p/8/8/8/8/8/4K3 w - - 0 1", false),
        ("4kn2/8/8/8/8/8/8/4KN2 w - - 0 1", false),
    ] {
        assert_eq!(position(fen).dead(), dead, "{fen}");
    }
    assert_eq!(position("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1").outcome(&History::default()), Some(Outcome::Stalemate));
}

/// A game with captures, castling of both kinds, en passant and promotion.
const GAME: &str = "e2e4 g8f6 e4e5 d7d5 e5d6 b8c6 d6c7 c8g4 c7d8n a8d8 g1f3 e7e5 f1e2 f8b4 e1g1 e8g8 \
                    b1c3 b4c3 d2c3 d8d1 f1d1 g4f3 e2f3 e5e4 f3e4 f6e4 d1d7 f8e8 c1e3";

#[test]
fn a_game_is_taken_back_to_its_first_board() {
    let mut game = Position::initial();
    let mut history = History::from(&game);
    let mut facts = Vec::new();
    for text in GAME.split_ascii_whitespace() {
        let before = game.clone();
        play(&mut game, &mut history, text);
        let m = before.move_to(game.board()).expect("a legal move leads there");
        facts.push((before.board().clone(), UndoData::of(&before, &Play::Move(m)).expect("a move")));
    }
    let mut board = game.board().clone();
    for (before, fact) in facts.iter().rev() {
        undo(&mut board, fact).expect("it was just played");
        assert_eq!(board, *before);
    }
    assert_eq!(board, *Position::initial().board());
    assert!(undo(&mut board, &facts[3].1).is_err(), "the first board did not come from there");
    assert_eq!(board, *Position::initial().board(), "unchanged after a failure");
}
