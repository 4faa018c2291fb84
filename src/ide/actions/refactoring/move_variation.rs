//! A variation changes places with the one before it or behind it on the same half-move.

use super::score::{Part, Score, Spot};
use super::{About, Change, Job, Kind, Refactoring};
use crate::analysis::Edit;
use crate::syntax::ast::{AstNode, AstToken, HasItems, Item, Variation};

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
    let is_vgn = spot.game.tag("GameFormat").is_some();
    let has_neighbour = beside
        .any(|other| other.moves().next().is_some() && (!is_vgn || first_number(&other) == first_number(&variation)));
    has_neighbour.then(|| (title.to_owned(), variation.range().start))
}

fn first_number(variation: &Variation) -> Option<String> {
    variation.items().find_map(|item| match item {
        Item::MoveNumber(number) => Some(number.text().to_owned()),
        _ => None,
    })
}

fn edits(job: &Job<'_>, down: bool) -> Option<Vec<Edit>> {
    job.changed(Change::Order, |score| {
        let variation = score.line_at(job.at)?;
        swap(score, variation, down)
    })
}

fn swap(score: &mut Score<'_>, variation: usize, down: bool) -> Option<()> {
    let ply = score.lines[variation].replaces?;
    let parts = &mut score.plies[ply].parts;
    let is_variation = |part: &Part| matches!(part, Part::Variation(_));
    let places: Vec<usize> = (0..parts.len()).filter(|at| is_variation(&parts[*at])).collect();
    let at = places.iter().position(|place| parts[*place] == Part::Variation(variation))?;
    let other = if down { at + 1 } else { at.checked_sub(1)? };
    parts.swap(places[at], *places.get(other)?);
    score.plies[ply].is_changed = true;
    Some(())
}
