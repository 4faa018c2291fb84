//! Values of tags: those that the tag can have, and those that it has in games near by.

use std::collections::HashSet;

use super::place::Place;
use super::{Item, Kind, Site, eco, tag_vocabulary, terminators};
use crate::analysis::variants::{UNSUPPORTED, VARIANTS};
use crate::analysis::{FileKind, Resolved, is_vgn_format, resolve_game, results};
use crate::ide::NameKind;
use crate::ide::outline::Outline;
use crate::notation::{Medium, REGISTRY, TokenContent};
use crate::openings::openings;

/// More values of other games are not offered.
const MOST_IN_USE: usize = 200;
/// The board of a longer game, in bytes, is not asked for its result.
const LONGEST: usize = 1 << 16;

/// A value, and a word about it.
pub(super) type Value = (String, String);

/// The values that the tag at the cursor can have.
pub fn items(site: &Site<'_>) -> Vec<Item> {
    let Place::TagValue { name, word, closing } = &site.place else { return Vec::new() };
    let typed = site.question.text.get(word.start as usize..site.question.offset as usize).unwrap_or_default();
    let typed = typed.to_lowercase();
    let mut values = known(site, name, &typed);
    for value in in_use(site, name, &typed) {
        if !values.iter().any(|(known, _)| *known == value) {
            values.push((value, String::new()));
        }
    }
    let item = |(value, about): Value| {
        let written = value.replace('\\', "\\\\").replace('"', "\\\"");
        let item = Item::new(Kind::TagValue, word, format!("{written}{closing}"));
        Item { label: value, filter: Some(written), ..item }.detail(about)
    };
    values.into_iter().map(item).collect()
}

/// The values that the tag can have in any game.
fn known(site: &Site<'_>, name: &str, typed: &str) -> Vec<Value> {
    match name {
        "Result" => results(site),
        "MoveFormat" => notations(),
        "GameFormat" => vec![
            ("VGN".to_owned(), "Variable Game Notation".to_owned()),
            ("PGN".to_owned(), "Portable Game Notation".to_owned()),
        ],
        "Variant" => variants(),
        "ECO" => codes(site),
        "Opening" => openings_named(site, typed),
        _ if name.ends_with("Date") => dates(site, name),
        "Round" => tag_vocabulary::rounds(rounds_of_the_event(site).into_iter()),
        "PlyCount" => plies(site).map(|plies| (plies.to_string(), "of the main line".to_owned())).into_iter().collect(),
        _ => tag_vocabulary::words(name),
    }
}

/// The results, first the one that the game's terminator or its last board tells; in VGN in words (rule B8).
fn results(site: &Site<'_>) -> Vec<Value> {
    let question = site.question;
    let whole = Outline::new(question.text, question.context.cancel);
    let told = whole.terminator().filter(|told| *told != "*").or_else(|| on_board(site)).unwrap_or("*");
    let is_vgn = is_vgn(&whole, question.context.kind);
    let mut all = ["1-0", "0-1", "1/2-1/2", "*"];
    all.sort_by_key(|result| *result != told);
    let value = |result: &str| {
        let words = results::words(result).unwrap_or_default().to_owned();
        if is_vgn { (words, result.to_owned()) } else { (result.to_owned(), words) }
    };
    all.into_iter().map(value).collect()
}

