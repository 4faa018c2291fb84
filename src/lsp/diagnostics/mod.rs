//! Findings on their way to the client: when documents are checked, which findings are sent, and in which form.

pub mod checking;
pub mod duplicates;
pub mod leniency;
pub mod promptly;
pub mod protocol;
pub mod pull;
pub mod rendering;
pub mod selection;
pub mod workspace;
