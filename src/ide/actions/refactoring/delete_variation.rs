//! Deletes a variation.

use super::score::Part;
use super::spot::Spot;
use super::{About, Change, Job, Kind, Refactoring};
use crate::analysis::Edit;
use crate::syntax::ast::{AstNode, Variation};

pub static ROW: Refactoring =
    Refactoring { name: "delete-variation", kind: Kind::Refactor, about: About::Place, offer, edits };

fn offer(spot: &Spot<'_>) -> Option<(String, u32)> {
    let variation = spot.variation().filter(Variation::is_closed)?;
    Some(("Delete this variation".to_owned(), variation.range().start))
}

fn edits(job: &Job<'_>) -> Option<Vec<Edit>> {
    job.changed(Change::Removal, |score| {
        let variation = score.line_at(job.at)?;
        let ply = score.lines[variation].replaces?;
        score.retain(ply, |part| *part != Part::Variation(variation));
        Some(())
    })
}
