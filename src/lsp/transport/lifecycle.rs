//! Where the session stands, from `initialize` to its end, and the exit code of the server.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;
use tower_lsp::jsonrpc::{Error, ErrorCode};

/// The protocol's code for a request before `initialize`.
const SERVER_NOT_INITIALIZED: i64 = -32002;

/// Shared by all who may change where the session stands and those who ask.
#[derive(Debug, Default)]
pub struct Lifecycle {
    initialized: AtomicBool,
    shut_down: AtomicBool,
    ended: AtomicBool,
    told: Notify,
}

impl Lifecycle {
    /// The client has asked for `initialize`, and got it.
    pub fn set_initialized(&self) {
        self.initialized.store(true, Ordering::SeqCst);
    }

    /// The client has asked for `shutdown`, and got it.
    pub fn set_shut_down(&self) {
        self.shut_down.store(true, Ordering::SeqCst);
    }

    /// Ends the server now: `exit`, or the client is gone.
    pub fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        self.told.notify_waiters();
    }

    /// Whether requests and notifications are served.
    ///
    /// # Errors
    /// Before `initialize`, and after `shutdown`: the error that the protocol has for it.
    pub fn admit(&self) -> Result<(), Error> {
        if !self.initialized.load(Ordering::SeqCst) {
            let code = ErrorCode::ServerError(SERVER_NOT_INITIALIZED);
            return Err(Error { code, message: "Server not initialized".into(), data: None });
        }
        match self.shut_down.load(Ordering::SeqCst) {
            true => Err(Error::invalid_request()),
            false => Ok(()),
        }
    }

    /// Returns when the server is to end now.
    pub async fn wait(&self) {
        let told = self.told.notified();
        tokio::pin!(told);
        // Enabled before the check: an end between the two is not missed.
        told.as_mut().enable();
        if !self.has_ended() {
            told.await;
        }
    }

    /// The server is to end now.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst)
    }

    /// The exit code that the protocol asks for: 0 after `shutdown`, else 1.
    pub fn exit_code(&self) -> u8 {
        u8::from(!self.shut_down.load(Ordering::SeqCst))
    }
}
