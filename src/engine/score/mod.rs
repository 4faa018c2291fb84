//! A game as a score: its lines of half-moves, with the comments, NAGs, variations and other text that belong to each.
//!
//! Knows: `syntax`, `notation`, `lint`, `replay`. Never knows: conversions, layouts, editors, files.
//!
//! [`SourceOutline`] is the list of a text's tokens, and a [`Score`] is built from it and from the half-moves as played.
//! Which half-move a comment or a variation belongs to (rules C4 and C7) is decided once, in [`LineOwners`] and in
//! `reading`; a part belongs to its half-move wherever it stands in the text. [`GameContent`] is what a score says, in a
//! form that is the same for all texts that say the same. [`ScoreWriter`] writes a changed score, and keeps every byte of
//! what has not changed.

mod changes;
mod content;
mod content_hashes;
mod end_marks;
mod number_style;
mod outline;
mod owners;
mod reading;
mod writing;

pub use changes::parted;
pub use content::{ContentDifference, ContentPart, GameContent, HalfMoveContent};
pub use end_marks::{move_end_mark, recorded_terminator};
pub use number_style::NumberStyle;
pub use outline::{OutlineToken, SourceOutline, TagRanges, slice};
pub use owners::LineOwners;
pub use writing::ScoreWriter;

use std::collections::HashMap;
use std::ops::{Deref, Range};
use std::rc::Rc;

use crate::lint::GameFormat;
use crate::replay::after::{after, without_after};
use crate::replay::{Resolved, ResolvedMove};

/// Index of the main line.
pub const MAIN: usize = 0;

/// A game's movetext in structured form, whole for any text. Ranges are in bytes of the text.
#[derive(Clone)]
pub struct Score<'t> {
    pub text: &'t str,
    pub resolved: KnownMoves<'t>,
    /// The main line comes first; a variation comes after the line around it.
    pub lines: Vec<ScoreLine>,
    /// In text order.
    pub plies: Vec<ScorePly>,
    /// From the first token of the movetext to the last; empty if there is none.
    pub movetext: Range<u32>,
    /// How the text writes numbers.
    pub style: NumberStyle,
    /// The new texts of changed comments and half-moves, by their start in the source.
    rewritten: HashMap<u32, String>,
    /// Starts of the comments that belong to a half-move because they name it (rule C4), in text order.
    naming: Vec<u32>,
    /// The text has tokens that cannot be moved, or half-moves that are not known to the judge.
    is_fixed: bool,
}

/// The half-moves of a game as played.
#[derive(Clone)]
pub enum KnownMoves<'t> {
    Borrowed(&'t Resolved),
    Shared(Rc<Resolved>),
}

/// How comments are given to half-moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommentRule {
    /// To the half-move before it, or to the one that it names by a command (rule C4).
    Named,
    /// To the half-move before it.
    Preceding,
    /// As a reader of PGN takes it: to the half-move before it, but to the one behind it if it is between a number and
    /// its half-move, or at the beginning of a variation.
    Beside,
}

/// The main line or a variation.
#[derive(Clone, Debug, Default)]
pub struct ScoreLine {
    /// `(` and `)`; the range of a missing `)` is empty.
    pub brackets: Option<(Range<u32>, Range<u32>)>,
    /// The parts before its first half-move.
    pub lead: Vec<PlyPart>,
    pub plies: Vec<usize>,
    /// The terminator at its end, and what follows it.
    pub end: Vec<PlyPart>,
    /// The half-move that the variation replaces; `None` before the first one of the line around it.
    pub replaces: Option<usize>,
    /// The first number of the variation names none of the half-moves that it can replace (rule C7): it stands at the
    /// last one.
    pub is_misplaced: bool,
}

/// A half-move.
#[derive(Clone, Debug, Default)]
pub struct ScorePly {
    pub line: usize,
    /// Includes periods that are separate tokens.
    pub number: Option<Range<u32>>,
    pub range: Range<u32>,
    /// Comments that belong to it and stand before it ([`CommentRule::Beside`]).
    pub before: Vec<PlyPart>,
    /// What belongs to it and stands behind it, in the order of the text.
    pub parts: Vec<PlyPart>,
    /// The next half-move on its line in the source.
    pub next: Option<usize>,
    /// Its parts differ from those in the source.
    pub is_changed: bool,
    /// Index among the half-moves as played; `None` if it is not one of them.
    pub index: Option<usize>,
}

/// A part that belongs to a half-move or a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlyPart {
    Comment(Range<u32>),
    /// `$14`, `!?`
    Nag(Range<u32>),
    /// Text that the grammar cannot classify.
    Stray(Range<u32>),
    /// A number without a half-move.
    Number(Range<u32>),
    /// PGN's escape.
    Escape(Range<u32>),
    Terminator(Range<u32>),
    /// Index of a line.
    Variation(usize),
}

