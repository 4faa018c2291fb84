//! Lints: everything that can be found in a game is a row of one table.
//!
//! Knows: the lints, in words and examples, and the checks that need nothing but the events of a game. Never knows: how
//! a game is read, and by which reader.
//!
//! The row of a lint has its page and is next to its check and its tests in the file of its kind (`rules/`); the
//! [table](mod@table) has its position. A check is a function of [`Event`]s, with a [`GameView`] of the game as read so
//! far. The pass over plain games (`replay::fast`) calls the same functions as the judge and reports the same. So a new
//! lint needs no other code to work in `check`, in fixes, in editors and in every output format. Faults about which the
//! engine must decide in order to read on ([`Check::Engine`]) are reported by the judge itself.

mod cancellation;
pub(crate) mod cause;
mod context;
pub(crate) mod diagnostic;
mod edits;
mod evaluation;
mod event;
mod findings;
pub(crate) mod fixing;
pub(crate) mod no_text;
mod pages;
pub mod portability;
mod presentable;
pub(crate) mod report;
mod rules;
mod set;
mod settings;
pub mod table;
mod view;

use std::fmt;

pub use cancellation::{Cancellation, NEVER};
pub(crate) use context::LARGE;
pub use context::{Context, GameFormat};
pub use diagnostic::{Diagnostic, Edit, Fix, Related, Severity};
pub use edits::{apply, line_end_of};
pub use evaluation::{EvaluationValue, MistakeGrade, MistakeThresholds, PositionEvaluation, pawns};
pub use event::{Event, Events, TagEvent};
pub use findings::{Finding, FindingDetail, Findings, no_fix};
pub use fixing::Choice;
pub use no_text::is_no_text;
pub use pages::{all_pages, page};
pub(crate) use presentable::present_all;
pub use presentable::{LONGEST_MESSAGE, presented, visible};
pub(crate) use rules::dates::{PLAYED, ended_by_claim_only};
pub(crate) use rules::tag_values::classified;
pub use set::{LintSet, Memories};
pub use settings::{FileKind, Settings, Strictness};
pub use table::{CATALOGUE, Code};
pub use view::GameView;

pub use crate::syntax::tag_list::name_index::index_of as in_use;

/// The chapters of the catalogue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    Structure,
    Tags,
    Movetext,
    Moves,
    End,
    /// What an engine's evaluations in the text say of half-moves and glyphs.
    Evaluations,
    /// What other readers of PGN read otherwise than the text says.
    Portability,
}

/// One row of the table: a lint and its page in the catalogue.
pub struct Lint {
    pub code: Code,
    /// Stable kebab-case name.
    pub name: &'static str,
    pub family: Family,
    /// Default severity.
    pub severity: Severity,
    /// Whether a quick fix may be attached.
    pub fix: bool,
    /// One sentence about the fault.
    pub summary: &'static str,
    /// Its meaning, the rule that it comes from, why it matters and what to do: Markdown paragraphs.
    pub explanation: &'static str,
    /// A file whose game has this finding, and no other finding above information.
    pub wrong: &'static str,
    /// The same file without the fault.
    pub right: &'static str,
    /// The check that finds it.
    pub check: Check,
}

/// Where the findings of a lint come from.
pub enum Check {
    /// The engine, which must decide about them in order to read on.
    Engine,
    /// The walk of [`portability`], if readers are chosen for which it matters.
    Portability,
    /// A function of events.
    Of { wants: EventFilter, run: CheckFunction },
}

/// The events that a check receives.
#[derive(Clone, Copy)]
pub struct EventFilter {
    pub events: Events,
    /// The tags, if `events` has [`Events::TAG`].
    pub tags: TagFilter,
    pub games: GameFilter,
}

/// The tags that a check receives.
#[derive(Clone, Copy)]
pub enum TagFilter {
    None,
    /// Tags with these names, which are in common use.
    Of(&'static [&'static str]),
    All,
}

/// The games that a check receives (rule A5).
#[derive(Clone, Copy, Debug)]
pub enum GameFilter {
    All,
    Of(GameFormat),
}

/// The function of a check.
#[derive(Clone, Copy, Debug)]
pub enum CheckFunction {
    /// A function without memory.
    Pure(fn(&Event<'_>, &mut Findings<'_>)),
    /// Constructor of a check with memory, called for each game.
    Stateful(fn() -> Box<dyn Memory>),
}

/// A check that remembers earlier events of a game.
pub trait Memory: Send {
    fn observe(&mut self, event: &Event<'_>, findings: &mut Findings<'_>);
}

impl Check {
    /// A check of single tags.
    pub const fn tags(names: &'static [&'static str], run: fn(&Event<'_>, &mut Findings<'_>)) -> Check {
        let wants = EventFilter { events: Events::TAG, tags: TagFilter::Of(names), games: GameFilter::All };
        Check::Of { wants, run: CheckFunction::Pure(run) }
    }

    /// A check of events other than tags.
    pub const fn events(events: Events, games: GameFilter, run: fn(&Event<'_>, &mut Findings<'_>)) -> Check {
        Check::Of { wants: EventFilter { events, tags: TagFilter::None, games }, run: CheckFunction::Pure(run) }
    }
}

impl Lint {
    /// Whether it is off unless the configuration sets its severity.
    pub fn is_optional(&self) -> bool {
        let is_of_workspace = matches!(self.code, Code::DuplicateInWorkspace | Code::RepertoireConflict);
        self.family == Family::Evaluations || is_of_workspace
    }
}

impl GameFilter {
    fn has(self, format: GameFormat) -> bool {
        match self {
            GameFilter::All => true,
            GameFilter::Of(only) => only == format,
        }
    }
}

impl Code {
    /// The row of the table.
    pub fn lint(self) -> &'static Lint {
        CATALOGUE[self as usize]
    }

    /// The stable kebab-case name.
    pub fn name(self) -> &'static str {
        self.lint().name
    }

    /// The code with this name.
    pub fn from_name(name: &str) -> Option<Code> {
        CATALOGUE.iter().find(|lint| lint.name == name).map(|lint| lint.code)
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A lint is identified by its name.
impl PartialEq for Lint {
    fn eq(&self, other: &Lint) -> bool {
        self.name == other.name
    }
}

impl Eq for Lint {}

impl fmt::Debug for Lint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}
