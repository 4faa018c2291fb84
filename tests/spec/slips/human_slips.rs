//! Real games in each notation of text with one human slip: a sign doubled, dropped, put in, replaced by its neighbour on the
//! keyboard, or two that have changed places. What is sound after safe fixes says what the game said before the slip.
//! `HUMAN_SLIPS` is the number of slips tried in each game (32), `HUMAN_SEED` the row of random numbers.

use vgn_lsp::convert::{Target, convert_game, export_pgn};
use vgn_lsp::games::fix_game;
use vgn_lsp::lint::{Context, FileKind, Settings, apply};
use vgn_lsp::notation::{FCN, FEN, LAN, MCN, SFEN, UCI};
use vgn_lsp::syntax::games::games;

use crate::spec::found::{earns, found, vgn};
use crate::support::damage::Damage;
use crate::support::games::text_of;

const FILES: [&str; 3] = ["annotated/dortmund.pgn", "annotated/wcc_2023.pgn", "games/lichess_db_10k.pgn"];

const SIGNS: &[u8] = b"!?.,;:()[]{}$*+-#=/\\'\"<>&@_ \n1x5";

/// Rows of keys, in small letters and with the shift key.
const KEYS: [&str; 8] = [
    "1234567890-=",
    "qwertyuiop[]",
    "asdfghjkl;'",
    "zxcvbnm,./",
    "!@#$%^&*()_+",
    "QWERTYUIOP{}",
    "ASDFGHJKL:\"",
    "ZXCVBNM<>?",
];

/// A key beside the one of this sign, above or below it, or with the shift key.
fn neighbour(sign: char, draw: &mut Damage) -> Option<char> {
    let (row, at) = KEYS.iter().enumerate().find_map(|(n, row)| Some((n, row.find(sign)?)))?;
    let key = |row: usize, at: usize| KEYS[row].chars().nth(at);
    let near = [
        at.checked_sub(1).and_then(|at| key(row, at)),
        key(row, at + 1),
        key((row + 4) % 8, at),
        if row % 4 > 0 { key(row - 1, at) } else { None },
        if row % 4 < 3 { key(row + 1, at) } else { None },
    ];
    let near: Vec<char> = near.into_iter().flatten().collect();
    Some(*draw.one(&near))
}

/// The game with one slip behind its tags, where bytes are ASCII; what it is, and where.
fn slip(game: &str, draw: &mut Damage) -> Option<(String, usize)> {
    let start = game.find("\n\n")? + 2;
    let at = start + draw.below(game.len() - start - 1);
    let (sign, next) = (game.as_bytes()[at] as char, game.as_bytes()[at + 1] as char);
    if !sign.is_ascii() || !next.is_ascii() {
        return None;
    }
    let mut text = game.to_owned();
    match draw.below(5) {
        0 => text.insert(at, sign),
        1 => drop(text.remove(at)),
        2 => text.replace_range(at..at + 2, &format!("{next}{sign}")),
        3 => text.replace_range(at..=at, &neighbour(sign, draw)?.to_string()),
        _ => text.insert(at, char::from(*draw.one(SIGNS))),
    }
    (text != game).then_some((text, at))
}

/// All games of the text after their safe fixes.
fn fixed(text: &str) -> String {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown).with_fixes(true);
    let of_game =
        |game: &str| apply(game, &fix_game(game, None, &context, &|found| found.fixes.iter().find(|fix| fix.safe)));
    games(text.as_bytes()).map(|span| of_game(&text[span.range])).collect()
}

/// What all games of the text say.
fn said(text: &str) -> Vec<String> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let export = |game: &str| export_pgn(game, &context).map_or_else(|why| why.to_string(), |export| export.text);
    games(text.as_bytes()).map(|span| export(&text[span.range])).collect()
}

