//! The file system of this machine.

use std::io;
use std::path::{Path, PathBuf};

use tower_lsp::lsp_types::Url;
use vgn_config::files::read_regular;

use super::{compressed, game_files, new_file, temporary};
use crate::lsp::diagnostics::workspace::is_compressed_game_file;
use crate::lsp::host::{FileStamp, Files, FolderBounds, FoundFiles};
use crate::lsp::session::cancel::Cancel;

/// The file system of this machine.
#[derive(Debug)]
pub struct NativeFiles;

impl Files for NativeFiles {
    fn path_of(&self, address: &Url) -> Option<PathBuf> {
        // URIs of other schemes may look like paths.
        if address.scheme() == "file" { address.to_file_path().ok() } else { None }
    }

    fn address_of(&self, path: &Path) -> Option<Url> {
        Url::from_file_path(path).ok()
    }

    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        read_regular(path, most)
    }

    fn read_games(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        if is_compressed_game_file(path) { compressed::read(path, most) } else { self.read(path, most) }
    }

    fn stamp(&self, path: &Path) -> Option<FileStamp> {
        let metadata = path.metadata().ok()?;
        Some(FileStamp { len: metadata.len(), modified: metadata.modified().ok() })
    }

    fn find_games(&self, folders: &[PathBuf], bounds: &FolderBounds, cancel: &Cancel) -> FoundFiles {
        game_files::find(folders, bounds, cancel)
    }

    fn free_name_beside(&self, path: &Path, mark: &str, extension: Option<&str>) -> Option<PathBuf> {
        new_file::free_name_beside(path, mark, extension)
    }

    fn write_beside(&self, path: &Path, mark: &str, extension: Option<&str>, bytes: &[u8]) -> io::Result<PathBuf> {
        new_file::write_beside(path, mark, extension, bytes)
    }

    fn temporary(&self, name: &str, text: &str) -> io::Result<PathBuf> {
        temporary::file(name, text)
    }

    fn remove_temporary(&self) {
        temporary::remove();
    }
}
