//! Ends a line before a half-move. If that half-move has variations, the first of them continues the line.

use vgn_engine::lint::Edit;
use vgn_engine::score::{MAIN, PlyPart};
use vgn_engine::syntax::ast::AstToken;

use super::site::RefactoringSite;
use super::{ActionKind, Refactoring, RefactoringJob, ScoreChange, name_of};

pub static ROW: Refactoring = Refactoring::at_cursor("delete-from-here", ActionKind::Refactor, offer, edits);

fn offer(site: &RefactoringSite<'_>) -> Option<(String, u32)> {
    let half_move = site.half_move()?;
    Some((format!("Delete from {} on", name_of(half_move.text())), half_move.range().start))
}

fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    job.changed(ScoreChange::Removal, |score| {
        let ply = score.ply_at(job.at)?;
        let first = score.variations_on(ply).find(|variation| !score.lines[*variation].plies.is_empty());
        if let Some(first) = first {
            score.promote(first)?;
            let instead = score.lines[first].replaces?;
            score.retain(instead, |part| *part != PlyPart::Variation(first));
            return Some(());
        }
        let (line, at) = score.place_of(ply)?;
        match score.lines[line].replaces {
            Some(replaced) if at == 0 => score.retain(replaced, |part| *part != PlyPart::Variation(line)),
            _ if at == 0 && line != MAIN => return None,
            _ => score.lines[line].plies.truncate(at),
        }
        Some(())
    })
}
