//! Merges of small texts, and laws on annotated games.

use proptest::prelude::*;

use super::{MergedFile, merge};
use crate::lint::FileKind;
use crate::replay::parse_game;
use crate::syntax::games::games;
use crate::syntax::{Node, Sink, SyntaxError, Token};

fn merged(ancestor: &str, ours: &str, theirs: &str) -> (String, usize) {
    let MergedFile { bytes, conflicts, .. } =
        merge(ancestor.as_bytes(), ours.as_bytes(), theirs.as_bytes(), 7, FileKind::Pgn);
    (String::from_utf8(bytes).expect("UTF-8"), conflicts)
}

#[test]
fn what_each_side_adds_is_kept() {
    for (ancestor, ours, theirs, expected) in [
        ("1. e4 e5 *\n", "1. e4 {a} e5 *\n", "1. e4 e5 {b} *\n", "1. e4 {a} e5 {b} *\n"),
        ("1. e4 e5 *\n", "1. e4 {a} e5 *\n", "1. e4 $1 e5 *\n", "1. e4 $1 {a} e5 *\n"),
        ("1. e4 e5 *\n", "1. e4 {a} e5 *\n", "1. e4 {b} e5 *\n", "1. e4 {a} {b} e5 *\n"),
        ("1. e4 e5 *\n", "1. e4 {a} e5 *\n", "1. e4 {a} e5 $6 *\n", "1. e4 {a} e5 $6 *\n"),
        ("1. e4 *\n", "1. e4 (1. d4) *\n", "1. e4 {b} (1. c4) *\n", "1. e4 {b} (1. d4) (1. c4) *\n"),
        ("1. e4 (1. d4) *\n", "1. e4 (1. d4 d5) *\n", "1. e4 (1. d4 $1) e5 *\n", "1. e4 (1. d4 $1 d5) e5 *\n"),
        ("1. e4 *\n", "1. e4 e5 *\n", "1. e4 e5 2. Nf3 *\n", "1. e4 e5 2. Nf3 *\n"),
        ("1. e4 e5 *\n", "1. e4 e5 2. Nf3 *\n", "1. e4 {b} e5 1-0\n", "1. e4 {b} e5 2. Nf3 1-0\n"),
        ("1. e4 {a} e5 *\n", "1. e4 e5 *\n", "1. e4 {a} e5 {b} *\n", "1. e4 e5 {b} *\n"),
        ("1. e4 e5 *\n", "1. e4\ne5 *\n", "1. e4 e5 {b} *\n", "1. e4\ne5 {b} *\n"),
        ("1. e4 e5 *\n", "1. e4 ;a\ne5 *\n", "1. e4 e5! *\n", "1. e4 ;a\ne5! *\n"),
        (
            "1. e4 e5 2. Nf3 Nc6 *\n",
            "1. e4 e5 2. Nc3 Nc6 *\n",
            "1. e4 e5 2. Nf3 {b} Nc6 *\n",
            "1. e4 e5 2. Nc3 {b} Nc6 *\n",
        ),
    ] {
        let tags = "[Event \"?\"]\n[White \"a\"]\n\n";
        let [ancestor, ours, theirs, expected] = [ancestor, ours, theirs, expected].map(|text| format!("{tags}{text}"));
        assert_eq!(merged(&ancestor, &ours, &theirs), (expected, 0), "{ours}{theirs}");
    }
}

/// Many readers take an empty line within the movetext for the end of the game.
#[test]
fn no_empty_line_comes_into_the_movetext() {
    let ancestor = "[Event \"?\"]\n\n1. e4 *\n";
    let intro = |text: &str| ancestor.replace("1. e4", &format!("{text}1. e4"));
    for (ours, theirs, expected) in
        [("{a} ", "{b} ", "{a}\n{b} "), ("; a\n", "{b} ", "; a\n{b}\n"), ("$5 ", "{a}\n{b}\n", "$5\n{a}\n{b} ")]
    {
        assert_eq!(merged(ancestor, &intro(ours), &intro(theirs)), (intro(expected), 0), "{ours}{theirs}");
    }
}

/// An editor may break the lines of a comment elsewhere, or end them otherwise.
#[test]
fn white_space_in_a_comment_is_no_change_of_it() {
    let ancestor = "[Event \"?\"]\n\n1. e4 {two\nlines} e5 *\n";
    let reflowed = ancestor.replace("two\nlines", "two lines");
    let other = ancestor.replace("two\nlines", "two\r\nlines");
    let changed = ancestor.replace("lines} e5", "lines more} e5 $1");
    assert_eq!(merged(ancestor, &reflowed, &changed), (changed.clone(), 0));
    assert_eq!(merged(ancestor, &changed, &other), (changed.clone(), 0));
    assert_eq!(merged(ancestor, &reflowed, &other), (reflowed.clone(), 0));
    let noted = ancestor.replace("e5", "e5 $1");
    assert_eq!(merged(ancestor, &noted, &reflowed), (reflowed.replace("e5", "e5 $1"), 0));
}

