//! `piece-list`: the square of each piece of a side (seed 004, "Piece Position").
//!
//! | bits | what |
//! |---|---|
//! | 6 | white: the king's square |
//! | 4 | number of white pieces beside the king and pawns, 0 to 15 |
//! | 8 each | their kind (2: queen, rook, knight, bishop) and square (6) |
//! | … | the same for black |
//! | 1 | white: whether there are pawns; if so: |
//! | 3 | number of pawns, less one |
//! | 0 to 44 | their squares, as one number: see below |
//! | … | the same for black |
//!
//! Squares are numbered from a8, 0, to h1, 63; pieces are written in that order, and read in any. Pawns are on the 48
//! squares between the end ranks that no preceding piece occupies: the first on one of n, the next on one of n - 1, and
//! so on. The number of k pawns is less than n · (n - 1) · … · (n - k + 1), and has the bit length of the greatest one.
//!
//! Decisions, where the seed weighs several ways:
//! - The last of them: "first place the white non-pawns then the black non-pawns, then the white pawns and lastly the
//!   black pawns". At the start the pawns have 44 and 42 bits, as it states.
//! - One king a side, at most 8 pawns and 15 other pieces, no pawn on an end rank: other boards are refused.
//!
//! The start position has 226 bits, and not the 210 that the seed gives as the maximum: its 105 a side are pawns 45,
//! number of pieces 4 and seven pieces 56, without the king's 6 bits, the flag and the number of pawns. Nor is the
//! start the worst case, as it claims: a side with a king, a pawn and 14 other pieces has 132 bits, so 264 are the
//! maximum.

use shakmaty::{Bitboard, Board, Color, Role, Square};

use super::squares::{index, on_end_rank, square, squares};
use super::{
    EncodedFields, PositionBits, PositionCodec, PositionEncoding, PositionError, PositionReader, PositionWriter,
    SpellingError, pawns, whole,
};

/// The square of each piece.
pub static PIECE_LIST: PositionEncoding = PositionEncoding {
    name: "piece-list",
    aliases: &[],
    title: "the square of each piece, side by side",
    carries: EncodedFields::BOARD,
    bits: "22 to 264 for 16 pieces a side",
    claimed: "210 at most, at the start",
    source: "Smallest chess board compression, 2009 (seed 004)",
    codec: PositionCodec::Binary {
        read: |bytes| whole(bytes, read),
        write: |setup| {
            check(&setup.board)?;
            Ok(PositionBits::of(|sink| write(&setup.board, sink)))
        },
    },
};

/// The kinds by their two bits.
const KINDS: [Role; 4] = [Role::Queen, Role::Rook, Role::Knight, Role::Bishop];

/// Maximum number of pieces of a side beside king and pawns.
const MOST_PIECES: usize = 15;
const MOST_PAWNS: usize = 8;

/// Checks that the encoding can represent every piece of a board.
pub(super) fn check(board: &Board) -> Result<(), SpellingError> {
    let cannot = |reason: String| Err(SpellingError::new(reason));
    for (color, name) in [(Color::White, "White"), (Color::Black, "Black")] {
        let kings = board.by_piece(color.king()).count();
        if kings != 1 {
            let s = if kings == 1 { "" } else { "s" };
            return cannot(format!("{name} has {kings} king{s}, and piece-list takes one"));
        }
        let pawns = board.by_piece(color.pawn());
        if let Some(square) = pawns.into_iter().find(|square| on_end_rank(*square)) {
            return cannot(format!("a pawn stands on {square}, and piece-list has no place for a pawn on an end rank"));
        }
        if pawns.count() > MOST_PAWNS {
            return cannot(format!("{name} has {} pawns, and piece-list takes 8 at most", pawns.count()));
        }
        let pieces = others(board, color).count();
        if pieces > MOST_PIECES {
            return cannot(format!(
                "{name} has {pieces} pieces beside king and pawns, and piece-list takes 15 at most"
            ));
        }
    }
    Ok(())
}

/// The pieces of a side beside king and pawns.
fn others(board: &Board, color: Color) -> Bitboard {
    board.by_color(color) & !board.kings() & !board.pawns()
}

/// Writes a checked board.
pub(super) fn write(board: &Board, sink: &mut PositionWriter) {
    for color in Color::ALL {
        let king = board.by_piece(color.king()).first().map_or(0, index);
        sink.put(6, king);
        let others = others(board, color);
        sink.put(4, others.count() as u64);
        for square in squares().filter(|square| others.contains(*square)) {
            let kind = KINDS.iter().position(|kind| board.role_at(square) == Some(*kind)).unwrap_or_default();
            sink.put(2, kind as u64);
            sink.put(6, index(square));
        }
    }
    let mut taken = board.occupied() & !board.pawns();
    for color in Color::ALL {
        let of_color = board.by_piece(color.pawn());
        sink.bit(of_color.any());
        if of_color.any() {
            sink.put(3, of_color.count() as u64 - 1);
            pawns::write(of_color, taken, sink);
            taken |= of_color;
        }
    }
}

