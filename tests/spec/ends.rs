//! Section D, rules D4 and D5: the end of a game.

use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::check_game;

use crate::spec::found::{clean, earns, fcn, from_board};

#[test]
fn d4_terminators_against_the_board() {
    let mate = "1. f3 e5 2. g4 Qh4#";
    clean(&format!("{mate} 0-1"));
    for wrong in ["1-0", "1/2-1/2", "*"] {
        earns(&format!("{mate} {wrong}"), &[&format!("terminator-contradicts-board `{wrong}`")]);
    }
    let stalemate = |end: &str| from_board("k7/8/1K6/8/8/8/8/2Q5 w -", &format!("1. Qc1-c7# {end}"));
    clean(&stalemate("1/2-1/2"));
    for wrong in ["1-0", "0-1"] {
        earns(&stalemate(wrong), &[&format!("terminator-contradicts-board `{wrong}`")]);
    }
}

/// Chapters of studies lack players and a date, and end with `*`, by design.
#[test]
fn what_studies_do_by_design_is_a_hint() {
    let severities = |tags: &str, end: &str| -> Vec<String> {
        let text = format!("[Event \"Study: Chapter 1\"]\n{tags}\n[Result \"{end}\"]\n\n1. f3 e5 2. g4 Qh4# {end}\n");
        let settings = Settings::default();
        let report = check_game(&text, &Context::new(&settings, FileKind::Pgn));
        let found = report.diagnostics.iter().map(|d| format!("{} {}", d.severity, d.code.name()));
        found.collect()
    };
    for tags in [
        "[Site \"https://lichess.org/study/iDSPaPWA\"]",
        "[Annotator \"https://lichess.org/@/thijscom\"]",
        "[StudyName \"Mates\"]\n[ChapterName \"One\"]",
        "[ChapterURL \"https://lichess.org/study/iDSPaPWA/a\"]",
    ] {
        assert_eq!(severities(tags, "*"), ["hint missing-roster-tag", "hint terminator-contradicts-board"], "{tags}");
        // Another result is no design.
        assert_eq!(severities(tags, "1-0"), ["hint missing-roster-tag", "warning terminator-contradicts-board"]);
    }
    let played = severities("[Site \"https://lichess.org/AbCdEfGh\"]", "*");
    assert_eq!(played, ["information missing-roster-tag", "warning terminator-contradicts-board"]);
}

#[test]
fn d4_terminators_against_the_marks() {
    clean(&fcn("1. Pe2-e4#+ 1-0"));
    clean(&fcn("1. Pe2-e4#+ 0-1"));
    clean(&fcn("1. Pe2-e4## 1/2-1/2"));
    earns(&fcn("1. Pe2-e4## 1-0"), &["terminator-contradicts-mark `1-0`"]);
    earns(&fcn("1. Pe2-e4#+ 1/2-1/2"), &["terminator-contradicts-mark `1/2-1/2`"]);
    // The board refutes the mark: the terminator contradicts nothing.
    earns(&fcn("1. Pe2-e4+# *"), &["wrong-end-mark `Pe2-e4+#`"]);
    earns(&fcn("1. Pe2-e4+# 1/2-1/2"), &["wrong-end-mark `Pe2-e4+#`"]);
    earns(&fcn("1. Pe2-e4#+ *"), &["terminator-contradicts-mark `*`"]);
    earns(&fcn("1. Pe2-e4## *"), &["terminator-contradicts-mark `*`"]);
    // An unfinished game has no mark, and a finished one needs none.
    clean(&fcn("1. Pe2-e4 *"));
    clean(&fcn("1. Pe2-e4 1-0"));
}

