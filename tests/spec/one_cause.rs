//! One cause is one finding: a wrong board between right ones, blanks that are none of ASCII's, signs behind numbers,
//! curly quotes, and web pages with games in them or without.

use vgn_lsp::notation::{FCN, FEN, Notation, SFEN};
use vgn_lsp::syntax::games::games as spans;

use super::found::{VGN, clean, count, earns, fixed, found, message, vgn};
use super::piece_letters::languages::{games, numbered};

/// A VGN game of these half-moves.
fn written(notation: &Notation, texts: &[String]) -> String {
    let half = |n: usize| if n.is_multiple_of(2) { "." } else { ".5" };
    let numbered = texts.iter().enumerate().map(|(n, text)| format!("{}{} {text}\n", n / 2 + 1, half(n)));
    vgn(notation.name, &(numbered.collect::<String>() + "*\n"))
}

/// Real games in boards, one of which is another one of the game.
#[test]
fn d1_a_wrong_board_between_right_ones() {
    let mut tried = 0;
    for game in games().step_by(5).take(30) {
        for notation in [&FEN, &SFEN] {
            let right = game.spelt(notation);
            let (line, before) = (game.main_line().collect::<Vec<_>>(), found(&written(notation, &right)));
            for at in (1..right.len() - 5).step_by(7) {
                let (Some(from), Some(to)) = (&line[at].before, &line[at + 4].after) else { continue };
                if from.move_to(to.board()).is_some() {
                    continue;
                }
                let mut texts = right.clone();
                texts[at].clone_from(&right[at + 4]);
                let text = written(notation, &texts);
                let mut after = found(&text);
                let wrong = format!("board-not-reachable `{}`", texts[at]);
                let place = after.iter().position(|line| *line == wrong).unwrap_or_else(|| panic!("{text}"));
                after.remove(place);
                assert_eq!(after, before, "{text}");
                let said = message(&text, "board-not-reachable");
                assert!(said.contains("to this one: "), "{said}");
                tried += 1;
            }
        }
    }
    assert!(tried > 200, "{tried}");
}

/// Real games whose blanks are no plain ones are the games that they were, once fixed.
#[test]
fn c6_blanks_beyond_ascii() {
    for blank in ['\u{a0}', '\u{202f}', '\u{2009}', '\u{3000}'] {
        for game in games().step_by(20).take(10) {
            let right = numbered(&game.sans());
            let text = right.replace(' ', &blank.to_string());
            let mut after = found(&text);
            let place = after.iter().position(|line| *line == format!("stray-text `{blank}`"));
            after.remove(place.unwrap_or_else(|| panic!("{after:?} {text}")));
            assert_eq!(after, found(&right), "{text}");
            assert_eq!(fixed(&text, "stray-text"), [right], "{text}");
        }
    }
    for (text, right) in [
        ("1.\u{a0}e4 e5 *", "1. e4 e5 *"),
        ("1. e4\u{a0}e5\u{a0}*", "1. e4 e5 *"),
        ("1. e4 e5 12.\u{a0}\u{a0}Nf3\u{a0}*", "1. e4 e5 12. Nf3 *"),
        ("[White\u{a0}\"a\"]\n\n1. e4 *", "[White \"a\"]\n\n1. e4 *"),
        ("[White \"a\"\u{a0}]\n\n1. e4 *", "[White \"a\" ]\n\n1. e4 *"),
        ("\u{a0}1. e4 *", " 1. e4 *"),
    ] {
        assert_eq!(fixed(text, "stray-text"), [right], "{text:?}");
    }
    assert!(message("1.\u{a0}e4 *", "stray-text").ends_with("(U+00A0)"));
    // In a comment and in a tag's value they are anybody's own.
    clean("[White \"a\u{a0}b\"]\n\n1. e4 {so\u{a0}it is} *");
    // A game ends alike in any encoding.
    let two = "1. e4\u{a0}e5\u{a0}1-0\n\n1. d4 d5 *";
    let latin: Vec<u8> = two.chars().map(|letter| letter as u8).collect();
    assert_eq!((count(two), spans(&latin).filter(|span| span.is_game).count()), (2, 2));
}

