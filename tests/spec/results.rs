//! Rule C1: what is meant for a terminator, in other signs or words, is one finding with the right one as its fix, and
//! nothing is put behind it that says otherwise.

use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::check_game;

use super::found::{ROSTER, clean, count, earns, fixed, found, message, safe_fixes};
use super::piece_letters::languages::{games, numbered};

/// What is written for a terminator, and which.
const SPELLINGS: [(&str, &str); 61] = [
    ("1 - 0", "1-0"),
    ("1- 0", "1-0"),
    ("1 -0", "1-0"),
    ("1-0,", "1-0"),
    ("\"1-0\"", "1-0"),
    ("'1-0'", "1-0"),
    ("[1-0]", "1-0"),
    ("1=0", "1-0"),
    ("1--0", "1-0"),
    ("1_0", "1-0"),
    ("1:0", "1-0"),
    ("1 : 0", "1-0"),
    ("11-0", "1-0"),
    ("1-00", "1-0"),
    ("I-0", "1-0"),
    ("l-0", "1-0"),
    ("1-O", "1-0"),
    ("1\u{2011}0", "1-0"),
    ("1\u{2013}0", "1-0"),
    ("1 \u{2013} 0", "1-0"),
    ("1\u{2212}0", "1-0"),
    ("+:-", "1-0"),
    ("White won", "1-0"),
    ("White wins.", "1-0"),
    ("White won on time", "1-0"),
    ("Black resigned", "1-0"),
    ("Black resigns", "1-0"),
    ("0 - 1", "0-1"),
    ("0- 1", "0-1"),
    ("0 -1", "0-1"),
    ("0-1,", "0-1"),
    ("\"0-1\"", "0-1"),
    ("[0-1]", "0-1"),
    ("0=1", "0-1"),
    ("0--1", "0-1"),
    ("00-1", "0-1"),
    ("0-11", "0-1"),
    ("O-1", "0-1"),
    ("0-I", "0-1"),
    ("-:+", "0-1"),
    ("Black won", "0-1"),
    ("White resigns", "0-1"),
    ("1/2 - 1/2", "1/2-1/2"),
    ("1/2- 1/2", "1/2-1/2"),
    ("1/2 -1/2", "1/2-1/2"),
    ("1/2-1/2,", "1/2-1/2"),
    ("\"1/2-1/2\"", "1/2-1/2"),
    ("[1/2-1/2]", "1/2-1/2"),
    ("1/2=1/2", "1/2-1/2"),
    ("1/2--1/2", "1/2-1/2"),
    ("1/2-12", "1/2-1/2"),
    ("12-1/2", "1/2-1/2"),
    ("1/21/2", "1/2-1/2"),
    ("1/2", "1/2-1/2"),
    ("\u{bd}-\u{bd}", "1/2-1/2"),
    ("\u{bd} - \u{bd}", "1/2-1/2"),
    ("0.5 - 0.5", "1/2-1/2"),
    ("=:=", "1/2-1/2"),
    ("draw", "1/2-1/2"),
    ("Draw agreed", "1/2-1/2"),
    ("Draw by agreement.", "1/2-1/2"),
];

/// A game whose terminator is written so: one finding more than in the right game, one fix, which writes exactly that
/// one, and no safe fix that writes another terminator.
#[track_caller]
fn is_one_finding(right: &str, spelling: &str, meant: &str, behind: &str) {
    let game = |end: &str| format!("{} {end}{behind}", right.trim_end().trim_end_matches('*').trim_end());
    let (text, meant_text) = (game(spelling), game(meant));
    let before = found(&meant_text);
    let mut after = found(&text);
    let place = after.iter().position(|line| line.starts_with("stray-text"));
    after.remove(place.unwrap_or_else(|| panic!("{after:?} {text}")));
    assert_eq!(after, before, "{text}");
    assert_eq!(fixed(&text, "stray-text"), [meant_text.as_str()], "{text}");
    let settings = Settings::default();
    let report = check_game(&text, &Context::new(&settings, FileKind::Unknown).with_fixes(true));
    let texts = report.diagnostics.iter().flat_map(|d| &d.fixes).filter(|fix| fix.safe).flat_map(|fix| &fix.edits);
    assert!(texts.clone().all(|edit| !edit.text.contains(['*', '-'])), "{text}");
}

