//! Order of the tags.

use super::layout::TagOrder;
use crate::syntax::tag_list::roster;

/// Tags that say how the rest is to be read come first.
const FORMATS: [&str; 2] = ["GameFormat", "MoveFormat"];

/// The indices of the tags in their new order. Tags of one name keep their order, as the last of them counts (rule
/// B11).
pub(super) fn ordered(names: &[&str], order: TagOrder) -> Vec<usize> {
    let mut places: Vec<usize> = (0..names.len()).collect();
    match order {
        TagOrder::Keep => {}
        TagOrder::Roster => places.sort_by_key(|place| tag_rank(names[*place])),
        TagOrder::Export => places.sort_by_key(|place| (tag_rank(names[*place]), names[*place])),
    }
    places
}

/// The place of a tag in the order of export: the formats, then the seven tag roster (PGN 8.1.1); the others are equal.
pub fn tag_rank(name: &str) -> usize {
    let mut known = FORMATS.into_iter().chain(roster());
    known.position(|known| known == name).unwrap_or(FORMATS.len() + roster().len())
}
