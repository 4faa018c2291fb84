//! From findings to the client: when documents are checked, which findings are sent, and in which form.

pub mod checking;
pub mod comparing;
pub mod conflicts;
pub mod duplicate_list;
pub mod duplicates;
pub mod elsewhere;
pub mod inline_check;
pub mod leniency;
pub mod protocol;
pub mod rendering;
pub mod result_id;
pub mod selection;
pub mod studies;
pub mod workspace;
