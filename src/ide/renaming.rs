//! Renaming of players, events and sites in tags: their occurrences, and the spelling of a new name.

use std::ops::Range;

use vgn_engine::syntax::tag_list::between_quotes;

use super::names::{NameKind, names};

/// The kind, range without quotes, and text of the name at byte `place` of a game's text. `None` for unknown names such
/// as `?`, and for openings.
pub fn name_at(text: &str, place: u32) -> Option<(NameKind, Range<u32>, String)> {
    let named = names(text, true)?.into_iter().filter(|name| name.kind != NameKind::Opening);
    let mut placed = named.map(|name| (unquoted(text, &name.range), name));
    let (range, name) = placed.find(|(range, _)| range.start <= place && place <= range.end)?;
    Some((name.kind, range, name.text.trim().to_owned()))
}

/// The ranges, without quotes, of a name at the beginning of a game's text. `whole`: `head` is the whole text. `None`
/// if more text is needed.
pub fn ranges_of_name(head: &str, whole: bool, kind: NameKind, text: &str) -> Option<Vec<Range<u32>>> {
    let same = names(head, whole)?.into_iter().filter(|name| name.kind == kind && name.text.trim() == text);
    Some(same.map(|name| unquoted(head, &name.range)).collect())
}

/// Escapes a name for a tag (rule B2).
///
/// # Errors
/// The reason, if no tag can hold the name.
pub fn escaped_name(name: &str) -> Result<String, &'static str> {
    let name = name.trim();
    if name.is_empty() {
        return Err("a name has at least one letter; `?` stands for one that is not known");
    }
    if name.contains(char::is_control) {
        return Err("a name stands on one line, without control characters");
    }
    Ok(name.replace('\\', r"\\").replace('"', "\\\""))
}

fn unquoted(text: &str, value: &Range<usize>) -> Range<u32> {
    let offset = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    between_quotes(text, &(offset(value.start)..offset(value.end)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "[Event \"Cup\"]\n[White \"Smith, J\\\"oe\\\"\"]\n[Black \" Cup \"]\n[Site \"?\"]\n\n1. e4 *";

    #[test]
    fn a_name_is_that_of_a_player_an_event_or_a_site() {
        let at = |text: &str| name_at(GAME, GAME.find(text).expect("there") as u32);
        let text = |range: Range<u32>| &GAME[range.start as usize..range.end as usize];
        let (named, range, name) = at("Smith").expect("a player");
        assert_eq!((named, text(range), name.as_str()), (NameKind::Player, r#"Smith, J\"oe\""#, r#"Smith, J"oe""#));
        let (named, range, name) = at("Cup").expect("an event");
        assert_eq!((named, text(range), name.as_str()), (NameKind::Event, "Cup", "Cup"));
        assert!(at("?").is_none(), "nobody knows the site");
        assert!(at("1. e4").is_none());
        assert!(at("White").is_none(), "the tag's own name");
    }

    #[test]
    fn a_name_stands_where_its_kind_does() {
        let text = |range: &Range<u32>| &GAME[range.start as usize..range.end as usize];
        let found = |named, name| {
            ranges_of_name(GAME, true, named, name).expect("it is whole").iter().map(text).collect::<Vec<_>>()
        };
        assert_eq!(found(NameKind::Event, "Cup"), ["Cup"]);
        assert_eq!(found(NameKind::Player, "Cup"), [" Cup "]);
        assert_eq!(found(NameKind::Site, "Cup"), [""; 0]);
    }

    #[test]
    fn a_new_name_is_escaped_or_refused() {
        assert_eq!(escaped_name(" Jo \"the\" \\ \u{e9} "), Ok("Jo \\\"the\\\" \\\\ \u{e9}".to_owned()));
        for wrong in ["", "  ", "a\nb", "a\u{1b}b"] {
            assert!(escaped_name(wrong).is_err(), "{wrong:?}");
        }
    }
}
