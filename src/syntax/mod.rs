//! The room of syntax.
