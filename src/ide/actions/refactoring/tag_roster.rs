//! Adds missing tags of the seven tag roster in their places (PGN 8.1.1).

use vgn_engine::lint::{Code, Context, Edit, Settings};
use vgn_engine::replay::check_game;
use vgn_engine::syntax::ast::AstToken;
use vgn_engine::syntax::tag_list::roster;

use super::site::RefactoringSite;
use super::{ActionKind, Refactoring, RefactoringJob};

/// Title of the refactoring.
pub const ADD_ROSTER: &str = "Add the missing tags of the seven tag roster";

pub static ROW: Refactoring = Refactoring::at_cursor("add-roster", ActionKind::Refactor, offer, edits);

fn offer(site: &RefactoringSite<'_>) -> Option<(String, u32)> {
    // VGN has no roster (rule B11).
    if !site.is_in_tags() || site.game.tag("GameFormat").is_some() {
        return None;
    }
    let has = |name: &str| site.game.tags().any(|tag| tag.name().is_some_and(|found| found.text() == name));
    let is_missing = roster().iter().any(|name| !has(name));
    is_missing.then(|| (ADD_ROSTER.to_owned(), 0))
}

/// Applies the fix of the diagnostic, even if that is switched off.
fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    let settings = Settings::default();
    let context = Context { settings: &settings, fixes: true, ..*job.context };
    let report = context.whole(job.text, check_game(job.text, &context))?;
    let found = report.diagnostics.into_iter().find(|found| found.code == Code::MissingRosterTag)?;
    found.fixes.into_iter().next().map(|fix| fix.edits)
}
