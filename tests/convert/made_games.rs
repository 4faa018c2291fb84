//! The laws of conversion over made games: comments, annotations, numbers and variations wherever PGN lets them stand.

use proptest::prelude::*;

use crate::convert::laws::{Tally, check_game};

/// Half-moves of a line, and another for each.
const LINE: [(&str, &str); 6] =
    [("e4", "d4"), ("e5", "c5"), ("Nf3", "Nc3"), ("Nc6", "Nf6"), ("Bb5", "Bc4"), ("a6", "Nf6")];

/// What may stand behind a half-move.
fn behind() -> impl Strategy<Value = String> {
    let glyphs = prop::sample::select(vec!["", "", "", "!", " $1", "?! $14", " $2 $18"]);
    (glyphs, comments()).prop_map(|(glyphs, comments)| format!("{glyphs}{comments}"))
}

fn comments() -> impl Strategy<Value = String> {
    let comment = prop::sample::select(vec![
        " {a}",
        "{b c}",
        " ; d\n",
        "\n{e\nf}\n",
        " ;g } h\n",
        "\n% i\n",
        " {[%clk 1:00:00]}",
        " {[%after 1.] own}",
        "{ [%after 9.5]}",
        "{}",
        "{ }",
        " {or { k}",
        " ; l {m\n",
    ]);
    prop_oneof![3 => Just(String::new()), 2 => prop::collection::vec(comment, 1..3).prop_map(|all| all.concat())]
}

/// A number for the half-move `ply`, or none.
fn number(ply: usize, style: u8) -> String {
    let number = ply / 2 + 1;
    match (style, ply % 2) {
        (0, _) => String::new(),
        (1, 0) => format!("{number}. "),
        (1, _) => format!("{number}... "),
        (2, 0) => format!("{number}."),
        (2, _) => format!("{number}..."),
        (3, _) => format!("{number} "),
        (_, 0) => format!("{number} . "),
        (_, _) => format!("{number} .. "),
    }
}

/// A half-move with its number and what stands around it.
fn half_move() -> impl Strategy<Value = (u8, String, String)> {
    (0..5_u8, prop_oneof![5 => Just(String::new()), 1 => comments()], behind())
}

fn game() -> impl Strategy<Value = String> {
    let variation = prop::option::weighted(0.3, (comments(), half_move(), comments()));
    let step = (half_move(), variation, prop::sample::select(vec![" ", "\n", "  "]));
    let tags = prop::sample::select(vec!["", "[White \"A\"]\n\n", "[Result \"RESULT\"]\n[Event \"x\"]\n{t}\n\n"]);
    (tags, prop::collection::vec(step, 0..=LINE.len()), prop::sample::select(vec!["1-0", "*", "1/2-1/2"])).prop_map(
        |(tags, steps, end)| {
            let mut text = tags.replace("RESULT", end);
            for (ply, ((style, between, behind), variation, space)) in steps.into_iter().enumerate() {
                let (played, other) = LINE[ply];
                // Before any tag, a number without a period is not yet known for one.
                let style = if ply == 0 { style % 3 } else { style };
                text += &format!("{}{between} {played}{behind}{space}", number(ply, style));
                if let Some((before, (style, between, behind), after)) = variation {
                    // A variation's first number tells what it replaces.
                    let number = number(ply, style.clamp(1, 2));
                    text += &format!("({before}{number}{between} {other}{behind}{after}){space}");
                }
            }
            text + " " + end + "\n"
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 200, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn made_games_obey_the_laws(text in game()) {
        check_game(&text, &mut Tally::default());
    }
}
