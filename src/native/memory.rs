//! The memory of documents that were closed, and of what was made of huge games, is given back to the system: the C
//! library would keep it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Memory is given back so long after it is needed no more: what works on a document that was closed has stopped by
/// then, and of many that are closed together the memory is given back at once.
const QUIET: Duration = Duration::from_secs(1);

/// Somebody waits to give it back.
static WAITING: AtomicBool = AtomicBool::new(false);

/// Gives memory back in a while. Without effect outside of the runtime: then the session has ended.
pub fn give_back_later() {
    let Ok(runtime) = tokio::runtime::Handle::try_current() else { return };
    if WAITING.swap(true, Ordering::Relaxed) {
        return;
    }
    runtime.spawn(async {
        tokio::time::sleep(QUIET).await;
        // Before it is given back: what is freed meanwhile is for the next time.
        WAITING.store(false, Ordering::Relaxed);
        if let Err(error) = tokio::task::spawn_blocking(vgn_lsp_heap::give_back).await {
            tracing::error!(%error, "memory was not given back");
        }
    });
}
