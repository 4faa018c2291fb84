//! A game as the features see it: its text, and its tree and resolved form on demand.

use std::cell::OnceCell;
use std::sync::Arc;

use vgn_engine::lint::{Cancellation, Context, NEVER};
use vgn_engine::replay::{Resolved, resolve_game};
use vgn_engine::syntax::GreenTree;
use vgn_engine::syntax::ast::{AstNode, Game};

use super::tree::kept_tree;

/// A game of a document. An implementation may cache the tree and the resolved form.
pub trait OpenGame {
    fn text(&self) -> &str;

    /// Checked at intervals in large games.
    fn cancel(&self) -> &dyn Cancellation;

    /// The tree of the text in a form that can be cached; `None` if cancelled.
    fn kept_tree(&self) -> Option<Arc<GreenTree>>;

    /// The tree of the text; `None` if cancelled.
    fn tree(&self) -> Option<Game> {
        Game::cast(self.kept_tree()?.root())
    }

    /// All half-moves with their positions; `None` if cancelled.
    fn resolved(&self) -> Option<Arc<Resolved>>;
}

/// A game without a document.
pub struct StandaloneGame<'a> {
    text: &'a str,
    context: Context<'a>,
    resolved: OnceCell<Arc<Resolved>>,
}

impl<'a> StandaloneGame<'a> {
    pub fn new(text: &'a str, context: Context<'a>) -> StandaloneGame<'a> {
        StandaloneGame { text, context, resolved: OnceCell::new() }
    }

    /// With default settings.
    #[cfg(test)]
    pub fn of(text: &'a str) -> StandaloneGame<'a> {
        static SETTINGS: std::sync::LazyLock<vgn_engine::lint::Settings> = std::sync::LazyLock::new(Default::default);
        let kind = vgn_engine::lint::FileKind::Unknown;
        StandaloneGame::new(text, Context::new(&SETTINGS, kind))
    }
}

impl OpenGame for StandaloneGame<'_> {
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
