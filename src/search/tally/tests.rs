//! Tests of counts over games.

use vgn_engine::lint::FileKind;

use super::*;
use crate::GameWalker;

fn tally<'s>(text: &str, sought: &'s SoughtPosition) -> PositionTally<'s> {
    let mut tally = PositionTally::new(sought);
    let mut walker = GameWalker::new(FileKind::Pgn);
    let mut at = 0;
    while let Some(end) = walker.game(text.as_bytes(), at, true, &mut tally) {
        at = end;
    }
    tally
}

fn moves(tally: &PositionTally<'_>) -> Vec<(String, u64)> {
    tally.sorted_moves().into_iter().map(|(mv, counts)| (tally.sought.san(mv), counts.games)).collect()
}

#[test]
fn a_game_counts_once_for_the_position_and_for_each_of_its_moves_there() {
    let text = "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 1-0\n\n1. e4 0-1\n";
    let sought = SoughtPosition::initial();
    let tally = tally(text, &sought);
    assert_eq!((tally.total.games, tally.total.white, tally.total.black), (2, 1, 1));
    assert_eq!(moves(&tally), [("e4".to_owned(), 2), ("Nf3".to_owned(), 1)]);
    let listed: Vec<_> = tally.best.iter().map(|game| &text[game.at..game.at + 3]).collect();
    assert_eq!(listed, ["Nf3", "e4 "]);
}

#[test]
fn a_game_that_ends_in_the_position_counts_without_a_move() {
    let sought = SoughtPosition::after_moves("1. e4 e5").expect("a position");
    let tally = tally("1. e4 e5 1/2-1/2\n\n1. d4 *\n\n1. e4 e5 <x> 2. f4 *\n", &sought);
    assert_eq!((tally.total.games, tally.total.draws), (2, 1));
    assert_eq!(moves(&tally), [("f4".to_owned(), 1)]);
}

#[test]
fn variations_and_what_follows_an_illegal_half_move_do_not_count() {
    let sought = SoughtPosition::after_moves("1. e4 e5 2. Nf3").expect("a position");
    let text = "1. e4 e5 2. d4 (2. Nf3 Nc6) *\n\n1. e4 e5 2. Ne3 *\n\n1. Nf3 e5 2. e4 Nc6 *\n";
    let tally = tally(text, &sought);
    assert_eq!(tally.total.games, 1, "a transposition alone");
    assert_eq!(moves(&tally), [("Nc6".to_owned(), 1)]);
}

#[test]
fn ratings_years_and_the_best_games() {
    let game = |rating: &str, year: &str| {
        format!("[White \"W{rating}\"]\n[WhiteElo \"{rating}\"]\n[Date \"{year}.??.??\"]\n\n1. d4 *\n\n")
    };
    let text = [game("2000", "1999"), game("2500", "????"), game("", "2004")].concat();
    let sought = SoughtPosition::initial();
    let tally = tally(&text, &sought);
    assert_eq!((tally.total.average_rating(), tally.total.last_year), (Some(2250), 2004));
    let names: Vec<&str> = tally.best.iter().map(|game| game.white.as_str()).collect();
    assert_eq!(names, ["W2500", "W2000", "W"]);
}
