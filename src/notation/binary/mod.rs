//! What the binary notations read and write: a section's events in the order of their bytes, and what is wrong with it.
//!
//! A reader stops at the first byte that it cannot make sense of: what was read before it stays usable (rule E2).

mod cursor;
mod fault;
mod squares;
mod units;

pub(super) use cursor::{Cursor, latin1, latin1_bytes};
pub use fault::{BinaryError, BinaryFault};
pub(super) use squares::{half_move, holds_moves_only, squares_of};
pub(super) use units::{bits_behind, bytes_of_unit, bytes_of_units, pack, units};

use std::ops::Range;

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Board, CastlingMode, Chess, Move, MoveList, Outcome, Position, PositionError, Rank, Role, Setup};

use super::{CannotSay, ParsedMove};

/// What the game starts from. BCCF 1.0 asks it where the pawns stand, PGC and Brenner for the legal moves.
#[derive(Clone, Copy, Debug)]
pub struct BinaryStart<'a> {
    pub setup: &'a Setup,
    /// Standard chess or Chess960 (rule G1).
    pub mode: CastlingMode,
    /// The rules that are played by (rule G2).
    pub variant: Variant,
}

/// One thing that a binary section says.
#[derive(Clone, Debug, PartialEq)]
pub enum BinaryEvent {
    /// A half-move by its squares, legal or not (BCCF): like MCN, it has to be asked of the board what it means.
    Parsed(ParsedMove),
    /// A legal half-move (PGC, Brenner). Every notation of moves writes it.
    Move(Move),
    /// The pieces after a half-move (BCFEN).
    Board(Board),
    /// A NAG of the half-move before it.
    Nag(u32),
    /// A comment.
    Comment(String),
    /// The text of a `%` line (PGC).
    Escape(String),
    /// A tag pair in the section itself, though in a VGN file the tags are text (PGC, Brenner).
    Tag { name: String, value: String },
    /// A variation begins, which replaces the last half-move before it on its line.
    VariationBegin,
    /// The variation ends, and its line goes on where it stood.
    VariationEnd,
    /// The game's terminator (Brenner). The other notations say only that the section is over: they write it nowhere.
    End(Outcome),
}

/// An event and where it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Located {
    /// In bytes from the section's start.
    pub range: Range<usize>,
    pub event: BinaryEvent,
}

/// A section as far as it can be read.
#[derive(Clone, Debug, PartialEq)]
pub struct BinaryGame {
    pub events: Vec<Located>,
    /// The bytes that were read: with the terminator, or up to the error.
    pub len: usize,
    /// Why reading stopped, if not at the terminator.
    pub error: Option<BinaryError>,
    /// The first bits that say nothing and are not as they should be. They are passed over.
    pub idle: Option<BinaryError>,
}

impl BinaryGame {
    /// The half-moves and boards of the main line. Variations are left out.
    pub fn main_line(&self) -> impl Iterator<Item = &Located> {
        let mut depth = 0_usize;
        self.events.iter().filter(move |located| match located.event {
            BinaryEvent::VariationBegin => {
                depth += 1;
                false
            }
            BinaryEvent::VariationEnd => {
                depth = depth.saturating_sub(1);
                false
            }
            BinaryEvent::Parsed(_) | BinaryEvent::Move(_) | BinaryEvent::Board(_) => depth == 0,
            _ => false,
        })
    }
}

/// Why events cannot be written in a binary notation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CannotWrite {
    /// The index of the event that cannot be written; the number of events if it is their end.
    pub event: usize,
    pub why: CannotSay,
}

impl CannotWrite {
    pub(super) fn new(event: usize, why: CannotSay) -> CannotWrite {
        CannotWrite { event, why }
    }
}

impl std::fmt::Display for CannotWrite {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.why.fmt(f)
    }
}

impl std::error::Error for CannotWrite {}

/// The position of any variant whose legal moves PGC tells apart, as [`legal_start`].
pub(super) fn legal_start_of_variant(start: &BinaryStart<'_>) -> Result<VariantPosition, CannotSay> {
    if start.variant == Variant::Chess {
        return legal_start(start).map(VariantPosition::Chess);
    }
    VariantPosition::from_setup(start.variant, start.setup.clone(), start.mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|_| no_legal_start())
}

/// The position of chess whose legal moves Brenner tells apart. Variants all of whose moves are legal moves of chess
/// are played as chess; in the others pieces are dropped, explode or are more than Brenner numbers.
///
/// Boards with more pieces than a game can come to have none here: their moves fit neither a byte nor shakmaty's list.
pub(super) fn legal_start(start: &BinaryStart<'_>) -> Result<Chess, CannotSay> {
    if !matches!(start.variant, Variant::Chess | Variant::KingOfTheHill | Variant::ThreeCheck | Variant::RacingKings) {
        return Err(CannotSay::new("the notation can record only moves of chess, and this variant has others"));
    }
    start
        .setup
        .clone()
        .position::<Chess>(start.mode)
        .or_else(PositionError::ignore_impossible_check)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|_| no_legal_start())
}

fn no_legal_start() -> CannotSay {
    CannotSay::new("the notation can record only legal moves, and from the first position none can be played")
}

/// The legal moves may be asked of a position that came from [`legal_start`], by legal moves.
pub(super) fn legal(position: &dyn Position, mv: Move) -> bool {
    position.legal_moves().contains(&mv)
}

/// The legal moves; none where shakmaty's list may not hold them, which no game of chess comes to.
pub(super) fn legal_moves(position: &dyn Position) -> MoveList {
    let (board, ours) = (position.board(), position.us());
    let pieces = |role| (board.by_role(role) & ours).count();
    // As many as there can be with the pieces of a game in which few pawns are queens.
    let at_most = 27 * pieces(Role::Queen)
        + 14 * pieces(Role::Rook)
        + 13 * pieces(Role::Bishop)
        + 8 * (pieces(Role::Knight) + pieces(Role::King))
        + 15 * pieces(Role::Pawn)
        + 2;
    if position.pockets().is_none() && at_most <= MoveList::new().capacity() {
        return position.legal_moves();
    }
    let seventh = position.turn().relative_rank(Rank::Seventh);
    // Pawns have two moves at most besides those to squares that they attack; on the seventh rank one, of five kinds
    // each.
    let of_pieces = ours.into_iter().map(|from| match board.role_at(from) {
        Some(Role::Pawn) if from.rank() == seventh => 15,
        Some(Role::Pawn) => 4,
        _ => (board.attacks_from(from) & !ours).count(),
    });
    let drops = position.pockets().map_or(0, |pockets| {
        let kinds = pockets.get(position.turn()).iter().filter(|&&pieces| pieces > 0).count();
        kinds * (!board.occupied()).count()
    });
    let list = MoveList::new();
    if of_pieces.sum::<usize>() + drops + 2 > list.capacity() { list } else { position.legal_moves() }
}

/// Why a notation of moves takes neither squares alone nor boards.
pub(super) fn no_move(event: &BinaryEvent) -> CannotSay {
    CannotSay::new(match event {
        BinaryEvent::Parsed(_) => "the notation can record only legal moves, and it is not known which one this is",
        BinaryEvent::Board(_) => "the notation can record only moves, and this is a board",
        _ => "the notation has no bytes for this",
    })
}
