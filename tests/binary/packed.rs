//! Half-moves that are no whole bytes: twelve bits, eleven bits, and a digit of one number.

use shakmaty::{Role, Square};
use vgn_lsp::notation::{BITS11, BITS12, BinaryEvent, Capture, LEGALINDEX, ParsedMove, PieceMove};

use crate::binary::lookup::{START, end, events, hex, moves, read, write};

const SCHOLARS_MATE: &str = "e4 e5 Qh5 Nc6 Bc4 Nf6 Qxf7";
/// White's pawns stand before promotion, one beside a piece to take; Black's too.
const PROMOTIONS: &str = "r5k1/1P4P1/8/8/8/8/1p4p1/R5K1 w - - 0 1";

/// The bytes were computed with python-chess, from the layouts alone.
#[test]
fn the_scholars_mate() {
    let game = moves(START, SCHOLARS_MATE);
    for (notation, expected) in [
        (&BITS12, "86 39 A4 63 C3 D5 A1 3D ED F2 EF FF"),
        (&BITS11, "2F 59 78 2E F1 01 17 E2 E6 3F FF"),
        (&LEGALINDEX, "07 05 03 36 7F C9 5D"),
    ] {
        let bytes = write(notation, &game, START).unwrap();
        assert_eq!(hex(&bytes), expected, "{}", notation.name);
        let back = read(notation, &bytes, START);
        assert_eq!((back.events.len(), back.len, &back.error), (7, bytes.len(), &None), "{}", notation.name);
        assert_eq!(end(notation, &[&bytes[..], b"\n\n1. e4 *"].concat()), Some(bytes.len()), "{}", notation.name);
        assert_eq!(write(notation, &events(&back), START).unwrap(), bytes);
    }
}

#[test]
fn promotions_need_no_further_bit() {
    for line in ["bxa8=Q+ Kxg7", "b8=R+ Rxb8", "bxa8=N bxa1=B", "b8=B bxa1=R+", "bxa8=B b1=N", "bxa8=N bxa1=Q+"] {
        let game = moves(PROMOTIONS, line);
        for notation in [&BITS12, &BITS11, &LEGALINDEX] {
            let bytes = write(notation, &game, PROMOTIONS).unwrap();
            let back = events(&read(notation, &bytes, PROMOTIONS));
            assert_eq!(squares(&back), squares(&game), "{} {line}", notation.name);
        }
    }
}

/// The half-moves as UCI writes them.
fn squares(events: &[BinaryEvent]) -> Vec<String> {
    let square = |from: Square, to: Square, promotion: Option<Role>| {
        format!("{from}{to}{}", promotion.map(|role| role.char().to_string()).unwrap_or_default())
    };
    events
        .iter()
        .map(|event| match event {
            BinaryEvent::Move(mv) => square(mv.from().expect("a source"), mv.to(), mv.promotion()),
            BinaryEvent::Parsed(ParsedMove::Piece(said)) => {
                let from = said.from_file.zip(said.from_rank).expect("a source");
                square(Square::from_coords(from.0, from.1), said.to, said.promotion)
            }
            event => panic!("{event:?}"),
        })
        .collect()
}

#[test]
fn what_has_no_bits_is_refused() {
    let said = |from, to, promotion| {
        let from: Square = from;
        BinaryEvent::Parsed(ParsedMove::Piece(PieceMove {
            role: None,
            from_file: Some(from.file()),
            from_rank: Some(from.rank()),
            to,
            capture: Capture::Unsaid,
            promotion,
        }))
    };
    use Role::*;
    use Square::*;
    let another = "in BITS12 the bits of this half-move mean another one: only a pawn that comes to its last rank is \
                   promoted, to a queen, rook, bishop or knight, and from h8 to h8 means the end";
    let nowhere = "BITS11 has no value for it: no piece moves like that on any board";
    for (notation, event, expected) in [
        (&BITS12, said(H8, H8, None), Err(another)),
        (&BITS12, said(B7, B8, None), Err(another)),
        (&BITS12, said(B7, B8, Some(King)), Err(another)),
        (&BITS12, said(G1, G2, Some(Queen)), Err(another)),
        (&BITS12, said(B7, B5, None), Err(another)),
        (&BITS12, said(B7, B4, None), Ok(())),
        (&BITS12, said(A1, D7, None), Ok(())),
        (&BITS11, said(A1, D7, None), Err(nowhere)),
        (&BITS11, said(A1, A1, None), Err(nowhere)),
        (&BITS11, said(B7, B8, None), Ok(())),
        (&BITS11, said(B7, B8, Some(King)), Err(nowhere)),
        (
            &LEGALINDEX,
            said(B7, B8, Some(Queen)),
            Err("the notation can record only legal moves, and it is not known which one this is"),
        ),
    ] {
        let written = write(notation, std::slice::from_ref(&event), PROMOTIONS);
        let read_back =
            written.map(|bytes| assert_eq!(events(&read(notation, &bytes, PROMOTIONS)), std::slice::from_ref(&event)));
        assert_eq!(read_back.map_err(|error| error.to_string()), expected.map_err(str::to_owned), "{event:?}");
    }
}

