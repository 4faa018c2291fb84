//! Tag values: the possible ones, and those in games nearby.

use std::collections::HashSet;

use vgn_engine::lint::FileKind;
use vgn_engine::notation::{Medium, REGISTRY, TokenContent};
use vgn_engine::openings::openings;
use vgn_engine::replay::{Resolved, resolve_game};
use vgn_engine::syntax::results::words;
use vgn_engine::syntax::tag_list::is_vgn_format;
use vgn_engine::variants::{UNSUPPORTED, VARIANTS};

use super::syntax_context::SyntaxContext;
use super::{CompletionItem, CompletionKind, CompletionSite, eco, tag_vocabulary, terminators};
use crate::NameKind;
use crate::outline::GameOutline;

/// Maximum number of values from other games.
const MOST_IN_USE: usize = 200;
/// Maximum length in bytes of a game that is resolved for its result.
const LONGEST: usize = 1 << 16;

/// A value and a short description.
pub(super) type DescribedValue = (String, String);

/// The values for the tag at the cursor.
pub fn items(site: &CompletionSite<'_>) -> Vec<CompletionItem> {
    let SyntaxContext::TagValue { name, word, closing } = &site.syntax else { return Vec::new() };
    let typed = site.query.text.get(word.start as usize..site.query.offset as usize).unwrap_or_default();
    let typed = typed.to_lowercase();
    let mut values = known(site, name, &typed);
    for value in in_use(site, name, &typed) {
        if !values.iter().any(|(known, _)| *known == value) {
            values.push((value, String::new()));
        }
    }
    let item = |(value, about): DescribedValue| {
        let written = value.replace('\\', "\\\\").replace('"', "\\\"");
        let item = CompletionItem::new(CompletionKind::TagValue, word, format!("{written}{closing}"));
        CompletionItem { label: value, filter: Some(written), ..item }.detail(about)
    };
    values.into_iter().map(item).collect()
}