#[test]
fn tags_are_merged_by_their_names() {
    let ancestor = "[Event \"?\"]\n[White \"a\"]\n[Black \"b\"]\n\n1. e4 *\n";
    let ours = ancestor.replace("\"?\"", "\"Open\"").replace("\n\n", "\n[ECO \"B00\"]\n\n");
    let theirs = ancestor.replace("\"b\"", "\"c\"").replace("\n[White", "\n[ECO \"B00\"]\n[White");
    let expected = "[Event \"Open\"]\n[White \"a\"]\n[Black \"c\"]\n[ECO \"B00\"]\n\n1. e4 *\n";
    assert_eq!(merged(ancestor, &ours, &theirs), (expected.to_owned(), 0));
}

#[test]
fn a_contradiction_is_marked_and_nothing_else() {
    for (ancestor, ours, theirs, expected) in [
        (
            "[Event \"?\"]\n\n1. e4 {a} e5 *\n",
            "[Event \"?\"]\n\n1. e4 {a b} e5 $1 *\n",
            "[Event \"?\"]\n\n1. e4 {a c} e5 *\n",
            "[Event \"?\"]\n\n1. e4\n<<<<<<< ours\n{a b}\n=======\n{a c}\n>>>>>>> theirs\ne5 $1 *\n",
        ),
        (
            "[Event \"?\"]\n[Site \"?\"]\n\n1. e4 e5 2. Nf3 *\n",
            "[Event \"A\"]\n[Site \"?\"]\n\n1. e4 e5 2. Nf3 *\n",
            "[Event \"B\"]\n[Site \"C\"]\n\n1. e4 e5 2. Nf3 *\n",
            "<<<<<<< ours\n[Event \"A\"]\n=======\n[Event \"B\"]\n>>>>>>> theirs\n[Site \"C\"]\n\n1. e4 e5 2. Nf3 *\n",
        ),
        (
            "[Event \"?\"]\n\n1. e4 *\n",
            "[Event \"?\"]\n\n1. e4 e5 2. Nf3 *\n",
            "[Event \"?\"]\n\n1. e4 e5 2. Nc3 *\n",
            "[Event \"?\"]\n\n1. e4 e5\n<<<<<<< ours\n2. Nf3\n=======\n2. Nc3\n>>>>>>> theirs\n*\n",
        ),
        (
            "[Event \"?\"]\n\n1. e4 *\n",
            "[Event \"?\"]\n\n1. e4 $1 *\n",
            "[Event \"?\"]\n\n1. e4 $2 *\n",
            "[Event \"?\"]\n\n1. e4\n<<<<<<< ours\n$1\n=======\n$2\n>>>>>>> theirs\n*\n",
        ),
    ] {
        assert_eq!(merged(ancestor, ours, theirs), (expected.to_owned(), 1));
    }
}

#[test]
fn a_correction_that_makes_the_other_sides_moves_illegal_is_a_conflict() {
    let ancestor = "[Event \"?\"]\n\n1. e4 e5 2. Bc4 Nc6 *\n";
    let ours = ancestor.replace("Bc4", "Be2");
    let theirs = ancestor.replace("Nc6", "Nc6 3. Bxf7+");
    let (text, conflicts) = merged(ancestor, &ours, &theirs);
    assert_eq!(conflicts, 1, "{text}");
    assert_eq!(text, format!("<<<<<<< ours\n{ours}=======\n{theirs}>>>>>>> theirs\n"));
}

#[test]
fn games_that_both_sides_add_are_kept() {
    let game =
        |name: &str| format!("[Event \"?\"]\n[White \"{name}\"]\n[Black \"{name} too\"]\n\n1. e4 {{{name}}} *\n");
    let [a, b, c, d] = ["a", "b", "c", "d"].map(game);
    for (ancestor, ours, theirs, expected) in [
        (vec![&a], vec![&a, &b], vec![&a, &c], vec![&a, &b, &c]),
        (vec![&a], vec![&b, &a], vec![&a, &c], vec![&b, &a, &c]),
        (vec![], vec![&a, &b], vec![&c, &b], vec![&a, &b, &c]),
        (vec![&a, &b, &c], vec![&a, &c], vec![&a, &b, &c, &d], vec![&a, &c, &d]),
        (vec![&a, &b, &c], vec![&a], vec![&a, &b, &d, &c], vec![&a, &d]),
        (vec![&a, &a], vec![&a, &a, &b], vec![&a, &a, &a], vec![&a, &a, &b, &a]),
    ] {
        let text = |games: Vec<&String>| games.into_iter().cloned().collect::<Vec<_>>().join("\n");
        let [ancestor, ours, theirs, expected] = [ancestor, ours, theirs, expected].map(text);
        let (found, conflicts) = merged(&ancestor, &ours, &theirs);
        assert_eq!((found, conflicts), (expected, 0), "{ours}---\n{theirs}");
    }
}

