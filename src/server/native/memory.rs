//! Gives the memory of closed documents and of results for huge games back to the system: the C library would keep it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Delay before memory is given back: work on a closed document has stopped by then, and many documents closed together
/// are handled at once.
const QUIET: Duration = Duration::from_secs(1);

/// A task is waiting to give memory back.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Schedules giving memory back. Without effect outside of the runtime: then the session has ended.
pub fn give_back_later() {
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
    if WAITING.swap(true, Ordering::Relaxed) {
        return;
    }
    runtime.spawn(async {
        tokio::time::sleep(QUIET).await;
        // Before the call: memory freed meanwhile is left to the next one.
        WAITING.store(false, Ordering::Relaxed);
        if let Err(error) = tokio::task::spawn_blocking(vgn_lsp_heap::give_back).await {
            tracing::error!(%error, "memory was not given back");
        }
    });
}
