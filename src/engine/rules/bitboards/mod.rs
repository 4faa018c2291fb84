//! Legal positions of chess, and of variants with its moves (Chess960, King of the Hill, Three-check), as bitboards, for
//! playing millions of moves with few queries on each: which piece can reach a square, whether the move gives check,
//! whether it mates. Moves are never listed: each answer is computed from the attacks on one square and a pin test.
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
mod win_condition;

use std::sync::LazyLock;

use shakmaty::{Bitboard, CastlingMode, Chess, Color, Position as _, Role, Square};

use super::boards::too_much_material;
use super::{Position, Variant};
use win_condition::WinCondition;

/// A legal position of chess, Chess960, King of the Hill or Three-check.
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
    win_condition: WinCondition,
}

impl Bitboards {
    /// The initial position.
    pub fn initial() -> Bitboards {
        static INITIAL: LazyLock<Bitboards> = LazyLock::new(|| Bitboards::of(&Chess::new(), WinCondition::MateOnly));
        *INITIAL
    }

    /// The position, if it is one of chess, Chess960, King of the Hill or Three-check, or can be taken for one.
    pub fn new(position: &Position) -> Option<Bitboards> {
        match position {
            Position::Legal(chess) => Some(Bitboards::of(chess, WinCondition::MateOnly)),
            // As in chess, positions with more pieces than a game can reach are played on a [`Position`].
            Position::Variant(position) => WinCondition::of(position)
                .filter(|_| Color::ALL.into_iter().all(|color| !too_much_material(position.board(), color)))
                .map(|win_condition| Bitboards::of(&**position, win_condition)),
            Position::Crowded(_) | Position::Free(_) => None,
        }
    }

    /// The position, if it is one of standard chess or equivalent to one.
    pub fn standard(position: &Position) -> Option<Bitboards> {
        Bitboards::new(position)
            .filter(|board| board.mode == CastlingMode::Standard && board.variant() == Variant::Chess)
    }

    fn of(chess: &impl shakmaty::Position, win_condition: WinCondition) -> Bitboards {
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
            win_condition,
        }
    }

    /// The side to move.
    #[inline]
    pub fn turn(&self) -> Color {
        self.turn
    }

    /// Whether castling is that of Chess960.
    #[inline]
    pub fn castling_mode(&self) -> CastlingMode {
        self.mode
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
