//! The room of ide.
