//! Tests of segments.

use std::sync::LazyLock;

use proptest::prelude::*;
use shakmaty::{Chess, EnPassantMode, Position as _, fen::Fen, san::SanPlus};
use vgn_engine::lint::FileKind;

use super::*;
use crate::{GameSink, GameWalker, PositionTally, SoughtPosition};

fn walk(text: &str, sink: &mut impl GameSink) {
    let mut walker = GameWalker::new(FileKind::Pgn);
    let mut at = 0;
    while let Some(end) = walker.game(text.as_bytes(), at, true, sink) {
        at = end;
    }
}

/// The segment of some texts, one after another.
fn segment(texts: &[String]) -> IndexSegment<Vec<u8>> {
    let mut builder = SegmentBuilder::default();
    for text in texts {
        let mut games = IndexedGames::default();
        walk(text, &mut games);
        builder.add(games);
    }
    IndexSegment::new(builder.build().expect("a segment")).expect("a segment")
}

/// A scan and the segment say the same of a position.
fn compare(text: &str, segment: &IndexSegment<Vec<u8>>, sought: &SoughtPosition) -> u64 {
    let mut tally = PositionTally::new(sought);
    walk(text, &mut tally);
    let mut best = tally.best.iter().map(|game| game.facts);
    let sums = segment.explore(sought.key()).expect("sums");
    let mut indexed = PositionTally::new(sought);
    indexed.add_sums(&sums);
    assert_eq!(indexed.total, tally.total, "{}", sought.fen());
    assert_eq!(indexed.sorted_moves(), tally.sorted_moves(), "{}", sought.fen());
    assert!(sums.best.iter().all(|game| best.next() == Some(segment.game(*game).expect("a game").facts)));
    assert_eq!(best.next(), None);
    let occurrences = segment.occurrences(sought.key()).expect("occurrences");
    assert_eq!(occurrences.len(), sums.occurrences as usize);
    assert_eq!(sums.is_certain, occurrences.len() >= OFTEN);
    let each = segment.explore_games(sought.key(), |_| true).expect("sums");
    assert_eq!(each, sums, "{}", sought.fen());
    let even = segment.explore_games(sought.key(), |game| game % 2 == 0).expect("sums");
    let odd = segment.explore_games(sought.key(), |game| game % 2 == 1).expect("sums");
    assert_eq!(even.total.games + odd.total.games, sums.total.games);
    sums.total.games
}

/// Games of legal moves that are drawn so that games meet, part and repeat positions; and the FENs that they reach.
fn drawn_games(games: u32) -> (Vec<String>, Vec<String>) {
    let mut state = 0x1234_5678_9abc_def1u64;
    let mut draw = |below: usize| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        (state >> 20) as usize % below
    };
    let (mut texts, mut fens) = (Vec::new(), Vec::new());
    for game in 0..games {
        let result = ["1-0", "0-1", "1/2-1/2", "*"][draw(4)];
        let mut text = format!(
            "[White \"W{game}\"]\n[Date \"{}.??.??\"]\n[WhiteElo \"{}\"]\n[Result \"{result}\"]\n\n",
            1950 + draw(70),
            1000 + 10 * draw(5)
        );
        let mut board = Chess::default();
        let length = draw(40);
        for ply in 0..length {
            let legal = board.legal_moves();
            // Knights go out and home often, and few other moves are played.
            let knights: Vec<_> = legal.iter().filter(|mv| mv.role() == shakmaty::Role::Knight).collect();
            let mv = if !knights.is_empty() && draw(3) > 0 {
                *knights[draw(2.min(knights.len()))]
            } else {
                legal[draw(3.min(legal.len()))]
            };
            text.push_str(&SanPlus::from_move(board.clone(), mv).to_string());
            text.push(if ply % 8 == 7 { '\n' } else { ' ' });
            board.play_unchecked(mv);
            if board.is_game_over() {
                break;
            }
            if draw(20) == 0 {
                fens.push(Fen::from_position(&board, EnPassantMode::Legal).to_string());
            }
        }
        text.push_str(result);
        text.push_str("\n\n");
        texts.push(text);
    }
    (texts, fens)
}

#[test]
fn a_segment_says_what_a_scan_says() {
    let (texts, fens) = drawn_games(300);
    let segment = segment(&texts);
    let whole = texts.concat();
    assert_eq!(segment.games(), 300);
    let games: Vec<u64> = fens
        .iter()
        .map(|fen| compare(&whole, &segment, &SoughtPosition::from_fen(fen).expect("a position")))
        .chain([compare(&whole, &segment, &SoughtPosition::initial())])
        .collect();
    let count = |is_meant: fn(&u64) -> bool| games.iter().filter(|games| is_meant(games)).count();
    assert!(count(|games| *games == 1) > 20 && count(|games| (2..16).contains(games)) > 20, "{games:?}");
    assert!(count(|games| *games > 16) > 5, "{games:?}");
    let none = SoughtPosition::from_fen("8/8/8/4k3/8/4K3/8/8 w - - 0 1").expect("a position");
    assert_eq!(compare(&whole, &segment, &none), 0);
}

