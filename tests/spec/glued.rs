//! What people write without a blank, or with too many of them: each is one finding, whose fix is the game that was meant.

use vgn_lsp::notation::nag::{of_printed, printed_glyphs};

use super::found::{count, earns, fixed, found, message, safe_fixes};
use super::languages::{games, numbered};

/// The glyph glued to a number, behind it.
#[test]
fn c3_glyphs_that_are_glued_to_numbers() {
    let mut tried = 0;
    for glyph in printed_glyphs() {
        let is_sign =
            !glyph.contains(char::is_alphanumeric) && !glyph.contains([' ', '-', '\u{d7}', '\u{bb}', '\u{ab}', '.']);
        if !is_sign || glyph.starts_with(|c: char| ('\u{2010}'..='\u{205e}').contains(&c)) {
            continue;
        }
        let text = format!("1. e4 e5 2.{glyph}Nf3 *");
        earns(&text, &[&format!("stray-text `{glyph}`")]);
        let number = of_printed(glyph, shakmaty::Color::White).expect("a glyph");
        assert_eq!(fixed(&text, "stray-text"), [format!("1. e4 e5 2. Nf3 ${number} *")], "{text}");
        tried += 1;
    }
    assert!(tried > 15, "{tried}");
}

/// Real games with blanks around the signs of their half-moves are the games that they were, once fixed.
#[test]
fn c6_blanks_inside_half_moves() {
    let mut tried = 0;
    for game in games() {
        let sans = game.sans();
        let parted: Vec<String> = sans.iter().map(|san| san.replace('-', " - ").replace('x', " x ")).collect();
        if parted == sans {
            continue;
        }
        let text = numbered(&parted);
        let all = found(&text);
        assert!(all.len() == 1 && all[0].starts_with("import-format"), "{all:?} {text}");
        assert_eq!(fixed(&text, "import-format"), [numbered(&sans)], "{text}");
        tried += 1;
    }
    assert!(tried > 80, "{tried}");
}

/// Real games with both squares of each half-move, and a hyphen between blanks.
#[test]
fn c6_blanks_around_the_hyphen_of_two_squares() {
    for game in games().step_by(5) {
        let sans = game.sans();
        let line = game.resolved.moves.iter().filter(|m| m.depth == 0);
        let parted: Vec<String> = line
            .zip(&sans)
            .map(|(m, san)| {
                let m = m.play.and_then(|play| play.as_move()).expect("a move");
                let (true, Some(from)) = (!m.is_castle() && !m.is_promotion() && !m.is_capture(), m.from()) else {
                    return san.clone();
                };
                let letter = m.role().upper_char().to_string().replace('P', "");
                let marks: String = san.chars().filter(|c| "+#".contains(*c)).collect();
                format!("{letter}{from} - {}{marks}", m.to())
            })
            .collect();
        // Where the text ends behind White's half-move, nothing tells it from White's and Black's.
        let even = sans.len() & !1;
        let text = numbered(&parted[..even]);
        let all = found(&text);
        assert!(all.len() == 1 && all[0].starts_with("import-format"), "{all:?} {text}");
        assert_eq!(fixed(&text, "import-format"), [numbered(&sans[..even])], "{text}");
    }
}

#[test]
fn c2_numbers_with_other_signs() {
    for (text, number, right) in [
        ("1- e4 e5 2- Nf3 *", "1-", "1. e4 e5 2. Nf3 *"),
        ("1-e4 e5 2-Nf3 *", "1-", "1.e4 e5 2.Nf3 *"),
        ("1. e4 {x} 1\u{2026} e5 2. Nf3 {y} 2\u{2026}Nc6 *", "1\u{2026}", "1. e4 {x} 1... e5 2. Nf3 {y} 2...Nc6 *"),
    ] {
        for tags in ["", "[White \"a\"]\n\n"] {
            let text = format!("{tags}{text}");
            earns(&text, &[&format!("move-number-style `{number}`")]);
            assert_eq!(fixed(&text, "move-number-style"), [format!("{tags}{right}")]);
        }
    }
    earns("1. e4 e5 1-", &["stray-text `1-`"]);
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
