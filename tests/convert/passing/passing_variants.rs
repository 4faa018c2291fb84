//! The law of [`crate::convert::passing`] over games of the variants that have the moves of chess.

use proptest::prelude::*;

use crate::convert::passing::game;
use crate::convert::support::target;
use crate::laws::passing::{SECTIONS, TARGETS, both_ways};
use crate::support::chess960::STARTS;
use crate::support::variant_games::{VARIANTS, variant_game};

const HILL: &str = "[Variant \"King of the Hill\"]\n";
const THREE_CHECK: &str = "[Variant \"Three-check\"]\n";
const CASTLING: &str = "[Variant \"Chess960\"]\n[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/RK4RR w GA - 0 1\"]\n";

#[test]
fn ends_and_castling_in_passing_and_otherwise() {
    for (tags, movetext) in [
        (HILL, "1. e4 {a} a6 2. Ke2 (2. d4 {b} a5) 2... a5 3. Ke3! a4 4. Kd4 1-0"),
        (HILL, "1. e4 a6 2. Ke2 a5 3. Ke3 a4 4. Kd4# 1-0"),
        (HILL, "1. e4 a6 2. Ke2 a5 3. Ke3 a4 (3... h6 4. Kd4) 4. Kd4+ *"),
        (HILL, "1. e4 a6 2. Ke2 a5 3. Ke3 a4 4. Kd4 0-1"),
        (HILL, "1. e4 a6 2. Ke2 a5 3. Ke3# a4 1/2-1/2"),
        (THREE_CHECK, "1. e4 d6 2. Bb5+ c6 3. Bxc6+ Nxc6 4. Qh5 a6 5. Qxf7+ 1-0"),
        (THREE_CHECK, "1. e4 d6 2. Bb5+ c6 3. Bxc6+ Nxc6 4. Qh5 a6 5. Qxf7 *"),
        (THREE_CHECK, "1. f3 e5 2. g4 Qh4# 0-1"),
        (CASTLING, "1. O-O Ke7 {a} 2. Rfe1+ 1-0"),
        (CASTLING, "1. O-O-O (1. O-O {b} Ke7) 1... Ke7 1/2-1/2"),
    ] {
        let text = game(tags, movetext);
        for name in TARGETS {
            assert_eq!(both_ways(text.as_bytes(), target(name)), 1, "{name}: {text}");
        }
        for name in SECTIONS {
            assert_eq!(both_ways(text.as_bytes(), target(name)), 0, "{name}: {text}");
        }
    }
}

#[test]
fn what_needs_a_closer_look() {
    for (tags, movetext) in [
        // Play goes on after a win.
        (HILL, "1. e4 a6 2. Ke2 a5 3. Ke3 a4 4. Kd4 a3 1-0"),
        // No first position, and other moves than those of chess.
        ("[Variant \"Chess960\"]\n", "1. e4 *"),
        ("[Variant \"Crazyhouse\"]\n", "1. e4 *"),
    ] {
        let text = game(tags, movetext);
        for name in TARGETS.into_iter().chain(SECTIONS) {
            assert_eq!(both_ways(text.as_bytes(), target(name)), 0, "{name}: {text}");
        }
    }
    // VGN's rules are there already.
    for tags in [format!("{HILL}[Rules \"0\"]\n"), format!("[Pieces \"0\"]\n{HILL}")] {
        let text = game(&tags, "1. e4 *");
        for name in TARGETS {
            let keeps_tags = ["SAN", "PGN"].contains(&name);
            assert_eq!(both_ways(text.as_bytes(), target(name)), usize::from(keeps_tags), "{name}: {text}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_of_variants(
        variant in prop::sample::select(&VARIANTS[..]),
        number in 0..STARTS,
        choices in prop::collection::vec(any::<u16>(), 0..60),
        to in prop::sample::select(TARGETS.to_vec()),
    ) {
        both_ways(variant_game(variant, number, &choices).as_bytes(), target(to));
    }
}
