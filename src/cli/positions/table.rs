//! The result as a table for people.

use std::fmt::Write;

use vgn_search::{GameResult, ResultCounts, SoughtPosition};

use super::ExploredGames;
use super::scan::ListedGame;
use crate::summary::counted;
use crate::terminal::visible;

/// Characters of a bar.
const BAR: u64 = 20;

/// The table of moves, then the games with the highest ratings.
pub fn of(sought: &SoughtPosition, explored: &ExploredGames<'_>) -> String {
    let mut text = String::new();
    let total = &explored.tally.total;
    // Writing into a string cannot fail.
    if let Some(opening) = sought.opening() {
        let _ = writeln!(text, "{} {}", opening.eco, opening.name);
    }
    let walked = counted(explored.tally.walked, "game");
    if total.games == 0 {
        let _ = writeln!(text, "no game of {walked} reaches this position");
        return text;
    }
    let _ = writeln!(text, "{} of {walked}: {}\n", counted(total.games, "game"), shares(total));
    let _ = writeln!(text, "{:8} {:>9}  {:20}  {:>13}  rating  last", "move", "games", "White draw Black", "%");
    for (mv, counts) in explored.tally.sorted_moves() {
        let rating = counts.average_rating().map_or_else(|| "-".to_owned(), |rating| rating.to_string());
        let year = if counts.last_year == 0 { "-".to_owned() } else { counts.last_year.to_string() };
        let opening = sought.opening_after(mv).map_or("", |opening| opening.name);
        let line = format!(
            "{:8} {:>9}  {}  {:>13}  {rating:>6}  {year:>4}  {opening}",
            sought.san(mv),
            counts.games,
            bar(&counts),
            percents(&counts)
        );
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text.push('\n');
    for game in &explored.best {
        let _ = writeln!(text, "{}", listed(sought, game));
    }
    text
}

fn listed(sought: &SoughtPosition, game: &ListedGame) -> String {
    let ListedGame { found, file, line } = game;
    let name = |name: &str| if name.is_empty() { "?".to_owned() } else { visible(name).into_owned() };
    let result = match found.facts.result {
        GameResult::White => "1-0",
        GameResult::Draw => "1/2-1/2",
        GameResult::Black => "0-1",
        GameResult::Open => "*",
    };
    let year = if found.facts.year == 0 { String::new() } else { format!(", {}", found.facts.year) };
    let played = found.played.map_or_else(|| "ends here".to_owned(), |mv| sought.san(mv));
    let file = if file == "-" { "<stdin>" } else { file };
    let (white, black) = (name(&found.white), name(&found.black));
    format!("{}:{line}: {white} - {black}, {result}{year}: {played}", visible(file))
}

/// A bar of results: full for White, grey for draws, light for Black.
fn bar(counts: &ResultCounts) -> String {
    let known = counts.white + counts.draws + counts.black;
    let upto = |games: u64| (games * BAR + known / 2).checked_div(known).unwrap_or(0);
    let (white, drawn) = (upto(counts.white), upto(counts.white + counts.draws));
    let signs = |sign: &str, count: u64| sign.repeat(usize::try_from(count).unwrap_or(0));
    let black = if known == 0 { 0 } else { BAR - drawn };
    let bar = signs("█", white) + &signs("▒", drawn - white) + &signs("░", black);
    bar + &signs(" ", if known == 0 { BAR } else { 0 })
}

/// White's wins, draws and Black's wins in per cent of the games with a result.
fn percents(counts: &ResultCounts) -> String {
    let known = counts.white + counts.draws + counts.black;
    let percent = |games: u64| (games * 100 + known / 2).checked_div(known);
    match (percent(counts.white), percent(counts.draws), percent(counts.black)) {
        (Some(white), Some(draws), Some(black)) => format!("{white:>3} {draws:>3} {black:>3}"),
        _ => "-".to_owned(),
    }
}

fn shares(counts: &ResultCounts) -> String {
    let open = counts.games - counts.white - counts.draws - counts.black;
    let open = if open == 0 { String::new() } else { format!(", {open} without a result") };
    format!("White won {}, {} drawn, Black won {}{open}", counts.white, counts.draws, counts.black)
}
