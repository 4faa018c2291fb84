//! The state of the connection: client features, settings, progress, pop-ups, and the state from which requests are
//! answered.

pub mod cancel;
pub mod capabilities;
pub mod config_file;
pub mod configuration;
pub mod document_query;
pub mod lsp_ext;
pub mod pop_up;
pub mod progress;
pub mod registration;
pub mod state;