/// Another sign than a period behind the numbers of a game: one finding and one fix.
#[test]
fn c2_numbers_with_other_signs() {
    for (game, first, right) in [
        ("1, e4 e5 2, Nf3 Nc6 *", "1,", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1. e4 e5 2, Nf3 Nc6 *", "2,", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1,e4 e5 2,Nf3 Nc6 *", "1,", "1.e4 e5 2.Nf3 Nc6 *"),
        ("1: e4 e5 2: Nf3 Nc6 *", "1:", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1:e4 e5 2:O-O *", "1:", ""),
        ("1:e4 e5 2:Nf3 (2:d4 exd4) Nc6 *", "1:", "1.e4 e5 2.Nf3 (2.d4 exd4) Nc6 *"),
    ] {
        for tags in ["", "[Event \"x\"]\n\n"] {
            let game = format!("{tags}{game}");
            if right.is_empty() {
                assert!(found(&game)[0].starts_with(&format!("move-number-style `{first}`")), "{game}");
                continue;
            }
            earns(&game, &[&format!("move-number-style `{first}`")]);
            assert_eq!(fixed(&game, "move-number-style"), [format!("{tags}{right}")]);
        }
    }
    // Times, years and results are no numbers of moves.
    for text in ["10:30", "1972,", "1:0"] {
        assert!(!found(&format!("1. e4 e5 {text} *")).iter().any(|line| line.contains("style")), "{text}");
    }
    for game in games().step_by(20).take(20) {
        let right = numbered(&game.sans());
        for sign in [",", ":"] {
            let text = right.replace(". ", &format!("{sign} "));
            assert_eq!(fixed(&text, "move-number-style"), [right.as_str()]);
            assert_eq!(found(&text).len(), found(&right).len() + 1, "{text}");
        }
    }
}

/// Quotes of word processors are one finding a tag, and one a game where all tags have them.
#[test]
fn b2_curly_quotes() {
    for (open, close) in
        [('\u{201c}', '\u{201d}'), ('\u{201e}', '\u{201c}'), ('\u{201d}', '\u{201d}'), ('\u{ab}', '\u{bb}')]
    {
        for (text, code) in [
            (format!("{open}Ruy Lopez (C60), 2.{close}"), "missing-tag-value"),
            (format!("\"Ruy Lopez (C60), 2.{close}"), "unclosed-tag-value"),
            (format!("{open}Ruy Lopez (C60), 2.\""), "unclosed-tag-value"),
        ] {
            let game = format!("[White \"a\"]\n[Opening {text}]\n\n1. e4 *");
            assert_eq!(found(&game).len(), 1, "{game}");
            assert_eq!(fixed(&game, code), ["[White \"a\"]\n[Opening \"Ruy Lopez (C60), 2.\"]\n\n1. e4 *"], "{game}");
        }
        let game = |quotes: [char; 2]| {
            let [open, close] = quotes;
            format!("[White {open}a{close}]\n[Black {open}b{close}]\n[Opening {open}c{close}]\n\n1. e4 *")
        };
        let curly = game([open, close]);
        assert_eq!(found(&curly).len(), 1, "{curly}");
        assert_eq!(fixed(&curly, "missing-tag-value"), [game(['"', '"'])]);
    }
}

const PAGE: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<title>Games</title>\n<style>\nbody { \
                    color: red; margin: 0 }\n.x, #y { font: 12px/1.5 \"Arial\"; }\n</style>\n<script>\nvar a = [1, 2]; // \
                    x\nfunction f(x) { if (x) { return \"1-0\"; } }\n</script>\n</head>\n<body>\n<h1>My games</h1>\n<p>Here \
                    are 3 games, won 1-0 by me &amp; others.</p>\n<table><tr><td>1-0</td><td>e4</td></tr></table>\n";
const REST: &str = "</pre>\n<hr>\n<p>Bye {all}; see <a href=\"x.html\">here</a></p>\n<div class=\"f\" style=\"a:b; c: \
                    d\">&copy; 2020 *</div>\n<!-- a comment\n over lines { -->\n<li>1. e4</li>\n</body>\n</html>\n";

/// What stands around the games of a page is one finding for each stretch.
#[test]
fn c6_pages_with_games_and_without() {
    let game = |n: u32| format!("[Event \"a\"]\n[Round \"{n}\"]\n\n1. e4 e5 1-0\n");
    let page = format!("{PAGE}<pre>\n{}\n{}{REST}", game(1), game(2));
    assert_eq!((count(&page), found(&page).len()), (2, 3), "{:#?}", found(&page));
    let page = format!("{PAGE}<pre>\n{}</pre>\n<h2>Next</h2>\n<pre>{}{REST}", game(1), game(2));
    assert_eq!((count(&page), found(&page).len()), (2, 4), "{:#?}", found(&page));
    let page = format!("{PAGE}{REST}");
    assert_eq!((count(&page), found(&page).len()), (0, 2), "{:#?}", found(&page));
    // With other line ends too.
    assert_eq!(found(&page.replace('\n', "\r\n")).len(), 2);
}

/// A line of words with a number at its end.
#[test]
fn c6_words_with_a_number_before_the_moves() {
    for words in ["This was round 3 of the match.", "Match round 3", "Round 3", "Game 12 of 24, in 1972"] {
        earns(&format!("{words}\n\n1. e4 e5 *"), &[&format!("stray-text `{words}`")]);
    }
    // A number on a line of its moves is one of a move.
    earns("1. e4 e5 very good 2\nNf3 *", &["stray-text `very good`"]);
}

/// What is written of a capture en passant in short, or glued, is one fault, and played.
#[test]
fn d2_short_captures_en_passant() {
    for text in ["ef6 e.p.", "exf6E.P.", "exf6EP", "exf6e.p.", "exf6ep"] {
        let game = format!("1. e4 a6 2. e5 f5 3. {text} exf6 4. d4 *");
        earns(&game, &[&format!("import-format `{text}`")]);
        assert_eq!(fixed(&game, "import-format"), ["1. e4 a6 2. e5 f5 3. exf6 exf6 4. d4 *"]);
    }
    earns("1. e4 d5 2. ed *", &["stray-text `ed`"]);
}

#[test]
fn c3_a_sign_of_equality_behind_coordinates() {
    let game = vgn("UCI", "1. g1f3= 1.5 g8f6 *");
    earns(&game, &["stray-text `=`"]);
    assert_eq!(fixed(&game, "stray-text"), [vgn("UCI", "1. g1f3 $10 1.5 g8f6 *")]);
    clean(&format!("{VGN}[MoveFormat \"{}\"]\n\n1. Ng1-f3 $10 1.5 Ng8-f6 *", FCN.name));
}

#[test]
fn a_game_cut_off_within_variations_is_one_finding() {
    let cut = "1. e4 e5 2. d4 (2. c4 Nf6 (2... Nc6 3. Nc3 {so far}";
    earns(cut, &["unclosed-variation `(`"]);
    assert_eq!(fixed(cut, "unclosed-variation"), [format!("{cut}))")]);
    for cut in ["1. e4 e5 (1... c5", "1. e4 e5 (", "1. e4 e5 (1... c5 ; so far\n\n[Event \"x\"]\n\n1. d4 *\n"] {
        earns(cut, &["unclosed-variation `(`"]);
    }
    // Behind a terminator each `)` can have been forgotten by itself.
    earns("1. e4 e5 2. d4 (2. c4 (2. f4 *", &["unclosed-variation `(`", "unclosed-variation `(`"]);
}

#[test]
fn each_tag_inside_another_is_one_finding() {
    let nested = "[Event [A \"x\"] [B \"1\"][C \"2\"] \"c\"]\n\n1. e4 *\n";
    earns(nested, &["stray-text `[A \"x\"]`", "stray-text `[B \"1\"]`", "stray-text `[C \"2\"]`"]);
    earns("[Event \"c\" [A \"x\"] [B \"1\"]]\n\n1. e4 *\n", &["stray-text `[A \"x\"]`", "stray-text `[B \"1\"]`"]);
    earns("[White [Black \"b\"]]\n\n1. e4 *\n", &["stray-text `[Black \"b\"]`"]);
    earns("[Event \"c\"]]]\n\n1. e4 *\n", &["stray-text `]]`"]);
    assert_eq!(
        fixed("[Event \"c\"]]\n[A \"x\"]\n\n1. e4 *\n", "stray-text"),
        ["[Event \"c\"]\n[A \"x\"]\n\n1. e4 *\n"]
    );
    // However many there are.
    let many = format!("[Event {}\"c\"]\n\n1. e4 *\n", "[A \"x\"] ".repeat(5_000));
    assert_eq!(found(&many).iter().filter(|code| code.starts_with("stray-text")).count(), 5_000);
}

#[test]
fn a_terminator_behind_a_comment_is_no_silent_game() {
    earns("1. e4 e5 1-0 {Black resigns} 1-0\n", &["terminator-alone `1-0`"]);
    earns("1. e4 e5 * ; so far\n*\n\n[Event \"x\"]\n\n1. d4 *\n", &["terminator-alone `*`"]);
    earns("1-0 1-0\n", &["terminator-alone `1-0`", "terminator-alone `1-0`"]);
    clean("*\n");
    clean("[Event \"x\"]\n\n{a study without moves} *\n");
}

/// A move number that no move follows is the fault; that its game has no moves and no terminator is the same one.
#[test]
fn a_number_among_tags_is_one_finding() {
    let roster = "[Event \"?\"]\n[Site \"?\"]\n[Date \"2000.01.01\"]\n[Round \"?\"]\n[White \"?\"]\n[Black \"?\"]\n[Result \"*\"]\n";
    for between in ["\n1.\n\n", "\n1.\n", "\n17...\n\n"] {
        let file = format!("{roster}{between}{roster}\n1. e4 *\n");
        earns(&file, &[&format!("missing-terminator `{}`", between.trim())]);
    }
    let glued = roster.replacen("]\n", "]5.\n", 1);
    earns(&format!("{glued}\n1. e4 *\n"), &["stray-text `5.`"]);
}

/// A game that breaks off behind a number, as everyone's does who is typing it.
#[test]
fn a_number_at_the_end_of_a_broken_game_is_one_finding() {
    for (text, number) in [
        ("1.", "1."),
        ("1. e4 e5 2.", "2."),
        ("1. e4 1...", "1..."),
        ("1.5", "1.5"),
        ("[Event \"x\"]\n\n1. e4 e5 2.", "2."),
    ] {
        for end in ["", "\n", "\n\n[Event \"y\"]\n\n*\n"] {
            earns(&format!("{text}{end}"), &[&format!("missing-terminator `{number}`")]);
        }
    }
    assert_eq!(fixed("1. e4 e5 2.", "missing-terminator"), ["1. e4 e5 *"]);
    earns("1. e4 e5 2. *", &["move-number `2.`"]);
}

/// `2.5` before White's half-move is a wrong number, and says nothing of the game's format.
#[test]
fn b3_a_half_number_before_whites_half_move() {
    for text in ["1. e4 e5 2.5 Nf3 *", "1. e4 e5 2. Nf3 Nc6 (2... d6 3.5 d4) 3. Bb5 *"] {
        let number = if text.contains("3.5") { "3.5" } else { "2.5" };
        assert_eq!(found(text), [format!("black-number-for-white `{number}`")], "{text}");
        assert_eq!(fixed(text, "black-number-for-white"), [text.replace(".5", ".")], "{text}");
    }
    assert_eq!(found("1. e4 1.5 e5 *"), ["missing-game-format `1.5`"]);
}

/// LAN without its sign between the squares says nothing of a capture: that is one habit and no missing mark.
#[test]
fn lan_without_a_sign_says_nothing_of_captures() {
    let text = |moves: &str| vgn("LAN", moves);
    earns(&text("1. e2-e4 d7-d5 2. e4d5 Qd8xd5 *"), &["import-format `e4d5`"]);
    earns(&text("1. e2-e4 d7-d5 2. e4-d5 Qd8xd5 *"), &["missing-capture `e4-d5`"]);
    earns(&text("1. e2-e4 d7-d5 2. e4-d5 Qd8-d5 *"), &["missing-capture `e4-d5`"]);
    assert_eq!(
        fixed(&text("1. e2-e4 d7-d5 2. e4d5 Qd8xd5 *"), "import-format"),
        [text("1. e2-e4 d7-d5 2. e4xd5 Qd8xd5 *")]
    );
}
