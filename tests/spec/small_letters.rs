//! Games whose piece letters are small: each half-move is the one that was played, but where a `b` is a pawn's file.

use shakmaty::{File, Role};
use vgn_lsp::notation::SAN;

use super::found::{earns, fixed, found};
use super::languages::{games, numbered};
use super::mixed_letters::resolved;
use crate::support::games::spell;

#[test]
fn games_in_small_letters_are_read_as_they_were_played() {
    let (mut tried, mut bishops) = (0, 0);
    for game in games() {
        let sans = game.sans();
        let small = |san: &String| match san.starts_with(['N', 'B', 'R', 'Q', 'K']) {
            true => san[..1].to_lowercase() + &san[1..],
            false => san.clone(),
        };
        let texts: Vec<String> = sans.iter().map(small).collect();
        if !texts.iter().any(|text| text.starts_with(['n', 'r', 'q', 'k'])) {
            continue;
        }
        let text = numbered(&texts);
        let resolved = resolved(&text);
        let line = game.resolved.moves.iter().filter(|m| m.depth == 0);
        for ((m, san), original) in resolved.moves.iter().zip(&sans).zip(line) {
            let before = original.before.as_deref().expect("a board");
            let to = original.play.and_then(|play| play.as_move()).expect("a move").to();
            let is_pawns = |m: &shakmaty::Move| {
                m.role() == Role::Pawn && m.to() == to && m.from().is_some_and(|from| from.file() == File::B)
            };
            if san.starts_with('B') && before.legal_moves().iter().any(is_pawns) {
                break;
            }
            bishops += u32::from(san.starts_with('B'));
            assert_eq!(spell(m, &SAN).as_deref(), Some(&**san), "{text}");
        }
        tried += 1;
    }
    assert!(tried > 90 && bishops > 500, "{tried} {bishops}");
}

#[test]
fn a_small_b_is_the_bishop_where_no_pawn_can_go_so() {
    let text = "1. e4 e5 2. nf3 nc6 3. bc4 *";
    earns(text, &["import-format `nf3`"]);
    assert_eq!(fixed(text, "import-format"), ["1. e4 e5 2. Nf3 Nc6 3. Bc4 *"]);
    // What SAN reads as a pawn's move stays one.
    let pawn = "1. b4 a5 2. nf3 nf6 3. ba3 nc6 4. bxa5 *";
    assert_eq!(found(pawn), ["import-format `nf3`"]);
    assert_eq!(fixed(pawn, "import-format"), ["1. b4 a5 2. Nf3 Nf6 3. Ba3 Nc6 4. bxa5 *"]);
    // Neither can go there; and beside capitals a `b` is the file's.
    earns("1. e4 e5 2. nf3 nc6 3. bc5 *", &["import-format `nf3`", "illegal-move `bc5`"]);
    earns("1. e4 e5 2. Nf3 Nc6 3. bc4 *", &["illegal-move `bc4`"]);
}
