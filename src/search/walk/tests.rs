//! Tests of walks over games of all kinds.

use std::ops::Range;

use vgn_engine::lint::FileKind;
use vgn_engine::rules::Bitboards;

use super::*;
use crate::SearchKey;

type WrittenGame = (Vec<String>, GameFacts, Vec<Option<SearchKey>>, WalkedGame);

/// A walk, written down.
#[derive(Default)]
struct Written {
    game: Vec<String>,
    facts: GameFacts,
    keys: Vec<Option<SearchKey>>,
    games: Vec<WrittenGame>,
    text: Vec<u8>,
}

impl GameSink for Written {
    fn begin(&mut self) {
        self.game.clear();
        self.keys.clear();
        self.facts = GameFacts::default();
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.facts.take_tag(name, value);
    }

    fn start(&mut self, place: WalkPlace<'_>) {
        self.keys.push(place.key);
    }

    fn half_move(&mut self, step: &WalkStep, before: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        let text = String::from_utf8_lossy(&self.text[step.range.clone()]).into_owned();
        let doubt = if step.is_sound { "" } else { "?" };
        self.game.push(format!("{}{} {text}{doubt}", ">".repeat(step.depth as usize), step.ply));
        assert!(before.is_none_or(|place| place.key.is_some()));
        self.keys.push(after.and_then(|place| place.key));
    }

    fn comment(&mut self, _: Range<usize>, text: &[u8]) {
        self.game.push(String::from_utf8_lossy(text).into_owned());
    }

    fn glyph(&mut self, _: Range<usize>, number: u32) {
        self.game.push(format!("${number}"));
    }

    fn terminator(&mut self, text: &[u8]) {
        self.facts.take_terminator(text);
    }

    fn end(&mut self, game: &WalkedGame) {
        self.games.push((self.game.clone(), self.facts, self.keys.clone(), game.clone()));
    }
}

fn walked(text: &[u8]) -> Written {
    let mut written = Written { text: text.to_vec(), ..Written::default() };
    let mut walker = GameWalker::new(FileKind::Pgn);
    let mut at = 0;
    while let Some(end) = walker.game(text, at, true, &mut written) {
        at = end;
    }
    assert_eq!(at, text.len());
    written
}

const PLAIN: &str = "[White \"A\"]\n[WhiteElo \"2500\"]\n[Date \"1999.01.??\"]\n[Result \"1-0\"]\n\n1. e4 {x} e5 $1 \
                     (1... c5 2. Nf3 (2. Nc3) 2... d6) 2. Nf3! 1-0\n\n";

#[test]
fn a_plain_game_has_all_lines_in_the_order_of_the_text() {
    let written = walked(PLAIN.as_bytes());
    let (game, facts, keys, end) = &written.games[0];
    assert_eq!(game.join(", "), "0 e4, {x}, 1 e5, $1, >1 c5, >2 Nf3, >>2 Nc3, >3 d6, 2 Nf3, $1");
    assert_eq!((end.way, end.range.clone()), (ReadingWay::Plain, 0..PLAIN.len() - 1));
    assert_eq!(*facts, GameFacts { result: GameResult::White, white_rating: 2500, black_rating: 0, year: 1999 });
    assert_eq!(keys[0], Some(SearchKey::of_bitboards(&Bitboards::initial())));
}

#[test]
fn both_readers_give_the_same_keys() {
    // A word that is no token makes the judge read it.
    let judged = PLAIN.replace("1-0\n\n", "<x> 1-0\n\n");
    let (plain, judged) = (walked(PLAIN.as_bytes()), walked(judged.as_bytes()));
    assert_eq!(judged.games[0].3.way, ReadingWay::Judged);
    assert_eq!(judged.games[0].2, plain.games[0].2);
    assert_eq!(judged.games[0].1, plain.games[0].1);
    let moves = |game: &[String]| game.iter().filter(|line| !line.starts_with(['$', '{'])).cloned().collect::<Vec<_>>();
    assert_eq!(moves(&judged.games[0].0), moves(&plain.games[0].0));
}

#[test]
fn behind_an_illegal_half_move_nothing_is_sound() {
    let text = "1. e4 e5 2. Qh6 (2. Nf3 Nc6) Nc6 (2... d6) 3. d3 *\n";
    let game = &walked(text.as_bytes()).games[0].0;
    assert_eq!(game.join(", "), "0 e4, 1 e5, 2 Qh6?, >2 Nf3, >3 Nc6, 3 Nc6?, >3 d6?, 4 d3?");
}

#[test]
fn half_moves_of_text_in_another_encoding_have_their_place_in_the_file() {
    let text = b"[White \"M\xfcller\"]\n\n1. e4 {gr\xfc\xdfe} e5 <x> 2. Nf3 1/2-1/2\n";
    let written = walked(text);
    assert_eq!(written.games[0].0[1..].join(", "), "0 e4, 1 e5, 2 Nf3");
    assert_eq!(written.games[0].1.result, GameResult::Draw);
}

#[test]
fn a_set_up_board_begins_the_walk() {
    let text = "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 Kd7 *\n\n1. d4 *\n";
    let written = walked(text.as_bytes());
    assert_eq!(written.games.len(), 2);
    assert_ne!(written.games[0].2[0], written.games[1].2[0]);
}
