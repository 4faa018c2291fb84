//! What a visitor is shown of a game while the fast pass reads it.

use std::ops::Range;

use shakmaty::{Color, Move};

use crate::rules::Bitboards;

/// A half-move of a clean game.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove<'a> {
    pub mv: Move,
    /// Its number, whether the text gives it or not.
    pub number: u32,
    pub color: Color,
    /// The board after it.
    pub after: &'a Bitboards,
    /// It gives mate.
    pub mate: bool,
}

/// Whether a tag of this name may set up another board than the initial one.
pub fn sets_up_a_board(name: &str) -> bool {
    matches!(name, "FEN" | "SetUp")
}

/// Something that a check reports, and that does not change what the game says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deviation {
    /// Tags of the roster are missing.
    MissingTags,
    /// A tag's name is none of those in use. It may stand twice.
    UnknownTag,
    /// The tag `ECO` has a code that the pawns exclude.
    Opening,
    /// The terminator contradicts mate or stalemate on the board.
    Terminator,
    /// Play goes on in a position that may be dead or drawn by the rules.
    Drawn,
    /// The half-move gives another part of its source than the least that is needed: the file, the rank.
    Source { file: bool, rank: bool },
    /// The half-move's mark for check or mate is wrong or missing.
    Mark,
    /// A backslash stands before a NAG.
    Backslash,
    /// All numbers, and those that the visitor is shown, are `ahead` of what they should be.
    Numbers { ahead: i64 },
}

/// Visits a game's tags and tokens in their order. Ranges are bytes of the whole text. Whether the game is clean is
/// known only at its end: what was visited of one that is not is void. `None` ends the visit, and the game is not taken
/// for clean.
pub trait Visitor {
    /// Lints want to be asked about what stands in the movetext.
    const ASKS: bool = false;

    /// A tag: from its `[`, its name and its value without quotes.
    fn tag(&mut self, _open: usize, _name: Range<usize>, _value: Range<usize>) -> Option<()> {
        Some(())
    }

    /// The number of the half-move that follows, with its periods, for this side.
    fn number(&mut self, _range: Range<usize>, _color: Color) {}

    fn half_move(&mut self, _range: Range<usize>, _played: PlayedMove<'_>) -> Option<()> {
        Some(())
    }

    /// A NAG, or one of `!`, `?` and their like: the number that it has or stands for.
    fn glyph(&mut self, _range: Range<usize>, _number: u32) {}

    fn comment(&mut self, _range: Range<usize>) -> Option<()> {
        Some(())
    }

    /// A variation begins: its `(` stands at `open`.
    fn variation(&mut self, _open: usize) -> Option<()> {
        Some(())
    }

    /// The variation that began last ends: its `)` stands at `close`.
    fn variation_end(&mut self, _close: usize) {}

    fn terminator(&mut self, _range: Range<usize>) {}

    /// Whether a tag `ECO` that contradicts the opening is a deviation.
    fn minds_opening(&self) -> bool {
        false
    }

    /// Something keeps the game from being clean. `Some` accepts it and goes on. A deviation of a tag or a half-move
    /// comes before the tag or half-move itself.
    fn deviation(&mut self, _deviation: Deviation) -> Option<()> {
        None
    }
}

/// Visits nothing, while lints are asked about the movetext.
pub(super) struct Asking;

impl Visitor for Asking {
    const ASKS: bool = true;

    fn minds_opening(&self) -> bool {
        true
    }
}

/// Visits nothing.
impl Visitor for () {
    fn minds_opening(&self) -> bool {
        true
    }
}
