//! One slip of the keyboard in the movetext that damages the words on both sides of a blank, or a word and a number: one
//! finding, and nothing is rewritten unasked.

use vgn_lsp::convert::{Target, convert_game};
use vgn_lsp::lint::{Context, FileKind, Settings, apply};
use vgn_lsp::notation::{FCN, LAN, MCN, UCI};

use crate::spec::found::{VGN, earns, fcn, fixed, found, message, safe_fixes, vgn};
use crate::spec::piece_letters::languages::{games, numbered};

const NINE: &str = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7 6. Re1 b5 7. Bb3 d6 8. c3 O-O 9. h3 Nb8";

/// Signs on a keyboard that begin other tokens.
const SIGNS: [char; 5] = ['=', '[', '$', '(', 'N'];

/// Games with NAGs in each notation of moves, and the start of their movetext.
pub fn texts() -> Vec<(String, usize)> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let mut texts = Vec::new();
    for game in games().filter(|game| game.sans().len() < 50).take(8) {
        let mut moves = game.sans();
        moves.iter_mut().skip(4).step_by(5).for_each(|text| *text += " $14");
        let pgn = numbered(&moves);
        assert_eq!(found(&pgn), [""; 0], "{pgn}");
        for notation in [&FCN, &LAN, &MCN, &UCI] {
            let outcome = convert_game(&pgn, &context, &Target::Notation(notation), None).expect("it fits");
            let text = apply(&pgn, &outcome.edits);
            assert_eq!(found(&text), [""; 0], "{text}");
            let start = text.find("\n\n").expect("tags") + 2;
            texts.push((text, start));
        }
        texts.push((pgn, 0));
    }
    texts
}

/// Asserts that nearly every damaged text has one finding, and that none is clean after a safe fix of several.
fn earn_one(slips: impl Fn(&str, usize) -> Vec<String>, step: usize) {
    let (mut tried, mut several, mut n) = (0, Vec::new(), 0);
    for (text, start) in texts() {
        for at in start..text.len() - 2 {
            for slip in slips(&text, at) {
                n += 1;
                if n % step != 0 || slip == text {
                    continue;
                }
                tried += 1;
                let found = found(&slip);
                if found.len() > 1 {
                    several.push(format!("{:?}: {found:?}", &slip[at.saturating_sub(12)..(at + 14).min(slip.len())]));
                }
            }
        }
    }
    assert!(tried > 1_000, "{tried}");
    assert!(several.len() * 250 < tried, "{} of {tried}: {several:#?}", several.len());
}

#[test]
fn two_signs_that_have_changed_places_are_one_finding() {
    let swapped = |text: &str, at: usize| {
        let mut signs = text.as_bytes().to_vec();
        signs.swap(at, at + 1);
        vec![String::from_utf8(signs).expect("ASCII")]
    };
    earn_one(swapped, 9);
}

#[test]
fn a_sign_too_many_is_one_finding() {
    let inserted = |text: &str, at: usize| {
        // Before the first number it makes a tag or a variation of the game.
        let is_first = at == 0 || text[..at].ends_with("\n\n");
        SIGNS.into_iter().filter(|_| !is_first).map(|sign| format!("{}{sign}{}", &text[..at], &text[at..])).collect()
    };
    earn_one(inserted, 41);
}

#[test]
fn a_lost_sign_is_one_finding() {
    earn_one(|text, at| vec![[&text[..at], &text[at + 1..]].concat()], 9);
}

/// A sign too many, a lost one, a doubled one, a wrong one in a game with a variation, a comment and NAGs. Signs that make
/// two faults, as a terminator within a game does, are few.
#[test]
fn a_slip_of_one_key_is_one_finding() {
    let game = "1. e4 e5 2. Nf3 $1 Nc6 {good} (2... d6 3. d4 exd4) 3. Bb5 a6! 4. Bxc6 dxc6 5. O-O f6 1-0\n";
    let keys = "[]\"(){}x1 ;%!.,'-*$/+#N&~e";
    let mut slips = Vec::new();
    for at in 0..game.len() - 1 {
        let (before, sign, after) = (&game[..at], &game[at..=at], &game[at + 1..]);
        slips.extend([format!("{before}{after}"), format!("{before}{sign}{sign}{after}")]);
        slips.extend(
            keys.chars().flat_map(|key| [format!("{before}{key}{after}"), format!("{before}{key}{sign}{after}")]),
        );
    }
    slips.retain(|slip| slip != game);
    let several: Vec<_> = slips.iter().filter(|slip| found(slip).len() > 1).collect();
    assert!(several.len() * 40 < slips.len(), "{} of {}: {several:#?}", several.len(), slips.len());
}

