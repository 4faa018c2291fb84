//! A walk over the games of a text: tags, half-moves with their boards and keys, comments, terminator.
//!
//! Plain games are read by the fast pass ([`plain`]), all others by the judge ([`judged`]), and games with binary
//! sections by their transcripts. Main lines and variations come in the order of the text; a [`WalkStep`] says which is
//! which. What a game says of itself is collected in [`GameFacts`].

mod board;
mod facts;
mod judged;
mod plain;
#[cfg(test)]
mod tests;
mod variant_watch;
mod walker;

use std::ops::Range;

use shakmaty::{Color, Move};

pub use board::{WalkBoard, WalkPlace};
pub use facts::{GameFacts, GameResult};
pub(crate) use judged::glyph_number;
pub(crate) use variant_watch::VariantWatch;
pub use walker::GameWalker;

/// Receives the content of games. All ranges are in bytes of the walked text.
///
/// Tags come first. In games of [`ReadingWay::Plain`] all else comes in the order of the text; in games of
/// [`ReadingWay::Judged`] comments, glyphs and the terminator come before the half-moves, and ranges give their places.
pub trait GameSink {
    /// A game begins. What was received of another game since the last [`GameSink::end`] does not count: its reading
    /// begins anew.
    fn begin(&mut self);

    /// Whether the sink needs the keys of positions; without them, plain games are walked more quickly.
    fn wants_keys(&self) -> bool {
        true
    }

    /// A tag's name and its value, without quotes, escapes resolved. Bytes that are not UTF-8 are as in the file.
    fn tag(&mut self, _name: &[u8], _value: &[u8]) {}

    /// The position before the first half-move. Not called if it is unknown.
    fn start(&mut self, _place: WalkPlace<'_>) {}

    /// A half-move, with the positions before and after it; `None` if they are unknown.
    fn half_move(&mut self, step: &WalkStep, before: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>);

    /// A NAG, or a suffix such as `!?`, with its number, of the last half-move. Not called for games of
    /// [`ReadingWay::Section`].
    fn glyph(&mut self, _range: Range<usize>, _number: u32) {}

    /// A comment, with its braces or its semicolon. Not called for games of [`ReadingWay::Section`].
    fn comment(&mut self, _range: Range<usize>, _text: &[u8]) {}

    /// The number of texts of half-moves in the main line, which are played only if its variant can be. Not called for
    /// games of [`ReadingWay::Plain`].
    fn written(&mut self, _half_moves: u32) {}

    /// The terminator's text.
    fn terminator(&mut self, _text: &[u8]) {}

    /// The game that began last ends.
    fn end(&mut self, game: &WalkedGame);
}

/// One half-move of a walk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkStep {
    /// Its text, in bytes of the walked text; of a binary section, its bytes.
    pub range: Range<usize>,
    /// The move; `None` for a null move, or a text that no move could be made of.
    pub mv: Option<Move>,
    /// Half-moves before it on its line, from the start of the game.
    pub ply: u32,
    /// Number of its move, as it should be written, and its side.
    pub number: u32,
    pub color: Color,
    /// 0 in the main line, 1 in a variation of it, and so on.
    pub depth: u32,
    /// Whether it and all half-moves before it on its line are legal, and none is in doubt.
    pub is_sound: bool,
}

/// How a game was read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReadingWay {
    /// By the fast pass.
    Plain,
    /// By the judge.
    Judged,
    /// By the judge, as a transcript of a binary section.
    Section,
}

/// A game that was walked to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WalkedGame {
    /// In bytes of the walked text.
    pub range: Range<usize>,
    pub way: ReadingWay,
}