/// Real games with which nothing is wrong, in each notation of text.
fn real() -> Vec<(&'static str, String)> {
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Unknown);
    let mut real = Vec::new();
    for file in FILES {
        let text = text_of(std::fs::read(format!("tests/data/{file}")).expect("a file"));
        let all = games(text.as_bytes()).map(|span| text[span.range].trim().to_owned() + "\n");
        let clean = all.filter(|game| (400..3_500).contains(&game.len()) && found(game).is_empty());
        for game in clean.take(5) {
            for notation in [&FCN, &LAN, &UCI, &MCN, &SFEN, &FEN] {
                let Ok(outcome) = convert_game(&game, &context, &Target::Notation(notation), None) else { continue };
                let converted = apply(&game, &outcome.edits);
                if outcome.losses.is_empty() && found(&converted).is_empty() {
                    real.push((notation.name, converted));
                }
            }
            real.push(("SAN", game));
        }
    }
    real
}

#[test]
fn what_is_sound_after_safe_fixes_says_what_it_said() {
    let number = |name: &str, default: u64| std::env::var(name).map_or(default, |n| n.parse().expect("a number"));
    let (count, seed) = (number("HUMAN_SLIPS", 32), number("HUMAN_SEED", 1));
    let real = real();
    assert!(real.len() > 40, "{}", real.len());
    let (mut draw, mut wrong, mut several) = (Damage::new(seed), Vec::new(), Vec::new());
    let (mut tried, mut sound) = (0, 0);
    for (notation, game) in &real {
        let before = said(game);
        for _ in 0..count {
            let Some((damaged, at)) = slip(game, &mut draw) else { continue };
            tried += 1;
            let found_before = found(&damaged);
            let place = |text: &str| {
                let start = text.floor_char_boundary(at.saturating_sub(30));
                text[start..text.floor_char_boundary((at + 30).min(text.len()))].to_owned()
            };
            if found_before.len() > 1 {
                several.push(format!("{notation} {:?}: {found_before:?}", place(&damaged)));
            }
            let text = fixed(&damaged);
            if found_before.is_empty() || !found(&text).is_empty() {
                continue;
            }
            // A glyph that stands close to a half-move is its NAG, slip or not: it says so as it stands.
            let is_glyph = found_before.iter().all(|found| found.starts_with("suffix-glyph"));
            if is_glyph && said(&text) == said(&damaged) {
                continue;
            }
            sound += 1;
            if said(&text) != before {
                wrong.push(format!("{notation} {:?}: {found_before:?} became {:?}", place(&damaged), place(&text)));
            }
        }
    }
    assert!(sound * 40 > tried, "{sound} of {tried}");
    assert!(wrong.is_empty(), "{} of {sound}: {wrong:#?}", wrong.len());
    assert!(several.len() * 100 < tried * 8, "{} of {tried}: {several:#?}", several.len());
}

#[test]
fn a_lone_glyph_that_stands_apart_is_not_written_as_a_nag_unasked() {
    let text = vgn("FCN", "1. Pe2-e4 ! 1.5 Pe7-e5 2. Ng1-f3 *");
    earns(&text, &["suffix-glyph `!`"]);
    assert_eq!(fixed(&text), text);
    let text = vgn("FCN", "1. Pe2-e4! 1.5 Pe7-e5 2. Ng1-f3 *");
    assert_eq!(fixed(&text), text.replace('!', " $1"));
}

#[test]
fn a_semicolon_may_be_no_comment() {
    let text = vgn("FCN", "1. Pe2-e4 1.5 Pe7-e5 2. Ng1-f3;\n2.5 Nb8-c6 *");
    earns(&text, &["comment-placement `;`"]);
    assert_eq!(fixed(&text), text);
}

