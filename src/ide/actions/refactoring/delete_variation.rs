//! Deletes a variation.

use vgn_engine::lint::Edit;
use vgn_engine::score::PlyPart;
use vgn_engine::syntax::ast::{AstNode, Variation};

use super::site::RefactoringSite;
use super::{ActionKind, Refactoring, RefactoringJob, ScoreChange};

pub static ROW: Refactoring = Refactoring::at_cursor("delete-variation", ActionKind::Refactor, offer, edits);

fn offer(site: &RefactoringSite<'_>) -> Option<(String, u32)> {
    let variation = site.variation().filter(Variation::is_closed)?;
    Some(("Delete this variation".to_owned(), variation.range().start))
}

fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    job.changed(ScoreChange::Removal, |score| {
        let variation = score.line_at(job.at)?;
        let ply = score.lines[variation].replaces?;
        score.retain(ply, |part| *part != PlyPart::Variation(variation));
        Some(())
    })
}
