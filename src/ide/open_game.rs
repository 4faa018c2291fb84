//! A game as features look at it: its text, and what is made of it when one of them asks.

use std::cell::OnceCell;
use std::sync::Arc;

use super::tree::kept_tree;
use crate::analysis::{Cancellation, Context, NEVER, Resolved, resolve_game};
use crate::syntax::GreenTree;
use crate::syntax::ast::{AstNode, Game};

/// A game in a document. Who has it may keep what was made of a large one.
pub trait OpenGame {
    fn text(&self) -> &str;

    /// Asked now and then in a large game.
    fn cancel(&self) -> &dyn Cancellation;

    /// The tree of the text, as it can be kept; none if it is called off.
    fn kept_tree(&self) -> Option<Arc<GreenTree>>;

    /// The tree of the text; none if it is called off.
    fn tree(&self) -> Option<Game> {
        Game::cast(self.kept_tree()?.root())
    }

    /// Every half-move with its boards; none if it is called off.
    fn resolved(&self) -> Option<Arc<Resolved>>;
}

/// A game that stands in no document, by these settings.
pub struct Alone<'a> {
    text: &'a str,
    context: Context<'a>,
    resolved: OnceCell<Arc<Resolved>>,
}

impl<'a> Alone<'a> {
    pub fn new(text: &'a str, context: Context<'a>) -> Alone<'a> {
        Alone { text, context, resolved: OnceCell::new() }
    }

    /// By the usual settings.
    #[cfg(test)]
    pub fn of(text: &'a str) -> Alone<'a> {
        static SETTINGS: std::sync::LazyLock<crate::analysis::Settings> = std::sync::LazyLock::new(Default::default);
        let kind = crate::analysis::FileKind::Unknown;
        Alone::new(text, Context::new(&SETTINGS, kind))
    }
}

impl OpenGame for Alone<'_> {
    fn text(&self) -> &str {
        self.text
    }

    fn cancel(&self) -> &dyn Cancellation {
        NEVER
    }

    fn kept_tree(&self) -> Option<Arc<GreenTree>> {
        kept_tree(self.text, NEVER).map(Arc::new)
    }

    fn resolved(&self) -> Option<Arc<Resolved>> {
        Some(self.resolved.get_or_init(|| Arc::new(resolve_game(self.text, &self.context))).clone())
    }
}
