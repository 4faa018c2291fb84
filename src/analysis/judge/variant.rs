//! The game's variant (rules B12, G1 and G2).

use super::Judge;
use crate::analysis::Code;

/// The rules that a game is played by, as far as they are known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::analysis) enum Variant {
    Standard,
    Chess960,
    /// Its moves are not judged.
    Unsupported,
}

/// Spellings of standard chess and Chess960 in real files, in small letters without spaces and signs.
pub(in crate::analysis) fn known(value: &str) -> Option<Variant> {
    let plain: String = value.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    Some(match plain.as_str() {
        "" | "standard" | "standardchess" | "normal" | "normalchess" | "chess" | "classical" | "classic"
        | "regular" | "orthodox" | "fromposition" | "western" => Variant::Standard,
        "chess960" | "960" | "fischerandom" | "fischerrandom" | "fischerandomchess" | "fischerrandomchess" | "frc"
        | "freestyle" | "freestylechess" => Variant::Chess960,
        _ => return None,
    })
}

impl Judge<'_> {
    /// The variant that the tags name. One that is not supported is said once, and its moves are not judged.
    pub(super) fn variant_tags(&mut self) -> Variant {
        for name in ["Rules", "Pieces"] {
            if let Some(tag) = self.tags.get(self.text, name).cloned()
                && self.is_vgn()
                && !tag.value(self.text).trim().is_empty()
            {
                self.silent = true;
                let message = format!(
                    "the tag `{name}` asks for other rules than chess, which are not supported yet: the moves are not judged"
                );
                self.report.add(Code::UnknownVariant, tag.range, message);
                return Variant::Unsupported;
            }
        }
        let Some(tag) = self.tags.get(self.text, "Variant").cloned() else { return Variant::Standard };
        let value = tag.value(self.text).into_owned();
        known(&value).unwrap_or_else(|| {
            self.silent = true;
            let message = format!("the variant `{value}` is not supported yet: the moves are not judged");
            self.report.add(Code::UnknownVariant, tag.value, message);
            Variant::Unsupported
        })
    }
}