#[test]
fn d4_moves_after_the_end() {
    earns(&fcn("1. Pe2-e4## 1.5 Pe7-e5 2. Pd2-d4 1/2-1/2"), &["move-after-end `Pe7-e5`"]);
    earns("1. f3 e5 2. g4 Qh4# 3. e4 Ke7 0-1", &["move-after-end `e4`"]);
    earns(&fcn("1. Pf2-f3 Pe7-e5 2. Pg2-g4 Qd8-h4+# 3. Pe2-e4 0-1"), &["move-after-end `Pe2-e4`"]);
    // In a variation it stays there.
    earns("1. f3 e5 2. g4 (2. e3 Nc6) Qh4# (2... d5 3. e4) 0-1", &[]);
    earns("1. f3 e5 2. g4 d5 (2... Qh4# 3. e4) 3. e4 *", &["move-after-end `e4`"]);
}

#[test]
fn d5_positions_that_are_drawn() {
    let repeat = "Nf3 Nf6 Ng1 Ng8 ";
    clean(&format!("{}*", repeat.repeat(2) + "Nf3 Nf6 "));
    // The start position comes for the fifth time after sixteen half-moves.
    clean(&format!("{}1/2-1/2", repeat.repeat(4)));
    earns(&format!("{}e4 e5 *", repeat.repeat(4)), &["drawn-position `e4`"]);
    // What a stray `)` shows to be a variation is no part of the game's line: neither its moves nor its positions.
    let lost = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8";
    earns(&format!("{lost} 5. Nf3 Nf6 6. Ng1 Ng8) 5. e4 e5 *"), &["unopened-variation `)`"]);
    earns(
        &format!("{lost}) 5. Nf3 Nf6 6. Ng1 Ng8 7. Nf3 Nf6 8. Ng1 Ng8 9. e4 e5 *"),
        &["unopened-variation `)`", "drawn-position `e4`"],
    );
    // King against king.
    clean(&from_board("4k3/8/8/8/8/8/4p3/4K3 w -", "1. Ke1-e2xP 1/2-1/2"));
    earns(&from_board("4k3/8/8/8/8/8/4p3/4K3 w -", "1. Ke1-e2xP 1.5 Ke8-e7 *"), &["drawn-position `Ke8-e7`"]);
    let clock = |half_moves: u32| {
        format!("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - {half_moves} 90\"]\n\n90. Ra2 Kd8 91. Ra3 *")
    };
    // After the fifty-move rule a claim could be made, and nothing is said; after 75 the game was over.
    clean(&clock(110));
    earns(&clock(149), &["drawn-position `Kd8`"]);
}

/// Fivefold repetition and 75 moves have ended games since 2014-07-01 only; dead positions always have.
#[test]
fn d5_older_games_were_not_drawn_by_themselves() {
    let repeated = format!("{}e4 e5 *", "Nf3 Nf6 Ng1 Ng8 ".repeat(4));
    let long = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/R3K3 w - - 149 90\"]\n\n90. Ra2 Kd8 91. Ra3 *";
    let dead = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K3 w - - 0 90\"]\n\n90. Ke2 *";
    for date in ["2013.??.??", "2014.06.30", "1972.07.11", "199?.??.??"] {
        clean(&format!("[Date \"{date}\"]\n\n{repeated}"));
        clean(&format!("[Date \"{date}\"]\n{long}"));
        earns(&format!("[Date \"{date}\"]\n{dead}"), &["drawn-position `Ke2`"]);
    }
    for date in ["2014.??.??", "2014.07.01", "2024.01.01", "????.??.??"] {
        earns(&format!("[Date \"{date}\"]\n\n{repeated}"), &["drawn-position `e4`"]);
        earns(&format!("[Date \"{date}\"]\n{long}"), &["drawn-position `Kd8`"]);
        earns(&format!("[Date \"{date}\"]\n{dead}"), &["drawn-position `Ke2`"]);
    }
    // Where the game's own date says nothing, the event's does.
    clean(&format!("[Date \"????.??.??\"]\n[EventDate \"1972.07.11\"]\n\n{repeated}"));
    earns(&format!("[Date \"2020.01.01\"]\n[EventDate \"1972.07.11\"]\n\n{repeated}"), &["drawn-position `e4`"]);
}
