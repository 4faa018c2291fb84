//! Boards in the user's browser, one per document: their notifications and requests. The host serves their page and
//! transports their messages (`host`).
//!
//! The server never waits for a board: a page receives the latest state when it reads, and skips the states between
//! (`feed`).

mod command;
mod feed;
mod page_engine;
mod relay;
mod tree;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::{Receiver, Sender};
use tower_lsp::lsp_types::{Position, Url};

use crate::lsp::custom::board_undo::UndoStack;
use crate::lsp::documents::address::Address;
use crate::lsp::host::host;
use crate::lsp::session::state::Backend;

pub use command::{OPEN_BOARD, run};
use feed::BoardFeed;

/// The boards of a session.
#[derive(Debug, Default)]
pub struct BrowserBoards {
    /// At least one board exists, so that changes must be published.
    are_open: AtomicBool,
    state: Mutex<BoardsState>,
}

#[derive(Debug, Default)]
struct BoardsState {
    /// The port of the page server.
    port: Option<u16>,
    /// By the secret in their addresses.
    boards: HashMap<String, Arc<BrowserBoard>>,
}

/// What a board can do with its document.
#[derive(Clone, Copy, Debug)]
struct BoardAccess {
    /// No editor has the document open, so that there is no cursor.
    is_alone: bool,
    /// It cannot write.
    is_read_only: bool,
}

/// The board of one document.
#[derive(Debug)]
struct BrowserBoard {
    uri: Address,
    feed: BoardFeed,
    access: BoardAccess,
    /// The edits made from its pages.
    steps: Arc<Mutex<UndoStack>>,
}

impl BrowserBoards {
    /// Publishes the likely position of the editor's cursor.
    pub fn cursor_moved(&self, uri: &Url, position: Position) {
        if self.are_open.load(Ordering::Relaxed) {
            let uri = Address::from(uri.clone());
            self.each(&uri, |board| board.feed.publish_cursor(position));
        }
    }

    /// Publishes a change of the document, with the cursor at `position`.
    pub fn document_changed(&self, uri: &Address, version: i32, position: impl FnOnce() -> Option<Position>) {
        if self.are_open.load(Ordering::Relaxed) {
            let mut position = Some(position);
            self.each(uri, |board| {
                board.feed.change(version);
                position
                    .take()
                    .and_then(|position| position())
                    .into_iter()
                    .for_each(|at| board.feed.publish_cursor(at));
            });
        }
    }

    /// Ends the board of a closed document. It is removed first, so that its address is gone when its pages know it.
    pub fn close(&self, uri: &Address) {
        let closed: Vec<_> = self.lock().boards.extract_if(|_, board| board.uri == *uri).collect();
        closed.iter().for_each(|(_, board)| board.feed.close());
    }

    fn each(&self, uri: &Address, mut tell: impl FnMut(&BrowserBoard)) {
        let boards: Vec<Arc<BrowserBoard>> =
            self.lock().boards.values().filter(|board| board.uri == *uri).cloned().collect();
        boards.iter().for_each(|board| tell(board));
    }

    /// The port of the page server, if it is running.
    fn port(&self) -> Option<u16> {
        self.lock().port
    }

    /// Sets the port of the page server.
    fn set_port(&self, port: u16) -> u16 {
        self.lock().port = Some(port);
        port
    }

    /// The board with a secret.
    fn find(&self, secret: &str) -> Option<Arc<BrowserBoard>> {
        self.lock().boards.get(secret).cloned()
    }

    /// The secret of a document's board, which is created on the first call.
    ///
    /// # Errors
    /// If the system has no random numbers.
    fn secret_of(&self, uri: &Address, access: BoardAccess) -> Result<String, String> {
        let known = |state: &BoardsState| {
            state.boards.iter().find(|(_, board)| board.uri == *uri).map(|(secret, _)| secret.clone())
        };
        if let Some(secret) = known(&self.lock()) {
            return Ok(secret);
        }
        let secret: String = host().secret()?.iter().map(|byte| format!("{byte:02x}")).collect();
        let board = BrowserBoard { uri: uri.clone(), feed: BoardFeed::default(), access, steps: Arc::default() };
        self.lock().boards.insert(secret.clone(), Arc::new(board));
        self.are_open.store(true, Ordering::Relaxed);
        Ok(secret)
    }

    fn lock(&self) -> MutexGuard<'_, BoardsState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Backend {
    /// Whether a board has this secret.
    pub fn has_board(&self, secret: &str) -> bool {
        self.boards.find(secret).is_some()
    }

    /// Serves the page of the board with a secret: its messages come in, the server's go out. Ends with the page, the
    /// document or the session.
    pub async fn serve_board_page(
        self: Arc<Self>,
        secret: String,
        incoming: Receiver<String>,
        outgoing: Sender<String>,
    ) {
        if let Some(board) = self.boards.find(&secret) {
            relay::run(&self, &board, incoming, outgoing).await;
        }
    }

    /// Completes when the session ends.
    pub async fn session_end(&self) {
        self.lifecycle.wait().await;
    }
}
