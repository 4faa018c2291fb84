//! The memory of documents that were closed is given back to the system: the C library would keep it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Memory is given back so long after a document was closed: what works on it has stopped by then, and of many documents
/// that are closed together the memory is given back at once.
const QUIET: Duration = Duration::from_secs(1);

/// Somebody waits to give it back.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Gives memory back in a while. Must be called within the runtime.
pub fn give_back_later() {
    if WAITING.swap(true, Ordering::Relaxed) {
        return;
    }
    tokio::spawn(async {
        tokio::time::sleep(QUIET).await;
        // Before it is given back: what is freed meanwhile is for the next time.
        WAITING.store(false, Ordering::Relaxed);
        if let Err(error) = tokio::task::spawn_blocking(vgn_lsp_heap::give_back).await {
            tracing::error!(%error, "memory was not given back");
        }
    });
}
