//! A slip in the tag that gives the first board (rules B6 and B11): one finding for the cause, and no guess about the
//! moves.

use vgn_lsp::convert::{Target, convert_game, export_pgn};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::notation::FCN;

use crate::spec::found::{ROSTER, clean, earns, fixed, found, safe_fixes};

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
fn an_en_passant_square_that_means_nothing_is_not_removed_unasked() {
    let game =
        |turn: char| format!("{ROSTER}[SetUp \"1\"]\n[FEN \"4k3/8/8/8/4P3/8/8/4K3 {turn} - SQUARE 0 1\"]\n\n*\n");
    for square in ["d6", "e3"] {
        let text = game('w').replace("SQUARE", square);
        earns(&text, &[&format!("impossible-en-passant `{square}`")]);
        assert_eq!(fixed(&text, "impossible-en-passant"), [text.replace(square, "-")]);
        assert_eq!(safe_fixes(&text), [""; 0]);
    }
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