/// One finding with these fixes, none of which is safe.
#[track_caller]
fn one(text: &str, finding: &str, said: &str, right: &[&str]) {
    earns(text, &[finding]);
    let code = finding.split(' ').next().expect("a code");
    assert_eq!(message(text, code), said);
    assert_eq!(fixed(text, code), right);
    assert_eq!(safe_fixes(text), [""; 0]);
}

#[test]
fn the_words_are_named_and_what_was_meant() {
    let game = |movetext: &str| vgn("LAN", movetext);
    one(
        &game("1. e2-e4N g8-f6 2. Nb1-c3 *"),
        "stray-text `e2-e4N g8-f6`",
        "the blank is one place too late in `e2-e4N g8-f6`: did you mean `e2-e4 Ng8-f6`?",
        &[&game("1. e2-e4 Ng8-f6 2. Nb1-c3 *")],
    );
    one(
        "1. e4 e5 2. Bc4 a6 3. Bxf7 +3... Kxf7 *",
        "invalid-move-text `Bxf7 +3...`",
        "the blank is one place too early in `Bxf7 +3...`: did you mean `Bxf7+ 3...`?",
        &["1. e4 e5 2. Bc4 a6 3. Bxf7+ 3... Kxf7 *"],
    );
    one(
        &format!("{NINE} $181 0. d4 *"),
        "stray-text `$181 0.`",
        "the blank is one place too late in `$181 0.`: did you mean `$18 10.`?",
        &[&format!("{NINE} $18 10. d4 *")],
    );
    one(
        &format!("{NINE} 1$0. d4 *"),
        "stray-text `1$0.`",
        "there is a character too many in `1$0.`: did you mean `10.`?",
        &[&format!("{NINE} 10. d4 *")],
    );
}

/// A null move and castling in digits, glued to their number.
#[test]
fn zeros_behind_a_number_are_a_half_move() {
    earns("1. e4 e5 2.0000 Nf6 *\n", &["null-move `0000`"]);
    earns(&vgn("UCI", "1. e2e4 e7e5 2.0000 g8f6 *\n"), &["missing-space-after-number `2.`", "null-move `0000`"]);
    earns("1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4.00 *\n", &["invalid-move-text `00`"]);
}

/// A number for Black that has lost its digits, glued to the half-move before it.
#[test]
fn a_number_is_written_apart_from_the_half_move_before_it() {
    let text = fcn("1. Pe2-e4.5 Pe7-e5 2. Ng1-f3 *\n");
    assert_eq!(fixed(&text, "move-number"), [text.replace("4.5", "4 1.5")]);
    assert_eq!(fixed("1. e4.5 e5 2. Nf3 *\n", "move-number"), ["1. e4 1... e5 2. Nf3 *\n"]);
}

/// Slips of one key that two rules would report.
#[test]
fn a_key_beside_the_right_one_is_one_finding() {
    // A letter for the blank after a number, a glyph inside a half-move.
    earns(&vgn("FCN", "1. Pe2-e4 Pe7-e5 2.oNg1-f3 Nb8-c6 *\n"), &["invalid-move-text `2.oNg1-f3`"]);
    earns(&vgn("FCN", "1. Pe2-e4 Pd7-d5 2. Pe4-d5?xP Qd8-d5xP *\n"), &["stray-text `Pe4-d5?xP`"]);
    // A period too many, a character for a digit of a NAG or of a result.
    let text = vgn("UCI", "1. e2e4 e7e5 2. g1f3 b8c6 (2.. d2d4 e5d4) 3. f1b5 1-0\n");
    earns(&text, &["black-number-for-white `2..`"]);
    assert_eq!(fixed(&text, "black-number-for-white"), [text.replace("2..", "2.")]);
    earns(&vgn("UCI", "1. e2e4 e7e5 $? 2. g1f3 *\n"), &["stray-text `$?`"]);
    earns("1. e4 e5 2. Nf3.5 Nc6 *\n", &["move-number `.5`"]);
    // What follows a mate, or a half-move out of turn before a variation.
    let mated = vgn("UCI", "1. e2e4 e7e5 2. f1c4 b8c6 3. d1h5 g8f6 4. h5f7 e8e7 5. f7e7 d7d5 *\n");
    earns(&mated, &["move-after-end `e8e7`"]);
    let text = vgn("UCI", "1. e2e4 e7e5 2. g1f3 b1c6 (2. d2d4 e5d4) 3. f1b5 1-0\n");
    earns(&text, &["illegal-move `b1c6`"]);
    // Another piece's letter, a capital, a digit for the `x`.
    earns(
        &vgn("LAN", "1. e2-e4 d7-d5 2. e4xd5 qd8xd5 3. Nb1-c3 bd5-a5 *\n"),
        &["import-format `qd8xd5`", "wrong-piece `bd5-a5`"],
    );
    earns(&vgn("UCI", "1. e2e4 e7e5 2. g1F5 b8c6 *\n"), &["illegal-move `g1F5`"]);
    earns("1. e4 d5 2. exd5 Q8d5 *\n", &["missing-capture `Q8d5`"]);
    // Text in the place of a half-move, before one that either side can play.
    let castled = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5";
    earns(&format!("{castled} 4. -O O-O 5. d3 d6 6. Nc3 *\n"), &["stray-text `-O`"]);
    earns(&format!("{castled} 4. O-O so O-O 5. Qxh8 *\n"), &["stray-text `so`", "illegal-move `Qxh8`"]);
}

