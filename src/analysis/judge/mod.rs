//! The judge: receives the grammar's events of one game and plays it, one line at a time.
//!
//! Each file beside this one holds the judgement of one family of things; the state they share is here. One cause gives
//! one diagnostic: a line whose board is not known any more (`Board::Unknown`) is read on in silence.

mod anchors;
mod boards;
mod certain_letters;
mod clocks;
mod comments;
mod consequences;
mod coordinates;
mod dangling;
mod doubled;
mod doubts;
mod drops;
mod eco;
mod ending;
mod faulty_tags;
mod faulty_values;
mod fixes;
mod glued_moves;
mod glyphs;
mod governing_tags;
mod habits;
mod identity;
pub(in crate::analysis) mod known_tags;
mod languages;
mod letter_case;
mod line;
mod line_boards;
mod lints;
mod marks;
mod missing_terminator;
mod mixed_letters;
mod move_texts;
mod moves;
mod near_moves;
mod nested_tags;
mod number_text;
mod numbers;
mod opening;
mod plain;
mod printed_glyphs;
mod replaced_half_move;
mod runner;
mod san;
mod setup;
mod slips;
mod stray;
mod structure;
mod superfluous_numbers;
mod supposed;
mod swallowed;
pub(super) mod tag_names;
mod tag_roster;
mod torn;
mod turn_vgn;
pub(in crate::analysis) mod variant;
mod variations;

pub(super) use habits::{HERE_TOO, OF_HABITS};
pub use known_tags::{known_tags, roster};
pub(in crate::analysis) use languages::Letters;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use shakmaty::Color;

use self::consequences::OneCause;
use self::faulty_tags::{OpenTag, TagWithoutValue};
use self::languages::Evidence;
use self::line::{LastMove, Line};
use self::line_boards::Board;
use self::nested_tags::NestedTag;
use self::numbers::NumberSeen;
use super::lint::{Event, Events, LintSet, Memories};
use super::report::Report;
use super::resolved::ResolvedMove;
use super::tag_list::Tags;
use super::{Context, Edit, GameReport};
use crate::notation::languages::Language;
use crate::notation::{Notation, SAN};
use crate::openings::PawnHistory;
use crate::rules::{Bitboards, History, Play, Position};
use crate::syntax::{Node, ParseCursor, Sink, SyntaxError, Token};

/// Is the game a VGN game or a PGN game (rule A5)?
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum GameFormat {
    #[default]
    Pgn,
    Vgn,
}

