//! The methods of the protocol. Each takes what it needs from the documents before its first `await` (see `guard`), and
//! leaves the work to its own file.

use std::path::PathBuf;

use ropey::Rope;
use serde_json::Value;
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{
    CodeAction, CodeActionParams, CodeActionResponse, CompletionItem, CompletionParams, CompletionResponse,
    DidChangeConfigurationParams, DidChangeTextDocumentParams, DidChangeWatchedFilesParams,
    DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, DidSaveTextDocumentParams,
    DocumentDiagnosticParams, DocumentDiagnosticReportResult, DocumentHighlight, DocumentHighlightParams,
    DocumentSymbolParams, DocumentSymbolResponse, ExecuteCommandParams, FileChangeType, FoldingRange,
    FoldingRangeParams, Hover, HoverParams, InitializeParams, InitializeResult, InitializedParams,
    LinkedEditingRangeParams, LinkedEditingRanges, SelectionRange, SelectionRangeParams, SemanticTokens,
    SemanticTokensDeltaParams, SemanticTokensFullDeltaResult, SemanticTokensParams, SemanticTokensRangeParams,
    SemanticTokensRangeResult, SemanticTokensResult, Url, WillSaveTextDocumentParams, WorkspaceDiagnosticParams,
    WorkspaceDiagnosticReportResult, WorkspaceFolder,
};

use super::actions::code_actions;
use super::diagnostics::checking::{Checker, title};
use super::diagnostics::promptly::{Judged, judge_at_once};
use super::diagnostics::pull;
use super::diagnostics::workspace::{Previous, Question};
use super::documents::address::Address;
use super::documents::document::{Document, Warning};
use super::documents::saving;
use super::documents::snapshot::Snapshot;
use super::native::client_process;
use super::native::game_files;
use super::native::memory;
use super::requests::completion;
use super::requests::folding;
use super::requests::highlight;
use super::requests::hover;
use super::requests::selection_range;
use super::requests::semantic_tokens;
use super::requests::symbols;
use super::session::cancel::{About, Cancel, compute, compute_unless, content_modified};
use super::session::capabilities::{self, ClientFeatures};
use super::session::config_file;
use super::session::configuration::SECTION;
use super::session::later::TextContent;
use super::session::registration;
use super::session::state::Backend;
use super::transport::luggage::Change;

