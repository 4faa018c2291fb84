//! What `check --fix` mends safely, a conversion reads so, to every target; and what it writes as it stands, it says.

use vgn_lsp::convert::{Loss, StoredGame, apply, convert_whole, export_pgn};
use vgn_lsp::lint::Settings;

use crate::convert::support::{context, converted, target, try_convert};
use crate::support::cli::ROSTER;

/// Games with a fault, and without it.
const MENDED: [(&str, &str); 3] = [
    ("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7#1-0", "1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0"),
    ("1. e4 \u{b1} e5 2. Nf3\u{2213} Nc6\u{221e} *", "1. e4 $16 e5 2. Nf3 $17 Nc6 $13 *"),
    ("1. e4 += e5 2. Nf3 -+ *", "1. e4 $14 e5 2. Nf3 $19 *"),
];

#[test]
fn a_conversion_reads_what_a_safe_fix_mends() {
    let settings = Settings::default();
    for (faulty, right) in MENDED {
        for to in ["PGN", "VGN", "FCN", "UCI", "LAN", "SFEN", "BCCF", "PGC"] {
            let whole = |text: &str| {
                let game = StoredGame { text, section: None, length_known: false };
                convert_whole(&game, &context(&settings), &target(to)).expect("it can be converted")
            };
            let (found, expected) = (whole(&format!("{faulty}\n")), whole(&format!("{right}\n")));
            let told = |losses: &[Loss]| losses.iter().map(|loss| loss.message.clone()).collect::<Vec<_>>();
            assert_eq!(told(&found.losses), told(&expected.losses), "{to} {faulty}");
            assert_eq!((found.text, found.section), (expected.text, expected.section), "{to} {faulty}");
        }
        for to in ["VGN", "FCN"] {
            assert_eq!(converted(faulty, to), converted(right, to), "{to} {faulty}");
        }
    }
}

#[test]
fn a_fault_is_mended_only_where_it_would_lose_something() {
    // A selection is respelt where it is.
    let text = "1. e4\u{a0}e5 2. Nf3 Nc6 *";
    let conversion = try_convert(text, "SAN", Some(0..5)).expect("a selection");
    assert_eq!(apply(text, &conversion.edits), text);
    // What is lost all the same is listed at its place, and the rest is mended.
    let text = "1. e4\u{a0}e5 2. Nf3 D Nc6 *";
    let conversion = try_convert(text, "FCN", None).expect("legal moves");
    let listed: Vec<_> = conversion.losses.iter().map(|loss| loss.range.clone()).collect();
    assert!(listed.iter().eq([&(17..18)]), "{:?}", conversion.losses);
    assert!(apply(text, &conversion.edits).contains("Pe7-e5 2. Ng1-f3 "));
}

#[test]
fn a_score_that_no_terminator_records_is_lost_and_the_game_ends_with_an_asterisk() {
    let settings = Settings::default();
    for score in ["0-0", "1/2-0", "0-1/2", "0.5-0"] {
        let tags = ROSTER.replace("[Result \"*\"]", &format!("[Result \"{score}\"]"));
        let text = format!("{tags}1. e4 e5 2. Nf3 {score}\n");
        let export = export_pgn(&text, &context(&settings)).expect("legal moves");
        assert_eq!(export.text, format!("{ROSTER}1. e4 e5 2. Nf3 *\n\n"), "{score}");
        let at = |loss: &Loss| text[loss.range.start as usize..loss.range.end as usize].to_owned();
        let lost: Vec<_> = export.losses.iter().map(at).collect();
        assert_eq!(lost, [format!("\"{score}\""), score.to_owned()], "{:?}", export.losses);
        let fcn = try_convert(&text, "FCN", None).expect("legal moves");
        assert_eq!(fcn.losses.len(), 2, "{:?}", fcn.losses);
        assert!(apply(&text, &fcn.edits).ends_with("2. Ng1-f3 *\n"), "{}", apply(&text, &fcn.edits));
    }
}

#[test]
fn another_spelling_of_the_result_is_written_as_the_result() {
    let settings = Settings::default();
    for (spelling, result) in [
        ("1/2", "1/2-1/2"),
        ("1:0", "1-0"),
        ("\u{bd}-\u{bd}", "1/2-1/2"),
        ("1 - 0", "1-0"),
        ("White won", "1-0"),
        ("", "0-1"),
        ("?", "0-1"),
    ] {
        let game = |value: &str| format!("{}1. e4 e5 {result}\n\n", ROSTER.replace("\"*\"", &format!("\"{value}\"")));
        let export = export_pgn(&game(spelling), &context(&settings)).expect("legal moves");
        assert_eq!((export.text, export.losses), (game(result), vec![]), "{spelling}");
        assert_eq!(converted(&game(spelling), "FCN"), converted(&game(result), "FCN"), "{spelling}");
    }
    // Words that say more are kept.
    let text = format!("{}1. e4 e5 1-0\n\n", ROSTER.replace("\"*\"", "\"White wins on time\""));
    assert_eq!(export_pgn(&text, &context(&settings)).expect("legal moves").text, text);
}
