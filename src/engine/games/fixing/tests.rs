//! Games that fixes once made worse.

use super::*;
use crate::lint::no_text::LEAST as SMALL;
use crate::lint::{FileKind, Settings};

/// Applies the first fix of each finding, or only safe fixes.
fn fixed(text: &str, safe: bool) -> String {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown).with_fixes(true);
    let choose = |diagnostic: &Diagnostic| diagnostic.fixes.iter().position(|fix| fix.safe || !safe);
    apply(text, &fix_game(text, None, &context, &|diagnostic| choose(diagnostic).map(|n| &diagnostic.fixes[n])))
}

const ROSTER: &str =
    "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n";

#[test]
fn no_bracket_is_inserted_into_a_line_comment() {
    let once = fixed("[Event \"?\"]\n[;Site \"?\"]\n", true);
    assert_eq!(once, format!("{ROSTER}[;Site \"?\"]\n"));
    assert_eq!(fixed(&once, true), once);
    // All fixes together move the comment before the tag.
    let all = fixed(&format!("{}\n1. e4 *\n", ROSTER.replace("[Site \"?\"]", "[Site \"a\";b")), false);
    assert!(all.contains("\n;b\n[Site \"a\"\n]\n"), "{all}");
}

#[test]
fn nothing_is_inserted_into_an_unclosed_comment() {
    let game = format!("{ROSTER}\n1. e4 (1. d4 {{abc");
    assert_eq!(fixed(&game, true), game);
    assert_eq!(fixed(&game, false), format!("{game}}}) *"));
    assert_eq!(
        fixed(&format!("{ROSTER}\n1. e4 {{unclosed comment"), true),
        format!("{ROSTER}\n1. e4 {{unclosed comment")
    );
}

/// Whether a terminator ends a game depends on what is beside it.
#[test]
fn safe_fixes_make_no_two_games_of_one() {
    for movetext in ["1. e4 1.5\n% x\n1-0 a6 *\n", "1. e4 e5\n2. Nf3 2.\n1/2-1/2\n2. d4 1-0\n"] {
        let game = format!("[GameFormat \"VGN\"]\n\n{movetext}");
        assert_eq!(games(game.as_bytes()).count(), 1, "{game}");
        assert_eq!(fixed(&game, true), game);
    }
}

#[test]
fn the_roster_is_inserted_between_tags() {
    let roster = |site: &str| format!("{}\n1. e4 *\n", ROSTER.replace("[Site \"?\"]", site));
    for (tag, all) in [
        // Other programs end the tags at a tag that has more than a name and a value, and would read `?` as a NAG.
        ("[Site \"a\" second word]", "[Site \"a\"]"),
        ("[Site \"a\"]]", "[Site \"a\"]"),
        ("[Site {b} \"a\"]", "{b}\n[Site \"a\"]"),
        ("[ Site \"a\" ]", "[ Site \"a\" ]"),
        ("[Site [A \"Standard\"] [ECO \"C20\"] \"a\"]", "[Site \"a\"]\n[A \"Standard\"]\n[ECO \"C20\"]"),
    ] {
        let game = format!("{tag}\n\n1. e4 *\n");
        assert_eq!(fixed(&game, true), game);
        assert_eq!(fixed(&game, false), roster(all));
    }
    assert_eq!(fixed("[Site \"a\"]\n\n1. e4 *\n", true), roster("[Site \"a\"]"));
}

#[test]
fn fixes_of_one_kind_are_made_in_one_round() {
    let comments: String = (0..100).map(|n| format!("{{{n}}} ")).collect();
    let tag = format!("{ROSTER}[ECO {comments}\"A00\"]\n\n1. e4 *\n");
    let moved = comments.replace(' ', "\n");
    assert_eq!(fixed(&tag, true), tag);
    assert_eq!(fixed(&tag, false), format!("{ROSTER}{moved}[ECO \"A00\"]\n\n1. e4 *\n"));
    let doubled = format!("{ROSTER}\n1. e4 (1. d4 d5{} *\n", ")".repeat(100));
    assert_eq!(fixed(&doubled, false), format!("{ROSTER}\n1. e4 (1. d4 d5) *\n"));
}

