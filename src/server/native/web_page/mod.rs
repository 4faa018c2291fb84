//! `vgn-lsp web`: the page with the whole server in it, on 127.0.0.1.
//!
//! The files are the same for everybody, so the address has no secret. Nothing that is opened in the page comes here.

mod files;
mod listener;

pub use files::{PageFile, embedded_page};
pub use listener::run_page;
