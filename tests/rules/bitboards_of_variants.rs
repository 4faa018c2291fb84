//! King of the Hill and Three-check on bitboards: every answer is that of shakmaty's positions.

use proptest::prelude::*;
use shakmaty::{CastlingMode, Color, Move, fen::Fen};
use vgn_lsp::rules::{Bitboards, History, Position, Variant};

use super::bitboards::{check_position, walk_position};

const VARIANTS: [Variant; 2] = [Variant::KingOfTheHill, Variant::ThreeCheck];

fn position(variant: Variant, fen: &str) -> Position {
    let fen: Fen = fen.parse().unwrap_or_else(|error| panic!("{fen}: {error}"));
    Position::in_variant(fen.into_setup(), CastlingMode::Chess960, variant)
}

fn bitboards(position: &Position) -> Bitboards {
    Bitboards::new(position).expect("a position with the moves of chess")
}

#[test]
fn perft_positions_and_what_comes_of_them() {
    let three_check = include_str!("../data/perft/3check.perft").lines().filter_map(|line| line.strip_prefix("epd "));
    let standard = include_str!("../data/perft/standard.epd").lines().filter_map(|line| line.split(';').next());
    let mut seen = 0;
    for fen in three_check.chain(standard).map(str::trim).filter(|fen| !fen.is_empty()) {
        for variant in VARIANTS {
            let position = position(variant, fen);
            let narrow = position.legal_moves().len() < 8;
            seen += walk_position(&position, &bitboards(&position), if narrow { 2 } else { 1 });
        }
    }
    assert!(seen > 7_000, "{seen}");
}

#[test]
fn wins_by_the_rules_of_the_variant() {
    use Variant::{KingOfTheHill, ThreeCheck};
    for (variant, fen, uci, winner) in [
        (KingOfTheHill, "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3d4", Some(Color::White)),
        (KingOfTheHill, "4k3/8/8/8/8/3K4/8/8 w - - 0 1", "d3c4", None),
        (KingOfTheHill, "8/8/4k3/8/8/8/8/4K3 b - - 0 1", "e6e5", Some(Color::Black)),
        // Mate in the middle is no mate any more, nor is stalemate.
        (KingOfTheHill, "7k/5Q2/8/8/8/4K3/8/8 w - - 0 1", "e3e4", Some(Color::White)),
        (ThreeCheck, "4k3/8/8/8/8/8/8/3RK3 w - - 1+3 0 1", "d1d8", Some(Color::White)),
        (ThreeCheck, "4k3/8/8/8/8/8/8/3RK3 w - - 2+3 0 1", "d1d8", None),
        (ThreeCheck, "4k3/8/8/8/8/8/8/3RK3 w - - 1+3 0 1", "d1d7", None),
        (ThreeCheck, "3rk3/8/8/8/8/8/8/4K3 b - - 3+1 0 1", "d8d1", Some(Color::Black)),
        // A check by castling, en passant and promotion, an uncovered one, and one that mates as well.
        (ThreeCheck, "5k2/8/8/8/8/8/8/4K2R w K - 1+3 0 1", "e1g1", Some(Color::White)),
        (ThreeCheck, "8/3k4/8/4pP2/8/8/8/4K3 w - e6 1+3 0 1", "f5e6", Some(Color::White)),
        (ThreeCheck, "4k3/P7/8/8/8/8/8/4K3 w - - 1+3 0 1", "a7a8q", Some(Color::White)),
        (ThreeCheck, "4k3/8/8/8/8/4N3/8/K3R3 w - - 1+3 0 1", "e3d5", Some(Color::White)),
        (ThreeCheck, "6k1/5ppp/8/8/8/8/8/R3K3 w - - 1+3 0 1", "a1a8", Some(Color::White)),
        // The double step gives the third check: nobody can capture en passant.
        (ThreeCheck, "8/8/8/4k3/4p3/8/3P4/4K3 w - - 1+3 0 1", "d2d4", Some(Color::White)),
        (ThreeCheck, "8/8/8/4k3/4p3/8/3P4/4K3 w - - 2+3 0 1", "d2d4", None),
    ] {
        let mut position = position(variant, fen);
        let mut board = bitboards(&position);
        check_position(&position, &board);
        assert_eq!(board.variant_winner(), None, "{fen}");
        let is_meant = |m: &Move| m.to_uci(CastlingMode::Standard).to_string() == uci;
        let m = position.legal_moves().into_iter().find(is_meant).unwrap_or_else(|| panic!("{fen} {uci}"));
        position.play_legal(m);
        board.play(m);
        check_position(&position, &board);
        assert_eq!(board.variant_winner(), winner, "{fen} {uci}");
    }
}

#[test]
fn other_positions_stay_what_they_are() {
    for (variant, fen) in [
        (Variant::Atomic, "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        (Variant::Crazyhouse, "4k3/8/8/8/8/8/8/4K3[] w - - 0 1"),
        // More pieces than a game can reach.
        (Variant::KingOfTheHill, "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"),
        (Variant::ThreeCheck, "4k3/8/8/8/8/8/PPPPPPPP/QQ2K3 w - - 0 1"),
        (Variant::KingOfTheHill, "8/8/8/8/8/8/8/4K3 w - - 0 1"),
    ] {
        assert_eq!(Bitboards::new(&position(variant, fen)), None, "{fen}");
    }
    let hill = position(Variant::KingOfTheHill, "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    assert_eq!(Bitboards::standard(&hill), None);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(12))]

    /// Games of moves at random, up to their ends; checks more often than by chance.
    #[test]
    fn games_at_random(hill: bool, choices in prop::collection::vec(any::<u16>(), 0..160)) {
        let variant = if hill { Variant::KingOfTheHill } else { Variant::ThreeCheck };
        let mut position = Position::start_of(variant, CastlingMode::Standard);
        let mut board = bitboards(&position);
        let (mut whole, mut plain) = (History::from(&position), History::from(&position));
        for choice in choices {
            let moves = position.legal_moves();
            let checks = |m: &Move| {
                let mut after = board;
                after.play(*m);
                after.is_check()
            };
            let check = moves.iter().copied().find(checks).filter(|_| choice % 16 == 0);
            let Some(m) = check.or_else(|| moves.get(usize::from(choice) % moves.len().max(1)).copied()) else { break };
            position.play_legal(m);
            board.play(m);
            check_position(&position, &board);
            whole.push(&position);
            plain.push_bitboards(&board);
            prop_assert_eq!(whole.repetitions(), plain.repetitions());
        }
    }
}
