//! Chess variants by the tags that name them (rules B12, G1 and G2): `Variant` as programs write it, VGN's `Rules` and
//! `Pieces` as proposed by `docs/variants.md`.
//!
//! Knows: names, numbers and symbols, and the variants of `rules` that they denote. Never knows: how a variant is
//! played.
//!
//! A variant is one row of [`VARIANTS`]; a numbered rule is one row of [`RULES`]. The tables of `docs/variants.md` are
//! tested against both.

mod lists;
mod names;
mod numbered;
mod table;

pub use lists::{ListFault, PieceSet, RuleSet, pieces_value, read_pieces, read_rules, rules_of, rules_value};
pub use names::{VariantLookup, find_variant, known_variant, variant_name};
pub use numbered::{LAST_NORMAL, NumberedRule, RULES, number, rule};
pub use table::{GameRules, UNSUPPORTED, UnsupportedVariant, VARIANTS, VariantRow, row};
