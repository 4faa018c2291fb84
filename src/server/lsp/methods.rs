//! The table of the protocol's methods and the files that serve them. Each handler takes what it needs from the
//! documents before its first `await` (see `transport::guard`).

use std::ops::Deref;
use std::path::PathBuf;
use std::sync::Arc;

use serde::de::DeserializeOwned;
use serde_json::Value;
use tower_lsp::LanguageServer;
use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::notification::{
    DidChangeConfiguration, DidChangeTextDocument, DidChangeWatchedFiles, DidChangeWorkspaceFolders,
    DidCloseTextDocument, DidCreateFiles, DidDeleteFiles, DidOpenTextDocument, DidRenameFiles, DidSaveTextDocument,
    Initialized, Notification, WillSaveTextDocument,
};
use tower_lsp::lsp_types::request::{
    CallHierarchyIncomingCalls, CallHierarchyOutgoingCalls, CallHierarchyPrepare, CodeActionRequest,
    CodeActionResolveRequest, CodeLensRequest, CodeLensResolve, ColorPresentationRequest, Completion, DocumentColor,
    DocumentDiagnosticRequest, DocumentHighlightRequest, DocumentLinkRequest, DocumentSymbolRequest, ExecuteCommand,
    FoldingRangeRequest, Formatting, GotoDefinition, GotoImplementation, GotoImplementationParams,
    GotoImplementationResponse, GotoTypeDefinition, GotoTypeDefinitionParams, GotoTypeDefinitionResponse, HoverRequest,
    Initialize, InlayHintRequest, InlayHintResolveRequest, LinkedEditingRange, OnTypeFormatting, PrepareRenameRequest,
    RangeFormatting, References, Rename, Request, ResolveCompletionItem, SelectionRangeRequest,
    SemanticTokensFullDeltaRequest, SemanticTokensFullRequest, SemanticTokensRangeRequest, SignatureHelpRequest,
    WorkspaceDiagnosticRequest, WorkspaceSymbolRequest,
};
use tower_lsp::lsp_types::{
    CallHierarchyIncomingCall, CallHierarchyIncomingCallsParams, CallHierarchyItem, CallHierarchyOutgoingCall,
    CallHierarchyOutgoingCallsParams, CallHierarchyPrepareParams, CodeActionParams, CodeActionResponse, CodeLens,
    CodeLensParams, ColorInformation, ColorPresentation, ColorPresentationParams, CompletionItem, CompletionParams,
    CompletionResponse, CreateFilesParams, DeleteFilesParams, DidChangeConfigurationParams,
    DidChangeWatchedFilesParams, DidChangeWorkspaceFoldersParams, DidCloseTextDocumentParams,
    DidSaveTextDocumentParams, DocumentColorParams, DocumentLink, DocumentLinkParams, DocumentOnTypeFormattingParams,
    ExecuteCommandParams, GotoDefinitionParams, GotoDefinitionResponse, Hover, HoverParams, InitializeParams,
    InitializeResult, InitializedParams, InlayHint, InlayHintParams, LinkedEditingRangeParams, LinkedEditingRanges,
    PrepareRenameResponse, RenameFilesParams, SelectionRange, SelectionRangeParams, SignatureHelp, SignatureHelpParams,
    SymbolInformation, TextDocumentPositionParams, TextEdit, Url, WillSaveTextDocumentParams,
    WorkspaceDiagnosticParams, WorkspaceDiagnosticReportResult, WorkspaceFolder, WorkspaceSymbolParams,
};
use vgn_ide::Goto;

use super::actions::{code_actions, deferred};
use super::custom::{board_game, board_legal, board_write, findings};
use super::documents::address::Address;
use super::documents::document::WarningOccasion;
use super::documents::saving;
use super::host::host;
use super::notifications::{did_change, did_change_watched_files, did_move_files, did_open, did_save};
use super::requests::navigation::{call_hierarchy, document_highlight, goto, references};
use super::requests::{
    code_lens, completion, diagnostic, document_color, document_link, document_symbol, folding_range, formatting,
    hover, inlay_hints, rename, selection_range, semantic_tokens, signature_help, workspace_diagnostic,
    workspace_symbol,
};
use super::session::capabilities::{self, ClientFeatures};
use super::session::configuration::SECTION;
use super::session::state::Backend;
use super::session::{config_file, registration};
use super::transport::bulk::{BulkRoute, Handler, HandlerFuture, ResultParts};
use super::transport::lenient::{self, MethodMender};
use super::transport::raw_message::RawMessage;