#[test]
fn damage_is_named_with_its_offset() {
    for (notation, bytes, count, expected) in [
        (
            &BITS12,
            &[0x31, 0xc0][..],
            1,
            "the binary section is cut off after 2 bytes: expected twelve bits a half-move, and twelve ones after the last one",
        ),
        (
            &BITS11,
            &[0xfb, 0xff],
            0,
            "the byte FB at offset 0 has no meaning here: expected eleven bits up to 1967, or 2047 at the end, and not 2015",
        ),
        (
            &LEGALINDEX,
            &[1, 1, 20],
            0,
            "the byte 01 at offset 1 has no meaning here: expected a number of 1 half-moves in 1 bytes",
        ),
        (
            &LEGALINDEX,
            &[1, 2, 0, 0],
            0,
            "the byte 02 at offset 1 has no meaning here: expected a number of 1 half-moves in 1 bytes",
        ),
        (
            &LEGALINDEX,
            &[2, 1],
            0,
            "the binary section is cut off after 2 bytes: expected the rest of the number of the half-moves",
        ),
    ] {
        let game = read(notation, bytes, START);
        let error = game.error.map(|error| error.to_string());
        assert_eq!((game.events.len(), error.as_deref()), (count, Some(expected)), "{}", notation.name);
    }
}

/// More half-moves than one number has, and more than the notation can record.
#[test]
fn long_games_are_several_numbers() {
    let mut game = moves(START, "Nf3 Nf6 Ng1 Ng8");
    while game.len() <= 65_535 {
        game.extend_from_within(..);
    }
    let bytes = write(&LEGALINDEX, &game[..3_000], START).unwrap();
    let back = read(&LEGALINDEX, &bytes, START);
    assert_eq!((back.len, &back.error, end(&LEGALINDEX, &bytes)), (bytes.len(), &None, Some(bytes.len())));
    assert_eq!(events(&back), game[..3_000]);
    let error = write(&LEGALINDEX, &game, START).unwrap_err();
    assert_eq!((error.event, error.to_string().as_str()), (65_535, "LEGALINDEX can record 65,535 half-moves at most"));
}

/// A few bytes that claim many half-moves without a choice are refused before they are played.
#[test]
fn a_damaged_count_asks_for_little() {
    let locked = "5b1k/4p1p1/4P1P1/4P3/3p4/1p1p4/1P1P4/K1B5 w - - 0 1";
    let claimed = [&[0xff, 0xff, 0x03][..], &[0; 64]].concat();
    let game = read(&LEGALINDEX, &claimed, locked);
    let error = game.error.map(|error| error.to_string());
    let expected = "the byte 00 at offset 3 has no meaning here: expected the number of at least 60 bytes";
    assert_eq!((game.events.len(), error.as_deref()), (0, Some(expected)));
}

/// What says nothing is named, and the game is read as it is without it.
#[test]
fn bits_that_say_nothing_are_named() {
    let fill = "has bits set after the end of the moves, where only zeros are allowed: expected";
    let long = "begins a count that takes more bytes than it needs: expected";
    for (notation, written, changed, named) in [
        (&BITS12, "86 3F FF", "86 3F FF", None),
        (&BITS12, "86 39 A4 FF F0", "86 39 A4 FF F8", Some(format!("the byte F8 at offset 4 {fill} F0"))),
        (&BITS11, "2F 5F FC", "2F 5F FD", Some(format!("the byte FD at offset 2 {fill} FC"))),
        (&BITS11, "FF E0", "FF FF", Some(format!("the byte FF at offset 1 {fill} E0"))),
        (&LEGALINDEX, "01 01 0D", "81 00 01 0D", Some(format!("the byte 81 at offset 0 {long} 01"))),
        (&LEGALINDEX, "01 01 0D", "01 81 80 00 0D", Some(format!("the byte 81 at offset 1 {long} 01"))),
        (&LEGALINDEX, "00", "80 80 00", Some(format!("the byte 80 at offset 0 {long} 00"))),
    ] {
        let bytes = |text: &str| -> Vec<u8> {
            text.split(' ').map(|byte| u8::from_str_radix(byte, 16).expect("a byte")).collect()
        };
        let right = read(notation, &bytes(written), START);
        assert_eq!((right.len, &right.error, &right.idle), (bytes(written).len(), &None, &None), "{written}");
        let other = read(notation, &bytes(changed), START);
        assert_eq!((other.len, &other.error), (bytes(changed).len(), &None), "{changed}");
        assert_eq!(events(&other), events(&right), "{changed}");
        assert_eq!(other.idle.map(|idle| idle.to_string()), named, "{changed}");
    }
}
