//! Numbers with a parenthesis, `1)`, which may be the end of a variation too (rule C2).

use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::syntax::Token;
use vgn_lsp::syntax::games::games;

use crate::spec::found::{VGN, clean, earns, fixed};
use crate::spec::words::tokens_of;

/// `1)` counts as `1.` does: one finding and one fix for the whole game.
#[test]
fn c2_numbers_with_a_parenthesis() {
    for (game, first, right) in [
        ("1) e4 e5 2) Nf3 Nc6 *", "1)", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1)e4 e5 2)Nf3 Nc6 *", "1)", "1.e4 e5 2.Nf3 Nc6 *"),
        ("1.) e4 e5 2.) Nf3 Nc6 *", "1.)", "1. e4 e5 2. Nf3 Nc6 *"),
        ("1) e4 1) e5 2) Nf3 (2. d4 d5) 2) Nc6 *", "1)", "1. e4 1... e5 2. Nf3 (2. d4 d5) 2... Nc6 *"),
        ("1) e4 {so} e5 *", "1)", "1. e4 {so} e5 *"),
        (
            "1. e4 e5 2. Nf3 Nc6 (2... d6 3) d4 exd4) 3. Bb5 *",
            "3)",
            "1. e4 e5 2. Nf3 Nc6 (2... d6 3. d4 exd4) 3. Bb5 *",
        ),
        (
            "1. e4 e5 2. Nf3 ({or} 2) Bc4 (2) d4 d5) Nf6) Nc6 *",
            "2)",
            "1. e4 e5 2. Nf3 ({or} 2. Bc4 (2. d4 d5) Nf6) Nc6 *",
        ),
        ("1) e4 (1) d4 1) d5) 1) e5 *", "1)", "1. e4 (1. d4 1... d5) 1... e5 *"),
    ] {
        for tags in ["", "[Event \"x\"]\n\n"] {
            let (game, right) = (format!("{tags}{game}"), format!("{tags}{right}"));
            earns(&game, &[&format!("move-number-style `{first}`")]);
            assert_eq!(fixed(&game, "move-number-style"), std::slice::from_ref(&right));
            clean(&right);
        }
    }
    let vgn = |movetext: &str| format!("{VGN}\n{movetext}");
    let game = vgn("1) e4 1.5 e5 2)Nf3 2.5 Nc6 *");
    earns(&game, &["move-number-style `1)`"]);
    assert_eq!(fixed(&game, "move-number-style"), [vgn("1. e4 1.5 e5 2. Nf3 2.5 Nc6 *")]);
    // A parenthesis apart from the number, or of a variation, is what it was.
    earns("1. e4 e5 2 ) Nf3 *", &["unopened-variation `)`"]);
    earns("1. e4 (1. d4 d5 2) 1... e5 *", &["move-number `2`"]);
    earns("1. e4 (1. d4 d5 2) e5 2. Nf3 *", &["move-number `2`"]);
}

/// Where the parentheses do not balance, nobody knows what those behind numbers are: no fix touches them unasked.
#[test]
fn c2_parentheses_that_may_be_of_numbers_or_of_variations() {
    let settings = Settings::default();
    for game in ["1) e4 e5 (1)... c5 2) Nf3 d6 2) Nf3 Nc6 3) Bb5 *", "1) e4 (1) d4 d5 2) c4) e5) 2) Nf3 Nc6 *"] {
        let context = Context::new(&settings, FileKind::Unknown).with_fixes(true);
        let edits = fix_game(game, None, &context, &|d| d.fixes.iter().find(|fix| fix.safe));
        assert_eq!(edits, [], "{game}");
    }
}

/// Real games whose numbers are all written `1)` are the games that they were, once fixed.
#[test]
fn c2_real_games_with_parentheses_behind_their_numbers() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown).with_fixes(true);
    let bytes = std::fs::read("tests/data/annotated/dortmund.pgn").expect("a file of ours");
    let text = String::from_utf8_lossy(&bytes);
    let mut variations = 0;
    for span in games(text.as_bytes()) {
        let game = &text[span.range];
        let (mut written, mut at) = (String::new(), 0);
        for (token, range) in tokens_of(game) {
            if token == Token::MoveNumber && game[range.clone()].ends_with('.') {
                let digits = game[range.clone()].trim_end_matches('.');
                let black = game[range.clone()].ends_with("..");
                written += &format!("{}{digits}){}", &game[at..range.start], if black { ".." } else { "" });
                at = range.end;
            }
            variations += usize::from(token == Token::VariationOpen);
        }
        written += &game[at..];
        let fix = |text: &str| {
            let mut fixed = text.to_owned();
            for edit in fix_game(text, None, &context, &|d| d.fixes.iter().find(|fix| fix.safe)).iter().rev() {
                fixed.replace_range(edit.range.start as usize..edit.range.end as usize, &edit.text);
            }
            fixed
        };
        let fixed = fix(&written);
        let said = |text: &str| -> Vec<(Token, String)> {
            let spoken = |token: &Token| !matches!(token, Token::Space | Token::MoveNumber | Token::Periods);
            tokens_of(text)
                .into_iter()
                .filter(|(token, _)| spoken(token))
                .map(|(t, r)| (t, text[r].to_owned()))
                .collect()
        };
        assert_eq!(said(&fixed), said(&fix(game)), "{written}");
        assert!(!tokens_of(&fixed).into_iter().any(|(token, range)| token == Token::Periods && &fixed[range] == ")"));
    }
    assert!(variations > 10);
}
