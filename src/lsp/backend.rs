//! The methods of the protocol. Each takes what it needs from the documents before its first `await` (see `guard`), and
//! leaves the work to its own file.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use ropey::Rope;
use serde_json::Value;
use tokio::sync::{Semaphore, watch};
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::notification::PublishDiagnostics;
use tower_lsp::lsp_types::{
    CodeAction, CodeActionParams, CodeActionResponse, DidChangeConfigurationParams, DidChangeTextDocumentParams,
    DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, DidSaveTextDocumentParams, DocumentDiagnosticParams, DocumentDiagnosticReportResult,
    DocumentSymbolParams, DocumentSymbolResponse, ExecuteCommandParams, FileChangeType, Hover, HoverParams,
    InitializeParams, InitializeResult, InitializedParams, MessageType, Url, WillSaveTextDocumentParams,
    WorkDoneProgressCancelParams, WorkspaceDiagnosticParams, WorkspaceDiagnosticReportResult,
};
use tower_lsp::{Client, LanguageServer};

use super::cancel::compute;
use super::capabilities::{self, ClientFeatures};
use super::checking::{Checker, title};
use super::client_process;
use super::code_actions;
use super::configuration::{Configuration, SECTION};
use super::convert_to_file::{self, CONVERT_TO_FILE};
use super::decoded::{self, DecodedText, DecodedTextParams};
use super::diagnostics;
use super::disk;
use super::document::Warning;
use super::documents::Documents;
use super::ending::Ending;
use super::explain;
use super::hover;
use super::later::{Later, TextContent, TextContentParams, TextContentRefresh, TextContentResult};
use super::opening::Luggage;
use super::outgoing::{Message, Outgoing};
use super::progress::Progresses;
use super::promptly::{Judged, Promptly, judge_at_once};
use super::pull;
use super::registration;
use super::saving;
use super::snapshot::Snapshot;
use super::symbols;
use super::workspace::{self, Question, Workspace};

/// The server's state.
#[derive(Debug)]
pub struct Backend {
    client: Client,
    outgoing: Outgoing,
    ending: Arc<Ending>,
    later: Arc<Later>,
    features: Arc<OnceLock<ClientFeatures>>,
    documents: Arc<Documents>,
    configuration: Arc<Configuration>,
    workspace: Arc<Workspace>,
    progresses: Arc<Progresses>,
    permits: Arc<Semaphore>,
    luggage: Luggage,
    /// The client's settings have been heard.
    ready: watch::Sender<bool>,
}

