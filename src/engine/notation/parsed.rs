//! The content of a move text or a board text, independent of any board.

use shakmaty::{CastlingSide, Color, File, Rank, Role, Setup, Square};

/// The content of one half-move's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The move itself.
    pub parsed: ParsedMove,
    /// Check: `+` after the move (in SAN and LAN also `++`, and `#`, which is mate).
    pub check: bool,
    /// The mark for the end of the game.
    pub end: EndMark,
    /// Deviations from the notation's export form.
    pub habits: SpellingDeviations,
}

/// The kinds of moves that a text can denote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsedMove {
    /// A piece moves to a square.
    Piece(PieceMove),
    /// `O-O`, `KC` and similar: determines the rook, not the squares.
    Castle(CastlingSide),
    /// `--`, `Z0`, `0000`: a null move.
    Null,
    /// `N@f3`, `@e4`: a piece from the pocket.
    Drop { role: Role, to: Square },
}

/// A piece's move, as far as the text specifies it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// The piece symbol; `None` if the notation has none (UCI, MCN). In SAN a missing symbol is a pawn.
    pub role: Option<Role>,
    /// The source, as far as the text specifies it.
    pub from_file: Option<File>,
    pub from_rank: Option<Rank>,
    pub to: Square,
    pub capture: Capture,
    /// The promotion piece.
    pub promotion: Option<Role>,
}

impl PieceMove {
    /// A move specified only by its two squares.
    pub fn between(from: Square, to: Square, promotion: Option<Role>) -> PieceMove {
        let (from_file, from_rank) = (Some(from.file()), Some(from.rank()));
        PieceMove { role: None, from_file, from_rank, to, capture: Capture::Unsaid, promotion }
    }

    /// Whether the text allows this source square. A pawn without a source file that captures nothing stays on its file
    /// (PGN 8.2.3.3): `c5` is not `dxc5`.
    pub fn may_come_from(&self, from: Square) -> bool {
        let straight = self.role == Some(Role::Pawn) && self.from_file.is_none() && self.capture == Capture::Quiet;
        let file = if straight { Some(self.to.file()) } else { self.from_file };
        file.is_none_or(|file| file == from.file()) && self.from_rank.is_none_or(|rank| rank == from.rank())
    }
}

/// What a text specifies about a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// The notation does not mark captures (UCI, MCN).
    Unsaid,
    /// The notation marks captures, and this text has none.
    Quiet,
    /// `x`: a capture of any piece (SAN, LAN).
    Takes,
    /// `xQ`: a capture of a piece of this role (FCN).
    TakesRole(Role),
    /// `en` (FCN), or the non-standard `e.p.` (SAN).
    EnPassant,
}

/// The mark of a text for the end of the game (seeds 000 and 001: "+#").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndMark {
    #[default]
    None,
    /// `#`: in FCN and SFEN the game is over (mate after `+`, else stalemate); in SAN and LAN mate.
    Over,
    /// `#+` (1.1): a win without mate.
    Won,
    /// `##` (1.1): a draw without stalemate.
    Drawn,
}

/// Deviations from a notation's export form, each with its own diagnostic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SpellingDeviations {
    /// `0-0` for `O-O`.
    pub castling_zeros: bool,
    /// Import form: `e7e8Q`, `e2e4`, `Pe4`, `Ngxf3` without its `x`, `e8(Q)`, `Rh6:`, lower-case pieces …
    pub import_form: bool,
    /// The piece letter is not English: `S` for the German knight, or a figurine.
    pub foreign: Option<char>,
    /// `e.p.` follows the move.
    pub en_passant_suffix: bool,
}

/// The squares of a castling in coordinate notations.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CastlingSquares {
    /// The king's two squares: `e1g1`.
    KingSquares,
    /// King takes own rook: `e1h1`.
    KingTakesRook,
}

/// The content of one board's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardText {
    /// The board and the other specified fields; unspecified ones have the default of an empty `Setup`.
    pub setup: Setup,
    /// The side to move, if specified.
    pub turn: Option<Color>,
    /// Whether castling rights are specified (`-` counts).
    pub castling_given: bool,
    /// Whether the en passant square is specified (`-` counts).
    pub en_passant_given: bool,
    /// Whether the half-move clock and the move number are specified (FEN).
    pub clocks_given: bool,
    pub check: bool,
    pub end: EndMark,
}
