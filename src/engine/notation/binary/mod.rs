//! Input and output of the binary notations: a section's events in byte order, and its errors.
//!
//! A reader stops at the first invalid byte; the events before it remain usable (rule E2).

mod cursor;
mod fault;
mod squares;
mod units;

pub(super) use cursor::{ByteReader, latin1, latin1_bytes};
pub use fault::{BinaryError, BinaryFault};
pub(super) use squares::{half_move, holds_moves_only, squares_of};
pub(super) use units::{bits_behind, bytes_of_unit, bytes_of_units, pack, units};

use std::ops::Range;

use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{Board, CastlingMode, Chess, Move, MoveList, Outcome, Position, PositionError, Rank, Role, Setup};

use super::{ParsedMove, SpellingError};

/// Start of the game. BCCF 1.0 needs it for the squares of the pawns, PGC and Brenner for the legal moves.
#[derive(Clone, Copy, Debug)]
pub struct BinaryStart<'a> {
    pub setup: &'a Setup,
    /// Standard chess or Chess960 (rule G1).
    pub mode: CastlingMode,
    /// The variant's rules (rule G2).
    pub variant: Variant,
}

/// An event of a binary section.
#[derive(Clone, Debug, PartialEq)]
pub enum BinaryEvent {
    /// A half-move by its squares, legal or not (BCCF): as in MCN, its meaning depends on the board.
    Parsed(ParsedMove),
    /// A legal half-move (PGC, Brenner). Every notation of moves can encode it.
    Move(Move),
    /// The pieces after a half-move (BCFEN).
    Board(Board),
    /// A NAG of the preceding half-move.
    Nag(u32),
    /// A comment.
    Comment(String),
    /// The text of a `%` line (PGC).
    Escape(String),
    /// A tag pair in the section itself (PGC, Brenner); in a VGN file the tags are text.
    Tag { name: String, value: String },
    /// Start of a variation, which replaces the preceding half-move of its line.
    VariationBegin,
    /// End of the variation; the parent line continues.
    VariationEnd,
    /// The game's terminator (Brenner). The other notations encode only the end of the section.
    End(Outcome),
}

/// An event with its range.
#[derive(Clone, Debug, PartialEq)]
pub struct LocatedEvent {
    /// In bytes from the section's start.
    pub range: Range<usize>,
    pub event: BinaryEvent,
}

/// The readable part of a section.
#[derive(Clone, Debug, PartialEq)]
pub struct BinaryGame {
    pub events: Vec<LocatedEvent>,
    /// Number of bytes read: including the terminator, or up to the error.
    pub len: usize,
    /// Why reading stopped, if not at the terminator.
    pub error: Option<BinaryError>,
    /// The first unused bits with an unexpected value; they are ignored.
    pub idle: Option<BinaryError>,
}

impl BinaryGame {
    /// The half-moves and boards of the main line, without variations.
    pub fn main_line(&self) -> impl Iterator<Item = &LocatedEvent> {
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
pub struct BinaryWriteError {
    /// Index of the event that cannot be written; the number of events for their end.
    pub event: usize,
    pub why: SpellingError,
}

impl BinaryWriteError {
    pub(super) fn new(event: usize, why: SpellingError) -> BinaryWriteError {
        BinaryWriteError { event, why }
    }
}

impl std::fmt::Display for BinaryWriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.why.fmt(f)
    }
}

impl std::error::Error for BinaryWriteError {}

/// The position whose legal moves PGC enumerates, as [`legal_start`] for any variant.
pub(super) fn legal_start_of_variant(start: &BinaryStart<'_>) -> Result<VariantPosition, SpellingError> {
    if start.variant == Variant::Chess {
        return legal_start(start).map(VariantPosition::Chess);
    }
    VariantPosition::from_setup(start.variant, start.setup.clone(), start.mode)
        .or_else(PositionError::ignore_invalid_castling_rights)
        .or_else(PositionError::ignore_invalid_ep_square)
        .map_err(|_| no_legal_start())
}

/// The position whose legal moves Brenner enumerates. Variants in which all moves are legal moves of chess are played
/// as chess; the others have drops, explosions or more pieces than Brenner numbers.
///
/// Returns an error for boards with more pieces than a game can reach: their moves fit neither a byte nor shakmaty's
/// list.
pub(super) fn legal_start(start: &BinaryStart<'_>) -> Result<Chess, SpellingError> {
    if !matches!(start.variant, Variant::Chess | Variant::KingOfTheHill | Variant::ThreeCheck | Variant::RacingKings) {
        return Err(SpellingError::new("the notation can record only moves of chess, and this variant has others"));
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

fn no_legal_start() -> SpellingError {
    SpellingError::new("the notation can record only legal moves, and from the first position none can be played")
}

/// Whether the move is legal in a position reached by legal moves from [`legal_start`].
pub(super) fn legal(position: &dyn Position, mv: Move) -> bool {
    position.legal_moves().contains(&mv)
}

/// The legal moves; none if they might overflow shakmaty's list, which no game of chess reaches.
pub(super) fn legal_moves(position: &dyn Position) -> MoveList {
    let (board, ours) = (position.board(), position.us());
    let pieces = |role| (board.by_role(role) & ours).count();
    // Upper bound for the piece set of a game with few promoted queens.
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
    // Besides captures, pawns have at most two moves; on the seventh rank one, with five promotions each.
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

/// Why a notation of moves encodes neither bare squares nor boards.
pub(super) fn no_move(event: &BinaryEvent) -> SpellingError {
    SpellingError::new(match event {
        BinaryEvent::Parsed(_) => "the notation can record only legal moves, and it is not known which one this is",
        BinaryEvent::Board(_) => "the notation can record only moves, and this is a board",
        _ => "the notation has no bytes for this",
    })
}
