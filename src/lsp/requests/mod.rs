//! Requests about a document, one file each: positions into offsets, the answer of `ide` into the protocol's types.

pub mod completion;
pub mod folding;
pub mod highlight;
pub mod hover;
pub mod selection_range;
pub mod semantic_tokens;
pub mod symbols;