/// The result that the board at the end of the main line shows.
fn on_board(site: &Site<'_>) -> Option<&'static str> {
    terminators::on_board(whole_game(site)?.end.as_ref()?)
}

/// How many half-moves the main line has.
fn plies(site: &Site<'_>) -> Option<usize> {
    Some(whole_game(site)?.moves.iter().filter(|half_move| half_move.depth == 0).count())
}

/// The game with its boards, unless it is too long to ask for them here.
fn whole_game(site: &Site<'_>) -> Option<Resolved> {
    let question = site.question;
    let text = Some(question.text).filter(|text| text.len() <= LONGEST)?;
    question.context.whole(text, resolve_game(text, &question.context))
}

/// The rounds of the games near by that belong to the same event.
fn rounds_of_the_event(site: &Site<'_>) -> Vec<String> {
    let cancel = site.question.context.cancel;
    let event = Outline::new(site.question.text, cancel).tag_value("Event").map(|event| event.into_owned());
    let round = |game: String| {
        let outline = Outline::new(&game, cancel);
        let is_same = outline.tag_value("Event").as_deref() == event.as_deref();
        is_same.then(|| outline.tag_value("Round").map(|round| round.into_owned())).flatten()
    };
    (site.question.neighbours)().into_iter().filter_map(round).collect()
}

/// The game is one of VGN.
pub fn is_vgn(whole: &Outline<'_>, kind: FileKind) -> bool {
    match whole.tag_value("GameFormat") {
        Some(value) => is_vgn_format(&value),
        None => kind == FileKind::Vgn,
    }
}

fn notations() -> Vec<Value> {
    let about = |medium, says| match (medium, says) {
        (Medium::Text, TokenContent::Moves) => "text, moves",
        (Medium::Text, TokenContent::Boards) => "text, boards",
        (Medium::Binary, TokenContent::Moves) => "binary, moves",
        (Medium::Binary, TokenContent::Boards) => "binary, boards",
    };
    REGISTRY.iter().map(|row| (row.tag_value(), about(row.medium, row.content).to_owned())).collect()
}

fn variants() -> Vec<Value> {
    let known = VARIANTS.iter().map(|row| row.name.to_owned());
    let known = known.chain(["Chess960".to_owned()]).map(|name| (name, String::new()));
    known.chain(UNSUPPORTED.iter().map(|row| (row.name.to_owned(), "not checked".to_owned()))).collect()
}

fn codes(site: &Site<'_>) -> Vec<Value> {
    let own = eco::of_game(site).map(|opening| (opening.eco.to_string(), opening.name.to_owned()));
    let others = eco::codes().into_iter().filter(|(code, _)| own.as_ref().is_none_or(|(own, _)| own != code));
    own.iter().cloned().chain(others).collect()
}

/// The game's opening, and those whose names hold what is typed.
fn openings_named(site: &Site<'_>, typed: &str) -> Vec<Value> {
    site.is_narrowed.set(true);
    let own = eco::of_game(site);
    let others = openings().filter(|opening| !typed.is_empty() && opening.name.to_lowercase().contains(typed));
    let mut seen = HashSet::new();
    let all = own.into_iter().chain(others).filter(|opening| seen.insert(opening.name)).take(MOST_IN_USE);
    all.map(|opening| (opening.name.to_owned(), opening.eco.to_string())).collect()
}

/// The days that the game's other tags name, today, and the day that nobody knows.
fn dates(site: &Site<'_>, name: &str) -> Vec<Value> {
    let whole = Outline::new(site.question.text, site.question.context.cancel);
    let others = whole.names().filter(|(_, other)| *other != name && other.ends_with("Date"));
    let others: Vec<Value> = others
        .filter_map(|(_, other)| Some((whole.tag_value(other)?.into_owned(), other.to_owned())))
        .filter(|(day, _)| day.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    let today = site.question.today.clone().map(|day| (day, "today".to_owned()));
    others.into_iter().chain(today).chain([("????.??.??".to_owned(), "not known".to_owned())]).collect()
}

/// The values that the tag has in other games, first those of games near by, and only those that hold what is typed if there
/// are many; one side's names are the other's too.
fn in_use(site: &Site<'_>, name: &str, typed: &str) -> Vec<String> {
    let kind = match name {
        "White" | "Black" => Some(NameKind::Player),
        "Event" => Some(NameKind::Event),
        "Site" => Some(NameKind::Site),
        _ => None,
    };
    let side = |name: &str| name.replacen("White", "Black", 1);
    let mut values: Vec<String> = Vec::new();
    let mut seen = HashSet::new();
    let mut take = |value: String| {
        if !matches!(value.as_str(), "" | "?" | "-") && seen.insert(value.clone()) {
            values.push(value);
        }
    };
    for game in (site.question.neighbours)() {
        let outline = Outline::new(&game, site.question.context.cancel);
        for (_, other) in outline.names().filter(|(_, other)| side(other) == side(name)) {
            take(outline.tag_value(other).map(|value| value.into_owned()).unwrap_or_default());
        }
    }
    kind.map(site.question.in_use).into_iter().flatten().for_each(take);
    if values.len() > MOST_IN_USE {
        site.is_narrowed.set(true);
        values.retain(|value| value.to_lowercase().contains(typed));
        values.truncate(MOST_IN_USE);
    }
    values
}
