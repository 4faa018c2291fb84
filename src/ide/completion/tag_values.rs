//! Values of tags: those that the tag can have, and those that it has in games near by.

use super::place::Place;
use super::{Item, Kind, Site, eco};
use crate::analysis::variants::{UNSUPPORTED, VARIANTS};
use crate::analysis::{FileKind, results};
use crate::ide::outline::Outline;
use crate::notation::{Medium, REGISTRY, Says};

/// More values of other games are not offered.
const MOST_IN_USE: usize = 100;

/// Tags of which there are few values, by the ends of their names.
const FEW: [(&str, &[&str]); 6] = [
    ("Title", &["GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "-"]),
    ("Type", &["human", "program"]),
    ("IsComp", &["Yes", "No"]),
    ("Mode", &["OTB", "PM", "EM", "ICS", "TC"]),
    ("Round", &["?", "-"]),
    (
        "Termination",
        &[
            "normal",
            "time forfeit",
            "adjudication",
            "rules infraction",
            "abandoned",
            "death",
            "emergency",
            "unterminated",
        ],
    ),
];

/// A value, and a word about it.
type Value = (String, String);

/// The values that the tag at the cursor can have.
pub fn items(site: &Site<'_>) -> Vec<Item> {
    let Place::TagValue { name, word, closing } = &site.place else { return Vec::new() };
    let mut values = known(site, name);
    for value in in_use(site, name) {
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
fn known(site: &Site<'_>, name: &str) -> Vec<Value> {
    let plain = |values: &[&str]| values.iter().map(|value| ((*value).to_owned(), String::new())).collect();
    match name {
        "Result" => results(site),
        "MoveFormat" => notations(),
        "GameFormat" => vec![
            ("VGN".to_owned(), "Variable Game Notation".to_owned()),
            ("PGN".to_owned(), "Portable Game Notation".to_owned()),
        ],
        "Variant" => variants(),
        "ECO" => codes(site),
        "Opening" => {
            eco::of_game(site).map(|opening| (opening.name.to_owned(), opening.eco.to_string())).into_iter().collect()
        }
        _ if name.ends_with("Date") => dates(site, name),
        _ => FEW.iter().find(|(end, _)| name.ends_with(end)).map_or_else(Vec::new, |(_, values)| plain(values)),
    }
}

/// The results, first the one that the game's terminator tells; in VGN in words (rule B8).
fn results(site: &Site<'_>) -> Vec<Value> {
    let question = site.question;
    let whole = Outline::new_unless(question.text, question.is_called_off);
    let told = whole.terminator().unwrap_or("*");
    let game_format = whole.tag_value("GameFormat");
    let is_vgn = match game_format.as_deref() {
        Some(value) => value.trim_start().to_ascii_uppercase().starts_with("VGN"),
        None => question.context.kind == FileKind::Vgn,
    };
    let mut all = ["1-0", "0-1", "1/2-1/2", "*"];
    all.sort_by_key(|result| *result != told);
    let value = |result: &str| {
        let words = results::words(result).unwrap_or_default().to_owned();
        if is_vgn { (words, result.to_owned()) } else { (result.to_owned(), words) }
    };
    all.into_iter().map(value).collect()
}

fn notations() -> Vec<Value> {
    let about = |medium, says| match (medium, says) {
        (Medium::Text, Says::Moves) => "text, moves",
        (Medium::Text, Says::Boards) => "text, boards",
        (Medium::Binary, Says::Moves) => "binary, moves",
        (Medium::Binary, Says::Boards) => "binary, boards",
    };
    REGISTRY.iter().map(|row| (row.tag_value(), about(row.medium, row.says).to_owned())).collect()
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

/// The days that the game's other tags name, today, and the day that nobody knows.
fn dates(site: &Site<'_>, name: &str) -> Vec<Value> {
    let whole = Outline::new_unless(site.question.text, site.question.is_called_off);
    let others = whole.names().filter(|(_, other)| *other != name && other.ends_with("Date"));
    let others: Vec<Value> = others
        .filter_map(|(_, other)| Some((whole.tag_value(other)?.into_owned(), other.to_owned())))
        .filter(|(day, _)| day.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    let today = site.question.today.clone().map(|day| (day, "today".to_owned()));
    others.into_iter().chain(today).chain([("????.??.??".to_owned(), "not known".to_owned())]).collect()
}

/// The values that the tag has in games near by; one side's names are the other's too.
fn in_use(site: &Site<'_>, name: &str) -> Vec<String> {
    let side = |name: &str| name.replacen("White", "Black", 1);
    let mut values: Vec<String> = Vec::new();
    for game in (site.question.neighbours)() {
        let outline = Outline::new_unless(&game, site.question.is_called_off);
        for (_, other) in outline.names().filter(|(_, other)| side(other) == side(name)) {
            let value = outline.tag_value(other).map(|value| value.into_owned()).unwrap_or_default();
            if !matches!(value.as_str(), "" | "?" | "-") && !values.contains(&value) && values.len() < MOST_IN_USE {
                values.push(value);
            }
        }
    }
    values
}
