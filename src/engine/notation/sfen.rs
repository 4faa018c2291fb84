//! SFEN, Shortened FEN (seeds 000 and 001): FEN's board, then optional fields, then the marks for the end.
//!
//! In 1.1 the side to move, castling rights and marks are each optional, and the en passant field requires castling
//! before it. In 1.0 the side to move and castling come together.
//!
//! It cannot represent the pockets and promoted pieces of crazyhouse and the checks of three-check: as move text they
//! follow from play; in `SetUp` they have their initial values.

use shakmaty::{Color, Setup};

use super::coordinates::{push_square, square_any_case};
use super::{
    BoardError, BoardFault, BoardField, BoardText, Codec, EndMark, Marks, Medium, Notation, SpelledBoard,
    SpellingError, TokenContent, marks, placement,
};

/// Shortened FEN 1.1.
pub static SFEN: Notation = Notation {
    name: "SFEN",
    aliases: &["SFEN2"],
    title: "Shortened FEN",
    version: "1.1",
    medium: Medium::Text,
    content: TokenContent::Boards,
    allows_illegal: true,
    marks: Marks::ThirdSign,
    castles_by_king_squares: false,
    newer: None,
    source: "Chess Notation Updates (1.1), 2015",
    rules: "The pieces by ranks from the eighth; then, each only if wanted, the side to move, castling rights with \
            the en \
            passant square, and the marks for check and the end of the game as in FCN.",
    example: "4rkr1/4p1p1/8/8/8/8/8/5RK1 b - +#",
    codec: Codec::Boards {
        read: |text| read(text, SfenVersion::V1_1),
        read_tag: |text| read(text, SfenVersion::V1_1),
        write: |written| write(written, SfenVersion::V1_1),
        clocks: false,
    },
};

/// Shortened FEN 1.0.
pub static SFEN1: Notation = Notation {
    name: "SFEN1",
    aliases: &[],
    version: "1.0",
    marks: Marks::Ends,
    newer: Some(&SFEN),
    source: "Chess Notation, 2015",
    rules: "As SFEN, but the side to move and castling rights come together, en passant is a square or missing, and \
            the marks are `+`, `#` and `+#`.",
    codec: Codec::Boards {
        read: |text| read(text, SfenVersion::V1_0),
        read_tag: |text| read(text, SfenVersion::V1_0),
        write: |written| write(written, SfenVersion::V1_0),
        clocks: false,
    },
    ..SFEN
};

#[derive(Clone, Copy, PartialEq, Eq)]
enum SfenVersion {
    V1_0,
    V1_1,
}

/// The definition's regular expression and the additional rules: no two consecutive digits, ranks sum to 8, castling is
/// not the empty string, `-` for en passant requires castling before it; one trailing space is accepted in 1.1.
fn read(text: &str, version: SfenVersion) -> Result<BoardText, BoardError> {
    let mut words = SfenWords { text, at: 0 };
    let (_, board) = words.next().unwrap_or((0, ""));
    let mut parsed = BoardText {
        setup: Setup { board: placement::read(board)?, ..Setup::empty() },
        turn: None,
        castling_given: false,
        en_passant_given: false,
        clocks_given: false,
        check: false,
        end: EndMark::None,
    };

    let mut word = words.next();
    if let Some((_, turn @ ("w" | "W" | "b" | "B"))) = word {
        parsed.turn = Some(Color::from_white(turn.eq_ignore_ascii_case("w")));
        parsed.setup.turn = parsed.turn.unwrap_or(Color::White);
        word = words.next();
        if version == SfenVersion::V1_0 && !word.is_some_and(|(_, word)| is_castling(word)) {
            let at = word.map_or(text.len(), |(at, _)| at);
            let fault = BoardFault::MissingField { found: 2, expected: "3" };
            return Err(BoardError::new(BoardField::Castling, at..at, fault));
        }
    }
    if let Some((at, castling)) = word
        && (version == SfenVersion::V1_1 || parsed.turn.is_some())
        && is_castling(castling)
    {
        parsed.setup.castling_rights =
            placement::read_rights(castling, &parsed.setup.board, false, false).map_err(|error| error.shifted(at))?;
        parsed.castling_given = true;
        word = words.next();
        if let Some((_, field)) = word {
            match *field.as_bytes() {
                [b'-'] if version == SfenVersion::V1_1 => parsed.en_passant_given = true,
                [letter, digit] if let Some(square) = square_any_case(letter, digit) => {
                    parsed.setup.ep_square = Some(square);
                    parsed.en_passant_given = true;
                }
                _ => {}
            }
            if parsed.en_passant_given {
                word = words.next();
            }
        }
    }
    if let Some((at, found)) = word {
        let parse = if version == SfenVersion::V1_1 { marks::parse } else { marks::parse_v1 };
        match parse(found) {
            // The empty word is a trailing space, which 1.1 accepts.
            Some(_) if found.is_empty() && version == SfenVersion::V1_0 => {
                return Err(BoardError::new(BoardField::Marks, at - 1..at, BoardFault::Spaces));
            }
            Some((check, end)) => (parsed.check, parsed.end) = (check, end),
            None => return Err(not_a_field(at, found, &parsed)),
        }
        if let Some((at, _)) = words.next() {
            let rest = text.get(at..).unwrap_or_default();
            let fault =
                if rest.trim().is_empty() { BoardFault::Spaces } else { BoardFault::ExtraText(rest.trim().to_owned()) };
            return Err(BoardError::new(BoardField::Marks, at - 1..text.len(), fault));
        }
    }
    Ok(parsed)
}

