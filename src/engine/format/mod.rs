//! Formatting: the layout of a game's text, without any other change.
//!
//! Knows: `syntax`, `rules`, `lint`, `replay`, `binary`. Never knows: the protocol, files, terminals.
//!
//! White space between tokens, move numbers and the order of tags are laid out anew ([`Layout`]); all other tokens and
//! the insides of comments stay byte for byte. Lines with syntax errors, escapes and lines outside of a requested range
//! stay whole, and the rest is laid out around them ([`tokens`]). The default layout is PGN's export format (PGN 8.1,
//! 8.2).
//!
//! Invariants: a laid-out game says the same as before, proved by replaying both texts ([`replay`]), or, if the fast pass
//! has read it, by reading the new one beside its tokens ([`plain`]), or else it is left unchanged; laying out a laid-out
//! game changes nothing.

mod edits;
mod layout;
mod line_readers;
mod lines;
mod movetext;
mod numbers;
mod plain;
mod replay;
mod tags;
#[cfg(test)]
mod tests;
mod tokens;

use std::ops::Range;

use crate::binary::is_binary;
use crate::lint::{Context, Edit, line_end_of};
use crate::replay::FastPass;
use crate::syntax::games::closed_comment;
use crate::syntax::{SURROUNDINGS, has_own_lines, line_ends};

pub use layout::{CommentLines, INDENTS, Layout, MoveLines, Numbers, TagOrder, VariationLines, WIDTHS};

pub use line_readers::games_by_lines;
pub use plain::PlainLayout;
pub use tags::tag_rank;

use line_readers::LineReaderStates;
use movetext::{LaidOutGame, LayoutWriter};
use replay::Replay;
use tokens::Tokens;

/// Maximum length in bytes of a game with findings: its replay takes hundreds of times its memory. Longer ones stay
/// unchanged.
const LONGEST: usize = 4 << 20;

/// Minimum length in bytes of a game of which a part is laid out without a replay, if its text has no syntax errors.
const LARGE: usize = 1 << 16;

/// What precedes and follows a game in its file, as far as it matters for the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Surroundings {
    /// All readers agree where the game begins and ends, and it shares no line with another one.
    alone: bool,
    /// The game is the first thing in the file.
    is_first: bool,
    /// It is the last thing in the file.
    is_last: bool,
    /// The possible states of line-based readers where the game begins.
    reader_states: LineReaderStates,
    /// Empty lines before it.
    empty_lines: usize,
    /// A CR precedes it, which an LF would turn into a single line end.
    is_behind_return: bool,
    /// Its leading white space stands on a line of the previous game. After a truncated binary section that white space
    /// may be part of the section.
    keeps_lead: bool,
    /// The line end for a game whose own text has none.
    line_end: &'static str,
}

impl Surroundings {
    /// For a text that is one game and a whole file.
    pub fn none() -> Surroundings {
        SurroundingsTracker::default().next(b"", b"", true, true)
    }
}

/// Computes the surroundings of each game of a file, in order.
#[derive(Clone, Debug)]
pub struct SurroundingsTracker {
    /// The text so far leaves a comment open.
    in_comment: bool,
    reader_states: LineReaderStates,
}

impl Default for SurroundingsTracker {
    /// Starts with a file's first game.
    fn default() -> SurroundingsTracker {
        SurroundingsTracker { in_comment: false, reader_states: LineReaderStates::first() }
    }
}

impl SurroundingsTracker {
    /// Starts with the game after `before`, of which the end suffices.
    pub fn behind(before: &[u8]) -> SurroundingsTracker {
        let reader_states = if before.is_empty() { LineReaderStates::first() } else { LineReaderStates::unknown() };
        let mut tracker = SurroundingsTracker { reader_states, ..SurroundingsTracker::default() };
        tracker.pass(&before[before.len().saturating_sub(SURROUNDINGS)..]);
        tracker
    }

    /// Skips a game.
    pub fn pass(&mut self, game: &[u8]) {
        if let Some(brace) = memchr::memrchr2(b'{', b'}', game) {
            self.in_comment = game[brace] == b'{';
        }
        self.reader_states.pass(game);
    }

    /// The surroundings of the next game. `before`: the text before it, of which the end suffices.
    pub fn next(&mut self, before: &[u8], game: &[u8], is_first: bool, is_last: bool) -> Surroundings {
        let near = &before[before.len().saturating_sub(NEAR)..];
        let surroundings = Surroundings {
            alone: !self.in_comment && has_own_lines(near, game, is_last) && (is_first || !may_continue(near, game)),
            is_first,
            is_last,
            reader_states: self.reader_states,
            empty_lines: empty_lines_at_end(near),
            is_behind_return: near.ends_with(b"\r"),
            keeps_lead: !is_first && !near.ends_with(b"\n") && !near.ends_with(b"\r"),
            line_end: line_end_of(near),
        };
        self.pass(game);
        surroundings
    }
}

