//! Errors in the text of a board.

use std::fmt;
use std::ops::Range;

/// The first error in the text of a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardError {
    pub field: BoardField,
    /// The erroneous text, in bytes of the text that was read; empty if something is missing.
    pub range: Range<usize>,
    pub fault: BoardFault,
}

/// The fields of FEN; SFEN has `Marks` in place of the two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BoardField {
    /// The pieces on the squares.
    Placement,
    /// The pieces in hand, in crazyhouse FEN.
    Pocket,
    Turn,
    Castling,
    EnPassant,
    /// Half-moves since the last capture or pawn move.
    Clock,
    /// The number of the next full move.
    Number,
    /// SFEN's marks, such as `+#`.
    Marks,
}

/// The kinds of errors in the text of a board. Strings quote the erroneous text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardFault {
    /// There is no text.
    Empty,
    /// Number of ranks other than eight.
    RankCount(usize),
    /// A rank, 1 to 8, does not have eight squares.
    RankLength { rank: u8, squares: usize },
    /// A character in the placement is neither a piece nor a number of empty squares.
    NotAPiece(char),
    /// A character in a pocket is not a piece that can be in one.
    NotInPocket(char),
    /// Two consecutive numbers of empty squares.
    TwoNumbers(String),
    /// The side to move is not `w` or `b`.
    NotATurn(String),
    /// A character in the castling field denotes no right.
    NotARight { found: char, files: bool },
    /// A right is repeated, or out of SFEN's order.
    RightOrder(char),
    /// The castling field is empty or missing; without any right it is `-`.
    NoCastling,
    /// The en passant field is neither `-` nor a square.
    NotASquare(String),
    /// The half-move clock or the move number is not a number, or too large.
    NotANumber(String),
    /// The move number is zero.
    NumberZero,
    /// Fewer fields than the notation requires.
    MissingField { found: usize, expected: &'static str },
    /// Text after the last field.
    ExtraText(String),
    /// A field is not separated by exactly one space.
    Spaces,
    /// SFEN's last field is not one of the marks.
    NotMarks(String),
}

impl BoardError {
    pub(super) fn new(field: BoardField, range: Range<usize>, fault: BoardFault) -> BoardError {
        BoardError { field, range, fault }
    }

    pub(super) fn shifted(mut self, by: usize) -> BoardError {
        self.range = self.range.start + by..self.range.end + by;
        self
    }
}

impl BoardField {
    /// The field's name for use in a sentence.
    pub fn name(self) -> &'static str {
        match self {
            BoardField::Placement => "piece placement",
            BoardField::Pocket => "pocket",
            BoardField::Turn => "side to move",
            BoardField::Castling => "castling rights",
            BoardField::EnPassant => "en passant square",
            BoardField::Clock => "half-move clock",
            BoardField::Number => "move number",
            BoardField::Marks => "end marks",
        }
    }
}

impl fmt::Display for BoardError {
    /// One plain sentence without a final period.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.fault {
            BoardFault::Empty => write!(f, "there is no board, expected eight ranks"),
            BoardFault::RankCount(1) => write!(f, "1 rank instead of 8"),
            BoardFault::RankCount(count) => write!(f, "{count} ranks instead of 8"),
            BoardFault::RankLength { rank, squares: 1 } => write!(f, "rank {rank} has 1 square instead of 8"),
            BoardFault::RankLength { rank, squares } => write!(f, "rank {rank} has {squares} squares instead of 8"),
            BoardFault::NotAPiece(found) => {
                write!(f, "`{found}` is not a piece: expected one of KQRBNPkqrbnp, or the number of empty squares")
            }
            BoardFault::NotInPocket(found) => {
                write!(f, "`{found}` is not a piece that can be in a pocket, expected QRBNP and qrbnp")
            }
            BoardFault::TwoNumbers(found) => {
                write!(f, "`{found}` is two numbers of empty squares in a row, expected their sum")
            }
            BoardFault::NotATurn(found) => write!(f, "side to move must be w or b, not `{found}`"),
            BoardFault::NotARight { found: '-', .. } => {
                write!(f, "`-` says that there are no castling rights, so that it stands alone")
            }
            BoardFault::NotARight { found, files: true } => {
                write!(f, "`{found}` is not a castling right, expected `-`, letters of KQkq or files of rooks")
            }
            BoardFault::NotARight { found, files: false } => {
                write!(f, "`{found}` is not a castling right, expected `-` or letters of KQkq")
            }
            BoardFault::RightOrder(found) => {
                write!(f, "castling right `{found}` is repeated or out of order, expected the order KQkq")
            }
            BoardFault::NoCastling => write!(f, "there are no castling rights between the spaces, expected `-`"),
            BoardFault::NotASquare(found) => write!(f, "en passant must be `-` or a square, not `{found}`"),
            BoardFault::NotANumber(found) => write!(f, "{} must be a number, not `{found}`", self.field.name()),
            BoardFault::NumberZero => write!(f, "move number must be 1 or more"),
            BoardFault::MissingField { found, expected } => {
                let s = if *found == 1 { "" } else { "s" };
                let verb = if matches!(self.field, BoardField::Castling | BoardField::Marks) { "are" } else { "is" };
                write!(f, "{} {verb} missing: {found} field{s} instead of {expected}", self.field.name())
            }
            BoardFault::ExtraText(found) => write!(f, "`{found}` is after the last field of the board"),
            BoardFault::Spaces => write!(f, "fields must be separated by one space"),
            BoardFault::NotMarks(found) => {
                write!(f, "`{found}` is neither a field of the board nor one of its end marks such as `+#`")
            }
        }
    }
}

impl std::error::Error for BoardError {}
