//! Tokens that tell work on another thread that nobody waits for it any more.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// Shared by the work and those who may call it off.
#[derive(Clone, Debug, Default)]
pub struct Cancel(Arc<AtomicBool>);

impl Cancel {
    /// Calls the work off.
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// The work has been called off.
    pub fn is_cancelled(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}

/// Calls the work off when it is dropped: a request's handler holds one while it waits for its work.
#[derive(Debug)]
pub struct CancelOnDrop(pub Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}

/// Runs work for a request on a thread for blocking work. When the request is cancelled, so is the token.
///
/// A panic of the work goes on in the caller, whose guard makes it a reply.
pub async fn compute<T: Send + 'static>(work: impl FnOnce(&Cancel) -> T + Send + 'static) -> T {
    let cancel = Cancel::default();
    let _cancel_on_drop = CancelOnDrop(cancel.clone());
    match tokio::task::spawn_blocking(move || work(&cancel)).await {
        Ok(answer) => answer,
        Err(error) => std::panic::resume_unwind(error.into_panic()),
    }
}
