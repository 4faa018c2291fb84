//! Requests about a document, one file each: they convert positions to offsets, and the answer of `ide` to the
//! protocol's types.

pub mod code_lens;
pub mod completion;
pub mod diagnostic;
pub mod document_color;
pub mod document_link;
pub mod document_symbol;
pub mod folding_range;
pub mod formatting;
pub mod hover;
pub mod inlay_hints;
pub mod inline_completion;
pub mod navigation;
mod opening_finder;
mod passages;
pub mod rename;
pub mod selection_range;
pub mod semantic_tokens;
pub mod signature_help;
mod transpositions;
mod windows;
pub mod workspace_diagnostic;
pub mod workspace_symbol;
