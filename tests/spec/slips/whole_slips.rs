//! A VGN game all of whose half-moves of one kind, or numbers, are written in one wrong way has one finding, whose fix
//! writes them as they should be.

use shakmaty::Color;
use vgn_lsp::notation::{FCN, SAN};
use vgn_lsp::replay::ResolvedMove;

use crate::spec::found::{VGN, earns, fcn, fixed, message, vgn};
use crate::spec::slips::habits::{Game, habit, numbered, squares};
use crate::support::games::spell;

/// The real games in FCN, each half-move changed; a `sign` that has no other use parts numbers and half-moves.
fn in_fcn(change: impl Fn(&str) -> String) -> impl Fn(&Game) -> String {
    move |game| {
        let tags = format!("{VGN}[Date \"2000.01.01\"]\n[MoveFormat \"FCN\"]\n");
        game.written(&tags, |m, _| numbered(m, &change(&spell(m, &FCN).expect("FCN"))))
    }
}

#[test]
fn fcn_with_the_signs_of_other_notations() {
    // No hyphen; no letter for the pawn; SAN's castling; captures as LAN has them; nothing said of what is taken.
    habit("invalid-move-text", &[], 60, in_fcn(|text| text.replace('-', "")));
    habit("invalid-move-text", &[], 60, in_fcn(|text| text.trim_start_matches('P').to_owned()));
    habit("invalid-move-text", &[], 20, in_fcn(|text| text.replace("KC", "O-O").replace("QC", "O-O-O")));
    habit(
        "invalid-move-text",
        &[],
        50,
        in_fcn(|text| match text.split_once('x') {
            Some((quiet, rest)) => quiet.replace('-', "x") + &rest[1..],
            None => text.to_owned(),
        }),
    );
    habit(
        "missing-capture",
        &["wrong-en-passant"],
        50,
        in_fcn(|text| match text.split_once('x') {
            Some((quiet, rest)) => format!("{quiet}x{}", &rest[1..]),
            None => text.to_owned(),
        }),
    );
}

#[test]
fn lan_as_bare_squares() {
    let tags = format!("{VGN}[Date \"2000.01.01\"]\n[MoveFormat \"LAN\"]\n");
    habit("import-format", &[], 60, |game| {
        game.written(&tags, |m, _| numbered(m, &squares(m).expect("a half-move that was played")))
    });
    // With the hyphen, a letter is missing.
    earns(&vgn("LAN", "1. e2-e4 e7-e5 2. g1-f3 *"), &["wrong-piece `g1-f3`"]);
}

#[test]
fn fcn_without_check_marks_but_with_its_end_mark() {
    let bare = |text: &str| text.trim_end_matches(['+', '#']).to_owned();
    habit("missing-check-mark", &[], 20, in_fcn(bare));
    habit("missing-check-mark", &[], 20, |game| {
        let text = in_fcn(bare)(game);
        let (moves, result) = text.trim_end().rsplit_once(' ').expect("a terminator");
        let mark = if result == "1/2-1/2" { "##" } else { "#+" };
        format!("{moves}{mark} {result}\n")
    });
}

#[test]
fn numbers_for_black_with_a_comma() {
    let tags = format!("{VGN}[Date \"2000.01.01\"]\n");
    let comma = |m: &ResolvedMove, text: &str| match m.color {
        Color::White => numbered(m, text),
        Color::Black => format!("{},5 {text}", m.number),
    };
    habit("move-number-style", &[], 60, |game| game.written(&tags, comma));
    let game = format!("{VGN}\n1. e4 1,5 e5 2. Nf3 2,5 Nc6 (2,5 d6 3. d4) *");
    earns(&game, &["move-number-style `1,5`"]);
    assert_eq!(fixed(&game, "move-number-style"), [format!("{VGN}\n1. e4 1.5 e5 2. Nf3 2.5 Nc6 (2.5 d6 3. d4) *")]);
    // The number is read, so that a wrong one is.
    earns(&format!("{VGN}\n1. e4 1.5 e5 2. Nf3 3,5 Nc6 *"), &["move-number `3,5`"]);
}

#[test]
fn san_without_the_sign_for_captures_of_pawns() {
    habit("import-format", &[], 40, |game| {
        game.pgn(|m, _| {
            let san = spell(m, &SAN).expect("SAN");
            let is_pawns = san.starts_with(char::is_lowercase);
            numbered(m, &if is_pawns { san.replace('x', "") } else { san })
        })
    });
}

#[test]
fn fcn_that_does_not_name_what_it_takes() {
    let game = fcn("1. Pe2-e4 Pd7-d5 2. Pe4-d5x Qd8-d5xP 3. Nb1-c3 Qd5-a5 *");
    earns(&game, &["missing-capture `Pe4-d5x`"]);
    assert_eq!(message(&game, "missing-capture"), "the move captures the pawn on d5, but does not name it");
    assert_eq!(fixed(&game, "missing-capture"), [game.replace("d5x ", "d5xP ")]);
    for (before, text, expected) in [
        // The marks and the new piece stay, small letters too.
        ("1. Pe2-e4 Pe7-e5 2. Qd1-h5 Nb8-c6 3.", "Qh5-f7x+", "Qh5-f7xP+"),
        ("1. Pe2-e4 Pd7-d5 2. Pe4-d5xP Pc7-c6 3. Pd5-c6xP Pa7-a6 4. Pc6-b7xP Pa6-a5 5.", "Pb7-a8x=Q", "Pb7-a8xR=Q"),
        ("1. pe2-e4 pd7-d5 2.", "pe4-d5x", "Pe4-d5xP"),
    ] {
        let game = fcn(&format!("{before} {text} *"));
        earns(&game, &[&format!("missing-capture `{text}`")]);
        assert_eq!(fixed(&game, "missing-capture"), [game.replace(&format!("{text} *"), &format!("{expected} *"))]);
    }
    let passant = fcn("1. Pe2-e4 Pa7-a6 2. Pe4-e5 Pd7-d5 3. Pe5-d6x *");
    earns(&passant, &["wrong-en-passant `Pe5-d6x`"]);
    assert_eq!(fixed(&passant, "wrong-en-passant"), [passant.replace("d6x", "d6en")]);
    let quiet = passant.replace("d6x", "d6");
    let said = "the move captures the pawn on d5 en passant, but is not written as a capture";
    assert_eq!(message(&quiet, "wrong-en-passant"), said);
    // There is nothing to take, or no such move.
    earns(&fcn("1. Ng1-f3x Pd7-d5 *"), &["wrong-capture `Ng1-f3x`"]);
    earns(&fcn("1. Pe2-e4 Pd7-d6 2. Pe4-d5x Qh9 *"), &["illegal-move `Pe4-d5x`", "invalid-move-text `Qh9`"]);
}
