//! Three versions of a line of half-moves, merged.

use super::align;
use super::parts::{leaves_of_plies, merge_leaf, merge_parts};
use super::tree::{Ply, VersionLine};
use super::writing::Piece;

/// Merges a line: at the half-moves that all versions have, what stands there; between them, what one side has changed.
pub fn merge_line<'t>(
    ancestor: &VersionLine<'t>,
    ours: &VersionLine<'t>,
    theirs: &VersionLine<'t>,
    out: &mut Vec<Piece<'t>>,
) {
    merge_parts(&ancestor.lead, &ours.lead, &theirs.lead, out);
    let in_ours = align::plies(&ancestor.plies, &ours.plies);
    let in_theirs = align::plies(&ancestor.plies, &theirs.plies);
    let (mut at, mut our, mut their) = (0, 0, 0);
    for index in 0..ancestor.plies.len() {
        let (Some(in_ours), Some(in_theirs)) = (in_ours[index], in_theirs[index]) else { continue };
        let gone = &ancestor.plies[at..index];
        merge_runs(gone, &ours.plies[our..in_ours], &theirs.plies[their..in_theirs], out);
        let ply = &ancestor.plies[index];
        merge_ply(Some(ply), &ours.plies[in_ours], &theirs.plies[in_theirs], out);
        (at, our, their) = (index + 1, in_ours + 1, in_theirs + 1);
    }
    merge_runs(&ancestor.plies[at..], &ours.plies[our..], &theirs.plies[their..], out);
    merge_parts(&ancestor.end, &ours.end, &theirs.end, out);
}

/// Merges a half-move that both sides have. `ancestor`: `None` if both have added it.
fn merge_ply<'t>(ancestor: Option<&Ply<'t>>, ours: &Ply<'t>, theirs: &Ply<'t>, out: &mut Vec<Piece<'t>>) {
    let before = ancestor.map_or(&[][..], |ply| &ply.before[..]);
    merge_parts(before, &ours.before, &theirs.before, out);
    merge_leaf(ancestor.map(|ply| &ply.half_move), &ours.half_move, &theirs.half_move, out);
    let parts = ancestor.map_or(&[][..], |ply| &ply.parts[..]);
    merge_parts(parts, &ours.parts, &theirs.parts, out);
}

/// Merges stretches of half-moves that are not the same in all versions. Two continuations are a conflict from where
/// they differ.
fn merge_runs<'t>(ancestor: &[Ply<'t>], ours: &[Ply<'t>], theirs: &[Ply<'t>], out: &mut Vec<Piece<'t>>) {
    let is_same = |one: &[Ply<'t>], other: &[Ply<'t>]| {
        one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one.print == other.print)
    };
    if is_same(ancestor, theirs) || is_same(ours, theirs) {
        return keep(ours, out);
    }
    if is_same(ancestor, ours) {
        return keep(theirs, out);
    }
    let mut both = 0;
    if ancestor.is_empty() {
        let pairs = || ours.iter().zip(theirs).take_while(|(our, their)| our.half_move.text == their.half_move.text);
        both = pairs().count();
        pairs().for_each(|(our, their)| merge_ply(None, our, their, out));
    }
    match (&ours[both..], &theirs[both..]) {
        ([], rest) | (rest, []) if ancestor.is_empty() => keep(rest, out),
        (ours, theirs) => {
            out.push(Piece::Conflict { ours: leaves_of_plies(ours), theirs: leaves_of_plies(theirs) });
        }
    }
}

fn keep<'t>(plies: &[Ply<'t>], out: &mut Vec<Piece<'t>>) {
    out.extend(leaves_of_plies(plies).iter().map(Piece::alone));
}
