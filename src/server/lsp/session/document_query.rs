//! Requests about one open document: answered on another thread, for the text that the client saw when it sent them.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::Url;

use super::cancel::{Cancel, WorkScope, compute, compute_on_document, content_modified};
use super::capabilities::ClientFeatures;
use super::state::Backend;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::snapshot::Snapshot;

/// Lists the content of a document, as JSON in parts; `None` if it is cancelled, or the text has changed.
pub type Listing = fn(&Snapshot, &ClientFeatures, changed: &Cancel, cancel: &Cancel) -> Option<Vec<Vec<u8>>>;

impl Backend {
    /// Answers a request about a place in a document; `None` if it is not open.
    ///
    /// # Errors
    /// If the text has changed meanwhile.
    pub async fn query_document<T: Send + 'static>(
        &self,
        uri: Url,
        answer: impl FnOnce(&Snapshot, &ClientFeatures, &Cancel) -> Option<T> + Send + 'static,
    ) -> Result<Option<T>> {
        let Some((snapshot, changed)) = self.documents.current(&Address::from(uri)) else { return Ok(None) };
        let (features, lease) = (self.features(), snapshot.lease());
        let answer = compute_on_document(changed, move |cancel| {
            let _lease = lease;
            answer(&snapshot, &features, cancel)
        });
        answer.await.map(Some)
    }

    /// Lists the content of a document; `None` if it is not open.
    ///
    /// # Errors
    /// If the text has changed meanwhile.
    pub async fn query_list(&self, uri: &Address, listing: Listing) -> Result<Option<Vec<Vec<u8>>>> {
        let features = self.features();
        loop {
            let Some((snapshot, changed)) = self.documents.current(uri) else { return Ok(None) };
            let text = snapshot.text.clone();
            let answer = move |cancel: &Cancel| listing(&snapshot, &features, &changed, cancel);
            if let Some(list) = compute(WorkScope::Place, answer).await {
                return Ok(Some(list));
            }
            // A client repeats a request after an edit, but not after a change of settings alone.
            if !self.documents.snapshot(uri).is_some_and(|now| now.text.is_instance(&text)) {
                return Err(content_modified("the document has changed meanwhile"));
            }
        }
    }
}
