//! How long an engine is waited for.

use std::time::Duration;

/// How long an engine may be silent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Patience {
    /// Until it has said what it is, and after each thing that it is told.
    pub answer: Duration,
    /// In a search, before it is asked whether it is alive.
    pub search: Duration,
}

impl Default for Patience {
    fn default() -> Patience {
        // The first start may read a network of a hundred megabytes from a slow disk.
        Patience { answer: Duration::from_secs(20), search: Duration::from_secs(10) }
    }
}
