//! Different spellings of a name that are probably the same: `Carlsen, Magnus`, `Magnus Carlsen`, `Carlsen, M.`,
//! `Carslen, Magnus`.

use vgn_engine::source::spelling_distance;

/// Minimum length in letters of a word in which a misspelling can be recognized.
const LONG: usize = 4;

/// Two different names that are probably the same: with the same words in any order and case, except for initials, or
/// for misspellings of one or two letters.
pub fn are_similar_names(one: &str, other: &str) -> bool {
    if one == other {
        return false;
    }
    let (one, other) = (words(one), words(other));
    one.len() == other.len() && (match_by_initials(&one, &other) || match_by_misspellings(&one, &other))
}

/// The words of a name in lower case.
fn words(name: &str) -> Vec<String> {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect()
}

/// All words are equal in any order, or one is the other's initial.
fn match_by_initials(one: &[String], other: &[String]) -> bool {
    let mut left: Vec<&String> = other.iter().collect();
    let mut initials = Vec::new();
    for word in one {
        match left.iter().position(|other| *other == word) {
            Some(at) => _ = left.remove(at),
            None => initials.push(word),
        }
    }
    let is_known = one.iter().any(|word| word.chars().count() >= LONG && !initials.contains(&word));
    let stands_for = |short: &str, long: &str| short.chars().count() == 1 && long.starts_with(short);
    let all_fit = initials.into_iter().all(|word| {
        let fitting = left.iter().position(|other| stands_for(word, other) || stands_for(other, word));
        fitting.map(|at| left.remove(at)).is_some()
    });
    is_known && all_fit
}

/// The words are equal in order, with one or two misspellings.
fn match_by_misspellings(one: &[String], other: &[String]) -> bool {
    let misspellings = one.iter().zip(other).try_fold(0, |misspellings, (one, other)| {
        let is_long = one.chars().count() >= LONG && other.chars().count() >= LONG;
        match spelling_distance(one, other, 1)? {
            0 => Some(misspellings),
            found if is_long && !one.chars().chain(other.chars()).any(char::is_numeric) => Some(misspellings + found),
            _ => None,
        }
    });
    misspellings.is_some_and(|misspellings| (1..=2).contains(&misspellings))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spellings_of_one_name_are_near() {
        for (one, other) in [
            ("Carlsen, Magnus", "Magnus Carlsen"),
            ("Carlsen, Magnus", "Carlsen, M."),
            ("Carlsen, Magnus", "M. Carlsen"),
            ("CARLSEN,MAGNUS", "Carlsen, Magnus"),
            ("Carslen, Magnus", "Carlsen, Magnus"),
            ("Réti, Richard", "Reti, Richard"),
            ("Petrosian, T. V.", "Petrosian, Tigran V"),
        ] {
            assert!(are_similar_names(one, other) && are_similar_names(other, one), "{one} and {other}");
        }
    }

    #[test]
    fn names_of_others_are_not() {
        for (one, other) in [
            ("Carlsen, Magnus", "Carlsen, Magnus"),
            ("Carlsen, Magnus", "Carlsen, Ellen"),
            ("Smith, A", "Smith, B"),
            ("Polgar, Judit", "Polgar, Susan"),
            ("Wei Yi", "Wei Yu"),
            ("Carlsen", "Carlsen, Magnus"),
            ("Computer 1000", "Computer 1001"),
            ("Li", "Lu"),
            ("A. B.", "A. Bc"),
        ] {
            assert!(!are_similar_names(one, other) && !are_similar_names(other, one), "{one} and {other}");
        }
    }
}
