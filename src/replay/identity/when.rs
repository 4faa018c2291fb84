//! When a game was played, as far as its tags know: where two games both know and say otherwise, they are two.

use super::Facts;
use super::player::load;

/// Date, round and time of day as the tags have them: read only where two games are alike.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct When {
    date: [u8; 10],
    /// The first bytes.
    round: [u8; 8],
    time: [u8; 8],
}

impl When {
    #[inline]
    pub(super) fn of(facts: &Facts<'_>) -> When {
        let time = facts.time.try_into().unwrap_or_default();
        When { date: facts.date.try_into().unwrap_or_default(), round: load(facts.round, 0).to_le_bytes(), time }
    }

    /// Nothing that both know is different.
    pub(super) fn agrees(&self, other: &When) -> bool {
        let agree = |one: &[u8], other: &[u8], parted_by| {
            let numbers = numbers(one, parted_by).into_iter().zip(numbers(other, parted_by));
            let mut known = numbers.filter_map(|(one, other)| Some((one?, other?)));
            known.all(|(one, other)| one == other)
        };
        agree(&self.date, &other.date, b'.')
            && agree(&self.round, &other.round, b'.')
            && agree(&self.time, &other.time, b':')
    }
}

/// The first three numbers of a value, in which a byte parts them; none for one that is missing, or is no number.
fn numbers(value: &[u8], parted_by: u8) -> [Option<u64>; 3] {
    let mut parts = value.split(|byte| *byte == parted_by || *byte == 0);
    [(); 3].map(|()| std::str::from_utf8(parts.next()?).ok()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn when(date: &str, round: &str, time: &str) -> When {
        let facts = Facts { date: date.as_bytes(), round: round.as_bytes(), time: time.as_bytes(), ..Facts::default() };
        When::of(&facts)
    }

    #[test]
    fn what_is_not_known_agrees_with_everything() {
        for (one, other, agree) in [
            (("2021.05.30", "3.12", ""), ("2021.05.30", "3.12", ""), true),
            (("2021.05.30", "3.12", ""), ("2021.05.??", "3", ""), true),
            (("2021.05.30", "3.12", ""), ("????.??.??", "?", "10:00:00"), true),
            (("2021.05.30", "3.12", ""), ("", "-", ""), true),
            (("2021.05.30", "", ""), ("2021.05.31", "", ""), false),
            (("2021.05.??", "", ""), ("2021.06.01", "", ""), false),
            (("19??.05.30", "", ""), ("2021.05.30", "", ""), true),
            (("2021.05.30", "3.12", ""), ("2021.05.30", "3.13", ""), false),
            (("2021.05.30", "1", ""), ("2021.05.30", "2", ""), false),
            (("2021.05.30", "-", "10:00:00"), ("2021.05.30", "-", "10:05:00"), false),
            (("2021.05.30", "-", "00:00:00"), ("2021.05.30", "-", "00:00:01"), false),
            (("2021.05.30", "final", ""), ("2021.05.30", "1", ""), true),
            (("2021.05.30", "1.100000000", ""), ("2021.05.30", "1.100000000", ""), true),
            (("2021", "1", ""), ("2022.05.30", "1", ""), true),
        ] {
            let at = |(date, round, time)| when(date, round, time);
            assert_eq!(at(one).agrees(&at(other)), agree, "{one:?} {other:?}");
            assert_eq!(at(other).agrees(&at(one)), agree, "{one:?} {other:?}");
        }
    }
}
