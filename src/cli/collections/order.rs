//! Where a game belongs among others, by its tags.

use clap::ValueEnum;
use vgn_engine::syntax::tag_list::unescaped;
use vgn_engine::syntax::tag_section;

/// The order of merged games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum MergeOrder {
    /// As they come: file by file
    None,
    /// By date, then event and round
    Date,
    /// By event, then date and round
    Event,
    /// By White's name, then Black's, then date
    White,
    /// By the code of the opening, then White's name
    Eco,
}

/// Tags of a game by which it is sorted, and put into groups: as in the text, and empty where they are missing.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OrderingTags {
    pub event: String,
    pub date: String,
    pub round: String,
    pub white: String,
    pub black: String,
    pub eco: String,
}

impl OrderingTags {
    /// Those of a game's text. Of a tag that is repeated the last counts (rule B11).
    pub fn of(text: &str) -> OrderingTags {
        let mut tags = OrderingTags::default();
        tag_section(text, true, |name, value| {
            let tag = match &text[name] {
                "Event" => &mut tags.event,
                "Date" => &mut tags.date,
                "Round" => &mut tags.round,
                "White" => &mut tags.white,
                "Black" => &mut tags.black,
                "ECO" => &mut tags.eco,
                _ => return,
            };
            let quoted = &text[value];
            let raw = quoted.strip_prefix('"').unwrap_or(quoted);
            let raw = raw.strip_suffix('"').unwrap_or(raw);
            unescaped(raw).trim().clone_into(tag);
        });
        tags
    }

    /// What is compared in this order.
    pub fn key(&self, order: MergeOrder) -> Box<str> {
        // A date that does not begin with its year is in doubt.
        let date = if begins_with_year(&self.date) { folded(&self.date) } else { folded("") };
        let (event, round) = (folded(&self.event), folded(&self.round));
        let (white, black) = (folded(&self.white), folded(&self.black));
        let parts = match order {
            MergeOrder::None => return "".into(),
            MergeOrder::Date => [date, event, round],
            MergeOrder::Event => [event, date, round],
            MergeOrder::White => [white, black, date],
            MergeOrder::Eco => [folded(&self.eco), white, black],
        };
        parts.join("\0").into()
    }
}

/// Whether the value of a tag says nothing.
pub fn is_unknown(value: &str) -> bool {
    value.chars().all(|letter| matches!(letter, '?' | '.' | '-' | ' '))
}

fn begins_with_year(date: &str) -> bool {
    let digits = date.bytes().take_while(u8::is_ascii_digit).count();
    digits == 4
}

/// The value as it is compared: without regard to capitals, numbers by their size, and behind all others if it is
/// unknown.
fn folded(value: &str) -> String {
    if is_unknown(value) {
        return char::MAX.to_string();
    }
    let mut folded = String::new();
    let mut digits = String::new();
    for letter in value.to_lowercase().chars().chain(['\0']) {
        if letter.is_ascii_digit() {
            digits.push(letter);
            continue;
        }
        if !digits.is_empty() {
            folded += &format!("{:0>8}", std::mem::take(&mut digits));
        }
        folded.push(letter);
    }
    folded.pop();
    folded
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_is_behind_and_numbers_are_numbers() {
        let key = |event: &str, date: &str, round: &str| {
            OrderingTags { event: event.into(), date: date.into(), round: round.into(), ..OrderingTags::default() }
                .key(MergeOrder::Event)
        };
        let sorted = [
            key("Linares", "1999.??.??", "1"),
            key("linares", "1999.??.??", "2.1"),
            key("Linares", "1999.??.??", "2.10"),
            key("Linares", "1999.??.??", "10"),
            key("Linares", "1999.??.??", "?"),
            key("Linares", "2000.02.01", "1"),
            key("Linares", "2000.02.??", "1"),
            key("Linares", "05.01.2000", "1"),
            key("Linares", "????.??.??", "1"),
            key("?", "1900.01.01", "1"),
        ];
        assert!(sorted.is_sorted(), "{sorted:?}");
    }

    #[test]
    fn the_tags_of_a_game() {
        let text = "[Event \"A \\\"b\\\"\"]\n[White \"X\"]\n{c}\n[White \" Y\"]\n\n1. e4 [ECO \"A00\"] *";
        let tags = OrderingTags::of(text);
        assert_eq!((tags.event.as_str(), tags.white.as_str(), tags.eco.as_str()), ("A \"b\"", "Y", ""));
    }
}
