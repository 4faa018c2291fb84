//! Code actions: the changes that an editor offers for a game. `PROVIDERS` has a row for each kind of action about a
//! finding; refactorings and conversions have tables of their own.
//!
//! An action with many edits only describes them; [`rewrite_game`] computes the edits when the user has chosen it. A
//! new kind of action about a finding is one file here and its row in `PROVIDERS`.

mod conversions;
mod explain;
mod fix_all;
mod fix_selection;
mod quick_fixes;
mod refactoring;

use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::sync::Arc;

use vgn_engine::convert::{Target, convert_resolved};
use vgn_engine::lint::{Code, Context, Diagnostic, Edit, NEVER};
use vgn_engine::replay::{GameReport, Resolved};

pub use conversions::{conversions, wide_conversions};
pub use fix_all::file_actions;
pub use fix_selection::FixSelection;
pub use quick_fixes::title_of;
pub use refactoring::{
    ADD_ROSTER, Rearrangement, RefactoringChoice, RefactoringTarget, SelectedGames, merged_games, moved_item,
    rearranged, refactorings, wide_refactorings,
};
pub use vgn_engine::convert::resolve_to_convert;
pub use vgn_engine::syntax::{SURROUNDINGS, stands_alone};

/// A code action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// Title, in the imperative.
    pub title: String,
    pub kind: ActionKind,
    /// The code and range of the diagnostic that it fixes or explains, in bytes of the game's text.
    pub diagnostic: Option<(Code, Range<u32>)>,
    /// The default choice: it keeps the game's meaning, and the diagnostic has no other fix.
    pub preferred: bool,
    pub effect: Effect,
}

/// The category under which an editor shows an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActionKind {
    /// Fix of a diagnostic.
    QuickFix,
    /// For the whole file, on request or on save.
    FixAll,
    /// The same game in another form.
    Rewrite,
    /// Changes the game's lines, comments or tags.
    Refactor,
    /// Turns a part of the game into a new game.
    Extract,
    /// Moves a part of the game.
    Move,
    /// Seldom wanted where it can be done, which is nearly everywhere: shown below all others.
    Rare,
}

/// The effect of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Edits in the game, in order and not overlapping, in bytes of its text.
    Edit(Vec<Edit>),
    /// Edits that are computed when the action is chosen.
    Rewrite(RewriteScope, GameRewrite),
    /// Merges the selected games.
    Merge,
    /// Shows the documentation of a diagnostic.
    Explain(Code),
    /// Not applicable, with the reason.
    Refused(String),
}

/// The part of a file that a rewrite changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RewriteScope {
    Game,
    /// All games that overlap the selection.
    Selection,
    File,
}

/// A change to whole games. An editor stores only its text form, which `Display` writes and `FromStr` reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameRewrite {
    Fix(FixSelection),
    /// Conversion. With losses only if `losing`, which means that the user has seen them.
    Convert {
        to: Target,
        losing: bool,
    },
    Refactor(RefactoringChoice),
}

impl GameRewrite {
    /// The rewrite may fix this diagnostic.
    pub fn may_concern(self, diagnostic: &Diagnostic) -> bool {
        match self {
            GameRewrite::Fix(FixSelection::Safe) => diagnostic.code.lint().fix,
            GameRewrite::Fix(FixSelection::Code(code)) => diagnostic.code == code,
            GameRewrite::Convert { .. } | GameRewrite::Refactor(_) => false,
        }
    }
}

impl fmt::Display for GameRewrite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GameRewrite::Fix(FixSelection::Safe) => f.write_str("fix"),
            GameRewrite::Fix(FixSelection::Code(code)) => write!(f, "fix {code}"),
            GameRewrite::Convert { to, losing: false } => write!(f, "convert {}", to.name()),
            GameRewrite::Convert { to, losing: true } => write!(f, "convert-losing {}", to.name()),
            GameRewrite::Refactor(chosen) => write!(f, "refactor {chosen}"),
        }
    }
}

/// The text does not describe a rewrite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownRewrite;

impl FromStr for GameRewrite {
    type Err = UnknownRewrite;

    fn from_str(text: &str) -> Result<GameRewrite, UnknownRewrite> {
        match text.split_once(' ') {
            None if text == "fix" => Ok(GameRewrite::Fix(FixSelection::Safe)),
            Some(("fix", code)) => {
                Code::from_name(code).map(|code| GameRewrite::Fix(FixSelection::Code(code))).ok_or(UnknownRewrite)
            }
            Some((verb @ ("convert" | "convert-losing"), name)) => {
                // Binary formats cannot be written by text edits (rule E3).
                let to = Target::of_text().find(|target| target.name() == name).ok_or(UnknownRewrite)?;
                Ok(GameRewrite::Convert { to, losing: verb == "convert-losing" })
            }
            Some(("refactor", chosen)) => {
                let (name, at) = chosen.split_once(' ').ok_or(UnknownRewrite)?;
                let at = at.parse().map_err(|_| UnknownRewrite)?;
                RefactoringChoice::named(name, at).map(GameRewrite::Refactor).ok_or(UnknownRewrite)
            }
            _ => Err(UnknownRewrite),
        }
    }
}

/// The input of the action providers.
struct ActionSite<'a> {
    /// The report of the game, with fixes.
    report: &'a GameReport,
    /// The selection in bytes of the game's text; a cursor is an empty range.
    selection: Range<u32>,
}

impl ActionSite<'_> {
    /// The diagnostics with a range that the selection touches.
    fn diagnostics(&self) -> impl Iterator<Item = &Diagnostic> {
        self.report.diagnostics.iter().filter(|diagnostic| diagnostic.touches(&self.selection))
    }

    /// Their codes without duplicates.
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

/// All providers, in the order in which editors show their actions.
const PROVIDERS: [fn(&ActionSite<'_>) -> Vec<Action>; 3] = [quick_fixes::actions, fix_all::actions, explain::actions];

/// The actions for a selection, in bytes of the game's text. `report`: the game's report, with fixes.
pub fn actions(report: &GameReport, selection: Range<u32>) -> Vec<Action> {
    let site = ActionSite { report, selection };
    PROVIDERS.iter().flat_map(|provider| provider(&site)).collect()
}

/// The edits of a rewrite in one game: in order, not overlapping, in bytes of its text.
pub fn rewrite_game(text: &str, context: &Context<'_>, rewrite: GameRewrite) -> Vec<Edit> {
    rewrite_game_by(text, context, rewrite, || resolve_to_convert(text, context.kind, NEVER).map(Arc::new))
}

/// Like [`rewrite_game`]; `resolve` supplies the game resolved for conversion, without which there is no conversion.
pub fn rewrite_game_by(
    text: &str,
    context: &Context<'_>,
    rewrite: GameRewrite,
    resolve: impl FnOnce() -> Option<Arc<Resolved>>,
) -> Vec<Edit> {
    match rewrite {
        GameRewrite::Fix(fixing) => fixing.edits(text, context),
        GameRewrite::Refactor(chosen) => chosen.edits(text, context),
        GameRewrite::Convert { to, losing } => {
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
