//! `textDocument/documentLink`: web addresses.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{DocumentLink, DocumentLinkOptions, DocumentLinkParams, Url, WorkDoneProgressOptions};
use vgn_ide::{LONGEST_ADDRESS, links};

use super::windows::search_windows;
use crate::lsp::documents::positions;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::state::Backend;

/// Maximum number of addresses in an answer; clients may detect others by themselves.
const MOST: usize = 10_000;

/// The server's capability.
pub fn options() -> DocumentLinkOptions {
    DocumentLinkOptions {
        resolve_provider: Some(false),
        work_done_progress_options: WorkDoneProgressOptions::default(),
    }
}

/// The addresses in a document.
pub async fn handle(server: &Backend, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
    server.query_document(params.text_document.uri, answer).await
}

fn answer(snapshot: &Snapshot, client: &ClientFeatures, cancel: &Cancel) -> Option<Vec<DocumentLink>> {
    let find = |text: &str| {
        let addresses = links(text).into_iter();
        addresses.filter_map(|range| Some((range.clone(), target(&text[range])?))).collect()
    };
    let all = search_windows(snapshot, LONGEST_ADDRESS, MOST, &|| cancel.is_cancelled(), find)?;
    let link = |(range, target)| DocumentLink {
        range: positions::range(&snapshot.text, range, client.encoding),
        target: Some(target),
        tooltip: None,
        data: None,
    };
    Some(all.into_iter().map(link).collect())
}

/// The address, if it is an `http` or `https` URL with a host.
fn target(address: &str) -> Option<Url> {
    Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host())
}
