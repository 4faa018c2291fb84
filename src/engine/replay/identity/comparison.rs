//! A game as it is compared with games that may be the same under other names, with another end, or cut short.

use std::ops::Range;

use shakmaty::{Move, Square};

use super::{Facts, GameDate, Player};
use crate::lint::Context;
use crate::replay::fast::{Deviation, FastPass, PlayedMove, Visitor};
use crate::replay::resolved::{Resolved, resolve_game};
use crate::syntax::{results, tag_section};

/// The players, the time and the main line of a game.
#[derive(Clone, Debug)]
pub struct ComparedGame {
    /// `None` if one is unknown.
    players: Option<[Player; 2]>,
    game_date: GameDate,
    /// The board at the start, if it is not the initial one, and the half-moves of the main line.
    moves: Box<[u16]>,
    /// Whether the first of `moves` is the board.
    is_set_up: bool,
    /// What the tag `Result` means: a terminator, `*` if the tag is missing.
    pub result: Box<str>,
}

/// A half-move that could not be read, and whose text is not known.
const UNREAD: u16 = u16::MAX;
/// The first of the numbers for half-moves that are compared as they are written.
const WRITTEN: u16 = 0xf000;
/// The initial position, without its counts.
const INITIAL: [&str; 4] = ["rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR", "w", "KQkq", "-"];

impl ComparedGame {
    /// A game of text in any notation.
    pub fn of_text(text: &str, fast_pass: &mut FastPass, context: &Context<'_>) -> ComparedGame {
        let mut main_line = MainLineVisitor { moves: Vec::new(), depth: 0 };
        match fast_pass.visit(text.as_bytes(), 0, true, &mut main_line) {
            Some(_) => ComparedGame::new(text, main_line.moves),
            None => ComparedGame::of_resolved(text, &resolve_game(text, context)),
        }
    }

    /// A game that has been resolved, with the text that has its tags, and its half-moves unless they are in a section.
    pub fn of_resolved(tags: &str, game: &Resolved) -> ComparedGame {
        let moves = game.moves.iter().filter(|half_move| half_move.depth == 0);
        let moves = moves.map(|half_move| match half_move.play.and_then(|play| play.as_move()) {
            Some(played) => code(played),
            None => written(tags, &half_move.range),
        });
        ComparedGame::new(tags, moves.collect())
    }

    fn new(tags: &str, mut moves: Vec<u16>) -> ComparedGame {
        let (mut facts, mut fen, mut result) = (Facts::default(), None, "*");
        tag_section(tags, true, |name, value| {
            let value = tags[value].trim_matches('"');
            match &tags[name] {
                "White" => facts.white = value.as_bytes(),
                "Black" => facts.black = value.as_bytes(),
                "Date" => facts.date = value.as_bytes(),
                "Round" => facts.round = value.as_bytes(),
                "UTCTime" => facts.time = value.as_bytes(),
                "FEN" => fen = Some(value),
                "Result" => result = value,
                _ => {}
            }
        });
        let fen = fen.filter(|fen: &&str| !fen.split_whitespace().take(4).eq(INITIAL));
        if let Some(fen) = fen {
            moves.insert(0, fen.bytes().fold(7, |mixed: u16, byte| mixed.wrapping_mul(31) ^ u16::from(byte)));
        }
        let players = Player::from_name(facts.white).zip(Player::from_name(facts.black));
        ComparedGame {
            players: players.map(|(white, black)| [white, black]),
            game_date: GameDate::of(&facts),
            moves: moves.into(),
            is_set_up: fen.is_some(),
            result: results::terminator(result).into(),
        }
    }

    /// Number of half-moves of the main line.
    pub fn half_moves(&self) -> usize {
        self.moves.len() - usize::from(self.is_set_up)
    }

    /// Equal in all games of two players, White and Black, however they are spelt. `None` if one is unknown.
    pub fn players_key(&self) -> Option<(u64, u64)> {
        self.players.as_ref().map(|[white, black]| (white.word, black.word))
    }

    /// The main line from its board on: each half-move as a number. Equal for equal lines.
    pub fn main_line(&self) -> &[u16] {
        &self.moves
    }

    /// Whether all half-moves of the main line could be read.
    pub fn is_read(&self) -> bool {
        !self.moves.contains(&UNREAD)
    }

    /// Whether the names can be those of the same players.
    pub fn has_players_of(&self, other: &ComparedGame) -> bool {
        match (&self.players, &other.players) {
            (Some(one), Some(other)) => {
                one.iter().zip(other).all(|(one, other)| one.word == other.word && one.rest.agrees(&other.rest))
            }
            _ => false,
        }
    }

    /// Whether no date, round or time that is known for both differs.
    pub fn may_be_at_time_of(&self, other: &ComparedGame) -> bool {
        self.game_date.agrees(&other.game_date)
    }

    /// Whether the whole date is known, and nothing of the time differs.
    pub fn is_at_day_of(&self, other: &ComparedGame) -> bool {
        self.game_date.has_day() && other.game_date.has_day() && self.game_date.agrees(&other.game_date)
    }

