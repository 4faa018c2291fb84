//! Reads plain games in one pass over their bytes: finds the game's end, counts its half-moves and asks the lints. Nearly
//! all games of a database are plain.
//!
//! Knows: bytes, the rules that the judge applies, bitboards, what lints find. Never knows: what is wrong with a token.
//! At the first token that is not plain the pass gives up, and the scanner and the judge read the game. Only a visitor
//! can accept a [`Deviation`]. Lints receive the game's events as they do from the judge, and a check ([`check`]) reports
//! what they find; tags missing from the roster are reported too. A game is clean if nothing is found in it. So one law
//! suffices: a game that is read here is cut at the same place by `next_game`, and `check_game` reports the same with
//! the same settings (`tests/clean.rs`, `tests/lints.rs`, `fuzz/laws/clean.rs`).
//!
//! A clean game is a PGN game of chess or of a variant with its moves. Its tags come first ([`tags`]), each in the form
//! `[Name "value"]`, with no misspelt and no repeated name, and with the whole roster. The movetext follows in export form ([`movetext`])
//! with comments, NAGs and variations; every number is right, every move is legal and spelled correctly ([`moves`]),
//! and every check and mate is marked. The terminator ([`end`]) agrees with the board. Letters beyond ASCII are allowed
//! wherever text is, in comments and in values, so the encoding does not matter.
//!
//! Rare cases are left to the judge even if they are right: escapes in tags, comments between tags, terminators in
//! variations, notations other than SAN, other variants, faulty boards, final positions that may be dead or drawn.

mod check;
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

pub use check::PlainGame;
pub use visitor::{Deviation, PlayedMove, Visitor, sets_up_a_board};
pub(crate) use word::Word;

use std::cell::Cell;
use std::ops::Range;
use std::sync::Arc;

use super::Identity;
use crate::lint::{Code, LintSet, Memories, Settings};
use crate::openings::PawnHistory;
use crate::syntax::games::ResumePoint;
use crate::variants::GameRules;

use line::FastLine;
use lints::TagPlace;
use names::OtherNames;
use repetitions::Repetitions;
use tags::CleanTags;

/// A game without findings.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CleanGame {
    /// End of the game, in bytes of the whole text.
    pub end: usize,
    /// Half-moves of the main line and all variations.
    pub half_moves: u32,
    /// Half-moves of the main line.
    pub main_line_half_moves: u32,
    /// Key for finding duplicates, if it is enabled and the game can be compared.
    pub identity: Option<Identity>,
}

/// Recognizes clean games; reuses its memory from game to game.
#[derive(Default)]
#[expect(clippy::vec_box, reason = "lines change places with each other, and their boards need not be copied")]
pub struct FastPass {
    line: Box<FastLine>,
    /// The interrupted lines of the open variations, outermost first.
    outer: Vec<Box<FastLine>>,
    /// Lines that are not in use.
    spare: Vec<Box<FastLine>>,
    repetitions: Repetitions,
    opening: PawnHistory,
    other_names: OtherNames,
    places: Vec<TagPlace>,
    memories: Memories,
    resume_point: Option<ResumePoint>,
    /// Whether identities of games are computed.
    identifies: bool,
    /// Lints that must not find anything in a clean game.
    lints: Arc<LintSet>,
}

/// Number of half-moves after which the scanner certainly reads the same text as movetext.
const MIN_HALF_MOVES_TO_RESUME: u32 = 2;

impl FastPass {
    /// A pass for which a game is clean if nothing is reported with these settings. The default pass does not ask
    /// lints: clean then means that the game's text is plain.
    pub fn checking(settings: &Settings) -> FastPass {
        let identifies = settings.level(Code::DuplicateGame).is_some();
        FastPass { identifies, lints: settings.shared_lints(), ..FastPass::default() }
    }

    /// Same as [`FastPass::game`] with a visitor of the game's content, which may accept deviations.
    pub fn visit(&mut self, bytes: &[u8], at: usize, last: bool, visitor: &mut impl Visitor) -> Option<CleanGame> {
        self.resume_point = None;
        let begins = at;
        self.places.clear();
        let (tags, at) = tags::read(bytes, at, &mut self.other_names, &mut self.places, visitor)?;
        let is_standard = tags.rules == GameRules::default();
        if !is_standard && !visitor.visits_variants() {
            return None;
        }
        let start = match tags.set_up() {
            None => start::initial(tags.rules)?,
            Some(fen) => start::set_up(fen, tags.rules)?,
        };
        self.line.start(start);
        visitor.start(&start.0);
        self.spare.append(&mut self.outer);
        self.repetitions.clear();
        self.opening.begin(tags.eco.filter(|_| is_standard && tags.set_up().is_none() && visitor.checks_opening()));
        self.memories = self.lints.memories();
        let mut reader = FastReader {
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
        let clean = reader.check_tags().and_then(|()| reader.movetext());
        if clean.is_none() && reader.half_moves >= MIN_HALF_MOVES_TO_RESUME {
            self.resume_point = Some(ResumePoint { at: reader.at, depth: reader.outer.len() });
        }
        clean
    }

    /// How far the last game was read that was not clean, so that the scanner can resume there; `None` if too little
    /// was read.
    pub fn resume_point(&self) -> Option<ResumePoint> {
        self.resume_point
    }
}

/// The state of reading a game's movetext.
#[expect(clippy::vec_box, reason = "as in `FastPass`")]
struct FastReader<'w, L> {
    bytes: &'w [u8],
    /// Start of the game.
    start: usize,
    at: usize,
    last: bool,
    tags: &'w CleanTags<'w>,
    places: &'w [TagPlace],
    line: &'w mut Box<FastLine>,
    outer: &'w mut Vec<Box<FastLine>>,
    spare: &'w mut Vec<Box<FastLine>>,
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
    /// Whether a lint has requested text that is not UTF-8.
    is_undecoded: Cell<bool>,
    visitor: &'w mut L,
}
