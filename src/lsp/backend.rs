//! The methods of the protocol. Each takes what it needs from the documents before its first `await` (see `guard`), and
//! leaves the work to its own file.

use std::sync::{Arc, OnceLock};

use tokio::sync::Semaphore;
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::notification::PublishDiagnostics;
use tower_lsp::lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, Hover, HoverParams,
    InitializeParams, InitializeResult,
};

use crate::analysis::Settings;

use super::cancel::compute;
use super::capabilities::{self, ClientFeatures};
use super::checking::Checker;
use super::client_process;
use super::diagnostics;
use super::documents::Documents;
use super::ending::Ending;
use super::hover;
use super::outgoing::{Message, Outgoing};

/// The server's state.
#[derive(Debug)]
pub struct Backend {
    outgoing: Outgoing,
    ending: Arc<Ending>,
    features: OnceLock<ClientFeatures>,
    documents: Arc<Documents>,
    settings: Arc<Settings>,
    permits: Arc<Semaphore>,
}

impl Backend {
    /// A server that no client has spoken to yet.
    pub fn new(outgoing: Outgoing, ending: Arc<Ending>) -> Backend {
        Backend {
            outgoing,
            ending,
            features: OnceLock::new(),
            documents: Arc::default(),
            settings: Arc::default(),
            permits: Arc::new(Semaphore::new(std::thread::available_parallelism().map_or(2, |cores| cores.get()))),
        }
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

    fn features(&self) -> ClientFeatures {
        self.features.get().copied().unwrap_or_default()
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
        if let Some(id) = params.process_id {
            client_process::watch(id, self.ending.clone());
        }
        Ok(capabilities::initialize_result(&features))
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn did_open(&self, params: DidOpenTextDocumentParams) {
        let uri = params.text_document.uri.clone();
        let opened = self.documents.open(params.text_document, self.settings.clone());
        let checker = Checker {
            documents: self.documents.clone(),
            outgoing: self.outgoing.clone(),
            client: self.features(),
            permits: self.permits.clone(),
        };
        checker.start(uri, opened);
    }

    async fn did_change(&self, params: DidChangeTextDocumentParams) {
        let document = params.text_document;
        self.documents.change(&document.uri, document.version, params.content_changes, self.features().encoding);
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let uri = params.text_document.uri;
        let empty = Message::notification::<PublishDiagnostics>(diagnostics::no_diagnostics(uri.clone()));
        self.documents.close(&uri, || empty.into_iter().for_each(|message| self.outgoing.send(message)));
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        let place = params.text_document_position_params;
        let Some(snapshot) = self.documents.snapshot(&place.text_document.uri) else { return Ok(None) };
        let features = self.features();
        Ok(compute(move |_| hover::answer(&snapshot, place.position, &features)).await)
    }
}