impl Backend {
    /// A server that no client has spoken to yet. `impatient`: progress is shown from the beginning.
    pub fn new(client: Client, outgoing: Outgoing, ending: Arc<Ending>, later: Arc<Later>, impatient: bool) -> Backend {
        Backend {
            progresses: Arc::new(Progresses::new(client.clone(), outgoing.clone(), impatient)),
            client,
            outgoing,
            ending,
            later,
            features: Arc::default(),
            documents: Arc::default(),
            configuration: Arc::default(),
            workspace: Arc::default(),
            permits: Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(2, |cores| cores.get()))),
            luggage: Luggage::default(),
            ready: watch::Sender::default(),
        }
    }

    /// Where a text is laid down that travels beside its message.
    pub fn luggage(&self) -> Luggage {
        self.luggage.clone()
    }

    /// Tells of changes, when no message waits.
    pub fn promptly(&self) -> Promptly {
        Promptly::new(self.documents.clone(), self.outgoing.clone(), self.features.clone())
    }

    /// Fails on purpose, for tests: in the handler, or on another thread.
    pub async fn test_panic(&self, params: TestPanicParams) -> Result<()> {
        if params.elsewhere {
            compute(|_| panic!("asked to panic elsewhere")).await
        }
        panic!("asked to panic")
    }

    /// Works until it is called off, for tests.
    pub async fn test_wait(&self) -> Result<()> {
        compute(|cancel| {
            while !cancel.is_cancelled() {
                std::thread::sleep(std::time::Duration::from_millis(5));
            }
        })
        .await;
        Ok(())
    }

    /// Waits until the client's settings have been heard, for tests.
    pub async fn test_ready(&self) -> Result<()> {
        self.ready.subscribe().wait_for(|ready| *ready).await.map(drop).unwrap_or_default();
        Ok(())
    }

    /// `vgn/decodedText`: a file with binary sections as text.
    pub async fn decoded_text(&self, params: DecodedTextParams) -> Result<DecodedText> {
        let file = params.file();
        let snapshot = self.documents.snapshot(&file);
        compute(move |cancel| decoded::answer(&file, snapshot, cancel)).await
    }

    /// `workspace/textDocumentContent`: the same, for clients that know such documents.
    pub async fn text_content(&self, params: TextContentParams) -> Result<TextContentResult> {
        let file = decoded::file_of(&params.uri);
        let snapshot = self.documents.snapshot(&file);
        let text = compute(move |cancel| decoded::answer(&file, snapshot, cancel)).await?.text;
        Ok(TextContentResult { text })
    }

    /// `window/workDoneProgress/cancel`.
    pub async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        self.progresses.cancel(&params.token);
    }

    fn features(&self) -> ClientFeatures {
        self.features.get().copied().unwrap_or_default()
    }

    /// Lets every document have the configuration that holds by now, and judges again those for which it is another.
    async fn reconfigure(&self) {
        let (documents, configuration) = (self.documents.clone(), self.configuration.clone());
        let changed = compute(move |_| {
            let mut changed = false;
            for uri in documents.uris() {
                changed |= documents.configure(&uri, configuration.effective(&uri));
            }
            changed
        })
        .await;
        self.complain().await;
        if changed {
            self.ask_to_pull().await;
        }
    }

    /// A client that pulls is asked to do it again. Most can; the others say so, which does no harm.
    async fn ask_to_pull(&self) {
        if self.features().pull_diagnostics
            && let Err(error) = self.client.workspace_diagnostic_refresh().await
        {
            tracing::debug!(%error, "the client does not pull again");
        }
    }

    /// Reads the files of open documents again whose bytes are known.
    async fn reread(&self, uris: Vec<Url>) {
        let mut changed = false;
        for uri in uris {
            if saving::reread(&self.documents, &uri).await {
                changed = true;
                self.refresh_view(&uri).await;
            }
        }
        if changed {
            self.ask_to_pull().await;
        }
    }

    /// A client that may show the decoded view of a file is asked to fetch it again.
    async fn refresh_view(&self, file: &Url) {
        let Some(uri) = decoded::view_of(file).filter(|_| self.later.text_content() != TextContent::No) else { return };
        if let Err(error) = self.client.send_request::<TextContentRefresh>(TextContentParams { uri }).await {
            tracing::debug!(%error, "the client does not fetch again");
        }
    }

    /// Says what is wrong with the configuration.
    async fn complain(&self) {
        for complaint in self.configuration.take_complaints() {
            self.client.show_message(MessageType::WARNING, complaint).await;
        }
    }

    /// Asks the client for its settings.
    async fn fetch_settings(&self) {
        let item = tower_lsp::lsp_types::ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
        match self.client.configuration(vec![item]).await {
            Ok(settings) => self.configuration.set_told(settings.first().unwrap_or(&Value::Null)),
            Err(error) => tracing::warn!(%error, "the client does not tell its settings"),
        }
    }
}

/// Where to fail.
#[derive(Debug, serde::Deserialize)]
pub struct TestPanicParams {
    elsewhere: bool,
}

#[tower_lsp::async_trait]
impl LanguageServer for Backend {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let features = *self.features.get_or_init(|| ClientFeatures::resolve(&params.capabilities));
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
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let uri = params.text_document.uri.clone();
        let text = self.luggage.take().unwrap_or_else(|| Rope::from_str(&params.text_document.text));
        let features = self.features();
        if !features.watched_files {
            // Nobody tells of changes to configuration files: what was read may be old.
            self.configuration.forget_files();
        }
        let effective = self.configuration.effective(&uri);
        let opened = self.documents.open(Snapshot::new(
            params.text_document.uri,
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
            checker.start(uri, opened);
        }
        self.complain().await;
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        self.documents.change(&document.uri, document.version, params.content_changes, self.features().encoding);
        saving::warn(&self.client, &self.documents, &document.uri, Warning::Change).await;
    }

