//! Laws over any board and any bytes.

use std::num::NonZeroU32;

use proptest::prelude::*;
use shakmaty::{Bitboard, Board, Color, Piece, Role, Setup, Square};

use crate::positions::lookup::check;

const ROLES: [Role; 6] = [Role::Pawn, Role::Knight, Role::Bishop, Role::Rook, Role::Queen, Role::King];

/// Texts near those of FEN, SFEN and EPD.
const TEXT: &str = concat!(
    r"[1-8kqrbnpKQRBNP/~]{0,72}(\[[pnPQ]{0,3}\])?( [wbWB-])?( [KQkqA-H-]{0,4})?( [a-h-][1-8]?)?( [0-9]\+[0-9])?",
    r#"( [0-9]{1,3}){0,2}( ?[a-z"\\; ]{0,12};){0,3}"#
);

/// What may stand after eight ranks: mostly right.
const END: &str = concat!(
    r"(/[pnPQ]{0,3}|\[[pnPQ]{0,3}\])?( [wb])( (-|K?Q?k?q?|[A-Ha-h]{1,2}))( (-|[a-h][1-8]))( [0-3]\+[0-3])?",
    r#"( [0-9]{1,3} [0-9]{1,3})?( \+?#?[+#]?| [a-z]{2} [a-z"0-9;]{0,4};)?"#
);

/// Boards from empty to full, of any pieces anywhere.
fn any_board() -> impl Strategy<Value = Board> {
    (0..=64_u32).prop_flat_map(|pieces| {
        prop::collection::vec((0..64_u32, 0..6_usize, any::<bool>()), 0..=pieces as usize).prop_map(|pieces| {
            let mut board = Board::empty();
            for (square, role, white) in pieces {
                board.set_piece_at(Square::new(square), Piece { color: Color::from_white(white), role: ROLES[role] });
            }
            board
        })
    })
}

/// Boards that `piece-list` takes: one king a side, pawns where they can be.
fn plain_board() -> impl Strategy<Value = Board> {
    (any_board(), 0..64_u32, 1..64_u32).prop_map(|(mut board, king, further)| {
        for square in (board.kings() | board.pawns() & Bitboard::BACKRANKS).into_iter() {
            board.discard_piece_at(square);
        }
        for color in Color::ALL {
            for square in (board.by_piece(color.pawn())).into_iter().skip(8) {
                board.discard_piece_at(square);
            }
            for square in (board.by_color(color) & !board.pawns()).into_iter().skip(14) {
                board.discard_piece_at(square);
            }
        }
        board.set_piece_at(Square::new(king), Color::White.king());
        board.set_piece_at(Square::new((king + further) % 64), Color::Black.king());
        board
    })
}

fn any_setup(board: impl Strategy<Value = Board>) -> impl Strategy<Value = Setup> {
    let clock = prop_oneof![0..200_u32, any::<u32>()];
    let number = prop_oneof![1..400_u32, 1..=u32::MAX];
    (board, any::<bool>(), any::<u16>(), prop::option::of(0..64_u32), clock, number).prop_map(
        |(board, white, rights, en_passant, halfmoves, fullmoves)| {
            let ends = Bitboard::BACKRANKS.into_iter().enumerate();
            let castling_rights = ends.filter(|(n, _)| rights >> n & 1 == 1).map(|(_, square)| square).collect();
            Setup {
                board,
                turn: Color::from_white(white),
                castling_rights,
                ep_square: en_passant.map(Square::new),
                halfmoves,
                fullmoves: NonZeroU32::new(fullmoves).expect("from 1"),
                ..Setup::empty()
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn any_position_there_and_back(setup in any_setup(any_board())) {
        check(&setup);
    }

    #[test]
    fn any_plain_position_there_and_back(setup in any_setup(plain_board())) {
        let bits = check(&setup);
        prop_assert!(bits.iter().any(|(name, _)| *name == "piece-list"));
        let of = |name: &str| bits.iter().find(|(other, _)| *other == name).map(|(_, bits)| *bits).expect("it is written");
        let best = ["huffman", "xor-huffman", "piece-list", "base13"].map(of).into_iter().min();
        prop_assert_eq!(Some(of("combined")), best.map(|best| best + 2));
    }

    #[test]
    fn any_bytes_are_a_position_or_a_fault(bytes in prop::collection::vec(any::<u8>(), 0..80)) {
        crate::laws::positions(&bytes);
    }

    #[test]
    fn any_long_run_of_bits(bytes in prop::collection::vec(prop_oneof![Just(0_u8), Just(0xff_u8), any::<u8>()], 20..50)) {
        crate::laws::positions(&bytes);
    }

    #[test]
    fn any_end_of_a_position_in_text(text in END) {
        crate::laws::positions(format!("r1b1k2r/p7/8/3pP3/4n3/8/6P1/R3K1NR{text}").as_bytes());
        crate::laws::positions(format!("RQ~2k2r/8/8/8/8/8/8/R3K2R{text}").as_bytes());
    }

    #[test]
    fn any_text_is_a_position_or_a_fault(text in TEXT) {
        crate::laws::positions(text.as_bytes());
    }
}
