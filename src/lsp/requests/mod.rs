//! Requests about a document, one file each: positions into offsets, the answer of `ide` into the protocol's types.

pub mod completion;
pub mod diagnostic;
pub mod document_highlight;
pub mod document_symbol;
pub mod folding_range;
pub mod hover;
pub mod inlay_hints;
pub mod selection_range;
pub mod semantic_tokens;
pub mod workspace_diagnostic;