    async fn will_save(&self, params: WillSaveTextDocumentParams) {
        saving::warn(&self.client, &self.documents, &params.text_document.uri, Warning::Save).await;
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        let uri = params.text_document.uri;
        self.reread(vec![uri.clone()]).await;
        saving::offer_back(&self.client, &self.documents, &uri).await;
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        let pushes = !self.features().pull_diagnostics;
        let empty = Message::notification::<PublishDiagnostics>(diagnostics::no_diagnostics(uri.clone()));
        let empty = empty.filter(|_| pushes);
        self.documents.close(&uri, || empty.into_iter().for_each(|message| self.outgoing.send(message)));
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
            let Some(path) = disk::path_of(&change.uri) else { continue };
            if path.file_name().is_some_and(|name| name == crate::config::FILE_NAME) {
                configuration = true;
            } else if workspace::is_game_file(&path) {
                self.workspace.forget(&path);
                if change.typ != FileChangeType::CHANGED {
                    self.workspace.look_again();
                }
                files.push(change.uri);
            }
        }
        if configuration {
            self.configuration.forget_files();
            self.reconfigure().await;
        }
        self.reread(files).await;
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let path = |folder: tower_lsp::lsp_types::WorkspaceFolder| folder.uri.to_file_path().ok();
        let removed: Vec<PathBuf> = params.event.removed.into_iter().filter_map(path).collect();
        self.workspace.change_folders(params.event.added.into_iter().filter_map(path).collect(), &removed);
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let place = params.text_document_position_params;
        let Some(snapshot) = self.documents.snapshot(&place.text_document.uri) else { return Ok(None) };
        let features = self.features();
        Ok(compute(move |_| hover::answer(&snapshot, place.position, &features)).await)
    }

    async fn diagnostic(&self, params: DocumentDiagnosticParams) -> Result<DocumentDiagnosticReportResult> {
        let Some((snapshot, changed)) = self.documents.current(&params.text_document.uri) else {
            return Ok(pull::full(None, Vec::new()));
        };
        let id = pull::result_id(snapshot.opening, snapshot.revision);
        if params.previous_result_id.as_ref() == Some(&id) {
            return Ok(pull::unchanged(id));
        }
        let features = self.features();
        let token = params.work_done_progress_params.work_done_token;
        // Who brings a token wants to see the work.
        if token.is_none() && judge_at_once(&snapshot) == Judged::All {
            return Ok(self.outgoing.prepare(pull::whole(&snapshot, &features)));
        }
        let progress = self.progresses.begin(title(&snapshot), token, features.progress);
        let _permit = self.permits.acquire().await;
        let report = compute(move |cancel| pull::answer(&snapshot, &changed, cancel, progress, &features)).await?;
        Ok(self.outgoing.prepare(report))
    }

    async fn workspace_diagnostic(&self, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
        let features = self.features();
        let token = params.work_done_progress_params.work_done_token;
        let progress = self.progresses.begin("Checking the workspace".to_owned(), token, features.progress);
        let (workspace, documents) = (self.workspace.clone(), self.documents.clone());
        let (configuration, previous) = (self.configuration.clone(), params.previous_result_ids);
        let report = compute(move |cancel| {
            let question =
                Question { documents: &documents, configuration: &configuration, client: &features, previous, cancel };
            workspace.answer(&question, progress)
        })
        .await;
        self.complain().await;
        Ok(WorkspaceDiagnosticReportResult::Report(report))
    }

    async fn document_symbol(&self, params: DocumentSymbolParams) -> Result<Option<DocumentSymbolResponse>> {
        let Some(snapshot) = self.documents.snapshot(&params.text_document.uri) else { return Ok(None) };
        let features = self.features();
        Ok(Some(compute(move |cancel| symbols::answer(&snapshot, &features, cancel)).await))
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        let Some(snapshot) = self.documents.snapshot(&params.text_document.uri) else { return Ok(None) };
        let features = self.features();
        Ok(Some(compute(move |cancel| code_actions::answer(&snapshot, &params, &features, cancel)).await))
    }

    async fn code_action_resolve(&self, action: CodeAction) -> Result<CodeAction> {
        let snapshot = code_actions::document_of(&action).and_then(|uri| self.documents.snapshot(&uri));
        let features = self.features();
        compute(move |cancel| code_actions::resolve(action, snapshot, &features, cancel)).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        match params.command.as_str() {
            capabilities::EXPLAIN => explain::run(&self.client, &self.features(), &params.arguments).await?,
            CONVERT_TO_FILE => {
                return convert_to_file::run(&self.client, &self.features(), &self.documents, &params.arguments).await;
            }
            unknown => {
                let message = format!("no command is named `{unknown}`");
                return Err(tower_lsp::jsonrpc::Error::invalid_params(message));
            }
        }
        Ok(None)
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
    uris.iter().filter_map(|uri| uri.to_file_path().ok()).collect()
}
