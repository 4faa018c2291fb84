//! Piece placement and castling rights in FEN and SFEN; the extensions for crazyhouse are in `extras`.

use shakmaty::{Bitboard, Board, CastlingSide, Color, File, Piece, Rank, Role, Square};

use super::{BoardError, BoardFault, BoardField};

/// The pieces of a board in FEN's ranks; `None` if the ranks are invalid.
pub(crate) fn read_unmarked(ranks: &str) -> Option<Board> {
    read(ranks).ok()
}

/// Reads `rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR`: eight ranks from the eighth on, eight squares each, no two
/// consecutive numbers. Offsets in the error are bytes of `text`.
pub(super) fn read(text: &str) -> Result<Board, BoardError> {
    read_marked(text, None)
}

/// Same as [`read`]; with `promoted`, a `~` may follow a promoted piece, and the piece's square is added to `promoted`.
pub(super) fn read_marked(text: &str, mut promoted: Option<&mut Bitboard>) -> Result<Board, BoardError> {
    let error = |range, fault| Err(BoardError::new(BoardField::Placement, range, fault));
    if text.is_empty() {
        return error(0..0, BoardFault::Empty);
    }
    let mut board = Board::empty();
    let mut start = 0;
    let mut count = 0;
    for rank_text in text.split('/') {
        count += 1;
        let mut squares = 0_usize;
        let mut number_before = false;
        for (at, found) in rank_text.char_indices() {
            let at = start + at;
            match found {
                '1'..='8' if number_before => {
                    let pair = text.get(at - 1..at + 1).unwrap_or_default().to_owned();
                    return error(at - 1..at + 1, BoardFault::TwoNumbers(pair));
                }
                '1'..='8' => squares += found as usize - '0' as usize,
                '~' if let Some(promoted) = promoted.as_deref_mut()
                    && text[start..at].ends_with(|before: char| before.is_ascii_alphabetic())
                    && squares <= 8
                    && count <= 8 =>
                {
                    promoted.add(Square::from_coords(File::new(squares as u32 - 1), Rank::new(8 - count)));
                }
                _ => match Piece::from_char(found) {
                    Some(piece) => {
                        if squares < 8 && count <= 8 {
                            let square = Square::from_coords(File::new(squares as u32), Rank::new(8 - count));
                            board.set_piece_at(square, piece);
                        }
                        squares += 1;
                    }
                    None => return error(at..at + found.len_utf8(), BoardFault::NotAPiece(found)),
                },
            }
            number_before = found.is_ascii_digit();
        }
        if squares != 8 && count <= 8 {
            let rank = 9 - count as u8;
            return error(start..start + rank_text.len(), BoardFault::RankLength { rank, squares });
        }
        start += rank_text.len() + 1;
    }
    if count != 8 {
        return error(0..text.len(), BoardFault::RankCount(count as usize));
    }
    Ok(board)
}

/// Appends the placement.
pub(super) fn push(text: &mut String, board: &Board) {
    push_marked(text, board, Bitboard::EMPTY);
}

/// Appends the placement with a `~` after promoted pieces.
pub(super) fn push_marked(text: &mut String, board: &Board, promoted: Bitboard) {
    for rank in (0..8).rev().map(Rank::new) {
        let mut empty = 0_u8;
        for file in (0..8).map(File::new) {
            let square = Square::from_coords(file, rank);
            match board.piece_at(square) {
                None => empty += 1,
                Some(piece) => {
                    push_empty(text, empty);
                    empty = 0;
                    text.push(piece.char());
                    if promoted.contains(square) {
                        text.push('~');
                    }
                }
            }
        }
        push_empty(text, empty);
        if rank != Rank::First {
            text.push('/');
        }
    }
}

fn push_empty(text: &mut String, empty: u8) {
    if empty > 0 {
        text.push(char::from(b'0' + empty));
    }
}

/// The rook that `K` or `Q` denotes: the outermost of the colour's rooks on that side of its king on the back rank
/// (X-FEN). Without such a rook it is the corner, so that a right without a rook can be reported.
pub(super) fn rook_of(board: &Board, color: Color, side: CastlingSide) -> Square {
    let back_rank = color.backrank();
    let pieces = board.by_color(color) & Bitboard::from(back_rank);
    let rooks = pieces & board.by_role(Role::Rook);
    // Of several kings, the one nearest to the corner.
    let king = match side {
        CastlingSide::KingSide => (pieces & board.kings()).last(),
        CastlingSide::QueenSide => (pieces & board.kings()).first(),
    };
    let rook = match side {
        CastlingSide::KingSide => rooks.last().filter(|&rook| king.is_none_or(|king| rook > king)),
        CastlingSide::QueenSide => rooks.first().filter(|&rook| king.is_none_or(|king| rook < king)),
    };
    rook.unwrap_or(match side {
        CastlingSide::KingSide => Square::from_coords(File::H, back_rank),
        CastlingSide::QueenSide => Square::from_coords(File::A, back_rank),
    })
}

