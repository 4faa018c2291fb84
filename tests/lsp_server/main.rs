//! The built server spoken to over its standard streams.

mod documents;
mod harness;
mod hover;
mod lifecycle;
mod robustness;
