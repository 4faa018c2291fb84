//! Why the rules forbid a move, in words.

use std::fmt;

use shakmaty::{Bitboard, CastlingSide, Color, File, Rank, Role, Square};

use super::boards::{color_name, role_name};

/// A man on the board, as reasons name it: "the rook on e8".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Man {
    pub role: Role,
    pub square: Square,
}

impl fmt::Display for Man {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} on {}", role_name(self.role), self.square)
    }
}

/// Why a move is illegal. `Display` gives the reason as a clause that can follow "illegal move: ".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegality {
    /// The source square is empty.
    NoPiece { from: Square },
    /// The man belongs to the side that is not to move.
    NotItsTurn { turn: Color },
    /// Source and destination are the same.
    StandsStill { man: Man },
    /// Men of this role do not move like that.
    CannotReach { man: Man, to: Square },
    /// A man stands between.
    InTheWay { blocker: Man, man: Man },
    /// A man of the same side stands on the destination.
    OwnPiece { man: Man },
    /// A pawn would capture on its own file.
    CapturesStraight { blocker: Man },
    /// A pawn would move diagonally to an empty square.
    NothingToCapture { to: Square },
    /// A pawn would capture en passant, but the other pawn has not just made its double step.
    EnPassantNotNow { to: Square },
    /// A pawn that has moved before would make a double step.
    DoubleStep { man: Man },
    /// A pawn would reach the last rank and stay a pawn.
    MustPromote { to: Square },
    /// A pawn would be promoted before the last rank.
    PromotesTooEarly { to: Square },
    /// A man other than a pawn would be promoted.
    NotAPawn { man: Man },
    /// A pawn would become a king or a pawn.
    PromotesTo { role: Role },
    /// A king would be captured.
    CapturesKing { king: Square },
    /// The king would move onto an attacked square.
    IntoCheck { to: Square, by: Man },
    /// The king is in check and the move does not end it.
    StillInCheck { king: Square, by: Man },
    /// The move uncovers an attack on the own king.
    LeavesInCheck { king: Square, by: Man },
    /// The same, where the reader knows nothing of the man but its role: for [`super::Position::why_not_san`].
    Pinned { man: Man, by: Man },
    /// The turn would pass while the king is in check.
    PassesInCheck { king: Square, by: Man },
    /// There is no king on its first rank to castle with.
    NoCastlingKing { color: Color },
    /// There is no rook to castle with.
    NoCastlingRook { color: Color, side: CastlingSide },
    /// The right is gone or was never there.
    NoCastlingRight { color: Color, side: CastlingSide },
    /// A man stands on a square that king or rook must cross.
    CastlingBlocked { blocker: Man },
    /// Castling out of check.
    CastlingOutOfCheck { by: Man },
    /// Castling through check.
    CastlingThroughCheck { square: Square, by: Man },
    /// Castling into check.
    CastlingIntoCheck { square: Square, by: Man },
    /// A man would be dropped onto the board.
    Drop,
    /// Crazyhouse: the side has no man of this role in its pocket.
    NotInPocket { color: Color, role: Role },
    /// Crazyhouse: a man would be dropped where one stands.
    DropOnMan { man: Man },
    /// Crazyhouse: a pawn would be dropped on the first or last rank.
    PawnDroppedOnEndRank { to: Square },
    /// There is no castling in this variant.
    NoCastling,
    /// Antichess: another man can capture, and so some man must.
    MustCapture { man: Man, to: Square },
    /// Atomic: a king would capture, and explode.
    KingCaptures { king: Square },
    /// Atomic: the capture would blow up the own king.
    ExplodesOwnKing { king: Square, to: Square },
    /// Racing kings: the move would give check.
    GivesCheck { king: Square, by: Man },
    /// The variant's own rules have ended the game.
    GameOver,
    /// The side has no man of this role.
    NoSuchMan { color: Color, role: Role },
    /// Men of this role stand elsewhere than the text says.
    NoSuchManThere { color: Color, role: Role, file: Option<File>, rank: Option<Rank> },
    /// None of several men of this role can go there.
    NoneReaches { role: Role, men: Bitboard, to: Square },
}

