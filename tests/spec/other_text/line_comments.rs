//! A `;` that a slip of the keyboard has put into the movetext makes the rest of its line a comment: one finding, which
//! names the `;` where half-moves are missing.

use crate::spec::found::{ROSTER, earns, fcn, fixed, found, message, safe_fixes, vgn};
use crate::spec::slips::single_slips::texts;

const SAID: &str = "a comment begins at `;`, up to the end of the line, and half-moves of the game are in it";

/// Half-moves that the comment has taken.
#[test]
fn a_semicolon_that_takes_half_moves_is_the_fault() {
    for (text, right) in [
        ("1. e4 e5; 2. Nf3 Nc6\n3. Bb5 a6 *\n", "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 *\n"),
        ("1. e4 e5 2. Nf3; Nc6\n3. Bb5 a6 *\n", "1. e4 e5 2. Nf3 Nc6\n3. Bb5 a6 *\n"),
        ("1. e4;e5 2. Nf3\nNc6 3. Bb5 a6 *\n", "1. e4 e5 2. Nf3\nNc6 3. Bb5 a6 *\n"),
    ] {
        earns(text, &["stray-text `;`"]);
        assert_eq!(message(text, "stray-text"), SAID);
        assert_eq!(fixed(text, "stray-text"), [right]);
        assert_eq!(safe_fixes(text), [""; 0]);
    }
    let text = fcn("1. Pe2-e4 Pe7-e5 2. Ng1-f3; Nb8-c6\n3. Bf1-b5 Pa7-a6 4. Bb5-a4 Ng8-f6\n5. KC *\n");
    earns(&text, &["stray-text `;`"]);
    let text = vgn("UCI", "1. e2e4 e7e5 2. g1f3 ;8c6 3. f1b5\na7a6 4. b5a4 g8f6 *\n");
    earns(&text, &["stray-text `;`"]);
    // It follows a number.
    earns("1. e4 e5 2.; Nf3 Nc6\n3. Bb5 a6 *\n", &["move-number `2.`"]);
}

/// The beginning of a variation, or of a comment over two lines.
#[test]
fn an_opening_sign_in_the_comment_is_not_missed_behind_it() {
    for (text, finding) in [
        ("1. e4 e5 2. Nf3; Nc6 (2... d6\n3. d4 exd4) 3. Bb5 *\n", "stray-text `;`"),
        ("1. e4 e5 2.; Nf3 Nc6 (2... d6\n3. d4 exd4) 3. Bb5 *\n", "move-number `2.`"),
        ("1. e4 e5 2. Nf3 ;Nc6 {the\nmain line} 3. Bb5 *\n", "stray-text `;`"),
    ] {
        earns(text, &[finding]);
        assert_eq!(safe_fixes(text), [""; 0]);
    }
    // A note's own parenthesis closes nothing of the game.
    let text = "1. e4 e5 ; a note (with a parenthesis\n2. Nf3) Nc6 *\n";
    earns(text, &["unopened-variation `)`"]);
}

/// Half-moves in an author's comment.
#[test]
fn comments_that_begin_with_half_moves_are_comments() {
    let game = "1. e4 e5 2. Nf3 ; 2. f4 exf4 is the gambit\nNc6 3. Bb5 a6 ; 3... Nf6 too\n4. Ba4 *\n";
    earns(&format!("{ROSTER}\n{game}"), &[]);
    earns("1. e4 e5 2.; Nf3 Nc6\nBc4 *\n", &[]);
    // What does not fit behind them either is a fault of its own.
    for note in ["a note", "2. f4 is the gambit", "2. Nc3 Nf6", "45", "45 50"] {
        earns(&format!("1. e4 e5 ; {note}\n2. Qxh8 *\n"), &["illegal-move `Qxh8`"]);
    }
    earns("1. e4 e5 2. Nf3 ; 2. f4\n2... Nc6 5. Bb5 *\n", &["move-number `5.`"]);
}

/// A comment does not move behind a half-move whose wrong number is that of its own.
#[test]
fn a_comment_stays_where_its_name_would_be_ambiguous() {
    let text = vgn("SAN", "1. a4 c6 2. b3 {x} 2. Ra3 *\n");
    assert!(found(&text).contains(&"comment-placement `{x}`".to_owned()), "{:?}", found(&text));
    assert_eq!(fixed(&text, "comment-placement"), [""; 0]);
    // Nor behind what cannot be read.
    assert_eq!(fixed(&vgn("SAN", "1. e4 {x} 1-01.\n"), "comment-placement"), [""; 0]);
}

/// Nearly every `;` in real games, in four notations and in PGN.
#[test]
fn a_semicolon_anywhere_is_one_finding() {
    let (mut tried, mut several) = (0, Vec::new());
    for (text, start) in texts() {
        // Lines of eight words.
        let words: Vec<&str> = text[start..].split_ascii_whitespace().collect();
        let lines: Vec<String> = words.chunks(8).map(|words| words.join(" ")).collect();
        let movetext = lines.join("\n") + "\n";
        let last = movetext.rfind(&lines[lines.len() - 1]).expect("a line");
        for at in (1..last).step_by(5) {
            let (before, after) = (&movetext[..at], &movetext[at..]);
            for slip in [format!("{before};{after}"), format!("{before};{}", &after[1..])] {
                let slip = format!("{}{slip}", &text[..start]);
                tried += 1;
                let found = found(&slip);
                if found.len() > 1 {
                    several.push(format!("{:?}: {found:?}", &slip[start + at.saturating_sub(12)..start + at + 9]));
                }
            }
        }
    }
    assert!(tried > 1_000, "{tried}");
    assert!(several.len() * 50 < tried, "{} of {tried}: {several:#?}", several.len());
}