#[test]
fn a_game_that_one_side_removes_and_the_other_changes_is_a_conflict() {
    let ancestor = "[White \"a\"]\n\n1. e4 *\n\n[White \"b\"]\n\n1. d4 d5 *\n";
    let theirs = ancestor.replace("d5", "d5 {new}");
    let (text, conflicts) = merged(ancestor, "[White \"a\"]\n\n1. e4 *\n", &theirs);
    let expected =
        "[White \"a\"]\n\n1. e4 *\n\n<<<<<<< ours\n=======\n[White \"b\"]\n\n1. d4 d5 {new} *\n>>>>>>> theirs\n";
    assert_eq!((text.as_str(), conflicts), (expected, 1));
}

#[test]
fn other_encodings_and_line_ends_are_kept() {
    let ancestor = b"[White \"M\xfcller\"]\r\n\r\n1. e4 e5 *\r\n";
    let with = |what: &[u8], by: &[u8]| {
        let at = ancestor.windows(what.len()).position(|window| window == what).expect("it is there");
        [&ancestor[..at], by, &ancestor[at + what.len()..]].concat()
    };
    let merged = merge(ancestor, &with(b"e4", b"e4 {Sch\xf6n}"), &with(b"e5", b"e5\r\n{gut}"), 7, FileKind::Pgn);
    assert_eq!(merged.bytes, b"[White \"M\xfcller\"]\r\n\r\n1. e4 {Sch\xf6n} e5\r\n{gut} *\r\n");
    assert_eq!(merged.conflicts, 0);
}

#[test]
fn of_binary_games_changed_on_both_sides_ours_is_kept() {
    let game =
        |middle: u8| [b"[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]".as_slice(), &[0x86, middle, 0xde, 0xd1]].concat();
    let merged = merge(&game(0x30), &game(0x31), &game(0x32), 7, FileKind::Vgn);
    assert_eq!((merged.bytes, merged.conflicts, merged.binary), (game(0x31), 0, vec![1]));
    let merged = merge(&game(0x30), &game(0x30), &game(0x32), 7, FileKind::Vgn);
    assert_eq!((merged.bytes, merged.binary), (game(0x32), vec![]));
}

const GAMES: &str = include_str!("../../../tests/data/annotated/wcc_2023.pgn");

/// Where a game can be changed: its tags, half-moves and comments.
#[derive(Default)]
struct Places {
    places: Vec<(Token, std::ops::Range<u32>)>,
    tag: Option<std::ops::Range<u32>>,
}

impl Sink for Places {
    fn start(&mut self, _: Node) {}

    fn token(&mut self, token: Token, range: std::ops::Range<u32>) {
        match (token, self.places.last_mut()) {
            (Token::TagValue, _) => self.tag = Some(range),
            (Token::Move | Token::BraceComment, _) => self.places.push((token, range)),
            (Token::Suffix, Some((Token::Move, last))) => last.end = range.end,
            _ => {}
        }
        if token == Token::TagValue {
            self.places.extend(self.tag.take().map(|range| (Token::TagValue, range)));
        }
    }

    fn finish(&mut self, _: Node) {}

    fn error(&mut self, _: SyntaxError) {}
}