/// Methods whose messages may be megabytes long (see `transport::bulk`).
pub static BULK: &[BulkRoute<Arc<Backend>>] = &[
    BulkRoute { method: DidOpenTextDocument::METHOD, handler: Handler::Notification(did_open::handle) },
    BulkRoute { method: DidChangeTextDocument::METHOD, handler: Handler::Notification(did_change::handle) },
    request(DocumentDiagnosticRequest::METHOD, |server, message| start_handler(server, message, diagnostic::handle)),
    request(DocumentSymbolRequest::METHOD, |server, message| start_handler(server, message, document_symbol::handle)),
    request(FoldingRangeRequest::METHOD, |server, message| start_handler(server, message, folding_range::handle)),
    request(DocumentHighlightRequest::METHOD, |server, message| {
        start_handler(server, message, document_highlight::handle)
    }),
    request(References::METHOD, |server, message| start_handler(server, message, references::handle)),
    request(Rename::METHOD, |server, message| start_handler(server, message, rename::handle)),
    request(Formatting::METHOD, |server, message| start_handler(server, message, formatting::handle)),
    request(RangeFormatting::METHOD, |server, message| start_handler(server, message, formatting::handle_range)),
    request(SemanticTokensFullRequest::METHOD, |server, message| {
        start_handler(server, message, semantic_tokens::handle_full)
    }),
    request(SemanticTokensFullDeltaRequest::METHOD, |server, message| {
        start_handler(server, message, semantic_tokens::handle_delta)
    }),
    request(SemanticTokensRangeRequest::METHOD, |server, message| {
        start_handler(server, message, semantic_tokens::handle_range)
    }),
    request(CodeActionResolveRequest::METHOD, |server, message| start_handler(server, message, deferred::resolve)),
    request(board_game::METHOD, |server, message| start_handler(server, message, board_game::handle)),
    request(board_legal::METHOD, |server, message| start_handler(server, message, board_legal::handle)),
    request(findings::METHOD, |server, message| start_handler(server, message, findings::handle)),
    request(board_write::PLAY, |server, message| start_handler(server, message, board_write::handle_play)),
    request(board_write::PLAY_LINE, |server, message| start_handler(server, message, board_write::handle_play_line)),
    request(board_write::ANNOTATE, |server, message| start_handler(server, message, board_write::handle_annotate)),
    request(board_write::REARRANGE, |server, message| start_handler(server, message, board_write::handle_rearrange)),
];

const fn request(
    method: &'static str,
    handler: fn(&Arc<Backend>, &RawMessage) -> HandlerFuture<ResultParts>,
) -> BulkRoute<Arc<Backend>> {
    BulkRoute { method, handler: Handler::Request(handler) }
}

/// Reads the parameters of a request, and starts its handler.
fn start_handler<P: DeserializeOwned, F: Future<Output = ResultParts> + Send + 'static>(
    server: &Arc<Backend>,
    message: &RawMessage,
    handle: impl FnOnce(Arc<Backend>, P) -> F,
) -> HandlerFuture<ResultParts> {
    Ok(Box::pin(handle(server.clone(), message.lenient_params()?)))
}

/// Methods whose parameters are mended where tower-lsp cannot read them. Those of `BULK` are read leniently themselves.
pub static MENDERS: &[MethodMender] = &[
    of_request::<Initialize>(),
    // Without parameters.
    ("shutdown", |params| *params = Value::Null),
    ("exit", |params| *params = Value::Null),
    of_notification::<Initialized>(),
    of_notification::<WillSaveTextDocument>(),
    of_notification::<DidSaveTextDocument>(),
    of_notification::<DidCloseTextDocument>(),
    of_notification::<DidChangeConfiguration>(),
    of_notification::<DidChangeWatchedFiles>(),
    of_notification::<DidChangeWorkspaceFolders>(),
    of_notification::<DidCreateFiles>(),
    of_notification::<DidRenameFiles>(),
    of_notification::<DidDeleteFiles>(),
    of_request::<HoverRequest>(),
    of_request::<GotoDefinition>(),
    of_request::<GotoTypeDefinition>(),
    of_request::<GotoImplementation>(),
    of_request::<CallHierarchyPrepare>(),
    of_request::<CallHierarchyIncomingCalls>(),
    of_request::<CallHierarchyOutgoingCalls>(),
    of_request::<CodeLensRequest>(),
    of_request::<CodeLensResolve>(),
    of_request::<PrepareRenameRequest>(),
    of_request::<Completion>(),
    of_request::<ResolveCompletionItem>(),
    of_request::<SignatureHelpRequest>(),
    of_request::<LinkedEditingRange>(),
    of_request::<SelectionRangeRequest>(),
    of_request::<InlayHintRequest>(),
    of_request::<InlayHintResolveRequest>(),
    of_request::<DocumentLinkRequest>(),
    of_request::<DocumentColor>(),
    of_request::<ColorPresentationRequest>(),
    of_request::<WorkspaceSymbolRequest>(),
    of_request::<OnTypeFormatting>(),
    of_request::<WorkspaceDiagnosticRequest>(),
    of_request::<CodeActionRequest>(),
    of_request::<ExecuteCommand>(),
];

