//! Safe fixes take no sign away that alone shows a loss: a game that was damaged and is found sound after them says what
//! it said before the damage.

use vgn_lsp::convert::{Target, convert_game};
use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{Context, FileKind, Settings, apply};
use vgn_lsp::replay::resolve_game;
use vgn_lsp::syntax::games::games;

use crate::spec::found::{earns, fcn, found, vgn};
use crate::support::damage::Damage;
use crate::support::games::text_of;
use crate::support::lines::lines_of;

const FILES: [&str; 2] = ["annotated/dortmund.pgn", "annotated/wcc_2023.pgn"];

/// What is put in, and what is taken away where it stands.
const SIGNS: [&str; 7] = ["(", ")", "{", "}", ";", ".", "$1 "];

/// The text after its safe fixes.
fn fixed(text: &str) -> String {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown).with_fixes(true);
    let of_game =
        |game: &str| apply(game, &fix_game(game, None, &context, &|found| found.fixes.iter().find(|fix| fix.safe)));
    games(text.as_bytes()).map(|span| of_game(&text[span.range])).collect()
}

#[test]
fn a_parenthesis_before_the_end_of_its_variation_is_not_removed_unasked() {
    let text = "1. e4 e5 (1... c5 ) 2. Nf3 Nc6) 2. Nc3 Nf6 *";
    earns(text, &["unopened-variation `)`"]);
    assert_eq!(fixed(text), text);
    let text = "1. e4 e5 (1... c5 2. Nf3 ) $1) 2. Nc3 *";
    earns(text, &["nag-placement `$1`", "unopened-variation `)`"]);
    assert_eq!(fixed(text), text);
}

#[test]
fn a_number_whose_half_move_is_missing_stays() {
    for text in ["1. e4 e5 2. Nf3 Nc6 3. $1 *", "1. e4 e5 2. Nf3 Nc6 3. ! *", "1. e4 e5 (1... c5 2. $1) 2. Nf3 *"] {
        let found = found(text);
        assert!(matches!(&found[..], [one] if one.starts_with("move-number")), "{text}: {found:?}");
        assert_eq!(fixed(text), text);
    }
    // White may have resigned, or moved.
    let text = "1. e4 e5 2. Nf3 Nc6 3. {a fine move} *";
    earns(text, &["move-number `3.`"]);
    assert_eq!(fixed(text), text);
    assert_eq!(fixed("1. e4 e5 2. *"), "1. e4 e5 *");
}

#[test]
fn a_comment_that_takes_the_rest_of_a_game_is_unclosed() {
    for text in [
        "1. e4 e5 {good 2. Nf3 Nc6 3. Bc4 Bc5 {also} *",
        "1. e4 e5 2. { Nf3 Nc6 3. Bc4 Bc5 {good} *",
        "1. e4 e5 {good 2. Nf3 Nc6 3. Bc4 Bc5 {also} 4. O-O Nf6 *",
    ] {
        earns(text, &["unclosed-comment `{`"]);
        assert_eq!(fixed(text), text);
    }
    // A brace within a comment is allowed, and half-moves that are not due are quoted.
    earns("1. e4 e5 {as in 5. Nf3 Nc6 {Kasparov} *", &[]);
}

#[test]
fn a_tag_without_quotes_that_governs_the_moves_leaves_them_alone() {
    for tag in ["[MoveFormat 'FCN']", "[MoveFormat FCN]"] {
        let text = format!("[GameFormat \"VGN\"]\n{tag}\n\n1. Pe2-e4 1.5 Pe7-e5 2. KC *\n");
        earns(&text, &[&format!("missing-tag-value `{tag}`")]);
        assert!(fixed(&text).ends_with("1. Pe2-e4 1.5 Pe7-e5 2. KC *\n"));
    }
    let text = "[SetUp SFEN:4k3/8/8/8/8/8/4P3/4K3 w -]\n[GameFormat \"VGN\"]\n\n1. Kd2 *\n";
    earns(text, &["missing-tag-value `[SetUp SFEN:4k3/8/8/8/8/8/4P3/4K3 w -]`"]);
}

#[test]
fn numbers_that_have_jumped_are_not_written_anew_unasked() {
    for text in [
        "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. Nc3 5. O-O *",
        "1. e4 e5 (1... c5 {Sicilian) 2. Nf3 Nc6 3. Bc4 Bc5 (3... Nf6 {two knights}) 4. d3 d6 5. Nc3 Nf6 *",
    ] {
        assert_eq!(fixed(text), text);
    }
    // Nothing is missing before the first half-move on a board that is set up.
    let set_up = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 19\"]\n\n";
    assert!(fixed(&format!("{set_up}1. e4 Kd7 2. e5 *")).ends_with("19. e4 Kd7 20. e5 *"));
    // A right number comes again.
    assert_eq!(fixed("1. e4 e5 22. Nf3 Nc6 3. Bb5 *"), "1. e4 e5 2. Nf3 Nc6 3. Bb5 *");
}

