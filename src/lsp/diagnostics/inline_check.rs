//! What a change costs little to tell is told at once, on the thread that takes messages: no hand-over to another
//! thread and no wait for a pause stands between a keystroke and its diagnostics.
//!
//! What would take longer, so that the next message would have to wait, is left to the document's checker.

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

/// Games with so many bytes of text together are judged at once.
const AT_ONCE: usize = 1 << 14;
/// While messages keep coming, changes wait to be told of: what comes last is what counts. But not for longer.
const PATIENCE: Duration = Duration::from_millis(150);
/// So many bytes that the client has not read yet are enough: more would be old when it comes to them.
const UNREAD: usize = 4 << 20;

/// Tells of changes.
#[derive(Clone, Debug)]
pub struct InlineCheck {
    documents: Arc<Documents>,
    outgoing: Outgoing,
    features: Arc<OnceLock<ClientFeatures>>,
}

impl InlineCheck {
    /// For the open documents and a client whose features are known once it has told them.
    pub fn new(documents: Arc<Documents>, outgoing: Outgoing, features: Arc<OnceLock<ClientFeatures>>) -> InlineCheck {
        InlineCheck { documents, outgoing, features }
    }

    /// Tells of the documents that have changed, or has it done. `is_idle`: no message waits. Never panics.
    pub fn tell(&self, is_idle: bool) {
        if is_idle || self.documents.waiting().is_some_and(|waiting| waiting > PATIENCE) {
            for uri in self.documents.take_changed() {
                let Some(snapshot) = self.documents.snapshot(&uri) else { continue };
                let tell = || self.tell_of(&snapshot);
                if let Err(panic) = catch_unwind(AssertUnwindSafe(tell)) {
                    tracing::error!(%uri, reason = %panic_text(panic.as_ref()), "a change was not reported");
                }
            }
        }
    }

    fn tell_of(&self, snapshot: &Snapshot) {
        let features = self.features.get().copied().unwrap_or_default();
        if features.pull_diagnostics {
            return;
        }
        let judged = judge_at_once(snapshot);
        if judged != Judged::Nothing && self.outgoing.unread() < UNREAD {
            publish(snapshot, &features, &self.documents, &self.outgoing);
            if judged == Judged::All {
                return;
            }
        }
        self.documents.tell_checker(snapshot);
    }
}

/// How much has been judged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Judged {
    /// Not even the game that was edited last.
    Nothing,
    Some,
    All,
}

/// Judges what is not judged yet from the game that was edited last outwards, as far as it costs little.
pub fn judge_at_once(snapshot: &Snapshot) -> Judged {
    let Some(games) = snapshot.games_at_once() else { return Judged::Nothing };
    let mut judged = Judged::Nothing;
    let mut left = AT_ONCE;
    for game in games.to_judge(snapshot.last_edit) {
        let Some(less) = left.checked_sub(game.range().len()) else { return judged };
        if game.binary().is_some() && snapshot.disk.known().is_none() {
            // Nobody waits for a file to be read.
            return judged;
        }
        left = less;
        judge(snapshot, &game, &Cancel::default());
        judged = Judged::Some;
    }
    if !duplicates::are_known(snapshot, games) {
        return Judged::Some;
    }
    Judged::All
}
