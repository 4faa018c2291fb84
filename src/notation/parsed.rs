//! What a move text or a board text says, before any board is asked.

use shakmaty::{CastlingSide, Color, File, Rank, Role, Setup, Square};

/// What the text of one half-move says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveText {
    /// The move itself.
    pub parsed: ParsedMove,
    /// The text says check: `+` stands after the move (in SAN and LAN `++` too, and `#`, which is mate).
    pub check: bool,
    /// The mark for the end of the game.
    pub end: EndMark,
    /// Ways of writing that the notation's export form does not use.
    pub habits: Habits,
}

/// The kinds of move that a text can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsedMove {
    /// A piece goes to a square.
    Piece(PieceMove),
    /// `O-O`, `KC` and the like: which rook is meant, not which squares.
    Castle(CastlingSide),
    /// `--`, `Z0`, `0000`: the turn passes.
    Null,
    /// `N@f3`, `@e4`: a piece from the pocket.
    Drop { role: Role, to: Square },
}

/// A piece's move as far as the text tells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceMove {
    /// The piece symbol; `None` where the notation has none (UCI, MCN). SAN's missing symbol is a pawn.
    pub role: Option<Role>,
    /// Where the piece comes from, as far as the text tells.
    pub from_file: Option<File>,
    pub from_rank: Option<Rank>,
    pub to: Square,
    pub capture: Capture,
    /// What the pawn is promoted to.
    pub promotion: Option<Role>,
}

impl PieceMove {
    /// A move by its two squares, of which nothing else is told.
    pub fn between(from: Square, to: Square, promotion: Option<Role>) -> PieceMove {
        let (from_file, from_rank) = (Some(from.file()), Some(from.rank()));
        PieceMove { role: None, from_file, from_rank, to, capture: Capture::Unsaid, promotion }
    }

    /// Can the piece come from this square, as far as the text tells? A pawn whose file is not written and that takes
    /// nothing stays on its file (PGN 8.2.3.3): `c5` is no `dxc5`.
    pub fn may_come_from(&self, from: Square) -> bool {
        let straight = self.role == Some(Role::Pawn) && self.from_file.is_none() && self.capture == Capture::Quiet;
        let file = if straight { Some(self.to.file()) } else { self.from_file };
        file.is_none_or(|file| file == from.file()) && self.from_rank.is_none_or(|rank| rank == from.rank())
    }
}

/// What a text says about a capture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Capture {
    /// The notation does not tell captures (UCI, MCN).
    Unsaid,
    /// The notation tells captures, and this text tells none.
    Quiet,
    /// `x`: something is taken (SAN, LAN).
    Takes,
    /// `xQ`: a piece of this role is taken (FCN).
    TakesRole(Role),
    /// `en` (FCN), `e.p.` (SAN by habit).
    EnPassant,
}

/// The mark that a text carries for the end of the game (seeds 000 and 001: "+#").
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum EndMark {
    #[default]
    None,
    /// `#`: in FCN and SFEN the game is over (with `+` before it mate, else stalemate); in SAN and LAN mate.
    Over,
    /// `#+` (1.1): a winner without mate.
    Won,
    /// `##` (1.1): a draw without stalemate.
    Drawn,
}

/// Ways of writing outside a notation's export form, each with its own diagnostic.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Habits {
    /// `0-0` for `O-O`.
    pub castling_zeros: bool,
    /// Read leniently: `e7e8Q`, `e2e4`, `Pe4`, `Ngxf3` without its `x`, `e8(Q)`, `Rh6:`, lower-case pieces …
    pub import_form: bool,
    /// The piece letter is not English: `S` for the German knight, or a figurine.
    pub foreign: Option<char>,
    /// `e.p.` stands after the move.
    pub en_passant_suffix: bool,
}

/// Squares of a castling as different notations count them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Castled {
    /// King's two squares: `e1g1`.
    KingSquares,
    /// King takes own rook: `e1h1`.
    KingTakesRook,
}

/// What the text of one board says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardText {
    /// The board with whatever else is said; what is unsaid has the default of an empty `Setup`.
    pub setup: Setup,
    /// The side to move, if said.
    pub turn: Option<Color>,
    /// Castling rights are said (`-` counts).
    pub castling_said: bool,
    /// The en passant square is said (`-` counts).
    pub en_passant_said: bool,
    /// The half-move clock and the move number are said (FEN).
    pub clocks_said: bool,
    pub check: bool,
    pub end: EndMark,
}
