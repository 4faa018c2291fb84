//! "Did you mean": the nearest known name.

/// Minimum length of a significant prefix, in bytes.
const SHORTEST_START: usize = 3;

/// The candidate nearest in spelling to `name`, if it is near enough: a third of the longer name's letters may differ.
/// Case is ignored. A candidate that starts with `name` is accepted at any distance.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A name longer than any candidate is not worth the quadratic comparison.
    let name: String = name.chars().take(64).collect::<String>().to_lowercase();
    candidates
        .into_iter()
        .filter_map(|candidate| {
            let distance = strsim::damerau_levenshtein(&name, &candidate.to_lowercase());
            let allowed = name.chars().count().max(candidate.chars().count()).div_ceil(3);
            let close = distance <= allowed && distance < candidate.chars().count();
            let begun = name.len() >= SHORTEST_START && candidate.to_lowercase().starts_with(&name);
            (close || begun).then_some((distance, candidate))
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = ["illegal-move", "null-move", "stray-text"];
        assert_eq!(nearest("ilegal-move", names), Some("illegal-move"));
        assert_eq!(nearest("Stray_Text", names), Some("stray-text"));
        assert_eq!(nearest("stray", names), Some("stray-text"));
        assert_eq!(nearest("zugzwang", names), None);
        assert_eq!(nearest("", ["a"]), None);
    }
}
