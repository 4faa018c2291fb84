//! Conversion between bytes and text: encodings, positions, detection of files that are not chess, and differences of
//! two texts.
//!
//! Knows: bytes, characters, line ends. Never knows: games, tags, moves, diagnostics, paths, the protocol. Invariants:
//! decoding never fails and is reversible ([`Encoding::encode`] of the result of [`Encoding::decode`] returns the
//! original bytes); every position refers to the file's own bytes (rule A3).

mod edit_script;
mod encoding;
mod file_position;
mod fit;
pub(crate) mod near;
mod sniff;

pub use edit_script::{ChangeTag, DiffTag, changes, edit_script};
pub use encoding::{Encoding, offending_bytes};
pub use file_position::{ChunkExtent, ChunkStart, FilePosition, Locator};
pub use near::distance as spelling_distance;
pub use sniff::{BYTE_ORDER_MARK, NonChessFile, sniff};