pub(super) fn read(bits: &mut PositionReader<'_>) -> Result<Board, PositionError> {
    let mut board = Board::empty();
    for color in Color::ALL {
        let king = empty_square(&board, bits, "the king's square")?;
        board.set_piece_at(king, color.king());
        let count = bits.take(4, "how many pieces there are beside king and pawns")?;
        for _ in 0..count {
            let kind = bits.take(2, "a piece's kind")?;
            let square = empty_square(&board, bits, "a piece's square")?;
            board.set_piece_at(square, KINDS[kind as usize & 3].of(color));
        }
    }
    for color in Color::ALL {
        if bits.bit("whether there are pawns")? {
            let count = bits.take(3, "how many pawns there are")? as usize + 1;
            for square in pawns::read(count, board.occupied(), bits)? {
                board.set_piece_at(square, color.pawn());
            }
        }
    }
    Ok(board)
}

/// The square in the next six bits, which must be empty so far.
fn empty_square(board: &Board, bits: &mut PositionReader<'_>, expected: &'static str) -> Result<Square, PositionError> {
    let at = bits.at();
    let square = square(bits.take(6, expected)?);
    match board.piece_at(square) {
        None => Ok(square),
        Some(_) => {
            Err(PositionError::invalid(at, format!("the square {square}"), "a square on which no piece was put before"))
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;

    use super::*;

    fn board(placement: &str) -> Board {
        format!("{placement} w - - 0 1").parse::<Fen>().expect("a FEN").into_setup().board
    }

    fn bits(board: &Board) -> PositionBits {
        check(board).expect("a board with its kings");
        PositionBits::of(|sink| write(board, sink))
    }

    #[test]
    fn the_figures_of_the_documentation() {
        let start = bits(&Board::new());
        // Each side: king 6, number 4, seven pieces 56, pawns 1 + 3; and the squares of the pawns.
        assert_eq!(start.len, 2 * (6 + 4 + 56 + 1 + 3) + 44 + 42);
        assert_eq!(whole(&start.bytes, read).unwrap().setup.board, Board::new());
        assert_eq!(bits(&board("8/8/8/4k3/8/8/8/4K3")).len, 22);
        let most = board("qqqqqqqk/qqqqqqqp/8/8/8/8/PQQQQQQQ/KQQQQQQQ");
        assert_eq!(bits(&most).len, 264);
        assert_eq!(bits(&board("qqqqqqqk/qqqqqqqq/8/8/8/8/QQQQQQQQ/KQQQQQQQ")).len, 262);
        assert_eq!(bits(&board("qqqqqqqk/qqqqqqpp/8/8/8/8/PPQQQQQQ/KQQQQQQQ")).len, 258);
    }

    #[test]
    fn boards_without_a_place_are_refused() {
        for (placement, reason) in [
            ("8/8/8/8/8/8/8/4K3", "Black has 0 kings, and piece-list takes one"),
            ("8/8/8/4k3/8/8/8/K3K3", "White has 2 kings, and piece-list takes one"),
            ("P7/8/8/4k3/8/8/8/K7", "a pawn stands on a8, and piece-list has no place for a pawn on an end rank"),
            ("8/8/p7/pppppppp/8/4k3/8/K7", "Black has 9 pawns, and piece-list takes 8 at most"),
            (
                "k7/8/8/8/8/7Q/QQQQQQQQ/KQQQQQQQ",
                "White has 16 pieces beside king and pawns, and piece-list takes 15 at most",
            ),
        ] {
            assert_eq!(check(&board(placement)).unwrap_err().reason(), reason, "{placement}");
        }
    }

    #[test]
    fn faults_say_where_and_what() {
        let mut bytes = bits(&board("8/8/8/4k3/8/8/8/4K3")).bytes;
        // Both kings on the same square: the second one is in bits 10 to 15.
        assert_eq!(bytes, [0b1111_0000, 0b0001_1100, 0b0000_0000]);
        bytes[1] = 0b0011_1100;
        assert_eq!(
            whole(&bytes, read).unwrap_err().to_string(),
            "the square e1 at bit 10 has no meaning there: expected a square on which no piece was put before"
        );
        assert_eq!(
            whole(&bytes[..1], read).unwrap_err().to_string(),
            "the bits end after 8: expected how many pieces there are beside king and pawns"
        );
    }
}