impl Deref for KnownMoves<'_> {
    type Target = Resolved;

    fn deref(&self) -> &Resolved {
        match self {
            KnownMoves::Borrowed(resolved) => resolved,
            KnownMoves::Shared(resolved) => resolved,
        }
    }
}

impl PlyPart {
    /// Its range in the text; `None` for a variation.
    pub fn range(&self) -> Option<&Range<u32>> {
        match self {
            PlyPart::Comment(range)
            | PlyPart::Nag(range)
            | PlyPart::Stray(range)
            | PlyPart::Number(range)
            | PlyPart::Escape(range)
            | PlyPart::Terminator(range) => Some(range),
            PlyPart::Variation(_) => None,
        }
    }

    /// The same part of a longer text, in which its own text starts at byte `by`.
    #[must_use]
    pub fn moved(mut self, by: u32) -> PlyPart {
        match &mut self {
            PlyPart::Comment(range)
            | PlyPart::Nag(range)
            | PlyPart::Stray(range)
            | PlyPart::Number(range)
            | PlyPart::Escape(range)
            | PlyPart::Terminator(range) => *range = range.start + by..range.end + by,
            PlyPart::Variation(_) => {}
        }
        self
    }
}

impl<'t> Score<'t> {
    /// Whether lines can be moved: all tokens can, and every half-move is known to the judge.
    pub fn can_be_changed(&self) -> bool {
        !self.is_fixed
    }

    /// The half-move as played; `None` if the judge does not know it.
    pub fn known(&self, ply: usize) -> Option<&ResolvedMove> {
        self.resolved.moves.get(self.plies[ply].index?)
    }

    /// The half-move as played, of a score that can be changed.
    pub fn half_move(&self, ply: usize) -> &ResolvedMove {
        self.known(ply).expect("a score is changed only if all of its half-moves are known")
    }

    /// The source's text of a range.
    pub fn slice(&self, range: &Range<u32>) -> &'t str {
        slice(self.text, range)
    }

    /// The current text of a comment or of a half-move.
    pub fn written(&self, range: &Range<u32>) -> &str {
        self.rewritten.get(&range.start).map_or_else(|| self.slice(range), String::as_str)
    }

    /// The current text of a comment without the command that names its half-move.
    pub fn comment(&self, range: &Range<u32>) -> String {
        let text = self.written(range);
        match self.resolved.format {
            GameFormat::Vgn if after(text).is_some_and(|after| after.named.is_some()) => without_after(text),
            _ => text.to_owned(),
        }
    }

    /// Whether the comment that starts there belongs to its half-move because it names it.
    pub fn names_its_half_move(&self, comment: u32) -> bool {
        self.naming.binary_search(&comment).is_ok()
    }

    /// The line whose `(` starts there.
    pub fn line_at(&self, open: u32) -> Option<usize> {
        self.lines.iter().position(|line| line.brackets.as_ref().is_some_and(|(start, _)| start.start == open))
    }

    /// The half-move whose text starts there.
    pub fn ply_at(&self, start: u32) -> Option<usize> {
        self.plies.binary_search_by_key(&start, |ply| ply.range.start).ok()
    }

    /// The line of a half-move, and its index there.
    pub fn place_of(&self, ply: usize) -> Option<(usize, usize)> {
        let line = self.plies[ply].line;
        Some((line, self.lines[line].plies.iter().position(|other| *other == ply)?))
    }

    /// The line that contains a variation.
    pub fn outer(&self, variation: usize) -> Option<usize> {
        Some(self.plies[self.lines[variation].replaces?].line)
    }

    /// The comment stands before the half-move's number, as it does in the text if a variation begins with it.
    pub fn is_before_number(&self, ply: usize, comment: &PlyPart) -> bool {
        let ScorePly { line, number, .. } = &self.plies[ply];
        let line = &self.lines[*line];
        let PlyPart::Comment(range) = comment else { return false };
        line.brackets.is_some()
            && line.plies.first() == Some(&ply)
            && number.as_ref().is_none_or(|number| range.start < number.start)
    }

    /// The variations on a half-move.
    pub fn variations_on(&self, ply: usize) -> impl Iterator<Item = usize> {
        self.plies[ply].parts.iter().filter_map(|part| if let PlyPart::Variation(id) = part { Some(*id) } else { None })
    }

    /// Start of a part in the source.
    pub fn start_of(&self, part: &PlyPart) -> u32 {
        match part {
            PlyPart::Variation(id) => self.lines[*id].brackets.as_ref().map_or(0, |(open, _)| open.start),
            other => other.range().map_or(0, |range| range.start),
        }
    }
}
