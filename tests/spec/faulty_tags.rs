//! Rules B1 to B3 and B11: a tag with one slip is one finding, is not missing elsewhere, and is never there twice after
//! a fix.

use vgn_lsp::convert::{Target, convert_game};
use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{Context, FileKind, Settings, Severity, apply};
use vgn_lsp::replay::check_game;

use super::found::{count, earns, fixed, found_in, safe_fixes, vgn};

const ROSTER: [(&str, &str); 7] = [
    ("Event", "Club evening"),
    ("Site", "Ulm"),
    ("Date", "2001.02.03"),
    ("Round", "1"),
    ("White", "Lind"),
    ("Black", "Rau"),
    ("Result", "1-0"),
];

fn game(tags: &[String]) -> String {
    format!("{}\n1. e4 e5 1-0\n", tags.iter().map(|tag| format!("{tag}\n")).collect::<String>())
}

fn roster() -> Vec<String> {
    ROSTER.map(|(name, value)| format!("[{name} \"{value}\"]")).to_vec()
}

/// All texts that fixes of one finding make of a game.
fn fixes(game: &str) -> Vec<(String, bool)> {
    let settings = Settings::default();
    let report = check_game(game, &Context::new(&settings, FileKind::Pgn).with_fixes(true));
    let of = |fix: &vgn_lsp::lint::Fix| {
        let mut text = game.to_owned();
        for edit in fix.edits.iter().rev() {
            text.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.text);
        }
        (text, fix.safe)
    };
    report.diagnostics.iter().flat_map(|d| d.fixes.iter().map(of)).collect()
}

fn found(text: &str) -> Vec<String> {
    found_in(text, FileKind::Pgn, &Settings::default())
}

#[track_caller]
fn no_tag_is_there_twice(text: &str) {
    for (name, _) in ROSTER {
        let is_name = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        let times = text.split(['[', '(']).filter(|tag| tag.strip_prefix(name).is_some_and(is_name)).count();
        assert!(times < 2, "{text}");
    }
}

/// Each roster tag with each slip.
#[test]
fn b11_a_faulty_roster_tag_is_not_missing() {
    let slips: [fn(&str, &str) -> String; 16] = [
        |name, value| format!("[{name} {value}]"),
        |name, value| format!("[{name}: {value}]"),
        |name, value| format!("[{name}={value}]"),
        |name, _| format!("[{name}]"),
        |name, value| format!("[{name} \"{value}]"),
        |name, value| format!("[{name} {value}\"]"),
        |name, value| format!("[{name} \"{value}\""),
        |name, value| format!("{name} \"{value}\"]"),
        |name, value| format!("[{name} \"{value}\"}}"),
        |name, value| format!("[{name} \"{value}\")"),
        |name, value| format!("({name} \"{value}\")"),
        |name, value| format!("[{name} \u{201c}{value}\u{201d}]"),
        |name, value| format!("[{name}x \"{value}\"]"),
        |name, value| format!("[{} {} \"{value}\"]", &name[..2], &name[2..]),
        |name, value| format!("[{}-{} \"{value}\"]", &name[..3], &name[3..]),
        |name, value| format!("[{}\\{} \"{value}\"]", &name[..2], &name[3..]),
    ];
    for (at, (name, value)) in ROSTER.into_iter().enumerate() {
        for slip in slips {
            let mut tags = roster();
            tags[at] = slip(name, value);
            let text = game(&tags);
            assert_eq!(found(&text).len(), 1, "{:?}\n{text}", found(&text));
            assert_eq!(count(&text), 1, "{text}");
            for (fixed, safe) in fixes(&text) {
                no_tag_is_there_twice(&fixed);
                assert_eq!(count(&fixed), 1, "{fixed}");
                if safe {
                    assert_eq!(found(&fixed), [""; 0], "{fixed}");
                }
            }
            // With a right one of its name beside it, it does not become a second one.
            if tags[at] == format!("[{name} {value}]") || tags[at] == format!("[{name}]") {
                tags.insert(at + 1, roster()[at].clone());
                let text = game(&tags);
                assert_eq!(found(&text).len(), 1, "{:?}\n{text}", found(&text));
                let fixed: Vec<String> = fixes(&text).into_iter().map(|(text, _)| text).collect();
                assert_eq!(fixed, [game(&roster())]);
            }
        }
    }
}