/// The text with these changes, which are numbered.
fn changed(text: &str, places: &Places, changes: &[(usize, u8)]) -> String {
    let mut out = String::new();
    let mut at = 0;
    for (place, kind) in changes {
        let (token, range) = &places.places[*place];
        let (start, end) = (range.start as usize, range.end as usize);
        match token {
            Token::Move => {
                out += &text[at..end];
                out += &match kind {
                    0 => format!(" {{note {place}}}"),
                    1 => " $140".to_owned(),
                    2 => format!("\n( {{line {place}}} )"),
                    _ => format!(" ;line {place}\n"),
                };
            }
            Token::BraceComment if *kind == 0 => out += text[at..start].trim_ascii_end(),
            Token::BraceComment => out += &format!("{}{{{place}{}", &text[at..start], &text[start + 1..end]),
            _ => out += &format!("{}\"{place}\"", &text[at..start]),
        }
        at = end;
    }
    out + &text[at..]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Changes of different places merge without conflict to the text with all of them, whichever side made which.
    #[test]
    fn changes_of_different_places_are_all_kept(
        number in any::<prop::sample::Index>(),
        drawn in prop::collection::vec((any::<prop::sample::Index>(), 0..4u8, any::<bool>()), 1..12),
    ) {
        let spans: Vec<_> = games(GAMES.as_bytes()).filter(|span| span.is_game).collect();
        let span = spans[number.index(spans.len())].range.clone();
        let game = &GAMES[span.clone()];
        let mut places = Places::default();
        parse_game(game, &mut places, crate::lint::NEVER);
        let mut changes: Vec<(usize, u8, bool)> =
            drawn.iter().map(|(place, kind, side)| (place.index(places.places.len()), *kind, *side)).collect();
        changes.sort_by_key(|change| change.0);
        changes.dedup_by_key(|change| change.0);
        let of = |wanted: &dyn Fn(bool) -> bool| {
            let chosen: Vec<_> = changes.iter().filter(|change| wanted(change.2)).map(|change| (change.0, change.1)).collect();
            format!("{}{}{}", &GAMES[..span.start], changed(game, &places, &chosen), &GAMES[span.end..])
        };
        let (ours, theirs, both) = (of(&|side| side), of(&|side| !side), of(&|_| true));
        for (ours, theirs) in [(&ours, &theirs), (&theirs, &ours)] {
            let (found, conflicts) = merged(GAMES, ours, theirs);
            prop_assert_eq!(conflicts, 0, "{}", found);
            prop_assert!(found == both, "{}\n-----\n{}", &found[span.start..], changed(game, &places, &changes.iter().map(|c| (c.0, c.1)).collect::<Vec<_>>()));
        }
    }

    /// With a version that has not changed, the result is the other one, whatever the bytes.
    #[test]
    fn a_change_of_one_side_is_taken_as_it_is(
        ancestor in prop::collection::vec(piece(), 0..20),
        side in prop::collection::vec(piece(), 0..20),
    ) {
        let (ancestor, side) = (ancestor.concat(), side.concat());
        prop_assert_eq!(merged(&ancestor, &side, &ancestor), (side.clone(), 0));
        prop_assert_eq!(merged(&ancestor, &ancestor, &side), (side.clone(), 0));
        prop_assert_eq!(merged(&ancestor, &side, &side), (side.clone(), 0));
        // The same without the comparison of whole files: each side has a game more.
        let last = "\n\n[Event \"last\"]\n[White \"z\"]\n\n1. c4 c5 2. Nf3 *\n";
        if games(ancestor.as_bytes()).all(|span| !ancestor[span.range].contains(['{', ';', '%', '<', '(', '['])) {
            let text = |text: &str| format!("[Event \"first\"]\n\n1. e4 *\n\n{text}");
            let (found, _) = merged(&text(&ancestor), &text(&side), &(text(&ancestor) + last));
            prop_assert!(found.starts_with(text(&side).trim_ascii_end()), "{found}");
        }
    }

    /// Nothing fails, and no word of either side is lost that the ancestor does not have.
    #[test]
    fn no_word_that_a_side_has_added_is_lost(
        ancestor in prop::collection::vec(piece(), 0..20),
        ours in prop::collection::vec(piece(), 0..20),
        theirs in prop::collection::vec(piece(), 0..20),
    ) {
        let [ancestor, ours, theirs] = [ancestor, ours, theirs].map(|pieces| pieces.concat());
        let (found, _) = merged(&ancestor, &ours, &theirs);
        for side in [&ours, &theirs] {
            for word in side.split_ascii_whitespace().filter(|word| word.starts_with("{n") && !ancestor.contains(word)) {
                prop_assert!(found.contains(word), "{word}: {found}");
            }
        }
    }
}

fn piece() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("1. e4 ".to_owned()),
        Just("e5 ".to_owned()),
        Just("2. Nf3 Nc6 ".to_owned()),
        (0..9u8).prop_map(|number| format!("{{n{number}}} ")),
        Just("$1 ".to_owned()),
        Just("(1. d4 ".to_owned()),
        Just(") ".to_owned()),
        Just("*\n\n".to_owned()),
        Just("1-0\n\n".to_owned()),
        (0..4u8).prop_map(|number| format!("[White \"{number}\"]\n")),
        Just("\n".to_owned()),
        Just("[Event \"?\"]\n".to_owned()),
        Just(";x\n".to_owned()),
        Just("{ ".to_owned()),
        Just("<x> ".to_owned()),
    ]
}