#[tower_lsp::async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let text_content = self.later.text_content() != TextContent::No;
        let resolve = || ClientFeatures { text_content, ..ClientFeatures::resolve(&params.capabilities) };
        let features = *self.features.get_or_init(resolve);
        if let Some(options) = &params.initialization_options {
            self.configuration.set_initial(options);
        }
        self.workspace.change_folders(folders(&params), &[]);
        if let Some(id) = params.process_id {
            client_process::watch(id, self.ending.clone());
        }
        Ok(capabilities::initialize_result(&features))
    }

    async fn initialized(&self, _: InitializedParams) {
        let features = self.features();
        let settings = async {
            if features.configuration {
                self.fetch_settings().await;
            }
            self.reconfigure().await;
            self.ready.send_replace(true);
        };
        // Side by side: a client that leaves one request without an answer is not kept from the other.
        tokio::join!(registration::register(&self.client, &features, self.later.text_content()), settings);
    }

    async fn shutdown(&self) -> Result<()> {
        self.pages.remove();
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let uri = Address::from(params.text_document.uri.clone());
        let text = self.luggage.take_opened().unwrap_or_else(|| Rope::from_str(&params.text_document.text));
        if config_file::is_one(&uri) {
            return self.open_config_file(uri, params.text_document, text).await;
        }
        let features = self.features();
        if !features.watched_files {
            // Nobody tells of changes to configuration files: what was read may be old.
            self.configuration.forget_files();
        }
        let effective = self.configuration.effective(&uri);
        let opened = self.documents.open(Snapshot::new(
            uri.clone(),
            &params.text_document.language_id,
            params.text_document.version,
            text,
            effective,
        ));
        if !features.pull_diagnostics {
            let checker = Checker {
                documents: self.documents.clone(),
                outgoing: self.outgoing.clone(),
                client: features,
                permits: self.permits.clone(),
                progresses: self.progresses.clone(),
            };
            checker.start(uri.clone(), opened);
        }
        self.complain().await;
        self.compare_letters(&uri).await;
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let (uri, version) = (Address::from(params.text_document.uri), params.text_document.version);
        let plain = || params.content_changes.into_iter().map(Change::from).collect();
        let changes = self.luggage.take_changes().unwrap_or_else(plain);
        if config_file::is_one(&uri) {
            return self.change_config_file(&uri, version, changes).await;
        }
        self.documents.change(&uri, version, changes, self.features().encoding);
        saving::warn(&self.client, &self.documents, &uri, Warning::Change).await;
    }

    async fn will_save(&self, params: WillSaveTextDocumentParams) {
        saving::warn(&self.client, &self.documents, &params.text_document.uri.into(), Warning::Save).await;
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        let uri = Address::from(params.text_document.uri);
        if config_file::is_one(&uri) && !self.features().watched_files {
            self.configuration.forget_files();
            self.reconfigure().await;
        }
        // Before the first wait: a change that comes next is one after the save.
        let weighs_more = self.documents.with(&uri, Document::save).unwrap_or(false);
        self.reread(vec![uri.clone()], weighs_more).await;
        saving::offer_back(&self.client, &self.documents, &uri).await;
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let uri = Address::from(params.text_document.uri);
        if config_file::is_one(&uri) {
            return self.close_config_file(&uri);
        }
        self.documents.close(&uri, |opened| self.send_empty_list(opened));
        memory::give_back_later();
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        if self.features().configuration {
            self.fetch_settings().await;
        } else {
            let settings = params.settings.get(SECTION).unwrap_or(&params.settings);
            self.configuration.set_told(settings);
        }
        self.reconfigure().await;
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        let mut configuration = false;
        let mut files = Vec::new();
        for change in params.changes {
            let file = Address::from(change.uri);
            let Some(path) = file.path() else { continue };
            if path.file_name().is_some_and(|name| name == crate::config::FILE_NAME) {
                configuration = true;
            } else if game_files::is_game_file(&path) {
                self.workspace.forget(&path);
                if change.typ != FileChangeType::CHANGED {
                    self.workspace.look_again();
                }
                files.push(file);
            }
        }
        if configuration {
            self.configuration.forget_files();
            self.reconfigure().await;
        }
        self.reread(files, false).await;
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let path = |folder: WorkspaceFolder| Address::from(folder.uri).path();
        let removed: Vec<PathBuf> = params.event.removed.into_iter().filter_map(path).collect();
        self.workspace.change_folders(params.event.added.into_iter().filter_map(path).collect(), &removed);
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let place = params.text_document_position_params;
        let Some((snapshot, changed)) = self.documents.current(&place.text_document.uri.into()) else {
            return Ok(None);
        };
        let features = self.features();
        let user = snapshot.user();
        compute_unless(changed, move |cancel| {
            let _user = user;
            hover::answer(&snapshot, place.position, &features, cancel)
        })
        .await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        let place = params.text_document_position;
        let Some((snapshot, changed)) = self.documents.current(&place.text_document.uri.into()) else {
            return Ok(None);
        };
        let (features, offered) = (self.features(), self.offered.clone());
        compute_unless(changed, move |cancel| {
            completion::answer(&snapshot, place.position, &features, &offered, cancel)
        })
        .await
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        Ok(completion::resolve(item, &self.features(), &self.offered))
    }

    async fn document_highlight(&self, params: DocumentHighlightParams) -> Result<Option<Vec<DocumentHighlight>>> {
        let place = params.text_document_position_params;
        let Some((snapshot, changed)) = self.documents.current(&place.text_document.uri.into()) else {
            return Ok(None);
        };
        let (features, user) = (self.features(), snapshot.user());
        compute_unless(changed, move |cancel| {
            let _user = user;
            highlight::answer(&snapshot, place.position, &features, cancel)
        })
        .await
    }

    async fn linked_editing_range(&self, params: LinkedEditingRangeParams) -> Result<Option<LinkedEditingRanges>> {
        let place = params.text_document_position_params;
        let Some((snapshot, changed)) = self.documents.current(&place.text_document.uri.into()) else {
            return Ok(None);
        };
        let features = self.features();
        compute_unless(changed, move |cancel| highlight::linked(&snapshot, place.position, &features, cancel)).await
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        let Some((snapshot, changed)) = self.documents.current(&params.text_document.uri.into()) else {
            return Ok(None);
        };
        let features = self.features();
        compute_unless(changed, move |cancel| {
            selection_range::answer(&snapshot, &params.positions, &features, cancel).map(Some)
        })
        .await
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        let uri = Address::from(params.text_document.uri);
        let Some((snapshot, changed)) = self.documents.current(&uri) else {
            return Ok(pull::full(None, self.diagnostics_of_config_file(&uri).await.unwrap_or_default()));
        };
        let id = pull::result_id(snapshot.opening, snapshot.revision);
        if params.previous_result_id.as_ref() == Some(&id) {
            return Ok(pull::unchanged(id));
        }
        let features = self.features();
        let token = params.work_done_progress_params.work_done_token;
        // Who brings a token wants to see the work.
        if token.is_none() && judge_at_once(&snapshot) == Judged::All {
            return Ok(pull::full(Some(self.outgoing.prepare(vec![pull::whole(&snapshot, &features)])), Vec::new()));
        }
        let progress = self.progresses.begin(title(&snapshot), token, features.progress);
        let _permit = self.permits.acquire().await;
        let report =
            compute(About::Whole, move |cancel| pull::answer(&snapshot, &changed, cancel, progress, &features)).await?;
        Ok(pull::full(Some(self.outgoing.prepare(vec![report])), Vec::new()))
    }

    async fn workspace_diagnostic(&self, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
        let features = self.features();
        let token = params.work_done_progress_params.work_done_token;
        let progress = self.progresses.begin("Checking the workspace".to_owned(), token, features.progress);
        let (workspace, documents) = (self.workspace.clone(), self.documents.clone());
        let configuration = self.configuration.clone();
        let previous = params.previous_result_ids.into_iter().map(Previous::from).collect();
        let report = compute(About::Whole, move |cancel| {
            let question =
                Question { documents: &documents, configuration: &configuration, client: &features, previous, cancel };
            workspace.answer(&question, progress)
        })
        .await;
        self.complain().await;
        Ok(WorkspaceDiagnosticReportResult::Report(report))
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        let list = self.listed(&params.text_document.uri.into(), symbols::answer).await?;
        Ok(list.map(|list| symbols::named(self.outgoing.prepare(list))))
    }

    async fn folding_range(&self, params: FoldingRangeParams) -> Result<Option<Vec<FoldingRange>>> {
        let list = self.listed(&params.text_document.uri.into(), folding::answer).await?;
        Ok(list.map(|list| folding::named(self.outgoing.prepare(list))))
    }

    async fn semantic_tokens_full(&self, params: SemanticTokensParams) -> Result<Option<SemanticTokensResult>> {
        let told = self.painted(params.text_document.uri.into(), None).await?;
        Ok(told.map(|name| SemanticTokensResult::Tokens(painted_as(name))))
    }

    async fn semantic_tokens_full_delta(
        &self,
        params: SemanticTokensDeltaParams,
    ) -> Result<Option<SemanticTokensFullDeltaResult>> {
        let told = self.painted(params.text_document.uri.into(), Some(params.previous_result_id)).await?;
        Ok(told.map(|name| SemanticTokensFullDeltaResult::Tokens(painted_as(name))))
    }

    async fn semantic_tokens_range(
        &self,
        params: SemanticTokensRangeParams,
    ) -> Result<Option<SemanticTokensRangeResult>> {
        let Some((snapshot, changed)) = self.documents.current(&params.text_document.uri.into()) else {
            return Ok(None);
        };
        let features = self.features();
        let answer = compute_unless(changed, move |cancel| {
            semantic_tokens::answer_in_range(&snapshot, params.range, &features, cancel)
        });
        let name = self.outgoing.prepare(answer.await?);
        Ok(Some(SemanticTokensRangeResult::Tokens(painted_as(name))))
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let Some((snapshot, changed)) = self.documents.current(&Address::from(params.text_document.uri.clone())) else {
            return Ok(None);
        };
        let features = self.features();
        let user = snapshot.user();
        compute_unless(changed, move |cancel| {
            let _user = user;
            code_actions::answer(&snapshot, &params, &features, cancel)
        })
        .await
        .map(Some)
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        self.resolve(action).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        self.run(params).await
    }
}

