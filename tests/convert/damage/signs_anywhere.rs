//! Signs that stand where they do not belong: there and back they do it still, or they are listed before.

use vgn_lsp::convert::{StoredGame, Target, convert_whole, export_pgn};
use vgn_lsp::lint::{Context, FileKind, Settings};

use crate::convert::damage::contradictions::there_and_back;
use crate::convert::support::{context, converted, faults, target, with_losses};

const TOKENS: [&str; 8] = ["1.", "e4", "1...", "e5", "2.", "Nf3", "Nc6", "*"];
const SIGNS: [&str; 13] =
    ["!!!", "???", "!?!", "?!", "!", "$1", "{x}", "(1... c5)", "(1. d4)", "({x})", "foo", "\u{b1}", "!!! $1"];

/// The game with a sign before its `n`th token, from 0, apart or glued to it.
fn with_sign(n: usize, sign: &str, apart: &str) -> String {
    let before = TOKENS[..n].iter().map(|token| format!("{token} "));
    before.collect::<String>() + sign + apart + &TOKENS[n..].join(" ") + "\n"
}

fn with_each_sign() -> impl Iterator<Item = String> {
    let places = (0..TOKENS.len()).flat_map(|n| SIGNS.map(|sign| (n, sign)));
    places.flat_map(|(n, sign)| [" ", ""].map(|apart| with_sign(n, sign, apart)))
}

#[test]
fn signs_at_every_place_stay_or_are_listed() {
    let (kept, listed) = there_and_back(with_each_sign());
    assert!(kept > 700 && listed > 700, "{kept} {listed}");
}

/// Each target leaves the movetext as it is, or refuses the game, or lists a loss.
fn each_target_keeps_or_lists(text: &str) {
    let settings = Settings::default();
    for to in Target::all() {
        let game = StoredGame { text, section: None, length_known: false };
        let whole = convert_whole(&game, &context(&settings), &to);
        let is_same = whole.as_ref().is_ok_and(|whole| whole.text.contains(text.trim_end()));
        assert!(is_same || whole.map_or(1, |whole| whole.losses.len()) > 0, "{}: {text}", to.name());
    }
}

/// Signs that no NAG says are gone in PGN's export format, and no other target can bring them back.
#[test]
fn a_run_of_signs_that_is_no_nag_is_listed() {
    for sign in ["!!!", "???", "!?!", "?!?!"] {
        for text in
            (0..TOKENS.len()).map(|n| with_sign(n, sign, " ")).chain([format!("1. e4{sign} e5 (1... c5{sign}) *")])
        {
            each_target_keeps_or_lists(&text);
        }
    }
}

/// Export writes a number once, wherever a glyph or a variation separates it from its half-move.
#[test]
fn an_exported_number_stands_once() {
    let settings = Settings::default();
    for (moves, expected) in [
        ("1. e4 e5 2. (1... c5) Nf3 *", "1. e4 e5 (1... c5) 2. Nf3 *"),
        ("1. e4 1... (1. d4) e5 *", "1. e4 (1. d4) 1... e5 *"),
        ("1. e4 e5 2. ?! Nf3 *", "1. e4 e5 2. $6 Nf3 *"),
        ("1. e4 1... $1 {x} e5 *", "1. e4 1... $1 {x} e5 *"),
        ("1. ??? e4 e5 *", "1. e4 e5 *"),
    ] {
        let export = export_pgn(moves, &Context::new(&settings, FileKind::Pgn)).expect("it can be exported");
        assert_eq!(export.text.split("\n\n").nth(1), Some(expected));
    }
    for text in with_each_sign().filter(|text| !text.contains("foo")) {
        let export = export_pgn(&text, &Context::new(&settings, FileKind::Pgn)).expect("it can be exported");
        let count = |text: &str| faults(text).into_iter().filter(|code| *code == "move-number").count();
        assert!(count(&export.text) <= count(&text), "{text}{}", export.text);
    }
}

