//! Every reader of binary notations accepts any bytes from any start; what it reads can be written, and reads as the
//! same again. Its sections have the same end for the game scanner as for the reader.

use shakmaty::fen::Fen;
use shakmaty::variant::Variant;
use shakmaty::{CastlingMode, Setup};
use vgn_engine::notation::{BinaryEvent, BinaryGame, BinaryStart, Codec, Notation, REGISTRY, SectionEnd};
use vgn_engine::syntax::games::games;

/// Starts of games: the initial position, promotions, Chess960, no kings, and more pieces than a game can reach.
const STARTS: [(&str, CastlingMode); 5] = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", CastlingMode::Standard),
    ("8/PPPP2k1/8/4pPp1/8/8/ppp5/R3K2R w KQ e6 0 1", CastlingMode::Standard),
    ("nnqbbrkr/pp4pp/8/8/8/8/PP4PP/NNQBBRKR w HFhf - 0 1", CastlingMode::Chess960),
    ("8/8/8/8/8/8/8/8 w - - 0 1", CastlingMode::Standard),
    ("QQQQQQQQ/QQQQQQQ1/8/8/8/2k5/8/K7 w - - 0 1", CastlingMode::Standard),
];

/// The first byte selects the start, the others are the section.
pub fn binary(data: &[u8]) {
    let Some((&first, bytes)) = data.split_first() else { return };
    let (fen, mode) = STARTS[usize::from(first) % STARTS.len()];
    let setup: Setup = fen.parse::<Fen>().expect("a FEN").into_setup();
    let start = BinaryStart { setup: &setup, mode, variant: Variant::Chess };
    for notation in REGISTRY {
        let Codec::Binary { read, write, end: SectionEnd { find: end, .. }, .. } = notation.codec else { continue };
        let game = read(bytes, &start);
        check(notation, bytes, &game);
        if game.error.is_none() && end(bytes).is_some() {
            assert_eq!(end(bytes), Some(game.len), "{}", notation.name);
        }
        check_section(notation, bytes, end(bytes));
        let events = events(&game);
        let Ok(again) = write(&events, &start) else { continue };
        let mut back = self::events(&read(&again, &start));
        if back.len() > events.len() {
            assert!(matches!(back.pop(), Some(BinaryEvent::End(_))), "{} {bytes:02x?}", notation.name);
        }
        assert_eq!(back, events, "{} {bytes:02x?}", notation.name);
    }
}

fn events(game: &BinaryGame) -> Vec<BinaryEvent> {
    game.events.iter().map(|located| located.event.clone()).collect()
}

fn check(notation: &Notation, bytes: &[u8], game: &BinaryGame) {
    assert!(game.len <= bytes.len(), "{}", notation.name);
    let mut at = 0;
    for located in &game.events {
        let range = &located.range;
        // The half-moves of one number share its bytes.
        assert!(at <= range.start && range.start < range.end && range.end <= game.len, "{} {located:?}", notation.name);
        at = range.start;
    }
    if let Some(error) = &game.error {
        assert_eq!(error.offset, game.len, "{} {error}", notation.name);
    }
    assert!(game.main_line().count() <= game.events.len());
}

/// A section without a line of tags has the same length for the game scanner as for the notation.
fn check_section(notation: &Notation, bytes: &[u8], end: Option<usize>) {
    if bytes.contains(&b'[') {
        return;
    }
    let tag = format!("[MoveFormat \"{}\"]", notation.name);
    let file = [tag.as_bytes(), bytes].concat();
    let span = games(&file).next().expect("a game");
    assert_eq!(span.binary, Some(tag.len()), "{}", notation.name);
    assert_eq!(span.range.len() - tag.len(), end.unwrap_or(bytes.len()), "{} {bytes:02x?}", notation.name);
}
