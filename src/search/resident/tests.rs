//! Tests of positions kept in memory.

use vgn_engine::lint::FileKind;

use super::*;
use crate::index::IndexedGames;
use crate::{GameWalker, PositionTally, ResultCounts, SearchKey, SoughtPosition};

/// The games of a text.
fn walked(text: &str) -> IndexedGames {
    let mut walker = GameWalker::new(FileKind::Pgn);
    let (mut games, mut at) = (IndexedGames::with_all_lines(), 0);
    while let Some(end) = walker.game(text.as_bytes(), at, true, &mut games) {
        at = end;
    }
    games
}

/// The index of some files, each read in one piece, and their numbers.
fn built(texts: &[&str]) -> (ResidentIndex<usize>, Vec<usize>) {
    let mut builder = ResidentBuilder::default();
    for text in texts {
        builder.add(walked(text), text.len() as u64);
        builder.end_file();
    }
    let mut index = ResidentIndex::default();
    let numbers = index.add(0..texts.len(), builder.build());
    (index, numbers)
}

fn counted(index: &ResidentIndex<usize>, key: SearchKey) -> ResidentTally {
    let order: Vec<_> = (0..index.numbers()).map(Some).collect();
    let mut tally = ResidentTally::default();
    index.explore(key, &order).sums.iter().for_each(|sums| tally.add(sums));
    tally
}

/// The files and starts of the games that hold a position.
fn held(index: &ResidentIndex<usize>, key: SearchKey) -> Vec<(usize, u64)> {
    index.games(&[key], |_| true).iter().map(|place| (place.file, place.start)).collect()
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

[White "F"]
[WhiteElo "2700"]
[Date "2023.??.??"]

1. c4 c5 (1... e5 2. g3) 0-1

[White "G"]
[Date "1928.??.??"]

1. c4 e5 2. g3 1/2-1/2

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
        "1. c4 e5",
        "1. c4 e5 2. g3",
    ];
    let mut all: Vec<_> = lines.map(|line| SoughtPosition::after_moves(line).expect("a position")).into();
    let fens = ["8/P7/8/8/8/8/k6p/6RK w - - 0 1", "N7/8/8/8/8/8/k6p/6RK b - - 0 1"];
    all.extend(fens.map(|fen| SoughtPosition::from_fen(fen).expect("a position")));
    all.push(SoughtPosition::initial());
    all
}

#[test]
fn the_counts_are_those_of_a_walk_over_all_games() {
    // In one file, and in many: there, the sums of the segment are told from those of the games.
    let (one, _) = built(&[GAMES]);
    let (many, _) = built(&[GAMES; 20]);
    for sought in sought() {
        let mut scan = PositionTally::new(&sought);
        let mut walker = GameWalker::new(FileKind::Pgn);
        let mut at = 0;
        let mut single = ResidentTally::default();
        while let Some(end) = walker.game(GAMES.as_bytes(), at, true, &mut scan) {
            let mut game = IndexedGames::default();
            walker.game(GAMES.as_bytes(), at, true, &mut game);
            let game = GamePositions::of(&game);
            single.take(&game.facts, game.played_in(sought.key()));
            at = end;
        }
        for tally in [counted(&one, sought.key()), single] {
            assert_eq!(tally.total, scan.total, "{}", sought.fen());
            assert_eq!(tally.sorted_moves(&sought), scan.sorted_moves(), "{}", sought.fen());
        }
        let results = |of: &ResultCounts| [of.games, of.white, of.draws, of.black, of.ratings, of.rated];
        assert_eq!(results(&counted(&many, sought.key()).total), results(&scan.total).map(|count| 20 * count));
    }
}

#[test]
fn places_in_variations_are_found_but_do_not_count() {
    let (index, _) = built(&[GAMES]);
    let key = |moves| SoughtPosition::after_moves(moves).expect("a position").key();
    for moves in ["1. e4 e5 2. Nc3 Nf6 3. f4", "1. e4 e5 2. d4"] {
        assert_eq!(held(&index, key(moves)), [(0, 0)], "{moves}");
        assert_eq!(counted(&index, key(moves)).total, ResultCounts::default(), "{moves}");
    }
    assert!(held(&index, key("1. d4")).is_empty());
    // Behind a half-move that is not legal, too.
    let beyond = SoughtPosition::from_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4K3/8/PPPP1PPP/RNBQ1BNR w kq - 2 3");
    assert!(beyond.is_ok_and(|sought| held(&index, sought.key()).len() <= 1));
}

