//! The shortest edit script between two lists of lines or words.
//!
//! `similar`'s own entry points are generic over the lists and the receiver of the steps, and compiled for each of its
//! algorithms. Using one list type of numbers, and Myers' algorithm directly, compiles them only once.

use std::collections::HashMap;
use std::convert::Infallible;

use similar::algorithms::{Capture, Compact, Replace, myers};
pub use similar::{ChangeTag, DiffOp, DiffTag};

/// The steps in order: index ranges of both lists that are equal, deleted, inserted or replaced.
pub fn edit_script(old: &[&[u8]], new: &[&[u8]]) -> Vec<DiffOp> {
    let mut numbers = HashMap::new();
    let (old, new) = (numbered(old, &mut numbers), numbered(new, &mut numbers));
    let (old, new) = (&old[..], &new[..]);
    let mut steps = Compact::new(Replace::new(Capture::new()), old, new);
    let Ok(()): Result<(), Infallible> = myers::diff(&mut steps, old, 0..old.len(), new, 0..new.len());
    steps.into_inner().into_inner().into_ops()
}

/// Each deleted, inserted or equal element, in the order of a diff: deletions before their replacement.
pub fn changes<'t>(old: &[&'t [u8]], new: &[&'t [u8]]) -> Vec<(ChangeTag, &'t [u8])> {
    let mut changes = Vec::with_capacity(old.len().max(new.len()));
    for step in edit_script(old, new) {
        let (tag, before, after) = step.as_tag_tuple();
        if tag == DiffTag::Equal {
            changes.extend(old[before].iter().map(|text| (ChangeTag::Equal, *text)));
            continue;
        }
        changes.extend(old[before].iter().map(|text| (ChangeTag::Delete, *text)));
        changes.extend(new[after].iter().map(|text| (ChangeTag::Insert, *text)));
    }
    changes
}

/// Maps equal texts to equal numbers.
fn numbered<'t>(texts: &[&'t [u8]], numbers: &mut HashMap<&'t [u8], u32>) -> Vec<u32> {
    let mut numbered = Vec::with_capacity(texts.len());
    for text in texts {
        let next = numbers.len() as u32;
        numbered.push(*numbers.entry(text).or_insert(next));
    }
    numbered
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(text: &str) -> Vec<&[u8]> {
        text.split_inclusive(' ').map(str::as_bytes).collect()
    }

    #[test]
    fn deletions_come_before_their_replacement() {
        let changes = changes(&words("1. e4 \\$14 e5 *"), &words("1. e4 $14 e5 2. Nf3 *"));
        let shown = changes.iter().map(|(tag, text)| format!("{tag}{}", String::from_utf8_lossy(text)));
        assert_eq!(shown.collect::<Vec<_>>(), [" 1. ", " e4 ", "-\\$14 ", "+$14 ", " e5 ", "+2. ", "+Nf3 ", " *"]);
    }

    proptest! {
        #[test]
        fn equal_and_deleted_elements_form_the_old_list_equal_and_inserted_ones_the_new(old in "[ab ]{0,40}", new in "[ab ]{0,40}") {
            let (old, new) = (words(&old), words(&new));
            let kept = changes(&old, &new);
            let side = |gone| kept.iter().filter(move |(tag, _)| *tag != gone).map(|(_, text)| *text);
            prop_assert_eq!(side(ChangeTag::Insert).collect::<Vec<_>>(), old);
            prop_assert_eq!(side(ChangeTag::Delete).collect::<Vec<_>>(), new);
        }
    }
}
