//! What people write without a blank, or with too many of them: each is one finding, whose fix is the game that was meant.

use crate::spec::found::{count, earns, fixed, found, message, safe_fixes};

#[test]
fn c2_numbers_with_other_signs() {
    for (text, number, right) in
        [("1. e4 {x} 1\u{2026} e5 2. Nf3 {y} 2\u{2026}Nc6 *", "1\u{2026}", "1. e4 {x} 1... e5 2. Nf3 {y} 2...Nc6 *")]
    {
        for tags in ["", "[White \"a\"]\n\n"] {
            let text = format!("{tags}{text}");
            earns(&text, &[&format!("move-number-style `{number}`")]);
            assert_eq!(fixed(&text, "move-number-style"), [format!("{tags}{right}")]);
        }
    }
}

#[test]
fn tags_of_the_next_game_whose_line_end_was_lost_begin_it() {
    assert_eq!(count("1. e4 e5[Event \"x\"]\n[Site \"y\"]\n\n1. d4 *"), 2);
    assert_eq!(count("1. e4 e5[White \"x\"][Black \"y\"]\n\n1. d4 *"), 2);
    assert_eq!(count("1. e4 e5[White \"x\"]\n1. d4 *"), 2);
}

/// Among the tags a word that is glued to one is a slip, and the tags go on.
#[test]
fn a_word_that_is_glued_to_a_tag_is_one_finding() {
    let roster = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
    let value = |name: &str| match name {
        "Date" => "2001.02.03",
        "Result" => "*",
        "Round" => "1",
        _ => "x",
    };
    let tags: Vec<String> = roster.iter().map(|name| format!("[{name} \"{}\"]\n", value(name))).collect();
    let mut tags = [tags, vec!["[Opening \"x\"]\n".to_owned()]].concat();
    for at in 1..tags.len() {
        for word in ["f", "f6", "e4", "Nf6+", "O-O", "foo", "5", "-", "e"] {
            let right = tags[at].clone();
            tags[at].insert_str(0, word);
            let text = format!("{}\n1. e4 e5 *\n", tags.concat());
            assert_eq!(count(&text), 1, "{text}");
            earns(&text, &[&format!("stray-text `{word}`")]);
            tags[at] = right;
        }
    }
    // Behind an empty line the movetext has begun, and a terminator has ended the game.
    assert_eq!(count("[White \"x\"]\n\ne4[Black \"y\"]\n\n1. d4 *"), 2);
    assert_eq!(count("[White \"x\"]\n*[White \"y\"]\n\n1. d4 *"), 2);
    assert_eq!(count("[White \"x\"]\ne4[Event \"y\"]\n\n1. d4 *"), 2);
}

/// What is said of a variation's number is what its fix writes.
#[test]
fn c7_the_number_of_a_variation_is_the_one_that_its_fix_writes() {
    for number in 1..9 {
        for inner in 1..9 {
            let text = format!("1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 ({number}. d4 ({inner}. Nc3)) 4... Bc5 *");
            if !found(&text).iter().any(|found| found.starts_with("variation-anchor")) {
                continue;
            }
            let said = message(&text, "variation-anchor");
            let expected = said.split("should be `").nth(1).and_then(|rest| rest.split('`').next()).expect("a number");
            let fixed = fixed(&text, "variation-anchor").remove(0);
            let open = if number == 4 { "d4 (" } else { "d3 (" };
            let written = fixed.split(open).nth(1).and_then(|rest| rest.split(' ').next());
            assert_eq!(written, Some(expected), "{text} {said}");
        }
    }
}

/// The letter of no piece: a glyph of print, or a zero with its stroke.
#[test]
fn a_stroke_through_an_o_makes_no_move_of_it() {
    earns("1. e4 e6 2. d4 d5\u{f8} 3. e5\u{d8} c5 *", &["stray-text `\u{f8}`", "stray-text `\u{d8}`"]);
    earns("1. e4 e5 2. Nf3 \u{d8}4 *", &["stray-text `\u{d8}4`"]);
    earns("1. e4 e5 med \u{d8}ye 2. Nf3 *", &["stray-text `med \u{d8}ye`"]);
    for (text, right) in
        [("1-\u{d8}", "1-0"), ("\u{d8}-1", "0-1"), ("1 : \u{f8}", "1-0"), ("2. \u{d8}-\u{d8} *", "2. O-O *")]
    {
        let text = format!("1. e4 e5 {text}");
        assert_eq!(fixed(&text, "stray-text"), [format!("1. e4 e5 {right}")], "{text}");
    }
}

/// What is taken out between two tokens leaves them two: `$2` and `4` are no `$24`.
#[test]
fn c6_what_is_removed_joins_no_tokens() {
    let left = ["e4", "$2", "1.", "e4!", "{x}", "12", "O-O", "Qh5+", "1-"];
    // A glyph behind the sign is moved to the half-move before it.
    let right = ["e5", "4", "$2", "Q", "x", "-O", "{y}", ". e4", "1...", "1/2", "."];
    let between = ["\u{feff}", ")", "}", "\\", "\"", "]", "<", "`", "\u{a0}", "()", "++"];
    let mut tried = 0;
    for (before, sign, behind) in
        left.into_iter().flat_map(|l| between.into_iter().flat_map(move |b| right.into_iter().map(move |r| (l, b, r))))
    {
        let text = format!("1. e4 {before}{sign}{behind} *");
        for d in safe_fixes(&text) {
            // A stray backslash stands before a token that parts itself.
            let parts_itself = sign == "\\" && behind.starts_with('$');
            assert!(parts_itself || !d.contains(&format!("{before}{behind}")), "{text:?} became {d:?}");
            tried += 1;
        }
    }
    assert!(tried > 200, "{tried}");
}
