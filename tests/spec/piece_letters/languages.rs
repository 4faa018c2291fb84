//! Piece letters: a game is read in another language's only where its letters say so and more of it can be played.

use shakmaty::{Role, Square};
use vgn_lsp::notation::languages::{LANGUAGES, has_foreign_letter};
use vgn_lsp::notation::san;

use crate::spec::found::{earns, fixed, found, message};
use crate::support::games::{Game, read};

/// Games of standard chess.
const GAMES: &str = include_str!("../../data/games/gnuchess-book.pgn");

const ROLES: [Role; 4] = [Role::Bishop, Role::Rook, Role::Queen, Role::Knight];

/// A game of these half-moves from the usual start.
pub fn numbered(moves: &[String]) -> String {
    let numbered = moves.iter().enumerate().map(|(n, text)| match n % 2 {
        0 => format!("{}. {text} ", n / 2 + 1),
        _ => format!("{text} "),
    });
    numbered.collect::<String>() + "*\n"
}

pub fn games() -> impl Iterator<Item = Game<'static>> {
    read(GAMES, false).filter(|game| game.tag("FEN").is_none() && game.sans().len() > 12)
}

#[test]
fn an_illegal_move_in_english_letters_is_illegal() {
    for text in ["1. e4 e5 2. Re2 *", "1. e4 e5 2. Rf3 *", "1. e4 e5 2. Rf3 Nc6 *", "1. e4 e5 2. Ba3 *", "1. Kd3 *"] {
        let illegal = text.split(' ').find(|word| "RBK".contains(&word[..1])).expect("a piece");
        earns(text, &[&format!("illegal-move `{illegal}`")]);
    }
    // A misspelt letter is no language either.
    earns("1. e4 e5 2. Nf3 Nc6 3. Jc4 Nf6 4. d3 *", &["invalid-move-text `Jc4`"]);
    earns("1. e4 e5 2. Nf3 Sc6 3. Bb5 a6 4. Ba4 Nf6 *", &["invalid-move-text `Sc6`"]);
}

#[test]
fn an_illegal_move_in_the_place_of_any_move_of_a_game_is_illegal() {
    let (mut seed, mut tried) = (1_u32, 0);
    for game in games() {
        let line: Vec<_> = game.resolved.moves.iter().filter(|m| m.depth == 0).collect();
        for at in (0..line.len()).step_by(5) {
            let Some(before) = &line[at].before else { continue };
            let illegal = loop {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let (piece, file, rank) = (seed >> 8 & 3, seed >> 16 & 7, seed >> 24 & 7);
                let role = ROLES[piece as usize];
                let square = Square::new(rank << 3 | file);
                if before.san_candidates(role, square, |_| true).is_empty() {
                    let text = format!("{}{square}", role.upper_char());
                    break text;
                }
            };
            let mut moves = game.sans();
            moves[at] = illegal.clone();
            let found = found(&numbered(&moves));
            assert_eq!(found, [format!("illegal-move `{illegal}`")], "{}", numbered(&moves));
            tried += 1;
        }
    }
    assert!(tried > 500, "{tried}");
}

#[test]
fn games_are_read_in_each_language() {
    for language in LANGUAGES {
        let mut tried = 0;
        for game in games().take(60) {
            let english = game.sans();
            let moves: Vec<String> = english.iter().map(|text| language.from_english(text)).collect();
            let Some(first) = moves.iter().zip(&english).find(|(text, english)| text != english) else { continue };
            if !moves.iter().any(|text| san::read(text).is_none() && has_foreign_letter(text)) {
                continue;
            }
            let text = numbered(&moves);
            assert_eq!(found(&text), [format!("foreign-piece-letter `{}`", first.0)], "{} {text}", language.name);
            assert_eq!(fixed(&text, "foreign-piece-letter"), [numbered(&english)], "{}", language.name);
            tried += 1;
        }
        assert!(tried > 20, "{} {tried}", language.name);
    }
}

#[test]
fn an_illegal_move_in_a_game_of_another_language_is_illegal_there() {
    let text = "1. e4 e5 2. Sf3 Sc6 3. Lb5 Lh4 4. O-O *";
    earns(text, &["foreign-piece-letter `Sf3`", "illegal-move `Lh4`"]);
    // The fix leaves no letter of the language behind.
    assert_eq!(fixed(text, "foreign-piece-letter"), ["1. e4 e5 2. Nf3 Nc6 3. Bb5 Bh4 4. O-O *"]);
    let text = "1. e4 e5 2. Sf3 Sc6 3. Lb5 Lc4 4. O-O *";
    assert!(fixed(text, "illegal-move").contains(&text.replace("Lc4", "Lc5")));
}

#[test]
fn a_move_that_english_plays_too_is_read_as_the_other_moves_with_its_letter() {
    // `Re1` can be the rook's in English. As `Rd2` is only the king's, all are, and the text has a letter of no English piece.
    let game = |moves: &str| format!("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"]\n\n{moves} *");
    let text = game("1. Rd2 Rd7 2. Re1 Re6 3. Cf3");
    earns(&text, &["foreign-piece-letter `Rd2`", "illegal-move `Cf3`"]);
    assert_eq!(fixed(&text, "foreign-piece-letter"), [game("1. Kd2 Kd7 2. Ke1 Ke6 3. Nf3")]);
}

#[test]
fn a_pawns_letter_beside_english_pieces_is_no_knights() {
    earns("1. Nf3 Pf6 *", &["import-format `Pf6`"]);
}

#[test]
fn a_move_in_english_letters_is_none_of_another_languages() {
    let text = "1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. Nxc6 *";
    let said = "`Nxc6` is not a move in SAN with German piece letters: did you mean `Lxc6`?";
    assert_eq!(message(text, "invalid-move-text"), said);
}
