//! The server's state, and operations on all of it: applying the client's settings, and reading files that changed on
//! disk.

use std::sync::{Arc, OnceLock};

use serde_json::Value;
use tokio::sync::{Semaphore, watch};
use tower_lsp::Client;
use tower_lsp::lsp_types::MessageType;
use tower_lsp::lsp_types::notification::PublishDiagnostics;

use super::cancel::{WorkScope, compute};
use super::capabilities::ClientFeatures;
use super::configuration::{Configuration, SECTION};
use super::lsp_ext::{Extensions, TextContent, TextContentParams, TextContentRefresh};
use super::pop_up;
use super::progress::ProgressRegistry;
use crate::lsp::board::BrowserBoards;
use crate::lsp::custom::decoded;
use crate::lsp::diagnostics::comparing::ElsewhereDesk;
use crate::lsp::diagnostics::inline_check::InlineCheck;
use crate::lsp::diagnostics::protocol;
use crate::lsp::diagnostics::workspace::Workspace;
use crate::lsp::documents::address::Address;
use crate::lsp::documents::open::Documents;
use crate::lsp::documents::saving;
use crate::lsp::engine::EngineDesk;
use crate::lsp::game_index::GameIndex;
use crate::lsp::host::host;
use crate::lsp::requests::completion::CompletionCache;
use crate::lsp::requests::workspace_symbol::NameIndex;
use crate::lsp::transport::lifecycle::Lifecycle;
use crate::lsp::transport::outgoing::{Outgoing, OutgoingMessage};

/// The server's state.
#[derive(Debug)]
pub struct Backend {
    pub(in crate::lsp) client: Client,
    pub(in crate::lsp) outgoing: Outgoing,
    pub(in crate::lsp) lifecycle: Arc<Lifecycle>,
    pub(in crate::lsp) extensions: Arc<Extensions>,
    pub(in crate::lsp) features: Arc<OnceLock<ClientFeatures>>,
    pub(in crate::lsp) documents: Arc<Documents>,
    /// Open configuration files.
    pub(in crate::lsp) config_files: Documents,
    pub(in crate::lsp) configuration: Arc<Configuration>,
    pub(in crate::lsp) workspace: Arc<Workspace>,
    pub(in crate::lsp) progresses: Arc<ProgressRegistry>,
    pub(in crate::lsp) permits: Arc<Semaphore>,
    pub(in crate::lsp) offered: CompletionCache,
    /// The names in files that are not open.
    pub(in crate::lsp) names: Arc<NameIndex>,
    /// The positions of the workspace's games.
    pub(in crate::lsp) index: Arc<GameIndex>,
    /// When games are compared with those of other files.
    pub(in crate::lsp) elsewhere: Arc<ElsewhereDesk>,
    /// Boards in a browser.
    pub(in crate::lsp) boards: BrowserBoards,
    /// Engines beside the texts.
    pub(in crate::lsp) engines: Arc<EngineDesk>,
    /// The client's settings have been read.
    pub(in crate::lsp) ready: watch::Sender<bool>,
}

impl Backend {
    /// A server before its first message. `impatient`: progress is shown from the beginning.
    pub fn new(
        client: Client,
        outgoing: Outgoing,
        lifecycle: Arc<Lifecycle>,
        extensions: Arc<Extensions>,
        impatient: bool,
    ) -> Backend {
        Backend {
            progresses: Arc::new(ProgressRegistry::new(client.clone(), outgoing.clone(), impatient)),
            client,
            outgoing,
            lifecycle,
            extensions,
            features: Arc::default(),
            documents: Arc::default(),
            config_files: Documents::default(),
            configuration: Arc::default(),
            workspace: Arc::default(),
            permits: Arc::new(Semaphore::new(host().cores())),
            offered: CompletionCache::default(),
            names: Arc::default(),
            index: Arc::default(),
            elsewhere: Arc::default(),
            boards: BrowserBoards::default(),
            engines: Arc::default(),
            ready: watch::Sender::default(),
        }
    }

    /// The check of changed documents that runs when no message is waiting.
    pub fn inline_check(&self) -> InlineCheck {
        InlineCheck::new(self.documents.clone(), self.outgoing.clone(), self.features.clone())
    }