/// Whatever else is missing, all fixes of a game, the unsafe ones too, leave what a faulty tag says the only one of its
/// name.
#[test]
fn b11_no_fix_overrides_a_faulty_tag() {
    let slips: [fn(&str, &str) -> String; 10] = [
        |name, value| format!("[{name} \"{value}\" ; why]"),
        |name, value| format!("[{name} \"{value}\" ; why\n]"),
        |name, value| format!("[{name} ; why\n\"{value}\"]"),
        |name, value| format!("[{name} \"{value}\" {{why}}]"),
        |name, value| format!("[{name} {{why}} \"{value}\"]"),
        |name, value| format!("[{{why}} {name} \"{value}\"]"),
        |name, value| format!("[{name} \"{value}\"] second]"),
        |name, value| format!("[{name} \"{value}\" second]"),
        |name, value| format!("[{name} \"{value}\"\n"),
        |name, value| format!("f[{name} \"{value}\"]"),
    ];
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
    for (at, (name, value)) in ROSTER.into_iter().enumerate() {
        for (slip, others) in slips.iter().flat_map(|slip| [0..0, 0..at, at + 1..7, 0..7].map(|others| (slip, others)))
        {
            let faulty = slip(name, value);
            let place = |n: usize, tag: String| if n == at { faulty.clone() } else { tag };
            let wanted = |n: &usize| *n == at || others.contains(n);
            let tags: Vec<String> = (0..7).filter(wanted).map(|n| place(n, roster().remove(n))).collect();
            let text = game(&tags);
            if count(&text) > 1 {
                continue;
            }
            let edits = fix_game(&text, None, &context, &|found| found.fixes.first());
            let fixed = apply(&text, &edits);
            no_tag_is_there_twice(&fixed);
            assert!(fixed.contains(&format!("\"{value}\"")), "{text}\n{fixed}");
        }
    }
}

#[test]
fn b1_a_slip_in_a_name_is_one_finding() {
    for (tag, right) in [
        ("[White-Elo \"2000\"]", "[WhiteElo \"2000\"]"),
        ("[White.Elo \"2000\"]", "[WhiteElo \"2000\"]"),
        ("[White Elo \"2000\"]", "[WhiteElo \"2000\"]"),
        ("[White\\lo \"2000\"]", "[WhiteElo \"2000\"]"),
        ("[Openin g\"x\"]", "[Opening\"x\"]"),
    ] {
        let mut tags = roster();
        tags.push(tag.to_owned());
        let text = game(&tags);
        assert_eq!(found(&text).len(), 1, "{:?}\n{text}", found(&text));
        assert_eq!(fixed(&text, "extra-tag-name"), [text.replace(tag, right)]);
        assert_eq!(found(&text.replace(tag, right)), [""; 0]);
    }
}

#[test]
fn b1_other_brackets_are_one_finding() {
    for tag in ["[Site \"b\"}", "[Site \"b\")", "[Site \"b\"> ", "(Site \"b\")", "(Site \"b\"]"] {
        let code = if tag.starts_with('(') { "stray-text" } else { "unclosed-tag" };
        let mut tags = roster();
        tags[1] = tag.to_owned();
        let text = game(&tags);
        let right = text.replace(tag.trim_end(), "[Site \"b\"]");
        assert_eq!(found(&text).len(), 1, "{:?}\n{text}", found(&text));
        assert_eq!(fixed(&text, code), [right.as_str()]);
        assert_eq!(found(&right), [""; 0]);
    }
    // In the movetext there are none.
    assert_eq!(found("1. e4 e5\n(Site \"b\")\n2. Nf3 *").len(), found("1. e4 e5\n(Sit \"b\")\n2. Nf3 *").len());
}

/// A word behind the last tag stays behind it when tags are inserted.
#[test]
fn b11_roster_tags_around_stray_words() {
    for (tags, around) in [
        ("[Event \"x\"]\n[Site \"y\"] word", "[Event \"x\"]\n[Site \"y\"] word\n[Date \"????.??.??\"]\n"),
        ("[Event \"x\"]\n[Site \"y\"] word ", "[Event \"x\"]\n[Site \"y\"] word\n[Date \"????.??.??\"]\n"),
        ("[Event \"x\"] word\n[Site \"y\"]", "[Event \"x\"] word\n[Site \"y\"]\n[Date \"????.??.??\"]\n"),
        ("[Event \"x\"]\n[Site \"y\"]] word", "[Event \"x\"]\n[Site \"y\"]] word\n[Date \"????.??.??\"]\n"),
    ] {
        let all = fixed(&format!("{tags}\n\n1. e4 *"), "missing-roster-tag");
        assert!(all[0].starts_with(around), "{}", all[0]);
    }
}

/// A number behind a tag, or alone on a line between two, is one finding, and the game has its tags.
#[test]
fn c2_numbers_between_tags() {
    for tags in ["[Event \"x\"] 12\n[Site \"y\"]", "[Event \"x\"] 12.\n[Site \"y\"]", "[Event \"x\"]\n12\n[Site \"y\"]"]
    {
        let number = if tags.contains('.') { "12." } else { "12" };
        earns(&format!("{tags}\n\n1. e4 *"), &[&format!("stray-text `{number}`")]);
    }
}

