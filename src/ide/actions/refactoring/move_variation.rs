//! Swaps a variation with the one before or after it on the same half-move.

use std::ops::Range;

use vgn_engine::lint::Edit;
use vgn_engine::score::{GameContent, PlyPart, Score};
use vgn_engine::syntax::ast::{AstNode, AstToken, HasItems, MovetextItem, Variation};

use super::site::RefactoringSite;
use super::{ActionKind, Refactoring, RefactoringJob, RefactoringTarget, apply};

pub static UP: Refactoring = Refactoring {
    name: "move-variation-up",
    kind: ActionKind::Move,
    target: RefactoringTarget::Place,
    wide_title: None,
    offer: |site| offer(site, "Move this variation up", false),
    edits: |job| edits(job, false),
};

pub static DOWN: Refactoring = Refactoring {
    name: "move-variation-down",
    kind: ActionKind::Move,
    target: RefactoringTarget::Place,
    wide_title: None,
    offer: |site| offer(site, "Move this variation down", true),
    edits: |job| edits(job, true),
};

fn offer(site: &RefactoringSite<'_>, title: &str, down: bool) -> Option<(String, u32)> {
    let variation = site.variation().filter(Variation::is_closed)?;
    let next = |node: &vgn_engine::syntax::SyntaxNode| if down { node.next_sibling() } else { node.prev_sibling() };
    let others = std::iter::successors(next(variation.syntax()), next).filter_map(Variation::cast);
    let mut beside = others.take_while(|other| other.replaces() == variation.replaces());
    // In VGN the variations on White's and on Black's half-move stand side by side (rule C7).
    let is_vgn = site.is_vgn();
    let has_neighbour = beside
        .any(|other| other.moves().next().is_some() && (!is_vgn || first_number(&other) == first_number(&variation)));
    has_neighbour.then(|| (title.to_owned(), variation.range().start))
}

fn first_number(variation: &Variation) -> Option<String> {
    variation.items().find_map(|item| match item {
        MovetextItem::MoveNumber(number) => Some(number.text().to_owned()),
        _ => None,
    })
}

fn edits(job: &RefactoringJob<'_>, down: bool) -> Option<Vec<Edit>> {
    let mut score = job.score()?;
    let variation = score.line_at(job.at)?;
    let other = swap(&mut score, variation, down)?;
    let range = |line: usize| score.lines[line].brackets.as_ref().map(|(open, close)| open.start..close.end);
    let (own, other) = (range(variation)?, range(other)?);
    let text = |range: &Range<u32>| score.slice(range).to_owned();
    let mut edits =
        vec![Edit { range: own.clone(), text: text(&other) }, Edit { range: other.clone(), text: text(&own) }];
    edits.sort_by_key(|edit| edit.range.start);
    // The text between them stays in place.
    job.is_game_with(&apply(job.text, &edits), &GameContent::by_wording(&score)).then_some(edits)
}

/// Swaps a variation with its neighbour, which is returned.
fn swap(score: &mut Score<'_>, variation: usize, down: bool) -> Option<usize> {
    let ply = score.lines[variation].replaces?;
    let parts = &mut score.plies[ply].parts;
    let is_variation = |part: &PlyPart| matches!(part, PlyPart::Variation(_));
    let places: Vec<usize> = (0..parts.len()).filter(|at| is_variation(&parts[*at])).collect();
    let at = places.iter().position(|place| parts[*place] == PlyPart::Variation(variation))?;
    let other = if down { at + 1 } else { at.checked_sub(1)? };
    let place = *places.get(other)?;
    let PlyPart::Variation(neighbour) = parts[place] else { return None };
    parts.swap(places[at], place);
    Some(neighbour)
}
