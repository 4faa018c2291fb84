//! FEN (Forsyth-Edwards Notation, PGN specification 16.1): six fields, one board after each half-move.
//!
//! As move text, all six fields are required, separated by single spaces. Tags are read more leniently: [`read_tag`]
//! accepts four to six fields, any white space between them, and clocks of `-` or `?`.
//!
//! Extensions for variants (pockets, promoted pieces, checks) are in `extras`; boards of any game may have them, and
//! they are optional.

use std::num::NonZeroU32;
use std::ops::Range;

use shakmaty::{Color, Setup, Square};

use super::coordinates::{push_square, square};
use super::{
    BoardError, BoardFault, BoardField, BoardText, Codec, EndMark, Marks, Medium, Notation, SpelledBoard,
    SpellingError, TokenContent, extras, placement,
};

/// Forsyth-Edwards Notation.
pub static FEN: Notation = Notation {
    name: "FEN",
    aliases: &[],
    title: "Forsyth-Edwards Notation",
    version: "1994",
    medium: Medium::Text,
    content: TokenContent::Boards,
    allows_illegal: true,
    marks: Marks::None,
    castles_by_king_squares: false,
    newer: None,
    source: "PGN specification, section 16.1",
    rules: "The pieces by ranks from the eighth, the side to move, castling rights, the en passant square, half-moves \
            since a capture or pawn move, and the move number. One board stands after each half-move. Castling rights \
            may name the files of rooks (Chess960).",
    example: "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
    codec: Codec::Boards { read, read_tag, write, clocks: true },
};

/// Six fields, and the checks of three-check.
const MOST_FIELDS: usize = 7;

/// A word and its byte offset.
type FenWord<'a> = (usize, &'a str);

fn read(text: &str) -> Result<BoardText, BoardError> {
    let mut fields = [(0, ""); MOST_FIELDS];
    let mut count = 0;
    let mut at = 0;
    for word in text.split(' ') {
        if count == fields.len() || (word.is_empty() && count >= 6) {
            return Err(extra(text, at));
        }
        if word.is_empty() && !text.is_empty() {
            return Err(BoardError::new(field_at(count), at..at, BoardFault::Spaces));
        }
        fields[count] = (at, word);
        count += 1;
        at += word.len() + 1;
    }
    read_fields(&fields[..count], text.len(), 6, "6", false)
}

/// Reads the value of a `FEN` or `SetUp` tag (rule B6): as [`FEN`], but leniently.
///
/// The last two fields may be missing, any white space separates fields, and the clocks may be `-` or `?`.
///
/// # Errors
///
/// The first error, with its range in bytes of `text`.
pub fn read_tag(text: &str) -> Result<BoardText, BoardError> {
    let mut fields = [(0, ""); MOST_FIELDS];
    let mut count = 0;
    for word in text.split_whitespace() {
        // `split_whitespace` yields slices of `text`, so their addresses give their offsets.
        let at = word.as_ptr() as usize - text.as_ptr() as usize;
        if count == fields.len() {
            return Err(extra(text, at));
        }
        fields[count] = (at, word);
        count += 1;
    }
    if count == 0 {
        return Err(BoardError::new(BoardField::Placement, 0..text.len(), BoardFault::Empty));
    }
    read_fields(&fields[..count], text.len(), 4, "4 to 6", true)
}

/// The only count in the value of a `FEN` or `SetUp` tag that [`read_tag`] can read, in bytes of `text`: FEN has two, or,
/// as in EPD, none. `None` if there are both or neither.
pub fn lone_count(text: &str) -> Option<Range<usize>> {
    let mut fields = [(0, ""); MOST_FIELDS];
    let words = text.split_whitespace().map(|word| (word.as_ptr() as usize - text.as_ptr() as usize, word));
    let count = fields.iter_mut().zip(words).map(|(field, word)| *field = word).count();
    let (mut other_fields, mut setup) = ([(0, ""); MOST_FIELDS], Setup::empty());
    match take_checks(&fields[..count], &mut other_fields, &mut setup) {
        [_, _, _, _, (at, word)] => Some(*at..at + word.len()),
        _ => None,
    }
}

