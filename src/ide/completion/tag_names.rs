//! Tag names: the missing ones of the roster in order, then the other known ones.

use vgn_engine::syntax::tag_list::{known_tags, roster};

use super::syntax_context::SyntaxContext;
use super::{CompletionItem, CompletionKind, CompletionSite};
use crate::hover;
use crate::outline::GameOutline;

/// The names without a tag in the game (rule B3).
pub fn items(site: &CompletionSite<'_>) -> Vec<CompletionItem> {
    let SyntaxContext::TagName { word, closing, .. } = &site.syntax else { return Vec::new() };
    let whole = GameOutline::new(site.query.text, site.query.context.cancel);
    let is_missing = |name: &&str| !whole.names().any(|(range, there)| there == *name && range.start != word.start);
    let others = known_tags().filter(|name| !roster().contains(name));
    let item = |name: &'static str| {
        let mut item = CompletionItem::new(CompletionKind::TagName, word, name);
        if let Some(closing) = closing
            && site.query.snippets
        {
            item.text = format!("{name} \"$1\"{closing}");
            item.is_snippet = true;
        }
        item.filter = Some(name.to_owned());
        let description = hover::meaning(name).map_or("", |meaning| meaning.description);
        item.about(format!("{description}."))
    };
    roster().into_iter().chain(others).filter(is_missing).map(item).collect()
}

#[cfg(test)]
mod tests {
    use crate::completion::tests::offered;

    fn first(marked: &str) -> String {
        let found = offered(marked);
        found.items.iter().take(4).map(|item| item.label.as_str()).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn the_roster_comes_first_and_nothing_twice() {
        assert_eq!(first("[¦"), "Event Site Date Round");
        assert_eq!(first("[Event \"x\"]\n[Date \"?\"]\n[¦]\n\n1. e4 *"), "Site Round White Black");
        assert_eq!(first("[¦]\n[Event \"x\"]\n[Site \"x\"]\n[Result \"*\"]\n\n1. e4 *"), "Date Round White Black");
        assert_eq!(first("[Ev¦ent \"x\"]\n\n*"), "Event Site Date Round", "its own name is not missing");
        assert_eq!(first("1. e4 e5 *\n\n[¦"), "Event Site Date Round");
        assert_eq!(first("1. e4 [¦"), "");
        assert_eq!(first("[Event ¦"), "");
    }

    #[test]
    fn a_new_tag_is_closed_and_an_old_one_keeps_its_value() {
        let written = |marked: &str| {
            let item = offered(marked).items.swap_remove(0);
            let mut text = marked.replace('¦', "");
            text.replace_range(item.range.start as usize..item.range.end as usize, &item.text);
            text
        };
        assert_eq!(written("[¦"), "[Event \"$1\"]");
        assert_eq!(written("[Ev¦]\n1. e4"), "[Event \"$1\"]\n1. e4");
        assert_eq!(written("[¦\n[Site \"x\"]"), "[Event \"$1\"]\n[Site \"x\"]");
        assert_eq!(written("[Ev¦ \"x\"]"), "[Event \"x\"]");
    }
}
