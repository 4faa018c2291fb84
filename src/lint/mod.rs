//! Lints: everything that can be found in a game is one row of one table.
//!
//! Knows: what there is to find, in words and examples, and, as far as a finding needs nothing but the events of a game,
//! how it is found. Never knows: how a game is read, and by which of the readers.
//!
//! The row of a lint has its page, and stands with its check and its tests in the file of its kind (`rules/`); the
//! [table](mod@table) has its place. A check is a function of [`Event`]s, with a [`GameView`] of the game as it has been
//! read so far. The pass over clean games (`replay::fast`) asks the same functions as the judge: where one of them finds
//! something, the game is not clean. So a new lint needs no other line of code to work in `check`, in fixes, in editors
//! and in every output format. What the engine must decide to read on ([`Check::Engine`]) is reported by the judge itself.

mod cancellation;
pub(crate) mod cause;
mod context;
pub(crate) mod diagnostic;
mod edits;
mod event;
mod findings;
pub(crate) mod fixing;
pub(crate) mod no_text;
mod pages;
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
pub use event::{Event, Events, TagSeen};
pub use findings::{Finding, Findings, Wanted, no_fix};
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
}

/// One row of the table.
pub struct Lint {
    pub code: Code,
    /// Stable kebab-case name.
    pub name: &'static str,
    pub family: Family,
    /// Default severity.
    pub severity: Severity,
    /// A quick fix may come with it.
    pub fix: bool,
    /// One sentence: what is wrong.
    pub summary: &'static str,
    /// What it means, the rule that it comes from, why it matters and what to do: Markdown paragraphs.
    pub explanation: &'static str,
    /// A file whose game earns it, and nothing else that is graver than information.
    pub wrong: &'static str,
    /// The same file as it should be.
    pub right: &'static str,
    /// How it is found.
    pub check: Check,
}

/// How the findings of a lint are found.
pub enum Check {
    /// The engine reports them: what it must decide to read on.
    Engine,
    /// A function of events.
    Of { wants: Wants, run: Run },
}

/// The events that a check is asked about.
#[derive(Clone, Copy)]
pub struct Wants {
    pub events: Events,
    /// With [`Events::TAG`]: the tags.
    pub tags: TagNames,
    pub games: Games,
}

/// The tags that a check is asked about.
#[derive(Clone, Copy)]
pub enum TagNames {
    None,
    /// Those of names in common use.
    Of(&'static [&'static str]),
    All,
}

/// The games that a check is asked about (rule A5).
#[derive(Clone, Copy, Debug)]
pub enum Games {
    All,
    Of(GameFormat),
}

/// The function of a check.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// It remembers nothing.
    Pure(fn(&Event<'_>, &mut Findings<'_>)),
    /// It remembers what it has heard of the game: made anew for each game.
    Remembering(fn() -> Box<dyn Memory>),
}

/// A check that remembers what it has heard of a game.
pub trait Memory: Send {
    fn hear(&mut self, event: &Event<'_>, findings: &mut Findings<'_>);
}

impl Check {
    /// Of tags, each for itself.
    pub const fn tags(names: &'static [&'static str], run: fn(&Event<'_>, &mut Findings<'_>)) -> Check {
        let wants = Wants { events: Events::TAG, tags: TagNames::Of(names), games: Games::All };
        Check::Of { wants, run: Run::Pure(run) }
    }

    /// Of events that are no tags.
    pub const fn events(events: Events, games: Games, run: fn(&Event<'_>, &mut Findings<'_>)) -> Check {
        Check::Of { wants: Wants { events, tags: TagNames::None, games }, run: Run::Pure(run) }
    }
}

impl Games {
    fn has(self, format: GameFormat) -> bool {
        match self {
            Games::All => true,
            Games::Of(only) => only == format,
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

/// A lint is known by its name.
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
