//! The names of variants in `Variant` tags.

use super::table::{GameRules, UNSUPPORTED, UnsupportedVariant, VARIANTS, row};
use crate::rules::Variant;
use crate::source::near;

/// The meaning of a `Variant` tag's value.
#[derive(Clone, Debug)]
pub enum VariantLookup {
    Known(GameRules),
    /// A variant of which only the name is known.
    Unsupported(&'static UnsupportedVariant),
    /// Not a variant; known names with a similar spelling, nearest first.
    Unknown(Vec<&'static str>),
}

/// Spellings of Chess960 in lower-case letters and digits.
const CHESS960: [&str; 12] = [
    "chess960",
    "960",
    "fischerandom",
    "fischerrandom",
    "fischerandomchess",
    "fischerrandomchess",
    "fischer",
    "frc",
    "freestyle",
    "freestylechess",
    "chess9lx",
    "normal960",
];

/// The variant of a `Variant` tag's value. Case, spaces and punctuation are ignored; `960` before or after another name
/// denotes its combination with Chess960.
pub fn find_variant(value: &str) -> VariantLookup {
    let plain = simple(value);
    if let Some(rules) = rules_named(&plain) {
        return VariantLookup::Known(rules);
    }
    match unsupported(&plain) {
        Some(row) => VariantLookup::Unsupported(row),
        None => VariantLookup::Unknown(near_names(&plain)),
    }
}

/// The rules of a `Variant` tag's value, as [`find_variant`] knows them; it also looks for similar names.
pub fn known_variant(value: &str) -> Option<GameRules> {
    rules_named(&simple(value))
}

fn rules_named(plain: &str) -> Option<GameRules> {
    if plain.is_empty() {
        return Some(GameRules::default());
    }
    if CHESS960.contains(&plain) {
        return Some(GameRules { variant: Variant::Chess, chess960: true });
    }
    if unsupported(plain).is_some() {
        return None;
    }
    if let Some(variant) = named(plain) {
        return Some(GameRules { variant, chess960: false });
    }
    let bare = CHESS960.iter().find_map(|extra| plain.strip_suffix(extra).or_else(|| plain.strip_prefix(extra)));
    bare.and_then(named).map(|variant| GameRules { variant, chess960: row(variant).with_960 })
}

fn unsupported(plain: &str) -> Option<&'static UnsupportedVariant> {
    UNSUPPORTED.iter().find(|row| row.spellings.contains(&plain))
}

fn named(plain: &str) -> Option<Variant> {
    let fits = |name: &str, spellings: &[&str]| simple_chars(name).eq(plain.chars()) || spellings.contains(&plain);
    VARIANTS.iter().find(|row| fits(row.name, row.spellings)).map(|row| row.variant)
}

/// A name reduced to lower-case letters and digits.
fn simple(name: &str) -> String {
    simple_chars(name).collect()
}

fn simple_chars(name: &str) -> impl Iterator<Item = char> {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase)
}

fn near_names(plain: &str) -> Vec<&'static str> {
    if plain.len() > 40 {
        return Vec::new();
    }
    let limit = if plain.chars().count() <= 5 { 1 } else { 2 };
    let all = VARIANTS.iter().flat_map(|row| {
        let own = (simple(row.name), row.name);
        let others = row.spellings.iter().map(|spelling| ((*spelling).to_owned(), row.name));
        std::iter::once(own).chain(others)
    });
    let all = all.chain(CHESS960.iter().map(|spelling| ((*spelling).to_owned(), "Chess960")));
    let mut found: Vec<(usize, &'static str)> =
        all.filter_map(|(spelling, name)| Some((near::distance(plain, &spelling, limit)?, name))).collect();
    found.sort();
    let mut names: Vec<&'static str> = Vec::new();
    for (_, name) in found {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    names
}

/// The value of a `Variant` tag for the rules, as lichess writes it.
pub fn variant_name(rules: GameRules) -> String {
    match (rules.variant, rules.chess960) {
        (Variant::Chess, true) => "Chess960".to_owned(),
        (variant, true) => format!("{}960", row(variant).name),
        (variant, false) => row(variant).name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(value: &str) -> String {
        match find_variant(value) {
            VariantLookup::Known(rules) => variant_name(rules),
            VariantLookup::Unsupported(row) => format!("not {}", row.name),
            VariantLookup::Unknown(near) => format!("? {}", near.join(" ")),
        }
    }

    #[test]
    fn spellings_of_real_files() {
        for (value, expected) in [
            ("Standard", "Standard"),
            ("normal", "Standard"),
            ("From Position", "Standard"),
            ("", "Standard"),
            ("chess 960", "Chess960"),
            ("fischerandom", "Chess960"),
            ("Fischer Random", "Chess960"),
            ("crazyhouse", "Crazyhouse"),
            ("Crazyhouse960", "Crazyhouse960"),
            ("atomic", "Atomic"),
            ("Atomic Chess 960", "Atomic960"),
            ("antichess", "Antichess"),
            ("giveaway", "Antichess"),
            ("3check", "Three-check"),
            ("Three-check", "Three-check"),
            ("threeCheck", "Three-check"),
            ("kingofthehill", "King of the Hill"),
            ("King of the Hill", "King of the Hill"),
            ("racingKings", "Racing Kings"),
            ("Racing Kings 960", "Racing Kings"),
            ("horde", "Horde"),
            ("Seirawan960", "not Seirawan"),
            ("sittuyin", "not Sittuyin"),
            ("suicide", "not Suicide"),
            ("bughouse", "not Bughouse"),
            ("Crazyhose", "? Crazyhouse"),
            ("Ches960", "? Chess960"),
            ("Kriegsspiel", "? "),
        ] {
            assert_eq!(shown(value), expected, "{value}");
        }
    }

    #[test]
    fn no_spelling_occurs_twice_and_every_name_denotes_itself() {
        let mut all: Vec<String> = VARIANTS.iter().map(|row| simple(row.name)).collect();
        all.extend(VARIANTS.iter().flat_map(|row| row.spellings).map(|spelling| (*spelling).to_owned()));
        all.extend(UNSUPPORTED.iter().flat_map(|row| row.spellings).map(|spelling| (*spelling).to_owned()));
        all.extend(CHESS960.map(str::to_owned));
        let count = all.len();
        all.sort();
        all.dedup();
        assert_eq!(all.len(), count);
        for row in VARIANTS {
            assert_eq!(shown(row.name), row.name);
        }
    }
}