/// Reads a castling field: `-`, letters of `KQkq`, and with `files` the rooks' files (Shredder-FEN and X-FEN). Each
/// right may occur once, in the order `KQkq` unless `any_order`. Offsets in the error are bytes of `text`.
pub(super) fn read_rights(text: &str, board: &Board, files: bool, any_order: bool) -> Result<Bitboard, BoardError> {
    let error = |range, fault| Err(BoardError::new(BoardField::Castling, range, fault));
    if text == "-" {
        return Ok(Bitboard::EMPTY);
    }
    if text.is_empty() {
        return error(0..0, BoardFault::NoCastling);
    }
    let mut rights = Bitboard::EMPTY;
    let mut seen: Vec<char> = Vec::with_capacity(4);
    for (at, found) in text.char_indices() {
        let range = at..at + found.len_utf8();
        let color = Color::from_white(found.is_ascii_uppercase());
        let rook = match found.to_ascii_lowercase() {
            'k' => rook_of(board, color, CastlingSide::KingSide),
            'q' => rook_of(board, color, CastlingSide::QueenSide),
            file @ 'a'..='h' if files => match File::from_char(file) {
                Some(file) => Square::from_coords(file, color.backrank()),
                None => return error(range, BoardFault::NotARight { found, files }),
            },
            _ => return error(range, BoardFault::NotARight { found, files }),
        };
        let out_of_order = !any_order && seen.last().is_some_and(|&last| "KQkq".find(last) >= "KQkq".find(found));
        if seen.contains(&found) || out_of_order {
            return error(range, BoardFault::RightOrder(found));
        }
        seen.push(found);
        rights.add(rook);
    }
    Ok(rights)
}

/// Appends castling rights: `KQkq` if the letters denote the rook, else the rook's file (X-FEN), `-` for none. Returns
/// whether letters were sufficient.
pub(super) fn push_rights(text: &mut String, board: &Board, rights: Bitboard) -> bool {
    let start = text.len();
    let mut letters_do = true;
    for color in Color::ALL {
        let of_color = rights & Bitboard::from(color.backrank());
        let mut rooks: Vec<Square> = of_color.into_iter().collect();
        rooks.reverse();
        for rook in rooks {
            let letter = if rook == rook_of(board, color, CastlingSide::KingSide) {
                'k'
            } else if rook == rook_of(board, color, CastlingSide::QueenSide) {
                'q'
            } else {
                letters_do = false;
                rook.file().char()
            };
            text.push(if color == Color::White { letter.to_ascii_uppercase() } else { letter });
        }
    }
    if text.len() == start {
        text.push('-');
    }
    letters_do
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> String {
        let error = read(text).unwrap_err();
        format!("{:?} {error}", error.range)
    }

    #[test]
    fn faults_say_where_and_what() {
        assert_eq!(fault(""), "0..0 there is no board, expected eight ranks");
        assert_eq!(fault("8/8/8/8/8/8/8"), "0..13 7 ranks instead of 8");
        assert_eq!(fault("8/8/8/8/8/8/8/8/8"), "0..17 9 ranks instead of 8");
        assert_eq!(fault("8/8/8/8/8/pppppppp1/8/8"), "10..19 rank 3 has 9 squares instead of 8");
        assert_eq!(fault("8/8/8/8/8/8/8/k"), "14..15 rank 1 has 1 square instead of 8");
        assert_eq!(fault("8/8/44/8/8/8/8/8"), "4..6 `44` is two numbers of empty squares in a row, expected their sum");
        assert!(fault("8/8/7x/8/8/8/8/8").starts_with("5..6 `x` is not a piece"));
        assert!(fault("8/8/7é/8/8/8/8/8").starts_with("5..7 `é` is not a piece"));
        assert!(fault("8/9/8/8/8/8/8/8").starts_with("2..3 `9` is not a piece"));
        assert_eq!(fault("8/8//8/8/8/8/8"), "4..4 rank 6 has 0 squares instead of 8");
    }

    #[test]
    fn letters_mean_the_outermost_rook() {
        let board = read("1r2k1rr/8/8/8/8/8/8/RR2K1R1").unwrap();
        let rights = read_rights("KQkq", &board, false, false).unwrap();
        assert_eq!(rights, Bitboard::from_iter([Square::A1, Square::G1, Square::B8, Square::H8]));
        let inner = read_rights("GBg", &board, true, true).unwrap();
        assert_eq!(inner, Bitboard::from_iter([Square::G1, Square::B1, Square::G8]));
        let mut text = String::new();
        assert!(!push_rights(&mut text, &board, inner));
        assert_eq!(text, "KBg");
    }

    #[test]
    fn a_right_without_its_rook_refers_to_the_corner() {
        let board = read("4k3/8/8/8/8/8/8/4K3").unwrap();
        assert_eq!(read_rights("Kq", &board, false, false).unwrap(), Bitboard::from_iter([Square::H1, Square::A8]));
    }

    #[test]
    fn rights_occur_once_and_in_order() {
        let board = Board::new();
        for (text, range) in [("QK", 1..2), ("KK", 1..2), ("KQx", 2..3), ("KHQ", 1..2), ("", 0..0), ("K-", 1..2)] {
            assert_eq!(read_rights(text, &board, false, false).unwrap_err().range, range, "{text}");
        }
        assert!(read_rights("kqKQ", &board, true, true).is_ok());
    }
}