#[test]
fn safe_fixes_split_no_tag_section_and_no_game() {
    let game = |text: &str| text.replace("ROSTER", ROSTER.trim_end());
    for (before, after) in [
        // A single letter after a tag does not end the tags.
        ("ROSTERB\n[WhiteElo \"2000\"]\n\n1. e4 *\n", None),
        // The letter may replace the `]` or follow it.
        ("ROSTER\n[WhiteElo \"2000\"B\n\n1. e4 *\n", None),
        // A comment inside a tag is moved only if the user chooses that.
        ("ROSTER\n[ECO \"A00\" {c}]\n\n1. e4 *\n", None),
        // The `]` is inserted after the value, before the comment of the movetext.
        ("ROSTER\n[ECO \"B00\"\n\n{ c }\n1. e4 *\n", Some("ROSTER\n[ECO \"B00\"]\n\n{ c }\n1. e4 *\n")),
        // The last word contains a terminator, which other programs also read if a half-move precedes it.
        ("ROSTER\n\n1. e4 e5 2. Nf3+-1-0\n", None),
        ("ROSTER\n\n1. e4 e51-0 {c}\n", Some("ROSTER\n\n1. e4 e5 1-0 {c}\n")),
        // A word after a tag is a slip if more tags follow.
        ("ROSTERNf3\n[WhiteElo \"2000\"]\n\n1. e4 *\n", None),
        ("ROSTERe4 e5\n[WhiteElo \"2000\"]\n\n1. e4 *\n", None),
        ("ROSTER5. [WhiteElo \"2000\"]\n\n1. e4 *\n", None),
        // Other programs skip the line with `%`.
        ("ROSTER\n[ECO \"A\n% x\n00\"]\n\n1. e4 *\n", None),
        // A comment without moves.
        ("ROSTER\n\n{ c }\n", Some("ROSTER\n\n{ c } *\n")),
        ("1. Nf3 Nf6 *[\n", Some("1. Nf3 Nf6 *[]\n")),
    ] {
        assert_eq!(fixed(&game(before), true), game(after.unwrap_or(before)), "{before}");
    }
}

#[test]
fn a_forgotten_parenthesis_is_not_hidden_by_new_numbers() {
    for text in
        ["1. e4 e5 2. Nf3 Nc6 2. Nc3 Nf6 3. f4) 2. Bb5 a6 *", "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 2. Bc4 Nf6) 3. O-O Be7 *"]
    {
        let text = format!("{ROSTER}\n{text}\n");
        assert_eq!(fixed(&text, true), text);
    }
}

/// Bytes like those of a damaged section, read as Latin-1.
fn noise(len: usize) -> String {
    let mut seed = 1_u32;
    let mut next = || {
        seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        char::from((seed >> 24) as u8)
    };
    (0..len).map(|_| next()).collect()
}

#[test]
fn data_that_is_not_text_has_findings_and_no_fixes() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
    let fixed = |text: &str| {
        let found = check_game(text, &context).diagnostics;
        assert!(!found.is_empty());
        let fixes = found.iter().flat_map(|found| &found.fixes).count();
        (fixes, fix_game(text, None, &context, &|found| found.fixes.first()).len())
    };
    assert_eq!(fixed(&format!("1. e4\n{}", noise(SMALL))), (0, 0));
    // A few letters of a wrong code page do not suppress fixes.
    let (fixes, edits) = fixed(&format!("1. e4 e5\u{1} {}1. d4", "2. Nf3 Nf6 3. Ng1 Ng8 ".repeat(SMALL / 20)));
    assert!(fixes > 0 && edits > 0, "{fixes} {edits}");
}
