//! What others can hear of a game while it is read.

use std::ops::Range;

use shakmaty::{Color, Move};

use crate::rules::Bitboards;

/// A half-move of a clean game.
#[derive(Clone, Copy, Debug)]
pub struct Heard<'a> {
    pub mv: Move,
    /// The number that it has, whether the text says it or not.
    pub number: u32,
    pub color: Color,
    /// The board after it.
    pub after: &'a Bitboards,
    /// It gives mate.
    pub mate: bool,
}

/// Something in a game that a check tells of, and that does not change what the game says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blemish {
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
    /// The half-move says another part of its source than the least that is needed: the file, the rank.
    Source { file: bool, rank: bool },
    /// The half-move's mark for check or mate is wrong or missing.
    Mark,
    /// A backslash stands before a NAG.
    Backslash,
    /// All numbers are by so many ahead of those that they should be, and so are those that are told.
    Numbers { ahead: i64 },
}

/// Hears of a game's tags and tokens in their order. Ranges are bytes of the whole text. That the game is clean is
/// known when it has been read to its end: what was heard of one that is not is void. Whoever answers `None` hears no
/// more of the game, which is then not taken for clean.
pub trait Listener {
    /// Lints want to be asked about what stands in the movetext.
    const ASKS: bool = false;

    /// A tag: from its `[`, its name and its value without quotes.
    fn tag(&mut self, _open: usize, _name: Range<usize>, _value: Range<usize>) -> Option<()> {
        Some(())
    }

    /// The number of the half-move that follows, with its periods, for this side.
    fn number(&mut self, _range: Range<usize>, _color: Color) {}

    fn half_move(&mut self, _range: Range<usize>, _heard: Heard<'_>) -> Option<()> {
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

    /// Is the tag `ECO` to be held against the opening? Else that is no blemish.
    fn minds_opening(&self) -> bool {
        false
    }

    /// There is something that keeps the game from being clean. Who does not mind answers with `Some`, and goes on
    /// hearing. What is wrong with a tag or a half-move is told before it.
    fn blemish(&mut self, _blemish: Blemish) -> Option<()> {
        None
    }
}

/// Hears nothing, while lints are asked about the movetext.
pub(super) struct Asking;

impl Listener for Asking {
    const ASKS: bool = true;

    fn minds_opening(&self) -> bool {
        true
    }
}

/// Hears nothing.
impl Listener for () {
    fn minds_opening(&self) -> bool {
        true
    }
}
