//! Hovers: one file per kind of element.

mod boards;
mod commands;
mod ends;
mod formats;
mod glyphs;
mod line;
mod moves;
mod numbers;
mod quotation;
mod quoted_moves;
mod section;
mod setup;
mod tag_meanings;
mod tags;
#[cfg(test)]
mod tests;
mod variants;
mod variations;

pub(super) use boards::{BoardView, blocks_after};
pub(super) use commands::note;
pub(super) use moves::{headline, in_words, label_of, named_in_label, numbered, side};
pub(super) use quotation::quoted_half_moves;
pub use section::{hover_section, section_length};
pub(super) use tag_meanings::meaning;

use std::ops::Range;
use std::sync::Arc;

use vgn_engine::replay::Resolved;
use vgn_engine::syntax::Token;

use super::outline::{GameOutline, Leaf};
use super::{BoardStyle, Markup, MarkupBlock};
use crate::OpenGame;

/// A hover.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The range of the element, in bytes of the game's text.
    pub range: Range<u32>,
    pub content: Markup,
}

impl Hover {
    fn new(range: &Range<u32>, blocks: Vec<MarkupBlock>) -> Option<Hover> {
        (!blocks.is_empty()).then(|| Hover { range: range.clone(), content: Markup { blocks } })
    }
}

/// The input of all hovers.
struct HoverSite<'t> {
    outline: GameOutline<'t>,
    resolved: Arc<Resolved>,
    style: BoardStyle,
}

impl<'t> HoverSite<'t> {
    fn view(&self) -> boards::BoardView {
        boards::BoardView { style: self.style, format: self.resolved.format }
    }

    fn slice(&self, leaf: &Leaf) -> &'t str {
        self.outline.slice(&leaf.range)
    }
}

/// The hover at a byte offset of a game's text, or of an element that ends there; `None` if cancelled. `style`: how
/// boards are drawn.
pub fn hover(open: &impl OpenGame, offset: u32, style: BoardStyle) -> Option<Hover> {
    let outline = GameOutline::new(open.text(), open.cancel());
    let leaf = outline.at(offset)?.clone();
    let site = HoverSite { outline, resolved: open.resolved()?, style };
    match leaf.token {
        Token::Move => moves::hover(&site, &leaf),
        Token::MoveNumber | Token::Periods => numbers::hover(&site, &leaf),
        Token::Nag | Token::CompositeNag | Token::Suffix => glyphs::hover(&site, &leaf),
        Token::BraceComment | Token::LineComment => {
            commands::hover(&site, &leaf, offset).or_else(|| quoted_moves::hover(&site, &leaf, offset))
        }
        Token::VariationOpen | Token::VariationClose => variations::hover(&site, &leaf),
        Token::TagOpen | Token::TagName | Token::TagValue | Token::TagClose => tags::hover(&site, &leaf),
        Token::Terminator => ends::hover(&site, &leaf),
        _ => None,
    }
}
