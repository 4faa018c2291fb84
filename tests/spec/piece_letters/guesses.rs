//! What a mistyped move was meant for: suggested where the fingers may have slipped, and nowhere else.

use std::collections::BTreeMap;

use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::check_game;

use crate::spec::found::{clean, earns, fixed};
use crate::support::games::read;

const GAMES: &str = include_str!("../../data/games/gnuchess-book.pgn");

/// The moves that are suggested for the half-move `text`, the next one after `before`. `None` if nothing is wrong with it.
fn suggested(before: &[String], text: &str) -> Option<Vec<String>> {
    let start = before.join(" ");
    let game = format!("{start} {text} *\n");
    let settings = Settings::default();
    let report = check_game(&game, &Context::new(&settings, FileKind::Unknown).with_fixes(true));
    let at = start.len() as u32 + 1;
    let found = report.diagnostics.iter().find(|d| d.range.start == at)?;
    Some(found.fixes.iter().filter_map(|fix| Some(fix.edits.first()?.text.clone())).collect())
}

/// Some hundred half-moves of games, each with those before it.
fn half_moves() -> Vec<(Vec<String>, String)> {
    let mut all = Vec::new();
    for game in read(GAMES, false).filter(|game| game.tag("FEN").is_none()).step_by(6) {
        let moves = game.sans();
        for at in (3..moves.len()).step_by(13) {
            all.push((moves[..at].to_vec(), moves[at].clone()));
        }
    }
    all
}

struct Random(u32);

impl Random {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % most
    }
}

/// One slip: its kind, and what is written.
fn slip(text: &str, random: &mut Random) -> (&'static str, String) {
    let mut letters: Vec<char> = text.trim_end_matches(['+', '#']).chars().collect();
    let at = random.below(letters.len());
    let kind = match random.below(5) {
        0 => {
            // A key beside it.
            let rows = ["1234567890", "qwertyuiop", "asdfghjkl", "zxcvbnm"];
            let lower = letters[at].to_ascii_lowercase();
            let Some(row) = rows.iter().find(|row| row.contains(lower)) else { return ("none", text.to_owned()) };
            let place = row.find(lower).expect("it is there");
            let beside = row.chars().nth(if place == 0 { 1 } else { place - 1 }).expect("a neighbour");
            letters[at] = if letters[at].is_uppercase() { beside.to_ascii_uppercase() } else { beside };
            "beside"
        }
        1 => {
            letters.remove(at);
            "left out"
        }
        2 => {
            letters.insert(at, letters[at]);
            "twice"
        }
        3 if at > 0 => {
            letters.swap(at - 1, at);
            "swapped"
        }
        _ => {
            let c = letters[at];
            letters[at] = if c.is_uppercase() { c.to_ascii_lowercase() } else { c.to_ascii_uppercase() };
            "case"
        }
    };
    (kind, letters.into_iter().collect())
}

#[test]
fn the_move_that_was_meant_is_offered() {
    let mut random = Random(7);
    let mut tally: BTreeMap<&str, (u32, u32)> = BTreeMap::new();
    for (before, meant) in half_moves() {
        for _ in 0..4 {
            let (kind, written) = slip(&meant, &mut random);
            // What reads as another legal move is no fault, and what is read as this one needs no guess.
            let Some(offered) = suggested(&before, &written) else { continue };
            let (hits, tries) = tally.entry(kind).or_default();
            *tries += 1;
            *hits += u32::from(offered.contains(&meant));
        }
    }
    let (hits, tries) = tally.values().fold((0, 0), |(h, t), (hits, tries)| (h + hits, t + tries));
    assert!(tries > 300 && hits * 100 >= tries * 85, "{tally:?}");
}

/// What is suggested, but for a comment.
fn moves_suggested(before: &[String], word: &str) -> Vec<String> {
    suggested(before, word).unwrap_or_default().into_iter().filter(|offered| offered != "{").collect()
}

