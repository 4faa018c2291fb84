//! Laws: every notation reads what it writes, over random legal play and random boards; FCN can be undone; no text
//! makes a reader panic.

use std::num::NonZeroU32;

use proptest::prelude::*;
use shakmaty::{
    Bitboard, Board, CastlingMode, CastlingSide, Chess, Color, EnPassantMode, Move, Piece, Position, Rank, Role, Setup,
    Square,
};
use vgn_lsp::notation::languages::read_foreign;
use vgn_lsp::notation::nag::CompositeNag;
use vgn_lsp::notation::{
    Capture, Codec, EndMark, FCN, FEN, MoveText, Notation, ParsedMove, REGISTRY, SFEN, SFEN1, SpelledBoard, find,
    fitting, marks, near, read_fen_tag,
};

use crate::notation::lookup::{position, read, write, written};
use crate::notation::tables::check_all_moves;

/// Start positions of Chess960 whose castling is unlike the standard one's, and the standard one.
const STARTS: [&str; 5] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "bbrknnqr/pppppppp/8/8/8/8/PPPPPPPP/BBRKNNQR w KQkq - 0 1",
    "rkrbbnnq/8/8/8/8/8/8/RKRBBNNQ w KQkq - 0 1",
    "nnqbbrkr/pp4pp/8/8/8/8/PP4PP/NNQBBRKR w KQkq - 0 1",
    "8/PPPP2k1/8/4pPp1/8/8/ppp5/R3K2R w KQ e6 0 1",
];

/// Plays `picks` as indexes into the legal moves, until they or the game end.
fn play(start: &Chess, picks: &[u16]) -> Vec<(Chess, Move)> {
    let mut position = start.clone();
    let mut line = Vec::new();
    for &pick in picks {
        let moves = position.legal_moves();
        if moves.is_empty() {
            break;
        }
        let mv = moves[usize::from(pick) % moves.len()];
        line.push((position.clone(), mv));
        position = position.play(mv).expect("legal");
    }
    line
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn moves_of_legal_play_are_read_as_written(start in 0..STARTS.len(), picks in prop::collection::vec(any::<u16>(), 1..40)) {
        let mode = CastlingMode::from_chess960(start != 0);
        for (position, _) in play(&position(STARTS[start], mode), &picks) {
            check_all_moves(&position, mode);
        }
    }

    #[test]
    fn boards_of_legal_play_are_read_as_written(start in 0..STARTS.len(), picks in prop::collection::vec(any::<u16>(), 1..80)) {
        let mode = CastlingMode::from_chess960(start != 0);
        for (position, _) in play(&position(STARTS[start], mode), &picks) {
            let setup = position.to_setup(EnPassantMode::Always);
            check_board(&setup);
            let expected = shakmaty::fen::Fen::try_from(setup.clone()).expect("said without loss").to_string();
            let Codec::Boards { write, .. } = FEN.codec else { panic!("FEN says boards") };
            prop_assert_eq!(write(&SpelledBoard { setup: &setup, check: false, end: EndMark::None }).unwrap(), expected);
        }
    }

    #[test]
    fn fcn_can_be_undone(picks in prop::collection::vec(any::<u16>(), 1..120)) {
        let start = Chess::default();
        let line = play(&start, &picks);
        let texts: Vec<String> =
            line.iter().map(|(position, mv)| write(&FCN, &written(position, *mv, CastlingMode::Standard))).collect();
        let (last, mv) = line.last().expect("a move");
        let end = last.clone().play(*mv).expect("legal");
        let (mut board, mut turn) = (end.board().clone(), end.turn());
        for text in texts.iter().rev() {
            turn = !turn;
            undo(&mut board, turn, &read(&FCN, text).expect("FCN reads what it writes"));
        }
        prop_assert_eq!((&board, turn), (start.board(), Color::White));
    }
}

