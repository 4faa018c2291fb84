//! A `{` inside a comment is allowed (rule C4): a comment is called unclosed only where the game cannot go on behind it
//! without the half-moves in it.

use super::found::{ROSTER, earns, fixed, found, safe_fixes};
use crate::support::games::text_of;
use vgn_lsp::syntax::games::games;

#[test]
fn a_wrong_number_makes_no_comment_unclosed() {
    earns("1. e4 e5 {see {2. d4} 4. Nf3 *", &["move-number `4.`"]);
    earns("1. e4 e5 {see {2. d4} 4. Nf3 Nc6 *", &["move-number `4.`"]);
    earns("{{ b} 12. e4 e5 *", &["move-number `12.`"]);
    earns("1. e4 {a { b} 3... e5 2. Nf3 *", &["move-number `3...`"]);
    // Nor does a move that the comment cannot explain.
    earns("1. e4 e5 {see {this} 2. Nf6 *", &["illegal-move `Nf6`"]);
}

#[test]
fn half_moves_in_a_comment_make_it_unclosed_where_they_are_missing() {
    earns("1. e4 {so 1... e5 2. Nf3 {c} 2... Nc6 3. Bxc6 *", &["unclosed-comment `{`"]);
    earns("1. e4 {so 1... e5 2. Nf3 Nc6 {c} 3. Bb5 a6 *", &["unclosed-comment `{`"]);
    earns("1. e4 e5 {so 2. Nf3 Nc6 {c} 3. Bb5 a6 4. Nxe5 *", &["unclosed-comment `{`"]);
    // The number is right behind as many half-moves as the comment holds.
    earns("1. e4 e5 {so 2. Nf3 Nc6 {c} 3. Bc4 *", &["unclosed-comment `{`"]);
}

/// A parenthesis and a half-move both show that the comment is not closed.
#[test]
fn an_unclosed_comment_is_reported_once() {
    let text = "1. d4 d5 {a quiet move 2. c4 e6 3. Nc3 Nf6 4. Bg5 (4. cxd5 exd5 {fine}) Be7 *\n";
    earns(text, &["unclosed-comment `{`"]);
    assert_eq!(fixed(text, "unclosed-comment"), [text.replacen("move 2.", "move} 2.", 1)]);
    earns("1. e4 {a e5 (1... c5 {b}) 2. Nf3 *\n", &["unclosed-comment `{`"]);
}

/// Valid comments with a `{` in them, before every number of real games, with the numbers from there on too high.
#[test]
fn comments_of_real_games_stay_comments() {
    let bytes = std::fs::read("tests/data/games/gnuchess-book.pgn").expect("a file of ours");
    let mut tried = 0;
    for span in games(&bytes).filter(|span| span.is_game).take(60) {
        let text = text_of(bytes[span.range].to_vec());
        let Some((tags, movetext)) = text.rsplit_once("]\n") else { continue };
        let words: Vec<&str> = movetext.split_whitespace().collect();
        for at in (0..words.len()).filter(|at| words[*at].ends_with('.')).step_by(3) {
            for comment in ["{see {this}", "{see { 2. d4 e6 } ", "{{{}", "{ 1-0 { (  }"] {
                let ahead = |word: &&str| match word.strip_suffix('.').and_then(|number| number.parse::<u32>().ok()) {
                    Some(number) => format!("{}.", number + 3),
                    None => (*word).to_owned(),
                };
                let behind = words[at..].iter().map(ahead).collect::<Vec<_>>().join(" ");
                let game = format!("{tags}]\n{} {comment} {behind}\n", words[..at].join(" "));
                let found = found(&game);
                assert!(!found.iter().any(|line| line.starts_with("unclosed")), "{found:?}\n{game}");
                tried += 1;
            }
        }
    }
    assert!(tried > 150, "{tried}");
}

