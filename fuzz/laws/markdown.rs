//! For any game and any position, a hover's Markdown has no link, image or HTML except our own.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};
use vgn_engine::lint::{Context, FileKind, Settings};
use vgn_engine::source::Encoding;
use vgn_ide::{BoardStyle, StandaloneGame, hover};

/// Maximum number of hovers in one game, evenly spread over its positions.
const MOST: usize = 40;

pub fn markdown(data: &[u8]) {
    let text = Encoding::of(data).decode(data);
    let settings = Settings::default();
    let style = if data.len().is_multiple_of(2) { BoardStyle::Unicode } else { BoardStyle::Image };
    let context = Context::new(&settings, FileKind::Unknown);
    let open = StandaloneGame::new(&text, context);
    for offset in (0..=text.len()).step_by(text.len() / MOST + 1) {
        let Some(hover) = u32::try_from(offset).ok().and_then(|offset| hover(&open, offset, style)) else {
            continue;
        };
        let markdown = hover.content.to_markdown();
        assert_eq!(foreign_markup(&markdown), None, "{markdown}");
    }
}

/// Markup that is neither text nor our own.
pub fn foreign_markup(markdown: &str) -> Option<String> {
    let mut in_code = false;
    for (event, range) in Parser::new_ext(markdown, Options::all()).into_offset_iter() {
        // Editors also make links of bare addresses, unless a backslash prevents it.
        let source = &markdown[range];
        let bare = source.find("://").is_some_and(|at| at > 0) || source.to_ascii_lowercase().contains("www.");
        let ours = match &event {
            Event::Start(Tag::CodeBlock(_)) => {
                in_code = true;
                true
            }
            Event::End(TagEnd::CodeBlock) => {
                in_code = false;
                true
            }
            Event::Start(Tag::Image { dest_url, .. }) => dest_url.starts_with("data:image/svg+xml,"),
            Event::Html(_) | Event::InlineHtml(_) | Event::Start(Tag::Link { .. } | Tag::HtmlBlock) => false,
            Event::Text(_) => in_code || !bare,
            _ => true,
        };
        if !ours {
            return Some(format!("{event:?}"));
        }
    }
    None
}
