//! Encodings there and back, with what must come back told from the setups alone.

use shakmaty::{Bitboard, Board, Role, Setup, Square};
use vgn_lsp::convert::{PositionForm, PositionSource, SinglePosition, read_position, write_position};
use vgn_lsp::notation::position::{ENCODINGS, PositionCodec, PositionEncoding};
use vgn_lsp::notation::{BoardText, EndMark, SpelledBoard};
use vgn_lsp::rules::home_rights;

/// The position written and read by the encoding alone; `None` if it has no form for the board.
pub fn there_and_back(encoding: &PositionEncoding, setup: &Setup) -> Option<(usize, BoardText)> {
    match encoding.codec {
        PositionCodec::Text { read, write } => {
            let text = write(&SpelledBoard { setup, check: false, end: EndMark::None }).expect("text says any board");
            let back = read(&text).unwrap_or_else(|error| panic!("{} {text:?}: {error}", encoding.name));
            assert_eq!(back.operations, [""; 0]);
            Some((text.len() * 8, back.board))
        }
        PositionCodec::Binary { read, write } => {
            let bits = write(setup).ok()?;
            assert_eq!(bits.bytes.len(), bits.len.div_ceil(8), "{}", encoding.name);
            let back = read(&bits.bytes).unwrap_or_else(|error| panic!("{} {setup:?}: {error}", encoding.name));
            assert_eq!(write(&back.setup).as_ref(), Ok(&bits), "{} {setup:?}", encoding.name);
            Some((bits.len, back))
        }
    }
}

/// Every encoding carries what it says, and a conversion names what it does not; answers the bits of each.
pub fn check(setup: &Setup) -> Vec<(&'static str, usize)> {
    let position =
        SinglePosition { setup: setup.clone(), end: EndMark::None, operations: Vec::new(), assumed: Vec::new() };
    let mut bits = Vec::new();
    for encoding in ENCODINGS {
        let name = encoding.name;
        let Some((len, back)) = there_and_back(encoding, setup) else {
            assert!(has_no_form(name, &setup.board), "{name} {setup:?}");
            assert!(write_position(&position, encoding).is_err(), "{name} {setup:?}");
            continue;
        };
        assert!(!has_no_form(name, &setup.board), "{name} {setup:?}");
        bits.push((name, len));
        let carries = encoding.carries;
        assert_eq!(back.setup.board, setup.board, "{name} {setup:?}");
        // A pawn that has just moved tells whose turn it is.
        let turn_told = carries.turn || (name == "unmoved" && back.setup.ep_square.is_some());
        assert_eq!(back.turn, turn_told.then_some(setup.turn), "{name} {setup:?}");
        assert_eq!((back.castling_given, back.clocks_given), (carries.castling, carries.clocks), "{name} {setup:?}");
        let mut losses = Vec::new();
        if !turn_told && setup.turn.is_black() {
            losses.push("turn");
        }
        let rights = if carries.castling { back.setup.castling_rights } else { home_rights(&setup.board) };
        if rights != setup.castling_rights {
            assert!(name != "fen" && !(carries.castling && outer_rooks(setup)), "{name} {setup:?}");
            losses.push("castling");
        }
        let en_passant = back.setup.ep_square.filter(|_| carries.en_passant);
        if en_passant != setup.ep_square {
            assert!(
                !carries.en_passant
                    || (name == "occupancy" && !on_third_or_sixth(setup.ep_square))
                    || (name == "unmoved" && !just_passed(setup)),
                "{name}"
            );
            losses.push("en passant");
        }
        let (clock, number) = if carries.clocks { (back.setup.halfmoves, back.setup.fullmoves.get()) } else { (0, 1) };
        assert!(!carries.clocks || (clock, number) == (setup.halfmoves, setup.fullmoves.get()), "{name} {setup:?}");
        losses.extend((clock != setup.halfmoves).then_some("half-move clock"));
        losses.extend((number != setup.fullmoves.get()).then_some("move number"));

        let written = write_position(&position, encoding).expect("it has a form");
        assert_eq!(written.losses.len(), losses.len(), "{name} {setup:?}\n{losses:?}\n{:?}", written.losses);
        for (said, loss) in written.losses.iter().zip(losses) {
            assert!(said.contains(loss), "{name}: {said}");
        }
        if let PositionForm::Bits(bits) = &written.form {
            check_damage(encoding, &bits.bytes);
        }
    }
    bits
}

/// One byte less, or one more, is no position.
fn check_damage(encoding: &PositionEncoding, bytes: &[u8]) {
    let (_, shorter) = bytes.split_last().expect("a position has bits");
    let longer = [bytes, &[0]].concat();
    for damaged in [shorter, &longer] {
        assert!(read_position(encoding, PositionSource::Bytes(damaged)).is_err(), "{} {bytes:02X?}", encoding.name);
    }
}

/// The boards that encodings refuse, as the specification of each says.
fn has_no_form(name: &str, board: &Board) -> bool {
    let pawns_on_ends = (board.pawns() & Bitboard::BACKRANKS).any();
    match name {
        "variable-base" => pawns_on_ends,
        "piece-list" => {
            let strange = |pieces: Bitboard| {
                let of = |role: Role| (pieces & board.by_role(role)).count();
                of(Role::King) != 1 || of(Role::Pawn) > 8 || pieces.count() - of(Role::Pawn) > 16
            };
            pawns_on_ends || strange(board.white()) || strange(board.black())
        }
        _ => false,
    }
}

/// Whether every right is that of the rook nearest to its corner.
fn outer_rooks(setup: &Setup) -> bool {
    let rooks = setup.board.rooks();
    setup.castling_rights.into_iter().all(|rook| {
        let color = if rook.rank() == shakmaty::Rank::First { shakmaty::Color::White } else { shakmaty::Color::Black };
        let home = Bitboard::from(rook.rank()) & setup.board.by_color(color);
        let kings = home & setup.board.kings();
        (home & rooks).contains(rook)
            && kings.count() == 1
            && kings.into_iter().all(|king| {
                let side: Bitboard =
                    (home & rooks).into_iter().filter(|other| (*other > king) == (rook > king)).collect();
                if rook > king { side.last() == Some(rook) } else { side.first() == Some(rook) }
            })
    })
}

/// Whether a pawn of the side that is not to move stands behind the en passant square.
fn just_passed(setup: &Setup) -> bool {
    let Some(square) = setup.ep_square else { return false };
    let mover = !setup.turn;
    let pawn = square.offset(mover.fold_wb(8, -8));
    square.rank() == mover.relative_rank(shakmaty::Rank::Third)
        && pawn.is_some_and(|pawn| setup.board.piece_at(pawn) == Some(mover.pawn()))
}

fn on_third_or_sixth(square: Option<Square>) -> bool {
    square.is_none_or(|square| matches!(square.rank(), shakmaty::Rank::Third | shakmaty::Rank::Sixth))
}
