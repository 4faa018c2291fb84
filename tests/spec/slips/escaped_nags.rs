//! A needless backslash before a NAG (rule C3): it is one finding, and the half-moves and numbers behind it are judged.

use crate::spec::found::{earns, found};
use crate::spec::piece_letters::languages::{games, numbered};

#[test]
fn what_is_wrong_behind_the_backslash_is_reported_too() {
    earns("1. e4 e5 \\$1 2. Ke3 *", &["stray-text `\\`", "illegal-move `Ke3`"]);
    earns("1. e4 e5 \\$14 2. e2e4 d4 *", &["stray-text `\\`", "illegal-move `e2e4`"]);
    earns("1. e4 e5 \\$14 3. Nf3 *", &["stray-text `\\`", "move-number `3.`"]);
    earns("1. e4 e5 {c} \\$14 2. Nf3 *", &["stray-text `\\`", "nag-placement `$14`"]);
    // Other stray text may stand in the place of a half-move.
    earns("1. e4 e5 \\ 2. Ke3 *", &["stray-text `\\`"]);
}

#[test]
fn a_backslash_changes_no_other_finding_of_a_game() {
    let mut tried = 0;
    for game in games().take(40) {
        let moves = game.sans();
        for at in (0..moves.len()).step_by(7) {
            for wrong in [None, Some("Ka5"), Some("Nh9")] {
                let mut moves = moves.clone();
                if let (Some(wrong), Some(next)) = (wrong, moves.get_mut(at + 1)) {
                    *next = wrong.to_owned();
                }
                let with = |nag: &str| {
                    let mut moves = moves.clone();
                    moves[at] += nag;
                    numbered(&moves)
                };
                let mut escaped = found(&with(" \\$1"));
                let backslash = escaped.iter().position(|found| found == "stray-text `\\`");
                escaped.remove(backslash.unwrap_or_else(|| panic!("{}", with(" \\$1"))));
                assert_eq!(escaped, found(&with(" $1")), "{}", with(" \\$1"));
                tried += 1;
            }
        }
    }
    assert!(tried > 500, "{tried}");
}
