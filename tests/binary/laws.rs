//! Laws over random legal games and over any bytes.

use proptest::prelude::*;
use shakmaty::fen::Fen;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, Position};
use vgn_lsp::notation::{
    BCCF, BCCF1, BCFEN, BCFEN1, BRENNER, BRENNER2, BinaryEvent, BinaryStart, Medium, Notation, PGC, REGISTRY,
};

use crate::binary::lookup::{boards, end, events, read_from, write_from};

const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "bbrknnqr/pppppppp/8/8/8/8/PPPPPPPP/BBRKNNQR w KQkq - 0 1",
    "nnqbbrkr/pp4pp/8/8/8/8/PP4PP/NNQBBRKR w KQkq - 0 1",
    "8/PPPP2k1/8/4pPp1/8/8/ppp5/R3K2R w KQ e6 0 1",
    "Q6Q/8/8/8/2k5/8/8/Q5KQ w - - 0 1",
];

fn start(n: usize) -> (Chess, CastlingMode) {
    let mode = CastlingMode::from_chess960(n == 1 || n == 2);
    (STARTS[n].parse::<Fen>().expect("a FEN").into_position(mode).expect("a position"), mode)
}

fn play(start: &Chess, picks: &[u16]) -> Vec<Move> {
    let mut position = start.clone();
    let mut moves = Vec::new();
    for &pick in picks {
        let legal = position.legal_moves();
        if legal.is_empty() {
            break;
        }
        let mv = legal[usize::from(pick) % legal.len()];
        moves.push(mv);
        position = position.play(mv).expect("legal");
    }
    moves
}

