//! Clean games, told in one pass over their bytes: where the game ends, that nothing is wrong with it, and how many
//! half-moves it has. Nearly every game of a database is one.
//!
//! Knows: bytes, the rules that the judge goes by, bitboards. Never knows: findings. It never says what is wrong: at
//! the first thing that is not plain it gives up, and the scanner and the judge look at the game. Only a visitor can
//! let it pass over a [`Deviation`]: a game with one is visited, and is not clean. Lints are asked about the game's
//! events, as the judge asks them; where one of them finds something, the game is not clean either. So only this must
//! hold: what is taken for clean here, `next_game` cuts where this does, and `check_game` finds nothing in by the same
//! settings (`tests/clean.rs`, `tests/lints.rs`, `fuzz/laws/clean.rs`).
//!
//! A clean game is a PGN game of standard chess: its tags first ([`tags`]), each on the pattern `[Name "value"]`, of
//! names that are meant as they are, none twice, the roster whole; then movetext in export form ([`movetext`]) with
//! comments, NAGs, and variations, in which every number is right, every move legal and written as it should be
//! ([`moves`]), every check and mate marked; then the terminator ([`end`]), which the board agrees with.
//! Letters beyond ASCII may stand where any text may, in comments and in values: so the encoding does not matter.
//!
//! What is rare is left to the judge even where it is right: a tag's escapes, comments between tags, terminators in
//! variations, notations other than SAN, Chess960, boards with which something is wrong, endings that may be dead or
//! drawn.

pub(crate) mod comments;
mod end;
mod line;
mod lints;
mod moves;
mod movetext;
mod names;
mod repetitions;
pub(crate) mod resolve_san;
mod start;
mod swar;
mod tags;
pub(crate) mod tokens;
mod visitor;
mod word;

use visitor::Asking;
pub use visitor::{Deviation, PlayedMove, Visitor, sets_up_a_board};
pub(crate) use word::Word;

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use super::Identity;
use crate::lint::{Code, Events, LintSet, Memories, Settings};
use crate::openings::PawnHistory;
use crate::syntax::games::ResumePoint;

use line::Line;
use lints::TagPlace;
use names::OtherNames;
use repetitions::Repetitions;
use tags::Tags;

/// A game in which nothing is wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CleanGame {
    /// Where it ends, in bytes of the whole text.
    pub end: usize,
    /// Half-moves of the main line and all variations.
    pub half_moves: u32,
    /// Half-moves of the main line.
    pub main_line_half_moves: u32,
    /// What tells it from other games, if that is asked for and the game can be compared.
    pub identity: Option<Identity>,
}

/// Tells clean games; keeps its memory from game to game.
#[derive(Default)]
#[expect(clippy::vec_box, reason = "lines change places with each other, and their boards need not be copied")]
pub struct FastPass {
    line: Box<Line>,
    /// The lines that the variations in play have left.
    outer: Vec<Box<Line>>,
    /// Lines that are not in use.
    spare: Vec<Box<Line>>,
    repetitions: Repetitions,
    opening: PawnHistory,
    other_names: OtherNames,
    places: Vec<TagPlace>,
    memories: Memories,
    begun: Option<ResumePoint>,
    /// Games are told from others.
    identifies: bool,
    /// Checks that must find nothing in a clean game.
    lints: Arc<LintSet>,
}

/// Half-moves after which the scan of games certainly takes for movetext what this walk does.
const ENOUGH: u32 = 2;

impl FastPass {
    /// One for which clean means that by these settings there is nothing to report. By default it means that the game
    /// says what is written plainly, whatever lints say of that.
    pub fn checking(settings: &Settings) -> FastPass {
        let identifies = settings.level(Code::DuplicateGame).is_some();
        FastPass { identifies, lints: settings.shared_lints(), ..FastPass::default() }
    }

    /// The game that starts at `at`, if it is certainly clean. `last`: the text ends where `bytes` end.
    pub fn game(&mut self, bytes: &[u8], at: usize, last: bool) -> Option<CleanGame> {
        match self.lints.wants(Events::MOVETEXT) {
            true => self.visit(bytes, at, last, &mut Asking),
            false => self.visit(bytes, at, last, &mut ()),
        }
    }

    /// As [`FastPass::game`], with a visitor of what stands in the game, which may accept what keeps it from being clean.
    pub fn visit(&mut self, bytes: &[u8], at: usize, last: bool, visitor: &mut impl Visitor) -> Option<CleanGame> {
        self.begun = None;
        let begins = at;
        self.places.clear();
        let (tags, at) = tags::read(bytes, at, &mut self.other_names, &mut self.places, visitor)?;
        let start = match tags.set_up() {
            None => start::initial(),
            Some(fen) => start::set_up(fen)?,
        };
        self.line.start(start);
        self.spare.append(&mut self.outer);
        self.repetitions.clear();
        self.opening.begin(tags.eco.filter(|_| tags.set_up().is_none() && visitor.minds_opening()));
        self.memories = self.lints.memories();
        let mut walk = Walk {
            bytes,
            start: begins,
            at,
            last,
            tags: &tags,
            places: &self.places,
            line: &mut self.line,
            outer: &mut self.outer,
            spare: &mut self.spare,
            repetitions: &mut self.repetitions,
            opening: &mut self.opening,
            half_moves: 0,
            identifies: self.identifies,
            lints: &self.lints,
            memories: &mut self.memories,
            terminator: None,
            last_comment: 0..0,
            is_undecoded: Cell::new(false),
            visitor,
        };
        let clean = walk.tell_tags().and_then(|()| walk.movetext());
        if clean.is_none() && walk.half_moves >= ENOUGH {
            self.begun = Some(ResumePoint { at: walk.at, depth: walk.outer.len() });
        }
        clean
    }

    /// How far the last game was read that was not clean, for the scan to go on from there; `None` if it is too early
    /// to tell.
    pub fn begun(&self) -> Option<ResumePoint> {
        self.begun
    }
}

/// A game's movetext on the way.
#[expect(clippy::vec_box, reason = "as in `FastPass`")]
struct Walk<'w, L> {
    bytes: &'w [u8],
    /// Where the game begins.
    start: usize,
    at: usize,
    last: bool,
    tags: &'w Tags<'w>,
    places: &'w [TagPlace],
    line: &'w mut Box<Line>,
    outer: &'w mut Vec<Box<Line>>,
    spare: &'w mut Vec<Box<Line>>,
    repetitions: &'w mut Repetitions,
    opening: &'w mut PawnHistory,
    half_moves: u32,
    identifies: bool,
    lints: &'w LintSet,
    memories: &'w mut Memories,
    /// In bytes of the game.
    terminator: Option<Range<u32>>,
    /// The last comment of the movetext.
    last_comment: Range<usize>,
    /// A lint has asked for text that is not UTF-8.
    is_undecoded: Cell<bool>,
    visitor: &'w mut L,
}