impl fmt::Display for Illegality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Illegality::NoPiece { from } => write!(f, "there is no piece on {from}"),
            Illegality::NotItsTurn { turn } => write!(f, "it is {}'s turn", color_name(turn)),
            Illegality::StandsStill { man } => write!(f, "{man} does not move"),
            Illegality::CannotReach { man: man @ Man { role: Role::Knight | Role::Pawn | Role::King, .. }, to } => {
                write!(f, "{man} cannot move to {to}")
            }
            Illegality::CannotReach { man, to } => write!(f, "{man} cannot reach {to}"),
            Illegality::InTheWay { blocker, man } => write!(f, "{blocker} is in the way of {man}"),
            Illegality::OwnPiece { man } => write!(f, "{man} belongs to the same side"),
            Illegality::CapturesStraight { blocker } => {
                write!(f, "a pawn cannot capture straight ahead, and {blocker} is in its way")
            }
            Illegality::NothingToCapture { to } => write!(f, "there is nothing to capture on {to}"),
            Illegality::EnPassantNotNow { to } => {
                write!(f, "there is nothing to capture on {to}, and en passant is not possible there now")
            }
            Illegality::DoubleStep { man } => {
                write!(f, "{man} has already moved and cannot move two squares")
            }
            Illegality::MustPromote { to } => {
                write!(f, "a pawn that reaches the last rank must be promoted, here on {to}")
            }
            Illegality::PromotesTooEarly { to } => {
                write!(f, "a pawn is promoted on the last rank only, and {to} is not on it")
            }
            Illegality::NotAPawn { man } => write!(f, "only a pawn can be promoted, and {man} is not a pawn"),
            Illegality::PromotesTo { role } => write!(f, "a pawn cannot be promoted to a {}", role_name(role)),
            Illegality::CapturesKing { king } => write!(f, "the king on {king} cannot be captured"),
            Illegality::IntoCheck { to, by } => write!(f, "the king would be in check on {to} from {by}"),
            Illegality::PassesInCheck { king, by } => {
                write!(f, "the turn cannot pass while the king on {king} is in check from {by}")
            }
            Illegality::StillInCheck { king, by } => {
                write!(f, "the king on {king} would still be in check from {by}")
            }
            Illegality::LeavesInCheck { king, by } => {
                write!(f, "it leaves the king on {king} in check from {by}")
            }
            Illegality::Pinned { man, by } => write!(f, "{man} is pinned by {by}"),
            Illegality::NoCastlingKing { color } => {
                write!(f, "{} has no king on the first rank of its side to castle with", color_name(color))
            }
            Illegality::NoCastlingRook { color, side } => {
                write!(f, "{} has no rook to castle {} with", color_name(color), side_name(side))
            }
            Illegality::NoCastlingRight { color, side } => {
                write!(f, "{} has no right to castle {}", color_name(color), side_name(side))
            }
            Illegality::CastlingBlocked { blocker } => write!(f, "{blocker} is in the way of castling"),
            Illegality::CastlingOutOfCheck { by } => write!(f, "castling out of check from {by}"),
            Illegality::CastlingThroughCheck { square, by } => {
                write!(f, "castling through check on {square} from {by}")
            }
            Illegality::CastlingIntoCheck { square, by } => {
                write!(f, "castling into check on {square} from {by}")
            }
            Illegality::Drop => f.write_str("the rules of this game do not allow drops"),
            Illegality::NotInPocket { color, role } => {
                write!(f, "{} has no {} in the pocket to drop", color_name(color), role_name(role))
            }
            Illegality::DropOnMan { man } => {
                write!(f, "a piece can be dropped only on an empty square, and {man} stands there")
            }
            Illegality::PawnDroppedOnEndRank { to } => {
                write!(f, "a pawn cannot be dropped on the first or the last rank, here on {to}")
            }
            Illegality::NoCastling => f.write_str("this variant has no castling"),
            Illegality::MustCapture { man, to } => {
                write!(f, "a side that can capture must capture, and {man} can capture on {to}")
            }
            Illegality::KingCaptures { king } => {
                write!(f, "the king on {king} would explode with what it captures")
            }
            Illegality::ExplodesOwnKing { king, to } => {
                write!(f, "the capture on {to} would blow up the side's own king on {king}")
            }
            Illegality::GivesCheck { king, by } => {
                write!(f, "the king on {king} would be in check from {by}, and in this variant no move may give check")
            }
            Illegality::GameOver => f.write_str("the game is over by the rules of this variant"),
            Illegality::NoSuchMan { color, role } => write!(f, "{} has no {}", color_name(color), role_name(role)),
            Illegality::NoSuchManThere { color, role, file, rank } => {
                write!(f, "{} has no {} on ", color_name(color), role_name(role))?;
                match (file, rank) {
                    (Some(file), Some(rank)) => write!(f, "{}", Square::from_coords(file, rank)),
                    (Some(file), None) => write!(f, "the {}-file", file.char()),
                    (None, Some(rank)) => write!(f, "rank {}", rank.char()),
                    (None, None) => f.write_str("the board"),
                }
            }
            Illegality::NoneReaches { role, men, to } => {
                write!(f, "none of the {}s on ", role_name(role))?;
                write_squares(f, men)?;
                write!(f, " can move to {to}")
            }
        }
    }
}

/// "a1", "a1 and b2", "a1, b2 and c3".
fn write_squares(f: &mut fmt::Formatter<'_>, squares: Bitboard) -> fmt::Result {
    let count = squares.count();
    for (at, square) in squares.into_iter().enumerate() {
        match at {
            0 => {}
            _ if at + 1 == count => f.write_str(" and ")?,
            _ => f.write_str(", ")?,
        }
        write!(f, "{square}")?;
    }
    Ok(())
}

fn side_name(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "king side",
        CastlingSide::QueenSide => "queen side",
    }
}