fn extra(text: &str, at: usize) -> BoardError {
    let rest = text.get(at..).unwrap_or_default();
    BoardError::new(BoardField::Number, at..text.len(), BoardFault::ExtraText(rest.trim().to_owned()))
}

fn field_at(index: usize) -> BoardField {
    const FIELDS: [BoardField; 6] = [
        BoardField::Placement,
        BoardField::Turn,
        BoardField::Castling,
        BoardField::EnPassant,
        BoardField::Clock,
        BoardField::Number,
    ];
    FIELDS[index.min(5)]
}

fn read_fields(
    fields: &[FenWord<'_>],
    len: usize,
    least: usize,
    expected: &'static str,
    lenient: bool,
) -> Result<BoardText, BoardError> {
    let mut setup = Setup::empty();
    let (at, word) = fields.first().copied().unwrap_or((0, ""));
    let (board, pocket) = extras::split_pocket(word);
    setup.board = placement::read_marked(board, Some(&mut setup.promoted)).map_err(|error| error.shifted(at))?;
    if let Some((start, pocket)) = pocket {
        setup.pockets = Some(extras::read_pocket(pocket).map_err(|error| error.shifted(at + start))?);
    }
    let mut other_fields = [(0, ""); MOST_FIELDS];
    let fields = take_checks(fields, &mut other_fields, &mut setup);
    if let Some(&(at, _)) = fields.get(6) {
        let rest: Vec<&str> = fields[6..].iter().map(|(_, word)| *word).collect();
        return Err(BoardError::new(BoardField::Number, at..len, BoardFault::ExtraText(rest.join(" "))));
    }
    // A wrong field is reported before a missing one, because it is the likelier cause.
    if let Some(&(at, word)) = fields.get(1) {
        setup.turn = read_turn(word, lenient).ok_or_else(|| {
            BoardError::new(BoardField::Turn, at..at + word.len(), BoardFault::NotATurn(word.to_owned()))
        })?;
    }
    if let Some(&(at, word)) = fields.get(2) {
        setup.castling_rights =
            placement::read_rights(word, &setup.board, true, true).map_err(|error| error.shifted(at))?;
    }
    if let Some(&(at, word)) = fields.get(3) {
        setup.ep_square = read_en_passant(word).ok_or_else(|| {
            BoardError::new(BoardField::EnPassant, at..at + word.len(), BoardFault::NotASquare(word.to_owned()))
        })?;
    }
    let mut clocks_given = fields.len() == 6;
    if let Some(&field) = fields.get(4) {
        match read_number(field, BoardField::Clock, lenient)? {
            Some(halfmoves) => setup.halfmoves = halfmoves,
            None => clocks_given = false,
        }
    }
    if let Some(&(at, word)) = fields.get(5) {
        match read_number((at, word), BoardField::Number, lenient)? {
            Some(number) => match NonZeroU32::new(number) {
                Some(number) => setup.fullmoves = number,
                // Many programs write 0 in set-up positions.
                None if lenient => {}
                None => return Err(BoardError::new(BoardField::Number, at..at + word.len(), BoardFault::NumberZero)),
            },
            None => clocks_given = false,
        }
    }
    if fields.len() < least {
        let fault = BoardFault::MissingField { found: fields.len(), expected };
        return Err(BoardError::new(field_at(fields.len()), len..len, fault));
    }
    Ok(BoardText {
        turn: Some(setup.turn),
        setup,
        castling_given: true,
        en_passant_given: true,
        clocks_given,
        check: false,
        end: EndMark::None,
    })
}

/// Removes the checks of three-check from the fields, at whatever position.
fn take_checks<'f, 'a>(
    fields: &'f [FenWord<'a>],
    other_fields: &'f mut [FenWord<'a>; MOST_FIELDS],
    setup: &mut Setup,
) -> &'f [FenWord<'a>] {
    let after_en_passant = fields.get(4).and_then(|(_, word)| Some((4, extras::read_remaining(word)?)));
    let last = fields.len().saturating_sub(1);
    let at_the_end = fields.get(last).filter(|_| last >= 4);
    let at_the_end = at_the_end.and_then(|(_, word)| Some((last, extras::read_given(word)?)));
    let Some((taken, checks)) = after_en_passant.or(at_the_end) else { return fields };
    setup.remaining_checks = Some(checks);
    let rest = fields.iter().enumerate().filter(|(n, _)| *n != taken).map(|(_, field)| *field);
    for (place, field) in other_fields.iter_mut().zip(rest) {
        *place = field;
    }
    &other_fields[..last]
}