/// Whether the word consists of letters that can only be meant as castling rights, right or wrong, unlike marks and
/// sides to move.
fn is_castling(word: &str) -> bool {
    word == "-" || (!word.is_empty() && word.bytes().all(|byte| matches!(byte, b'K' | b'Q' | b'k' | b'q')))
}

/// The error for a word that is not the field expected there; it names the field that the word was most likely meant
/// as.
fn not_a_field(at: usize, found: &str, parsed: &BoardText) -> BoardError {
    let range = at..at + found.len();
    let square = matches!(*found.as_bytes(), [letter, digit] if square_any_case(letter, digit).is_some());
    if square && !parsed.castling_given {
        let fault = BoardFault::NoCastling;
        return BoardError::new(BoardField::Castling, at..at, fault);
    }
    if found.is_empty() {
        return BoardError::new(BoardField::Marks, range, BoardFault::Spaces);
    }
    if found.starts_with(['+', '#']) || parsed.castling_given || parsed.turn.is_some() {
        return BoardError::new(BoardField::Marks, range, BoardFault::NotMarks(found.to_owned()));
    }
    BoardError::new(BoardField::Turn, range, BoardFault::NotATurn(found.to_owned()))
}

/// The words between single spaces, with their byte offsets; two spaces have an empty word between them.
struct SfenWords<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Iterator for SfenWords<'a> {
    type Item = (usize, &'a str);

    fn next(&mut self) -> Option<(usize, &'a str)> {
        let start = self.at;
        let rest = self.text.get(start..)?;
        let word = rest.split(' ').next()?;
        // One past the end is outside the text, so that iteration stops after the last word.
        self.at = start + word.len() + 1;
        Some((start, word))
    }
}

fn write(written: &SpelledBoard<'_>, version: SfenVersion) -> Result<String, SpellingError> {
    let setup = written.setup;
    let mut text = String::with_capacity(90);
    placement::push(&mut text, &setup.board);
    text.push(' ');
    text.push(setup.turn.char());
    text.push(' ');
    if !placement::push_rights(&mut text, &setup.board, setup.castling_rights) {
        return Err(SpellingError::new("SFEN can record castling only with the outermost rook"));
    }
    if let Some(square) = setup.ep_square {
        text.push(' ');
        push_square(&mut text, square);
    }
    let marks = match version {
        SfenVersion::V1_0 => marks::print_v1(written.check, written.end),
        SfenVersion::V1_1 => marks::print(written.check, written.end),
    };
    if !marks.is_empty() {
        text.push(' ');
        text.push_str(marks);
    }
    Ok(text)
}

#[cfg(test)]
mod tests {
    use shakmaty::Square;

    use super::*;

