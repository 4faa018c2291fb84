//! A stray sign among the tags: one finding, and the game is read by the tags that are left.

use vgn_lsp::convert::{Target, convert_game};
use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{Context, FileKind, Settings, apply};
use vgn_lsp::notation::{FCN, LAN, MCN, SFEN};

use crate::spec::found::{count, earns, fixed, found, found_in, message};

const PGN: &str = r#"[Event "F/S Return Match"]
[Site "Belgrade, Serbia JUG"]
[Date "1992.11.04"]
[Round "29"]
[White "Fischer, Robert J."]
[Black "Spassky, Boris V."]
[Result "1/2-1/2"]
[WhiteElo "2785"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 {This opening is called the Ruy Lopez.} 3... a6
4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 1/2-1/2
"#;

const SIGNS: &str = ",.;'\"!?*-+#(){}/\\<>|=:&$@~^_`xeNAZ15\u{e9}\u{bd}";

/// The game in each of the formats, in bytes of a file of its kind.
fn texts() -> Vec<(String, FileKind)> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let converted = [&FCN, &LAN, &SFEN, &MCN].map(|notation| {
        let outcome = convert_game(PGN, &context, &Target::Notation(notation), None).expect("it fits");
        (apply(PGN, &outcome.edits), FileKind::Vgn)
    });
    [vec![(PGN.to_owned(), FileKind::Pgn)], converted.to_vec()].concat()
}

/// The text with the sign in each place of each line of its tags.
fn slips(text: &str, sign: &str) -> Vec<String> {
    let (tags, _) = text.split_once("\n\n").expect("tags");
    let mut all = Vec::new();
    let mut at = 0;
    for line in tags.split('\n') {
        let end = at + line.len();
        let mut forms = vec![
            (at..at, sign.to_owned()),
            (at..at, format!("{sign} ")),
            (at..at, format!("{sign}\n")),
            (at..at + 1, sign.to_owned()),
            (end..end, sign.to_owned()),
            (end..end, format!(" {sign}")),
            (end - 1..end, sign.to_owned()),
        ];
        // On a line of its own `*` is the terminator of a game without moves.
        if end == tags.len() && sign != "*" {
            forms.push((end..end, format!("\n{sign}")));
        }
        all.extend(forms.into_iter().map(|(range, form)| {
            let mut slip = text.to_owned();
            slip.replace_range(range, &form);
            slip
        }));
        at = end + 1;
    }
    all
}

#[test]
fn a_stray_sign_among_the_tags_is_one_finding() {
    let settings = Settings::default();
    let (mut several, mut tried) = (Vec::new(), 0);
    for (text, kind) in texts() {
        assert_eq!(found_in(&text, kind, &settings), [""; 0], "{text}");
        let movetext = text.split_once("\n\n").map(|(_, movetext)| movetext).expect("movetext");
        for sign in SIGNS.chars().map(String::from) {
            for (n, slip) in slips(&text, &sign).into_iter().enumerate() {
                tried += 1;
                let found = found_in(&slip, kind, &settings);
                let games = count(&slip);
                if found.len() > 1 || games != 1 {
                    several.push((slip.clone(), found));
                }
                if n % 5 == 0 && !"{;".contains(&sign) {
                    let context = Context::new(&settings, kind).with_fixes(true);
                    let safe = |text: &str| {
                        apply(text, &fix_game(text, None, &context, &|d| d.fixes.iter().find(|fix| fix.safe)))
                    };
                    let once = safe(&slip);
                    assert!(once.ends_with(movetext), "{slip:?} became {once:?}");
                    let tags = text.lines().take_while(|line| !line.is_empty());
                    let kept = |line: &str| once.contains(line.trim_matches(['[', ']'])) || !slip.contains(line);
                    assert!(tags.into_iter().all(kept), "{slip} {once}");
                    assert_eq!(safe(&once), once, "{slip:?}");
                }
            }
        }
    }
    // The terminator of a game without tags and moves; and a line comment that holds a tag by which the game is read.
    let is_comment = |line: &str| line.starts_with(';') && line.contains("Format");
    several.retain(|(text, _)| !text.starts_with('*') && !text.lines().any(is_comment));
    assert!(tried > 12_000, "{tried}");
    assert!(several.is_empty(), "{} of {tried}: {:#?}", several.len(), several.iter().take(3).collect::<Vec<_>>());
}

#[test]
fn what_stands_for_a_bracket_is_named() {
    let game = |tag: &str| format!("[Event \"x\"]\n{tag}\n[Black \"b\"]\n\n1. e4 *\n");
    let right = game("[White \"a\"]");
    for sign in [",", "-", "1", "\u{e9}", "*", "x", "{", "|"] {
        let open = game(&format!("{sign}White \"a\"]"));
        assert_eq!(message(&open, "stray-text"), format!("the tag begins with `{sign}`: expected `[`"));
        assert_eq!(fixed(&open, "stray-text"), [right.as_str()]);
        earns(&open, &[&format!("stray-text `{sign}White \"a\"]`")]);
        let close = game(&format!("[White \"a\"{sign}"));
        assert_eq!(message(&close, "unclosed-tag"), format!("the tag ends with `{sign}`: expected `]`"));
        assert_eq!(fixed(&close, "unclosed-tag"), [right.as_str()]);
        earns(&close, &[&format!("unclosed-tag `[White \"a\"{sign}`")]);
    }
}