/// The asterisks of a comment in the signs of a programming language end no game.
#[test]
fn comments_of_programs_are_one_finding() {
    for (written, right) in [("/* c */", "{ c }"), ("(* best *)", "{ best }"), ("/*1. d4 1-0*/", "{1. d4 1-0}")] {
        let text = format!("1. e4 e5 {written} 2. Nf3 *\n");
        earns(&text, &[&format!("stray-text `{written}`")]);
        assert_eq!(fixed(&text, "stray-text"), [format!("1. e4 e5 {right} 2. Nf3 *\n")]);
        assert_eq!(safe_fixes(&text), [""; 0]);
    }
    // Before the first number, with or without tags.
    for tags in [String::new(), format!("{ROSTER}\n")] {
        let text = format!("{tags}/* c */ 1. e4 e5 *\n");
        assert_eq!(super::found::count(&text), 1);
        earns(&text, &["stray-text `/* c */`"]);
        assert_eq!(fixed(&text, "stray-text"), [format!("{tags}{{ c }} 1. e4 e5 *\n")]);
        assert_eq!(safe_fixes(&text), [""; 0]);
        earns(&format!("{tags}/* c */ {{x}} 1. e4 e5 *\n"), &["stray-text `/* c */`"]);
        earns(&format!("{tags}/* c */ e4 e5 *\n"), &["stray-text `/* c */`"]);
    }
    // In a variation the terminator is a terminator.
    assert_eq!(found("1. e4 e5 (1... c5 *) 2. Nf3 *\n"), found("1. e4 e5 (1... c5 1-0) 2. Nf3 *\n"));
}

/// The signs of a game in such a comment end neither the comment nor the game.
#[test]
fn comments_of_programs_may_hold_the_signs_of_a_game() {
    for (written, right) in [
        ("/* {x} */", Some("{x}")),
        ("/* ! */", Some("{ ! }")),
        ("/* a; b */", Some("{ a; b }")),
        ("/* [x] */", Some("{ [x] }")),
        ("/* a {x} */", None),
        ("(* {x} *)", Some("{x}")),
        ("(* ! *)", Some("{ ! }")),
        ("(* [x] *)", Some("{ [x] }")),
        ("(* (c) *)", Some("{ (c) }")),
    ] {
        let around =
            [("", " 1. e4 e5 *\n"), ("1. e4 ", " e5 *\n"), ("1. e4", " e5 *\n"), ("1. e4 e5 (1... c5 ", ") *\n")];
        for (before, after) in around {
            let text = format!("{before}{written}{after}");
            assert_eq!(super::found::count(&text), 1, "{text}");
            earns(&text, &[&format!("stray-text `{written}`")]);
            let right = right.map(|right| format!("{before}{right}{after}"));
            assert_eq!(fixed(&text, "stray-text"), Vec::from_iter(right));
            assert_eq!(safe_fixes(&text), [""; 0]);
        }
        let text = format!("Dear friend, here is my game:\n{written} 1. e4 e5 *\n");
        assert_eq!(super::found::count(&text), 1, "{text}");
        let text = format!("[Event \"a\"]\n{written}\n[Site \"b\"]\n\n1. e4 *\n");
        assert_eq!(super::found::count(&text), 1, "{text}");
        assert_eq!(found(&text).iter().filter(|line| line.contains("stray-text")).count(), 1, "{:?}", found(&text));
        assert_eq!(safe_fixes(&text), [""; 0], "{text}");
    }
    // A comment of a game that is not closed before the last sign keeps its text.
    earns("1. e4 e5 {a /* {b} 2. Nf3 *\n", &[]);
    assert!(found("1. e4 /* {x */ c5} e5 *\n").iter().all(|line| !line.contains("c5")));
}

/// A comment that ends with its line, or continues over lines, is one finding among half-moves and among tags.
#[test]
fn comments_of_programs_may_end_with_their_line() {
    for (written, right) in [
        ("// good", "{ good}"),
        ("// c", "{ c}"),
        ("// 2. d4 is better", "{ 2. d4 is better}"),
        ("/* c\nd */", "{ c\nd }"),
        ("(* c\nd *)", "{ c\nd }"),
        ("# a good plan", "{a good plan}"),
    ] {
        let before = "1. e4 e5 ";
        let text = format!("{before}{written}\n2. Nf3 *\n");
        assert_eq!(super::found::count(&text), 1, "{text}");
        earns(&text, &[&format!("stray-text `{written}`")]);
        assert_eq!(fixed(&text, "stray-text"), [format!("{before}{right}\n2. Nf3 *\n")]);
        assert_eq!(safe_fixes(&text), [""; 0]);
        let (first, last) = ROSTER.split_at(ROSTER.find("[Site").expect("a tag"));
        for (before, after) in
            [(first.to_owned(), format!("{last}\n1. e4 *\n")), (format!("{ROSTER}\n"), "\n1. e4 *\n".to_owned())]
        {
            let text = format!("{before}{written}\n{after}");
            assert_eq!(super::found::count(&text), 1, "{text}");
            earns(&text, &[&format!("stray-text `{written}`")]);
            assert_eq!(fixed(&text, "stray-text"), [format!("{before}{right}\n{after}")]);
        }
    }
    earns("1. e4 e5\n# good\n2. Nf3 *\n", &["stray-text `# good`"]);
    // A comment ends before what belongs to the game.
    earns("1. e4 e5 // good {x} 2. Nf3 *\n", &["stray-text `// good`"]);
    earns("1. e4 (1. d4 // good) 1... e5 *\n", &["stray-text `// good`"]);
    earns("1. e4 e5 // good 1-0\n", &["stray-text `// good`"]);
}

