//! The file on disk behind an open document: binary sections are read from its bytes (rule E3).
//!
//! The file is read when a binary game is first judged, by the task that needs the bytes, and kept as it was then:
//! content that a save destroys can be restored from it.

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

use vgn_engine::games::{DiskState, FileBytes};

use super::address::Address;
use super::lost_letters;
use crate::lsp::host::files;

/// Maximum size of a file that is read, in bytes (256 MiB).
const LARGEST: u64 = 256 << 20;

/// A file that is read at most once.
#[derive(Debug, Default)]
pub struct DiskFile {
    path: Option<PathBuf>,
    read: OnceLock<DiskState>,
    encoding: OnceLock<Option<&'static str>>,
}

impl DiskFile {
    /// The file of a document, not read yet.
    pub fn of(uri: &Address) -> DiskFile {
        DiskFile { path: uri.path(), ..DiskFile::default() }
    }

    /// A file whose bytes are already known.
    pub fn with(uri: &Address, bytes: Vec<u8>) -> DiskFile {
        DiskFile {
            path: uri.path(),
            read: OnceLock::from(DiskState::Read(Arc::new(FileBytes::new(bytes)))),
            ..DiskFile::default()
        }
    }

    /// The content of the file, read on the first call, which blocks for that time.
    pub fn get(&self) -> &DiskState {
        self.read.get_or_init(|| match self.path.as_ref().zip(files()) {
            None => DiskState::Nowhere,
            Some((path, files)) => match files.read(path, LARGEST) {
                Ok(bytes) => DiskState::Read(Arc::new(FileBytes::new(bytes))),
                Err(error) => {
                    let reason = error.to_string();
                    tracing::info!(?path, %reason, "not read");
                    DiskState::Unreadable(reason)
                }
            },
        })
    }

    /// The content of the file, if it has been read.
    pub fn content_if_read(&self) -> Option<&DiskState> {
        self.read.get()
    }

    /// The file, if it has been read and has binary sections.
    pub fn known_sections(&self) -> Option<&Arc<FileBytes>> {
        self.content_if_read().and_then(DiskState::with_sections)
    }

    /// The bytes of the file, if it has been read.
    pub fn known_bytes(&self) -> Option<&Arc<FileBytes>> {
        match self.content_if_read()? {
            DiskState::Read(bytes) => Some(bytes),
            _ => None,
        }
    }

    /// The name of the text's encoding, if the file has been read and is not UTF-8.
    pub fn known_encoding(&self) -> Option<&'static str> {
        let bytes = self.known_bytes()?;
        *self.encoding.get_or_init(|| lost_letters::encoding_of(bytes))
    }

    /// The same file, not read yet.
    pub fn again(&self) -> DiskFile {
        DiskFile { path: self.path.clone(), ..DiskFile::default() }
    }
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::Url;

    use super::*;

    #[test]
    fn a_file_is_read_once() -> std::io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a b.vgn");
        let disk = DiskFile::of(&Address::of_file(&path).expect("an absolute path"));
        assert!(matches!(disk.get(), DiskState::Unreadable(_)));
        std::fs::write(&path, b"[MoveFormat \"BCCF\"]\x98\xd1")?;
        assert!(disk.known_sections().is_none());
        let again = disk.again();
        assert!(again.content_if_read().is_none());
        assert!(again.get().with_sections().is_some());
        std::fs::write(&path, b"1. e4 *")?;
        assert_eq!(again.known_sections().map(|file| file.bytes().len()), Some(21));
        Ok(())
    }

    #[test]
    fn what_is_no_file_is_nowhere() {
        for uri in ["untitled:Untitled-1", "vgn-decoded:///etc/passwd", "vscode-vfs://github/a.vgn"] {
            assert!(matches!(DiskFile::of(&Url::parse(uri).expect("a URI").into()).get(), DiskState::Nowhere), "{uri}");
        }
        let folder = Address::of_file(&std::env::temp_dir()).expect("an absolute path");
        assert!(matches!(DiskFile::of(&folder).get(), DiskState::Unreadable(_)));
    }
}
