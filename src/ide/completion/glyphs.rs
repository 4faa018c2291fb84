//! NAGs by number, with their meanings.

use super::place::Place;
use super::{Item, Kind, Site};
use crate::notation::nag::NAGS;

/// All NAGs with a meaning.
pub fn items(site: &Site<'_>) -> Vec<Item> {
    let Place::Glyph { word } = &site.place else { return Vec::new() };
    let said = |meaning: &str, glyph: Option<&str>| match glyph {
        Some(glyph) => format!("{glyph} {meaning}"),
        None => meaning.to_owned(),
    };
    let item = |nag: &crate::notation::nag::Nag| {
        Item::new(Kind::Glyph, word, format!("${}", nag.number)).detail(said(nag.meaning, nag.glyph))
    };
    // `$0` has no meaning.
    NAGS.iter().filter(|nag| nag.number > 0).map(item).collect()
}

#[cfg(test)]
mod tests {
    use crate::ide::completion::tests::offered;

    #[test]
    fn glyphs_have_their_meanings() {
        let found = offered("1. e4 $¦ e5");
        let said =
            |label: &str| found.items.iter().find(|item| item.label == label).and_then(|item| item.detail.clone());
        assert_eq!(said("$1").as_deref(), Some("! good move"));
        assert_eq!(said("$14").as_deref(), Some("⩲ White has a slight advantage"));
        assert_eq!((said("$0"), said("$147")), (None, None), "they mean nothing");
        assert_eq!(offered("1. e4 $1¦4 e5").items[0].range, 6..9);
    }
}