#[test]
fn c1_every_spelling_of_a_terminator_is_one_finding() {
    for (n, (spelling, meant)) in SPELLINGS.into_iter().enumerate() {
        for game in games().skip(n).step_by(60).take(4) {
            let right = numbered(&game.sans());
            if right.contains('#') {
                continue;
            }
            for behind in ["\n", "", " {good}\n"] {
                is_one_finding(&right, spelling, meant, behind);
            }
        }
        // At a line's beginning, and before the next game.
        for tags in ["", "[Event \"x\"]\n\n"] {
            let text = format!("{tags}1. e4 e5\n{spelling}\n\n[Event \"y\"]\n\n1. d4 *\n");
            assert_eq!(found(&text).len(), 1, "{:?} {text}", found(&text));
            assert_eq!(fixed(&text, "stray-text"), [text.replacen(spelling, meant, 1)]);
            assert_eq!(count(&text), 2, "{text}");
        }
    }
}

#[test]
fn c1_a_result_glued_to_a_half_move() {
    for (text, right) in [
        ("1. e4 e5 2. Nf31-0", "1. e4 e5 2. Nf3 1-0"),
        ("1. e4 e50-1\n", "1. e4 e5 0-1\n"),
        ("1. e4 e51/2-1/2 {so}\n", "1. e4 e5 1/2-1/2 {so}\n"),
        ("1. f3 e5 2. g4 Qh4#0-1", "1. f3 e5 2. g4 Qh4# 0-1"),
    ] {
        assert_eq!(found(text).len(), 1, "{:?} {text}", found(text));
        assert_eq!(fixed(text, "stray-text"), [right]);
        clean(right);
    }
}

#[test]
fn c1_no_terminator_is_put_behind_what_may_say_a_result() {
    let is_safe = |text: &str| {
        let settings = Settings::default();
        let report = check_game(text, &Context::new(&settings, FileKind::Unknown).with_fixes(true));
        let found = report.diagnostics.into_iter().find(|d| d.code.name() == "missing-terminator");
        found.is_some_and(|d| d.fixes.iter().any(|fix| fix.safe))
    };
    for text in [
        "1. e4 e5 and White has won here",
        "1. e4 e5 {White won}",
        "1. e4 e5 {1-0} {sure}",
        "1. e4 e5 (1-0)",
        "1. e4 e5 hm",
        "[Result 1-0]\n\n1. e4 e5",
        "[Result \"White won\"]\n\n1. e4 e5",
        "[Resul \"1-0\"]\n\n1. e4 e5",
    ] {
        assert!(!is_safe(text), "{text}");
    }
    for text in ["1. e4 e5", "1. e4 e5 {good}", "[Result \"1-0\"]\n\n1. e4 e5", "[Result \"*\"]\n\n1. e4 e5"] {
        assert!(is_safe(text), "{text}");
    }
    assert_eq!(fixed("1. e4 e5 (1-0)", "missing-terminator"), ["1. e4 e5 1-0"]);
    // Elsewhere such words and signs are what they were.
    earns("1. e4 e5 draw 2. Nf3 *", &["stray-text `draw`"]);
    assert!(!message("1. e4 e5 1 - 0 2. Nf3 *", "stray-text").contains("1-0"));
}

/// Every spelling that means a terminator means it in the tag `Result` too; the terminator confirms it.
#[test]
fn the_spellings_of_a_terminator_mend_the_tag() {
    let game = |value: &str, end: &str| {
        let value = value.replace('"', "\\\"");
        format!("{}\n1. e4 e5 {end}\n", ROSTER.replace("\"*\"", &format!("\"{value}\"")))
    };
    for (spelling, meant) in SPELLINGS {
        let (text, right) = (game(spelling, meant), game(meant, meant));
        let says_why = ["on time", "resign", "agree"].iter().any(|why| spelling.contains(why));
        assert_eq!(safe_fixes(&text), if says_why { vec![] } else { vec![right.clone()] }, "{text}");
        assert!(message(&text, "invalid-result-tag").ends_with(&format!("expected `{meant}`")), "{text}");
        if !says_why {
            let other = if meant == "1-0" { "0-1" } else { "1-0" };
            assert_eq!(fixed(&game(spelling, other), "invalid-result-tag"), [game(meant, other)]);
            assert_eq!(safe_fixes(&game(spelling, other)), [""; 0], "{spelling}");
        }
    }
    for value in ["", "?"] {
        assert_eq!(safe_fixes(&game(value, "1-0")), [game("1-0", "1-0")]);
    }
}

