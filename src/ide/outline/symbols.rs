//! Names of games in a list of symbols: players, event and result.
//!
//! Only the tags and the last word of a game are read, so that lists of thousands of games are cheap. The caller
//! supplies the opening of games without a tag for it.

use std::borrow::Cow;
use std::ops::Range;

use vgn_engine::openings::Opening;
use vgn_engine::syntax::tag_list::unescaped;
use vgn_engine::syntax::tag_section;
use vgn_engine::variants::{GameRules, known_variant};

/// A game's entry in a list of symbols.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSymbol {
    /// "White - Black"; the event or the game's number if the players are unknown.
    pub name: String,
    /// Event, round, result, variant and opening, as far as known.
    pub detail: String,
    /// From the first tag to the last, or the first word; in bytes of the game's text.
    pub selection: Range<u32>,
}

/// The tags shown in the list.
#[derive(Default)]
struct SymbolTags<'t> {
    white: Cow<'t, str>,
    black: Cow<'t, str>,
    event: Cow<'t, str>,
    result: Cow<'t, str>,
    round: Cow<'t, str>,
    eco: Cow<'t, str>,
    opening: Cow<'t, str>,
    variant: Cow<'t, str>,
}

/// The entry of a game. `number`: counted from 1. `head` and `tail`: the beginning and the end of its text. `whole`:
/// `head` is the whole text. `None` if `head` is too short.
///
/// `book` supplies the opening from the half-moves; it is called if no tag names it.
pub fn game_symbol(
    head: &str,
    tail: &str,
    whole: bool,
    number: usize,
    book: impl FnOnce() -> Option<&'static Opening>,
) -> Option<GameSymbol> {
    let mut known = SymbolTags::default();
    let tags = tag_section(head, whole, |name, value| {
        let field = match &head[name] {
            "White" => &mut known.white,
            "Black" => &mut known.black,
            "Event" => &mut known.event,
            "Result" => &mut known.result,
            "Round" => &mut known.round,
            "ECO" => &mut known.eco,
            "Opening" => &mut known.opening,
            "Variant" => &mut known.variant,
            _ => return,
        };
        // The last tag of a name counts (rule B11).
        *field = plain(&head[value]);
    })?;
    let selection = tags.unwrap_or_else(|| first_word(head));
    let players = [&known.white, &known.black].map(|name| if name.is_empty() { "?" } else { name });
    let event = &*known.event;
    let (name, event) = match (players, event) {
        (["?", "?"], "") => (format!("Game {number}"), ""),
        (["?", "?"], event) => (event.to_owned(), ""),
        ([white, black], event) => (format!("{white} - {black}"), event),
    };
    let result = terminator(tail).unwrap_or(&known.result);
    let round = if known.round.is_empty() { String::new() } else { format!("round {}", known.round) };
    let opening = match (&*known.eco, &*known.opening) {
        (eco, "") => match book().filter(|opening| eco.is_empty() || opening.eco.to_string() == eco) {
            Some(opening) => format!("{} {}", opening.eco, opening.name),
            None => eco.to_owned(),
        },
        (eco, opening) => [eco, opening].join(" "),
    };
    let variant = if is_chess(&known.variant) { "" } else { &*known.variant };
    let detail = [event, &*round, result, variant, opening.trim()];
    let detail = detail.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(", ");
    let offset = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Some(GameSymbol { name, detail, selection: offset(selection.start)..offset(selection.end) })
}

/// The `Variant` tag is empty or names standard chess.
fn is_chess(variant: &str) -> bool {
    variant.is_empty() || known_variant(variant) == Some(GameRules::default())
}

/// A tag's value on one line; empty if it is unknown.
fn plain(quoted: &str) -> Cow<'_, str> {
    let raw = quoted.strip_prefix('"').unwrap_or(quoted);
    let value = unescaped(raw.strip_suffix('"').unwrap_or(raw));
    match value.trim() {
        "" | "?" | "-" => Cow::Borrowed(""),
        _ if value.contains(char::is_control) => Cow::Owned(value.replace(char::is_control, " ")),
        _ => value,
    }
}