proptest! {
    #[test]
    fn any_board_is_read_as_written(
        pieces in prop::collection::vec((0..64_u32, 0..12_usize), 0..64),
        rights in any::<u64>(),
        ep in prop::option::of(0..64_u32),
        black in any::<bool>(),
        halfmoves in any::<u32>(),
        fullmoves in 1..=u32::MAX,
    ) {
        let mut board = Board::empty();
        for (square, kind) in pieces {
            let piece = Piece { color: Color::from_white(kind < 6), role: Role::ALL[kind % 6] };
            board.set_piece_at(Square::new(square), piece);
        }
        let white = board.by_piece(Color::White.rook()) & Bitboard::from(Rank::First);
        let black_rooks = board.by_piece(Color::Black.rook()) & Bitboard::from(Rank::Eighth);
        check_board(&Setup {
            board,
            turn: Color::from_white(!black),
            castling_rights: Bitboard(rights) & (white | black_rooks),
            ep_square: ep.map(Square::new),
            halfmoves,
            fullmoves: NonZeroU32::new(fullmoves).expect("from 1"),
            ..Setup::empty()
        });
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "\\PC{0,40}") {
        read_everywhere(&text);
    }

    #[test]
    fn no_text_of_chess_characters_makes_a_reader_panic(text in "[KQRBNPkqrbnpa-h1-8OoxX:=+#@/(). 0wC♘×é-]{0,24}") {
        read_everywhere(&text);
    }

    #[test]
    fn names_are_found_or_near(text in "[A-Za-z0-9]{0,10}") {
        let _ = near(&text);
        if let Some(notation) = find(&text) {
            prop_assert!(near(&text).contains(&notation));
        }
    }
}

fn read_everywhere(text: &str) {
    for notation in REGISTRY {
        match notation.codec {
            Codec::Moves { read, .. } => drop(read(text)),
            Codec::Boards { read, .. } => {
                if let Err(error) = read(text) {
                    // The range is text that can be shown.
                    assert!(text.get(error.range.clone()).is_some(), "{error:?} in {text:?}");
                    assert!(!error.to_string().is_empty());
                }
            }
            Codec::Binary { .. } => {}
        }
        if let Some(len) = notation.token_len(text) {
            assert!(text.get(..len).is_some());
        }
    }
    if let Err(error) = read_fen_tag(text) {
        assert!(text.get(error.range.clone()).is_some(), "{error:?} in {text:?}");
    }
    let _ = (read_foreign(text), fitting(text).count(), near(text), CompositeNag::parse(text), marks::parse(text));
}

/// FEN says the whole setup; SFEN all but the clocks, unless castling needs a file.
fn check_board(setup: &Setup) {
    let read_back = |notation: &Notation, end| {
        let Codec::Boards { read, write, .. } = notation.codec else { panic!("{} says no boards", notation.name) };
        let text = write(&SpelledBoard { setup, check: true, end }).ok()?;
        Some(read(&text).unwrap_or_else(|error| panic!("{} {text}: {error}", notation.name)))
    };
    let fen = read_back(&FEN, EndMark::None).expect("FEN says every board");
    assert_eq!(&fen.setup, setup);
    assert!(fen.clocks_given && fen.castling_given && fen.en_passant_given);
    for (notation, end) in [(&SFEN, EndMark::Won), (&SFEN1, EndMark::Over)] {
        if let Some(sfen) = read_back(notation, end) {
            let expected = Setup { halfmoves: 0, fullmoves: NonZeroU32::MIN, ..setup.clone() };
            assert_eq!(sfen.setup, expected, "{}", notation.name);
            assert_eq!((sfen.turn, sfen.check, sfen.end), (Some(setup.turn), true, end), "{}", notation.name);
        }
    }
}

/// Takes back a move of `color`, from the board after it and its text alone.
fn undo(board: &mut Board, color: Color, text: &MoveText) {
    match &text.parsed {
        ParsedMove::Castle(side) => {
            let rank = color.backrank();
            let rook_from = if *side == CastlingSide::KingSide { shakmaty::File::H } else { shakmaty::File::A };
            board.discard_piece_at(side.king_to(color));
            board.discard_piece_at(side.rook_to(color));
            board.set_piece_at(Square::from_coords(shakmaty::File::E, rank), color.king());
            board.set_piece_at(Square::from_coords(rook_from, rank), color.rook());
        }
        ParsedMove::Piece(said) => {
            let (Some(role), Some(file), Some(rank)) = (said.role, said.from_file, said.from_rank) else {
                panic!("FCN says the piece and its square");
            };
            board.discard_piece_at(said.to);
            board.set_piece_at(Square::from_coords(file, rank), Piece { color, role });
            match said.capture {
                Capture::TakesRole(role) => board.set_piece_at(said.to, Piece { color: !color, role }),
                Capture::EnPassant => {
                    let square = Square::from_coords(said.to.file(), rank);
                    board.set_piece_at(square, (!color).pawn());
                }
                _ => {}
            }
        }
        _ => panic!("FCN says neither null moves nor drops"),
    }
}