/// `[%after 0.]` names no half-move, and the comment would become Black's.
#[test]
fn a_comment_whose_half_move_has_no_number_is_listed() {
    let text = "1. e4 e51 0. Nf3! {c} Nc6 *\n";
    let said = "lost at \"{c}\": the comment would belong to another half-move: VGN has no number `0.`\n";
    assert!(with_losses(text, "VGN").starts_with(said), "{}", with_losses(text, "VGN"));
    assert_eq!(converted("1. e4 e5 2. Nf3! {c} Nc6 *\n", "PGN"), "1. e4 e5 2. Nf3! {c} Nc6 *\n");
}

/// The tag that other programs read in a line: it has the line to itself, and a blank between its name and its value.
fn tag_of_line(line: &str) -> Option<(&str, &str)> {
    let (name, rest) = line.strip_prefix('[')?.split_once(' ')?;
    let is_name =
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_+#=:-".contains(&byte));
    let value = rest.trim().strip_prefix('"')?.strip_suffix(']')?.trim_end().strip_suffix('"')?;
    is_name.then_some((name, value))
}

/// These tags, without those that a conversion writes itself.
fn tags_by_line(text: &str) -> Vec<(&str, String)> {
    let is_own = |(name, value): &(&str, &str)| {
        ["GameFormat", "MoveFormat", "Result"].contains(name) || ["?", "????.??.??"].contains(value)
    };
    let tags = text.lines().filter_map(tag_of_line).filter(|tag| !is_own(tag));
    // An export escapes a quote in a value (PGN 7).
    let mut tags: Vec<_> = tags.map(|(name, value)| (name, value.replace("\\\"", "\""))).collect();
    tags.sort_unstable();
    tags
}

/// No conversion makes another tag of one with a sign too many, unless it lists the tag.
#[test]
fn a_tag_with_a_sign_too_many_stays_or_is_listed() {
    let settings = Settings::default();
    let (mut kept, mut listed) = (0, 0);
    for tag in ["[White \"Carl M\"]", "[Result \"1-0\"]", "[Foo \"a\"]"] {
        for (n, sign) in (1..tag.len()).flat_map(|n| ["\"", "[", "]"].map(|sign| (n, sign))) {
            let text = format!("[Event \"e\"]\n{}{sign}{}\n[Site \"s\"]\n\n1. e4 e5 *\n", &tag[..n], &tag[n..]);
            for to in Target::all() {
                let game = StoredGame { text: &text, section: None, length_known: false };
                let losses = convert_whole(&game, &context(&settings), &to).map(|whole| {
                    let is_same = tags_by_line(&whole.text) == tags_by_line(&text);
                    assert!(is_same || !whole.losses.is_empty(), "{}: {text}\n{}", to.name(), whole.text);
                    whole.losses.len()
                });
                *(if losses == Ok(0) { &mut kept } else { &mut listed }) += 1;
            }
        }
    }
    assert!(kept > 100 && listed > 100, "{kept} {listed}");
}

/// Where the name of such a tag ends is not certain: the tag is listed, and written as it stands.
#[test]
fn a_quote_in_the_name_of_a_tag_is_listed() {
    for tag in ["[White\" \"x\"]", "[Whi\"te \"x\"]", "[Res\"ult \"1-0\"]", "[Foo\"o \"x\"]"] {
        let text = format!("[Event \"e\"]\n{tag}\n[Site \"s\"]\n\n1. e4 e5 *\n");
        for to in ["PGN", "VGN", "FCN", "UCI", "SFEN", "BCCF", "PGC"] {
            let settings = Settings::default();
            let game = StoredGame { text: &text, section: None, length_known: false };
            let whole = convert_whole(&game, &context(&settings), &target(to)).expect("a game");
            let ranges = whole.losses.iter().map(|loss| loss.range.start as usize..loss.range.end as usize);
            let lost: Vec<_> = ranges.map(|range| &text[range]).collect();
            assert_eq!(lost, [tag], "{to}");
            assert!(whole.text.lines().any(|line| line == tag), "{to}: {}", whole.text);
        }
        // SAN is what it is in.
        assert_eq!(converted(&text, "SAN"), text);
    }
}
