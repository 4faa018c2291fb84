//! The judge: receives the grammar's events of one game and plays it, one line at a time.
//!
//! Each file of this folder judges one family of elements; the state that they share is here. One cause gives one
//! diagnostic: after the board of a line becomes unknown (`Board::Unknown`), its half-moves are read without
//! diagnostics.

mod end;
mod half_moves;
mod letters;
mod line;
mod line_boards;
mod line_starts;
mod lints;
mod movetext;
mod plain;
mod recovery;
mod runner;
mod tags;

pub(crate) use movetext::anchors::NOTHING_BEFORE;
pub(super) use movetext::fixes::keep_words_apart;

use std::borrow::Cow;
use std::cell::OnceCell;
use std::ops::Range;

use shakmaty::Color;

use self::end::ending::GameTermination;
use self::letters::languages::LetterState;
use self::line::{JudgeLine, LastMove};
use self::line_boards::Board;
use self::line_starts::LineStarts;
use self::movetext::comments::CommentState;
use self::movetext::numbers::Numbering;
use self::movetext::variations::ParenthesisState;
use self::recovery::consequences::CauseTracker;
use self::tags::eco::OpeningLine;
use self::tags::faulty_tags::{OpenTag, TagFaults};
use self::tags::setup::TaggedRules;
use super::GameReport;
use super::resolved::ResolvedMove;
use crate::lint::report::Report;
use crate::lint::{Context, Event, Events, GameFormat, LintSet, Memories};
use crate::notation::languages::Language;
use crate::notation::{Notation, SAN};
use crate::rules::{History, Play, Position};
use crate::syntax::tag_list::Tags;
use crate::syntax::{Node, ParseCursor, Sink, SyntaxError, Token};

/// Judges one game; see the module's documentation.
pub(crate) struct Judge<'a> {
    text: &'a str,
    context: &'a Context<'a>,
    report: Report<'a>,
    lints: ActiveLints<'a>,
    tags: Tags,
    has_tags: bool,
    tag_faults: TagFaults,
    format: FormatEvidence,
    notation: &'static Notation,
    /// The moves are not judged: unknown or binary format, misspelt tag that decides how they are read, unsupported
    /// variant, or a set-up board with an end mark.
    moves_unjudged: bool,
    letters: LetterState,
    /// The tags have been judged, and the first board is set up.
    tags_judged: bool,
    in_movetext: bool,
    opening: OpeningLine,
    /// Positions of the main line, for repetitions.
    history: History,
    /// The first position, if known.
    start: Option<Position>,
    /// The rules that the tags name.
    rules: TaggedRules,
    /// The end mark of the board in `SetUp`, after which no half-move may follow (rule B7).
    setup_end: Option<LastMove>,
    /// The current line.
    line: JudgeLine,
    /// The lines around the current one, the main line first.
    outer_lines: Vec<JudgeLine>,
    parentheses: ParenthesisState,
    comments: CommentState,
    numbering: Numbering,
    termination: GameTermination,
    counts: HalfMoveCounts,
    /// The last judged half-move fits the board.
    half_move_fits: bool,
    /// The play of the last half-move, for lints that want it.
    last_play: Option<Play>,
    record: HalfMoveRecord,
    causes: CauseTracker,
    /// Index of the draft about text before all tags and moves.
    lead_draft: Option<usize>,
    structure_errors: bool,
    /// The line end of the text, determined at first use.
    line_end: OnceCell<&'static str>,
    line_starts: LineStarts,
}

/// The lints that receive the events.
struct ActiveLints<'a> {
    set: &'a LintSet,
    /// Kinds of events that any lint wants.
    wanted: Events,
    memories: Memories,
}

/// The game's format, VGN or PGN, and the evidence for it (rule A5).
#[derive(Default)]
struct FormatEvidence {
    game: GameFormat,
    /// A tag names the format.
    named_by_tag: bool,
    /// `missing-game-format` was reported: further VGN-only text is not reported again.
    missing_reported: bool,
    /// A tag that decides how the moves are read is misspelt or has an unknown value: they are not read as written.
    governing_tag_misspelt: bool,
}

/// Half-moves read so far.
#[derive(Default)]
struct HalfMoveCounts {
    /// In the main line and all variations, readable or not.
    half_moves: u32,
    main_line: u32,
    /// Half-moves that could not be played: unreadable, impossible, or after such ones.
    unread: u32,
}

/// Half-moves with their boards.
#[derive(Default)]
struct HalfMoveRecord {
    /// The half-moves kept for editors, if requested.
    kept: Option<Vec<ResolvedMove>>,
    /// All half-moves of the game, resolved by a second judge at first use.
    replayed: Option<Vec<ResolvedMove>>,
}