/// The bytes are read as the events and written as the bytes again, and end where they say.
fn there_and_back(notation: &Notation, said: &[BinaryEvent], start: &BinaryStart<'_>) -> Vec<BinaryEvent> {
    let bytes = write_from(notation, said, start).unwrap_or_else(|error| panic!("{}: {error}", notation.name));
    let game = read_from(notation, &bytes, start);
    assert_eq!((&game.error, &game.idle), (&None, &None), "{}", notation.name);
    assert_eq!(game.len, bytes.len(), "{}", notation.name);
    let read = events(&game);
    assert_eq!(write_from(notation, &read, start).as_ref(), Ok(&bytes), "{}", notation.name);
    if !notation.name.ends_with('1') {
        let followed = [&bytes[..], b"\n\n[Event \"x\"]\n"].concat();
        assert_eq!(end(notation, &followed), Some(bytes.len()), "{}", notation.name);
    }
    read
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    /// Whichever bit is another one, what is read is another game, or the bit is named.
    #[test]
    fn no_bit_passes_unnoticed(n in 0..STARTS.len(), picks in prop::collection::vec(any::<u16>(), 0..9)) {
        let (position, mode) = start(n);
        let setup = position.to_setup(EnPassantMode::Always);
        let first = BinaryStart { setup: &setup, mode, variant: Variant::Chess };
        let moves = play(&position, &picks);
        let said: Vec<BinaryEvent> = moves.iter().copied().map(BinaryEvent::Move).collect();
        for notation in REGISTRY.iter().filter(|notation| notation.medium == Medium::Binary && notation.has_terminator()) {
            let said = if *notation == &BCFEN { boards(&position, &moves) } else { said.clone() };
            let Ok(bytes) = write_from(notation, &said, &first) else { continue };
            let game = read_from(notation, &bytes, &first);
            // Of a piece that is promoted to, any number that is free may be given.
            let promotions: Vec<usize> = game.events.iter().filter(|located| {
                matches!(located.event, BinaryEvent::Move(mv) if mv.promotion().is_some())
            }).map(|located| located.range.start).collect();
            let free = |at: usize| notation.name.starts_with("BRENNER") && promotions.contains(&at);
            for bit in (0..8 * bytes.len()).filter(|bit| !free(bit / 8)) {
                let mut other = bytes.clone();
                other[bit / 8] ^= 0x80 >> (bit % 8);
                let read = read_from(notation, &other, &first);
                let noticed = read.error.is_some() || read.idle.is_some() || read.len != game.len;
                prop_assert!(noticed || events(&read) != events(&game), "{} {:02x?} bit {}", notation.name, bytes, bit);
                if let Some(idle) = &read.idle {
                    prop_assert!(idle.offset < other.len(), "{} {:?}", notation.name, idle);
                }
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn random_games_there_and_back(n in 0..STARTS.len(), picks in prop::collection::vec(any::<u16>(), 0..200)) {
        let (position, mode) = start(n);
        let setup = position.to_setup(EnPassantMode::Always);
        let first = BinaryStart { setup: &setup, mode, variant: Variant::Chess };
        let moves = play(&position, &picks);
        let said: Vec<BinaryEvent> = moves.iter().copied().map(BinaryEvent::Move).collect();
        prop_assert_eq!(&there_and_back(&PGC, &said, &first), &said);
        for notation in [&BCCF, &BCCF1] {
            let read = there_and_back(notation, &said, &first);
            prop_assert_eq!(read.len(), said.len());
        }
        let boards = boards(&position, &moves);
        for notation in [&BCFEN, &BCFEN1] {
            prop_assert_eq!(&there_and_back(notation, &boards, &first), &boards);
        }
        for notation in [&BRENNER, &BRENNER2] {
            // A fifth piece of a kind ends what can be said.
            let known = write_from(notation, &said, &first).map_or_else(|error| error.event, |_| said.len());
            let mut read = there_and_back(notation, &said[..known], &first);
            prop_assert!(matches!(read.pop(), Some(BinaryEvent::End(_))));
            prop_assert_eq!(&read, &said[..known]);
        }
    }

    #[test]
    fn no_bytes_make_a_reader_panic(n in 0..STARTS.len(), bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        check_any(n, &bytes);
    }

    #[test]
    fn nor_do_small_bytes(n in 0..STARTS.len(), bytes in prop::collection::vec(0_u8..12, 0..200)) {
        check_any(n, &bytes);
    }

    #[test]
    fn damage_is_found_or_read_as_another_game(
        n in 0..STARTS.len(),
        picks in prop::collection::vec(any::<u16>(), 1..60),
        at in any::<prop::sample::Index>(),
        value in any::<u8>(),
    ) {
        let (position, mode) = start(n);
        let setup = position.to_setup(EnPassantMode::Always);
        let said: Vec<BinaryEvent> = play(&position, &picks).into_iter().map(BinaryEvent::Move).collect();
        for notation in [&BCCF, &PGC, &BRENNER, &BRENNER2] {
            let Ok(mut bytes) = write_from(notation, &said, &BinaryStart { setup: &setup, mode, variant: Variant::Chess }) else { continue };
            let at = at.index(bytes.len());
            bytes[at] = value;
            check_any(n, &bytes);
        }
    }
}

/// What is read is written and read as the same.
fn check_any(n: usize, bytes: &[u8]) {
    let (position, mode) = start(n);
    let setup = position.to_setup(EnPassantMode::Always);
    let first = BinaryStart { setup: &setup, mode, variant: Variant::Chess };
    for notation in REGISTRY.iter().filter(|notation| notation.medium == Medium::Binary) {
        let game = read_from(notation, bytes, &first);
        assert!(game.len <= bytes.len(), "{}", notation.name);
        assert!(game.events.iter().all(|located| located.range.end <= game.len), "{}", notation.name);
        match &game.error {
            Some(error) => assert_eq!(error.offset, game.len, "{} {error}", notation.name),
            None if notation.name.ends_with('1') => {}
            None => assert_eq!(end(notation, bytes), Some(game.len), "{}", notation.name),
        }
        let read = events(&game);
        if let Ok(again) = write_from(notation, &read, &first) {
            let mut back = events(&read_from(notation, &again, &first));
            if back.len() > read.len() {
                assert!(matches!(back.pop(), Some(BinaryEvent::End(_))), "{} {bytes:02x?}", notation.name);
            }
            assert_eq!(back, read, "{} {bytes:02x?}", notation.name);
        }
    }
}