/// The values that the tag can have in any game.
fn known(site: &CompletionSite<'_>, name: &str, typed: &str) -> Vec<DescribedValue> {
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

/// The results, starting with that of the game's terminator or final board; in VGN in words (rule B8).
fn results(site: &CompletionSite<'_>) -> Vec<DescribedValue> {
    let query = site.query;
    let whole = GameOutline::new(query.text, query.context.cancel);
    let likely = whole.terminator().filter(|likely| *likely != "*").or_else(|| on_board(site)).unwrap_or("*");
    let is_vgn = is_vgn(&whole, query.context.kind);
    let mut all = ["1-0", "0-1", "1/2-1/2", "*"];
    all.sort_by_key(|result| *result != likely);
    let value = |result: &str| {
        let words = words(result).unwrap_or_default().to_owned();
        if is_vgn { (words, result.to_owned()) } else { (result.to_owned(), words) }
    };
    all.into_iter().map(value).collect()
}

/// The result that follows from the board at the end of the main line.
fn on_board(site: &CompletionSite<'_>) -> Option<&'static str> {
    terminators::on_board(whole_game(site)?.end.as_ref()?)
}

/// Number of half-moves in the main line.
fn plies(site: &CompletionSite<'_>) -> Option<usize> {
    Some(whole_game(site)?.moves.iter().filter(|half_move| half_move.depth == 0).count())
}

/// The resolved game, unless it is too long.
fn whole_game(site: &CompletionSite<'_>) -> Option<Resolved> {
    let query = site.query;
    let text = Some(query.text).filter(|text| text.len() <= LONGEST)?;
    query.context.whole(text, resolve_game(text, &query.context))
}

/// The rounds of nearby games of the same event.
fn rounds_of_the_event(site: &CompletionSite<'_>) -> Vec<String> {
    let cancel = site.query.context.cancel;
    let event = GameOutline::new(site.query.text, cancel).tag_value("Event").map(|event| event.into_owned());
    let round = |game: String| {
        let outline = GameOutline::new(&game, cancel);
        let is_same = outline.tag_value("Event").as_deref() == event.as_deref();
        is_same.then(|| outline.tag_value("Round").map(|round| round.into_owned())).flatten()
    };
    (site.query.neighbours)().into_iter().filter_map(round).collect()
}

/// The game is in VGN.
pub fn is_vgn(whole: &GameOutline<'_>, kind: FileKind) -> bool {
    match whole.tag_value("GameFormat") {
        Some(value) => is_vgn_format(&value),
        None => kind == FileKind::Vgn,
    }
}

fn notations() -> Vec<DescribedValue> {
    let about = |medium, says| match (medium, says) {
        (Medium::Text, TokenContent::Moves) => "text, moves",
        (Medium::Text, TokenContent::Boards) => "text, boards",
        (Medium::Binary, TokenContent::Moves) => "binary, moves",
        (Medium::Binary, TokenContent::Boards) => "binary, boards",
    };
    REGISTRY.iter().map(|row| (row.tag_value(), about(row.medium, row.content).to_owned())).collect()
}

fn variants() -> Vec<DescribedValue> {
    let known = VARIANTS.iter().map(|row| row.name.to_owned());
    let known = known.chain(["Chess960".to_owned()]).map(|name| (name, String::new()));
    known.chain(UNSUPPORTED.iter().map(|row| (row.name.to_owned(), "not checked".to_owned()))).collect()
}

fn codes(site: &CompletionSite<'_>) -> Vec<DescribedValue> {
    let own = eco::of_game(site).map(|opening| (opening.eco.to_string(), opening.name.to_owned()));
    let others = eco::codes().into_iter().filter(|(code, _)| own.as_ref().is_none_or(|(own, _)| own != code));
    own.iter().cloned().chain(others).collect()
}

/// The game's opening, and those whose names contain the typed text.
fn openings_named(site: &CompletionSite<'_>, typed: &str) -> Vec<DescribedValue> {
    site.is_narrowed.set(true);
    let own = eco::of_game(site);
    let others = openings().filter(|opening| !typed.is_empty() && opening.name.to_lowercase().contains(typed));
    let mut seen = HashSet::new();
    let all = own.into_iter().chain(others).filter(|opening| seen.insert(opening.name)).take(MOST_IN_USE);
    all.map(|opening| (opening.name.to_owned(), opening.eco.to_string())).collect()
}

/// The dates in the game's other tags, today, and the unknown date.
fn dates(site: &CompletionSite<'_>, name: &str) -> Vec<DescribedValue> {
    let whole = GameOutline::new(site.query.text, site.query.context.cancel);
    let others = whole.names().filter(|(_, other)| *other != name && other.ends_with("Date"));
    let others: Vec<DescribedValue> = others
        .filter_map(|(_, other)| Some((whole.tag_value(other)?.into_owned(), other.to_owned())))
        .filter(|(day, _)| day.starts_with(|c: char| c.is_ascii_digit()))
        .collect();
    let today = site.query.today.clone().map(|day| (day, "today".to_owned()));
    others.into_iter().chain(today).chain([("????.??.??".to_owned(), "not known".to_owned())]).collect()
}

/// The values of the tag in other games, nearby ones first; if there are many, only those that contain the typed text.
/// White's and Black's tags share their values.
fn in_use(site: &CompletionSite<'_>, name: &str, typed: &str) -> Vec<String> {
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
    for game in (site.query.neighbours)() {
        let outline = GameOutline::new(&game, site.query.context.cancel);
        for (_, other) in outline.names().filter(|(_, other)| side(other) == side(name)) {
            take(outline.tag_value(other).map(|value| value.into_owned()).unwrap_or_default());
        }
    }
    kind.map(site.query.in_use).into_iter().flatten().for_each(take);
    if values.len() > MOST_IN_USE {
        site.is_narrowed.set(true);
        values.retain(|value| value.to_lowercase().contains(typed));
        values.truncate(MOST_IN_USE);
    }
    values
}
