//! The catalogue of an index: its files, its segments, and which games of a file are where.
//!
//! ```text
//! vgn-lsp index VERSION CHECKSUM in hexadecimal digits, line feed | JSON
//! ```

use std::fs::File;
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use twox_hash::XxHash64;

use super::{MANIFEST, SEGMENT, StoreFault, StoredStamp, TEMPORARY};

/// How every manifest begins, of whatever version.
pub(super) const MARK: &str = "vgn-lsp index ";
/// Version of manifest, segments and keys.
const VERSION: &str = "3";

/// A file of games in an index.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CatalogueFile {
    /// Absolute.
    pub path: String,
    /// The name in the archive at `path`.
    pub member: Option<String>,
    pub stamp: StoredStamp,
    /// When its reading began, in nanoseconds since 1970.
    pub read_at: i64,
    /// The [`super::TextHash`] of its text.
    pub hash: u64,
    /// Number of its games.
    pub games: u64,
    /// Number of those of other variants than chess.
    pub of_variants: u64,
    /// Whether its text cannot be read from the middle.
    pub is_compressed: bool,
    /// Where its games are, in order.
    pub parts: Vec<IndexedPart>,
}

/// Consecutive games of a file in one segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct IndexedPart {
    /// Number of the segment.
    pub segment: u64,
    /// The first game's number in the segment.
    pub first: u32,
    /// Number of games.
    pub games: u32,
    /// Where the last one ends, in bytes of the file's text.
    pub end: u64,
}

/// A segment of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredSegment {
    /// Its number, which its file is named after.
    pub id: u64,
    /// In bytes, without checksums.
    pub length: u64,
    pub games: u32,
    pub positions: u64,
}

impl StoredSegment {
    pub(super) fn path(&self, folder: &Path) -> PathBuf {
        folder.join(format!("{:016x}.{SEGMENT}", self.id))
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct StoreManifest {
    pub(super) files: Vec<CatalogueFile>,
    pub(super) segments: Vec<StoredSegment>,
}

impl StoreManifest {
    /// Reads the manifest of a folder.
    pub(super) fn read(folder: &Path) -> Result<StoreManifest, StoreFault> {
        let path = folder.join(MANIFEST);
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == ErrorKind::NotFound => {
                return Err(StoreFault::Absent(folder.to_path_buf()));
            }
            Err(error) => return Err(StoreFault::System(path, error)),
        };
        if !MARK.as_bytes().starts_with(&bytes[..bytes.len().min(MARK.len())]) {
            return Err(StoreFault::Foreign(path));
        }
        StoreManifest::parse(&bytes).ok_or_else(|| {
            let other = format!("{MARK}{VERSION} ");
            let is_other = bytes.starts_with(MARK.as_bytes()) && !bytes.starts_with(other.as_bytes());
            if is_other { StoreFault::OtherVersion(path) } else { StoreFault::Damaged(path) }
        })
    }

    fn parse(bytes: &[u8]) -> Option<StoreManifest> {
        let end = bytes.iter().position(|byte| *byte == b'\n')?;
        let (head, json) = (std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]);
        let (version, sum) = head.strip_prefix(MARK)?.split_once(' ')?;
        let is_whole = version == VERSION && sum == format!("{:016x}", XxHash64::oneshot(0, json));
        let manifest: StoreManifest = serde_json::from_slice(json).ok().filter(|_| is_whole)?;
        Some(manifest)
    }

    /// Replaces the manifest of a folder.
    pub(super) fn write(&self, folder: &Path) -> Result<(), StoreFault> {
        // Numbers and texts always have a JSON form.
        let json = serde_json::to_vec(self).unwrap_or_default();
        let head = format!("{MARK}{VERSION} {:016x}\n", XxHash64::oneshot(0, &json));
        write_durably(&folder.join(MANIFEST), &[head.as_bytes(), &json])
    }
}

/// Writes a file beside its place, and renames it when it is on the disk.
pub(super) fn write_durably(path: &Path, pieces: &[&[u8]]) -> Result<(), StoreFault> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let temporary = path.with_file_name(format!("{name}.{TEMPORARY}"));
    let written = || -> std::io::Result<()> {
        let mut file = File::create(&temporary)?;
        pieces.iter().try_for_each(|piece| file.write_all(piece))?;
        file.sync_all()?;
        drop(file);
        std::fs::rename(&temporary, path)?;
        sync_folder(path)
    };
    written().map_err(|error| {
        let _ = std::fs::remove_file(&temporary);
        StoreFault::System(path.to_path_buf(), error)
    })
}

/// Puts the names in the folder of a file on the disk.
#[cfg(unix)]
fn sync_folder(path: &Path) -> std::io::Result<()> {
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())
}

#[cfg(not(unix))]
fn sync_folder(_: &Path) -> std::io::Result<()> {
    Ok(())
}
