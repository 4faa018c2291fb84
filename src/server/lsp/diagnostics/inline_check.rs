//! Checks of changes that cost little, done at once on the thread that receives messages: no hand-over to another
//! thread and no wait for a pause stands between a keystroke and its diagnostics.
//!
//! Checks that would delay the next message are left to the document's checker.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::checking::{judge, publish};
use super::duplicates;
use crate::lsp::documents::open::Documents;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::transport::guard::panic_text;
use crate::lsp::transport::outgoing::Outgoing;

/// Maximum text, in bytes, of the games that are judged at once.
const AT_ONCE: usize = 1 << 14;
/// Maximum delay of a check while messages keep coming: only the last change counts.
const PATIENCE: Duration = Duration::from_millis(150);
/// Maximum number of unread bytes before publishing pauses.
const UNREAD: usize = 4 << 20;

/// The check of changed documents.
#[derive(Clone, Debug)]
pub struct InlineCheck {
    documents: Arc<Documents>,
    outgoing: Outgoing,
    features: Arc<OnceLock<ClientFeatures>>,
}

impl InlineCheck {
    /// For the open documents, and a client whose features are set by `initialize`.
    pub fn new(documents: Arc<Documents>, outgoing: Outgoing, features: Arc<OnceLock<ClientFeatures>>) -> InlineCheck {
        InlineCheck { documents, outgoing, features }
    }

    /// Publishes the diagnostics of changed documents, or notifies their checkers. `is_idle`: no message is waiting.
    /// Never panics.
    pub fn publish_changed(&self, is_idle: bool) {
        if is_idle || self.documents.oldest_change_age().is_some_and(|oldest_change_age| oldest_change_age > PATIENCE) {
            for uri in self.documents.take_changed() {
                let Some(snapshot) = self.documents.snapshot(&uri) else { continue };
                let check = || self.check_document(&snapshot);
                if let Err(panic) = catch_unwind(AssertUnwindSafe(check)) {
                    tracing::error!(%uri, reason = %panic_text(panic.as_ref()), "a change was not reported");
                }
            }
        }
    }

    fn check_document(&self, snapshot: &Snapshot) {
        let features = self.features.get().copied().unwrap_or_default();
        if features.pull_diagnostics {
            return;
        }
        let judged = judge_at_once(snapshot);
        if judged != JudgedExtent::Nothing && self.outgoing.unread() < UNREAD {
            publish(snapshot, &features, &self.documents, &self.outgoing);
            if judged == JudgedExtent::All {
                return;
            }
        }
        self.documents.notify_checker(snapshot);
    }
}

/// How much has been judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JudgedExtent {
    /// Not even the game edited last.
    Nothing,
    Some,
    All,
}

/// Judges the unjudged games, from the one edited last outwards, within a limit of text.
pub fn judge_at_once(snapshot: &Snapshot) -> JudgedExtent {
    let Some(games) = snapshot.games_at_once() else { return JudgedExtent::Nothing };
    let mut judged = JudgedExtent::Nothing;
    let mut left = AT_ONCE;
    for game in games.to_judge(snapshot.last_edit) {
        let Some(less) = left.checked_sub(game.range().len()) else { return judged };
        if game.binary().is_some() && snapshot.disk.content_if_read().is_none() {
            // The file would have to be read, which blocks.
            return judged;
        }
        left = less;
        judge(snapshot, &game, &Cancel::default());
        judged = JudgedExtent::Some;
    }
    if !duplicates::are_known(snapshot, games) {
        return JudgedExtent::Some;
    }
    JudgedExtent::All
}
