//! The law of contradictions over small games: half-moves of a line, variations up to two deep, and numbers, comments,
//! NAGs and further variations, whether they belong where they stand or not.

use proptest::prelude::*;
use vgn_lsp::convert::{StoredGame, Target, convert_whole, export_pgn};
use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::replay::resolve_game;

use crate::convert::damage::contradictions::there_and_back_as;
use crate::convert::notes::{Line, bare, notes};

/// Half-moves of the main line. Those of variations are a pawn's, one file for each depth.
const MAIN_LINE: [&str; 6] = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6"];
const VARIATIONS: [[&str; 4]; 2] = [["h3", "h6", "h4", "h5"], ["g3", "g6", "g4", "g5"]];

const SIGNS: [&str; 10] =
    [" {x}", "{y}", " ; z\n", " $1", " $2 $14", "!", " {[%clk 1:00]}", " {[%after 1.] own}", " ({q})", " ()"];

/// The number of signs that are comments, and stand first. A NAG or a variation between a number and its half-move is a
/// fault of its own, which may hide a half-move.
const COMMENTS: usize = 3;

/// Writes a game by choices; where they end, nothing more stands between its half-moves.
struct Game<'c> {
    choices: std::slice::Iter<'c, u8>,
    text: String,
}

impl Game<'_> {
    fn choice(&mut self, of: u8) -> u8 {
        self.choices.next().map_or(0, |choice| choice % of)
    }

    /// What may stand between two tokens, usually nothing.
    fn signs(&mut self) {
        self.signs_of(&SIGNS);
    }

    fn signs_of(&mut self, signs: &[&str]) {
        while self.choice(4) == 3 {
            let sign = self.choice(signs.len() as u8);
            self.text += signs[usize::from(sign)];
        }
    }

    fn number(&mut self, ply: usize) {
        let right = ply / 2 + 1;
        let (own, other) = if ply.is_multiple_of(2) { (".", "...") } else { ("...", ".") };
        let written = match self.choice(14) {
            0..=3 => format!("{right}{own}"),
            4..=6 if ply % 2 == 1 => return,
            4..=6 => format!("{right} {own}"),
            7 => return,
            8 => format!("{right}{other}"),
            9 => format!("{}{own}", right + 2),
            10 => format!("{}{own}", right - 1),
            11 => format!("{right}{own} {right}{own}"),
            12 => format!("{}{other}", right + 1),
            _ => format!("{right}"),
        };
        self.text.push(' ');
        self.text += &written;
        // Without a period it is a number only directly before its half-move.
        if written.ends_with('.') {
            self.signs_of(&SIGNS[..COMMENTS]);
        }
    }

    fn half_move(&mut self, ply: usize, half_move: &str) {
        self.signs();
        self.number(ply);
        self.text.push(' ');
        self.text += half_move;
        self.signs();
    }

    /// A variation in the place of the half-move `ply`.
    fn variation(&mut self, ply: usize, depth: usize) {
        self.text += " (";
        let mut by_side = [0, 0];
        for n in 0..=usize::from(self.choice(3)) {
            let (ply, side) = (ply + n, (ply + n) % 2);
            self.half_move(ply, VARIATIONS[depth][side + 2 * by_side[side]]);
            by_side[side] += 1;
            if depth == 0 && self.choice(5) == 4 {
                self.variation(ply, 1);
            }
        }
        self.signs();
        self.text.push(')');
        self.signs();
    }

    fn of(choices: &[u8]) -> String {
        let mut game = Game { choices: choices.iter(), text: String::new() };
        let half_moves = 1 + usize::from(game.choice(6));
        for (ply, half_move) in MAIN_LINE.into_iter().enumerate().take(half_moves) {
            game.half_move(ply, half_move);
            while game.choice(4) == 3 {
                game.variation(ply, 0);
            }
        }
        game.signs();
        game.text += " *";
        game.signs();
        game.text.trim_start().to_owned() + "\n"
    }
}

/// The half-moves of a text of PGN with their numbers, in its order. Those of a variation count from its first number, which
/// names what it replaces by the numbers written around it, or by the true ones.
fn numbers(text: &str) -> Vec<String> {
    let movetext = text.split("\n\n").nth(1).unwrap_or_default();
    let movetext: String =
        movetext.split('{').map(|part| part.split_once('}').map_or(part, |(_, after)| after)).collect();
    let mut lines = vec![Some(0)];
    let mut numbers = Vec::new();
    for word in movetext.split_whitespace() {
        lines.extend(word.bytes().take_while(|byte| *byte == b'(').map(|_| None));
        let bare = word.trim_matches(['(', ')']);
        if let Ok(number) = bare.trim_end_matches('.').parse::<i64>() {
            let first = lines.last_mut().map_or(0, |first| *first.get_or_insert(number));
            numbers.push(format!("{}{}", number - first, bare.trim_start_matches(|c: char| c.is_ascii_digit())));
        } else if bare.starts_with(char::is_alphabetic) {
            numbers.push(bare.to_owned());
        }
        lines.truncate(lines.len() - word.bytes().rev().take_while(|byte| *byte == b')').count());
    }
    numbers
}

/// A variation without half-moves stays where others move past it.
fn with_empty_first(mut line: Line) -> Line {
    for half_move in &mut line.half_moves {
        half_move.variations = std::mem::take(&mut half_move.variations).into_iter().map(with_empty_first).collect();
        half_move.variations.sort_by_key(|variation| !variation.half_moves.is_empty());
    }
    line
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn small_games_say_the_same_there_and_back(choices in prop::collection::vec(any::<u8>(), 0..80)) {
        let text = Game::of(&choices);
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Unknown);
        // Where a sign may stand in the place of a half-move, what follows it is not known.
        prop_assume!(resolve_game(&text, &context).moves.iter().all(|half_move| half_move.play.is_some()));
        // Whether a NAG or a variation stands before a comment of the same half-move or behind it says nothing; in VGN a
        // wrong first number of a variation is corrected, and those after it with it.
        there_and_back_as(std::iter::once(text.clone()), &|text| with_empty_first(bare(notes(text))));
        let export = export_pgn(&text, &context).expect("it can be exported");
        if export.losses.is_empty() {
            prop_assert_eq!(bare(notes(&export.text)), bare(notes(&text)), "{}{}", text, export.text);
            let again = export_pgn(&export.text, &context).expect("it can be exported");
            prop_assert_eq!((&again.text, again.losses), (&export.text, Vec::new()), "{}", text);
            // VGN keeps the same numbers, right or wrong, but that none can be below 0.
            let game = StoredGame { text: &text, section: None, length_known: false };
            let there = convert_whole(&game, &context, &Target::Vgn).expect("it can be converted");
            if there.losses.is_empty() && !text.contains(" 0.") {
                let back = export_pgn(&there.text, &context).expect("it can be exported");
                prop_assert_eq!(numbers(&back.text), numbers(&export.text), "{}{}", text, there.text);
            }
        }
    }
}
