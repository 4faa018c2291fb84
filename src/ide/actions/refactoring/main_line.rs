//! Makes a variation at any depth the main line.

use vgn_engine::lint::Edit;
use vgn_engine::score::MAIN;
use vgn_engine::syntax::ast::AstNode;

use super::promote_variation::can_be_promoted;
use super::site::RefactoringSite;
use super::{ActionKind, Refactoring, RefactoringJob, ScoreChange};

pub static ROW: Refactoring = Refactoring::at_cursor("main-line", ActionKind::Refactor, offer, edits);

/// Not offered at depth 1, where `promote-variation` does the same.
fn offer(site: &RefactoringSite<'_>) -> Option<(String, u32)> {
    let variation = site.variation().filter(|variation| can_be_promoted(variation) && variation.depth() > 1)?;
    Some(("Make this variation the main line".to_owned(), variation.range().start))
}

fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    job.changed(ScoreChange::Order, |score| {
        let mut line = score.line_at(job.at)?;
        while line != MAIN {
            let outer = score.outer(line)?;
            score.promote(line)?;
            line = outer;
        }
        Some(())
    })
}