/// A game that a comment quotes belongs to the comment; one behind a comment that has lost its `}` does not.
#[test]
fn a_whole_game_may_be_quoted() {
    let tags = "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"a\"]\n[Black \"b\"]\n\
                [Result \"*\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2700\"]\n[ECO \"C20\"]\n[Opening \"?\"]\n";
    let quoted = format!("1. e4 {{see\n\n{tags}\n1. e4 e5\n2. Nf3 Nc6\n3. Bb5 *\n}} e5 *\n");
    earns(&quoted, &[]);
    assert_eq!(super::found::count(&quoted), 1);
    let next = format!("1. e4 {{see\n\n{tags}\n1. e4 e5\n2. Nf3 {{c}} Nc6 *\n");
    assert_eq!(super::found::count(&next), 2);
    let two = format!("1. e4 {{see\n\n{tags}\n1. e4 e5 *\n\n{tags}\n1. d4 d5}} *\n");
    assert_eq!(super::found::count(&two), 3);
}

/// The place of a missing `}` is where the number stands that is due, whatever the numbers behind the comment say, if what
/// follows can be played. No half-move is lost, and none is invented.
#[test]
fn a_missing_brace_belongs_before_the_number_that_is_due() {
    for (text, right) in [
        // The number behind the comment has moved on (PGN 8.2.2.2).
        ("{solid 3. Nc3 Nf6 4. Bg5 {pin} 4... Be7 5. e3 *", "{solid} 3. Nc3 Nf6 4. Bg5 {pin} 4... Be7 5. e3 *"),
        ("{good for White 3. Nc3 Nf6 4. Bg5 {pin} Be7 5. e3 *", "{good for White} 3. Nc3 Nf6 4. Bg5 {pin} Be7 5. e3 *"),
        ("{good for White 3. Nc3 Nf6 {c} 4. Bg5 Be7 *", "{good for White} 3. Nc3 Nf6 {c} 4. Bg5 Be7 *"),
        ("{solid 3. Nc3 Nf6 4. Bg5 Be7 *", "{solid} 3. Nc3 Nf6 4. Bg5 Be7 *"),
    ] {
        let (text, right) = (format!("1. d4 d5 2. c4 e6 {text}"), format!("1. d4 d5 2. c4 e6 {right}"));
        earns(&text, &["unclosed-comment `{`"]);
        assert_eq!(fixed(&text, "unclosed-comment"), [right]);
    }
    // What cannot be played there decides nothing.
    let text = "1. d4 d5 2. c4 e6 {not 3. Nc6 Nf6 4. Bg5 {pin} 4... Be7 5. e3 *";
    assert!(fixed(text, "unclosed-comment").is_empty());
}

#[test]
fn a_missing_parenthesis_belongs_before_the_number_that_goes_back() {
    let text = "1. e4 e5 (1... c5 2. Nf3 d6 2. Nf3 Nc6 3. Bb5 a6 *";
    earns(text, &["unclosed-variation `(`"]);
    assert_eq!(fixed(text, "unclosed-variation"), ["1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 3. Bb5 a6 *"]);
    // Where a number within an inner variation goes back first, it is that one which may have lost its end.
    let text = "1. e4 e5 (1... c5 2. Nf3 (2. c3 d5 2... d6 3. d4) 2. Nf3 Nc6 *";
    assert!(fixed(text, "unclosed-variation").is_empty());
}
