//! The visitor of a game's content, called while the fast pass reads it.

use std::ops::Range;

use shakmaty::{Color, Move};

use crate::lint::{Finding, FindingDetail};
use crate::rules::Bitboards;

/// A half-move of a clean game.
#[derive(Clone, Copy, Debug)]
pub struct PlayedMove<'a> {
    pub mv: Move,
    /// Its number, whether the text includes it or not.
    pub number: u32,
    pub color: Color,
    /// The board after it.
    pub after: &'a Bitboards,
    /// Whether it gives mate.
    pub mate: bool,
}

/// Whether a tag of this name may set up a position other than the initial one.
pub fn sets_up_a_board(name: &str) -> bool {
    matches!(name, "FEN" | "SetUp")
}

/// A deviation from a clean game that a check reports, and that does not change the meaning of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deviation {
    /// Tags of the roster are missing.
    MissingTags,
    /// A tag's name is not in common use. The tag may be repeated.
    UnknownTag,
    /// The tag `ECO` has a code that the pawns exclude.
    Opening,
    /// The terminator contradicts mate or stalemate on the board.
    Terminator,
    /// Play continues in a position that may be dead or drawn by the rules.
    Drawn,
    /// The half-move does not give the minimal part of its source square. `file`, `rank`: what is needed.
    Source { file: bool, rank: bool },
    /// The half-move's mark for check or mate is wrong or missing.
    Mark,
    /// A backslash precedes a NAG.
    Backslash,
    /// All numbers, including those that the visitor receives, are `ahead` of the true ones.
    Numbers { ahead: i64 },
}

/// Visits a game's tags and tokens in order. Ranges are in bytes of the whole text. Whether the game is clean is known
/// only at its end; a visitor must discard what it has collected of a game that is not clean. `None` ends the visit,
/// and the game is then not clean.
pub trait Visitor {
    /// Whether lints are asked about the movetext.
    const ASKS_LINTS: bool = false;

    /// A tag: the offset of its `[`, its name, and its value without quotes.
    fn tag(&mut self, _open: usize, _name: Range<usize>, _value: Range<usize>) -> Option<()> {
        Some(())
    }

    /// The position before the first half-move, after all tags.
    fn start(&mut self, _board: &Bitboards) {}

    /// The number of the next half-move, with its periods, for this side.
    fn number(&mut self, _range: Range<usize>, _color: Color) {}

    fn half_move(&mut self, _range: Range<usize>, _played: PlayedMove<'_>) -> Option<()> {
        Some(())
    }

    /// A NAG, or a suffix such as `!` or `?`, with the number of the NAG.
    fn glyph(&mut self, _range: Range<usize>, _number: u32) {}

    fn comment(&mut self, _range: Range<usize>) -> Option<()> {
        Some(())
    }

    /// A variation begins with `(` at `open`.
    fn variation(&mut self, _open: usize) -> Option<()> {
        Some(())
    }

    /// The innermost variation ends with `)` at `close`.
    fn variation_end(&mut self, _close: usize) {}

    fn terminator(&mut self, _range: Range<usize>) {}

    /// Whether games of Chess960, King of the Hill and Three-check are visited, besides standard chess.
    fn visits_variants(&self) -> bool {
        false
    }

    /// Whether an `ECO` tag that contradicts the opening is a deviation.
    fn checks_opening(&self) -> bool {
        false
    }

    /// A deviation from a clean game. `Some` accepts it and continues. A deviation in a tag or a half-move is reported
    /// before the tag or half-move itself.
    fn deviation(&mut self, _deviation: Deviation) -> Option<()> {
        None
    }

    /// How much of a lint's findings the visitor needs.
    fn detail(&self) -> FindingDetail {
        FindingDetail::Existence
    }

    /// A finding of a lint, in the needed detail. `Some` accepts it and continues.
    fn find(&mut self, _finding: Finding) -> Option<()> {
        None
    }

    /// The findings accepted so far.
    fn findings(&mut self) -> &mut [Finding] {
        &mut []
    }
}
