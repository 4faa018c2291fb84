//! A board as text: eight lines of pieces, with ranks and files, and the squares of the last move in brackets.

use shakmaty::{Bitboard, Board, Color, File, Piece, Rank, Role, Square};
use vgn_engine::preferences::BoardStyle;

/// The character of an empty square.
fn empty_sign(style: BoardStyle) -> char {
    match style {
        BoardStyle::Unicode | BoardStyle::Image => '·',
        BoardStyle::Ascii => '.',
    }
}

/// The character of a piece.
pub fn piece_sign(style: BoardStyle, piece: Piece) -> char {
    if style == BoardStyle::Ascii {
        return piece.char();
    }
    let signs = match piece.role {
        Role::King => ('♔', '♚'),
        Role::Queen => ('♕', '♛'),
        Role::Rook => ('♖', '♜'),
        Role::Bishop => ('♗', '♝'),
        Role::Knight => ('♘', '♞'),
        Role::Pawn => ('♙', '♟'),
    };
    if piece.color == Color::White { signs.0 } else { signs.1 }
}

/// The board from the eighth rank down. `lit` squares, those of the last move, are in brackets; adjacent ones share a
/// pair.
pub fn board_text(board: &Board, lit: Bitboard, style: BoardStyle) -> String {
    let mut text = String::with_capacity(256);
    for rank in Rank::ALL.into_iter().rev() {
        text.push(rank.char());
        let mut in_brackets = false;
        for file in File::ALL {
            let square = Square::from_coords(file, rank);
            // Brackets use the gaps between squares, so that the files stay aligned.
            text.push(match (in_brackets, lit.contains(square)) {
                (false, true) => '[',
                (true, false) => ']',
                _ => ' ',
            });
            in_brackets = lit.contains(square);
            text.push(board.piece_at(square).map_or(empty_sign(style), |piece| piece_sign(style, piece)));
        }
        text.push_str(if in_brackets { "]\n" } else { "\n" });
    }
    text.push_str("  a b c d e f g h");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_styles() {
        let ascii = board_text(&Board::new(), Bitboard::EMPTY, BoardStyle::Ascii);
        assert_eq!(ascii.lines().next(), Some("8 r n b q k b n r"));
        assert_eq!(ascii.lines().nth(4), Some("4 . . . . . . . ."));
        let unicode = board_text(&Board::new(), Bitboard::EMPTY, BoardStyle::Unicode);
        assert_eq!(unicode.lines().nth(7), Some("1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖"));
        assert_eq!(unicode.lines().nth(8), Some("  a b c d e f g h"));
    }

    #[test]
    fn squares_in_brackets_move_no_other_square() {
        let lit = |squares: &[Square]| squares.iter().copied().collect();
        let rank = |squares: &[Square], style| {
            let text = board_text(&Board::new(), lit(squares), style);
            text.lines().nth(7).map(str::to_owned)
        };
        for (squares, ascii, unicode) in [
            (&[Square::A1][..], "1[R]N B Q K B N R", "1[♖]♘ ♗ ♕ ♔ ♗ ♘ ♖"),
            (&[Square::H1], "1 R N B Q K B N[R]", "1 ♖ ♘ ♗ ♕ ♔ ♗ ♘[♖]"),
            (&[Square::B1, Square::D1], "1 R[N]B[Q]K B N R", "1 ♖[♘]♗[♕]♔ ♗ ♘ ♖"),
            (&[Square::E1, Square::F1, Square::G1, Square::H1], "1 R N B Q[K B N R]", "1 ♖ ♘ ♗ ♕[♔ ♗ ♘ ♖]"),
            (&[], "1 R N B Q K B N R", "1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖"),
        ] {
            assert_eq!(rank(squares, BoardStyle::Ascii).as_deref(), Some(ascii));
            assert_eq!(rank(squares, BoardStyle::Unicode).as_deref(), Some(unicode));
            assert_eq!(rank(squares, BoardStyle::Image).as_deref(), Some(unicode));
        }
        let moved = board_text(&Board::new(), lit(&[Square::E2, Square::E4]), BoardStyle::Ascii);
        assert_eq!(moved.lines().nth(4), Some("4 . . . .[.]. . ."));
        assert_eq!(moved.lines().nth(6), Some("2 P P P P[P]P P P"));
    }
}
