//! Identifiers of diagnostic reports, by which a client names its previous result.

use std::sync::LazyLock;

use crate::lsp::host::host;

/// Distinguishes the results of this server process from those of an earlier one.
static SERVER: LazyLock<u64> = LazyLock::new(|| host().seed());

/// The identifier of a result, by what it depends on.
pub fn result_id(opening: u64, revision: u64) -> String {
    format!("{:x}-{opening}-{revision}", *SERVER)
}
