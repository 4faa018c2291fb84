//! A variation takes the place of the line that it is an alternative to, one level up.

use vgn_engine::lint::Edit;
use vgn_engine::syntax::ast::{AstNode, Variation};

use super::site::RefactoringSite;
use super::{ActionKind, Refactoring, RefactoringJob, ScoreChange};

pub static ROW: Refactoring = Refactoring::at_cursor("promote-variation", ActionKind::Refactor, offer, edits);

fn offer(site: &RefactoringSite<'_>) -> Option<(String, u32)> {
    let variation = site.variation().filter(can_be_promoted)?;
    Some(("Promote this variation".to_owned(), variation.range().start))
}

/// The variation has a half-move and replaces one.
pub fn can_be_promoted(variation: &Variation) -> bool {
    use vgn_engine::syntax::ast::HasItems;
    variation.is_closed() && variation.moves().next().is_some() && variation.replaces().is_some()
}

fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    job.changed(ScoreChange::Order, |score| {
        let variation = score.line_at(job.at)?;
        score.promote(variation)
    })
}