impl<'a> Judge<'a> {
    pub(crate) fn new(
        text: &'a str,
        context: &'a Context<'a>,
        keep: bool,
        language: Option<&'static Language>,
    ) -> Judge<'a> {
        let set = context.settings.lints();
        Judge {
            text,
            context,
            report: Report::new(context),
            lints: ActiveLints { set, wanted: set.wanted(), memories: set.memories() },
            tags: Tags::default(),
            has_tags: false,
            tag_faults: TagFaults::default(),
            format: FormatEvidence::default(),
            notation: &SAN,
            moves_unjudged: false,
            letters: LetterState { language, ..LetterState::default() },
            tags_judged: false,
            in_movetext: false,
            opening: OpeningLine::default(),
            history: History::default(),
            start: None,
            rules: TaggedRules::default(),
            setup_end: None,
            line: JudgeLine::new(Board::Unknown, 1, Color::White),
            outer_lines: Vec::new(),
            parentheses: ParenthesisState::default(),
            comments: CommentState::default(),
            numbering: Numbering::default(),
            termination: GameTermination::default(),
            counts: HalfMoveCounts::default(),
            half_move_fits: false,
            last_play: None,
            record: HalfMoveRecord { kept: keep.then(Vec::new), replayed: None },
            causes: CauseTracker::default(),
            lead_draft: None,
            structure_errors: false,
            line_end: OnceCell::new(),
            line_starts: LineStarts::default(),
        }
    }

    /// Finishes the report.
    pub(crate) fn into_report(mut self) -> GameReport {
        self.drop_findings_in_faulty_values();
        self.drop_number_of_lone_count();
        self.fold_single_slips();
        self.fold_board_slips();
        let identity = self.identity();
        let report = GameReport {
            half_moves: self.counts.half_moves,
            main_line_half_moves: self.counts.main_line,
            is_game: self.in_movetext || self.has_tags,
            identity,
            ..GameReport::default()
        };
        report.with_drafts(self.text, self.report)
    }

    /// Takes the data kept for editors: the half-moves, the first position, and the notation unless moves are not
    /// judged.
    pub(crate) fn take_kept(&mut self) -> (Vec<ResolvedMove>, Option<Position>, Option<&'static Notation>) {
        let moves = self.record.kept.take().unwrap_or_default();
        (moves, self.start.clone(), (!self.moves_unjudged).then_some(self.notation))
    }

    /// The board at the end of the main line, if known.
    pub(crate) fn end(&self) -> Option<Position> {
        match self.counts.main_line {
            0 => self.start.clone(),
            _ => self.outer_lines.first().unwrap_or(&self.line).position().map(Cow::into_owned),
        }
    }

    pub(crate) fn game_format(&self) -> GameFormat {
        self.format.game
    }

    fn is_vgn(&self) -> bool {
        self.format.game == GameFormat::Vgn
    }

    fn slice(&self, range: &Range<u32>) -> &'a str {
        &self.text[range.start as usize..range.end as usize]
    }

    fn in_variation(&self) -> bool {
        !self.outer_lines.is_empty()
    }
}

impl Sink for Judge<'_> {
    fn start(&mut self, node: Node) {
        match node {
            Node::TagPair => {
                self.has_tags = true;
                self.tag_faults.open_tag = Some(OpenTag::default());
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
            self.take_token(token, range);
        }
    }

    fn run(&mut self, cursor: &mut ParseCursor) {
        self.run_plain(cursor);
    }

    fn finish(&mut self, node: Node) {
        match node {
            Node::TagPair => self.close_tag(),
            Node::Variation => {
                let closing = self.parentheses.closing.take();
                self.close_variation();
                if let Some(range) = closing {
                    self.emit(Event::VariationEnd(range));
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
        self.syntax_error(error);
    }
}

impl Judge<'_> {
    /// Judges a token other than white space.
    fn take_token(&mut self, token: Token, range: Range<u32>) {
        if let Some(tag) = &mut self.tag_faults.open_tag {
            if tag.end == 0 {
                tag.start = range.start;
            }
            tag.end = range.end;
        }
        if self.is_in_reported(token, range.start) {
            return;
        }
        match token {
            Token::Space | Token::ByteOrderMark | Token::Binary => return,
            Token::TagName => {
                if let Some(open) = &mut self.tag_faults.open_tag {
                    open.name = Some(range);
                }
            }
            Token::TagValue => {
                if let Some(open) = &mut self.tag_faults.open_tag {
                    open.value = Some(range);
                }
            }
            Token::TagOpen | Token::TagClose => {}
            Token::BraceComment | Token::LineComment => self.comment(token, range),
            Token::Escape => self.escape(range),
            Token::MoveNumber => {
                self.number(range.clone());
                self.emit(Event::Number(range));
            }
            Token::Periods => self.periods(range),
            Token::Move => self.half_move(range),
            Token::Suffix => self.suffix(range),
            Token::Nag => self.nag(range),
            Token::CompositeNag => self.composite_nag(range),
            Token::VariationOpen => {
                self.anchor_pending(range.start);
                self.emit(Event::Variation(range));
            }
            // A variation before the first half-move belongs to no line of the game: the board after it is unknown.
            Token::VariationClose if self.outer_lines.is_empty() && !self.parentheses.closes_nothing => {
                self.line.lose_board()
            }
            Token::VariationClose => {
                let before = &self.text[..range.start as usize];
                self.parentheses.behind_number |= before.ends_with('.')
                    || before.ends_with(|c: char| c.is_ascii_digit())
                        && before
                            .trim_end_matches(|c: char| c.is_ascii_digit())
                            .ends_with([' ', '\n', '\r', '\t', '(']);
                self.parentheses.variation_end = Some(range.end);
                self.parentheses.closing = Some(range);
            }
            Token::Terminator => self.terminator(range),
            Token::Stray => self.stray_token(&range),
        }
        self.comments.after_line_comment = matches!(token, Token::LineComment | Token::Escape);
    }
}