const fn of_request<R: Request>() -> MethodMender {
    (R::METHOD, lenient::mend::<R::Params>)
}

const fn of_notification<N: Notification>() -> MethodMender {
    (N::METHOD, lenient::mend::<N::Params>)
}

/// The methods that go through tower-lsp.
#[derive(Debug)]
pub struct Methods(pub Arc<Backend>);

impl Deref for Methods {
    type Target = Backend;

    fn deref(&self) -> &Backend {
        &self.0
    }
}

#[tower_lsp::async_trait]
impl LanguageServer for Methods {
    async fn initialize(&self, params: InitializeParams) -> Result<InitializeResult> {
        let features = *self.features.get_or_init(|| ClientFeatures::resolve(&params, &self.extensions));
        if let Some(options) = &params.initialization_options {
            self.configuration.set_initial(options.get(SECTION).unwrap_or(options));
        }
        self.workspace.change_folders(folders(&params), &[]);
        if let Some(id) = params.process_id {
            host().watch_client(id, self.lifecycle.clone());
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
        // Concurrently: a client that leaves one request unanswered does not block the other.
        tokio::join!(registration::register(&self.client, &features, self.extensions.text_content()), settings);
    }

    async fn shutdown(&self) -> Result<()> {
        Ok(())
    }

    async fn will_save(&self, params: WillSaveTextDocumentParams) {
        saving::warn(&self.client, &self.documents, &params.text_document.uri.into(), WarningOccasion::FirstSave).await;
    }

    async fn did_save(&self, params: DidSaveTextDocumentParams) {
        did_save::handle(self, params).await;
    }

    async fn did_close(&self, params: DidCloseTextDocumentParams) {
        let uri = Address::from(params.text_document.uri);
        if config_file::is_config_file(&uri) {
            return self.close_config_file(&uri);
        }
        self.documents.close(&uri, |opened| self.send_empty_list(opened));
        self.outgoing.spellings.forget(&uri);
        self.boards.close(&uri);
        self.engines.close(&uri);
        self.compare_elsewhere();
        host().give_back_memory();
    }

    async fn did_change_configuration(&self, params: DidChangeConfigurationParams) {
        // Some clients refuse what they have announced.
        if !self.features().configuration || !self.fetch_settings().await {
            let settings = params.settings.get(SECTION).unwrap_or(&params.settings);
            self.configuration.set_client_settings(settings);
        }
        self.reconfigure().await;
    }

    async fn did_change_watched_files(&self, params: DidChangeWatchedFilesParams) {
        did_change_watched_files::handle(self, params).await;
    }

    async fn did_create_files(&self, params: CreateFilesParams) {
        did_move_files::handle(self, params.files.into_iter().map(|file| file.uri)).await;
    }

    async fn did_rename_files(&self, params: RenameFilesParams) {
        did_move_files::handle(self, params.files.into_iter().flat_map(|file| [file.old_uri, file.new_uri])).await;
    }

    async fn did_delete_files(&self, params: DeleteFilesParams) {
        did_move_files::handle(self, params.files.into_iter().map(|file| file.uri)).await;
    }

    async fn did_change_workspace_folders(&self, params: DidChangeWorkspaceFoldersParams) {
        let path = |folder: WorkspaceFolder| Address::from(folder.uri).path();
        let removed: Vec<PathBuf> = params.event.removed.into_iter().filter_map(path).collect();
        self.workspace.change_folders(params.event.added.into_iter().filter_map(path).collect(), &removed);
        self.index.invalidate_files();
        self.update_index();
        self.compare_elsewhere();
    }

    async fn hover(&self, params: HoverParams) -> Result<Option<Hover>> {
        self.note_cursor(&params.text_document_position_params);
        hover::handle(self, params).await
    }

    async fn goto_definition(&self, params: GotoDefinitionParams) -> Result<Option<GotoDefinitionResponse>> {
        goto::handle(self, params, Goto::Definition).await
    }

    async fn goto_type_definition(
        &self,
        params: GotoTypeDefinitionParams,
    ) -> Result<Option<GotoTypeDefinitionResponse>> {
        goto::handle(self, params, Goto::Opening).await
    }

    async fn goto_implementation(
        &self,
        params: GotoImplementationParams,
    ) -> Result<Option<GotoImplementationResponse>> {
        goto::handle(self, params, Goto::Variations).await
    }

    async fn prepare_call_hierarchy(
        &self,
        params: CallHierarchyPrepareParams,
    ) -> Result<Option<Vec<CallHierarchyItem>>> {
        call_hierarchy::prepare(self, params).await
    }

    async fn incoming_calls(
        &self,
        params: CallHierarchyIncomingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyIncomingCall>>> {
        call_hierarchy::incoming(self, params).await
    }

    async fn outgoing_calls(
        &self,
        params: CallHierarchyOutgoingCallsParams,
    ) -> Result<Option<Vec<CallHierarchyOutgoingCall>>> {
        call_hierarchy::outgoing(self, params).await
    }

    async fn code_lens(&self, params: CodeLensParams) -> Result<Option<Vec<CodeLens>>> {
        code_lens::handle(self, params).await
    }

    async fn code_lens_resolve(&self, lens: CodeLens) -> Result<CodeLens> {
        code_lens::resolve(self, lens).await
    }

    async fn prepare_rename(&self, params: TextDocumentPositionParams) -> Result<Option<PrepareRenameResponse>> {
        rename::prepare(self, params).await
    }

    async fn completion(&self, params: CompletionParams) -> Result<Option<CompletionResponse>> {
        completion::handle(self, params).await
    }

    async fn completion_resolve(&self, item: CompletionItem) -> Result<CompletionItem> {
        Ok(completion::resolve(item, &self.features(), &self.offered))
    }

    async fn signature_help(&self, params: SignatureHelpParams) -> Result<Option<SignatureHelp>> {
        signature_help::handle(self, params).await
    }

    async fn linked_editing_range(&self, params: LinkedEditingRangeParams) -> Result<Option<LinkedEditingRanges>> {
        document_highlight::handle_linked(self, params).await
    }

    async fn selection_range(&self, params: SelectionRangeParams) -> Result<Option<Vec<SelectionRange>>> {
        selection_range::handle(self, params).await
    }

    async fn inlay_hint(&self, params: InlayHintParams) -> Result<Option<Vec<InlayHint>>> {
        inlay_hints::handle(self, params).await
    }

    async fn inlay_hint_resolve(&self, hint: InlayHint) -> Result<InlayHint> {
        inlay_hints::resolve(self, hint).await
    }

    async fn document_link(&self, params: DocumentLinkParams) -> Result<Option<Vec<DocumentLink>>> {
        document_link::handle(self, params).await
    }

    async fn document_color(&self, params: DocumentColorParams) -> Result<Vec<ColorInformation>> {
        document_color::handle(self, params).await
    }

    async fn color_presentation(&self, params: ColorPresentationParams) -> Result<Vec<ColorPresentation>> {
        document_color::present(self, params).await
    }

    async fn symbol(&self, params: WorkspaceSymbolParams) -> Result<Option<Vec<SymbolInformation>>> {
        workspace_symbol::handle(self, params).await
    }

    async fn on_type_formatting(&self, params: DocumentOnTypeFormattingParams) -> Result<Option<Vec<TextEdit>>> {
        formatting::handle_on_type(self, params).await
    }

    async fn workspace_diagnostic(&self, params: WorkspaceDiagnosticParams) -> Result<WorkspaceDiagnosticReportResult> {
        workspace_diagnostic::handle(self, params).await
    }

    async fn code_action(&self, params: CodeActionParams) -> Result<Option<CodeActionResponse>> {
        code_actions::handle(self, params).await
    }

    async fn execute_command(&self, params: ExecuteCommandParams) -> Result<Option<Value>> {
        self.0.run(params).await
    }
}

impl Methods {
    /// Tells the boards the likely position of the editor's cursor.
    pub(in crate::lsp) fn note_cursor(&self, place: &TextDocumentPositionParams) {
        self.boards.cursor_moved(&place.text_document.uri, place.position);
    }
}

/// The workspace folders of the client.
fn folders(params: &InitializeParams) -> Vec<PathBuf> {
    let uris: Vec<Url> = match &params.workspace_folders {
        Some(folders) => folders.iter().map(|folder| folder.uri.clone()).collect(),
        None => {
            // The field that preceded `workspaceFolders`.
            #[allow(deprecated)]
            let root = params.root_uri.clone();
            root.into_iter().collect()
        }
    };
    uris.into_iter().filter_map(|uri| Address::from(uri).path()).collect()
}