/// A score for which PGN has no terminator is no castling, and the tag `Termination` says what has happened.
#[test]
fn a_score_that_no_terminator_records_is_an_asterisk() {
    let roster = |result: &str, more: &str| ROSTER.replace("\"*\"]\n", &format!("\"{result}\"]\n{more}"));
    for (moves, score, why) in [
        ("", "0-0", "double forfeit"),
        ("1. e4 e5 2. Nf3 ", "0-0", "double forfeit"),
        ("1. e4 e5 ", "1/2-0", "scored 1/2-0"),
        ("1. e4 e5 ", "0-1/2", "scored 0-1/2"),
        ("1. e4 e5 2. Nf3 ", "0.5-0", "scored 0.5-0"),
        // The castling would be legal, but the tag says that it is none.
        ("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. d3 ", "0-0", "double forfeit"),
    ] {
        let tag = format!("[Termination \"{why}\"]\n");
        let text = format!("{}\n{moves}{score}\n", roster(score, ""));
        earns(&text, &[&format!("invalid-result-tag `{score}`"), &format!("stray-text `{score}`")]);
        assert_eq!(safe_fixes(&text), [""; 0], "{text}");
        assert_eq!(fixed(&text, "invalid-result-tag"), [format!("{}\n{moves}{score}\n", roster("*", &tag))]);
        assert_eq!(fixed(&text, "stray-text"), [format!("{}\n{moves}*\n", roster(score, ""))]);
        if !moves.contains("d3") {
            // Without the tag's score, the reason goes with the terminator.
            let text = format!("{}\n{moves}{score} {{absent}}\n", roster("*", ""));
            assert_eq!(fixed(&text, "stray-text"), [format!("{}\n{moves}* {{absent}}\n", roster("*", &tag))]);
        }
        // A reason that the game has stays.
        let given = "[Termination \"rules infraction\"]\n";
        let text = format!("{}\n{moves}{score}\n", roster(score, given));
        assert_eq!(fixed(&text, "invalid-result-tag"), [format!("{}\n{moves}{score}\n", roster("*", given))]);
    }
}

#[test]
fn a_castling_in_zeros_stays_one() {
    let opening = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4.";
    for game in [
        format!("{opening} 0-0 0-0 5. d3 *"),
        format!("{opening} 0-0 0-0 *"),
        format!("{opening} d3 0-0"),
        format!("{opening} 0-0"),
        format!("{opening} 0-0 {{good}} *"),
    ] {
        let all = found(&game);
        assert!(all.iter().any(|line| line.starts_with("castling-zeros")), "{all:?} {game}");
        assert!(!all.iter().any(|line| line.starts_with("stray-text")), "{all:?} {game}");
    }
    // An illegal one with the game going on is an illegal half-move.
    earns("1. e4 e5 2. Nf3 0-0 3. Bc4 *", &["illegal-move `0-0`"]);
    earns("1. e4 e5 2. Nf3 0-0 *", &["illegal-move `0-0`"]);
}

#[test]
fn a_missing_terminator_that_contradicts_the_tag_is_a_choice() {
    let game = |result: &str, moves: &str| format!("{}\n{moves}", ROSTER.replace("\"*\"", &format!("\"{result}\"")));
    for (tag, moves, board) in [
        ("1-0", "1. f3 e5 2. g4 Qh4#", "0-1"),
        ("1/2-1/2", "1. f3 e5 2. g4 Qh4#", "0-1"),
        ("*", "1. f3 e5 2. g4 Qh4#", "0-1"),
        ("0-1", "1. e4 e5 2. Qh5 Ke7 3. Qxe5#", "1-0"),
    ] {
        let text = game(tag, moves);
        let mate = moves.rsplit(' ').next().expect("a half-move");
        earns(&text, &[&format!("missing-terminator `{mate}`")]);
        assert_eq!(safe_fixes(&text), [""; 0]);
        let agreed = format!("{} {board}", game(board, moves));
        assert_eq!(fixed(&text, "missing-terminator"), [agreed.as_str()]);
        clean(&agreed);
    }
    for tag in ["0-1", "?", ""] {
        let text = game(tag, "1. f3 e5 2. g4 Qh4#");
        assert_eq!(safe_fixes(&text), [format!("{text} 0-1")]);
    }
}
