//! Which element of the ancestor is which of a side: for parts at one place, and for the half-moves of a line.

use super::tree::{Class, Part, Ply};

/// For each element of the ancestor its index in the side; the indices ascend.
pub type Alignment = Vec<Option<usize>>;

/// Largest table of pairs that are compared; beyond it only what is equal at both ends is found again.
const MOST_PAIRS: usize = 1 << 22;

/// How well a part can be another version of the ancestor's; 0 if it cannot.
fn likeness(ancestor: &Part<'_>, side: &Part<'_>) -> u32 {
    if ancestor.print() == side.print() {
        return 8;
    }
    match (ancestor, side) {
        (Part::Variation(ancestor), Part::Variation(side)) => {
            let first = |plies: &[Ply<'_>]| plies.first().map(|ply| ply.half_move.text.to_owned());
            if first(&ancestor.line.plies) == first(&side.line.plies) { 2 } else { 0 }
        }
        (Part::Leaf(ancestor), Part::Leaf(side)) if ancestor.class() == side.class() => match ancestor.class() {
            Class::Tag if ancestor.name == side.name => 3,
            Class::Tag | Class::Other | Class::Nag => 0,
            Class::Comment if share_words(ancestor.text, side.text) => 2,
            _ => 1,
        },
        _ => 0,
    }
}

/// Whether two comments begin or end alike, as a corrected one does.
fn share_words(one: &str, other: &str) -> bool {
    let words = |text: &str| {
        let mut words = text.trim_matches(['{', '}', ';', ' ']).split_whitespace();
        (words.next().map(str::to_owned), words.next_back().map(str::to_owned))
    };
    let ((first, last), (other_first, other_last)) = (words(one), words(other));
    first.is_some() && (first == other_first || last.is_some() && last == other_last)
}

/// Aligns parts so that as much as possible is alike.
pub fn parts(ancestor: &[Part<'_>], side: &[Part<'_>]) -> Alignment {
    let is_same = |i: usize, j: usize| ancestor[i].print() == side[j].print();
    by_likeness(ancestor.len(), side.len(), is_same, |i, j| likeness(&ancestor[i], &side[j]))
}

/// Aligns elements in order, with the greatest sum of likenesses; the first pairs are taken among equally good ones.
pub fn by_likeness(
    ancestors: usize,
    sides: usize,
    is_same: impl Fn(usize, usize) -> bool,
    likeness: impl Fn(usize, usize) -> u32,
) -> Alignment {
    let mut found = vec![None; ancestors];
    let start = (0..ancestors.min(sides)).take_while(|i| is_same(*i, *i)).count();
    let rest = ancestors.min(sides) - start;
    let end = (1..=rest).take_while(|back| is_same(ancestors - back, sides - back)).count();
    found.iter_mut().take(start).enumerate().for_each(|(index, place)| *place = Some(index));
    for back in 1..=end {
        found[ancestors - back] = Some(sides - back);
    }
    let (rows, columns) = (ancestors - end - start, sides - end - start);
    if rows == 0 || columns == 0 || rows.saturating_mul(columns) > MOST_PAIRS {
        return found;
    }
    let width = columns + 1;
    let mut best = vec![0u32; (rows + 1) * width];
    let mut alike = vec![0u32; rows * columns];
    for i in (0..rows).rev() {
        for j in (0..columns).rev() {
            let is_like = likeness(start + i, start + j);
            alike[i * columns + j] = is_like;
            let pair = if is_like > 0 { is_like + best[(i + 1) * width + j + 1] } else { 0 };
            best[i * width + j] = pair.max(best[(i + 1) * width + j]).max(best[i * width + j + 1]);
        }
    }
    let (mut i, mut j) = (0, 0);
    while i < rows && j < columns {
        let is_like = alike[i * columns + j];
        let here = best[i * width + j];
        if is_like > 0 && here == is_like + best[(i + 1) * width + j + 1] {
            found[start + i] = Some(start + j);
            (i, j) = (i + 1, j + 1);
        } else if here == best[(i + 1) * width + j] {
            i += 1;
        } else {
            j += 1;
        }
    }
    found
}

/// Aligns the half-moves of a line. Equal texts far from each other are not the same half-move: only an equal beginning,
/// and behind a correction an end that is longer than what was corrected, are found again.
pub fn plies(ancestor: &[Ply<'_>], side: &[Ply<'_>]) -> Alignment {
    let is_same = |i: usize, j: usize| ancestor[i].half_move.text == side[j].half_move.text;
    let shorter = ancestor.len().min(side.len());
    let start = (0..shorter).take_while(|i| is_same(*i, *i)).count();
    let mut end = (1..=shorter - start).take_while(|back| is_same(ancestor.len() - back, side.len() - back)).count();
    let (mut gone, mut come) = (ancestor.len() - start - end, side.len() - start - end);
    let is_corrected = gone == come && gone <= end.max(2);
    if !is_corrected && end < gone.max(come) {
        (gone, come, end) = (gone + end, come + end, 0);
    }
    let mut found = vec![None; ancestor.len()];
    let same = if is_corrected && gone == come { start + gone } else { start };
    found.iter_mut().take(same).enumerate().for_each(|(index, place)| *place = Some(index));
    for back in 1..=end {
        found[ancestor.len() - back] = Some(side.len() - back);
    }
    found
}