    /// Whether date and round are known, and the same.
    pub fn is_in_round_of(&self, other: &ComparedGame) -> bool {
        self.game_date.is_same_round(&other.game_date)
    }

    /// Whether the main line begins with the whole of the other one.
    pub fn continues(&self, other: &ComparedGame) -> bool {
        self.is_set_up == other.is_set_up && self.moves.starts_with(&other.moves)
    }
}

/// A half-move as a number: its squares, and what a pawn becomes or a hand drops.
fn code(played: Move) -> u16 {
    let square = |square: Square| u32::from(square) as u16;
    let from = played.from().map_or(0, square);
    let to = square(played.to());
    let piece = match played.from() {
        Some(_) => played.promotion().map_or(0, u16::from),
        None => 8 | u16::from(played.role()),
    };
    piece << 12 | from << 6 | to
}

/// A half-move that is not played, by its letters: without marks of check and quality.
fn written(text: &str, range: &Range<u32>) -> u16 {
    let Some(letters) = text.get(range.start as usize..range.end as usize) else { return UNREAD };
    let letters = letters.trim_end_matches(['+', '#', '!', '?']).bytes();
    let mixed = letters.fold(7, |mixed: u16, byte| mixed.wrapping_mul(31) ^ u16::from(byte));
    WRITTEN | (mixed & 0x7ff)
}

/// Collects the main line while the fast pass reads.
struct MainLineVisitor {
    moves: Vec<u16>,
    depth: u32,
}

impl Visitor for MainLineVisitor {
    fn half_move(&mut self, _: Range<usize>, played: PlayedMove<'_>) -> Option<()> {
        if self.depth == 0 {
            self.moves.push(code(played.mv));
        }
        Some(())
    }

    fn variation(&mut self, _: usize) -> Option<()> {
        self.depth += 1;
        Some(())
    }

    fn variation_end(&mut self, _: usize) {
        self.depth = self.depth.saturating_sub(1);
    }

    fn visits_variants(&self) -> bool {
        true
    }

    fn deviation(&mut self, _: Deviation) -> Option<()> {
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lint::{FileKind, Settings};

    fn game(white: &str, date: &str, moves: &str) -> ComparedGame {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Pgn);
        let text = format!("[White \"{white}\"]\n[Black \"Tal, M\"]\n[Date \"{date}\"]\n[Round \"3\"]\n\n{moves}\n");
        ComparedGame::of_text(&text, &mut FastPass::default(), &context)
    }

    #[test]
    fn games_are_compared_whatever_their_spelling() {
        let long = game("Fischer, Robert", "1959.09.11", "1. e4 e5 2. Nf3 (2. f4 exf4) Nc6 1-0");
        let short = game("Fischer, R", "1959.??.??", "1.e4 {x} e5 2.Ng1f3");
        assert_eq!((long.half_moves(), short.half_moves()), (4, 3));
        assert!(long.continues(&short) && !short.continues(&long));
        assert!(long.has_players_of(&short) && long.may_be_at_time_of(&short) && !long.is_in_round_of(&short));
        assert!(long.is_in_round_of(&long));
        assert_eq!(long.players_key(), short.players_key());
        let other = game("Spassky, B", "1959.09.12", "1. e4 e5 2. Nf3 Nc6 *");
        assert_eq!(long.main_line(), other.main_line());
        assert!(!long.has_players_of(&other) && !long.may_be_at_time_of(&other));
        assert!(!game("?", "", "1. e4 *").has_players_of(&game("?", "", "1. e4 *")));
        assert!(game("A", "", "1. e4 *").is_read());
    }

    #[test]
    fn what_is_not_played_is_compared_as_written() {
        let lines = ["1. e4 e5 2. Kh9 *", "1.e4 e5 2.Kh9+ 1-0", "1. e4 e5 2. Kh8 *", "1. e4 e5 2. -- *"];
        let [one, same, other, null] = lines.map(|moves| game("A", "", moves));
        assert!([&one, &same, &other, &null].iter().all(|game| game.is_read() && game.half_moves() == 3));
        assert_eq!(one.main_line(), same.main_line());
        assert!(one.main_line() != other.main_line() && one.main_line() != null.main_line());
    }

    #[test]
    fn the_initial_position_is_no_other_one_and_results_are_what_they_mean() {
        let settings = Settings::default();
        let context = Context::new(&settings, FileKind::Pgn);
        let of = |text: &str| ComparedGame::of_text(text, &mut FastPass::default(), &context);
        let plain = of("[Result \"1-0\"]\n\n1. e4 e5 1-0\n");
        let set_up = of(
            "[FEN \"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1\"]\n[Result \"White wins\"]\n\n1. e4 e5 1-0\n",
        );
        assert_eq!((plain.main_line(), &plain.result), (set_up.main_line(), &set_up.result));
        assert!(plain.continues(&set_up));
    }
}
