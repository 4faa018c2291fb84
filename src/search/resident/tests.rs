//! Tests of positions kept in memory.

use vgn_engine::lint::FileKind;

use super::*;
use crate::{GameWalker, PositionTally, ResultCounts, SearchKey, SoughtPosition};

/// The games of a text, each with its start.
fn walked(text: &str) -> Vec<(usize, PositionCollector)> {
    let mut walker = GameWalker::new(FileKind::Pgn);
    let (mut games, mut at) = (Vec::new(), 0);
    loop {
        let mut collector = PositionCollector::default();
        let Some(end) = walker.game(text.as_bytes(), at, true, &mut collector) else { return games };
        games.push((at, collector));
        at = end;
    }
}

fn built(text: &str) -> ResidentIndex {
    let mut builder = ResidentBuilder::default();
    walked(text).iter().for_each(|(start, collected)| builder.add(*start as u32, 0, collected));
    builder.build()
}

fn counted(index: &ResidentIndex, key: SearchKey) -> ResidentTally {
    let mut tally = ResidentTally::default();
    index.each_game(key, |game, played| _ = tally.take(&index.games()[game].facts, played));
    tally
}

const GAMES: &str = r#"[White "A"]
[WhiteElo "2500"]
[Date "1999.??.??"]

1. e4 e5 2. Nf3 (2. Nc3 Nf6 3. f4) (2. d4) 2... Nc6 1-0

[White "B"]

1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nc6 4. e4 e5 1/2-1/2

[White "C"]

1. e4 e5 2. Ke4 Nc6 0-1

[White "D"]

1. e4 e5 2. -- Nc6 *

[White "E"]
[FEN "8/P7/8/8/8/8/k6p/6RK w - - 0 1"]
[SetUp "1"]

1. a8=N (1. a8=Q+) hxg1=Q# 0-1

*
"#;

/// Positions in and beside the main lines.
fn sought() -> Vec<SoughtPosition> {
    let lines = [
        "1. e4",
        "1. e4 e5",
        "1. e4 e5 2. Nf3",
        "1. e4 e5 2. Nf3 Nc6",
        "1. e4 e5 2. Nc3 Nf6 3. f4",
        "1. e4 e5 2. d4",
        "1. Nf3 Nf6",
        "1. d4",
    ];
    let mut all: Vec<_> = lines.map(|line| SoughtPosition::after_moves(line).expect("a position")).into();
    let fens = ["8/P7/8/8/8/8/k6p/6RK w - - 0 1", "N7/8/8/8/8/8/k6p/6RK b - - 0 1"];
    all.extend(fens.map(|fen| SoughtPosition::from_fen(fen).expect("a position")));
    all.push(SoughtPosition::initial());
    all
}

#[test]
fn the_counts_are_those_of_a_walk_over_all_games() {
    let index = built(GAMES);
    for sought in sought() {
        let mut scan = PositionTally::new(&sought);
        let mut walker = GameWalker::new(FileKind::Pgn);
        let mut at = 0;
        while let Some(end) = walker.game(GAMES.as_bytes(), at, true, &mut scan) {
            at = end;
        }
        let tally = counted(&index, sought.key());
        assert_eq!(tally.total, scan.total, "{}", sought.fen());
        assert_eq!(tally.sorted_moves(&sought), scan.sorted_moves(), "{}", sought.fen());
        let mut single = ResidentTally::default();
        for (_, collected) in walked(GAMES) {
            let game = GamePositions::of(&collected);
            single.take(&game.facts, game.played_in(sought.key()));
        }
        assert_eq!((single.total, single.sorted_moves(&sought)), (scan.total, scan.sorted_moves()));
    }
}

#[test]
fn places_in_variations_are_found_but_do_not_count() {
    let index = built(GAMES);
    let sought = SoughtPosition::after_moves("1. e4 e5 2. Nc3 Nf6 3. f4").expect("a position");
    assert!(index.holds(sought.key()));
    assert_eq!(counted(&index, sought.key()).total, ResultCounts::default());
    assert!(!index.holds(SoughtPosition::after_moves("1. d4").expect("a position").key()));
}

#[test]
fn a_listed_game_is_confirmed_on_its_text() {
    let sought = SoughtPosition::after_moves("1. e4 e5 2. Nf3").expect("a position");
    let mut walker = GameWalker::new(FileKind::Pgn);
    let games: Vec<_> =
        walked(GAMES).iter().map(|(at, _)| confirmed_game(&mut walker, GAMES.as_bytes(), *at, &sought)).collect();
    let there: Vec<_> = games.iter().flatten().map(|game| (game.white.as_str(), &GAMES[game.range.clone()])).collect();
    assert_eq!(there, [("A", "Nc6")]);
    assert_eq!(games[0].as_ref().map(|game| game.date.as_str()), Some("1999.??.??"));
    let last = SoughtPosition::after_moves("1. e4 e5 2. Nf3 Nc6").expect("a position");
    let game = confirmed_game(&mut walker, GAMES.as_bytes(), 0, &last).expect("it is reached");
    assert_eq!(&GAMES[game.range], "Nc6");
}

#[test]
fn games_of_several_segments_keep_their_places() {
    let text = "1. e4 *\n\n1. d4 *\n\n".repeat(10_000);
    let index = built(&text);
    assert!(index.segments() > 1);
    let sought = SoughtPosition::after_moves("1. d4").expect("a position");
    let mut games = Vec::new();
    index.each_game(sought.key(), |game, _| games.push(game));
    assert!(games.iter().copied().eq((0..10_000).map(|pair| 2 * pair + 1)));
    assert!(index.size() < 20_000 * 16 + 40_000 * 11, "{}", index.size());
}
