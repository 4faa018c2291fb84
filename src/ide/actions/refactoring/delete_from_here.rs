//! Ends a line before a half-move. If that half-move has variations, the first of them continues the line.

use super::score::{MAIN, Part};
use super::spot::Spot;
use super::{About, Change, Job, Kind, Refactoring, name_of};
use crate::analysis::Edit;
use crate::syntax::ast::AstToken;

pub static ROW: Refactoring =
    Refactoring { name: "delete-from-here", kind: Kind::Refactor, about: About::Place, offer, edits };

fn offer(spot: &Spot<'_>) -> Option<(String, u32)> {
    let half_move = spot.half_move()?;
    Some((format!("Delete from {} on", name_of(half_move.text())), half_move.range().start))
}

fn edits(job: &Job<'_>) -> Option<Vec<Edit>> {
    job.changed(Change::Removal, |score| {
        let ply = score.ply_at(job.at)?;
        let first = score.variations_on(ply).find(|variation| !score.lines[*variation].plies.is_empty());
        if let Some(first) = first {
            score.promote(first)?;
            let instead = score.lines[first].replaces?;
            score.retain(instead, |part| *part != Part::Variation(first));
            return Some(());
        }
        let (line, at) = score.place_of(ply)?;
        match score.lines[line].replaces {
            Some(replaced) if at == 0 => score.retain(replaced, |part| *part != Part::Variation(line)),
            _ if at == 0 && line != MAIN => return None,
            _ => score.lines[line].plies.truncate(at),
        }
        Some(())
    })
}
