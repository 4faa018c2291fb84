//! Methods that are not part of the protocol, or unknown to tower-lsp's types: `decoded` text, cancelled progress, and
//! methods for tests.

use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

use tower_lsp::jsonrpc::Result;
use tower_lsp::lsp_types::{Range, TextDocumentPositionParams, TextEdit, WorkDoneProgressCancelParams};

use super::cursor::{self, CursorResponse};
use super::curve;
use super::decoded::{self, DecodedText, DecodedTextParams};
use super::explore::{self, ExploreParams, ExploreResponse};
use super::find::{self, FindParams, FindResponse};
use super::move_item::{self, MoveItemParams};
use super::step::{self, StepParams};
use crate::lsp::actions::explain;
use crate::lsp::engine::{self, EngineStartParams, EngineStarted, EngineStopParams};
use crate::lsp::lent_files::LendFilesParams;
use crate::lsp::methods::Methods;
use crate::lsp::requests::inline_completion::{self, InlineCompletionList};
use crate::lsp::session::cancel::{WorkScope, compute};
use crate::lsp::session::lsp_ext::{TextContentParams, TextContentResult};

impl Methods {
    /// Panics on purpose, for tests: in the handler, or on another thread.
    pub async fn test_panic(&self, params: TestPanicParams) -> Result<()> {
        if params.elsewhere {
            compute(WorkScope::Whole, |_| panic!("asked to panic elsewhere")).await
        }
        panic!("asked to panic")
    }

    /// Works until cancelled, for tests.
    pub async fn test_wait(&self) -> Result<()> {
        compute(WorkScope::Whole, |cancel| {
            let (nothing, nobody) = (Mutex::new(()), Condvar::new());
            while !cancel.is_cancelled() {
                let waiting = nothing.lock().unwrap_or_else(PoisonError::into_inner);
                drop(nobody.wait_timeout(waiting, Duration::from_millis(5)));
            }
        })
        .await;
        Ok(())
    }

    /// Waits until the client's settings have been read, for tests.
    pub async fn test_ready(&self) -> Result<()> {
        self.ready.subscribe().wait_for(|ready| *ready).await.map(drop).unwrap_or_default();
        Ok(())
    }

    /// `vgn/cursor`: the state of the game at the cursor.
    pub async fn cursor(&self, params: TextDocumentPositionParams) -> Result<Option<CursorResponse>> {
        self.note_cursor(&params);
        cursor::handle(self, params).await
    }

    /// `vgn/step`: the target of a step with the cursor.
    pub async fn step(&self, params: StepParams) -> Result<Option<Range>> {
        step::handle(self, params).await
    }

    /// `vgn/explore`: what the games of the workspace play in a position.
    pub async fn explore(&self, params: ExploreParams) -> Result<Option<ExploreResponse>> {
        explore::handle(self, params).await
    }

    /// `vgn/find`: the games of the workspace in which a condition holds.
    pub async fn find(&self, params: FindParams) -> Result<FindResponse> {
        find::handle(self, params).await
    }

    /// `vgn/engineStart`: lets an engine think about a position.
    pub async fn engine_start(&self, params: EngineStartParams) -> Result<EngineStarted> {
        engine::start(self, params, self.engine_audience()).await
    }

    /// `vgn/engineStop`: ends the engine of a document.
    pub async fn engine_stop(&self, params: EngineStopParams) -> Result<bool> {
        Ok(engine::stop(self, params))
    }

    /// `textDocument/inlineCompletion` (3.18).
    pub async fn inline_completion(&self, params: TextDocumentPositionParams) -> Result<Option<InlineCompletionList>> {
        inline_completion::handle(self, params).await
    }

    /// `vgn/moveItem`: swaps a variation with its neighbour.
    pub async fn move_item(&self, params: MoveItemParams) -> Result<Vec<TextEdit>> {
        move_item::handle(self, params).await
    }

    /// `vgn/decodedText`: a file with binary sections as text.
    pub async fn decoded_text(&self, params: DecodedTextParams) -> Result<DecodedText> {
        let file = params.file();
        let snapshot = self.documents.snapshot(&file);
        compute(WorkScope::Whole, move |cancel| decoded::answer(&file, snapshot, cancel)).await
    }

    /// `vgn/lendFiles`: the bytes of files, for a server without a disk.
    pub async fn take_files(&self, params: LendFilesParams) {
        self.lend_files(params).await;
    }

    /// `workspace/textDocumentContent`: the same for clients that support virtual documents, the pages of
    /// diagnostics, curves, and the games that a search has found.
    pub async fn text_content(&self, params: TextContentParams) -> Result<TextContentResult> {
        if let Some(text) = explain::page_at(params.uri.spelling()) {
            return Ok(TextContentResult { text });
        }
        if let Some(text) = curve::document_at(self, params.uri.spelling()).await? {
            return Ok(TextContentResult { text });
        }
        if let Some(text) = find::text_at(self, params.uri.spelling()).await {
            return Ok(TextContentResult { text: text? });
        }
        let file = decoded::file_of(&params.uri);
        let snapshot = self.documents.snapshot(&file);
        let text = compute(WorkScope::Whole, move |cancel| decoded::answer(&file, snapshot, cancel)).await?.text;
        Ok(TextContentResult { text })
    }

    /// `window/workDoneProgress/cancel`.
    pub async fn cancel_progress(&self, params: WorkDoneProgressCancelParams) {
        self.progresses.cancel(&params.token);
    }
}

/// Where to panic.
#[derive(Debug, serde::Deserialize)]
pub struct TestPanicParams {
    elsewhere: bool,
}
