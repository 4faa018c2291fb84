//! A `{` inside a comment is allowed (rule C4): a comment is called unclosed only where the game cannot go on behind it
//! without the half-moves in it.

use crate::spec::found::{earns, fixed, found};
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

/// A game that a comment quotes belongs to the comment; one behind a comment that has lost its `}` does not.
#[test]
fn a_whole_game_may_be_quoted() {
    let tags = "[Event \"x\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"a\"]\n[Black \"b\"]\n\
                [Result \"*\"]\n[WhiteElo \"2700\"]\n[BlackElo \"2700\"]\n[ECO \"C20\"]\n[Opening \"?\"]\n";
    let quoted = format!("1. e4 {{see\n\n{tags}\n1. e4 e5\n2. Nf3 Nc6\n3. Bb5 *\n}} e5 *\n");
    earns(&quoted, &[]);
    assert_eq!(crate::spec::found::count(&quoted), 1);
    let next = format!("1. e4 {{see\n\n{tags}\n1. e4 e5\n2. Nf3 {{c}} Nc6 *\n");
    assert_eq!(crate::spec::found::count(&next), 2);
    let two = format!("1. e4 {{see\n\n{tags}\n1. e4 e5 *\n\n{tags}\n1. d4 d5}} *\n");
    assert_eq!(crate::spec::found::count(&two), 3);
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
