//! Where something is: definitions, references, move orders, occurrences.

pub mod call_hierarchy;
pub mod document_highlight;
pub mod goto;
mod other_games;
pub mod references;
