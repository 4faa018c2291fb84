//! The token by which work hears that nobody waits for it any more.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// Asked by long work now and then. What is made after it has said so is not whole, and is dropped by those who asked
/// for it: [`Context::whole`](super::Context::whole).
///
/// Any function may be one, and any flag that another thread sets.
pub trait Cancellation: Sync {
    /// The work has been called off, for good.
    fn is_cancelled(&self) -> bool;
}

/// The token of work that is always waited for.
pub const NEVER: &dyn Cancellation = &Never;

struct Never;

impl Cancellation for Never {
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
