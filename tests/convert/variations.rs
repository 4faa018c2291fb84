//! Variations at their places (rule C7): PGN's stand behind the half-move that they replace, VGN's behind its pair.

use expect_test::{Expect, expect};
use vgn_lsp::convert::{Loss, StoredGame, apply, convert_whole, export_pgn};
use vgn_lsp::lint::Settings;

use crate::convert::lines::lines;
use crate::convert::support::{context, converted, faults, target, try_convert, with_losses};

const VGN: &str = "[GameFormat \"VGN:Variable Game Notation\"]\n\n";

/// A PGN game's movetext and a VGN game's: the one becomes the other, and both have the same lines.
#[track_caller]
fn both_ways(pgn: &str, vgn: &str) {
    let vgn = format!("{VGN}{vgn}");
    assert_eq!(converted(pgn, "VGN"), vgn);
    assert_eq!(converted(&vgn, "PGN"), pgn);
    assert_eq!(lines(pgn), lines(&vgn), "{pgn}");
}

#[track_caller]
fn to_pgn(vgn: &str, pgn: &str) {
    let vgn = format!("{VGN}{vgn}");
    assert_eq!(converted(&vgn, "PGN"), pgn);
    assert_eq!(lines(pgn), lines(&vgn), "{pgn}");
}

#[track_caller]
fn to_vgn(pgn: &str, vgn: &str) {
    let vgn = format!("{VGN}{vgn}");
    assert_eq!(converted(pgn, "VGN"), vgn);
    assert_eq!(lines(pgn), lines(&vgn), "{pgn}");
}

#[test]
fn a_variation_goes_behind_its_pair_and_back() {
    both_ways("1. e4 (1. d4 d5) 1... e5 2. Nf3 *", "1. e4 1.5 e5 (1. d4 d5) 2. Nf3 *");
    both_ways("1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *", "1. e4 e5 (1.5 c5 2. Nf3) 2. Nf3 *");
    // Several at one place, and at both places of a pair.
    both_ways(
        "1. e4 (1. d4 d5) (1. c4) 1... e5 (1... c5) (1... c6) 2. Nf3 *",
        "1. e4 1.5 e5 (1. d4 d5) (1. c4) (1.5 c5) (1.5 c6) 2. Nf3 *",
    );
    // In one another.
    both_ways(
        "1. e4 (1. d4 (1. c4 c5) 1... d5 (1... Nf6 2. c4 (2. Nf3) 2... e6)) 1... e5 *",
        "1. e4 1.5 e5 (1. d4 1.5 d5 (1. c4 c5) (1.5 Nf6 2. c4 2.5 e6 (2. Nf3))) *",
    );
    // White's half-move is the last one of its line.
    both_ways("1. e4 (1. d4) *", "1. e4 (1. d4) *");
    both_ways("1. e4 e5 (1... c5 2. Nf3 (2. c3)) *", "1. e4 e5 (1.5 c5 2. Nf3 (2. c3)) *");
    // NAGs stay with their half-moves.
    both_ways("1. e4 $1 $14 (1. d4 $2) 1... e5 $6 2. Nf3 *", "1. e4 $1 $14 1.5 e5 $6 (1. d4 $2) 2. Nf3 *");
}

#[test]
fn black_begins() {
    let tags = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 7\"]\n\n";
    let vgn = converted(&format!("{tags}7... Kd7 (7... Kd8 8. e3) 8. e3 (8. e4) Kd6 *"), "VGN");
    assert!(vgn.ends_with("\n7.5 Kd7 (7.5 Kd8 8. e3) 8. e3 Kd6 (8. e4) *"), "{vgn}");
    assert!(converted(&vgn, "PGN").ends_with("\n7... Kd7 (7... Kd8 8. e3) 8. e3 (8. e4) Kd6 *"));
}

#[test]
fn comments_stay_with_their_half_moves() {
    to_vgn(
        "1. e4 (1. d4 {b} d5) 1... e5 {d} {e} (1... c5) {f} 2. Nf3 *",
        "1. e4 1.5 e5 {d} {e} (1. d4 d5 {[%after 1.] b}) (1.5 c5) {f} 2. Nf3 *",
    );
    to_vgn("1. e4 (1. d4) 1... e5 ; line\n2. Nf3 *", "1. e4 1.5 e5 (1. d4) ; line\n2. Nf3 *");
    to_pgn("1. e4 1.5 e5 {b} (1. d4 1.5 d5) {c} 2. Nf3 *", "1. e4 (1. d4 1... d5) 1... e5 {b} {c} 2. Nf3 *");
}

