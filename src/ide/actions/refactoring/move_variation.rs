//! A variation changes places with the one before it or behind it on the same half-move.

use std::ops::Range;

use super::score::{Part, Score};
use super::spot::Spot;
use super::told::Told;
use super::{About, Job, Kind, Refactoring, apply};
use crate::analysis::Edit;
use crate::syntax::ast::{AstNode, AstToken, HasItems, MovetextItem, Variation};

pub static UP: Refactoring = Refactoring {
    name: "move-variation-up",
    kind: Kind::Move,
    about: About::Place,
    offer: |spot| offer(spot, "Move this variation up", false),
    edits: |job| edits(job, false),
};

pub static DOWN: Refactoring = Refactoring {
    name: "move-variation-down",
    kind: Kind::Move,
    about: About::Place,
    offer: |spot| offer(spot, "Move this variation down", true),
    edits: |job| edits(job, true),
};

fn offer(spot: &Spot<'_>, title: &str, down: bool) -> Option<(String, u32)> {
    let variation = spot.variation().filter(Variation::is_closed)?;
    let next = |node: &crate::syntax::SyntaxNode| if down { node.next_sibling() } else { node.prev_sibling() };
    let others = std::iter::successors(next(variation.syntax()), next).filter_map(Variation::cast);
    let mut beside = others.take_while(|other| other.replaces() == variation.replaces());
    // In VGN those on White's half-move and on Black's stand beside each other (rule C7).
    let is_vgn = spot.is_vgn();
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

fn edits(job: &Job<'_>, down: bool) -> Option<Vec<Edit>> {
    let mut score = job.score()?;
    let variation = score.line_at(job.at)?;
    let other = swap(&mut score, variation, down)?;
    let range = |line: usize| score.lines[line].brackets.as_ref().map(|(open, close)| open.start..close.end);
    let (own, other) = (range(variation)?, range(other)?);
    let text = |range: &Range<u32>| score.slice(range).to_owned();
    let mut edits =
        vec![Edit { range: own.clone(), text: text(&other) }, Edit { range: other.clone(), text: text(&own) }];
    edits.sort_by_key(|edit| edit.range.start);
    // What stands between them stays where it is.
    job.says(&apply(job.text, &edits), &Told::of(&score)).then_some(edits)
}

/// Lets a variation change places with its neighbour, and gives that one.
fn swap(score: &mut Score<'_>, variation: usize, down: bool) -> Option<usize> {
    let ply = score.lines[variation].replaces?;
    let parts = &mut score.plies[ply].parts;
    let is_variation = |part: &Part| matches!(part, Part::Variation(_));
    let places: Vec<usize> = (0..parts.len()).filter(|at| is_variation(&parts[*at])).collect();
    let at = places.iter().position(|place| parts[*place] == Part::Variation(variation))?;
    let other = if down { at + 1 } else { at.checked_sub(1)? };
    let place = *places.get(other)?;
    let Part::Variation(neighbour) = parts[place] else { return None };
    parts.swap(places[at], place);
    Some(neighbour)
}
