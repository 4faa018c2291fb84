//! Requests about a document, one file each: they convert positions to offsets, and the answer of `ide` to the
//! protocol's types.

pub mod call_hierarchy;
pub mod code_lens;
pub mod completion;
pub mod diagnostic;
pub mod document_color;
pub mod document_highlight;
pub mod document_link;
pub mod document_symbol;
pub mod folding_range;
pub mod formatting;
pub mod goto;
pub mod hover;
pub mod inlay_hints;
pub mod inline_completion;
mod opening_finder;
mod passages;
pub mod references;
pub mod rename;
pub mod selection_range;
pub mod semantic_tokens;
pub mod signature_help;
mod transpositions;
mod windows;
pub mod workspace_diagnostic;
pub mod workspace_symbol;