/// A brace that is closed begins a comment.
#[test]
fn a_comment_may_begin_like_a_tag() {
    let roster = PGN.split("[WhiteElo").next().unwrap_or_default();
    let with = |text: &str| format!("{roster}\n{text}\n1. e4 e5 1/2-1/2\n");
    for comment in ["{Annotator \"a\"] wrote this}", "{Annotator \"a\"]\nwrote this}", "{Annotator \"a\"]}"] {
        earns(&with(comment), &[]);
    }
    let tag = "stray-text `{Annotator \"a\"]`";
    for text in ["{Annotator \"a\"]", "{Annotator \"a\"]\n{a}"] {
        earns(&with(text), &[tag]);
    }
    let closed_by_another = "[White \"a\"]\n{Black \"b\"]\n\n1. e4 *\n\n1. d4 *\n\n[Event \"?\"]\n\n1. e4 } *\n";
    assert_eq!(count(closed_by_another), 3);
    // A scan does not read far below.
    assert!(found(&with(&format!("{{Annotator \"a\"]{}}}", "\nx".repeat(40)))).contains(&tag.to_owned()));
}

/// Where the next tags are those of another game, what stands before them is this one's movetext.
#[test]
fn movetext_between_two_games_is_no_slip() {
    for file in [
        "[White \"x\"]\n*\n[White \"y\"]\n\n1. d4 *",
        "[GameFormat \"VGN\"]\n[MoveFormat \"FCN\"]\nPe2-e4\n[GameFormat \"VGN\"]\n\n1. Pd2-d4 *",
        "[Event \"x\"]\ne4\n[Event \"y\"]\n\n1. d4 *",
        "[White \"x\"]\ne4 e5\n[Black \"y\"]\n\n1. d4 *",
        "[White \"x\"]\n\ne4\n[Black \"y\"]\n\n1. d4 *",
        "[White \"x\"] 1-0\n\n1. d4 *",
        "[White \"x\"]\n*\n\n1. d4 *",
    ] {
        assert_eq!(count(file), 2, "{file}");
    }
}

fn without_blanks(text: &str) -> String {
    text.split_whitespace().collect()
}

/// Asserts that each slip in the tags of the PGN game earns at most one finding, and that safe fixes lose no tag.
fn earn_one(slips: impl Fn(&str, usize) -> Vec<String>) {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
    let end = PGN.find("\n\n").expect("tags");
    let (mut tried, mut several) = (0, Vec::new());
    for at in 0..end - 1 {
        for slip in slips(PGN, at).into_iter().filter(|slip| slip != PGN) {
            tried += 1;
            let found = found_in(&slip, FileKind::Pgn, &settings);
            if found.len() > 1 || count(&slip) != 1 {
                several.push((slip.clone(), found.clone()));
            }
            let edits = fix_game(&slip, None, &context, &|d| d.fixes.iter().find(|fix| fix.safe));
            let safe = apply(&slip, &edits);
            // What is clean after safe fixes is what was written before the slip.
            let is_clean = found_in(&safe, FileKind::Pgn, &settings).is_empty();
            let is_same = without_blanks(&safe) == without_blanks(PGN);
            assert!(!is_clean || edits.is_empty() || is_same, "{slip} became {safe}");
        }
    }
    assert!(tried > 150, "{tried}");
    assert!(several.is_empty(), "{} of {tried}: {:#?}", several.len(), several.iter().take(9).collect::<Vec<_>>());
}

#[test]
fn two_signs_of_a_tag_that_have_changed_places_are_one_finding() {
    earn_one(|text, at| {
        let mut signs = text.as_bytes().to_vec();
        signs.swap(at, at + 1);
        vec![String::from_utf8(signs).expect("ASCII")]
    });
}

#[test]
fn a_bracket_or_quote_too_many_in_a_tag_is_one_finding() {
    earn_one(|text, at| ["[", "\""].map(|sign| format!("{}{sign}{}", &text[..at], &text[at..])).to_vec());
}

/// A sign too many, a lost one, a doubled one, a wrong one.
#[test]
fn every_slip_of_one_key_in_a_tag_is_one_finding() {
    earn_one(|text, at| {
        let (before, sign, after) = (&text[..at], &text[at..=at], &text[at + 1..]);
        if sign == "\n" || before.is_empty() {
            return Vec::new();
        }
        of_one_key(before, sign, after)
    });
}

fn of_one_key(before: &str, sign: &str, after: &str) -> Vec<String> {
    let keys = "[]\"(){} ;%!.,'-*".chars();
    let others = keys.flat_map(|key| [format!("{before}{key}{after}"), format!("{before}{key}{sign}{after}")]);
    let lost = [format!("{before}{after}"), format!("{before}{sign}{sign}{after}")];
    others.chain(lost).collect()
}

