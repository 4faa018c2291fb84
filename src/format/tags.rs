//! Order of the tags.

use super::layout::TagOrder;

/// The seven tag roster, in its order (PGN 8.1.1).
const ROSTER: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "Result"];
/// Tags that say how the rest is to be read come first.
const FORMATS: [&str; 2] = ["GameFormat", "MoveFormat"];

/// The indices of the tags in their new order. Tags of one name keep their order, as the first of them counts (rule
/// B3).
pub(super) fn ordered(names: &[&str], order: TagOrder) -> Vec<usize> {
    let mut places: Vec<usize> = (0..names.len()).collect();
    match order {
        TagOrder::Keep => {}
        TagOrder::Roster => places.sort_by_key(|place| rank(names[*place])),
        TagOrder::Export => places.sort_by_key(|place| (rank(names[*place]), names[*place])),
    }
    places
}

fn rank(name: &str) -> usize {
    FORMATS.iter().chain(&ROSTER).position(|known| *known == name).unwrap_or(FORMATS.len() + ROSTER.len())
}
