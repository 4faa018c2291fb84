//! The names of lists of diagnostics, by which a client says what it has.

use std::sync::LazyLock;
use std::time::{SystemTime, UNIX_EPOCH};

/// Tells the results of this server from those of one before it.
static SERVER: LazyLock<u64> = LazyLock::new(|| {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::from(std::process::id()) << 32 ^ u64::from(now.subsec_nanos()) ^ now.as_secs()
});

/// The name of a result, by what it depends on.
pub fn result_id(opening: u64, revision: u64) -> String {
    format!("{:x}-{opening}-{revision}", *SERVER)
}