/// Whether a game without tags begins with a comment below the one before it, and its first number is not 1: without the
/// line end behind the comment, its half-moves might continue that game.
fn may_continue(before: &[u8], game: &[u8]) -> bool {
    let mut rest = game.trim_ascii_start();
    let blank = &game[..game.len() - rest.len()];
    if rest.first() != Some(&b'{') || empty_lines_at_end(before) + line_ends(blank) > 1 {
        return false;
    }
    while rest.first() == Some(&b'{') {
        let Some(end) = closed_comment(rest, 0) else { return true };
        rest = rest[end..].trim_ascii_start();
    }
    !rest.starts_with(b"1.") && rest.first() != Some(&b'[')
}

/// Number of bytes before a game from which its line end is taken.
const NEAR: usize = 256;

/// A laid-out game.
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

    /// The edits from the original text, in order, not overlapping and minimal. Needs [`Formatter::with_edits`].
    pub fn edits(&self, before: &str) -> Vec<Edit> {
        edits::between(before, &self.written)
    }
}

/// Lays out games; reuses its memory from game to game.
#[derive(Default)]
pub struct Formatter {
    replay: Replay,
    fast_pass: FastPass,
    tokens: Tokens,
    tracks_copies: bool,
}

impl Formatter {
    /// A formatter whose results provide [`Formatted::edits`].
    pub fn with_edits() -> Formatter {
        Formatter { tracks_copies: true, ..Formatter::default() }
    }

    /// The game laid out, if that changes its text and not its meaning.
    ///
    /// `text` is one game as [`crate::syntax::games::next_game`] cuts it. `lines`: restricts the layout to lines that
    /// hold bytes of this range. `None` also if the context cancels the work.
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
        // Half-moves without numbers that follow a terminator begin a game, unless those before it have some.
        keep_numbers |= !surroundings.is_last && tokens.are_bare();
        let request = LayoutRequest { text, surroundings, layout, lines };
        let mut written = request.laid_out(tokens, keep_numbers, self.tracks_copies)?;
        // A partial layout need not be stable, so `is_settled` is not checked.
        let is_large_part = lines.is_some() && text.len() >= LARGE && tokens.is_whole && !keep_numbers;
        if is_large_part && replay::reads_the_same(tokens, text, &written.text) {
            return Some(Formatted { written });
        }
        let plain = tokens.is_whole && (lines.is_some() || tokens.frozen.is_empty() && !written.is_mixed);
        if !(plain && self.replay.means_the_same(tokens, text, &written.text)) {
            if text.len() > LONGEST {
                return None;
            }
            let marked_once = line_readers::with_one_mark(text);
            let before = replay::ReplayedGame::of(&marked_once, context)?;
            if !before.is_known() && !keep_numbers {
                keep_numbers = true;
                written = request.laid_out(tokens, true, self.tracks_copies)?;
            }
            let after = replay::ReplayedGame::of(&written.text, context)?;
            if !before.means_the_same_as(&after) || !request.is_settled(&written.text, tokens.is_vgn, keep_numbers) {
                return None;
            }
        }
        Some(Formatted { written })
    }
}

/// A game's text and how it is to be laid out.
#[derive(Clone, Copy)]
struct LayoutRequest<'a> {
    text: &'a str,
    surroundings: Surroundings,
    layout: &'a Layout,
    lines: Option<&'a Range<u32>>,
}

impl LayoutRequest<'_> {
    /// The game laid out, if that changes its text and line-based readers still read the same. If the tags would be
    /// read differently, they stay unchanged.
    fn laid_out(&self, tokens: &mut Tokens, keep_numbers: bool, tracks_copies: bool) -> Option<LaidOutGame> {
        let write = |tokens: &Tokens| {
            LayoutWriter::new(self.text, tokens, self.surroundings, self.layout, keep_numbers, tracks_copies).write()
        };
        let is_read_alike = |after: &str| {
            self.layout.comments == CommentLines::EmptyLines
                || self.surroundings.reader_states.read_alike(self.text, after)
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

    /// A second layout changes nothing.
    fn is_settled(&self, text: &str, is_vgn: bool, keep_numbers: bool) -> bool {
        // The range of a partial layout no longer applies to the new text; all other lines are unchanged.
        if self.lines.is_some() {
            return true;
        }
        let mut tokens = Tokens::of(text, None);
        tokens.is_vgn == is_vgn && LayoutRequest { text, ..*self }.laid_out(&mut tokens, keep_numbers, false).is_none()
    }
}

/// Whether the tags of a game say that it is a VGN game.
pub fn says_vgn(text: &str) -> bool {
    Tokens::of(text, None).is_vgn
}

/// The number of empty lines at the end of the bytes.
fn empty_lines_at_end(bytes: &[u8]) -> usize {
    let solid = bytes.trim_ascii_end().len();
    line_ends(&bytes[solid..]).saturating_sub(usize::from(solid > 0))
}
