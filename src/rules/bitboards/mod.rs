//! Legal positions of chess and Chess960 as bitboards, for playing millions of moves with few queries on each: which piece
//! can reach a square, whether the move gives check, whether it mates. Moves are never listed: each answer is computed
//! from the attacks on one square and a pin test.
//!
//! A [`Bitboards`] is created from a legal position and plays only legal moves, so its invariants hold: each side has
//! one king, castling rights have their king and rook, an en passant square its pawn. `tests/rules/bitboards.rs`
//! compares every answer with shakmaty's lists of legal moves.

mod attacked;
mod ends;
mod play;
mod sources;
mod tables;
mod whole;

use std::sync::LazyLock;

use shakmaty::{Bitboard, CastlingMode, Chess, Color, Position as _, Role, Square};

use super::Position;

/// A legal position of chess or Chess960.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bitboards {
    /// Pieces by role, pawns first.
    roles: [Bitboard; 6],
    /// Pieces by side, Black's first.
    sides: [Bitboard; 2],
    /// The pieces that give check to the side to move.
    checkers: Bitboard,
    /// Castling rights, as squares of rooks.
    rights: Bitboard,
    /// The square passed by the double step of the preceding half-move, or none.
    en_passant: Bitboard,
    /// Half-moves since the last capture or pawn move.
    clock: u32,
    turn: Color,
    /// Chess960 differs in nothing but where kings and rooks castle from.
    mode: CastlingMode,
}

impl Bitboards {
    /// The initial position.
    pub fn initial() -> Bitboards {
        static INITIAL: LazyLock<Bitboards> = LazyLock::new(|| Bitboards::of(&Chess::new()));
        *INITIAL
    }

    /// The position, if it is one of standard chess or equivalent to one.
    pub fn new(position: &Position) -> Option<Bitboards> {
        Bitboards::with_960(position).filter(|board| board.mode == CastlingMode::Standard)
    }

    /// The position, if it is one of standard chess or of Chess960, or can be taken for one.
    pub fn with_960(position: &Position) -> Option<Bitboards> {
        match position {
            Position::Legal(chess) => Some(Bitboards::of(chess)),
            _ => None,
        }
    }

    fn of(chess: &Chess) -> Bitboards {
        let board = chess.board();
        Bitboards {
            roles: Role::ALL.map(|role| board.by_role(role)),
            sides: [board.black(), board.white()],
            checkers: chess.checkers(),
            rights: chess.castles().castling_rights(),
            en_passant: chess.maybe_ep_square().map_or(Bitboard::EMPTY, Bitboard::from_square),
            clock: chess.halfmoves(),
            turn: chess.turn(),
            mode: chess.castles().mode(),
        }
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Half-moves since the last capture or pawn move.
    #[inline]
    pub fn halfmoves(&self) -> u32 {
        self.clock
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn is_check(&self) -> bool {
        self.checkers.any()
    }

    /// All pieces of one role.
    #[inline]
    pub fn by_role(&self, role: Role) -> Bitboard {
        self.roles[role as usize - 1]
    }

    /// All pieces of one side.
    #[inline]
    pub fn by_color(&self, color: Color) -> Bitboard {
        self.sides[color as usize]
    }

    #[inline]
    pub fn occupied(&self) -> Bitboard {
        self.sides[0] | self.sides[1]
    }

    /// Pieces of the side to move.
    #[inline]
    pub fn us(&self) -> Bitboard {
        self.by_color(self.turn)
    }

    /// Pieces of the other side.
    #[inline]
    pub fn them(&self) -> Bitboard {
        self.by_color(!self.turn)
    }

    /// The role of the piece on a square.
    #[inline]
    pub fn role_at(&self, square: Square) -> Option<Role> {
        // The result is unpredictable, so a sum without branches is used.
        let stands = |at: usize| (self.roles[at].0 >> square.to_u32() & 1) as usize * (at + 1);
        ROLES[(stands(0) + stands(1) + stands(2) + stands(3) + stands(4) + stands(5)) & 7]
    }

    /// The king of a side.
    #[inline]
    fn king(&self, color: Color) -> Square {
        // Present in every legal position.
        (self.by_role(Role::King) & self.by_color(color)).first().unwrap_or(Square::A1)
    }

    /// Pieces that move on ranks and files.
    #[inline]
    fn straight(&self) -> Bitboard {
        self.by_role(Role::Rook) | self.by_role(Role::Queen)
    }

    /// Pieces that move on diagonals.
    #[inline]
    fn diagonal(&self) -> Bitboard {
        self.by_role(Role::Bishop) | self.by_role(Role::Queen)
    }
}

/// The roles by index.
const ROLES: [Option<Role>; 8] = [
    None,
    Some(Role::Pawn),
    Some(Role::Knight),
    Some(Role::Bishop),
    Some(Role::Rook),
    Some(Role::Queen),
    Some(Role::King),
    None,
];
