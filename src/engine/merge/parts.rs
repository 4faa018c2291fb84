//! Three versions of the parts at one place, merged: comments, NAGs, variations, tags.

use super::align;
use super::lines::merge_line;
use super::tree::{Class, Part, Ply, Variation, VersionLeaf};
use super::writing::{MergedLeaf, Piece};

/// Merges the parts of three versions. What both sides have inserted at one place is kept, ours first.
pub fn merge_parts<'t>(ancestor: &[Part<'t>], ours: &[Part<'t>], theirs: &[Part<'t>], out: &mut Vec<Piece<'t>>) {
    let in_ours = align::parts(ancestor, ours);
    let in_theirs = align::parts(ancestor, theirs);
    let (mut our, mut their) = (0, 0);
    for (index, part) in ancestor.iter().enumerate() {
        let our_end = in_ours[index].unwrap_or_else(|| inserted_end(our, &in_ours[index..], ours.len()));
        let their_end = in_theirs[index].unwrap_or_else(|| inserted_end(their, &in_theirs[index..], theirs.len()));
        merge_inserted(&ours[our..our_end], &theirs[their..their_end], out);
        (our, their) = (our_end, their_end);
        let (in_ours, in_theirs) = (in_ours[index].map(|at| &ours[at]), in_theirs[index].map(|at| &theirs[at]));
        our += usize::from(in_ours.is_some());
        their += usize::from(in_theirs.is_some());
        merge_part(part, in_ours, in_theirs, out);
    }
    merge_inserted(&ours[our..], &theirs[their..], out);
}

/// Where what a side has inserted before a removed part ends: all that stands there replaces the removed parts.
fn inserted_end(at: usize, rest: &[Option<usize>], len: usize) -> usize {
    rest.iter().flatten().next().copied().unwrap_or(len).max(at)
}

fn merge_part<'t>(ancestor: &Part<'t>, ours: Option<&Part<'t>>, theirs: Option<&Part<'t>>, out: &mut Vec<Piece<'t>>) {
    match (ours, theirs) {
        (Some(Part::Leaf(ours)), Some(Part::Leaf(theirs))) => {
            let ancestor = if let Part::Leaf(leaf) = ancestor { Some(leaf) } else { None };
            merge_leaf(ancestor, ours, theirs, out);
        }
        (Some(Part::Variation(ours)), Some(Part::Variation(theirs))) => {
            if let Part::Variation(ancestor) = ancestor {
                merge_variation(ancestor, ours, theirs, out);
            }
        }
        (Some(kept), None) | (None, Some(kept)) => {
            let is_number = matches!(kept, Part::Leaf(leaf) if leaf.class() == Class::Number);
            if kept.print() != ancestor.print() && !is_number {
                let kept = leaves_of(std::slice::from_ref(kept));
                let (ours, theirs) = if ours.is_some() { (kept, Vec::new()) } else { (Vec::new(), kept) };
                out.push(Piece::Conflict { ours, theirs });
            }
        }
        // Parts of two kinds are never versions of one another.
        _ => {}
    }
}

fn merge_variation<'t>(
    ancestor: &Variation<'t>,
    ours: &Variation<'t>,
    theirs: &Variation<'t>,
    out: &mut Vec<Piece<'t>>,
) {
    merge_leaf(Some(&ancestor.open), &ours.open, &theirs.open, out);
    merge_line(&ancestor.line, &ours.line, &theirs.line, out);
    match (&ours.close, &theirs.close) {
        (Some(ours), Some(theirs)) => merge_leaf(ancestor.close.as_ref(), ours, theirs, out),
        (Some(close), None) | (None, Some(close)) if ancestor.close.is_none() => out.push(Piece::alone(close)),
        _ => {}
    }
}

