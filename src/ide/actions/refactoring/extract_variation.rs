//! Moves a variation to a new game after this one, with the half-moves that lead to it.

use vgn_engine::lint::Edit;
use vgn_engine::score::{GameContent, MAIN, PlyPart, Score, ScoreWriter};
use vgn_engine::syntax::ast::AstNode;

use super::games::{before, derived_game, set_line, with_games};
use super::site::RefactoringSite;
use super::{ActionKind, Refactoring, RefactoringJob, promote_variation};

pub static ROW: Refactoring = Refactoring::at_cursor("extract-variation", ActionKind::Extract, offer, edits);

fn offer(site: &RefactoringSite<'_>) -> Option<(String, u32)> {
    let variation = site.variation().filter(promote_variation::can_be_promoted)?;
    Some(("Move this variation to a game of its own".to_owned(), variation.range().start))
}

fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    let mut rest = job.score()?;
    let variation = rest.line_at(job.at)?;
    let mut own = rest.clone();
    let ply = rest.lines[variation].replaces?;
    rest.retain(ply, |part| *part != PlyPart::Variation(variation));
    isolate(&mut own, variation)?;
    with_games(job, ScoreWriter::new(&rest).edits(), GameContent::by_wording(&rest), vec![derived_game(&own)?])
}

/// Makes a variation the main line of its score, after the half-moves that lead to it.
pub fn isolate(score: &mut Score<'_>, variation: usize) -> Option<()> {
    let led = before(score, score.lines[variation].replaces?)?;
    let line = std::mem::take(&mut score.lines[variation]);
    let first = *line.plies.first()?;
    set_line(score, led, line.plies);
    score.lines[MAIN].end = line.end;
    let parts = &mut score.plies[first].parts;
    parts.splice(0..0, line.lead);
    score.plies[first].is_changed = true;
    Some(())
}
