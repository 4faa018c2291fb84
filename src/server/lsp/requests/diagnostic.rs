//! `textDocument/diagnostic`: diagnostics for clients that pull them.

use std::sync::Arc;

use serde_json::json;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::DocumentDiagnosticParams;

use crate::lsp::diagnostics::checking::{check, title};
use crate::lsp::diagnostics::inline_check::{JudgedExtent, judge_at_once};
use crate::lsp::diagnostics::rendering;
use crate::lsp::diagnostics::result_id::result_id;
use crate::lsp::diagnostics::selection::LIMIT;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::{Cancel, WorkScope, compute};
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::progress::WorkProgress;
use crate::lsp::session::state::Backend;
use crate::lsp::transport::bulk::ResultParts;
use crate::lsp::transport::outgoing::written;

/// The protocol's error code for work that the server has cancelled.
const SERVER_CANCELLED: i64 = -32802;

/// The diagnostics of a document.
pub async fn handle(server: Arc<Backend>, params: DocumentDiagnosticParams) -> ResultParts {
    let uri = Address::from(params.text_document.uri);
    let Some((snapshot, changed)) = server.documents.current(&uri) else {
        let items = server.diagnostics_of_config_file(&uri).await.unwrap_or_default();
        return written(&json!({"kind": "full", "items": items}));
    };
    let id = result_id(snapshot.opening, snapshot.revision);
    if params.previous_result_id.as_ref() == Some(&id) {
        return written(&json!({"kind": "unchanged", "resultId": id}));
    }
    let features = server.features();
    let token = params.work_done_progress_params.work_done_token;
    // A token asks for progress of the work.
    if token.is_none() && judge_at_once(&snapshot) == JudgedExtent::All {
        return Ok(vec![report(Some(id), &snapshot, &features).into()]);
    }
    let progress = server.progresses.begin(title(&snapshot), token, features.progress);
    let _permit = server.permits.acquire().await;
    let work = move |cancel: &Cancel| answer(&snapshot, &changed, cancel, progress, &features);
    Ok(vec![compute(WorkScope::Whole, work).await?.into()])
}

/// The diagnostics of a document, as JSON.
///
/// # Errors
/// If the document has changed meanwhile: the client must retry.
fn answer(
    snapshot: &Snapshot,
    changed: &Cancel,
    request: &Cancel,
    mut progress: WorkProgress,
    client: &ClientFeatures,
) -> Result<Vec<u8>> {
    let cancel = request.or(changed).or(progress.cancel());
    if changed.is_cancelled() {
        return Err(changed_meanwhile());
    }
    let finished = check(snapshot, &cancel, &mut || {}, &mut |done, total| progress.report(done, total, "games"));
    if changed.is_cancelled() {
        return Err(changed_meanwhile());
    }
    // A list cancelled by the user is incomplete, so that it gets no identifier by which it could count as unchanged.
    let id = finished.then(|| result_id(snapshot.opening, snapshot.revision));
    Ok(report(id, snapshot, client))
}

/// A full report, as JSON.
fn report(result_id: Option<String>, snapshot: &Snapshot, client: &ClientFeatures) -> Vec<u8> {
    let mut json = b"{\"kind\":\"full\"".to_vec();
    if let Some(id) = result_id {
        json.extend_from_slice(b",\"resultId\":");
        rendering::put_json(&mut json, &id);
    }
    json.extend_from_slice(b",\"items\":");
    rendering::put_list(&mut json, snapshot, client, LIMIT);
    json.push(b'}');
    json
}

fn changed_meanwhile() -> Error {
    Error {
        code: ErrorCode::ServerError(SERVER_CANCELLED),
        message: "the document has changed meanwhile".into(),
        data: Some(json!({"retriggerRequest": true})),
    }
}
