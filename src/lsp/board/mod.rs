//! Boards in the user's browser, one a document: what they are told, and what they ask. The host serves their page and
//! carries their messages (`host`).
//!
//! Nobody waits for a board: what it is told is what holds when it listens (`told`), and a page that does not read is
//! told the latest when it does.

mod command;
mod relay;
mod told;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::mpsc::{Receiver, Sender};
use tower_lsp::lsp_types::{Position, Url};

use crate::lsp::custom::board_step::Steps;
use crate::lsp::documents::address::Address;
use crate::lsp::host::host;
use crate::lsp::session::state::Backend;

pub use command::{OPEN_BOARD, run};
use told::Told;

/// The boards of a session.
#[derive(Debug, Default)]
pub struct Boards {
    /// There is one, so that somebody wants to be told.
    are_open: AtomicBool,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// Where pages are served.
    port: Option<u16>,
    /// By the secret of their addresses.
    boards: HashMap<String, Arc<Board>>,
}

/// The board of one document.
#[derive(Debug)]
struct Board {
    uri: Address,
    told: Told,
    /// It shows a file that no editor has open.
    is_read_only: bool,
    /// What was written from its pages.
    steps: Arc<Mutex<Steps>>,
}

impl Boards {
    /// The editor's cursor is probably there.
    pub fn seen(&self, uri: &Url, position: Position) {
        if self.are_open.load(Ordering::Relaxed) {
            let uri = Address::from(uri.clone());
            self.each(&uri, |board| board.told.see(position));
        }
    }

    /// The document has changed, and its cursor is where `position` tells.
    pub fn changed(&self, uri: &Address, version: i32, position: impl FnOnce() -> Option<Position>) {
        if self.are_open.load(Ordering::Relaxed) {
            let mut position = Some(position);
            self.each(uri, |board| {
                board.told.change(version);
                position.take().and_then(|position| position()).into_iter().for_each(|at| board.told.see(at));
            });
        }
    }

    /// The document is closed: its board ends.
    pub fn close(&self, uri: &Address) {
        self.each(uri, |board| board.told.close());
        self.lock().boards.retain(|_, board| board.uri != *uri);
    }

    fn each(&self, uri: &Address, mut tell: impl FnMut(&Board)) {
        let boards: Vec<Arc<Board>> = self.lock().boards.values().filter(|board| board.uri == *uri).cloned().collect();
        boards.iter().for_each(|board| tell(board));
    }

    /// Where pages are served, if they are.
    fn port(&self) -> Option<u16> {
        self.lock().port
    }

    /// Pages are served there.
    fn set_port(&self, port: u16) -> u16 {
        self.lock().port = Some(port);
        port
    }

    /// The board with a secret.
    fn find(&self, secret: &str) -> Option<Arc<Board>> {
        self.lock().boards.get(secret).cloned()
    }

    /// The secret of a document's board, which is made if there is none.
    ///
    /// # Errors
    /// When the system gives no random numbers.
    fn secret_of(&self, uri: &Address, is_read_only: bool) -> Result<String, String> {
        let known =
            |state: &State| state.boards.iter().find(|(_, board)| board.uri == *uri).map(|(secret, _)| secret.clone());
        if let Some(secret) = known(&self.lock()) {
            return Ok(secret);
        }
        let secret: String = host().secret()?.iter().map(|byte| format!("{byte:02x}")).collect();
        let board = Board { uri: uri.clone(), told: Told::default(), is_read_only, steps: Arc::default() };
        self.lock().boards.insert(secret.clone(), Arc::new(board));
        self.are_open.store(true, Ordering::Relaxed);
        Ok(secret)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Backend {
    /// Some board's address has this secret.
    pub fn has_board(&self, secret: &str) -> bool {
        self.boards.find(secret).is_some()
    }

    /// Serves the page of the board with a secret: what it says comes in, and what is said to it goes out. Ends with
    /// the page, the document or the session.
    pub async fn talk(self: Arc<Self>, secret: String, incoming: Receiver<String>, outgoing: Sender<String>) {
        if let Some(board) = self.boards.find(&secret) {
            relay::run(&self, &board, incoming, outgoing).await;
        }
    }

    /// Returns when the session ends.
    pub async fn session_end(&self) {
        self.lifecycle.wait().await;
    }
}