fn read_turn(word: &str, lenient: bool) -> Option<Color> {
    match word {
        "w" => Some(Color::White),
        "b" => Some(Color::Black),
        "W" if lenient => Some(Color::White),
        "B" if lenient => Some(Color::Black),
        _ => None,
    }
}

/// Accepts any square: whether a double step passed it is not decided here.
fn read_en_passant(word: &str) -> Option<Option<Square>> {
    match *word.as_bytes() {
        [b'-'] => Some(None),
        [letter, digit] => Some(Some(square(letter, digit)?)),
        _ => None,
    }
}

fn read_number((at, word): FenWord<'_>, field: BoardField, lenient: bool) -> Result<Option<u32>, BoardError> {
    if lenient && matches!(word, "-" | "?") {
        return Ok(None);
    }
    let digits = word.bytes().all(|byte| byte.is_ascii_digit());
    match word.parse() {
        Ok(number) if digits => Ok(Some(number)),
        _ => Err(BoardError::new(field, at..at + word.len(), BoardFault::NotANumber(word.to_owned()))),
    }
}

fn write(written: &SpelledBoard<'_>) -> Result<String, SpellingError> {
    let setup = written.setup;
    let mut text = String::with_capacity(90);
    placement::push_marked(&mut text, &setup.board, setup.promoted);
    if let Some(pockets) = &setup.pockets {
        extras::push_pocket(&mut text, pockets);
    }
    text.push(' ');
    text.push(setup.turn.char());
    text.push(' ');
    placement::push_rights(&mut text, &setup.board, setup.castling_rights);
    text.push(' ');
    match setup.ep_square {
        Some(square) => push_square(&mut text, square),
        None => text.push('-'),
    }
    if let Some(checks) = &setup.remaining_checks {
        extras::push_remaining(&mut text, checks);
    }
    text.push_str(&format!(" {} {}", setup.halfmoves, setup.fullmoves));
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR";

    #[test]
    fn the_start_position_there_and_back() {
        let text = format!("{START} w KQkq - 0 1");
        let board = read(&text).unwrap();
        assert_eq!(board.setup, Setup::initial());
        assert!(board.clocks_given && board.castling_given && board.en_passant_given);
        assert_eq!(write(&SpelledBoard { setup: &board.setup, check: false, end: EndMark::None }).unwrap(), text);
    }

    #[test]
    fn faults_say_where_and_what() {
        for (rest, expected) in [
            ("", "43..43 side to move is missing: 1 field instead of 6"),
            (" x KQkq - 0 1", "44..45 side to move must be w or b, not `x`"),
            (" W KQkq - 0 1", "44..45 side to move must be w or b, not `W`"),
            (" w KXkq - 0 1", "47..48 `X` is not a castling right, expected `-`, letters of KQkq or files of rooks"),
            (" w KQkq e9 0 1", "51..53 en passant must be `-` or a square, not `e9`"),
            (" w KQkq - 0", "54..54 move number is missing: 5 fields instead of 6"),
            (" w KQkq - -1 1", "53..55 half-move clock must be a number, not `-1`"),
            (" w KQkq - +1 1", "53..55 half-move clock must be a number, not `+1`"),
            (" w KQkq - 0 99999999999", "55..66 move number must be a number, not `99999999999`"),
            (" w KQkq - 0 0", "55..56 move number must be 1 or more"),
            (" w KQkq - 0 1 x", "57..58 `x` is after the last field of the board"),
            (" w KQkq  - 0 1", "51..51 fields must be separated by one space"),
            (" w KQkq - 0 1 ", "57..57 `` is after the last field of the board"),
        ] {
            let error = read(&format!("{START}{rest}")).unwrap_err();
            assert_eq!(format!("{:?} {error}", error.range), expected, "{rest:?}");
        }
        assert_eq!(read("").unwrap_err().to_string(), "there is no board, expected eight ranks");
    }

    #[test]
    fn pockets_promoted_pieces_and_checks_there_and_back() {
        for (text, written) in [
            ("1Q~2k3/8/8/8/8/8/8/4K3[QNp] w - - 0 1", "1Q~2k3/8/8/8/8/8/8/4K3/QNp w - - 0 1"),
            ("1Q~2k3/8/8/8/8/8/8/4K3/pNQ w - - 0 1", "1Q~2k3/8/8/8/8/8/8/4K3/QNp w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3[] w - - 0 1", "4k3/8/8/8/8/8/8/4K3/ w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3[-] w - - 0 1", "4k3/8/8/8/8/8/8/4K3/ w - - 0 1"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 +0+1", "4k3/8/8/8/8/8/8/4K3 w - - 3+2 0 1"),
        ] {
            let read = read(text).unwrap_or_else(|error| panic!("{text}: {error}"));
            let again = write(&SpelledBoard { setup: &read.setup, check: false, end: EndMark::None });
            assert_eq!(again.as_deref(), Ok(written), "{text}");
            assert_eq!(read_tag(text).map(|read| read.setup), Ok(read.setup), "{text}");
        }
        let lenient = read_tag("4k3/8/8/8/8/8/8/4K3 w - - 3+2").expect("clocks may be missing");
        assert!(lenient.setup.remaining_checks.is_some() && !lenient.clocks_given);
        for (text, expected) in [
            (
                "4k3/8/8/8/8/8/8/4K3[K] w - - 0 1",
                "20..21 `K` is not a piece that can be in a pocket, expected QRBNP and qrbnp",
            ),
            (
                "4k3/8/8/8/8/8/8/4K3/x w - - 0 1",
                "20..21 `x` is not a piece that can be in a pocket, expected QRBNP and qrbnp",
            ),
            (
                "4k3/8/8/8/8/8/8/~4K3 w - - 0 1",
                "16..17 `~` is not a piece: expected one of KQRBNPkqrbnp, or the number of empty squares",
            ),
            ("4k3/8/8/8/8/8/8/4K3 w - - 4+0 0 1", "32..33 `1` is after the last field of the board"),
            ("4k3/8/8/8/8/8/8/4K3 w - - 3+3 0 1 2", "34..35 `2` is after the last field of the board"),
        ] {
            let error = read(text).expect_err(text);
            assert_eq!(format!("{:?} {error}", error.range), expected, "{text}");
        }
    }

    #[test]
    fn tags_are_read_leniently() {
        // Seed 000 writes its clocks as question marks.
        let blog = read_tag("4rkr1/4p1p1/8/8/8/8/8/3K2R1 w - ? ?");
        assert!(blog.is_err(), "`?` is no en passant square");
        let clocks = read_tag("4rkr1/4p1p1/8/8/8/8/8/3K2R1 w K - ? ?").unwrap();
        assert!(!clocks.clocks_given);
        assert_eq!(clocks.setup.castling_rights.first(), Some(Square::G1));
        let four = read_tag(" 8/8/8/8/8/8/8/8   B  -\t-  ").unwrap();
        assert_eq!((four.turn, four.clocks_given), (Some(Color::Black), false));
        assert_eq!(read_tag("8/8/8/8/8/8/8/8 w - - 3 0").unwrap().setup.fullmoves.get(), 1);
        let error = read_tag("8/8/8/8/8/8/8/8 w -").unwrap_err();
        assert_eq!(error.to_string(), "en passant square is missing: 3 fields instead of 4 to 6");
        assert_eq!(read_tag("  8/8/8/8/8/8/8/8 x - -").unwrap_err().range, 18..19);
        assert_eq!(read_tag("   ").unwrap_err().fault, BoardFault::Empty);
    }

    #[test]
    fn a_count_without_the_other_is_found() {
        for (rest, count) in [
            ("w - - 12", Some(24..26)),
            ("w  -\t-  ?", Some(26..27)),
            ("w - - 3+2 1", Some(28..29)),
            ("w - - 0 1", None),
            ("w - - 3+2 0 1", None),
            ("w - - 3+2", None),
            ("w - -", None),
            ("w", None),
        ] {
            assert_eq!(lone_count(&format!("8/8/8/8/8/8/8/k6K {rest}")), count, "{rest}");
        }
    }
}
