//! Games that something parts, and numbers that something parts: no safe fix makes more of the damage.

use crate::spec::found::{fixed, found, safely_fixed};

const GAME: &str = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5) 2... d6) 2. Nf3 Nc6 (2... d6 3. d4) 3. Bb5 a6 *\n";

const ROSTER: &str = "[Event \"a\"]\n[Site \"a\"]\n[Date \"2020.01.01\"]\n[Round \"1\"]\n[White \"a\"]\n[Black \"b\"]\n\
                      [Result \"*\"]\n\n";

const VGN: &str = "[GameFormat \"VGN\"]\n[MoveFormat \"SAN\"]\n\n";

/// The codes of what is found.
fn codes(text: &str) -> Vec<String> {
    found(text).iter().filter_map(|line| Some(line.split_once(' ')?.0.to_owned())).collect()
}

/// Half-moves, parentheses and tags, which are all that other programs go by.
fn read_by_others(text: &str) -> Vec<&str> {
    let text = text.split_once("\n\n").map_or(text, |(_, movetext)| movetext);
    let words = text.split_inclusive(['(', ')', ' ', '\n']).flat_map(|part| {
        let word = part.trim_end_matches(['(', ')', ' ', '\n']);
        [word, part[word.len()..].trim()]
    });
    words.filter(|word| !word.is_empty() && !word.starts_with(|c: char| c.is_ascii_digit())).collect()
}

#[test]
fn what_parts_a_game_parts_no_variation() {
    let mut tried = 0;
    for head in ["", ROSTER] {
        for (at, _) in GAME.match_indices(' ').filter(|(at, _)| (6..GAME.len() - 3).contains(at)) {
            for sign in [" *", " 0-1 {c}", " [Site \"b\"]", " [Variant \"Chess960\"]"] {
                let text = format!("{head}{}{sign}{}", &GAME[..at], &GAME[at..]);
                assert_eq!(read_by_others(&safely_fixed(&text)), read_by_others(&text), "{text}");
                tried += 1;
            }
        }
    }
    assert!(tried > 100);
}

#[test]
fn a_variation_before_the_first_move_keeps_both_its_parentheses() {
    for text in ["(1. d4 d5) 1. e4 *\n", "{c} (1... c5) 2. Nf3 *\n", "(1. d4 (1. c4) d5) 1. e4 *\n"] {
        let codes = codes(text);
        assert_eq!(codes[0], "stray-text", "{text}");
        assert!(!codes.contains(&"unopened-variation".to_owned()), "{text}");
        assert_eq!(read_by_others(&safely_fixed(text)), read_by_others(text));
    }
    assert_eq!(codes("1. e4) e5 *\n"), ["unopened-variation"]);
    // It may end a variation that has lost its beginning.
    assert_eq!(safely_fixed("1. e4) e5 *\n"), "1. e4) e5 *\n");
}

#[test]
fn a_line_comment_before_the_end_of_a_tag_is_not_parted_from_it() {
    for (tag, after) in [
        ("[ECO \"A00\";]", "[ECO \"A00\";]"),
        ("[ECO \"A00\";x]", "[ECO \"A00\";x]"),
        ("[ECO \"A00\" ; x]", "[ECO \"A00\" ; x]"),
        ("[ECO \"A00\" ; ]", "[ECO \"A00\" ; ]"),
    ] {
        let game = |tag: &str| ROSTER.replace("\n\n", &format!("\n{tag}\n\n1. e4 e5 *\n"));
        assert_eq!(safely_fixed(&game(tag)), game(after));
        assert_eq!(codes(&game(tag)), ["unclosed-tag"]);
    }
    let why = "[ECO \"A00\" ; why]\n[Round \"1\"]\n\n1. e4 *\n";
    assert_eq!(fixed(why, "unclosed-tag"), ["[ECO \"A00\"] ; why]\n[Round \"1\"]\n\n1. e4 *\n"]);
    assert_eq!(fixed("[ECO \"A00\";]\n\n1. e4 *\n", "unclosed-tag"), ["[ECO \"A00\"]\n\n1. e4 *\n"]);
}

#[test]
fn odd_halves_of_numbers_are_one_number() {
    const MOVES: [&str; 4] = ["e4", "e5", "Nf3", "Nc6"];
    let right = ["1. ", "1.5 ", "2. ", "2.5 "];
    let odd = [["1.55 ", "1.6 "], ["1.55 ", "1.66 "], ["2.55 ", "2.555 "], ["2.05 ", "2.75 "]];
    for (at, odd) in odd.iter().enumerate() {
        for odd in odd {
            let game = |number: &str| {
                let number = |n: usize| if n == at { number } else { right[n] };
                let moves: String = (0..4).map(|n| format!("{}{} ", number(n), MOVES[n])).collect();
                format!("{VGN}{moves}*\n")
            };
            assert_eq!(codes(&game(odd)), ["stray-text"], "{odd}");
            assert_eq!(safely_fixed(&game(odd)), game(odd));
            assert_eq!(fixed(&game(odd), "stray-text")[0], game(right[at]));
        }
    }
    let apart = format!("{VGN}1 . e4 1 .5 e5 2. Nf3 *\n");
    assert_eq!(safely_fixed(&apart), apart);
    assert_eq!(codes(&format!("{VGN}1. e4 2 .5 e5 *\n")), ["move-number"]);
}

/// Rule C7: a number that names neither half-move is what is wrong, whoever could play there.
#[test]
fn a_variation_s_number_names_a_half_move_of_its_side() {
    for variation in
        ["1. e4 1.5 e5 2. Nf3 (1. d4)", "1. e4 (1.5 c5)", "1. e4 (1.5 Nf3)", "1. e4 1.5 e5 2. Nf3 (2.5 d6)"]
    {
        assert_eq!(codes(&format!("{VGN}{variation} *\n")), ["variation-anchor"], "{variation}");
    }
}
