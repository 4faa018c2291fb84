//! Whether a file is still the one that was indexed.

use std::io::{self, Read};

use vgn_search::store::{CatalogueFile, StoredStamp, TextHash};

use crate::batch::inputs::InputFile;

/// Bytes read at once.
const PIECE: usize = 256 << 10;

/// Whether the file has the games that were indexed. Its stamp tells, or its content where the stamp is not certain.
pub fn is_unchanged(input: &InputFile, indexed: &CatalogueFile) -> bool {
    let stamp = stamp_of(input);
    stamp == Some(indexed.stamp)
        && (indexed.stamp.is_certain(indexed.read_at) || hash_of(input).is_ok_and(|hash| hash == indexed.hash))
}

/// The stamp of a regular file.
pub fn stamp_of(input: &InputFile) -> Option<StoredStamp> {
    let metadata = std::fs::metadata(input.path.as_ref()?).ok()?;
    metadata.is_file().then(|| StoredStamp::of(&metadata))
}

/// The hash of a file's text.
pub fn hash_of(input: &InputFile) -> io::Result<u64> {
    let mut text = input.open()?.text;
    let mut hash = TextHash::default();
    let mut piece = vec![0; PIECE];
    loop {
        match text.read(&mut piece) {
            Ok(0) => return Ok(hash.finish()),
            Ok(length) => hash.take(&piece[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}