/// Judges one game; see the module.
pub(in crate::analysis) struct Judge<'a> {
    text: &'a str,
    context: &'a Context<'a>,
    report: Report<'a>,
    /// The checks that are asked about events.
    lints: &'a LintSet,
    /// The kinds of events that they want.
    wanted: Events,
    memories: Memories,
    tags: Tags,
    has_tags: bool,
    open_tag: Option<OpenTag>,
    format: GameFormat,
    /// The game's own word on its format stands in a tag.
    format_said: bool,
    /// `missing-game-format` was reported: what only VGN has is not reported again.
    format_missed: bool,
    notation: &'static Notation,
    /// The notation's moves cannot be judged: an unknown format, a binary one, a variant that is not supported.
    silent: bool,
    /// They are read otherwise than they were written: the tag that says how is misspelt, in its name or its value.
    reads_otherwise: bool,
    misspelt_governing: Option<(Range<u32>, &'static str)>,
    /// The one language other than English by whose letters the game is read.
    language: Option<&'static Language>,
    /// Those of which each move may be that English does not read.
    voices: Vec<&'static Language>,
    /// `P` may be a knight's as well as the pawn's, once somebody has asked.
    doubtful_pawns: OnceCell<bool>,
    /// All piece letters of the game are small, once somebody has asked.
    small_letters: OnceCell<bool>,
    /// The `)` that comes next has no `(`.
    closes_nothing: bool,
    evidence: Evidence,
    /// Half-moves in foreign letters with their English spelling, when the game has been read.
    english: Vec<(Range<u32>, String)>,
    /// Half-moves whose letters may be another language's.
    uncertain: Vec<Range<u32>>,
    opened: bool,
    /// Usual tags that misspelt ones stand for.
    misnamed: Vec<&'static str>,
    /// Tags inside others, which are reported when all tags are known.
    nested_tags: Vec<NestedTag>,
    /// Tags whose values have no quotes, or that have none.
    without_value: Vec<TagWithoutValue>,
    /// Roster tags that are missing, until their fix is made.
    roster_gap: Option<Vec<&'static str>>,
    /// The main line, for its opening.
    played: PawnHistory,
    /// Its boards, as many as the opening has.
    opening_boards: Vec<Bitboards>,
    /// The main line, for repetitions.
    history: History,
    /// The first position, when it is known.
    start: Option<Position>,
    /// The rules that the tags name.
    rules: setup::TaggedRules,
    /// The board in `SetUp` carries an end mark, so that no move may follow (rule B7).
    over_at_start: Option<LastMove>,
    /// The line in play, and the lines that its variation left.
    line: Line,
    outer: Vec<Line>,
    /// Where the `)` that was read last ends.
    variation_end: Option<u32>,
    /// The `)` of the variation that is to be closed.
    closing: Option<Range<u32>>,
    /// What the last half-move does, for lints that want it.
    last_play: Option<Play>,
    /// Every half-move of the game with its boards, once somebody has had to look for one that lies far back.
    replayed: Option<Vec<ResolvedMove>>,
    in_movetext: bool,
    half_moves: u32,
    main_line_half_moves: u32,
    /// Half-moves that could not be played: they cannot be read, are not possible, or come after such ones.
    unread: u32,
    /// Moves in letters of another language.
    foreign: Vec<(Range<u32>, String)>,
    foreign_letter: Option<char>,
    numbers: Vec<NumberSeen>,
    one_cause: OneCause,
    /// Which finding is about text before all tags and moves.
    lead: Option<usize>,
    /// Half-moves that comments name by other numbers than the true ones.
    named: Vec<NumberSeen>,
    terminator: Option<Range<u32>>,
    /// The terminator that the board asks for, where another one stands.
    right_result: Option<&'static str>,
    /// A word that stands for a terminator and is none.
    near_terminator: bool,
    /// Lines with PGN's escape; whether they may stand is known when the tags are.
    escapes: Vec<Range<u32>>,
    /// The line end that the text uses, once somebody has looked for it.
    line_end: OnceCell<&'static str>,
    structure_errors: bool,
    variation_left_open: bool,
    /// The half-move that was judged last fits the board.
    fits: bool,
    /// Comments that hold a `{`: the end of an earlier one may have been forgotten.
    suspicious: Vec<Range<u32>>,
    /// Where comments begin that were meant to hold others, and are reported as such; in their order.
    nested_comments: Vec<u32>,
    /// A comment whose end was forgotten has swallowed some.
    parentheses_lost: bool,
    /// It is in doubt whether a `)` behind a number ends a variation.
    unclear_parentheses: bool,
    /// What stands just before the next token of the tags or the movetext.
    after_line_comment: bool,
    kept: Option<Vec<ResolvedMove>>,
    /// The clocks that are to be written, if the judge runs for nothing but to count them.
    counted: Option<Vec<Edit>>,
}

impl<'a> Judge<'a> {
    pub(in crate::analysis) fn new(text: &'a str, context: &'a Context<'a>, keep: bool, letters: Letters) -> Judge<'a> {
        let doubtful_pawns = match letters {
            Letters::EnglishOrDutch => OnceCell::from(true),
            _ => OnceCell::new(),
        };
        let (language, voices) = match letters {
            Letters::English | Letters::EnglishOrDutch => (None, Vec::new()),
            Letters::Of(language) => (Some(language), Vec::new()),
            Letters::Mixed(voices) => (None, voices),
        };
        Judge {
            text,
            context,
            report: Report::new(context),
            lints: context.settings.lints(),
            wanted: context.settings.lints().wanted(),
            memories: context.settings.lints().memories(),
            tags: Tags::default(),
            has_tags: false,
            open_tag: None,
            format: GameFormat::Pgn,
            format_said: false,
            format_missed: false,
            notation: &SAN,
            silent: false,
            reads_otherwise: false,
            misspelt_governing: None,
            language,
            voices,
            doubtful_pawns,
            small_letters: OnceCell::new(),
            closes_nothing: false,
            evidence: Evidence::default(),
            english: Vec::new(),
            uncertain: Vec::new(),
            opened: false,
            misnamed: Vec::new(),
            nested_tags: Vec::new(),
            without_value: Vec::new(),
            roster_gap: None,
            played: PawnHistory::default(),
            opening_boards: Vec::new(),
            history: History::default(),
            start: None,
            rules: setup::TaggedRules::default(),
            over_at_start: None,
            line: Line::new(Board::Unknown, 1, Color::White),
            outer: Vec::new(),
            variation_end: None,
            closing: None,
            last_play: None,
            replayed: None,
            in_movetext: false,
            half_moves: 0,
            main_line_half_moves: 0,
            unread: 0,
            foreign: Vec::new(),
            foreign_letter: None,
            numbers: Vec::new(),
            one_cause: OneCause::default(),
            lead: None,
            named: Vec::new(),
            terminator: None,
            right_result: None,
            near_terminator: false,
            escapes: Vec::new(),
            line_end: OnceCell::new(),
            structure_errors: false,
            variation_left_open: false,
            fits: false,
            suspicious: Vec::new(),
            nested_comments: Vec::new(),
            parentheses_lost: false,
            unclear_parentheses: false,
            after_line_comment: false,
            kept: keep.then(Vec::new),
            counted: None,
        }
    }

    /// What was found.
    pub(in crate::analysis) fn into_report(mut self) -> GameReport {
        self.forgive_values_with_faults();
        let identity = self.identity();
        let (mut diagnostics, left_out) = self.report.into_diagnostics();
        diagnostics.sort_by_key(|d| (d.range.start, d.range.end));
        GameReport {
            diagnostics,
            left_out,
            half_moves: self.half_moves,
            main_line_half_moves: self.main_line_half_moves,
            is_game: self.in_movetext || self.has_tags,
            identity,
        }
        .presentable()
    }

    /// What was kept for editors, besides the report.
    pub(in crate::analysis) fn take_kept(
        &mut self,
    ) -> (Vec<ResolvedMove>, Option<Position>, Option<&'static Notation>) {
        let moves = self.kept.take().unwrap_or_default();
        (moves, self.start.clone(), (!self.silent).then_some(self.notation))
    }

    /// The board at the end of the main line, if it is known.
    pub(in crate::analysis) fn end(&self) -> Option<Position> {
        match self.main_line_half_moves {
            0 => self.start.clone(),
            _ => self.outer.first().unwrap_or(&self.line).position().map(Cow::into_owned),
        }
    }

    pub(in crate::analysis) fn game_format(&self) -> GameFormat {
        self.format
    }

    fn is_vgn(&self) -> bool {
        self.format == GameFormat::Vgn
    }

    fn slice(&self, range: &Range<u32>) -> &'a str {
        &self.text[range.start as usize..range.end as usize]
    }

