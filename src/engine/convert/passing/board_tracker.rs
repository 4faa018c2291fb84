//! The movetext of a section's events as plain PGN text for the fast pass: each half-move with its whole source and
//! without its mark.
//!
//! The board is tracked without judging: half-moves that cannot be played, or that denote another move, end the pass
//! over that text.

use std::sync::LazyLock;

use shakmaty::{Board, CastlingSide, Color, File, Move, Rank, Role, Square};

use crate::convert::numbers::decimal;
use crate::notation::{PieceMove, side_of};
use crate::replay::after::begins_with_after;
use crate::syntax::games::closed_comment;

/// Tracks the board while half-moves are decoded.
pub(super) struct BoardTracker {
    pieces: Pieces,
    /// The pieces before the last half-move of the line.
    before: Pieces,
    /// The last board of a section of boards.
    board: Board,
    /// Number of half-moves from the game's start to the current board.
    count: u32,
    /// Number of half-moves on the current line of text.
    on_line: u32,
    /// Whether Black's next half-move gets a number.
    needs_number: bool,
    /// The lines that the open variations interrupt: their pieces, those before the last half-move, their count.
    outer: Vec<(Pieces, Pieces, u32)>,
    line_end: &'static str,
}

type Pieces = [Option<Role>; 64];

/// The file of the castling rook on this side.
fn rook_file(side: CastlingSide) -> File {
    if side.is_king_side() { File::H } else { File::A }
}

/// Whether castling leads from the first board to the second.
fn is_castled(mut board: Board, king: Square, side: CastlingSide, after: &Board) -> bool {
    let on_rank = |file| Square::from_coords(file, king.rank());
    let (Some(king), Some(rook)) = (board.remove_piece_at(king), board.remove_piece_at(on_rank(rook_file(side))))
    else {
        return false;
    };
    board.set_piece_at(on_rank(side.king_to_file()), king);
    board.set_piece_at(on_rank(side.rook_to_file()), rook);
    board == *after
}

/// Half-moves per line, which keeps lines under 255 characters (PGN 4.3).
const ON_A_LINE: u32 = 16;

impl BoardTracker {
    pub(super) fn new(line_end: &'static str) -> BoardTracker {
        static PIECES: LazyLock<Pieces> = LazyLock::new(|| {
            let board = Board::new();
            std::array::from_fn(|square| board.role_at(Square::new(square as u32)))
        });
        BoardTracker {
            pieces: *PIECES,
            before: *PIECES,
            board: Board::new(),
            count: 0,
            on_line: 0,
            needs_number: false,
            outer: Vec::new(),
            line_end,
        }
    }

    pub(super) fn nag(&mut self, number: u32, out: &mut Vec<u8>) {
        out.push(b'$');
        out.extend_from_slice(decimal(number, &mut [0; 10]));
        out.push(b' ');
        self.needs_number = true;
    }

    /// Writes a comment, and a line end after it. `None` if a comment in braces would say something else.
    pub(super) fn comment(&mut self, text: &str, out: &mut Vec<u8>) -> Option<()> {
        let start = out.len();
        out.push(b'{');
        out.extend_from_slice(text.as_bytes());
        out.push(b'}');
        let comment = &out[start..];
        if closed_comment(comment, 0) != Some(comment.len()) || begins_with_after(comment) {
            return None;
        }
        out.extend_from_slice(self.line_end.as_bytes());
        (self.on_line, self.needs_number) = (0, true);
        Some(())
    }

    /// Begins a variation, which replaces the last half-move.
    pub(super) fn open(&mut self, out: &mut Vec<u8>) {
        out.push(b'(');
        self.outer.push((self.pieces, self.before, self.count));
        (self.pieces, self.count, self.needs_number) = (self.before, self.count.saturating_sub(1), true);
    }

    pub(super) fn close(&mut self, out: &mut Vec<u8>) -> Option<()> {
        out.extend_from_slice(b") ");
        (self.pieces, self.before, self.count) = self.outer.pop()?;
        self.needs_number = true;
        Some(())
    }

    pub(super) fn squares(&mut self, piece_move: &PieceMove, out: &mut Vec<u8>) -> Option<()> {
        let from = Square::from_coords(piece_move.from_file?, piece_move.from_rank?);
        let is_castling = self.role_at(from) == Some(Role::King)
            && (from.file().distance(piece_move.to.file()), from.rank()) == (2, piece_move.to.rank())
            && piece_move.promotion.is_none();
        if is_castling {
            self.castle(from, side_of(from, piece_move.to), out);
            return Some(());
        }
        self.write(from, piece_move.to, piece_move.promotion, out)
    }

