//! Players, events and sites by their names in tags: where they stand, and how a new name is written there.

use std::borrow::Cow;
use std::ops::Range;

use crate::analysis::{between_quotes, unescaped};
use crate::syntax::tag_section;

/// What a tag names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Named {
    Player,
    Event,
    Site,
}

impl Named {
    fn by(tag: &str) -> Option<Named> {
        match tag {
            "White" | "Black" => Some(Named::Player),
            "Event" => Some(Named::Event),
            "Site" => Some(Named::Site),
            _ => None,
        }
    }
}

/// What is named in the tag at `place` of a game's text, where its name stands, without quotes, and the name. None where
/// nobody is: `?`.
pub fn named_at(text: &str, place: u32) -> Option<(Named, Range<u32>, String)> {
    let mut at = None;
    tag_section(text, true, |name, value| {
        let range = between_quotes(text, &(offset(value.start)..offset(value.end)));
        if range.start <= place && place <= range.end && at.is_none() {
            at = Named::by(&text[name]).map(|named| (named, range));
        }
    });
    let (named, range) = at?;
    let value = plain(text, &range);
    let name = value.trim();
    (!matches!(name, "" | "?" | "-")).then(|| (named, range.clone(), name.to_owned()))
}

/// Where a game names the same: in bytes of its text, without quotes.
pub fn places_of_name(text: &str, named: Named, name: &str) -> Vec<Range<u32>> {
    let mut found = Vec::new();
    tag_section(text, true, |tag, value| {
        let range = between_quotes(text, &(offset(value.start)..offset(value.end)));
        if Named::by(&text[tag]) == Some(named) && plain(text, &range).trim() == name {
            found.push(range);
        }
    });
    found
}

/// A name as a tag holds it (rule B2).
///
/// # Errors
/// Why no tag can hold it, in words.
pub fn written(name: &str) -> Result<String, &'static str> {
    let name = name.trim();
    if name.is_empty() {
        return Err("a name has at least one letter; `?` stands for one that is not known");
    }
    if name.contains(char::is_control) {
        return Err("a name stands on one line, without control characters");
    }
    Ok(name.replace('\\', r"\\").replace('"', "\\\""))
}

fn plain<'t>(text: &'t str, range: &Range<u32>) -> Cow<'t, str> {
    unescaped(text.get(range.start as usize..range.end as usize).unwrap_or_default())
}

fn offset(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Event \"Cup\"]\n[White \"Smith, J\\\"oe\\\"\"]\n[Black \" Cup \"]\n[Site \"?\"]\n\n1. e4 *";

    #[test]
    fn a_name_is_that_of_a_player_an_event_or_a_site() {
        let at = |text: &str| named_at(GAME, GAME.find(text).expect("there") as u32);
        let text = |range: Range<u32>| &GAME[range.start as usize..range.end as usize];
        let (named, range, name) = at("Smith").expect("a player");
        assert_eq!((named, text(range), name.as_str()), (Named::Player, r#"Smith, J\"oe\""#, r#"Smith, J"oe""#));
        let (named, range, name) = at("Cup").expect("an event");
        assert_eq!((named, text(range), name.as_str()), (Named::Event, "Cup", "Cup"));
        assert!(at("?").is_none(), "nobody knows the site");
        assert!(at("1. e4").is_none());
        assert!(at("White").is_none(), "the tag's own name");
    }

    #[test]
    fn a_name_stands_where_its_kind_does() {
        let text = |range: &Range<u32>| &GAME[range.start as usize..range.end as usize];
        let found = |named, name| places_of_name(GAME, named, name).iter().map(text).collect::<Vec<_>>();
        assert_eq!(found(Named::Event, "Cup"), ["Cup"]);
        assert_eq!(found(Named::Player, "Cup"), [" Cup "]);
        assert_eq!(found(Named::Site, "Cup"), [""; 0]);
    }

    #[test]
    fn a_new_name_is_escaped_or_refused() {
        assert_eq!(written(" Jo \"the\" \\ \u{e9} "), Ok("Jo \\\"the\\\" \\\\ \u{e9}".to_owned()));
        for wrong in ["", "  ", "a\nb", "a\u{1b}b"] {
            assert!(written(wrong).is_err(), "{wrong:?}");
        }
    }
}