    /// The features of the client; none before `initialize`.
    pub(in crate::lsp) fn features(&self) -> ClientFeatures {
        self.features.get().copied().unwrap_or_default()
    }

    /// Updates the configuration of every document, and judges again those for which it has changed.
    pub(in crate::lsp) async fn reconfigure(&self) {
        let (documents, configuration) = (self.documents.clone(), self.configuration.clone());
        let changed = compute(WorkScope::Whole, move |_| {
            let mut changed = false;
            for uri in documents.uris() {
                changed |= documents.configure(&uri, configuration.effective(&uri));
            }
            changed
        })
        .await;
        self.note_elsewhere();
        self.show_configuration_faults().await;
        if changed {
            // Concurrently: a client that leaves one request unanswered does not block the others.
            tokio::join!(self.refresh_diagnostics(), self.refresh_hints(), self.refresh_lenses());
        } else if self.workspace.has_reports() {
            // The configuration of files that are not open may have changed.
            self.refresh_diagnostics().await;
        }
    }

    /// Makes the client refresh inlay hints.
    async fn refresh_hints(&self) {
        if self.features().hint_refresh
            && let Err(error) = self.client.inlay_hint_refresh().await
        {
            tracing::debug!(%error, "the client does not show hints again");
        }
    }

    /// Makes the client refresh code lenses.
    async fn refresh_lenses(&self) {
        if self.features().lens_refresh
            && let Err(error) = self.client.code_lens_refresh().await
        {
            tracing::debug!(%error, "the client does not show lenses again");
        }
    }

    /// Clears the pushed diagnostics of a closed document.
    pub(in crate::lsp) fn send_empty_list(&self, uri: &Address) {
        let empty = OutgoingMessage::notification::<PublishDiagnostics>(protocol::no_diagnostics(uri));
        let empty = empty.filter(|_| !self.features().pull_diagnostics);
        empty.into_iter().for_each(|message| self.outgoing.send(message));
    }

    /// Makes the client pull diagnostics again. Clients without that feature answer with an error, which is harmless.
    pub(in crate::lsp) async fn refresh_diagnostics(&self) {
        if self.features().pull_diagnostics
            && let Err(error) = self.client.workspace_diagnostic_refresh().await
        {
            tracing::debug!(%error, "the client does not pull again");
        }
    }

    /// Reads the files of open documents again, if their bytes are known. Makes the client pull diagnostics if they
    /// have changed.
    pub(in crate::lsp) async fn reread(&self, uris: Vec<Address>) {
        let mut changed = false;
        for uri in uris {
            if saving::reread(&self.documents, &uri).await {
                changed = true;
                self.refresh_view(&uri).await;
            }
        }
        if changed {
            self.refresh_diagnostics().await;
        }
    }

    /// Makes the client fetch the decoded view of a file again.
    pub(in crate::lsp) async fn refresh_view(&self, file: &Address) {
        let Some(uri) = decoded::view_of(file).filter(|_| self.extensions.text_content() != TextContent::No) else {
            return;
        };
        if let Err(error) = self.client.send_request::<TextContentRefresh>(TextContentParams { uri }).await {
            tracing::debug!(%error, "the client does not fetch again");
        }
    }

    /// Shows the faults of the configuration.
    pub(in crate::lsp) async fn show_configuration_faults(&self) {
        for complaint in self.configuration.take_faults() {
            pop_up::show(&self.client, MessageType::WARNING, &complaint).await;
        }
    }

    /// Requests the client's settings. False if it does not send them.
    pub(in crate::lsp) async fn fetch_settings(&self) -> bool {
        let item = tower_lsp::lsp_types::ConfigurationItem { scope_uri: None, section: Some(SECTION.to_owned()) };
        match self.client.configuration(vec![item]).await {
            Ok(settings) => {
                self.configuration.set_client_settings(settings.first().unwrap_or(&Value::Null));
                true
            }
            Err(error) => {
                tracing::warn!(%error, "the client does not send its settings");
                false
            }
        }
    }
}
