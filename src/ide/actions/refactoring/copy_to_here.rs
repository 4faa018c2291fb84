//! Copies the half-moves up to one, with their annotations, to a new game after this one.

use vgn_engine::lint::Edit;
use vgn_engine::score::{GameContent, MAIN, PlyPart};
use vgn_engine::syntax::ast::AstToken;

use super::games::{before, derived_game, set_line, with_games};
use super::site::RefactoringSite;
use super::{ActionKind, Refactoring, RefactoringJob, name_of};

pub static ROW: Refactoring = Refactoring::at_cursor("copy-to-here", ActionKind::Rare, offer, edits);

fn offer(site: &RefactoringSite<'_>) -> Option<(String, u32)> {
    let half_move = site.half_move()?;
    Some((format!("Copy the line up to {} as a game", name_of(half_move.text())), half_move.range().start))
}

fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    let game = job.score()?;
    let ply = game.ply_at(job.at)?;
    let mut line = before(&game, ply)?;
    line.push(ply);
    let mut copy = game.clone();
    let lead = std::mem::take(&mut copy.lines[MAIN].lead);
    for ply in &line {
        // The comments at the start of a variation belong to its first half-move.
        if copy.lines[copy.plies[*ply].line].plies.first() == Some(ply) {
            let own_lead = std::mem::take(&mut copy.lines[copy.plies[*ply].line].lead);
            copy.plies[*ply].parts.splice(0..0, own_lead);
            copy.plies[*ply].is_changed = true;
        }
    }
    for ply in &line {
        copy.retain(*ply, |part| !matches!(part, PlyPart::Variation(_)));
    }
    set_line(&mut copy, Vec::new(), line);
    copy.lines[MAIN].lead = lead;
    with_games(job, Vec::new(), GameContent::by_wording(&game), vec![derived_game(&copy)?])
}
