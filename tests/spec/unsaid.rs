//! What a game leaves unsaid or misspells of its own form: the tag `MoveFormat`, the command `[%after 3.]`, the ends of
//! commands and variations. One finding each, and nothing is rewritten unasked.

use vgn_lsp::notation::{Medium, REGISTRY, TokenContent};

use crate::convert::support::converted;

use super::found::{VGN, earns, fixed, message, safe_fixes};

#[test]
fn a_game_without_move_format_is_not_rewritten() {
    for (notation, moves) in [
        ("FCN", "1. Pe2-e4 1.5 Pe7-e5 2. Ng1-f3 2.5 Nb8-c6 3. Bf1-b5 3.5 Pa7-a6 4. KC *"),
        ("LAN", "1. e2-e4 1.5 e7-e5 2. Ng1-f3 2.5 Nb8-c6 3. Bf1-b5 *"),
        ("UCI", "1. e2e4 1.5 e7e5 2. g1f3 2.5 b8c6 3. f1b5 *"),
    ] {
        let game = format!("{VGN}\n{moves}");
        let first = moves.split(' ').nth(1).expect("a half-move");
        earns(&game, &[&format!("invalid-move-text `{first}`")]);
        assert!(message(&game, "invalid-move-text").contains(&format!("written in {notation}, but no tag")), "{game}");
        assert!(safe_fixes(&game).is_empty(), "{game}");
        earns(&fixed(&game, "invalid-move-text")[0], &[]);
    }
    // In a PGN game too, unless PGN's readers take the half-moves for SAN.
    let game = "[Event \"x\"]\n\n1. Pe2-e4 Pe7-e5 2. Ng1-f3 Nb8-c6 3. Nf3-e5xP *";
    assert!(message(game, "invalid-move-text").contains("written in FCN, but no tag"), "{game}");
    let game = "[Event \"x\"]\n\n1. e2-e4 e7-e5 2. Ng1-f3 Nb8-c6 *";
    earns(game, &["import-format `e2-e4`"]);
}

/// A notation that is added to the registry is recognized like the others.
#[test]
fn every_notation_of_half_moves_in_text_is_recognized() {
    let of_moves = REGISTRY.iter().filter(|row| row.medium == Medium::Text && row.content == TokenContent::Moves);
    let named = of_moves.filter(|row| row.name != "SAN" && row.newer.is_none());
    for notation in named {
        let written = converted("1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Bxc6 dxc6 5. O-O *", notation.name);
        let game = written.replace(&format!("[MoveFormat \"{}\"]", notation.tag_value()), "");
        assert!(game.len() < written.len(), "{written}");
        assert!(message(&game, "invalid-move-text").contains(", but no tag `MoveFormat`"), "{game}");
        // Another notation may read the same half-moves: `e2e4` is UCI and MCN.
        earns(&fixed(&game, "invalid-move-text")[0], &[]);
    }
}

#[test]
fn a_misspelt_command_for_a_half_move_is_named() {
    let game = |command: &str| format!("{VGN}\n1. e4 1.5 e5 {{{command} x}} 2. Nf3 *");
    for command in ["[%aftr 1.]", "[%afetr 1.]", "[%After 1.]", "[after 1.]", "[% after 1.]", "[%after 1."] {
        let found = format!("invalid-comment-command `{command}`");
        earns(&game(command), &[&found]);
        assert_eq!(fixed(&game(command), "invalid-comment-command"), [game("[%after 1.]")]);
        assert!(safe_fixes(&game(command)).is_empty());
    }
    assert_eq!(fixed(&game("[%after 9.5]"), "invalid-comment-command"), [game("[%after 1.5]")]);
    for command in ["[%afters]", "[after all]", "[%clk 0:05:00]", "[after 1 or 2]"] {
        earns(&game(command), &[]);
    }
    assert_eq!(fixed("1. e4 {[%clk 0:05:00} e5 *", "invalid-comment-command"), ["1. e4 {[%clk 0:05:00]} e5 *"]);
}

/// With a terminator it would still be no game.
#[test]
fn a_number_alone_behind_a_game_is_removed() {
    let lone = " 1.";
    earns(lone, &["missing-terminator `1.`"]);
    assert_eq!(fixed(lone, "missing-terminator"), [" "]);
    assert_eq!(safe_fixes(lone), [""; 0]);
    assert_eq!(fixed("[Event \"x\"]\n\n1.", "missing-terminator"), ["[Event \"x\"]\n\n*"]);
}

#[test]
fn a_sign_between_a_half_move_and_its_mark_is_one_finding() {
    let game = "1. e4 e5 2. Qh5 Nc6 3. Qf7]+ *";
    earns(game, &["stray-text `Qf7]+`"]);
    assert_eq!(fixed(game, "stray-text"), ["1. e4 e5 2. Qh5 Nc6 3. Qf7+ *"]);
}
