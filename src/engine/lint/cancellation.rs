//! The token that cancels work whose result is no longer needed.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Checked at intervals by long work. A result produced after cancellation is incomplete, and the caller drops it:
/// [`Context::whole`](super::Context::whole).
///
/// Implemented by functions and by flags that another thread sets.
pub trait Cancellation: Sync {
    /// Whether the work is cancelled; never becomes false again.
    fn is_cancelled(&self) -> bool;
}

/// The token of work that is never cancelled.
pub const NEVER: &dyn Cancellation = &NeverCancelled;

struct NeverCancelled;

impl Cancellation for NeverCancelled {
    fn is_cancelled(&self) -> bool {
        false
    }
}

impl<F: Fn() -> bool + Sync> Cancellation for F {
    fn is_cancelled(&self) -> bool {
        self()
    }
}

impl Cancellation for AtomicBool {
    fn is_cancelled(&self) -> bool {
        self.load(Ordering::Relaxed)
    }
}

impl fmt::Debug for dyn Cancellation + '_ {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cancellation")
    }
}
