//! Games whose piece letters are small, but for the bishop's: each half-move is the one that was played. A small `b` is a
//! pawn's file.

use vgn_lsp::notation::SAN;

use crate::spec::found::earns;
use crate::spec::piece_letters::languages::{games, numbered};
use crate::spec::piece_letters::mixed_letters::resolved;
use crate::support::games::spell;

#[test]
fn games_in_small_letters_are_read_as_they_were_played() {
    let mut tried = 0;
    for game in games() {
        let sans = game.sans();
        let small = |san: &String| match san.starts_with(['N', 'R', 'Q', 'K']) {
            true => san[..1].to_lowercase() + &san[1..],
            false => san.clone(),
        };
        let texts: Vec<String> = sans.iter().map(small).collect();
        if !texts.iter().any(|text| text.starts_with(['n', 'r', 'q', 'k'])) {
            continue;
        }
        let text = numbered(&texts);
        let resolved = resolved(&text);
        for (m, san) in resolved.moves.iter().zip(&sans) {
            assert_eq!(spell(m, &SAN).as_deref(), Some(&**san), "{text}");
        }
        tried += 1;
    }
    assert!(tried > 90, "{tried}");
}

#[test]
fn a_small_b_is_the_file_of_a_pawn() {
    earns("1. e4 e5 2. nf3 nc6 3. bc4 *", &["import-format `nf3`", "illegal-move `bc4`"]);
    earns("1. e4 e5 2. Nf3 Nc6 3. bc4 *", &["illegal-move `bc4`"]);
}