    fn in_variation(&self) -> bool {
        !self.outer.is_empty()
    }
}

impl Sink for Judge<'_> {
    fn start(&mut self, node: Node) {
        match node {
            Node::TagPair => {
                self.has_tags = true;
                self.open_tag = Some(OpenTag::default());
            }
            Node::Movetext => {
                self.open_movetext();
                self.in_movetext = true;
            }
            Node::Variation => self.open_variation(),
            Node::Game | Node::TagSection => {}
        }
    }

    #[inline]
    fn token(&mut self, token: Token, range: Range<u32>) {
        // Half of all tokens are white space.
        if token != Token::Space {
            self.take(token, range);
        }
    }

    fn run(&mut self, cursor: &mut ParseCursor) {
        self.run_plain(cursor);
    }

    fn finish(&mut self, node: Node) {
        match node {
            Node::TagPair => self.close_tag(),
            Node::Variation => {
                let closing = self.closing.take();
                self.close_variation();
                if let Some(range) = closing {
                    self.tell(Event::VariationEnd(range));
                }
            }
            Node::Movetext => self.close_movetext(),
            Node::Game if !self.in_movetext && !self.tags.list.is_empty() => {
                self.open_movetext();
                self.close_movetext();
            }
            Node::Game | Node::TagSection => {}
        }
    }

    fn error(&mut self, error: SyntaxError) {
        self.structure(error);
    }
}

impl Judge<'_> {
    /// Takes a token that is not white space.
    fn take(&mut self, token: Token, range: Range<u32>) {
        if let Some(tag) = &mut self.open_tag {
            if tag.end == 0 {
                tag.start = range.start;
            }
            tag.end = range.end;
        }
        if self.is_of_torn(token, &range) {
            return;
        }
        match token {
            Token::Space | Token::ByteOrderMark | Token::Binary => return,
            Token::TagName => {
                if let Some(open) = &mut self.open_tag {
                    open.name = Some(range);
                }
            }
            Token::TagValue => {
                if let Some(open) = &mut self.open_tag {
                    open.value = Some(range);
                }
            }
            Token::TagOpen | Token::TagClose => {}
            Token::BraceComment | Token::LineComment => self.comment(token, range),
            Token::Escape => self.escape(range),
            Token::MoveNumber => {
                self.number(range.clone());
                self.tell(Event::Number(range));
            }
            Token::Periods => self.periods(range),
            Token::Move => self.half_move(range),
            Token::Suffix => self.suffix(range),
            Token::Nag => self.nag(range),
            Token::CompositeNag => self.composite_nag(range),
            Token::VariationOpen => {
                self.anchor_pending(range.start);
                self.tell(Event::Variation(range));
            }
            // What a `(` before the first move has opened stands on no line of the game: its board is not known behind it.
            Token::VariationClose if self.outer.is_empty() && !self.closes_nothing => self.line.forget(),
            Token::VariationClose => {
                self.variation_end = Some(range.end);
                self.closing = Some(range);
            }
            Token::Terminator => self.terminator(range),
            Token::Stray => self.stray_token(&range),
        }
        self.after_line_comment = matches!(token, Token::LineComment | Token::Escape);
    }
}
