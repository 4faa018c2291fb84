//! All open documents, behind one plain mutex that is never held across an `await`.
//!
//! Messages to the client that must stay in order (diagnostics of one document) are enqueued while the mutex is held.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use vgn_config::EffectiveConfig;

use super::address::Address;
use super::document::Document;
use super::positions::ClientEncoding;
use super::snapshot::Snapshot;
use crate::lsp::documents::change::TextChange;
use crate::lsp::host::host;
use crate::lsp::session::cancel::Cancel;

/// The open documents.
#[derive(Debug, Default)]
pub struct Documents {
    open: Mutex<HashMap<Address, Document>>,
    openings: AtomicU64,
    /// Documents whose text has changed since the last [`Documents::take_changed`].
    changed: Mutex<PendingChanges>,
}

#[derive(Debug, Default)]
struct PendingChanges {
    uris: Vec<Address>,
    /// The time of the oldest change, on the host's clock.
    since: Option<Duration>,
}

/// A newly opened document.
#[derive(Debug)]
pub struct OpenedDocument {
    pub opening: u64,
    /// Notified when there is something to check, or the document is closed.
    pub changed: Arc<Notify>,
}

impl Documents {
    /// Opens a document. One that was open already is replaced.
    pub fn open(&self, mut first: Snapshot) -> OpenedDocument {
        let opening = self.openings.fetch_add(1, Ordering::Relaxed);
        first.opening = opening;
        let document = Document::open(first);
        let changed = document.changed();
        if let Some(mut replaced) = self.lock().insert(document.snapshot().uri.clone(), document) {
            tracing::warn!(uri = %replaced.snapshot().uri, "opened twice");
            replaced.close();
        }
        OpenedDocument { opening, changed }
    }

    /// Applies changes to a document.
    pub fn change(&self, uri: &Address, version: i32, changes: Vec<TextChange>, encoding: ClientEncoding) {
        match self.lock().get_mut(uri) {
            Some(document) => {
                document.change(version, changes, encoding);
                self.note_change(uri);
            }
            None => tracing::warn!(%uri, "a change of a document that is not open"),
        }
    }

    /// Closes a document. `then` runs under the lock, with the address as it was spelled at the opening.
    pub fn close(&self, uri: &Address, then: impl FnOnce(&Address)) {
        let mut open = self.lock();
        match open.remove(uri) {
            Some(mut document) => {
                document.close();
                then(&document.snapshot().uri);
            }
            None => tracing::warn!(%uri, "a document is closed that is not open"),
        }
    }

    /// Applies `then` to a document under the lock, if it is open.
    pub fn with<T>(&self, uri: &Address, then: impl FnOnce(&mut Document) -> T) -> Option<T> {
        self.lock().get_mut(uri).map(then)
    }

    /// The addresses of the open documents.
    pub fn uris(&self) -> Vec<Address> {
        self.lock().keys().cloned().collect()
    }

    /// Sets a document's configuration. False if it is unchanged, or the document is not open.
    pub fn configure(&self, uri: &Address, effective: Arc<EffectiveConfig>) -> bool {
        let mut open = self.lock();
        match open.get_mut(uri).filter(|document| document.snapshot().effective != effective) {
            Some(document) => {
                document.configure(effective);
                true
            }
            None => false,
        }
    }

    /// Sends the diagnostics of a document again.
    pub fn renew(&self, uri: &Address) {
        self.lock().get_mut(uri).into_iter().for_each(Document::renew);
    }

    /// The current state of a document, and the token that is cancelled when it changes or is closed.
    pub fn current(&self, uri: &Address) -> Option<(Snapshot, Cancel)> {
        self.lock().get(uri).map(|document| (document.snapshot().clone(), document.checking()))
    }

    /// The current state of a document.
    pub fn snapshot(&self, uri: &Address) -> Option<Snapshot> {
        self.lock().get(uri).map(|document| document.snapshot().clone())
    }

    /// The current state of a document and its check's token; `None` if it has been closed since `opening`.
    pub fn current_check(&self, uri: &Address, opening: u64) -> Option<(Snapshot, Cancel)> {
        let open = self.lock();
        let document = open.get(uri).filter(|document| document.snapshot().opening == opening)?;
        Some((document.snapshot().clone(), document.checking()))
    }

