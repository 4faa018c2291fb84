//! Moves a variation to a new game after this one, with the half-moves that lead to it.

use super::games::{before, made, set_line, with_games};
use super::score::{Part, Score};
use super::spot::Spot;
use super::told::Told;
use super::writing::Writer;
use super::{About, Job, Kind, Refactoring, promote_variation};
use crate::analysis::Edit;
use crate::syntax::ast::AstNode;

pub static ROW: Refactoring =
    Refactoring { name: "extract-variation", kind: Kind::Extract, about: About::Place, offer, edits };

fn offer(spot: &Spot<'_>) -> Option<(String, u32)> {
    let variation = spot.variation().filter(promote_variation::can_be_promoted)?;
    Some(("Move this variation to a game of its own".to_owned(), variation.range().start))
}

fn edits(job: &Job<'_>) -> Option<Vec<Edit>> {
    let mut rest = job.score()?;
    let variation = rest.line_at(job.at)?;
    let mut own = rest.clone();
    let ply = rest.lines[variation].replaces?;
    rest.retain(ply, |part| *part != Part::Variation(variation));
    isolate(&mut own, variation)?;
    with_games(job, Writer::new(&rest).edits(), Told::of(&rest), vec![made(&own)?])
}

/// Makes a variation the main line of its score, after the half-moves that lead to it.
pub fn isolate(score: &mut Score<'_>, variation: usize) -> Option<()> {
    let led = before(score, score.lines[variation].replaces?)?;
    let line = std::mem::take(&mut score.lines[variation]);
    let first = *line.plies.first()?;
    set_line(score, led, line.plies);
    score.lines[super::score::MAIN].end = line.end;
    let parts = &mut score.plies[first].parts;
    parts.splice(0..0, line.lead);
    score.plies[first].is_changed = true;
    Some(())
}
