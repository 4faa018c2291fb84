//! Moves every variation to a new game after this one, which keeps its main line.

use vgn_engine::lint::Edit;
use vgn_engine::score::{GameContent, MAIN, PlyPart, Score, ScoreWriter};
use vgn_engine::syntax::ast::HasItems;

use super::extract_variation::isolate;
use super::games::{derived_game, with_games};
use super::{ActionKind, Refactoring, RefactoringJob, RefactoringTarget};

pub static ROW: Refactoring = Refactoring {
    name: "split-variations",
    kind: ActionKind::Extract,
    target: RefactoringTarget::Game,
    wide_title: None,
    offer: |site| {
        site.movetext()?.variations().next()?;
        Some(("Split the variations of this game into games".to_owned(), 0))
    },
    edits,
};

/// Maximum number of variations, and maximum number of half-moves written in all.
const MOST: usize = 500;
const MOST_HALF_MOVES: usize = 100_000;

fn edits(job: &RefactoringJob<'_>) -> Option<Vec<Edit>> {
    let mut game = job.score()?;
    let count = game.lines.len();
    if count > MOST || game.plies.len() * count > MOST_HALF_MOVES {
        return None;
    }
    let mut games = Vec::new();
    for variation in (MAIN + 1)..count {
        if game.lines[variation].plies.is_empty() {
            continue;
        }
        let mut own = game.clone();
        isolate(&mut own, variation)?;
        remove_variations(&mut own);
        games.push(derived_game(&own)?);
    }
    if games.is_empty() {
        return None;
    }
    remove_variations(&mut game);
    with_games(job, ScoreWriter::new(&game).edits(), GameContent::by_wording(&game), games)
}

fn remove_variations(score: &mut Score<'_>) {
    let keeps = |part: &PlyPart| !matches!(part, PlyPart::Variation(_));
    score.lines.iter_mut().for_each(|line| line.lead.retain(keeps));
    score.plies.iter_mut().for_each(|ply| ply.parts.retain(keeps));
}
