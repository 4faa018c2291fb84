//! The names of lists of diagnostics, by which a client says what it has.

use std::sync::LazyLock;

use crate::lsp::host::host;

/// Tells the results of this server from those of one before it.
static SERVER: LazyLock<u64> = LazyLock::new(|| host().seed());

/// The name of a result, by what it depends on.
pub fn result_id(opening: u64, revision: u64) -> String {
    format!("{:x}-{opening}-{revision}", *SERVER)
}
