//! Formatting: the layout of a game's text, and nothing else of it.
//!
//! Knows: `syntax`, `analysis`. Never knows: the protocol, files, terminals.
//!
//! White space between tokens, move numbers and the order of tags are laid out anew ([`Layout`]); every other token stays
//! byte for byte, and so does what is inside comments. Lines on which something is broken, escapes, and all lines
//! outside of a range that is asked for stay whole, and the rest is laid out around them ([`tokens`]). By default the
//! layout is that of PGN's export format (PGN 8.1, 8.2).
//!
//! Invariants: a game that was laid out says what it said before, which is proved by replaying both texts
//! ([`replayed`]), else it stays as it is; what was laid out stays as it is when it is laid out again.

mod edits;
mod layout;
mod line_readers;
mod lines;
mod movetext;
mod numbers;
mod replayed;
mod tags;
#[cfg(test)]
mod tests;
mod tokens;

use std::ops::Range;

use crate::analysis::{Context, Edit, is_binary, line_end_of};
use crate::syntax::{SURROUNDINGS, has_own_lines, line_ends};

pub use layout::{CommentLines, INDENTS, Layout, MoveLines, Numbers, TagOrder, VariationLines, WIDTHS};

pub use line_readers::games_by_lines;

use line_readers::Starts;
use movetext::{LaidOutGame, Writer};
use replayed::Replay;
use tokens::Tokens;

/// A longer game, in bytes, that is not clean stays as it is: to replay it takes hundreds of times its memory.
const LONGEST: usize = 4 << 20;

/// Of a game of so many bytes some lines are laid out without playing the rest, where nothing is wrong with its text.
const LARGE: usize = 1 << 16;

/// What stands around a game in its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// Every reader finds the game where it is cut, and no other one stands on its lines.
    alone: bool,
    /// Nothing stands before it.
    is_first: bool,
    /// Where it is begun to be read by others.
    starts: Starts,
    /// Empty lines before it.
    empty_lines: usize,
    /// A CR stands before it, which would be one line end with an LF.
    is_behind_return: bool,
    /// The white space that it begins with stands on a line of the game before. Behind a binary section that is cut off it
    /// may be bytes of that.
    keeps_lead: bool,
    /// What ends a line where the game's own text has no line end.
    line_end: &'static str,
}

impl Surroundings {
    /// Of a text that is one game and a whole file.
    pub fn none() -> Surroundings {
        Passage::default().next(b"", b"", true, true)
    }
}

/// Goes through the games of a file in their order, and tells what stands around each.
#[derive(Clone, Debug)]
pub struct Passage {
    /// A comment has been left open.
    in_comment: bool,
    starts: Starts,
}

impl Default for Passage {
    /// From a file's first game on.
    fn default() -> Passage {
        Passage { in_comment: false, starts: Starts::first() }
    }
}

impl Passage {
    /// From a game on before which this stands, or the end of that.
    pub fn behind(before: &[u8]) -> Passage {
        let starts = if before.is_empty() { Starts::first() } else { Starts::unknown() };
        let mut passage = Passage { starts, ..Passage::default() };
        passage.pass(&before[before.len().saturating_sub(SURROUNDINGS)..]);
        passage
    }

    /// Goes over a game, of which nothing need be told.
    pub fn pass(&mut self, game: &[u8]) {
        if let Some(brace) = memchr::memrchr2(b'{', b'}', game) {
            self.in_comment = game[brace] == b'{';
        }
        self.starts.pass(game);
    }

    /// Goes over the next game. `before`: what stands before it, or the end of that.
    pub fn next(&mut self, before: &[u8], game: &[u8], is_first: bool, is_last: bool) -> Surroundings {
        let near = &before[before.len().saturating_sub(NEAR)..];
        let surroundings = Surroundings {
            alone: !self.in_comment && has_own_lines(near, game, is_last),
            is_first,
            starts: self.starts,
            empty_lines: empty_lines_at_end(near),
            is_behind_return: near.ends_with(b"\r"),
            keeps_lead: !is_first && !near.ends_with(b"\n") && !near.ends_with(b"\r"),
            line_end: line_end_of(near),
        };
        self.pass(game);
        surroundings
    }
}

/// So many bytes before a game show how lines end.
const NEAR: usize = 256;

/// A game that was laid out.
#[derive(Debug)]
pub struct Formatted {
    written: LaidOutGame,
}

impl Formatted {
    pub fn text(&self) -> &str {
        &self.written.text
    }

    pub fn into_text(self) -> String {
        self.written.text
    }

