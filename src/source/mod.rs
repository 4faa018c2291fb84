//! Bytes of files ⇄ text: encodings, positions, files that hold no chess at all, and the differences of two texts.
//!
//! Knows: bytes, characters, line ends. Never knows: games, tags, moves, diagnostics, paths, the protocol.
//! Invariants: decoding never fails and is reversible ([`Encoding::encode`] of what [`Encoding::decode`] gave is the
//! bytes that it was given); every position is reckoned in the file's own bytes (rule A3).

mod edit_script;
mod encoding;
mod fit;
mod place;
mod sniff;

pub use edit_script::{ChangeTag, DiffTag, changes, edit_script};
pub use encoding::{Encoding, offending_bytes};
pub use place::{Advance, Locator, Place, Start};
pub use sniff::{BYTE_ORDER_MARK, NotChess, sniff};