/// A damaged tag by which the moves are read: the moves, and what lacks without it, have no findings of their own.
#[test]
fn a_slip_in_a_governing_tag_is_one_finding() {
    const VGN: &str = "[GameFormat \"VGN:Variable Game Notation\"]\n[White \"A B\"]\n\
                       [SetUp \"FEN:4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\
                       [MoveFormat \"FCN:Friendly Coordinate Notation\"]\n\n1. Pe2-e4 1.5 Ke8-e7 2. Pe4-e5 *\n";
    let settings = Settings::default();
    assert_eq!(found_in(VGN, FileKind::Vgn, &settings), [""; 0]);
    let end = VGN.find("\n\n").expect("tags");
    let (mut tried, mut several) = (0, Vec::new());
    for at in (1..end).filter(|at| VGN.as_bytes()[*at] != b'\n') {
        for slip in of_one_key(&VGN[..at], &VGN[at..=at], &VGN[at + 1..]) {
            tried += 1;
            let found = found_in(&slip, FileKind::Vgn, &settings);
            if found.len() > 1 || count(&slip) != 1 {
                several.push((slip.clone(), found.clone()));
            }
        }
    }
    assert!(tried > 4_000, "{tried}");
    // A name torn in two, and a value that begins as a comment.
    assert!(several.len() * 400 < tried, "{} of {tried}: {:#?}", several.len(), several);
}

#[test]
fn a_torn_tag_is_named() {
    let game = |tag: &str| format!("[Event \"x\"]\n{tag}\n[Black \"b\"]\n\n1. e4 1-0\n");
    for (tag, right, said) in [
        ("[R[esult \"1-0\"]", "[Result \"1-0\"]", "a `[` stands inside the name of the tag: did you mean `Result`?"),
        ("R[esult \"1-0\"]", "[Result \"1-0\"]", "a `[` stands inside the name of the tag: did you mean `Result`?"),
        ("[Res\"ult \"1-0\"]", "[Result \"1-0\"]", "a quote stands in the name of the tag: did you mean `Result`?"),
        ("[Result 1\"-0\"]", "[Result \"1-0\"]", "`1` stands before the quote: does it belong to the value?"),
        ("[Result 1 \"-0\"]", "[Result \"1-0\"]", "`1` stands before the quote: does it belong to the value?"),
        ("[White \"a]\"", "[White \"a\"]", "the tag's closing `]` is inside its value"),
        ("[White [ \"a\"]", "[White  \"a\"]", "a tag has one `[`: a second one stands before its value"),
        ("[White \"a\"[]", "[White \"a\"]", "a tag has one `[`: a second one stands before its `]`"),
    ] {
        let found = crate::spec::found::found(&game(tag));
        assert_eq!(found.len(), 1, "{tag}: {found:?}");
        let code = found[0].split(' ').next().expect("a code");
        assert_eq!(message(&game(tag), code), said, "{tag}");
        assert_eq!(fixed(&game(tag), code)[0], game(right), "{tag}");
        assert_eq!(crate::spec::found::safe_fixes(&game(tag)), [""; 0], "{tag}");
    }
}

#[test]
fn a_backslash_for_a_quote_and_what_divides_a_name_are_one_finding() {
    let earns = |tag: &str, expected: &str| earns(&format!("{tag}\n[White \"a\"]\n\n1. e4 *\n"), &[expected]);
    earns("[Event \\Ev\"]", "unclosed-tag-value `\\Ev\"`");
    earns("[E{a}vent \"Ev\"]", "extra-tag-name `E{a}vent`");
}

#[test]
fn a_nag_between_tags_is_one_finding() {
    for nag in ["$3", "$1.2.3", "$"] {
        for tags in [
            format!("[Event \"x\"]\n{nag}\n[Site \"y\"]"),
            format!("[Event \"x\"] {nag}\n[Site \"y\"]"),
            format!("[Event \"x\"]\n{nag} [Site \"y\"]"),
        ] {
            let text = format!("{tags}\n\n1. e4 *\n");
            assert_eq!(count(&text), 1, "{text}");
            assert_eq!(crate::spec::found::found(&text).len(), 1, "{text}");
        }
    }
}

/// What has no `[` may be the rest of a tag without its `]`, or no tag at all.
#[test]
fn a_line_that_may_be_the_rest_of_a_tag_gets_no_bracket_unasked() {
    for (tags, is_safe) in
        [("[Event \"a\"]\nSite \"c\"]\n", true), ("[Eve\nt \"{c}\"]\n", false), ("[Event \"a\"]\nh4 \"c\"]\n", false)]
    {
        let fixes = crate::spec::found::safe_fixes(&format!("{tags}[Result \"0-1\"]\n\n1. e4 0-1\n"));
        assert_eq!(fixes.iter().any(|fixed| fixed.lines().nth(1).is_some_and(|line| line.starts_with('['))), is_safe);
    }
}
