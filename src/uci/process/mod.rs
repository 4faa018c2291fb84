//! Engines in processes of their own.
//!
//! Knows: processes, threads, time. Never knows: what the lines mean, which is the protocol's.
//!
//! Two threads carry lines, so that neither a full nor an empty pipe blocks who waits: [`ChessEngine`] waits with a
//! time-out for each answer. An engine that hangs, dies, or is not to be believed is killed with all that it has started,
//! and reaped; the reason is an [`EngineFault`]. It never outlives its [`ChessEngine`], nor [`end_all`].

mod child;
mod engine;
#[cfg(all(test, unix))]
mod tests;

pub use child::end_all;
pub use engine::ChessEngine;

pub use crate::protocol::{EngineFault, Patience};