    const BOARD: &str = "4rkr1/4p1p1/8/8/8/8/8/5RK1";

    fn reads(rest: &str) -> (bool, bool) {
        let text = format!("{BOARD}{rest}");
        (read(&text, SfenVersion::V1_1).is_ok(), read(&text, SfenVersion::V1_0).is_ok())
    }

    #[test]
    fn the_grammar_is_the_definition() {
        // The seed's examples come first.
        for rest in [" b - +#", " +#", " B -", "", " w KQkq a2", " b KQkq E3 #", " w kq +"] {
            assert_eq!(reads(rest), (true, true), "{rest:?}");
        }
        for rest in
            [" w", " -", " KQ", " - -", " w - - ##", " Kq e3 +#+", " w #", " ", " w ", " w - ", " w - - ", " - a8"]
        {
            assert_eq!(reads(rest), (true, false), "{rest:?}");
        }
        for rest in [
            "  ",
            "  w",
            " w  ",
            " w  e3",
            " e3",
            " w e3",
            " QK",
            " w - e9",
            " x",
            " w KQkq - 0 1",
            " +# ",
            " w - +# +",
            "#",
            " ++",
            " w w",
            " w - - -",
            " - w",
            " \t",
        ] {
            assert_eq!(reads(rest), (false, false), "{rest:?}");
        }
    }

    #[test]
    fn specified_and_unspecified_fields() {
        let seed = read("rnbqkbnr/pppppppp/8/8/8/P7/1PPPPPPP/RNBQKBNR b KQkq a2", SfenVersion::V1_1).unwrap();
        assert_eq!((seed.turn, seed.setup.ep_square), (Some(Color::Black), Some(Square::A2)));
        assert!(seed.castling_given && seed.en_passant_given && !seed.clocks_given);
        let bare = read(BOARD, SfenVersion::V1_1).unwrap();
        assert_eq!(bare.turn, None);
        assert!(!bare.castling_given && !bare.en_passant_given);
        let none = read(&format!("{BOARD} - - +##"), SfenVersion::V1_1).unwrap();
        assert!(none.castling_given && none.en_passant_given && none.setup.ep_square.is_none());
        assert_eq!((none.check, none.end), (true, EndMark::Drawn));
    }

    #[test]
    fn faults_say_where_and_what() {
        for (rest, expected) in [
            (" x", "27..28 side to move must be w or b, not `x`"),
            (" w e3", "29..29 there are no castling rights between the spaces, expected `-`"),
            (" w QK", "30..31 castling right `K` is repeated or out of order, expected the order KQkq"),
            (" w - - ++", "33..35 `++` is neither a field of the board nor one of its end marks such as `+#`"),
            (" w - - 0 1", "33..34 `0` is neither a field of the board nor one of its end marks such as `+#`"),
            (" w - - +# x", "35..37 `x` is after the last field of the board"),
        ] {
            let error = read(&format!("{BOARD}{rest}"), SfenVersion::V1_1).unwrap_err();
            assert_eq!(format!("{:?} {error}", error.range), expected, "{rest:?}");
        }
        let error = read(&format!("{BOARD} w"), SfenVersion::V1_0).unwrap_err();
        assert_eq!(error.to_string(), "castling rights are missing: 2 fields instead of 3");
    }

    #[test]
    fn written_without_trailing_space() {
        let setup = read("4rkr1/4p1p1/8/8/8/8/8/5RK1 b -", SfenVersion::V1_1).unwrap().setup;
        let mate = SpelledBoard { setup: &setup, check: true, end: EndMark::Over };
        assert_eq!(write(&mate, SfenVersion::V1_1).unwrap(), "4rkr1/4p1p1/8/8/8/8/8/5RK1 b - +#");
        let drawn = SpelledBoard { check: false, end: EndMark::Drawn, ..mate };
        assert_eq!(write(&drawn, SfenVersion::V1_1).unwrap(), "4rkr1/4p1p1/8/8/8/8/8/5RK1 b - ##");
        assert_eq!(write(&drawn, SfenVersion::V1_0).unwrap(), "4rkr1/4p1p1/8/8/8/8/8/5RK1 b -");
    }
}
