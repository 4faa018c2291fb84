//! Date, round and time of a game, as far as its tags give them: two games with different known values are different.

use super::Facts;
use super::player::load;

/// Date, round and time of day as in the tags; parsed only if two games have the same key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct GameDate {
    date: [u8; 10],
    /// The first eight bytes.
    round: [u8; 8],
    time: [u8; 8],
}

impl GameDate {
    #[inline]
    pub(super) fn of(facts: &Facts<'_>) -> GameDate {
        let time = facts.time.try_into().unwrap_or_default();
        GameDate { date: facts.date.try_into().unwrap_or_default(), round: load(facts.round, 0).to_le_bytes(), time }
    }

    /// Whether both have a whole date and a round, and the same.
    pub(super) fn is_same_round(&self, other: &GameDate) -> bool {
        let of = |when: &GameDate| {
            let [year, month, day] = numbers(&when.date, b'.');
            let [round, ..] = numbers(&when.round, b'.');
            year.zip(month).zip(day).zip(round).map(|_| numbers(&when.round, b'.'))
        };
        let rounds = of(self).zip(of(other));
        rounds.is_some_and(|(one, other)| one == other) && self.agrees(other)
    }

    /// Whether year, month and day are known.
    pub(super) fn has_day(&self) -> bool {
        numbers(&self.date, b'.').iter().all(Option::is_some)
    }

    /// Whether no value known for both games differs.
    pub(super) fn agrees(&self, other: &GameDate) -> bool {
        let agree = |one: &[u8], other: &[u8], separator| {
            let numbers = numbers(one, separator).into_iter().zip(numbers(other, separator));
            let mut known = numbers.filter_map(|(one, other)| Some((one?, other?)));
            known.all(|(one, other)| one == other)
        };
        agree(&self.date, &other.date, b'.')
            && agree(&self.round, &other.round, b'.')
            && agree(&self.time, &other.time, b':')
    }
}

/// The first three numbers of a value that are separated by `separator`; `None` for each that is missing or not a
/// number.
fn numbers(value: &[u8], separator: u8) -> [Option<u64>; 3] {
    let mut parts = value.split(|byte| *byte == separator || *byte == 0);
    [(); 3].map(|()| std::str::from_utf8(parts.next()?).ok()?.parse().ok())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn when(date: &str, round: &str, time: &str) -> GameDate {
        let facts = Facts { date: date.as_bytes(), round: round.as_bytes(), time: time.as_bytes(), ..Facts::default() };
        GameDate::of(&facts)
    }

    #[test]
    fn unknown_values_agree_with_everything() {
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
