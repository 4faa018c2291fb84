//! The tags of games that become variations of another one: the names of the players for a comment, and the tags that
//! are lost.

use vgn_engine::lint::NEVER;
use vgn_engine::syntax::ast::{AstToken, Game};

use super::merge_games::SelectedGames;
use crate::tree::game_tree;

/// Maximum number of lost tags in a title.
const NAMED: usize = 6;
/// Tags that describe the text alone, or that do not differ between merged games.
const NO_LOSS: [&str; 8] = ["PlyCount", "SetUp", "FEN", "Variant", "GameFormat", "MoveFormat", "White", "Black"];

/// Names a game by its players, event, year and result.
pub fn name_of(game: &str) -> String {
    let tree = game_tree(game, NEVER);
    let tag = |name: &str| known(tree.as_ref()?, name);
    let unknown = || "?".to_owned();
    let mut name = format!("{} - {}", tag("White").unwrap_or_else(unknown), tag("Black").unwrap_or_else(unknown));
    let place: Vec<String> = [tag("Event").or_else(|| tag("Site")), tag("Date").map(|date| year(&date).to_owned())]
        .into_iter()
        .flatten()
        .collect();
    if !place.is_empty() {
        name += &format!(", {}", place.join(" "));
    }
    if let Some(end) = tree.as_ref().and_then(Game::terminator).filter(|end| end.text() != "*") {
        name += &format!(", {}", end.text());
    }
    name
}

/// The value of a tag if it is known, without braces, which would end a comment.
fn known(game: &Game, name: &str) -> Option<String> {
    let value = game.tag(name)?.value()?.unquoted().replace(['{', '}'], "");
    (!value.is_empty() && !matches!(value.as_bytes()[0], b'?' | b'-')).then_some(value)
}

fn year(date: &str) -> &str {
    date.split(|sign: char| !sign.is_ascii_digit()).next().unwrap_or_default()
}

/// The names of tags in games after the first whose values are neither in the first game's tags nor in the comment.
pub fn lost_tags(games: &SelectedGames<'_>) -> Vec<String> {
    let text = (games.text)();
    let mut trees = games.places.iter().filter_map(|(range, _)| game_tree(&text[range.clone()], NEVER));
    let Some(first) = trees.next() else { return Vec::new() };
    let mut lost: Vec<String> = Vec::new();
    for game in trees {
        let names = game.tags().filter_map(|tag| Some(tag.name()?.text().to_owned()));
        for name in names.filter(|name| !NO_LOSS.contains(&name.as_str())) {
            let Some(value) = known(&game, &name).filter(|value| known(&first, &name).as_ref() != Some(value)) else {
                continue;
            };
            let is_told = match name.as_str() {
                "Event" => true,
                "Site" => known(&game, "Event").is_none(),
                "Date" => {
                    value.strip_prefix(year(&value)).is_some_and(|rest| !rest.contains(|it: char| it.is_ascii_digit()))
                }
                "Result" => value == "*" || game.terminator().is_some_and(|end| end.text() == value),
                _ => false,
            };
            if !is_told && !lost.contains(&name) {
                lost.push(name);
            }
        }
    }
    lost
}

/// The lost tags as part of a title.
pub fn named(lost: &[String]) -> String {
    let names: Vec<String> = lost.iter().take(NAMED).map(|name| format!("`{name}`")).collect();
    let more = lost.len().saturating_sub(NAMED);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    format!("the other games' tags {}{more}", names.join(", "))
}
