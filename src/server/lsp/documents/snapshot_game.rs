//! A game of a snapshot as `ide` features see it: results for a large game are kept for the next feature.

use std::ops::Range;
use std::sync::Arc;

use vgn_engine::lint::Cancellation;
use vgn_engine::replay::Resolved;
use vgn_ide::{GreenTree, OpenGame, kept_tree};

use super::snapshot::Snapshot;

/// A game and the cancellation of the request about it.
pub struct SnapshotGame<'a> {
    snapshot: &'a Snapshot,
    range: &'a Range<usize>,
    text: &'a str,
    cancel: &'a dyn Cancellation,
}

impl Snapshot {
    /// The game in this range, with its text.
    pub fn open_game<'a>(
        &'a self,
        range: &'a Range<usize>,
        text: &'a str,
        cancel: &'a dyn Cancellation,
    ) -> SnapshotGame<'a> {
        SnapshotGame { snapshot: self, range, text, cancel }
    }
}

impl OpenGame for SnapshotGame<'_> {
    fn text(&self) -> &str {
        self.text
    }

    fn cancel(&self) -> &dyn Cancellation {
        self.cancel
    }

    fn kept_tree(&self) -> Option<Arc<GreenTree>> {
        let make = || kept_tree(self.text, self.cancel);
        self.snapshot.shared().tree.get_or_make(self.range, self.cancel, make)
    }

    fn resolved(&self) -> Option<Arc<Resolved>> {
        self.snapshot.resolved(self.range, self.text, self.cancel)
    }
}
