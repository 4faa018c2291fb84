//! `textDocument/diagnostic`: diagnostics where the client asks for them.

use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::json;
use tower_lsp::jsonrpc::{Error, ErrorCode, Result};
use tower_lsp::lsp_types::{
    DocumentDiagnosticReport, DocumentDiagnosticReportResult, FullDocumentDiagnosticReport,
    RelatedFullDocumentDiagnosticReport, RelatedUnchangedDocumentDiagnosticReport, UnchangedDocumentDiagnosticReport,
};

use super::checking::check;
use super::rendering;
use super::selection::LIMIT;
use crate::lsp::documents::snapshot::Snapshot;
use crate::lsp::session::cancel::Cancel;
use crate::lsp::session::capabilities::ClientFeatures;
use crate::lsp::session::progress::Progress;

/// The protocol's code for work that the server has called off.
const SERVER_CANCELLED: i64 = -32802;

/// Tells the results of this server from those of one before it.
static SERVER: LazyLock<u64> = LazyLock::new(|| {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(std::process::id()) << 32 ^ u64::from(now.subsec_nanos()) ^ now.as_secs()
});

/// The name of a result, by what it depends on.
pub fn result_id(opening: u64, revision: u64) -> String {
    format!("{:x}-{opening}-{revision}", *SERVER)
}

/// The diagnostics of a document, as JSON.
///
/// # Errors
/// When the document has changed meanwhile: the client is told to ask again.
pub fn answer(
    snapshot: &Snapshot,
    changed: &Cancel,
    request: &Cancel,
    mut progress: Progress,
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
    // What the user has called off is not whole, and must not be taken for it the next time.
    let id = finished.then(|| result_id(snapshot.opening, snapshot.revision));
    Ok(report(id, snapshot, client))
}

/// The diagnostics of a document in which every game has been checked, as JSON.
pub fn whole(snapshot: &Snapshot, client: &ClientFeatures) -> Vec<u8> {
    report(Some(result_id(snapshot.opening, snapshot.revision)), snapshot, client)
}

/// A list that replaces the one before, as JSON.
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

/// A list that replaces the one before.
pub fn full(result_id: Option<String>, items: Vec<tower_lsp::lsp_types::Diagnostic>) -> DocumentDiagnosticReportResult {
    DocumentDiagnosticReport::Full(RelatedFullDocumentDiagnosticReport {
        related_documents: None,
        full_document_diagnostic_report: FullDocumentDiagnosticReport { result_id, items },
    })
    .into()
}

/// The list is what it was.
pub fn unchanged(result_id: String) -> DocumentDiagnosticReportResult {
    DocumentDiagnosticReport::Unchanged(RelatedUnchangedDocumentDiagnosticReport {
        related_documents: None,
        unchanged_document_diagnostic_report: UnchangedDocumentDiagnosticReport { result_id },
    })
    .into()
}

fn changed_meanwhile() -> Error {
    Error {
        code: ErrorCode::ServerError(SERVER_CANCELLED),
        message: "the document has changed meanwhile".into(),
        data: Some(json!({"retriggerRequest": true})),
    }
}
