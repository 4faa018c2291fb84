//! NAGs by number, with their meanings.

use vgn_engine::notation::nag::NAGS;

use super::syntax_context::SyntaxContext;
use super::{CompletionItem, CompletionKind, CompletionSite};

/// All NAGs with a meaning.
pub fn items(site: &CompletionSite<'_>) -> Vec<CompletionItem> {
    let SyntaxContext::Glyph { word } = &site.syntax else { return Vec::new() };
    let description = |meaning: &str, glyph: Option<&str>| match glyph {
        Some(glyph) => format!("{glyph} {meaning}"),
        None => meaning.to_owned(),
    };
    let item = |nag: &vgn_engine::notation::nag::Nag| {
        CompletionItem::new(CompletionKind::Glyph, word, format!("${}", nag.number))
            .detail(description(nag.meaning, nag.glyph))
    };
    // `$0` has no meaning.
    NAGS.iter().filter(|nag| nag.number > 0).map(item).collect()
}

#[cfg(test)]
mod tests {
    use crate::completion::tests::offered;

    #[test]
    fn glyphs_have_their_meanings() {
        let found = offered("1. e4 $¦ e5");
        let description =
            |label: &str| found.items.iter().find(|item| item.label == label).and_then(|item| item.detail.clone());
        assert_eq!(description("$1").as_deref(), Some("! good move"));
        assert_eq!(description("$14").as_deref(), Some("⩲ White has a slight advantage"));
        assert_eq!((description("$0"), description("$147")), (None, None), "they mean nothing");
        assert_eq!(offered("1. e4 $1¦4 e5").items[0].range, 6..9);
    }
}
