//! Spelling distances between words, for "did you mean".

/// Number of insertions, deletions, replacements and swaps of neighbours between two words, if at most `limit`.
pub fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    measured_distance(&MeasuredWord::new(a), &MeasuredWord::new(b), limit)
}

/// A word with the counts that exclude most other words from being near it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct MeasuredWord<'w> {
    word: &'w str,
    /// Number of characters.
    len: usize,
    /// Its letters as a set; some letters share a bit.
    letters: u64,
}

impl<'w> MeasuredWord<'w> {
    pub(crate) fn new(word: &'w str) -> MeasuredWord<'w> {
        let (len, letters) =
            word.chars().fold((0, 0), |(len, letters), c| (len + 1, letters | 1 << (u32::from(c) % 64)));
        MeasuredWord { word, len, letters }
    }
}

fn measured_distance(a: &MeasuredWord<'_>, b: &MeasuredWord<'_>, limit: usize) -> Option<usize> {
    // A change adds at most one letter to the letters of a word and removes at most one.
    if a.len.abs_diff(b.len) > limit || (a.letters ^ b.letters).count_ones() as usize > 2 * limit {
        return None;
    }
    Some(strsim::osa_distance(a.word, b.word)).filter(|&found| found <= limit)
}

/// The words at most `limit` changes away from `word`, nearest first.
pub(crate) fn nearest<'w>(word: &str, words: impl Iterator<Item = &'w str>, limit: usize) -> Vec<&'w str> {
    nearest_measured(word, words.map(MeasuredWord::new), limit)
}

/// As [`nearest`], for words measured once and asked for often.
pub(crate) fn nearest_measured<'w>(
    word: &str,
    words: impl Iterator<Item = MeasuredWord<'w>>,
    limit: usize,
) -> Vec<&'w str> {
    let word = MeasuredWord::new(word);
    let mut found: Vec<_> =
        words.filter_map(|other| Some((measured_distance(&word, &other, limit)?, other.word))).collect();
    found.sort();
    found.into_iter().map(|(_, word)| word).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances_count_swaps_as_one() {
        assert_eq!(distance("Whtie", "White", 2), Some(1));
        assert_eq!(distance("Nf3", "Nf6", 2), Some(1));
        assert_eq!(distance("a", "abcd", 2), None);
        assert_eq!(distance("Evenz\u{e9}", "Event", 2), Some(2));
        assert_eq!(distance("abcd", "efgh", 4), Some(4));
        assert_eq!(distance("abcd", "efgh", 3), None);
        assert_eq!(nearest("SNA", ["SAN", "LAN", "FCN"].into_iter(), 2), ["SAN", "LAN"]);
    }

    #[test]
    fn words_excluded_without_comparison_are_too_far_away() {
        let words = [
            "Event",
            "event",
            "Evnet",
            "EventDate",
            "Even",
            "Site",
            "\u{c9}v\u{e9}nement",
            "",
            "tnevE",
            "WhiteElo",
            "BlackElo",
        ];
        for (a, b) in words.iter().flat_map(|a| words.iter().map(move |b| (*a, *b))) {
            let apart = strsim::osa_distance(a, b);
            for limit in 0..12 {
                assert_eq!(distance(a, b, limit), (apart <= limit).then_some(apart), "{a} {b} {limit}");
            }
        }
    }
}
