//! The game's variant (rules B12, G1 and G2): `Variant`, and VGN's `Rules` and `Pieces` (see `docs/variants.md`).

use std::ops::Range;

use crate::lint::{Code, Edit, Fix, Related};
use crate::replay::judge::Judge;
use crate::syntax::tag_list::{Tag, quoted};
use crate::variants::{
    GameRules, ListFault, PieceSet, RuleSet, VariantLookup, find_variant, pieces_value, read_pieces, read_rules,
    rules_value, variant_name,
};

/// Maximum number of rules that a message lists by number.
const MOST_RULES: usize = 4;

impl Judge<'_> {
    /// The rules that the tags name; in a VGN game `Rules` decides. `None` if they are unknown: this is reported once,
    /// and the moves are not judged.
    pub(crate) fn variant_tags(&mut self) -> Option<GameRules> {
        let tag = |name| self.tags.get(self.text, name).filter(|tag| !tag.value(self.text).trim().is_empty()).cloned();
        let variant = tag("Variant");
        let (rules, pieces) = if self.is_vgn() { (tag("Rules"), tag("Pieces")) } else { (None, None) };
        let played = match &rules {
            Some(tag) => self.rules_tag(tag),
            None => variant.as_ref().map_or(Some(GameRules::default()), |tag| self.variant_tag(tag)),
        };
        let pieces_known = pieces.as_ref().is_none_or(|tag| played.is_none() || self.pieces_tag(tag, played));
        let Some(played) = played.filter(|_| pieces_known) else {
            self.moves_unjudged = true;
            return None;
        };
        if let (Some(rules), Some(variant)) = (&rules, &variant) {
            self.variant_contradicts_rules(rules, variant, played);
        }
        Some(played)
    }

    fn variant_tag(&mut self, tag: &Tag) -> Option<GameRules> {
        let value = tag.value(self.text).into_owned();
        let message = match find_variant(&value) {
            VariantLookup::Known(rules) => return Some(rules),
            VariantLookup::Unsupported(row) => {
                // Its moves may have forms of their own: nothing is said of them, and no fix changes them.
                self.format.governing_tag_misspelt = true;
                format!("the variant `{value}` is not supported, so the moves are not checked: {}", row.why)
            }
            VariantLookup::Unknown(near) if near.is_empty() => {
                format!("the variant `{value}` is not known, so the moves are not checked")
            }
            VariantLookup::Unknown(near) => {
                let range = tag.inner(self.text);
                let message = format!(
                    "the variant `{value}` is not known, so the moves are not checked: did you mean {}?",
                    near[0]
                );
                let fix = |name: &&str| {
                    Fix::choice(format!("write {name}"), vec![Edit::replace(range.clone(), (*name).to_owned())])
                };
                let fixes = near.iter().map(fix).collect();
                self.report.add_fixed(Code::UnknownVariant, tag.value.clone(), message, || fixes);
                return None;
            }
        };
        self.report.add(Code::UnknownVariant, tag.value.clone(), message);
        None
    }

    fn rules_tag(&mut self, tag: &Tag) -> Option<GameRules> {
        let value = tag.value(self.text).into_owned();
        let set = match read_rules(&value) {
            Ok(set) => set,
            Err(fault) => return self.list_fault(tag, fault),
        };
        let known = set.variant();
        if known.is_none() {
            let (near, missing, extra) = set.nearest();
            let mut message = format!(
                "no known variant has these rules, so the moves are not checked: the nearest is {}",
                variant_name(near)
            );
            let side = |what: &str, set: RuleSet| match set.to_string() {
                numbers if numbers.is_empty() => String::new(),
                numbers if numbers.split(' ').count() > MOST_RULES => {
                    format!(", {what} {} others", numbers.split(' ').count())
                }
                numbers => format!(", {what} {numbers}"),
            };
            message += &(side("which also has", missing) + &side("but not", extra));
            let range = tag.inner(self.text);
            let edit = Edit::replace(range.clone(), rules_value(near));
            self.report.add_fixed(Code::UnknownVariant, range, message, || {
                vec![Fix::choice(format!("write the rules of {}", variant_name(near)), vec![edit])]
            });
        }
        known
    }

    /// Whether the tag's pieces are known; reports those that are not the variant's.
    fn pieces_tag(&mut self, tag: &Tag, played: Option<GameRules>) -> bool {
        let value = tag.value(self.text).into_owned();
        let pieces = match read_pieces(&value) {
            Ok(pieces) => pieces,
            Err(fault) => return self.list_fault(tag, fault).is_some(),
        };
        let Some(played) = played.filter(|played| PieceSet::of(played.variant) != pieces) else { return true };
        let range = tag.inner(self.text);
        let expected = pieces_value(played.variant).unwrap_or("0");
        let message =
            format!("the pieces of {} are `{expected}`, but the tag Pieces names others", variant_name(played));
        let edit = Edit::replace(range.clone(), expected);
        self.report.add_fixed(Code::VariantMismatch, range, message, || {
            vec![Fix::choice(format!("write `{expected}`"), vec![edit])]
        });
        true
    }

    fn list_fault(&mut self, tag: &Tag, fault: ListFault) -> Option<GameRules> {
        let range: Range<u32> = tag.part(self.text, fault.range);
        self.report.add(Code::UnknownVariant, range, format!("{}: the moves are not checked", fault.message));
        None
    }

    /// Reports that `Rules` and `Variant` name different variants; `Rules` is used.
    fn variant_contradicts_rules(&mut self, rules: &Tag, variant: &Tag, played: GameRules) {
        let value = variant.value(self.text).into_owned();
        let named = find_variant(&value);
        if matches!(named, VariantLookup::Known(other) if other == played) {
            return;
        }
        let name = variant_name(played);
        let message = format!("the tag Variant says `{value}`, but the tag Rules describes {name}");
        let mut fixes = vec![Fix::choice(
            format!("write {name} in the tag Variant"),
            vec![Edit::replace(variant.value.clone(), quoted(&name))],
        )];
        if let VariantLookup::Known(other) = named {
            fixes.push(Fix::choice(
                format!("write the rules of {} in the tag Rules", variant_name(other)),
                vec![Edit::replace(rules.value.clone(), quoted(&rules_value(other)))],
            ));
        }
        if let Some(d) = self.report.add_fixed(Code::VariantMismatch, variant.inner(self.text), message, || fixes) {
            d.related.push(Related::new(rules.range.clone(), "the rules that are used"));
        }
    }
}
