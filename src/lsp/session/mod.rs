//! What holds for the whole connection: what the client can do, its settings, progress, pop-ups, and the state that the
//! requests are answered from.

pub mod about;
pub mod cancel;
pub mod capabilities;
pub mod config_file;
pub mod configuration;
pub mod lsp_ext;
pub mod pop_up;
pub mod progress;
pub mod registration;
pub mod state;
