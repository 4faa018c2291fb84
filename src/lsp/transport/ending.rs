//! How the server ends, and with which exit code.

use std::sync::atomic::{AtomicBool, Ordering};

use tokio::sync::Notify;

/// Shared by all who may end the server and the one who waits for it.
#[derive(Debug, Default)]
pub struct Ending {
    shut_down: AtomicBool,
    ended: AtomicBool,
    told: Notify,
}

impl Ending {
    /// The client has asked for `shutdown`, and got it.
    pub fn set_shut_down(&self) {
        self.shut_down.store(true, Ordering::SeqCst);
    }

    /// Ends the server now: `exit`, or the client is gone.
    pub fn end(&self) {
        self.ended.store(true, Ordering::SeqCst);
        self.told.notify_waiters();
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
