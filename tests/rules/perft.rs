//! Perft suites: the number of lines of play of a given length, through the project's own position.

use shakmaty::{CastlingMode, fen::Fen};
use vgn_lsp::rules::{Play, Position, Variant};

fn perft(position: &Position, depth: u32) -> u64 {
    let moves = position.legal_moves();
    if depth <= 1 {
        return moves.len() as u64;
    }
    moves.iter().map(|&m| perft(&position.after(&Play::Move(m)), depth - 1)).sum()
}

/// Checks the deepest count of each position that a debug build reaches quickly.
fn check(name: &str, mode: CastlingMode, suite: impl Iterator<Item = (String, Vec<(u32, u64)>)>, limit: u64) -> usize {
    check_variant(name, Variant::Chess, mode, suite, limit)
}

fn check_variant(
    name: &str,
    variant: Variant,
    mode: CastlingMode,
    suite: impl Iterator<Item = (String, Vec<(u32, u64)>)>,
    limit: u64,
) -> usize {
    let mut checked = 0;
    for (fen, counts) in suite {
        let setup = fen.parse::<Fen>().unwrap_or_else(|e| panic!("{name}: {fen}: {e}")).into_setup();
        let position = Position::in_variant(setup, mode, variant);
        assert!(position.legal().is_some(), "{name}: {fen} is legal");
        let Some(&(depth, expected)) = counts.iter().rfind(|(_, nodes)| *nodes <= limit) else { continue };
        assert_eq!(perft(&position, depth), expected, "{name}: {fen} at depth {depth}");
        checked += 1;
    }
    checked
}

/// shakmaty's format: `id`, `epd` and `perft DEPTH NODES` lines.
fn perft_file(text: &str) -> impl Iterator<Item = (String, Vec<(u32, u64)>)> + '_ {
    text.split("\nid ").filter_map(|block| {
        let fen = block.lines().find_map(|line| line.strip_prefix("epd "))?.trim();
        let counts = block
            .lines()
            .filter_map(|line| line.strip_prefix("perft ")?.split_once(' '))
            .map(|(depth, nodes)| (depth.parse().expect("a depth"), nodes.trim().parse().expect("a count")))
            .collect();
        Some((fen.to_owned(), counts))
    })
}

/// Ethereal's format: `FEN ;D1 20 ;D2 400 …`.
fn ethereal_file(text: &str) -> impl Iterator<Item = (String, Vec<(u32, u64)>)> + '_ {
    text.lines().filter(|line| !line.trim().is_empty()).map(|line| {
        let mut parts = line.split(';');
        let fen = parts.next().expect("a FEN").trim().to_owned();
        let counts = parts
            .filter_map(|part| part.trim().strip_prefix('D')?.split_once(' '))
            .map(|(depth, nodes)| (depth.parse().expect("a depth"), nodes.trim().parse().expect("a count")))
            .collect();
        (fen, counts)
    })
}

#[test]
fn standard() {
    let suite = ethereal_file(include_str!("../data/perft/standard.epd"));
    assert_eq!(check("standard", CastlingMode::Standard, suite, 5_000_000), 127);
}

#[test]
fn tricky() {
    let suite = perft_file(include_str!("../data/perft/tricky.perft"));
    assert_eq!(check("tricky", CastlingMode::Chess960, suite, 5_000_000), 26);
}

#[test]
fn chess960() {
    let suite = perft_file(include_str!("../data/perft/chess960.perft"));
    assert_eq!(check("chess960", CastlingMode::Chess960, suite, 500_000), 480);
}

#[test]
fn variants() {
    for (variant, positions, text) in [
        (Variant::Crazyhouse, 4, include_str!("../data/perft/crazyhouse.perft")),
        (Variant::Atomic, 7, include_str!("../data/perft/atomic.perft")),
        (Variant::Antichess, 3, include_str!("../data/perft/antichess.perft")),
        (Variant::ThreeCheck, 2, include_str!("../data/perft/3check.perft")),
        (Variant::Horde, 3, include_str!("../data/perft/horde.perft")),
        (Variant::RacingKings, 2, include_str!("../data/perft/racingkings.perft")),
    ] {
        let name = variant.to_string();
        let checked = check_variant(&name, variant, CastlingMode::Chess960, perft_file(text), 300_000);
        assert_eq!(checked, positions, "{name}");
    }
}
