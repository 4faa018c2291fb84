//! `vgn.toml`: from its text to settings, and the walk up from a file to find it.
//!
//! Knows: the catalogue's codes, TOML, where configuration files lie. Never knows: games, terminals, the protocol.
//! Invariants: reading a configuration never fails: what is wrong becomes a [`Notice`] and the rest holds; nothing is
//! printed here.

mod find;
mod levels;
mod near;
mod read;

pub use find::{FILE_NAME, Finder, Found};
pub use levels::{Level, Levels, Selector, UnknownCode};
pub use near::nearest;
pub use read::{Config, Notice, parse};