#[test]
fn words_of_other_alphabets_are_left_alone() {
    let text = vgn("LAN", "1. e2-e4N\u{a2}\u{a2} g8-f6 \u{e9}\u{e9}\u{e9}\u{e9} 2. Nb1-c3 *");
    assert!(found(&text).iter().all(|found| !found.contains(" g8-f6")));
}

/// Faults that have each their own cause.
#[test]
fn neighbours_keep_their_findings() {
    earns("1. e4 e5 2. Nh9 Nc9 *", &["invalid-move-text `Nh9`"]);
    // A half-move that is being typed.
    earns("1. d\n", &["invalid-move-text `d`", "missing-terminator `d`"]);
    earns("1. e4 $999 $998 e5 *", &["unknown-nag `$999`", "unknown-nag `$998`"]);
    earns("1. e4 e5 2. Qh5+ Nc6 4. Nf3 *", &["wrong-check-mark `Qh5+`", "move-number `4.`"]);
}

#[test]
fn a_result_without_a_sign_after_mate_is_no_half_move() {
    for (word, right) in [("-01", "0-1"), ("01-", "0-1"), ("-1", "0-1"), ("01", "0-1")] {
        let text = vgn("FCN", &format!("1. Pf2-f3 Pe7-e5 2. Pg2-g4 Qd8-h4+# {word}\n"));
        let found = found(&text);
        assert_eq!(found.len(), 1, "{word}: {found:?}");
        assert_eq!(fixed(&text, found[0].split(' ').next().expect("a code")), [text.replace(word, right)]);
    }
}

#[test]
fn the_hyphen_of_a_castling_one_place_from_where_it_belongs() {
    let kings = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5.";
    let queens = "1. d4 d5 2. Nc3 Nc6 3. Bf4 Bf5 4. Qd2 Qd7 5.";
    for (line, words, right, next) in [
        (kings, &["-OO", "OO-", "OO"][..], "O-O", "Be7"),
        (queens, &["-OO-O", "OO--O", "O--OO", "O-OO-", "OO-O", "O-OO"], "O-O-O", "e6"),
    ] {
        for word in words {
            let text = format!("{line} {word} {next} *");
            let found = found(&text);
            assert!(found.len() == 1 && found[0].contains(word), "{word}: {found:?}");
            let code = found[0].split(' ').next().expect("a code");
            assert_eq!(fixed(&text, code), [format!("{line} {right} {next} *")], "{word}");
            assert_eq!(safe_fixes(&text), [""; 0]);
        }
    }
}

/// The number after a `)` says on which half-move the variation was that has lost its `(`.
#[test]
fn the_line_goes_on_where_the_number_says() {
    for text in [
        "1. e4 e5 2. Nf3 d6) 2... Nc6 3. Bb5 a6 *",
        "1. e4 c5) 1... e5 2. Nf3 *",
        "1. e4 e5 2. Nf3 d6 3. d4) 2... Nc6 3. Bb5 *",
        "1. e4 e5 2. Bc4 2. Nf3 d6) 2... Nc6 *",
    ] {
        earns(text, &["unopened-variation `)`"]);
        assert_eq!(safe_fixes(text), [""; 0]);
    }
    let text = format!("{VGN}\n1. e4 1.5 c5) 1.5 e5 2. Nf3 *");
    earns(&text, &["unopened-variation `)`"]);
    // The position has occurred four times: the one in the variation is not counted.
    let to_and_fro = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. Nf3 Nf6 6. Ng1 Ng8) 6... Ng8 7. e4 e5 *";
    earns(to_and_fro, &["unopened-variation `)`"]);
    // What is illegal there is reported.
    earns("1. e4 e5 2. Nf3 d6) 2... Nc5 3. Bb5 *", &["unopened-variation `)`", "illegal-move `Nc5`"]);
}

/// A half-move that cannot be read is not missing in `PlyCount`.
#[test]
fn an_unread_half_move_is_counted_by_nobody() {
    // A `*` in the place of a piece letter ends no game.
    earns(&fcn("1. Pe2-e4 Pe7-e5 2. *g1-f3 Nb8-c6 3. Bf1-b5 Pa7-a6 *\n"), &["invalid-move-text `*g1-f3`"]);
}
