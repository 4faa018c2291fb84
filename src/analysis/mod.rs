//! Analysis: one game's text judged against its notation and the rules.
//!
//! Knows: `syntax`, `notation`, `rules`. Never knows: the protocol, files, terminals, where a text came from.
//! All offsets are bytes from the start of the game's own text, so that a game can be shared between
//! versions of a file whatever happens before it.

mod catalogue;
mod diagnostic;
mod settings;

pub use catalogue::{CATALOGUE, Code, Entry, Family};
pub use diagnostic::{Diagnostic, Edit, Fix, Related, Severity};
pub use settings::{FileKind, Settings, Strictness};
