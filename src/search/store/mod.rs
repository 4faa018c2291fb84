//! An index of positions in a folder: segments of many files, and the catalogue that says which games they hold.
//!
//! Knows: files, segments. Never knows: how games are found in a file, what is asked of them. One [`StoreWriter`] at a
//! time changes a folder, as a lock tells; any number of [`StoreReader`]s read it meanwhile.
//!
//! ```text
//! lock                 locked by the writer
//! manifest             a line with version and checksum, then the catalogue ([`manifest`])
//! ID.vgnseg            a segment in blocks with checksums ([`sealed`])
//! ID.vgnseg.tmp, manifest.tmp     being written; left by a process that was killed, removed by the next writer
//! ```
//!
//! Invariants: a segment is whole on the disk before a manifest names it, and a manifest is replaced whole, so that
//! whoever is killed leaves the old index or the new one. What is read is compared with its checksum first: nothing
//! damaged is believed. Nothing that is not the index's is written over or removed ([`own`]).

mod fault;
mod manifest;
mod own;
mod reader;
mod sealed;
mod stamp;
#[cfg(test)]
mod tests;
mod writer;

use std::hash::Hasher;

pub use fault::StoreFault;
pub use manifest::{CatalogueFile, IndexedPart, StoredSegment};
pub use reader::StoreReader;
pub use stamp::{StoredStamp, now};
pub use writer::{StoreWriter, remove_store};

const MANIFEST: &str = "manifest";
const LOCK: &str = "lock";
const SEGMENT: &str = "vgnseg";
const TEMPORARY: &str = "tmp";

/// A hash of a text that comes in pieces, by which equal files are told.
pub struct TextHash(twox_hash::XxHash64);

impl Default for TextHash {
    fn default() -> TextHash {
        TextHash(twox_hash::XxHash64::with_seed(0))
    }
}

impl TextHash {
    /// Takes the next piece.
    pub fn take(&mut self, piece: &[u8]) {
        self.0.write(piece);
    }

    /// The hash of all pieces.
    pub fn finish(&self) -> u64 {
        self.0.finish()
    }
}
