//! What tells whether a file has changed, without reading it.

use std::fs::Metadata;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

/// Two writes within this time may have the same stamp: the coarsest clock of a common file system.
const COARSEST: Duration = Duration::from_secs(2);

/// Length and times of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredStamp {
    /// In bytes.
    pub size: u64,
    /// When its content was changed, in nanoseconds since 1970; 0 if unknown.
    pub modified: i64,
    /// When its content or its description was changed, where the system keeps that; else 0.
    pub changed: i64,
}

impl StoredStamp {
    /// The stamp of a file.
    pub fn of(metadata: &Metadata) -> StoredStamp {
        let modified = metadata.modified().map_or(0, nanoseconds);
        StoredStamp { size: metadata.len(), modified, changed: changed(metadata) }
    }

    /// Whether any later change of the file would change its stamp too, if it was read at this time.
    pub fn is_certain(&self, read_at: i64) -> bool {
        let last = self.modified.max(self.changed);
        last > 0 && last.saturating_add(COARSEST.as_nanos() as i64) < read_at
    }
}

/// The present time, in nanoseconds since 1970.
pub fn now() -> i64 {
    nanoseconds(SystemTime::now())
}

fn nanoseconds(time: SystemTime) -> i64 {
    let since = time.duration_since(UNIX_EPOCH).map(|since| since.as_nanos());
    since.ok().and_then(|since| i64::try_from(since).ok()).unwrap_or(0)
}

#[cfg(unix)]
fn changed(metadata: &Metadata) -> i64 {
    use std::os::unix::fs::MetadataExt;
    metadata.ctime().saturating_mul(1_000_000_000).saturating_add(metadata.ctime_nsec())
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> i64 {
    0
}
