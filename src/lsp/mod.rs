//! The room of lsp.