/// Makes a list of what is in a document, in parts; none where the text has changed meanwhile.
type Listing = fn(&Snapshot, &ClientFeatures, changed: &Cancel, cancel: &Cancel) -> Option<Vec<Vec<u8>>>;

/// The result that stands for one which is JSON already.
fn painted_as(name: String) -> SemanticTokens {
    SemanticTokens { result_id: Some(name), data: Vec::new() }
}

impl Backend {
    /// The name of what is painted in a document, or of what has changed in it since a `previous` answer; none if the
    /// document is not open, or too large.
    ///
    /// # Errors
    /// When the text has changed meanwhile.
    async fn painted(&self, uri: Address, previous: Option<String>) -> Result<Option<String>> {
        let Some((snapshot, changed)) = self.documents.current(&uri) else { return Ok(None) };
        let features = self.features();
        let answer = compute_unless(changed, move |cancel| {
            semantic_tokens::answer(&snapshot, previous.as_deref(), &features, cancel)
        });
        Ok(answer.await?.map(|parts| self.outgoing.prepare(parts)))
    }

    /// A list of what is in a document; none if it is not open.
    ///
    /// # Errors
    /// When the text has changed meanwhile.
    async fn listed(&self, uri: &Address, listing: Listing) -> Result<Option<Vec<Vec<u8>>>> {
        let features = self.features();
        loop {
            let Some((snapshot, changed)) = self.documents.current(uri) else { return Ok(None) };
            let text = snapshot.text.clone();
            let answer = move |cancel: &Cancel| listing(&snapshot, &features, &changed, cancel);
            if let Some(list) = compute(About::Place, answer).await {
                return Ok(Some(list));
            }
            // A client asks again after an edit, but not when only settings have changed.
            if !self.documents.snapshot(uri).is_some_and(|now| now.text.is_instance(&text)) {
                return Err(content_modified("the document has changed meanwhile"));
            }
        }
    }
}

/// The folders that the client has opened.
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let uris: Vec<Url> = match &params.workspace_folders {
        Some(folders) => folders.iter().map(|folder| folder.uri.clone()).collect(),
        None => {
            // What clients sent before there were several.
            #[allow(deprecated)]
            let root = params.root_uri.clone();
            root.into_iter().collect()
        }
    };
    uris.into_iter().filter_map(|uri| Address::from(uri).path()).collect()
}