    fn castle(&mut self, king: Square, side: CastlingSide, out: &mut Vec<u8>) {
        self.number(out);
        out.extend_from_slice(if side.is_king_side() { b"O-O " } else { b"O-O-O " });
        let on_rank = |file| Square::from_coords(file, king.rank());
        self.go(king, on_rank(side.king_to_file()), None);
        self.go(on_rank(rook_file(side)), on_rank(side.rook_to_file()), None);
    }

    /// Writes the half-move given by the change of the board.
    pub(super) fn board(&mut self, after: &Board, out: &mut Vec<u8>) -> Option<()> {
        let mut board = std::mem::replace(&mut self.board, after.clone());
        let turn = Color::from_white(self.count.is_multiple_of(2));
        let (ours, to_be) = (board.by_color(turn), after.by_color(turn));
        let (Some(from), Some(to)) = ((ours & !to_be).single_square(), (to_be & !ours).single_square()) else {
            let king = board.king_of(turn)?;
            let side = CastlingSide::ALL.into_iter().find(|side| is_castled(board.clone(), king, *side, after))?;
            self.castle(king, side, out);
            return Some(());
        };
        let (piece, arrived) = (board.remove_piece_at(from)?, after.piece_at(to)?);
        if piece.role == Role::Pawn && from.file() != to.file() && board.piece_at(to).is_none() {
            board.discard_piece_at(Square::from_coords(to.file(), from.rank()));
        }
        board.set_piece_at(to, arrived);
        let promotion = (piece.role != arrived.role).then_some(arrived.role);
        if board == *after { self.write(from, to, promotion, out) } else { None }
    }

    pub(super) fn half_move(&mut self, mv: Move, out: &mut Vec<u8>) -> Option<()> {
        match mv {
            Move::Normal { from, to, promotion, .. } => self.write(from, to, promotion, out),
            Move::EnPassant { from, to } => self.write(from, to, None, out),
            Move::Castle { king, rook } => {
                self.castle(king, side_of(king, rook), out);
                Some(())
            }
            Move::Put { .. } => None,
        }
    }

    /// Writes a half-move with its whole source and without its mark; an export shortens the source and adds the mark.
    fn write(&mut self, from: Square, to: Square, promotion: Option<Role>, out: &mut Vec<u8>) -> Option<()> {
        let role = self.role_at(from)?;
        let is_pawn = role == Role::Pawn;
        let is_en_passant = is_pawn && from.file() != to.file() && self.role_at(to).is_none();
        let takes = is_en_passant || self.role_at(to).is_some();
        if promotion.is_some() != (is_pawn && matches!(to.rank(), Rank::First | Rank::Eighth)) {
            return None;
        }
        self.number(out);
        let [file, rank] = [from.file().char() as u8, from.rank().char() as u8];
        match role {
            Role::Pawn if takes => out.push(file),
            Role::Pawn => {}
            Role::King => out.push(b'K'),
            _ => out.extend_from_slice(&[role.upper_char() as u8, file, rank]),
        }
        if takes {
            out.push(b'x');
        }
        out.extend_from_slice(&[to.file().char() as u8, to.rank().char() as u8]);
        if let Some(promotion) = promotion {
            out.extend_from_slice(&[b'=', promotion.upper_char() as u8]);
        }
        out.push(b' ');
        if is_en_passant {
            self.pieces[usize::from(Square::from_coords(to.file(), from.rank()))] = None;
        }
        self.go(from, to, promotion);
        Some(())
    }

    /// Writes the number of the next half-move, if it gets one.
    fn number(&mut self, out: &mut Vec<u8>) {
        self.before = self.pieces;
        if self.on_line == ON_A_LINE {
            out.extend_from_slice(self.line_end.as_bytes());
            self.on_line = 0;
        }
        let needs_number = std::mem::take(&mut self.needs_number);
        let is_white = self.count.is_multiple_of(2);
        if is_white || needs_number {
            out.extend_from_slice(decimal(self.count / 2 + 1, &mut [0; 10]));
            out.extend_from_slice(if is_white { b". " } else { b"... " });
        }
        self.count += 1;
        self.on_line += 1;
    }

    fn role_at(&self, square: Square) -> Option<Role> {
        self.pieces[usize::from(square)]
    }

    fn go(&mut self, from: Square, to: Square, promotion: Option<Role>) {
        let piece = self.pieces[usize::from(from)].take();
        self.pieces[usize::from(to)] = promotion.or(piece);
    }
}
