//! The numbers of the pieces, tracked through a game.

use shakmaty::{Board, CastlingSide, Chess, Color, Move, Position as _, Role, Square};

/// Maximum number of pieces of one kind and colour: two rooks, for example, and eight promoted pawns.
const MOST: usize = 10;

/// How many numbers a promotion byte can encode.
pub(super) const PROMOTED: u8 = 4;

/// Square of the piece with each number.
#[derive(Clone, Debug, Default)]
pub(super) struct PieceLists {
    kinds: [[PieceList; 6]; 2],
}

/// The pieces of one kind and colour.
#[derive(Clone, Copy, Debug, Default)]
struct PieceList {
    squares: [Option<Square>; MOST],
    /// The lowest number never used.
    next_unused: u8,
}

impl PieceLists {
    /// The pieces of a board, numbered by file, then by rank.
    pub(super) fn new(board: &Board) -> PieceLists {
        let mut pieces = PieceLists::default();
        let mut squares: Vec<Square> = board.occupied().into_iter().collect();
        squares.sort_by_key(|square| (square.file(), square.rank()));
        for square in squares {
            if let Some(piece) = board.piece_at(square) {
                let kind = pieces.kind(piece.color, piece.role);
                let number = kind.next_unused;
                kind.place(number, square);
            }
        }
        pieces
    }

    fn kind(&mut self, color: Color, role: Role) -> &mut PieceList {
        &mut self.kinds[color.fold_wb(0, 1)][role as usize - 1]
    }

    fn kind_of(&self, color: Color, role: Role) -> &PieceList {
        &self.kinds[color.fold_wb(0, 1)][role as usize - 1]
    }

    /// Square of the piece with this number, if it is on the board.
    pub(super) fn square(&self, color: Color, role: Role, number: u8) -> Option<Square> {
        self.kind_of(color, role).squares.get(usize::from(number)).copied().flatten()
    }

    /// Number of the piece on the square.
    pub(super) fn number(&self, color: Color, role: Role, square: Square) -> Option<u8> {
        let squares = &self.kind_of(color, role).squares;
        squares.iter().position(|&at| at == Some(square)).map(|number| number as u8)
    }

    /// Number of the next promoted piece: the lowest one never used, else the lowest free one.
    pub(super) fn next(&self, color: Color, role: Role) -> Option<u8> {
        let kind = self.kind_of(color, role);
        if kind.next_unused < PROMOTED {
            return Some(kind.next_unused);
        }
        (0..PROMOTED).find(|&number| self.square(color, role, number).is_none())
    }

    /// Plays a legal move of the side to move. `promoted` is the number of the promoted piece.
    pub(super) fn play(&mut self, position: &Chess, mv: Move, promoted: u8) {
        let color = position.turn();
        match mv {
            Move::Castle { king, rook } => {
                let side = CastlingSide::from_king_side(rook > king);
                let (king_number, rook_number) =
                    (self.leave(color, Role::King, king), self.leave(color, Role::Rook, rook));
                self.arrive(color, Role::King, king_number, side.king_to(color));
                self.arrive(color, Role::Rook, rook_number, side.rook_to(color));
            }
            Move::EnPassant { from, to } => {
                self.leave(!color, Role::Pawn, Square::from_coords(to.file(), from.rank()));
                let number = self.leave(color, Role::Pawn, from);
                self.arrive(color, Role::Pawn, number, to);
            }
            Move::Normal { role, from, capture, to, promotion } => {
                if let Some(taken) = capture {
                    self.leave(!color, taken, to);
                }
                let number = self.leave(color, role, from);
                match promotion {
                    Some(role) => self.arrive(color, role, Some(promoted), to),
                    None => self.arrive(color, role, number, to),
                }
            }
            Move::Put { .. } => {}
        }
    }

    /// Removes a piece from a square and returns its number.
    fn leave(&mut self, color: Color, role: Role, square: Square) -> Option<u8> {
        let number = self.number(color, role, square)?;
        if let Some(place) = self.kind(color, role).squares.get_mut(usize::from(number)) {
            *place = None;
        }
        Some(number)
    }

    fn arrive(&mut self, color: Color, role: Role, number: Option<u8>, square: Square) {
        if let Some(number) = number {
            self.kind(color, role).place(number, square);
        }
    }
}

impl PieceList {
    fn place(&mut self, number: u8, square: Square) {
        if let Some(place) = self.squares.get_mut(usize::from(number)) {
            *place = Some(square);
            self.next_unused = self.next_unused.max(number + 1);
        }
    }
}
