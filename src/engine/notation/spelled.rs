//! Input of notations that write a move or a board.

use std::borrow::Cow;
use std::fmt;

use shakmaty::{CastlingMode, Move, Setup};

use super::EndMark;

/// Length in bytes of the longest move in any notation: `Pa7-b8xR=Q+#+`.
const LONGEST: usize = 13;

/// A half-move to write.
#[derive(Clone, Copy)]
pub struct SpelledMove<'a> {
    /// The move, or `None` for the null move.
    pub mv: Option<Move>,
    /// Whether the move gives check.
    pub check: bool,
    /// How the game ends with this move. Mate is `check` with [`EndMark::Over`].
    pub end: EndMark,
    /// The position before the move, if the rules (those of a variant included) cover it. SAN requires it to
    /// disambiguate pieces, and cannot be written without it.
    pub legal: Option<&'a dyn shakmaty::Position>,
    /// On a board that the rules do not cover, what [`Self::legal`] would say: the possible moves of pieces of the same
    /// role to the same square, or the move itself if it castles.
    pub rivals: &'a [Move],
    /// The form of castling in coordinates.
    pub mode: CastlingMode,
}

impl<'a> SpelledMove<'a> {
    /// A move without marks, in standard chess.
    pub fn new(mv: Move) -> SpelledMove<'a> {
        SpelledMove {
            mv: Some(mv),
            check: false,
            end: EndMark::None,
            legal: None,
            rivals: &[],
            mode: CastlingMode::Standard,
        }
    }

    /// The written form.
    ///
    /// # Errors
    ///
    /// When there is none.
    pub fn text(&self, write: WriteMove) -> Result<String, SpellingError> {
        let mut text = String::with_capacity(LONGEST);
        write(self, &mut text).map(|()| text)
    }
}

impl fmt::Debug for SpelledMove<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut shown = f.debug_struct("SpelledMove");
        shown.field("mv", &self.mv).field("check", &self.check).field("end", &self.end);
        shown.field("legal", &self.legal.map(|position| position.board())).field("mode", &self.mode).finish()
    }
}

/// Appends the written form of a move to a text, or returns why there is none; then the appended text is invalid.
pub type WriteMove = fn(&SpelledMove<'_>, &mut String) -> Result<(), SpellingError>;

/// A board to write.
#[derive(Clone, Copy, Debug)]
pub struct SpelledBoard<'a> {
    pub setup: &'a Setup,
    /// Whether the side to move is in check.
    pub check: bool,
    /// How the game has ended on this board. Mate is `check` with [`EndMark::Over`].
    pub end: EndMark,
}

/// Why a notation has no text for a move or a board: one plain sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpellingError(Cow<'static, str>);

impl SpellingError {
    /// Creates a reason from a sentence.
    pub fn new(reason: impl Into<Cow<'static, str>>) -> SpellingError {
        SpellingError(reason.into())
    }

    /// The reason for binary notations, which have no text.
    pub fn binary() -> SpellingError {
        SpellingError::new("the notation is binary and has no text")
    }

    /// The sentence.
    pub fn reason(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for SpellingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SpellingError {}