#[test]
fn a_segment_of_games_alone_has_the_same_games_and_is_smaller() {
    let (texts, fens) = drawn_games(300);
    let mut builder = SegmentBuilder::with_detail(PostingDetail::Games);
    for text in &texts {
        let mut games = IndexedGames::default();
        walk(text, &mut games);
        builder.add(games);
    }
    let small = IndexSegment::new(builder.build().expect("a segment")).expect("a segment");
    let whole = segment(&texts);
    assert!(small.bytes().len() * 10 < whole.bytes().len() * 9, "{} of {}", small.bytes().len(), whole.bytes().len());
    for fen in &fens {
        let key = SoughtPosition::from_fen(fen).expect("a position").key();
        let (sums, expected) = (small.explore(key).expect("sums"), whole.explore(key).expect("sums"));
        assert_eq!((sums.is_certain, sums.total, &sums.best), (expected.is_certain, expected.total, &expected.best));
        let games = |segment: &IndexSegment<Vec<u8>>| -> Vec<u32> {
            segment.occurrences(key).expect("occurrences").iter().map(|one| one.game).collect()
        };
        assert_eq!(games(&small), games(&whole));
        assert!(!sums.is_certain || sums == expected);
    }
}

#[test]
fn games_that_are_not_plain_are_indexed_as_they_are_scanned() {
    let texts = [
        "1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3 Nf6 4. Ng1 Ng8 5. e4 1-0\n\n",
        "1. e4 e5 2. Qh6 (2. Nf3 Nc6) Nc6 3. d3 *\n\n",
        "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/4P3/R3K3 w Q - 0 1\"]\n\n1. O-O-O Ke7 2. a8=N *\n\n",
        "[SetUp \"1\"]\n[FEN \"4k3/P7/8/8/8/8/4P3/R3K3 w Q - 0 1\"]\n\n1. a8=Q+ <x> *\n\n",
        "[Event \"no moves\"]\n\n*\n\n",
        "1. e4 -- 2. d4 e5 0-1\n\n",
    ]
    .map(str::to_owned);
    let (segment, whole) = (segment(&texts), texts.concat());
    for sought in [
        SoughtPosition::initial(),
        SoughtPosition::after_moves("1. e4").expect("a position"),
        SoughtPosition::after_moves("1. e4 e5").expect("a position"),
        SoughtPosition::after_moves("1. Nf3 Nf6 2. Ng1 Ng8 3. Nf3").expect("a position"),
        SoughtPosition::from_fen("4k3/P7/8/8/8/8/4P3/R3K3 w Q - 0 1").expect("a position"),
        SoughtPosition::from_fen("8/P3k3/8/8/8/8/4P3/2KR4 w - - 0 1").expect("a position"),
    ] {
        compare(&whole, &segment, &sought);
    }
    assert_eq!(segment.explore(SoughtPosition::initial().key()).expect("sums").total.games, 4);
}

/// The bytes of a segment, and positions of its games.
static WHOLE: LazyLock<(Vec<u8>, Vec<String>)> = LazyLock::new(|| {
    let (texts, fens) = drawn_games(40);
    (segment(&texts).bytes().clone(), fens)
});

proptest! {
    /// Whatever the bytes are, nothing fails.
    #[test]
    fn damaged_bytes_are_queried_safely(
        changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20),
        cut in any::<prop::sample::Index>(),
    ) {
        let (whole, fens) = &*WHOLE;
        let mut bytes = whole.clone();
        prop_assert!(IndexSegment::new(bytes[..cut.index(bytes.len())].to_vec()).is_err());
        for (at, byte) in changes {
            let at = at.index(bytes.len());
            bytes[at] = byte;
        }
        if let Ok(segment) = IndexSegment::new(bytes) {
            for fen in fens {
                let key = SoughtPosition::from_fen(fen).expect("a position").key();
                let _ = (segment.explore(key), segment.occurrences(key), segment.explore_games(key, |_| true));
            }
        }
    }
}

#[test]
fn a_segment_of_another_version_is_refused() {
    let mut bytes = SegmentBuilder::default().build().expect("a segment");
    assert!(IndexSegment::new(bytes.clone()).is_ok_and(|segment| segment.positions() == 0));
    bytes[7] += 1;
    assert_eq!(IndexSegment::new(bytes).err(), Some(SegmentFault::Foreign));
}

#[test]
fn rows_of_games_are_read_back() {
    use crate::{GameFacts, GameResult};
    for result in [GameResult::White, GameResult::Draw, GameResult::Black, GameResult::Open] {
        let facts = GameFacts { result, white_rating: 9999, black_rating: 1, year: 9999 };
        let row = IndexedGameRow { start: (1 << 48) - 1, line: u32::MAX, facts };
        assert_eq!(IndexedGameRow::from_bytes(row.to_bytes()), row);
    }
}