fn first_word(text: &str) -> Range<usize> {
    let start = text.len() - text.trim_start().len();
    let len = text[start..].find(char::is_whitespace).unwrap_or(text.len() - start);
    start..start + len
}

/// The result at the end of a text; `None` for an unfinished game.
pub fn terminator(tail: &str) -> Option<&str> {
    let last = tail.split_ascii_whitespace().next_back()?;
    ["1-0", "0-1", "1/2-1/2"].contains(&last).then_some(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(text: &str) -> (String, String, &str) {
        let symbol = game_symbol(text, text, true, 7, || None).expect("it is the whole text");
        let at = symbol.selection.start as usize..symbol.selection.end as usize;
        (symbol.name, symbol.detail, &text[at])
    }

    fn expected<'t>(name: &str, detail: &str, selection: &'t str) -> (String, String, &'t str) {
        (name.to_owned(), detail.to_owned(), selection)
    }

    #[test]
    fn games_are_called_by_their_players() {
        let tags = "[Event \"Café \\\"X\\\"\"]\n[White \"A\"]\n[Black \"B\"]";
        let text = format!("\n{tags}\n\n1. e4 1-0\n\n");
        assert_eq!(symbol(&text), expected("A - B", "Café \"X\", 1-0", tags));
        let more = "[White \"A\"][Round \"3\"][ECO \"C44\"][Opening \"Scotch\"]";
        assert_eq!(symbol(more), expected("A - ?", "round 3, C44 Scotch", more));
        assert_eq!(symbol("[White \"A\"]\n*"), expected("A - ?", "", "[White \"A\"]"));
        assert_eq!(symbol("[Event \"E\"][White \"?\"]"), expected("E", "", "[Event \"E\"][White \"?\"]"));
        assert_eq!(symbol(" 1. e4 0-1"), expected("Game 7", "0-1", "1."));
        let said = "[Black \"B\"][Result \"White ran out of time\"]";
        assert_eq!(symbol(said), expected("? - B", "White ran out of time", said));
    }

    #[test]
    fn variants_of_chess_are_named() {
        for (variant, detail) in [
            ("Three-check", "E, 1-0, Three-check"),
            ("fischerandom", "E, 1-0, fischerandom"),
            ("Standard", "E, 1-0"),
            ("From Position", "E, 1-0"),
            ("Somebody's", "E, 1-0, Somebody's"),
        ] {
            let text = format!("[Event \"E\"]\n[Variant \"{variant}\"]\n[White \"A\"]\n\n1. e4 1-0");
            assert_eq!(symbol(&text).1, detail);
        }
    }

    #[test]
    fn a_part_is_enough_where_it_holds_the_tags() {
        assert_eq!(
            game_symbol("[White \"A\"]\n\n1.", "0-1\n", false, 1, || None).map(|symbol| symbol.detail),
            Some("0-1".to_owned())
        );
        assert_eq!(game_symbol("[White \"A\"]\n\n", "0-1\n", false, 1, || None), None);
    }

    #[test]
    fn the_book_names_an_opening_that_no_tag_names() {
        let book = || vgn_engine::openings::openings().find(|opening| opening.name == "Scotch Game");
        let detail = |text: &str| game_symbol(text, text, true, 7, book).map(|symbol| symbol.detail);
        assert_eq!(detail("[White \"A\"]\n\n1. e4 1-0").as_deref(), Some("1-0, C44 Scotch Game"));
        assert_eq!(detail("[ECO \"C44\"]\n\n1. e4 1-0").as_deref(), Some("1-0, C44 Scotch Game"));
        assert_eq!(detail("[ECO \"B20\"]\n\n1. e4 1-0").as_deref(), Some("1-0, B20"), "the tag has the last word");
        assert_eq!(detail("[Opening \"Gambit\"][ECO \"?\"]\n\n*").as_deref(), Some("Gambit"));
    }
}