#[test]
fn lines_of_text_stay_apart() {
    both_ways("1. e4\n1... e5 *", "1. e4\n1.5 e5 *");
    to_vgn("1. e4\n(1. d4\n d5)\n1... e5\n2. Nf3 *", "1. e4\n1.5 e5 (1. d4\n d5)\n2. Nf3 *");
    to_vgn("1. e4(1. d4)(1. c4)e5(1... c5)2. Nf3 *", "1. e4 e5 (1. d4) (1. c4)(1.5 c5)2. Nf3 *");
    to_pgn("1. e4\n1.5 e5\n(1. d4 1.5 d5 ; why\n)\n2. Nf3 *", "1. e4 (1. d4 1... d5 ; why\n)\n1... e5\n2. Nf3 *");
}

#[test]
fn numbers_name_what_is_replaced() {
    // Without a number the last half-move is meant: elsewhere it needs one.
    to_vgn("1. e4 (d4 d5) e5 (c5) 2. Nf3 *", "1. e4 e5 (1. d4 d5) (c5) 2. Nf3 *");
    to_vgn("1. e4 ({no} d4 d5) e5 2. Nf3 *", "1. e4 e5 ({no} 1. d4 d5) 2. Nf3 *");
    to_pgn("1. e4 1.5 e5 (c5) (1. d4) 2. Nf3 *", "1. e4 (1. d4) 1... e5 (c5) 2. Nf3 *");
    // In PGN a wrong number does not count, in VGN it does.
    to_vgn(
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 (2. Bc4 Nf6 3. d3 (3. O-O)) 3... a6 *",
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 3.5 a6 (3. Bc4 Nf6 4. d3 (4. O-O)) *",
    );
    to_vgn("1. e4 e5 (1. c5 2. Nf3) 2. Nf3 *", "1. e4 e5 (1.5 c5 2. Nf3) 2. Nf3 *");
    // All numbers are ahead.
    to_vgn("5. e4 (5. d4 d5 6. c4) 5... e5 6. Nf3 *", "5. e4 5.5 e5 (5. d4 d5 6. c4) 6. Nf3 *");
    to_vgn("5. e4 (5. d4 d5) 1... e5 2. Nf3 *", "5. e4 1.5 e5 (1. d4 d5) 2. Nf3 *");
}

#[test]
fn notations_of_vgn_leave_variations_where_they_are() {
    let vgn = format!("{VGN}1. e4 1.5 e5 (1. d4 1.5 d5) (1.5 c5) 2. Nf3 (1.5 c6) *");
    for notation in ["LAN", "UCI", "FCN", "FEN", "SFEN"] {
        let there = converted(&vgn, notation);
        assert_eq!(lines(&there), lines(&vgn), "{there}");
        assert_eq!(lines(&converted(&there, "PGN")), lines(&vgn), "{there}");
    }
    let pgn = "1. e4 (d4 d5) e5 (1. c5) 2. Nf3 (1. Nc3) *";
    for notation in ["LAN", "FCN", "FEN", "SFEN"] {
        let there = converted(pgn, notation);
        assert_eq!(lines(&there), lines(pgn), "{there}");
    }
}

fn check(text: &str, to: &str, expected: Expect) {
    expected.assert_eq(&with_losses(text, to));
}

