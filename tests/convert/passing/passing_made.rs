//! The law of [`crate::convert::passing`] over games that are made or damaged by chance.

use proptest::prelude::*;
use vgn_lsp::syntax::games::games;

use crate::convert::passing::{FILES, forms, game};
use crate::convert::support::target;
use crate::laws::passing::{SECTIONS, TARGETS, both_ways};

/// Half-moves of a line; another for each, and an answer to that.
const LINE: [(&str, &str, &str); 6] = [
    ("e4", "d4", "d5"),
    ("e5", "c5", "Nc3"),
    ("Ng1f3", "Nc3", "d6"),
    ("Nc6", "Nf6", "d3"),
    ("Bb5", "Bc4", "h6"),
    ("a6", "Nf6", "d3"),
];

/// What stands behind a token.
fn behind() -> impl Strategy<Value = String> {
    let comments = [
        " {a}",
        "{b é}",
        "\n{c\nd}\n",
        " ; e \n",
        "\n\t{f} ",
        " {[%clk 1:00:00] a long one that reaches over the end of a line, é, and a [%csl Ga1] too}",
        " ;g } h\n",
        " {[%after 1.] own}",
        "{ }",
        "{}",
    ];
    let comments = prop::collection::vec(prop::sample::select(comments.to_vec()), 1..3);
    prop_oneof![3 => Just(String::new()), 2 => comments.prop_map(|all| all.concat())]
}

/// A half-move's number style, glyphs, and what stands behind them.
fn half_move() -> impl Strategy<Value = (usize, &'static str, String)> {
    (0..3_usize, prop::sample::select(vec!["", "", "", "!", " $1", "?! $14", " $2 $18", " \\$14", "+"]), behind())
}

fn spelt(ply: usize, mv: &str, (style, glyphs, behind): &(usize, &str, String)) -> String {
    let number = ply / 2;
    let dots = ["", ".", "..."][usize::from(*style > 0) * (1 + ply % 2)];
    let number = if *style > 0 { number.to_string() } else { String::new() };
    format!("{number}{dots}{}{mv}{glyphs}{behind}", if *style == 2 { " " } else { "" })
}

fn made() -> impl Strategy<Value = String> {
    let variation = prop::option::weighted(0.4, (behind(), half_move(), half_move(), behind()));
    let step = (half_move(), variation, prop::sample::select(vec![" ", "\n", "  "]));
    let end = prop::sample::select(vec!["1-0", "*", "1/2-1/2"]);
    let first = prop::sample::select(vec![1, 1, 7]);
    (prop::collection::vec(step, 0..=LINE.len()), end, behind(), first).prop_map(|(steps, end, before, number)| {
        let mut text = before;
        for (n, (first, variation, space)) in steps.iter().enumerate() {
            let (played, other, answer) = LINE[n];
            let ply = 2 * number + n;
            text += &format!(" {}{space}", spelt(ply, played, first));
            if let Some((before, first, second, after)) = variation {
                let (first, second) = (spelt(ply, other, first), spelt(ply + 1, answer, second));
                text += &format!("({before} {first} {second}{after}){space}");
            }
        }
        game("", &format!("{text} {end}"))
    })
}

fn to() -> impl Strategy<Value = &'static str> {
    prop::sample::select([TARGETS.as_slice(), &SECTIONS].concat())
}

fn damage() -> impl Strategy<Value = u8> {
    prop::sample::select(b" \n\r\t!?$.+#0123xabcdNBQK=-O\\[\"]{}();%\xe9\xa0".to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    /// Real games with bytes put in, taken out, and changed here and there.
    #[test]
    fn damaged_games(
        file in 0..FILES.len(),
        from in any::<prop::sample::Index>(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), damage(), 0..3), 0..4),
        to in to(),
    ) {
        let spans: Vec<_> = games(FILES[file].1).collect();
        let mut bytes = FILES[file].1[spans[from.index(spans.len())].range.clone()].to_vec();
        for (at, byte, what) in changes {
            let at = at.index(bytes.len().max(1));
            match what {
                _ if bytes.is_empty() => {}
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                _ => drop(bytes.remove(at)),
            }
        }
        both_ways(&bytes, target(to));
    }

    /// Comments, glyphs and variations in every place.
    #[test]
    fn made_games(text in made(), to in to()) {
        for form in forms(&text) {
            both_ways(&form, target(to));
        }
    }
}