    /// Runs `publish` if the snapshot is still current and its diagnostics have not all been sent; the document cannot
    /// change meanwhile. `all`: nothing is left to send after this.
    pub fn publish_if_current(&self, snapshot: &Snapshot, all: bool, publish: impl FnOnce()) {
        let mut open = self.lock();
        let Some(document) = open.get_mut(&snapshot.uri) else { return };
        let now = document.snapshot();
        if (now.opening, now.revision) == (snapshot.opening, snapshot.revision) && document.needs_publishing(all) {
            publish();
        }
    }

    /// The documents whose text has changed since the last call.
    pub fn take_changed(&self) -> Vec<Address> {
        std::mem::take(&mut *self.changed()).uris
    }

    /// The age of the oldest change that has not been taken.
    pub fn oldest_change_age(&self) -> Option<Duration> {
        self.changed().since.map(|since| host().now().saturating_sub(since))
    }

    /// Notifies the checker of a document, if it has one.
    pub fn notify_checker(&self, snapshot: &Snapshot) {
        let open = self.lock();
        let document = open.get(&snapshot.uri).filter(|document| document.snapshot().opening == snapshot.opening);
        document.iter().for_each(|document| document.changed().notify_one());
    }

    fn note_change(&self, uri: &Address) {
        let mut changed = self.changed();
        changed.since.get_or_insert_with(|| host().now());
        if !changed.uris.contains(uri) {
            changed.uris.push(uri.clone());
        }
    }

    fn changed(&self) -> MutexGuard<'_, PendingChanges> {
        self.changed.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A handler that panics leaves its document usable (see [`Document::change`]), so poison is ignored.
    fn lock(&self) -> MutexGuard<'_, HashMap<Address, Document>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::Url;

    use super::*;

    fn item(version: i32) -> Snapshot {
        let uri = Url::parse("file:///a.pgn").expect("a URI").into();
        Snapshot::new(uri, "pgn", version, "*".into(), Arc::default())
    }

    fn is_current(documents: &Documents, snapshot: &Snapshot) -> bool {
        let mut current = false;
        documents.publish_if_current(snapshot, false, || current = true);
        current
    }

    #[test]
    fn old_versions_and_old_openings_are_not_current() {
        let documents = Documents::default();
        let uri = item(0).uri;
        let opened = documents.open(item(1));
        let (first, checking) = documents.current_check(&uri, opened.opening).expect("it is open");
        assert!(is_current(&documents, &first));

        documents.change(&uri, 1, Vec::new(), ClientEncoding::Utf16);
        assert!(!is_current(&documents, &first), "a client that does not count");
        assert!(checking.is_cancelled());
        let second = documents.snapshot(&uri).expect("it is open");
        assert!(is_current(&documents, &second));

        documents.close(&uri, |_| {});
        assert!(documents.snapshot(&uri).is_none());
        documents.open(item(2));
        assert!(!is_current(&documents, &second), "the same version of another opening");
        assert!(documents.current_check(&uri, opened.opening).is_none());
    }

    #[test]
    fn all_findings_of_a_version_are_published_once() {
        let documents = Documents::default();
        let uri = item(0).uri;
        documents.open(item(1));
        let first = documents.snapshot(&uri).expect("it is open");
        let mut published = Vec::new();
        for (number, all) in [(1, false), (2, false), (3, true), (4, true), (5, false)] {
            documents.publish_if_current(&first, all, || published.push(number));
        }
        assert_eq!(published, [1, 2, 3]);
        documents.change(&uri, 2, Vec::new(), ClientEncoding::Utf16);
        documents.publish_if_current(&first, true, || published.push(6));
        let second = documents.snapshot(&uri).expect("it is open");
        documents.publish_if_current(&second, true, || published.push(7));
        assert_eq!(published, [1, 2, 3, 7]);
    }

    #[test]
    fn what_is_not_open_is_left_alone() {
        let documents = Documents::default();
        documents.change(&item(0).uri, 1, Vec::new(), ClientEncoding::Utf16);
        documents.close(&item(0).uri, |_| panic!("nothing to close"));
        assert!(documents.snapshot(&item(0).uri).is_none());
    }
}
