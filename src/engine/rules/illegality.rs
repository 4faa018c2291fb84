//! Reasons why a move is illegal.

use std::fmt;

use shakmaty::{Bitboard, CastlingSide, Color, File, Rank, Role, Square};

use super::boards::{color_name, role_name};

/// A piece on the board, as named in reasons: "the rook on e8".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacedPiece {
    pub role: Role,
    pub square: Square,
}

impl fmt::Display for PlacedPiece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} on {}", role_name(self.role), self.square)
    }
}

/// Why a move is illegal. `Display` gives the reason as a clause that can follow "illegal move: ".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegality {
    /// The source square is empty.
    NoPiece { from: Square },
    /// The piece belongs to the side not to move.
    NotItsTurn { turn: Color },
    /// Source and destination are the same.
    StandsStill { piece: PlacedPiece },
    /// Pieces of this role do not move like that.
    CannotReach { piece: PlacedPiece, to: Square },
    /// A piece is in between.
    InTheWay { blocker: PlacedPiece, piece: PlacedPiece },
    /// A piece of the same side is on the destination.
    OwnPiece { piece: PlacedPiece },
    /// A pawn would capture on its own file.
    CapturesStraight { blocker: PlacedPiece },
    /// A pawn would move diagonally to an empty square.
    NothingToCapture { to: Square },
    /// A pawn would capture en passant, but the other pawn has not just made its double step.
    EnPassantNotNow { to: Square },
    /// A pawn that has moved before would make a double step.
    DoubleStep { piece: PlacedPiece },
    /// A pawn would reach the last rank and stay a pawn.
    MustPromote { to: Square },
    /// A pawn would be promoted before the last rank.
    PromotesTooEarly { to: Square },
    /// A piece other than a pawn would be promoted.
    NotAPawn { piece: PlacedPiece },
    /// A pawn would become a king or a pawn.
    PromotesTo { role: Role },
    /// A king would be captured.
    CapturesKing { king: Square },
    /// The king would move onto an attacked square.
    IntoCheck { to: Square, by: PlacedPiece },
    /// The king is in check and the move does not end it.
    StillInCheck { king: Square, by: PlacedPiece },
    /// The move uncovers an attack on the own king.
    LeavesInCheck { king: Square, by: PlacedPiece },
    /// Same, if only the role of the piece is known: for [`super::Position::why_not_san`].
    Pinned { piece: PlacedPiece, by: PlacedPiece },
    /// A null move while the king is in check.
    PassesInCheck { king: Square, by: PlacedPiece },
    /// There is no king on its first rank to castle with.
    NoCastlingKing { color: Color },
    /// There is no rook to castle with.
    NoCastlingRook { color: Color, side: CastlingSide },
    /// The right is lost or never existed.
    NoCastlingRight { color: Color, side: CastlingSide },
    /// A piece is on a square that king or rook must cross.
    CastlingBlocked { blocker: PlacedPiece },
    /// Castling out of check.
    CastlingOutOfCheck { by: PlacedPiece },
    /// Castling through check.
    CastlingThroughCheck { square: Square, by: PlacedPiece },
    /// Castling into check.
    CastlingIntoCheck { square: Square, by: PlacedPiece },
    /// A piece would be dropped onto the board.
    Drop,
    /// Crazyhouse: the side has no piece of this role in its pocket.
    NotInPocket { color: Color, role: Role },
    /// Crazyhouse: a piece would be dropped on an occupied square.
    DropOnPiece { piece: PlacedPiece },
    /// Crazyhouse: a pawn would be dropped on the first or last rank.
    PawnDroppedOnEndRank { to: Square },
    /// There is no castling in this variant.
    NoCastling,
    /// Antichess: another piece can capture, and captures are compulsory.
    MustCapture { piece: PlacedPiece, to: Square },
    /// Atomic: a king would capture, and explode.
    KingCaptures { king: Square },
    /// Atomic: the capture would blow up the own king.
    ExplodesOwnKing { king: Square, to: Square },
    /// Racing kings: the move would give check.
    GivesCheck { king: Square, by: PlacedPiece },
    /// The variant's own rules have ended the game.
    GameOver,
    /// The side has no piece of this role.
    NoSuchPiece { color: Color, role: Role },
    /// Pieces of this role are on other squares than given by the text.
    NoSuchPieceThere { color: Color, role: Role, file: Option<File>, rank: Option<Rank> },
    /// None of several pieces of this role can reach the square.
    NoneReaches { role: Role, pieces: Bitboard, to: Square },
}

impl fmt::Display for Illegality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Illegality::NoPiece { from } => write!(f, "there is no piece on {from}"),
            Illegality::NotItsTurn { turn } => write!(f, "it is {}'s turn", color_name(turn)),
            Illegality::StandsStill { piece } => write!(f, "{piece} does not move"),
            Illegality::CannotReach {
                piece: piece @ PlacedPiece { role: Role::Knight | Role::Pawn | Role::King, .. },
                to,
            } => {
                write!(f, "{piece} cannot move to {to}")
            }
            Illegality::CannotReach { piece, to } => write!(f, "{piece} cannot reach {to}"),
            Illegality::InTheWay { blocker, piece } => write!(f, "{blocker} is in the way of {piece}"),
            Illegality::OwnPiece { piece } => write!(f, "{piece} belongs to the same side"),
            Illegality::CapturesStraight { blocker } => {
                write!(f, "a pawn cannot capture straight ahead, and {blocker} is in its way")
            }
            Illegality::NothingToCapture { to } => write!(f, "there is nothing to capture on {to}"),
            Illegality::EnPassantNotNow { to } => {
                write!(f, "there is nothing to capture on {to}, and en passant is not possible there now")
            }
            Illegality::DoubleStep { piece } => {
                write!(f, "{piece} has already moved and cannot move two squares")
            }
            Illegality::MustPromote { to } => {
                write!(f, "a pawn that reaches the last rank must be promoted, here on {to}")
            }
            Illegality::PromotesTooEarly { to } => {
                write!(f, "a pawn is promoted on the last rank only, and {to} is not on it")
            }
            Illegality::NotAPawn { piece } => write!(f, "only a pawn can be promoted, and {piece} is not a pawn"),
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
            Illegality::Pinned { piece, by } => write!(f, "{piece} is pinned by {by}"),
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
            Illegality::DropOnPiece { piece } => {
                write!(f, "a piece can be dropped only on an empty square, and {piece} stands there")
            }
            Illegality::PawnDroppedOnEndRank { to } => {
                write!(f, "a pawn cannot be dropped on the first or the last rank, here on {to}")
            }
            Illegality::NoCastling => f.write_str("this variant has no castling"),
            Illegality::MustCapture { piece, to } => {
                write!(f, "a side that can capture must capture, and {piece} can capture on {to}")
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
            Illegality::NoSuchPiece { color, role } => write!(f, "{} has no {}", color_name(color), role_name(role)),
            Illegality::NoSuchPieceThere { color, role, file, rank } => {
                write!(f, "{} has no {} on ", color_name(color), role_name(role))?;
                match (file, rank) {
                    (Some(file), Some(rank)) => write!(f, "{}", Square::from_coords(file, rank)),
                    (Some(file), None) => write!(f, "the {}-file", file.char()),
                    (None, Some(rank)) => write!(f, "rank {}", rank.char()),
                    (None, None) => f.write_str("the board"),
                }
            }
            Illegality::NoneReaches { role, pieces, to } => {
                write!(f, "none of the {}s on ", role_name(role))?;
                write_squares(f, pieces)?;
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
