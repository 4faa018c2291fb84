//! Words that are near one another in spelling, for "did you mean".

/// How many insertions, deletions, replacements and swaps of neighbours lead from one word to the other, if no more
/// than `limit`.
pub(super) fn distance(a: &str, b: &str, limit: usize) -> Option<usize> {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    if a.len().abs_diff(b.len()) > limit {
        return None;
    }
    let mut rows = [vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<_>>(), vec![0; b.len() + 1]];
    for i in 1..=a.len() {
        rows[2][0] = i;
        for j in 1..=b.len() {
            let replace = rows[1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(rows[1][j] + 1).min(rows[2][j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[0][j - 2] + 1);
            }
            rows[2][j] = best;
        }
        rows.rotate_left(1);
    }
    Some(rows[1][b.len()]).filter(|&found| found <= limit)
}

/// The words nearest to `word`, at most `limit` changes away, nearest first.
pub(super) fn nearest<'w>(word: &str, words: impl Iterator<Item = &'w str>, limit: usize) -> Vec<&'w str> {
    let mut found: Vec<_> = words.filter_map(|other| Some((distance(word, other, limit)?, other))).collect();
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
        assert_eq!(nearest("SNA", ["SAN", "LAN", "FCN"].into_iter(), 2), ["SAN", "LAN"]);
    }
}
