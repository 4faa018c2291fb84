//! What an editor can do to a game at the user's word: a row for each kind of action.
//!
//! An action is small: where its edits are many, it says what to do, and [`rewrite_game`] does it when the user has
//! chosen. A new kind of action is one file here and its row in `PROVIDERS`.

mod conversions;
mod explain;
mod fix_all;
mod fixing;
mod quick_fixes;
mod refactoring;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use crate::analysis::{Code, Context, Diagnostic, Edit, GameReport, NEVER, Resolved};
use crate::convert::{Target, convert_resolved};

pub use crate::convert::resolve_to_convert;
pub use crate::syntax::{SURROUNDINGS, stands_alone};
pub use conversions::{conversions, wide_conversions};
pub use fix_all::file_actions;
pub use fixing::Fixing;
pub use quick_fixes::title_of;
pub use refactoring::{ADD_ROSTER, About, Chosen, Selected, merged_games, moved_item, refactorings, wide_refactorings};

/// Something that can be done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// What it does, in the imperative.
    pub title: String,
    pub kind: Kind,
    /// The diagnostic that it fixes or explains: its code and place in bytes of the game's text.
    pub about: Option<(Code, Range<u32>)>,
    /// The one that most likely is wanted: it changes nothing that the game says, and no other fixes the same.
    pub preferred: bool,
    pub effect: Effect,
}

/// Where an editor shows an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Beside a diagnostic.
    QuickFix,
    /// For the whole file, at the user's word or when it is saved.
    FixAll,
    /// The game says the same in another way.
    Rewrite,
    /// The game's lines, comments or tags become others.
    Refactor,
    /// A part of the game becomes one of its own.
    Extract,
    /// A part of the game goes elsewhere.
    Move,
}

/// What an action does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Edits in the game, ordered and not overlapping, in bytes of its text.
    Edit(Vec<Edit>),
    /// Edits that are made when they are asked for.
    Rewrite(Scope, Rewrite),
    /// The selected games become one.
    Merge,
    /// The page of a diagnostic is shown.
    Explain(Code),
    /// It cannot be done, for this reason.
    Refused(String),
}

/// How much of a file a rewriting changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    Game,
    /// The games that the selection touches.
    Selection,
    File,
}

/// A change to whole games. Its text, as `Display` writes it, is all that an editor keeps of it meanwhile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rewrite {
    Fix(Fixing),
    /// Conversion; where something would be lost, only if `losing` says that the user knows.
    Convert {
        to: Target,
        losing: bool,
    },
    Refactor(Chosen),
}

impl Rewrite {
    /// May the rewriting be there for the sake of this diagnostic?
    pub fn may_concern(self, diagnostic: &Diagnostic) -> bool {
        match self {
            Rewrite::Fix(Fixing::Safe) => diagnostic.code.lint().fix,
            Rewrite::Fix(Fixing::Code(code)) => diagnostic.code == code,
            Rewrite::Convert { .. } | Rewrite::Refactor(_) => false,
        }
    }
}

impl fmt::Display for Rewrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Rewrite::Fix(Fixing::Safe) => f.write_str("fix"),
            Rewrite::Fix(Fixing::Code(code)) => write!(f, "fix {code}"),
            Rewrite::Convert { to, losing: false } => write!(f, "convert {}", to.name()),
            Rewrite::Convert { to, losing: true } => write!(f, "convert-losing {}", to.name()),
            Rewrite::Refactor(chosen) => write!(f, "refactor {chosen}"),
        }
    }
}

/// The text is no rewriting's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRewrite;

impl FromStr for Rewrite {
    type Err = UnknownRewrite;

    fn from_str(text: &str) -> Result<Rewrite, UnknownRewrite> {
        match text.split_once(' ') {
            None if text == "fix" => Ok(Rewrite::Fix(Fixing::Safe)),
            Some(("fix", code)) => {
                Code::from_name(code).map(|code| Rewrite::Fix(Fixing::Code(code))).ok_or(UnknownRewrite)
            }
            Some((verb @ ("convert" | "convert-losing"), name)) => {
                // What is bytes cannot be written by edits of text (rule E3).
                let to = Target::of_text().find(|target| target.name() == name).ok_or(UnknownRewrite)?;
                Ok(Rewrite::Convert { to, losing: verb == "convert-losing" })
            }
            Some(("refactor", chosen)) => {
                let (name, at) = chosen.split_once(' ').ok_or(UnknownRewrite)?;
                let at = at.parse().map_err(|_| UnknownRewrite)?;
                Chosen::named(name, at).map(Rewrite::Refactor).ok_or(UnknownRewrite)
            }
            _ => Err(UnknownRewrite),
        }
    }
}

/// What the kinds of action may ask.
struct Site<'a> {
    /// With fixes.
    report: &'a GameReport,
    /// What the user has selected, in bytes of the game's text; a place is an empty range.
    selection: Range<u32>,
}

impl Site<'_> {
    /// The diagnostics that the selection touches, at one of their places.
    fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.report.diagnostics.iter().filter(|diagnostic| diagnostic.touches(&self.selection))
    }

    /// The codes of the diagnostics that the selection touches, each once.
    fn codes(&self) -> Vec<Code> {
        let mut codes: Vec<Code> = Vec::new();
        for diagnostic in self.diagnostics() {
            if !codes.contains(&diagnostic.code) {
                codes.push(diagnostic.code);
            }
        }
        codes
    }
}

/// Every kind of action, in the order in which editors show them.
const PROVIDERS: [fn(&Site<'_>) -> Vec<Action>; 3] = [quick_fixes::actions, fix_all::actions, explain::actions];

/// What can be done where the selection stands in a game, given in bytes of the game's text, by what was found in the
/// game with fixes.
pub fn actions(report: &GameReport, selection: Range<u32>) -> Vec<Action> {
    let site = Site { report, selection };
    PROVIDERS.iter().flat_map(|provider| provider(&site)).collect()
}

/// The edits that a rewriting makes in one game: ordered, not overlapping, in bytes of its text.
pub fn rewrite_game(text: &str, context: &Context<'_>, rewrite: Rewrite) -> Vec<Edit> {
    rewrite_game_by(text, context, rewrite, || resolve_to_convert(text, context.kind, NEVER).map(Arc::new))
}

/// As [`rewrite_game`]; `resolve` gives the game as conversions take it, and without it none is made.
pub fn rewrite_game_by(
    text: &str,
    context: &Context<'_>,
    rewrite: Rewrite,
    resolve: impl FnOnce() -> Option<Arc<Resolved>>,
) -> Vec<Edit> {
    match rewrite {
        Rewrite::Fix(fixing) => fixing.edits(text, context),
        Rewrite::Refactor(chosen) => chosen.edits(text, context),
        Rewrite::Convert { to, losing } => {
            let Some(resolved) = resolve() else { return Vec::new() };
            match convert_resolved(text, context.kind, &resolved, &to, None) {
                Ok(conversion) if losing || conversion.losses.is_empty() => conversion.edits,
                _ => Vec::new(),
            }
        }
    }
}

#[cfg(test)]
mod tests;
