//! A slip in the tag that gives the first board (rules B6 and B11): one finding for the cause, and no guess about the
//! moves.

use vgn_lsp::convert::{Target, convert_game, export_pgn};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::notation::FCN;

use super::found::{ROSTER, clean, earns, fixed, found, from_board, safe_fixes};

fn is_refused(game: &str) -> bool {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    export_pgn(game, &context).is_err() && convert_game(game, &context, &Target::Notation(&FCN), None).is_err()
}

#[test]
fn a_board_under_a_misspelt_name_is_the_one_finding() {
    let game = |name: &str| format!("{ROSTER}[{name} \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n[SetUp \"1\"]\n\n1. O-O *\n");
    clean(&game("FEN"));
    for name in ["Fen", "fen", "FNE", "FE", "FN", "EN", "FEM", "FENN", "fenn"] {
        for tags in [game(name), game(name).replace("[SetUp \"1\"]\n", "")] {
            earns(&tags, &[&format!("unknown-tag-near `{name}`")]);
            assert_eq!(fixed(&tags, "unknown-tag-near"), [tags.replacen(name, "FEN", 1)]);
            assert_eq!(safe_fixes(&tags), [""; 0]);
            assert!(is_refused(&tags), "{tags}");
        }
    }
    // With another value, or beside the true tag, the name says nothing of the board.
    clean("[Fen \"the marshes\"]\n\n1. e4 *\n");
    let both = game("FEN").replacen("[FEN", "[fen \"x/x/x/x/x/x/x/x\"]\n[FEN", 1);
    clean(&both);
    earns("[SetUp \"1\"]\n\n1. e4 *\n", &["setup-without-fen `[SetUp \"1\"]`"]);
}

#[test]
fn the_en_passant_square_on_the_wrong_rank_is_the_one_finding() {
    let game = |fen: &str, moves: &str| format!("{ROSTER}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n{moves} *\n");
    for (fen, meant, wrong, moves) in [
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", "d3", "1. exd6"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", "d5", "1. exd6 Kd7"),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "d6", "d3", "1. Kd2 (1. exd6)"),
        ("4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "e3", "e6", "1... dxe3"),
    ] {
        let right = game(fen, moves);
        clean(&right);
        let text = right.replacen(&format!(" {meant} "), &format!(" {wrong} "), 1);
        earns(&text, &[&format!("impossible-en-passant `{wrong}`")]);
        assert_eq!(fixed(&text, "impossible-en-passant"), [right]);
        assert_eq!(safe_fixes(&text), [""; 0]);
    }
    // Another file.
    let text = game("4k3/8/8/3pP3/8/8/8/4K3 w - e6 0 1", "1. exd6");
    earns(&text, &["impossible-en-passant `e6`"]);
    assert_eq!(fixed(&text, "impossible-en-passant"), [text.replacen(" e6 ", " d6 ", 1)]);
    assert_eq!(safe_fixes(&text), [""; 0]);
    // Another first half-move does not say which of the two was meant.
    let text = game("4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "1. Kd2");
    earns(&text, &["impossible-en-passant `d3`"]);
    assert_eq!(fixed(&text, "impossible-en-passant"), [text.replace("d3", "d6"), text.replace("d3", "-")]);
    assert_eq!(safe_fixes(&text), [""; 0]);
    let fcn = from_board("FEN:4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", "1. Pe5-d6xP *\n");
    earns(&fcn, &["impossible-en-passant `d3`"]);
}

#[test]
fn an_en_passant_square_that_means_nothing_is_removed_safely() {
    let game =
        |turn: char| format!("{ROSTER}[SetUp \"1\"]\n[FEN \"4k3/8/8/8/4P3/8/8/4K3 {turn} - SQUARE 0 1\"]\n\n*\n");
    let text = game('w').replace("SQUARE", "d6");
    earns(&text, &["impossible-en-passant `d6`"]);
    assert_eq!(safe_fixes(&text), [text.replace("d6", "-")]);
    // Here the square may be right, and the side to move wrong.
    let text = game('w').replace("SQUARE", "e3");
    earns(&text, &["impossible-en-passant `e3`"]);
    assert_eq!(safe_fixes(&text), [""; 0]);
    clean(&game('b').replace("SQUARE", "e3"));
}

#[test]
fn a_slip_in_the_fields_of_a_board_is_one_finding() {
    let fen = "r3k2r/pp3ppp/8/3pP3/8/8/PPP2PPP/R3K2R w KQkq d6 0 29";
    let game = |fen: &str| format!("{ROSTER}[SetUp \"1\"]\n[FEN \"{fen}\"]\n\n29. exd6 O-O 30. O-O-O a6 *\n");
    clean(&game(fen));
    let (board, fields) = fen.split_once(' ').expect("fields");
    let mut slips = Vec::new();
    for at in 0..=fields.len() {
        slips.extend(")(,&$x1-;{[]'".chars().map(|sign| format!("{}{sign}{}", &fields[..at], &fields[at..])));
        slips.extend(fields.get(at + 1..).map(|rest| format!("{}{rest}", &fields[..at])));
    }
    let all: Vec<&str> = fields.split(' ').collect();
    for at in 0..all.len() {
        slips.push([&all[..at], &all[at + 1..]].concat().join(" "));
    }
    // Another board that the moves fit too.
    let fitting = ["w Qkq d6 0 29", "w KQk d6 0 29", "w KQkq d6 10 29", "w KQkq d6 01 29"];
    for slip in slips.iter().filter(|slip| !fitting.contains(&slip.as_str())) {
        let text = game(&format!("{board} {slip}"));
        assert_eq!(found(&text).len(), 1, "{:?} {slip}", found(&text));
        let after = safe_fixes(&text);
        assert!(after.iter().all(|after| after.contains(slip.as_str())), "{slip}");
    }
}

/// In a PGN game a value that is neither 0 nor 1, and no board, is one finding, and does not make it a VGN game.
#[test]
fn another_value_of_setup_is_one_finding() {
    let text = "[SetUp \"yes\"]\n\n1. e4 *\n";
    earns(text, &["invalid-setup `yes`"]);
    assert_eq!(fixed(text, "invalid-setup"), [""; 0]);
}
