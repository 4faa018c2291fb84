//! Compressed files, read as the text within: gzip, Zstandard, bzip2, xz, and the members of a ZIP archive.
//!
//! Knows: streams of bytes, files of archives. Never knows: what the text says, where it goes. Invariants: what a stream
//! holds is decided by its first bytes, never by its name; memory does not grow with the text (a window of at most
//! [`MOST_MEMORY`] bytes); a stream that is cut off or damaged yields what can be read of it, and then an error that names
//! the place, never an end.

mod archive;
mod counted;
mod frames;
mod kind;
mod stream;

pub use archive::{ArchiveMember, members};
pub use kind::{CompressionKind, uncompressed_name};
pub use stream::{DecompressedText, decompressed};

/// The most memory that a stream may ask for, in bytes: what the programs of its format allow unasked.
pub const MOST_MEMORY: u64 = 128 << 20;
