//! The state of the session, from `initialize` to its end, and the exit code of the server.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;
use tower_lsp::jsonrpc::{Error, ErrorCode};

/// The protocol's error code for a request before `initialize`.
const SERVER_NOT_INITIALIZED: i64 = -32002;

/// The state of the session, shared by all its readers and writers.
#[derive(Debug, Default)]
pub struct Lifecycle {
    initialized: AtomicBool,
    shut_down: AtomicBool,
    ended: AtomicBool,
    ended_notify: Notify,
}

impl Lifecycle {
    /// Notes that `initialize` has succeeded.
    pub fn set_initialized(&self) {
        self.initialized.store(true, Ordering::SeqCst);
    }

    /// Notes that `shutdown` has succeeded.
    pub fn set_shut_down(&self) {
        self.shut_down.store(true, Ordering::SeqCst);
    }

    /// Ends the server now: after `exit`, or when the client is gone.
    pub fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        self.ended_notify.notify_waiters();
    }

    /// Whether requests and notifications are served.
    ///
    /// # Errors
    /// Before `initialize`, and after `shutdown`: the error that the protocol prescribes.
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

    /// Completes when the server must end.
    pub async fn wait(&self) {
        let ended_notify = self.ended_notify.notified();
        tokio::pin!(ended_notify);
        // Enabled before the check: an end between the two is not missed.
        ended_notify.as_mut().enable();
        if !self.has_ended() {
            ended_notify.await;
        }
    }

    /// Whether the server must end.
    pub fn has_ended(&self) -> bool {
        self.ended.load(Ordering::SeqCst)
    }

    /// The exit code that the protocol prescribes: 0 after `shutdown`, else 1.
    pub fn exit_code(&self) -> u8 {
        u8::from(!self.shut_down.load(Ordering::SeqCst))
    }
}