    /// What makes it of the text that it was laid out from, if that was asked for ([`Formatter::with_edits`]): in order,
    /// not overlapping, each no longer than it must be.
    pub fn edits(&self, before: &str) -> Vec<Edit> {
        edits::between(before, &self.written)
    }
}

/// Lays out games; keeps its memory from game to game.
#[derive(Default)]
pub struct Formatter {
    replay: Replay,
    tokens: Tokens,
    keeps_pieces: bool,
}

impl Formatter {
    /// One for those who ask for the edits too.
    pub fn with_edits() -> Formatter {
        Formatter { keeps_pieces: true, ..Formatter::default() }
    }

    /// The game laid out, if that changes it and it then says the same.
    ///
    /// `text` is one game as [`crate::syntax::games::next_game`] cuts it. `lines`: only those that hold bytes of this range
    /// are laid out. None if the context calls it off.
    pub fn game(
        &mut self,
        text: &str,
        surroundings: Surroundings,
        context: &Context<'_>,
        layout: &Layout,
        lines: Option<&Range<u32>>,
    ) -> Option<Formatted> {
        if !surroundings.alone || u32::try_from(text.len()).is_err() {
            return None;
        }
        self.tokens.read(text, lines);
        let tokens = &mut self.tokens;
        if tokens.is_binary || !tokens.is_game || (tokens.has_binary_format && is_binary(text)) {
            return None;
        }
        let mut keep_numbers = layout.numbers == Numbers::Keep || tokens.is_vgn || !numbers::are_right(text, tokens);
        let game = Game { text, surroundings, layout, lines };
        let mut written = game.laid_out(tokens, keep_numbers, self.keeps_pieces)?;
        // Where only some lines are laid out nothing need be settled.
        let is_large_part = lines.is_some() && text.len() >= LARGE && tokens.is_whole && !keep_numbers;
        if is_large_part && replayed::reads_the_same(tokens, text, &written.text) {
            return Some(Formatted { written });
        }
        let plain = tokens.is_whole && (lines.is_some() || tokens.frozen.is_empty() && !written.is_mixed);
        if !(plain && self.replay.says_the_same(tokens, text, &written.text)) {
            if text.len() > LONGEST {
                return None;
            }
            let marked_once = line_readers::with_one_mark(text);
            let before = replayed::Replayed::of(&marked_once, context)?;
            if !before.is_known() && !keep_numbers {
                keep_numbers = true;
                written = game.laid_out(tokens, true, self.keeps_pieces)?;
            }
            let after = replayed::Replayed::of(&written.text, context)?;
            if !before.says_what(&after) || !game.is_settled(&written.text, tokens.is_vgn, keep_numbers) {
                return None;
            }
        }
        Some(Formatted { written })
    }
}

/// A game's text, and what is asked for.
#[derive(Clone, Copy)]
struct Game<'a> {
    text: &'a str,
    surroundings: Surroundings,
    layout: &'a Layout,
    lines: Option<&'a Range<u32>>,
}

impl Game<'_> {
    /// The game laid out, if that changes it, and if others read from it what they read before. Where they would read other
    /// tags, all tags stay as they are.
    fn laid_out(&self, tokens: &mut Tokens, keep_numbers: bool, keeps_pieces: bool) -> Option<LaidOutGame> {
        let write = |tokens: &Tokens| {
            Writer::new(self.text, tokens, self.surroundings, self.layout, keep_numbers, keeps_pieces).write()
        };
        let is_read_alike = |after: &str| {
            self.layout.comments == CommentLines::EmptyLines || self.surroundings.starts.read_alike(self.text, after)
        };
        let changed = |written: LaidOutGame| (written.text != self.text).then_some(written);
        let written = changed(write(tokens))?;
        if is_read_alike(&written.text) {
            return Some(written);
        }
        if !tokens.keep_tags(self.text) {
            return None;
        }
        changed(write(tokens)).filter(|written| is_read_alike(&written.text))
    }

    /// Laid out once more, the text stays as it is.
    fn is_settled(&self, text: &str, is_vgn: bool, keep_numbers: bool) -> bool {
        // Where only some lines were laid out, they are others now; those that stay are the same.
        if self.lines.is_some() {
            return true;
        }
        let mut tokens = Tokens::of(text, None);
        tokens.is_vgn == is_vgn && Game { text, ..*self }.laid_out(&mut tokens, keep_numbers, false).is_none()
    }
}

/// How many empty lines the bytes end with.
fn empty_lines_at_end(bytes: &[u8]) -> usize {
    let solid = bytes.trim_ascii_end().len();
    line_ends(&bytes[solid..]).saturating_sub(usize::from(solid > 0))
}