#[test]
fn what_only_its_author_knows_is_not_fixed_unasked() {
    for text in [
        // NAGs without their `$`.
        "1. e4 e5 2. Nf3 1 Nc6 3. Bb5 *",
        "1. e4 e5 2. Nf3 Nc6 2 ({Correct is} 2... d6) 3. Bb5 *",
        // Two games, or one.
        "1. e4 e5 2. Nf3 Nc6 *\n\n3. Nc3 Nf6 4. d4 d6 *",
    ] {
        assert_eq!(fixed(text), text);
    }
    assert!(fixed("[White \"Kasparov\"\"]\n\n1. e4 e5 *").contains("[White \"Kasparov\"\"]"));
    // A quote at both ends is meant.
    assert!(fixed("[White \"\"The Turk\"\"]\n\n1. e4 e5 *").contains("[White \"\\\"The Turk\\\"\"]"));
    // Whoever moves last has not always won.
    let text = fcn("1. Pe2-e4 1.5 Pe7-e5#+");
    assert_eq!(fixed(&text), text);
    // A right number does not take the doubt from a half-move that cannot be read.
    let text = fcn("1. Pe2-e3 1.5 Pe7-e5 2. Ng1-i9 2.5 Pd7-d6 3. Pd2-d4 3.5 Bf8-c5xP *");
    assert_eq!(fixed(&text), text);
}

#[test]
fn a_half_move_at_odds_with_the_board_is_not_spelt_anew_where_another_may_be_meant() {
    // d5 may be meant.
    let text = "1. e4 d5 2. exe5 *";
    earns(text, &["wrong-capture `exe5`"]);
    assert_eq!(fixed(text), text);
    // The queen can go to e2, from d1.
    for (half_move, is_fixed) in [("Qf1-e2", false), ("Bg1-f3", true), ("Ng1-f3xP", false), ("Pe4-e5xP", false)] {
        let text = fcn(&format!("1. Pe2-e4 1.5 Pd7-d5 2. {half_move} *"));
        assert_eq!(fixed(&text) != text, is_fixed, "{half_move}");
        let settings = Settings::default();
        let converted = convert_game(&text, &Context::new(&settings, FileKind::Vgn), &Target::Pgn, None);
        // A conversion reads what a safe fix corrects.
        assert!(converted.is_ok_and(|converted| is_fixed || !converted.losses.is_empty()), "{half_move}");
    }
}

#[test]
fn a_stray_half_move_of_another_notation_is_not_made_one_of_the_game() {
    let text = fcn(
        "1. Pe2-e3 1.5 Pe7-e5 2. Ng1-f3 2.5 Ph7-h6 e4 3. Pd2-d4 3.5 Bf8-c5 4. Pa2-a3 4.5 Bc5-d4xP 5. Ph2-h3 5.5 Bd4-e3xP *",
    );
    assert_eq!(fixed(&text), text);
    // In its place it is one, but alone it may be a slip.
    let text = fcn("1. Pe2-e4 1.5 e5 2. Ng1-f3 2.5 Ph7-h6 *");
    earns(&text, &["invalid-move-text `e5`"]);
    assert_eq!(fixed(&text), text);
    // A small `b` is a file.
    let text = vgn("LAN", "1. e2-e4 1.5 e7-e5 2. Bf1-c4 2.5 Ng8-f6 3. b-b3 *");
    earns(&text, &["invalid-move-text `b-b3`"]);
    assert_eq!(fixed(&text), text);
}

#[test]
fn a_parenthesis_behind_a_comment_that_swallowed_its_beginning_stays() {
    let text = "1. e4 e5 2. Nf3 Nc6 {2... d6 3. d4 {Philidor}) 3. Bb5 *";
    assert_eq!(fixed(text), text);
}

/// Real games with one sign too many or too few.
#[test]
fn what_is_sound_after_safe_fixes_says_what_it_said() {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let mut real = Vec::new();
    for file in FILES {
        let text = text_of(std::fs::read(format!("tests/data/{file}")).expect("a file"));
        let spans = games(text.as_bytes()).filter(|span| span.range.len() < 6_000);
        real.extend(spans.map(|span| text[span.range].to_owned()));
    }
    real.retain(|game| found(game).is_empty());
    assert!(real.len() > 20, "{}", real.len());
    let (mut draw, mut sound, mut wrong) = (Damage::new(18), 0, Vec::new());
    for game in &real {
        let said = lines_of(&resolve_game(game, &context));
        let movetext = game.find("\n\n").map_or(0, |at| at + 2);
        for _ in 0..40 {
            let sign = *draw.one(&SIGNS);
            let at = game.floor_char_boundary(movetext + draw.below(game.len() - movetext));
            let found_at = game[at..].find(sign).map(|next| at + next);
            let damaged = match found_at.filter(|_| draw.below(2) == 0) {
                Some(at) => format!("{}{}", &game[..at], &game[at + sign.len()..]),
                None => format!("{}{sign}{}", &game[..at], &game[at..]),
            };
            let before = found(&damaged);
            let text = fixed(&damaged);
            if before.is_empty() || !found(&text).is_empty() {
                continue;
            }
            sound += 1;
            if lines_of(&resolve_game(&text, &context)) != said {
                wrong.push(format!("{sign} at {}: {before:?}", &damaged[damaged.floor_char_boundary(at - 20)..][..40]));
            }
        }
    }
    assert!(sound > 20, "{sound}");
    assert!(wrong.is_empty(), "{} of {sound}: {wrong:#?}", wrong.len());
}
