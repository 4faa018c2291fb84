//! `workspace/diagnostic`: diagnostics of files that are not open.

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{WorkspaceDiagnosticParams, WorkspaceDiagnosticReportResult};

use crate::lsp::diagnostics::workspace::{PreviousReport, WorkspaceQuery};
use crate::lsp::game_index::IndexQuery;
use crate::lsp::session::cancel::{WorkScope, compute};
use crate::lsp::session::state::Backend;

/// The reports that differ from the client's previous results.
pub async fn handle(server: &Backend, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
    let features = server.features();
    let token = params.work_done_progress_params.work_done_token;
    let progress = server.progresses.begin("Checking the workspace".to_owned(), token, features.progress);
    let (workspace, documents) = (server.workspace.clone(), server.documents.clone());
    let configuration = server.configuration.clone();
    let previous = params.previous_result_ids.into_iter().map(PreviousReport::from).collect();
    let index = IndexQuery {
        documents: documents.clone(),
        index: server.index.clone(),
        own: None,
        encoding: features.encoding,
    };
    let elsewhere = server.elsewhere.clone();
    let report = compute(WorkScope::Whole, move |cancel| {
        let question = WorkspaceQuery {
            documents: &documents,
            configuration: &configuration,
            client: &features,
            previous,
            index,
            elsewhere: &elsewhere,
            cancel,
        };
        workspace.answer(&question, progress)
    })
    .await;
    let desk = &server.elsewhere;
    if desk.is_new() || (desk.wants_index() && !server.index.is_complete()) {
        server.compare_elsewhere();
    }
    server.show_configuration_faults().await;
    Ok(WorkspaceDiagnosticReportResult::Report(report))
}