/// Where a tag by which the moves are read has another name than was meant, that is the one finding, and nothing of the
/// moves is changed.
#[test]
fn b11_misspelt_tags_that_decide_how_moves_are_read() {
    let board = "FEN:7K/8/1Q6/8/8/8/1pk5/8 w - - 0 1";
    for (tags, name, movetext) in [
        ("[MovFeormat \"LAN:Long\"]", "MovFeormat", "1. e2-e4 e7-e5 {[%after 1.] x} 2. Ng1-f3!"),
        ("[mOVEfORMAT \"UCI\"]", "mOVEfORMAT", "1. e2e4 e7e5 2. g1f3 Nb8-c6"),
        (&format!("[MoveFormat \"FCN\"]\n[SetUUp \"{board}\"]"), "SetUUp", "1. Qb6-c5+ Kc2-b3 2. Qc5-b5+"),
        ("[Varient \"Crazyhouse\"]", "Varient", "1. e4 1.5 d5 2. exd5 2.5 P@e4"),
    ] {
        let text = format!("[GameFormat \"VGN:Variable Game Notation\"]\n{tags}\n\n{movetext} *");
        earns(&text, &[&format!("unknown-tag-near `{name}`")]);
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown).with_fixes(true);
        assert!(check_game(&text, &context).diagnostics.iter().all(|found| found.severity == Severity::Error));
        assert!(convert_game(&text, &context, &Target::Pgn, None).is_err(), "{text}");
    }
    // With another value it decides nothing.
    earns("[Varient \"Sicilian\"]\n\n1. e4 e6 2. Nf4 *", &["unknown-tag-near `Varient`", "illegal-move `Nf4`"]);
}

/// Of a game in a notation that is not known nothing is reported but that, and nothing is changed.
#[test]
fn b5_moves_of_a_notation_that_is_not_known() {
    for movetext in
        ["1. g1 f3 {x} e5 $2 ) 2. e4! (d4) x9 *", "1. rnbqkbnr/8 b KQkq e3 0 1 rnbqkbnr/7 {[%after 1.] x} {y} *"]
    {
        earns(&vgn("EFN", movetext), &["unknown-move-format `EFN`"]);
    }
}

/// After a backslash, a quote belongs to the value (rule B2): whether the one or the other is wrong, only the author
/// knows.
#[test]
fn b2_a_backslash_before_the_closing_quote() {
    let with = |white: &str| {
        let mut tags = roster();
        tags[4] = white.to_owned();
        game(&tags)
    };
    for (tag, first, second) in [
        ("[White \"x\\\"]", "[White \"x\\\\\"]", "[White \"x\\\"\"]"),
        ("[White \"x\\\"", "[White \"x\\\\\"]", "[White \"x\\\"\"]"),
        // A pair of quotes in the value.
        ("[White \"a \\\"b\\\"]", "[White \"a \\\"b\\\"\"]", "[White \"a \\\"b\\\\\"]"),
    ] {
        assert_eq!(fixed(&with(tag), "unclosed-tag-value"), [with(first), with(second)]);
        assert_eq!(safe_fixes(&with(tag)), [""; 0], "{tag}");
    }
}

/// A second quote in place of the `]`.
#[test]
fn b1_a_quote_for_the_closing_bracket_is_a_choice() {
    let text = "[Date \"2021.12.03\"\"\n[Round \"6\"]\n\n1. e4 *\n";
    earns(text, &["unclosed-tag `[Date \"2021.12.03\"\"`"]);
    assert_eq!(fixed(text, "unclosed-tag"), ["[Date \"2021.12.03\"]\n[Round \"6\"]\n\n1. e4 *\n"]);
    assert_eq!(safe_fixes(text), [""; 0]);
}

/// Each name of the roster, however short, without one of its letters: it is suggested, and not inserted beside.
#[test]
fn b11_a_roster_name_without_a_letter_is_not_missing() {
    for (at, (name, value)) in ROSTER.into_iter().enumerate() {
        for gone in 0..name.len() {
            let short = format!("{}{}", &name[..gone], &name[gone + 1..]);
            let mut tags = roster();
            tags[at] = format!("[{short} \"{value}\"]");
            let text = game(&tags);
            assert_eq!(found(&text), [format!("unknown-tag-near `{short}`")], "{text}");
            assert_eq!(fixed(&text, "unknown-tag-near"), [game(&roster())]);
        }
    }
}

#[test]
fn b1_a_sign_that_no_name_can_have_is_named() {
    earns("[My-Tag \"x\"]\n\n1. e4 *", &["stray-text `-`"]);
    earns("[Gr\u{f6}\u{df}e \"x\"]\n\n1. e4 *", &["stray-text `\u{f6}`"]);
    earns("[My Tag \"x\"]\n\n1. e4 *", &["extra-tag-name `Tag`"]);
}
