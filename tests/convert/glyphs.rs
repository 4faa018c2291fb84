//! Glyphs of books (`±`, `N`): other notations have these letters for something else.

use shakmaty::Color;
use vgn_lsp::convert::{StoredGame, Target, apply, convert_whole};
use vgn_lsp::notation::nag::{of_printed, printed_glyphs};

use crate::convert::support::{context, converted, converted_with_strays, try_convert};
use crate::support::games::read;

/// Places of a glyph, `@`, behind a half-move of this side.
const PLACES: [(&str, Color); 9] = [
    ("1. e4 @ 1... e5 2. Nf3 *\n", Color::White),
    ("1. e4@ e5 2. Nf3 *\n", Color::White),
    ("1. e4 e5 @ 2. Nf3 *\n", Color::Black),
    ("1. e4 e5 2. Nf3 @ Nc6 3. Bb5 *\n", Color::White),
    ("1. e4 e5 2. Nf3 @ 1-0\n", Color::White),
    ("1. e4 $1 @ 1... e5 2. Nf3 *\n", Color::White),
    ("1. e4 {best} @ 1... e5 2. Nf3 *\n", Color::White),
    ("1. e4 (1. d4) @ 1... e5 2. Nf3 *\n", Color::White),
    ("1. e4 e5 (1... c5 @ 2. Nf3) 2. Nf3 *\n", Color::Black),
];

/// There and back every half-move is there, and the NAG that the glyph stands for.
#[test]
fn glyphs_are_converted_as_their_nags() {
    for (place, mover) in &PLACES {
        for glyph in printed_glyphs().filter(|glyph| *glyph != "×") {
            let number = of_printed(glyph, *mover).expect("it is in the table");
            let game = place.replace('@', glyph);
            for to in ["UCI", "FCN", "MCN", "LAN", "SFEN", "FEN"] {
                let back = converted(&converted_with_strays(&game, to), "PGN");
                let moves = |text: &str| read(text, false).map(|game| game.resolved.moves.len()).sum::<usize>();
                assert!(back.contains(&format!("${number}")), "{to}\n{game}{back}");
                assert_eq!(moves(&back), moves(&place.replace('@', "")), "{to}\n{game}{back}");
            }
        }
    }
}

/// Every target lists stray text and printed glyphs: what a game says may hang on them, and other readers pass over them.
#[test]
fn every_target_lists_what_no_format_has() {
    let settings = vgn_lsp::lint::Settings::default();
    for stray in ["foo", "D", "RR", "~", "unclear", "=", "&", "[x]"] {
        for to in Target::all().filter(|to| to.name() != "SAN") {
            let text = format!("1. e4 {stray} e5 *\n");
            let game = StoredGame { text: &text, section: None, length_known: false };
            let whole = convert_whole(&game, &context(&settings), &to).expect("legal moves");
            let is_listed = whole.losses.iter().any(|loss| loss.range == (6..6 + stray.len() as u32));
            assert!(is_listed, "{}: {stray} {:?}", to.name(), whole.losses);
        }
    }
}

/// Behind a number it belongs to what comes: that is a guess.
#[test]
fn a_glyph_behind_a_number_is_listed() {
    let conversion = try_convert("1. e4 1... ± e5 *\n", "FCN", None).expect("a game of legal moves");
    let told: Vec<String> = conversion.losses.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["`±` is a printed glyph, but does not stand after a half-move"]);
    assert!(!apply("1. e4 1... ± e5 *\n", &conversion.edits).contains('±'));
}
