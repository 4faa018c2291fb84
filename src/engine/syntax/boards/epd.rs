//! EPD positions (PGN 16.2) where games are expected: each line has a board and operations on it.

use crate::syntax::boards::{is_castling, is_clock, is_side, is_square};
use crate::syntax::lines::is_space;
use crate::syntax::words::{self, WordClass};

/// Maximum length of an operation's name (PGN 16.2.4), in bytes.
const LONGEST_OPERATION: usize = 15;

/// Whether the line is an EPD position: eight ranks, side to move, castling, en passant square, and an operation that
/// ends with a semicolon (`bm Nf3;`). FEN's clocks may precede the operation, and `;D1 20` may replace it. A board
/// alone is not a position: it can be a half-move.
pub fn is_position(line: &[u8]) -> bool {
    let mut words = line.split(|byte| is_space(*byte)).filter(|word| !word.is_empty()).peekable();
    let mut next = |accepts: &dyn Fn(&[u8]) -> bool| words.next_if(|word| accepts(word)).is_some();
    let ranks = |word: &[u8]| {
        word.iter().filter(|byte| **byte == b'/').count() == 7 && words::classify(word) == WordClass::Board
    };
    let fields = next(&ranks)
        && next(&is_side)
        && next(&|field| field == b"-" || is_castling(field))
        && next(&|field| field == b"-" || is_square(field));
    if !fields {
        return false;
    }
    if next(&is_clock) && !next(&is_clock) {
        return false;
    }
    next(&|word| matches!(word, [b';', b'D', b'1'..=b'9', ..])) || (next(&is_operation) && line.contains(&b';'))
}

/// Whether the line is exactly one FEN position: eight ranks and five fields.
pub fn is_fen(line: &[u8]) -> bool {
    let fields: Vec<&[u8]> =
        line.split(|byte| is_space(*byte)).filter(|word| !word.is_empty()).take(FIELDS_OF_FEN + 1).collect();
    let [ranks, side, castling, en_passant, halfmoves, number] = fields[..] else { return false };
    ranks.iter().filter(|byte| **byte == b'/').count() == 7
        && words::classify(ranks) == WordClass::Board
        && is_side(side)
        && (castling == b"-" || is_castling(castling))
        && (en_passant == b"-" || is_square(en_passant))
        && is_clock(halfmoves)
        && is_clock(number)
}

const FIELDS_OF_FEN: usize = 6;

/// Whether the word is the name of an operation: `bm`, `id`, `c0`.
fn is_operation(word: &[u8]) -> bool {
    match word {
        [b'c', b'0'..=b'9'] => true,
        [first, rest @ ..] => {
            first.is_ascii_alphabetic()
                && rest.len() < LONGEST_OPERATION
                && rest.iter().all(|byte| byte.is_ascii_alphanumeric() || *byte == b'_')
                && matches!(words::classify(word), WordClass::Stray | WordClass::Attempt)
        }
        [] => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn epd_positions_are_distinguished_from_boards_of_games() {
        let board = "rnbqkbnr/pppp1ppp/8/4p3/8/1P6/P1PPPPPP/RNBQKBNR";
        for rest in [
            "w KQkq e6 c0 Barnes, David J.-Horton; c1 1/2-1/2;",
            "w KQkq - bm Nf3; id \"a\";",
            "b - - id \"b\"; bm Kh1;",
            "w KQkq - 0 1 bm e4;",
            "w KQkq - 0 1 ;D1 20 ;D2 400",
            "w  HAha -  hmvc 0; fmvn 1;",
        ] {
            assert!(is_position(format!("{board} {rest}").as_bytes()), "{rest}");
        }
        for rest in [
            "",
            "w KQkq -",
            "w KQkq - 0 1",
            "w KQkq - 0 1 1.5 rnbqkbnr/pppp1ppp/8/4p3/8/1P6/P1PPPPPP/RNBQKBNR ;good",
            "w KQkq - 0 1 ; a comment",
            "w KQkq - 0 1 *",
            "w KQkq - 0 bm e4;",
            "+ {a mark} bm e4;",
            "w KQkq - Nf3 ; a move",
            "w KQkq - bm e4",
        ] {
            assert!(!is_position(format!("{board} {rest}").as_bytes()), "{rest}");
        }
        assert!(!is_position(b"8/8/8 w - - bm e4;"));
        assert!(is_fen(format!(" {board} w KQkq e6 0 1").as_bytes()));
        for rest in ["w KQkq -", "w KQkq - 0", "w KQkq - 0 1 *", "w KQkq - 0 1 e4"] {
            assert!(!is_fen(format!("{board} {rest}").as_bytes()), "{rest}");
        }
    }
}