#[test]
fn a_listed_game_is_confirmed_on_its_text() {
    let sought = SoughtPosition::after_moves("1. e4 e5 2. Nf3").expect("a position");
    let mut walker = GameWalker::new(FileKind::Pgn);
    let starts: Vec<usize> = walked(GAMES).rows.iter().map(|row| row.start as usize).collect();
    let games: Vec<_> = starts.iter().map(|at| confirmed_game(&mut walker, GAMES.as_bytes(), *at, &sought)).collect();
    let there: Vec<_> = games.iter().flatten().map(|game| (game.white.as_str(), &GAMES[game.range.clone()])).collect();
    assert_eq!(there, [("A", "Nc6")]);
    assert_eq!(games[0].as_ref().map(|game| game.date.as_str()), Some("1999.??.??"));
    let last = SoughtPosition::after_moves("1. e4 e5 2. Nf3 Nc6").expect("a position");
    let game = confirmed_game(&mut walker, GAMES.as_bytes(), 0, &last).expect("it is reached");
    assert_eq!(&GAMES[game.range], "Nc6");
}

#[test]
fn a_large_file_has_segments_of_its_own_and_its_games_their_places() {
    let large = "1. e4 *\n\n1. d4 *\n\n".repeat(50_000);
    let mut builder = ResidentBuilder::default();
    builder.add(walked("1. d4 *\n\n"), 9);
    builder.end_file();
    let mut walker = GameWalker::new(FileKind::Pgn);
    let mut at = 0;
    while at < large.len() {
        let until = at + 100_000;
        let mut games = IndexedGames::with_all_lines();
        while at < until {
            let Some(end) = walker.game(large.as_bytes(), at, true, &mut games) else { break };
            at = end;
        }
        builder.add(games, at as u64);
    }
    builder.end_file();
    let mut index = ResidentIndex::default();
    assert_eq!(index.add(["small", "large"], builder.build()), [0, 1]);
    let key = SoughtPosition::after_moves("1. d4").expect("a position").key();
    let places = index.games(&[key], |_| true);
    assert_eq!((places[0].file, places[0].start, places[0].end, places[0].number), (0, 0, 9, 1));
    let starts = places[1..].iter().map(|place| (place.file, place.start, place.number));
    assert!(starts.eq((0..50_000).map(|pair| (1, 18 * pair + 8, 2 * pair + 2))));
    assert!(places[1..].windows(2).all(|pair| pair[0].end == pair[1].start - 9));
    assert!(index.worn().is_empty());
    assert!(index.size() < 100_000 * 16 + 200_000 * 4, "{}", index.size());
    index.remove(&[0]);
    assert_eq!(index.games(&[key], |_| true).len(), 50_000);
    let best = index.explore(key, &[None, Some(0)]).best;
    assert!(best.iter().all(|place| place.file == 1));
}

#[test]
fn files_that_are_replaced_are_counted_once_and_worn_segments_are_named() {
    let (mut index, numbers) = built(&["1. e4 *\n"; 10]);
    let key = SoughtPosition::after_moves("1. e4").expect("a position").key();
    assert_eq!(counted(&index, key).total.games, 10);
    assert!(index.worn().is_empty());
    for (removed, number) in numbers.iter().enumerate().take(6) {
        index.remove(&[*number]);
        let mut builder = ResidentBuilder::default();
        builder.add(walked("1. e4 *\n\n1. e4 *\n"), 18);
        builder.end_file();
        assert_eq!(index.add([10], builder.build()), [*number], "a free number is used again");
        assert_eq!(counted(&index, key).total.games, 11 + removed as u64);
    }
    // Four of ten files are left in the first segment.
    let mut worn: Vec<usize> = index.worn().into_iter().collect();
    worn.sort_unstable();
    assert_eq!(worn, numbers[6..]);
    // Of equal ratings, the first by the order of the files.
    let mut order = vec![None; index.numbers()];
    (order[3], order[8]) = (Some(1), Some(0));
    let mut best = index.explore(key, &order).best;
    best.sort_by_key(|place| (order[place.file], place.number));
    assert_eq!(best.iter().map(|place| (place.file, place.number)).collect::<Vec<_>>(), [(8, 1), (3, 1), (3, 2)]);
}

#[test]
fn many_small_segments_are_worn_as_a_file_left_out_is_not_there() {
    let mut index = ResidentIndex::default();
    for number in 0..17 {
        assert!(index.worn().is_empty());
        let mut builder = ResidentBuilder::default();
        builder.add(walked("1. d4 *\n"), 8);
        builder.leave_file();
        builder.add(walked("1. e4 *\n"), 8);
        builder.end_file();
        index.add([number], builder.build());
    }
    assert_eq!(index.worn().len(), 17);
    let key = |moves| SoughtPosition::after_moves(moves).expect("a position").key();
    assert_eq!((held(&index, key("1. e4")).len(), held(&index, key("1. d4")).len()), (17, 0));
}
