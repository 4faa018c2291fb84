//! What stands inside a comment stays, whatever is written: blanks, tabs, line ends and how long its lines are.

use proptest::prelude::*;
use vgn_lsp::convert::{StoredGame, Target, convert_whole};
use vgn_lsp::lint::Settings;

use crate::convert::notes::{Line, notes};
use crate::convert::support::context;

/// The game in another notation and as PGN again. `None` if something is lost on the way there.
fn there_and_back(text: &str, to: &Target) -> Option<String> {
    let settings = Settings::default();
    let converted = |text: &str, section, to: &Target| {
        let game = StoredGame { text, section, length_known: true };
        convert_whole(&game, &context(&settings), to).expect("a game that can be converted")
    };
    let there = converted(text, None, to);
    if !there.losses.is_empty() {
        return None;
    }
    let back = converted(&there.text, there.section.as_deref(), &Target::Pgn);
    assert_eq!(back.losses, [], "{}: {}", to.name(), there.text);
    Some(back.text)
}

/// The comments of a line, each half-move's by themselves, and those of its variations.
fn comments(line: &Line) -> Vec<Vec<String>> {
    let mut all = vec![line.head.clone()];
    for half_move in &line.half_moves {
        all.push(half_move.comments.clone());
        all.extend(half_move.variations.iter().flat_map(comments));
    }
    all
}

/// What a comment may hold; line ends where it stands in braces alone.
fn inside() -> impl Strategy<Value = String> {
    let word = prop::sample::select(vec!["a", "the point", "é", "[%clk 0:03:00]", "%", ";", "(", "$1", "1.", "{"]);
    let space = prop::sample::select(vec![" ", "  ", "\t", "\n", "\n\n", " \n\t", "\u{a0}"]);
    let long = prop::sample::select(vec![1_usize, 1, 1, 30]);
    let part = (word, space, long).prop_map(|(word, space, times)| format!("{word}{space}").repeat(times));
    (
        prop::sample::select(vec!["", " ", "\n", "\t"]),
        prop::collection::vec(part, 0..4),
        prop::sample::select(vec!["", "z"]),
    )
        .prop_map(|(lead, parts, end)| format!("{lead}{}{end}", parts.concat()))
}

fn comment() -> impl Strategy<Value = String> {
    prop_oneof![
        3 => inside().prop_map(|inside| format!("{{{inside}}}")),
        1 => inside().prop_map(|inside| format!(";{}\n", inside.replace('\n', " "))),
        1 => inside().prop_map(|inside| format!(";{} }} \n", inside.replace('\n', " "))),
    ]
}

fn game() -> impl Strategy<Value = String> {
    let comments = || prop::collection::vec(comment(), 0..2).prop_map(|all| all.join(" "));
    let step = (comments(), comments(), comments(), prop::bool::weighted(0.3));
    let line_end = prop::sample::select(vec!["\n", "\r\n"]);
    (comments(), prop::collection::vec(step, 6), line_end).prop_map(|(before, steps, line_end)| {
        let line = [("e4", "d4"), ("e5", "c5"), ("Nf3", "Nc3"), ("Nc6", "Nf6"), ("Bb5", "Bc4"), ("a6", "Nf6")];
        let mut text = format!("[White \"A\"]\n\n{before}");
        for (ply, (behind, in_variation, after, varied)) in steps.into_iter().enumerate() {
            let (number, (played, other)) = (format!("{}{}", ply / 2 + 1, [".", "..."][ply % 2]), line[ply]);
            text += &format!(" {number} {played} {behind}");
            if varied {
                text += &format!(" ({number} {other} {in_variation}) {after}");
            }
        }
        format!("{text} *\n").replace('\n', line_end)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 60, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn stays_on_the_way_there_and_back(text in game()) {
        let before = comments(&notes(&text));
        let mut kept = 0;
        for to in Target::all() {
            let Some(back) = there_and_back(&text, &to) else { continue };
            prop_assert_eq!(&before, &comments(&notes(&back)), "{}\n{}\n{}", to.name(), text, back);
            kept += 1;
        }
        prop_assert!(kept >= 12, "{} targets hold {}", kept, text);
    }
}

/// In VGN the comment goes behind Black's half-move, and the variation behind it names White's.
#[test]
fn a_brace_inside_is_no_sign_of_a_lost_end() {
    for comment in ["{a { b}", "{a{b}", "{2. d4 { see}", "{or 1. d4 d5 2. c4 { b}"] {
        let text = format!("1. e3 {comment} (1. c4 e5) 1... g6 *\n");
        for to in Target::all() {
            if let Some(back) = there_and_back(&text, &to) {
                assert!(back.contains(text.trim_end()), "{}: {back}", to.name());
            }
        }
    }
}

#[test]
fn line_ends_stay() {
    for comment in ["{a\nb}", "{ a\n\n b }", "{a\r\nb}", "{\n}", "{a\t b  }"] {
        let text = format!("1. e4 {comment} e5 *\n");
        for to in Target::all() {
            if let Some(back) = there_and_back(&text, &to) {
                assert!(back.contains(&format!("1. e4 {comment} 1... e5 *")), "{}: {back}", to.name());
            }
        }
    }
}
