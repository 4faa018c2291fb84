//! A promotion whose piece stands apart or in other signs: one finding, and the piece is played.

use super::found::{fixed, found, last_board};

const BOARD: &str = "[SetUp \"1\"]\n[FEN \"8/P6k/8/8/8/8/8/K7 w - - 0 1\"]\n\n";

#[test]
fn the_piece_of_a_promotion_in_other_signs_is_one_finding() {
    for promotion in ["a8 (N)", "a8(=N)", "a8[N]", "a8 [N]", "a8(N", "a8 <N>"] {
        let text = format!("{BOARD}1. {promotion} Kg6 2. Nb6 1-0\n");
        let mut of_moves = found(&text);
        of_moves.retain(|found| !found.starts_with("drawn-position"));
        assert!(matches!(&*of_moves, [one] if one.starts_with("invalid-move-text")), "{text}{of_moves:?}");
        let right = format!("{BOARD}1. a8=N Kg6 2. Nb6 1-0\n");
        assert!(fixed(&text, "invalid-move-text").contains(&right), "{text}");
        // A `(` that nothing closes begins a variation all the same.
        if promotion != "a8(N" {
            assert_eq!(last_board(&text), "8/8/1N4k1/8/8/8/8/K7", "{text}");
        }
    }
}

/// A variation is none, and a half-move behind a missing promotion is none.
#[test]
fn what_follows_a_missing_promotion_stays_what_it_is() {
    for rest in ["(1. a8=R)", "{Q}", "Kg6"] {
        let found = found(&format!("{BOARD}1. a8 {rest} *\n"));
        assert!(found.contains(&"missing-promotion `a8`".to_owned()), "{rest}: {found:?}");
    }
}