#[test]
fn what_cannot_stand_where_it_does_is_listed() {
    for to in ["VGN", "LAN"] {
        let conversion = try_convert("1. e4 e5 (1. d4 d5) 2. Nf3 *", to, None).expect("a game");
        assert_eq!(conversion.losses.len(), 1, "{to}: {conversion:?}");
    }
    // Where the half-move that it goes behind goes, and where nothing of it is left.
    check(
        "1. e4 (1. d4 d5) 1... Ke4 2. Nf3 *",
        "LAN",
        expect![[r#"
        lost at "Ke4": `Ke4` cannot be written: `Ke4` is not legal here: the king on e8 cannot move to e4; the half-move after it is lost too
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "LAN:Long Algebraic Notation"]

        1. e2-e4 (1. d2-d4 d7-d5) *"#]],
    );
    check(
        "1. e4 (1. Kd4 d5) 1... e5 2. Nf3 *",
        "LAN",
        expect![[r#"
        lost at "Kd4": `Kd4` cannot be written: `Kd4` is not legal here: the king on e1 cannot move to d4; the half-move after it is lost too
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "LAN:Long Algebraic Notation"]

        1. e2-e4 1.5 e7-e5 2. Ng1-f3 *"#]],
    );
    check(
        "1. e4 (1. d4 Kd5) 1... e5 2. Nf3 *",
        "LAN",
        expect![[r#"
        lost at "Kd5": `Kd5` cannot be written: `Kd5` is not legal here: the king on e8 cannot move to d5
        [GameFormat "VGN:Variable Game Notation"]
        [MoveFormat "LAN:Long Algebraic Notation"]

        1. e2-e4 1.5 e7-e5 (1. d2-d4) 2. Ng1-f3 *"#]],
    );
}

fn exported(text: &str) -> String {
    let settings = vgn_lsp::lint::Settings::default();
    let export = export_pgn(text, &context(&settings)).expect("a game");
    export.text
}

#[test]
fn export_says_the_same_and_does_so_again() {
    for text in [
        "1. e4 e5 2. Nf3 Nc6 3. Bb5 (2. Bc4 Nf6) 3... a6 *",
        "1. e4 e5 (1. d4 d5 2. c4) 2. Nf3 *",
        "1. e4 e5 (1. Rd4 d5 2. c4) 2. Nf3 *",
        "1. e4 e5 (7... c5 8. Nf3 (2. c3 d5)) 2. Nf3 *",
        "(1. d4) 1. e4 *",
    ] {
        let once = exported(text);
        assert_eq!(exported(&once), once);
        assert_eq!(lines(&once), lines(text), "{once}");
    }
    let _ = target("PGN");
}

#[test]
fn a_number_without_a_period_names_what_can_be_replaced() {
    let vgn = |moves: &str| format!("[GameFormat \"VGN\"]\n\n{moves}\n");
    for (moves, pgn) in [
        ("1. e4 1.5 e5 (1 d4 1.5 d5) 2. Nf3 *", "1. e4 (1. d4 d5) 1... e5 2. Nf3 *"),
        ("1. e4 1.5 e5 (1 c5 2. Nf3) 2. Nf3 *", "1. e4 e5 (1... c5 2. Nf3) 2. Nf3 *"),
        ("1 e4 1 e5 (1 d4 1 d5) 2 Nf3 *", "1. e4 (1. d4 d5) 1... e5 2. Nf3 *"),
    ] {
        let exported = exported(&vgn(moves));
        assert_eq!(exported.split("]\n\n").last(), Some(format!("{pgn}\n\n").as_str()));
    }
    // A number that names nothing to replace: what the variation says is lost where the place decides.
    for variation in ["(1. d4 1.5 d5)", "(1 d4 1.5 d5)"] {
        for to in ["PGN", "PGC"] {
            let text = vgn(&format!("1. e4 1.5 e5 2. Nf3 2.5 Nc6 {variation} *"));
            let settings = vgn_lsp::lint::Settings::default();
            let game = StoredGame { text: &text, section: None, length_known: false };
            let whole = convert_whole(&game, &context(&settings), &target(to)).expect("a game");
            let told = |loss: &Loss| loss.message.starts_with("what the variation replaces is not known: ");
            assert!(whole.losses.iter().any(told), "{to}: {:?}", whole.losses);
        }
    }
}

/// A null move in a variation is in PGN where the variation is, whatever its number; in VGN its number says where.
#[test]
fn a_null_move_in_a_variation_with_any_number() {
    let mut refused = 0;
    for before in ["1. Nf3", "1. e4 e5", "1. e4 e5 2. Nf3", "1. e4 (1. d4 d5)"] {
        for number in ["", "1.", "1...", "2.", "2...", "3.", "17..."] {
            for null in ["Z0", "--", "Z0 2... Nc6", "d4 --"] {
                let game = format!("{before} ({number} {null}) *");
                let vgn = converted_or_refused(&game, "VGN");
                let Some(vgn) = vgn else {
                    refused += 1;
                    continue;
                };
                assert!(!faults(&vgn).contains(&"variation-anchor"), "{game}\n{vgn}");
                assert_eq!(lines(&vgn), lines(&game), "{game}\n{vgn}");
                let back = export_pgn(&vgn, &context(&Settings::default())).expect("it fits");
                assert_eq!(lines(&back.text), lines(&game), "{game}\n{}", back.text);
            }
        }
    }
    assert!(refused < 60, "{refused}");
}

/// `None` if something would be lost.
fn converted_or_refused(text: &str, to: &str) -> Option<String> {
    let conversion = try_convert(text, to, None).ok().filter(|conversion| conversion.losses.is_empty())?;
    Some(apply(text, &conversion.edits))
}