#[test]
fn a_half_move_one_slip_from_another_is_not_written_as_a_third() {
    let start = "1. d2d4 d7d5 2. c1f4 c8f5 3. b1c3 b8c6 4. d1d2 d8d7 5. e1c1";
    let text = vgn("UCI", &format!("{start} q8d8 *"));
    earns(&text, &["invalid-move-text `q8d8`"]);
    assert_eq!(fixed(&text), text);
    // The bishop can take on c6.
    let text = "1. e4 e5 2. Nf3 Nc6 3. Bxb5 *";
    earns(text, &["wrong-capture `Bxb5`"]);
    let text = "1. e4 d5 2. Bb5+ Nc6 3. Bxa4 *";
    earns(text, &["wrong-capture `Bxa4`"]);
    // The queen could have gone where it is taken.
    let text = vgn("FCN", "1. Pe2-e4 1.5 Pe7-e5 2. Ng1-f3 2.5 Qd8-g5 3. Nf3-h4xQ *");
    earns(&text, &["wrong-capture `Nf3-h4xQ`"]);
    assert_eq!(fixed(&text), text);
    // A NAG has taken a digit of the number.
    let text =
        "[SetUp \"1\"]\n[FEN \"4k3/p7/8/8/8/8/4P3/4K3 w - - 0 39\"]\n\n39. e4 Kd7 40. e5 Ke6 $14 1. Kd2 Kxe5 42. Kd3 *";
    earns(text, &["move-number `1.`"]);
    assert!(fixed(text).ends_with("40. e5 Ke6 $14 1. Kd2 Kxe5 42. Kd3 *"));
}

#[test]
fn a_board_with_a_sign_too_many_is_one_finding() {
    let first = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3";
    let right = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6";
    let last = "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq";
    let game = |board: &str| vgn("SFEN", &format!("1. {first} 1.5 {board} 2. {last} *"));
    earns(&game(right), &[]);
    for sign in [" ", ")", "]", "}", "!", "?", ".", ",", "\n", "-"] {
        // Behind a whole field a `)` ends a variation, and a line ends the fields.
        for at in [3, 12, 20, 30, 40, 45, 53, 55].into_iter().filter(|at| ![")", "\n"].contains(&sign) || *at < 50) {
            let board = format!("{}{sign}{}", &right[..at], &right[at..]);
            let found = found(&game(&board));
            assert!(found.len() == 1, "{board:?}: {found:?}");
            assert_eq!(fixed(&game(&board)), game(&board), "{board:?}");
        }
    }
}

/// Two glyphs side by side would be read as one.
#[test]
fn a_glyph_that_is_moved_joins_no_other() {
    for (text, expected) in [
        ("1. e4! (1. d4) ! e5 *", "1. e4! $1 (1. d4) e5 *"),
        ("1. e4! {x} ? e5 *", "1. e4! $2 {x} e5 *"),
        ("1. e4 {x} ! {y} ? e5 *", "1. e4! $2 {x} {y} e5 *"),
        ("1. e4! {x} !? e5 *", "1. e4! $5 {x} e5 *"),
        ("1. e4 $1 {x} ? e5 *", "1. e4 $1 $2 {x} e5 *"),
        ("1. e4 {x} ? e5 *", "1. e4? {x} e5 *"),
    ] {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Pgn).with_fixes(true);
        let of_glyphs = |found: &vgn_lsp::lint::Diagnostic| found.code.name() == "nag-placement";
        let edits = fix_game(text, None, &context, &|found| found.fixes.first().filter(|_| of_glyphs(found)));
        assert_eq!(apply(text, &edits), expected);
    }
}

/// Behind half-moves it may end a variation that has lost its `(`.
#[test]
fn a_parenthesis_that_closes_nothing_is_not_removed_unasked() {
    for text in [
        "1. e4 d4 d5 2. c4) 1... e5 2. Nf3 *",
        "1. e4 e5 2. Nf3 d6) 2... Nc6 3. d4 *",
        "1. e4 c5) e5 2. Nf3 *",
        "[SetUp \"1\"]\n[FEN \"rnbqkbnr/pp3ppp/2p1p3/3p4/2PP4/2N5/PP2PPPP/R1BQKBNR w KQkq - 0 1\"]\n\n\
         1. Nxd5 cxd5 cxd5) exd5 e3 *",
    ] {
        assert!(fixed(text).contains(')'), "{text}");
    }
}