/// Merges a token that both sides have. `ancestor`: `None` if both have inserted it.
pub fn merge_leaf<'t>(
    ancestor: Option<&VersionLeaf<'t>>,
    ours: &VersionLeaf<'t>,
    theirs: &VersionLeaf<'t>,
    out: &mut Vec<Piece<'t>>,
) {
    let changed = |side: &VersionLeaf<'t>| ancestor.is_none_or(|ancestor| ancestor.said() != side.said());
    let text = match (changed(ours), changed(theirs)) {
        (true, true) if ours.said() != theirs.said() && ours.class() != Class::Number => {
            return out.push(Piece::Conflict { ours: vec![*ours], theirs: vec![*theirs] });
        }
        (true, _) => ours,
        (false, true) => theirs,
        // At most white space within the comment has changed.
        (false, false) if ancestor.is_some_and(|ancestor| ancestor.text != ours.text) => ours,
        (false, false) => theirs,
    };
    let is_our_gap = ancestor.is_none_or(|ancestor| ancestor.gap != ours.gap);
    let gap = if is_our_gap { ours } else { theirs };
    let mut at = [None; 3];
    for leaf in ancestor.into_iter().chain([ours, theirs]) {
        at[leaf.side as usize] = Some(leaf.index);
    }
    let (token, text, is_gap_of_both) = (text.token, text.text, ours.gap == theirs.gap);
    out.push(Piece::Leaf(MergedLeaf { token, text, gap: gap.gap, gap_of: gap.side, is_gap_of_both, at }));
}

/// Keeps what both sides have inserted at one place. The same is kept once; of what can be there only once, two are a
/// conflict.
fn merge_inserted<'t>(ours: &[Part<'t>], theirs: &[Part<'t>], out: &mut Vec<Piece<'t>>) {
    let mut theirs: Vec<Option<&Part<'t>>> = theirs.iter().map(Some).collect();
    let mut parts: Vec<(u8, Vec<Piece<'t>>)> = Vec::new();
    for our in ours {
        let same = theirs.iter_mut().find(|their| their.is_some_and(|their| excludes(our, their)));
        let pieces = match (our, same.and_then(Option::take)) {
            (Part::Leaf(our), Some(Part::Leaf(their))) => {
                let mut pieces = Vec::new();
                merge_leaf(None, our, their, &mut pieces);
                pieces
            }
            _ => pieces_of(our),
        };
        parts.push((rank(our), pieces));
    }
    let theirs = theirs.into_iter().flatten();
    parts.extend(theirs.map(|their| (rank(their), pieces_of(their))));
    // The sort is stable: of one kind, ours stand first. One side alone keeps its order.
    if !ours.is_empty() && parts.len() > ours.len() {
        parts.sort_by_key(|(rank, ..)| *rank);
    }
    out.extend(parts.into_iter().flat_map(|(_, pieces)| pieces));
}

/// Whether two inserted parts are the same, or cannot stand beside each other.
fn excludes(ours: &Part<'_>, theirs: &Part<'_>) -> bool {
    match (ours, theirs) {
        _ if ours.print() == theirs.print() => true,
        (Part::Leaf(ours), Part::Leaf(theirs)) if ours.class() == theirs.class() => {
            ours.class().is_single() || ours.class() == Class::Tag && ours.name == theirs.name
        }
        _ => false,
    }
}

/// The place of a part among those behind a half-move.
fn rank(part: &Part<'_>) -> u8 {
    match part {
        Part::Variation(_) => 3,
        Part::Leaf(leaf) => match leaf.class() {
            Class::Assessment => 0,
            Class::Evaluation | Class::Nag => 1,
            _ => 2,
        },
    }
}

fn leaves_of<'t>(parts: &[Part<'t>]) -> Vec<VersionLeaf<'t>> {
    let mut leaves = Vec::new();
    parts.iter().for_each(|part| part.leaves(&mut leaves));
    leaves
}

/// A part of one side alone.
fn pieces_of<'t>(part: &Part<'t>) -> Vec<Piece<'t>> {
    leaves_of(std::slice::from_ref(part)).iter().map(Piece::alone).collect()
}

/// Half-moves of one side alone.
pub fn leaves_of_plies<'t>(plies: &[Ply<'t>]) -> Vec<VersionLeaf<'t>> {
    let mut leaves = Vec::new();
    plies.iter().for_each(|ply| ply.leaves(&mut leaves));
    leaves
}

/// Their tags without those that both sides have added alike, though at other places. `None` if there are none.
pub fn without_tags_added_twice<'t>(
    ancestor: &[Part<'t>],
    ours: &[Part<'t>],
    theirs: &[Part<'t>],
) -> Option<Vec<Part<'t>>> {
    let is_in = |parts: &[Part<'t>], part: &Part<'t>| parts.iter().any(|other| other.print() == part.print());
    let is_twice = |part: &Part<'t>| {
        matches!(part, Part::Leaf(leaf) if leaf.class() == Class::Tag) && !is_in(ancestor, part) && is_in(ours, part)
    };
    let kept = || theirs.iter().filter(|part| !is_twice(part)).cloned().collect();
    theirs.iter().any(is_twice).then(kept)
}