#[test]
fn nothing_is_offered_for_what_nobody_can_have_meant() {
    let mut random = Random(11);
    let letters: Vec<char> = "abcdefghijklmnopqrstuvwxyzKQRBNOPSTUxyz-=+".chars().collect();
    for (before, _) in half_moves().into_iter().step_by(3) {
        for _ in 0..3 {
            let word: String = (0..3 + random.below(5)).map(|_| letters[random.below(letters.len())]).collect();
            let offered = moves_suggested(&before, &word);
            // A pawn's capture or a piece's move without its rank is a move that was cut short.
            let short = offered.iter().all(|m| m.replace('x', "").starts_with(&word.replace('x', "")));
            assert!(short, "{word}: {offered:?} after {}", before.join(" "));
        }
    }
    for word in ["Kx", "x", "=", "Q", "++", "xx", "Kz", "--", "hello", "Kg9x"] {
        assert_eq!(moves_suggested(&[], word), [""; 0], "{word}");
    }
}

#[test]
fn capitals_make_no_other_move() {
    for (written, meant) in [("E4", "e4"), ("NF3", "Nf3"), ("nF3", "Nf3"), ("N F3", "")] {
        let offered = suggested(&[], written).unwrap_or_default();
        assert_eq!(offered.first().map_or("", |first| first.as_str()), meant, "{written}");
    }
    earns("1. E4 e5 *", &["invalid-move-text `E4`"]);
}

#[test]
fn digits_in_the_place_of_a_move_are_a_move_mistyped() {
    earns("1. e4 56 2. d4 *", &["invalid-move-text `56`"]);
    assert_eq!(fixed("1. e4 56 2. d4 *", "invalid-move-text"), ["1. e4 e6 2. d4 *"]);
    assert_eq!(fixed("1. 54 e5 *", "invalid-move-text"), ["1. e4 e5 *"]);
    assert_eq!(fixed("1. e4 57 *", "invalid-move-text"), [""; 0]);
    let castling = "1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. 00 *";
    assert_eq!(fixed(castling, "invalid-move-text"), [castling.replace("00", "O-O")]);
    earns("1. e4 e5 2. 00 Nc6 *", &["invalid-move-text `00`"]);
    // Numbers without periods stay numbers.
    let moves = "Nf3 Nf6 Ng1 Ng8 ".repeat(7);
    let halves: Vec<&str> = moves.split_whitespace().collect();
    let plain: String =
        halves.chunks(2).enumerate().map(|(n, pair)| format!("{} {} ", n + 1, pair.join(" "))).collect();
    let found = crate::spec::found::found(&format!("[White \"x\"]\n\n{plain}*\n"));
    assert!(found.iter().all(|line| line.starts_with("drawn-position")), "{found:?}");
}

/// Digits where a half-move should be are a half-move that cannot be read: no fix takes them away, and no conversion passes
/// over them.
#[test]
fn c6_digits_in_the_place_of_half_moves() {
    for (text, wrong) in [
        ("1. 5254 5755 2. 7163 2836 *", "5254"),
        ("1. e4 e5 2. 5263 *", "5263"),
        ("1. e4 5755 2. Nf3 *", "5755"),
        ("1. e4 e5 2. 0 *", "0"),
        ("1. e4 e5 2. 4 *", "4"),
        ("1. e4 5 2. Nf3 *", "5"),
        ("1. e4 (1. 99) 1... e5 *", "99"),
    ] {
        earns(text, &[&format!("invalid-move-text `{wrong}`")]);
    }
    // Numbers without their periods, doubled ones, and wrong ones before a half-move are numbers.
    clean("1 e4 e5 2 Nf3 Nc6 3 Bb5 *");
    earns("1. e4 e5 2. 2 Nf3 *", &["move-number `2.`"]);
    earns("1. e4 e5 7 Nf3 *", &["move-number `7`"]);
}
