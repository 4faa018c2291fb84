//! A board as text: eight lines of men, with ranks and files.

use shakmaty::{Board, Color, File, Piece, Rank, Role, Square};

/// The signs for the men.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum BoardStyle {
    /// Chess symbols: `♔♚`.
    #[default]
    Unicode,
    /// Letters, capital for White's: `Kk`.
    Ascii,
    /// A picture, where the editor shows pictures; chess symbols where it does not.
    Image,
}

impl BoardStyle {
    /// Every style, by the word that configuration takes.
    pub const NAMES: [(&str, BoardStyle); 3] =
        [("unicode", BoardStyle::Unicode), ("ascii", BoardStyle::Ascii), ("image", BoardStyle::Image)];

    fn empty(self) -> char {
        match self {
            BoardStyle::Unicode | BoardStyle::Image => '·',
            BoardStyle::Ascii => '.',
        }
    }

    /// The sign of a man.
    pub fn sign(self, piece: Piece) -> char {
        if self == BoardStyle::Ascii {
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
}

/// The board, the eighth rank first.
pub fn board_text(board: &Board, style: BoardStyle) -> String {
    let mut text = String::with_capacity(256);
    for rank in Rank::ALL.into_iter().rev() {
        text.push(rank.char());
        for file in File::ALL {
            let man = board.piece_at(Square::from_coords(file, rank));
            text.push(' ');
            text.push(man.map_or(style.empty(), |man| style.sign(man)));
        }
        text.push('\n');
    }
    text.push_str("  a b c d e f g h");
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_styles() {
        let ascii = board_text(&Board::new(), BoardStyle::Ascii);
        assert_eq!(ascii.lines().next(), Some("8 r n b q k b n r"));
        assert_eq!(ascii.lines().nth(4), Some("4 . . . . . . . ."));
        let unicode = board_text(&Board::new(), BoardStyle::Unicode);
        assert_eq!(unicode.lines().nth(7), Some("1 ♖ ♘ ♗ ♕ ♔ ♗ ♘ ♖"));
        assert_eq!(unicode.lines().nth(8), Some("  a b c d e f g h"));
    }
}
