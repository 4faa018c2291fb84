//! The tags that programs read differently.

use std::collections::HashMap;

use super::Rewriting;
use crate::convert::outcome::Loss;
use crate::notation::{Codec, EndMark, FEN, SpelledBoard};
use crate::replay::Resolved;
use crate::score::{SourceOutline, TagRanges, slice};
use crate::syntax::tag_list::known_tags;
use crate::variants::{GameRules, RuleSet, VariantLookup, find_variant, read_rules};

/// The name in common use that differs from this one only in case.
pub(in crate::convert) fn is_name_of_other_case(name: &str) -> Option<&'static str> {
    let mut alike = known_tags().filter(|known| known.eq_ignore_ascii_case(name));
    let known = alike.next()?;
    (known != name && alike.all(|other| other != name)).then_some(known)
}

/// Rewrites the tags.
pub(super) fn rewrite(text: &str, outline: &SourceOutline, resolved: &Resolved, to: &mut Rewriting<'_>) {
    let mut names: HashMap<String, &str> = HashMap::new();
    for tag in &outline.tags {
        let name = slice(text, &tag.name);
        let known = is_name_of_other_case(name);
        let first = match known.filter(|known| outline.tag(text, known).is_some()) {
            Some(known) => known,
            None => names.entry(name.to_ascii_lowercase()).or_insert(name),
        };
        if first != name {
            to.losses.push(Loss::new(
                tag.range.clone(),
                format!("some programs take the tag {name} for the tag {first}, which is used"),
            ));
            to.edits.cut(tag.range.clone());
            continue;
        }
        if let Some(known) = known {
            to.edits.replace(tag.name.clone(), known);
        }
        value(text, tag, known.unwrap_or(name), resolved, to);
    }
}

fn value(text: &str, tag: &TagRanges, name: &str, resolved: &Resolved, to: &mut Rewriting<'_>) {
    let value = tag.value(text);
    let other_rules = match name {
        "FEN" => {
            if let Some(fen) = complete_fen(&value, resolved) {
                to.edits.replace(tag.inner(text), fen);
            }
            return;
        }
        "Variant" => match find_variant(&value) {
            VariantLookup::Known(rules) if rules == GameRules::default() => {
                let is_read = value.eq_ignore_ascii_case("Standard") || value.eq_ignore_ascii_case("Chess");
                if !is_read {
                    to.edits.replace(tag.inner(text), "Standard");
                }
                return;
            }
            _ => true,
        },
        "Rules" => read_rules(&value).ok().and_then(RuleSet::variant).is_none_or(|rules| rules != GameRules::default()),
        _ => false,
    };
    if other_rules {
        let message = "programs differ in the variants that they can read";
        to.losses.push(Loss::new(tag.range.clone(), message));
    } else if tag.raw(text).contains(['"', '\\']) {
        let written = value.replace('"', "''").replace('\\', "/");
        if written != value {
            let message = "programs differ in what they make of `\"` and `\\`: `''` and `/` are written";
            to.losses.push(Loss::new(tag.value.clone(), message));
        }
        to.edits.replace(tag.inner(text), written);
    }
}

/// The FEN with letters of castling rights and counts that every program takes, if its board can be read.
fn complete_fen(value: &str, resolved: &Resolved) -> Option<String> {
    let start = resolved.start.as_ref()?;
    let mut fields = value.split_whitespace();
    let [placement, turn, castling, square] = [fields.next()?, fields.next()?, fields.next()?, fields.next()?];
    let (clock, number) = (fields.next().unwrap_or("0"), fields.next().unwrap_or("1"));
    let number = if number.bytes().all(|digit| digit == b'0') { "1" } else { number };
    let Codec::Boards { write, .. } = FEN.codec else { return None };
    let setup = start.setup();
    let written = write(&SpelledBoard { setup: &setup, check: start.is_check(), end: EndMark::None }).ok()?;
    let castling = if castling.contains(|c| !"KQkq-".contains(c)) { written.split(' ').nth(2)? } else { castling };
    Some([placement, turn, castling, square, clock, number].join(" "))
}
