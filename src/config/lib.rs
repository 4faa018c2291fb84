//! Configuration: `vgn.toml` and the settings of editors, from text to settings, and the search for the file in the
//! folders above another.
//!
//! Knows: the catalogue's codes, names of notations, TOML and JSON, the places of configuration files. Never knows:
//! games, terminals, the protocol. Invariants: reading a configuration never fails: faults become a [`Notice`] and the
//! rest applies; nothing is printed here.

mod effective;
mod entries;
pub mod files;
mod find;
mod format;
mod hints;
mod lens;
mod levels;
mod near;
mod notices;
mod portable;
mod read;
mod schema;

pub use effective::{EffectiveConfig, Preferences};
pub use find::{ConfigFile, ConfigFinder, FILE_NAME, LARGEST_CONFIGURATION};
pub use format::FormatChoice;
pub use hints::HintChoice;
pub use lens::LensChoice;
pub use levels::{DiagnosticLevel, DiagnosticLevels, LevelSelector, UnknownCode};
pub use near::nearest;
pub use notices::{Notice, Notices};
pub use read::{Config, parse, parse_json};
pub use schema::schema;
