//! The vocabulary of tags with few values, and the rounds that follow those of other games.

use super::tag_values::DescribedValue;

/// A value and its meaning.
type VocabularyEntry = (&'static str, &'static str);

/// Vocabularies by the ends of tag names.
const FEW: [(&str, &[VocabularyEntry]); 7] = [
    (
        "Title",
        &[
            ("GM", "Grandmaster"),
            ("IM", "International Master"),
            ("FM", "FIDE Master"),
            ("CM", "Candidate Master"),
            ("WGM", "Woman Grandmaster"),
            ("WIM", "Woman International Master"),
            ("WFM", "Woman FIDE Master"),
            ("WCM", "Woman Candidate Master"),
            ("-", "no title"),
        ],
    ),
    ("Type", &[("human", ""), ("program", "")]),
    ("IsComp", &[("Yes", ""), ("No", "")]),
    (
        "Mode",
        &[
            ("OTB", "over the board"),
            ("PM", "paper mail"),
            ("EM", "electronic mail"),
            ("ICS", "Internet Chess Server"),
            ("TC", "telecommunication"),
        ],
    ),
    ("SetUp", &[("1", "the game begins from the board of FEN"), ("0", "it begins from the initial position")]),
    (
        "TimeControl",
        &[
            ("40/7200:1800", "40 moves in 2 hours, then 30 minutes"),
            ("40/5400+30:1800+30", "40 moves in 90 minutes, then 30 minutes, with 30 seconds a move"),
            ("5400+30", "90 minutes and 30 seconds a move"),
            ("900+10", "15 minutes and 10 seconds a move"),
            ("600", "10 minutes"),
            ("300+3", "5 minutes and 3 seconds a move"),
            ("180+2", "3 minutes and 2 seconds a move"),
            ("60", "1 minute"),
            ("*180", "sandclock of 3 minutes"),
            ("?", "not known"),
            ("-", "no time control"),
        ],
    ),
    (
        "Termination",
        &[
            ("normal", ""),
            ("time forfeit", ""),
            ("adjudication", ""),
            ("rules infraction", ""),
            ("abandoned", ""),
            ("death", ""),
            ("emergency", ""),
            ("unterminated", ""),
        ],
    ),
];

/// The vocabulary of a tag (PGN 9).
pub(super) fn words(name: &str) -> Vec<DescribedValue> {
    let row = FEW.iter().find(|(end, _)| name.ends_with(end));
    let value = |(value, about): &VocabularyEntry| ((*value).to_owned(), (*about).to_owned());
    row.map_or_else(Vec::new, |(_, values)| values.iter().map(value).collect())
}

/// The rounds after the last one of other games: the next board and the next round; then the values for an unknown and
/// for an inappropriate round (PGN 8.1.1.4).
pub(super) fn rounds(others: impl Iterator<Item = String>) -> Vec<DescribedValue> {
    let numbers = |round: String| round.split('.').map(|part| part.parse().ok()).collect::<Option<Vec<u32>>>();
    let last = others.filter_map(numbers).max();
    let written = |round: &[u32]| round.iter().map(u32::to_string).collect::<Vec<_>>().join(".");
    let next = |round: &[u32]| match round {
        [before @ .., last] => written(&[before, &[last.saturating_add(1)]].concat()),
        [] => String::new(),
    };
    let mut values: Vec<DescribedValue> = Vec::new();
    if let Some(last) = last {
        if let [first, _, ..] = last[..] {
            let ones = vec![1; last.len() - 1];
            values.push((next(&last), "next game".to_owned()));
            values.push((written(&[vec![first.saturating_add(1)], ones].concat()), "next round".to_owned()));
        } else {
            values.push((next(&last), "next round".to_owned()));
        }
    }
    values.extend([("?".to_owned(), "not known".to_owned()), ("-".to_owned(), "no rounds".to_owned())]);
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rounds_after(others: &[&str]) -> String {
        let values = rounds(others.iter().map(|&round| round.to_owned()));
        values.into_iter().map(|(value, _)| value).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_next_round_follows_the_last_one() {
        assert_eq!(rounds_after(&[]), "? -");
        assert_eq!(rounds_after(&["9", "10", "2", "?", "final"]), "11 ? -");
        assert_eq!(rounds_after(&["3.2", "3.10", "2.14"]), "3.11 4.1 ? -");
        assert_eq!(rounds_after(&["1.2.3"]), "1.2.4 2.1.1 ? -");
        assert_eq!(rounds_after(&["4294967295", "4294967296"]), "4294967295 ? -");
    }
}
