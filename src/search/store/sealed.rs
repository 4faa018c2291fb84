//! A file in blocks, each with a checksum that also covers which file and which block it is.
//!
//! ```text
//! block: up to 4088 bytes | XXH64 of them, seeded with the file's number and the block's, 8
//! ```

use std::borrow::Cow;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};

use twox_hash::XxHash64;

use super::StoreFault;
use crate::index::SegmentBytes;

/// Bytes of a whole block in the file.
const BLOCK: usize = 4096;
const SUM: usize = 8;
/// Bytes of content in a whole block.
const CONTENT: usize = BLOCK - SUM;

/// The bytes of the file for a content.
pub(super) fn seal(content: &[u8], id: u64) -> Vec<u8> {
    let mut sealed = Vec::with_capacity(content.len() + SUM * content.len().div_ceil(CONTENT));
    for (block, content) in (0..).zip(content.chunks(CONTENT)) {
        sealed.extend_from_slice(content);
        sealed.extend_from_slice(&sum(content, id, block).to_le_bytes());
    }
    sealed
}

fn sum(content: &[u8], id: u64, block: u64) -> u64 {
    XxHash64::oneshot(id.wrapping_add(block.wrapping_mul(0x9e37_79b9_7f4a_7c15)), content)
}

/// A file that was sealed, open for reading.
#[derive(Debug)]
pub struct SealedFile {
    #[cfg(unix)]
    file: File,
    #[cfg(not(unix))]
    file: std::sync::Mutex<File>,
    path: PathBuf,
    id: u64,
    /// Bytes of content.
    length: u64,
}

impl SealedFile {
    /// Opens a file whose content has this length.
    ///
    /// # Errors
    ///
    /// If it cannot be opened, or has not the length of its content.
    pub(super) fn open(path: &Path, id: u64, length: u64) -> Result<SealedFile, StoreFault> {
        let file = File::open(path).map_err(StoreFault::system(path))?;
        let found = file.metadata().map_err(StoreFault::system(path))?.len();
        if found != length + SUM as u64 * length.div_ceil(CONTENT as u64) {
            return Err(StoreFault::Damaged(path.to_path_buf()));
        }
        #[cfg(not(unix))]
        let file = std::sync::Mutex::new(file);
        Ok(SealedFile { file, path: path.to_path_buf(), id, length })
    }

    /// Reads everything and compares it with its checksums.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is damaged.
    pub(super) fn verify(&self) -> Result<(), StoreFault> {
        const AT_ONCE: u64 = 256 * CONTENT as u64;
        let mut start = 0;
        while start < self.length {
            let length = AT_ONCE.min(self.length - start);
            self.read(start, length as usize)?;
            start += length;
        }
        Ok(())
    }

    #[cfg(unix)]
    fn read_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, at)
    }

    #[cfg(not(unix))]
    fn read_at(&self, bytes: &mut [u8], at: u64) -> io::Result<()> {
        use std::io::{Read, Seek, SeekFrom};
        let mut file = self.file.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        file.seek(SeekFrom::Start(at))?;
        file.read_exact(bytes)
    }
}

impl SegmentBytes for SealedFile {
    type Fault = StoreFault;

    fn length(&self) -> u64 {
        self.length
    }

    fn read(&self, start: u64, length: usize) -> Result<Cow<'_, [u8]>, StoreFault> {
        let damaged = || StoreFault::Damaged(self.path.clone());
        let end = start.checked_add(length as u64).filter(|end| *end <= self.length).ok_or_else(damaged)?;
        if length == 0 {
            return Ok(Cow::Borrowed(&[]));
        }
        let content = CONTENT as u64;
        let (first, last) = (start / content, (end - 1) / content);
        let until = ((last + 1) * content).min(self.length);
        let spanned = until - first * content + SUM as u64 * (last + 1 - first);
        let mut bytes = vec![0; usize::try_from(spanned).map_err(|_| damaged())?];
        self.read_at(&mut bytes, first * BLOCK as u64).map_err(StoreFault::system(&self.path))?;
        // The contents are moved together, one behind the other.
        let mut to = 0;
        for block in first..=last {
            let from = (block - first) as usize * BLOCK;
            let size = (bytes.len() - from).min(BLOCK) - SUM;
            let (inside, rest) = bytes[from..].split_at(size);
            if rest.first_chunk().map(|sum| u64::from_le_bytes(*sum)) != Some(sum(inside, self.id, block)) {
                return Err(damaged());
            }
            bytes.copy_within(from..from + size, to);
            to += size;
        }
        bytes.truncate(to);
        let skipped = (start - first * content) as usize;
        bytes.drain(..skipped);
        bytes.truncate(length);
        Ok(Cow::Owned(bytes))
    }
}
