//! Files whose bytes the client has lent (`vgn/lendFiles`), for hosts without a disk: they are read as those of a disk
//! are, and none is written.
//!
//! A path is the text of an address. Only what was lent has one, so every other document is in no file.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::ops::Bound;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use data_encoding::BASE64;
use serde::Deserialize;
use tower_lsp::lsp_types::Url;

use super::diagnostics::workspace::is_game_file;
use super::documents::address::Address;
use super::host::{FileStamp, Files, FolderBounds, FoundFiles, files};
use super::session::cancel::Cancel;
use super::session::state::Backend;

/// The notification's name.
pub const METHOD: &str = "vgn/lendFiles";
/// Maximum size of all lent files together, in bytes (256 MiB): they stay in memory.
const MOST_BYTES: usize = 256 << 20;

/// The parameters of `vgn/lendFiles`.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct LendFilesParams {
    files: Vec<LentFileParams>,
    /// A folder of the workspace in which the files are.
    folder: Option<Address>,
}

#[derive(Debug, Deserialize)]
struct LentFileParams {
    uri: Address,
    /// Its bytes; without them it is taken back.
    base64: Option<String>,
}

/// The lent files of a session.
#[derive(Debug)]
pub struct LentFiles(Mutex<LentState>);

#[derive(Debug)]
struct LentState {
    files: BTreeMap<PathBuf, Vec<u8>>,
    /// In bytes.
    size: usize,
}

impl LentFiles {
    /// None is lent.
    pub const fn new() -> LentFiles {
        LentFiles(Mutex::new(LentState { files: BTreeMap::new(), size: 0 }))
    }

    fn lock(&self) -> MutexGuard<'_, LentState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Default for LentFiles {
    fn default() -> LentFiles {
        LentFiles::new()
    }
}

fn unsupported<T>() -> io::Result<T> {
    Err(io::Error::new(ErrorKind::Unsupported, "a server without a disk writes no files"))
}

impl Files for LentFiles {
    fn is_disk(&self) -> bool {
        false
    }

    fn lend(&self, address: &Url, bytes: Option<Vec<u8>>) -> bool {
        let path = PathBuf::from(address.as_str());
        let mut state = self.lock();
        state.size -= state.files.remove(&path).map_or(0, |old| old.len());
        let Some(bytes) = bytes else { return true };
        if state.size + bytes.len() > MOST_BYTES {
            return false;
        }
        state.size += bytes.len();
        state.files.insert(path, bytes);
        true
    }

    fn path_of(&self, address: &Url) -> Option<PathBuf> {
        let path = PathBuf::from(address.as_str());
        let state = self.lock();
        let from = (Bound::Included(path.as_path()), Bound::Unbounded);
        let first = state.files.range::<Path, _>(from).next();
        first.is_some_and(|(lent, _)| lent.starts_with(&path)).then_some(path)
    }

    fn address_of(&self, path: &Path) -> Option<Url> {
        Url::parse(path.to_str()?).ok()
    }

    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        match self.lock().files.get(path) {
            Some(bytes) if bytes.len() as u64 <= most => Ok(bytes.clone()),
            Some(_) => Err(io::Error::new(ErrorKind::FileTooLarge, format!("it has more than {most} bytes"))),
            None => Err(io::Error::new(ErrorKind::NotFound, "its bytes are not lent any more")),
        }
    }

    fn stamp(&self, path: &Path) -> Option<FileStamp> {
        // Who lends a file anew says so, so there is no time to compare.
        let len = self.lock().files.get(path)?.len() as u64;
        Some(FileStamp { len, modified: None })
    }

    fn find_games(&self, folders: &[PathBuf], bounds: &FolderBounds, _: &Cancel) -> FoundFiles {
        let mut found = FoundFiles { files: Vec::new(), is_whole: true };
        let mut left = bounds.bytes;
        for (path, bytes) in &self.lock().files {
            if !is_game_file(path) || !folders.iter().any(|folder| path.starts_with(folder)) {
                continue;
            }
            let len = bytes.len() as u64;
            if len > bounds.file || len > left || found.files.len() == bounds.files {
                found.is_whole = false;
                continue;
            }
            left -= len;
            found.files.push(path.clone());
        }
        found
    }

    fn free_name_beside(&self, _: &Path, _: &str, _: Option<&str>) -> Option<PathBuf> {
        None
    }

    fn write_beside(&self, _: &Path, _: &str, _: Option<&str>, _: &[u8]) -> io::Result<PathBuf> {
        unsupported()
    }

    fn temporary(&self, _: &str, _: &str) -> io::Result<PathBuf> {
        unsupported()
    }

    fn remove_temporary(&self) {}
}

impl Backend {
    /// Takes what the client lends; without effect where the host has a disk.
    pub(in crate::lsp) async fn lend_files(&self, params: LendFilesParams) {
        let Some(host_files) = files().filter(|files| !files.is_disk()) else { return };
        let folder = |address: &Address| host_files.path_of(address.spelling());
        let known = params.folder.as_ref().and_then(folder);
        let mut lent = Vec::new();
        for LentFileParams { uri, base64: text } in params.files {
            let bytes = text.map(|text| BASE64.decode(text.as_bytes()).ok());
            if bytes == Some(None) {
                tracing::warn!(%uri, "lent in what is not base64");
                continue;
            }
            if !host_files.lend(uri.spelling(), bytes.flatten()) {
                tracing::warn!(%uri, "not lent: the files together are too large");
            }
            let path = PathBuf::from(uri.spelling().as_str());
            self.workspace.forget(&path);
            self.elsewhere.studies.forget(&path);
            self.index.note_change(&path, true);
            lent.push(uri);
        }
        let now = params.folder.as_ref().and_then(folder);
        self.workspace.change_folders(now.into_iter().collect(), &Vec::from_iter(known));
        self.index.invalidate_files();
        self.update_index();
        self.compare_elsewhere();
        self.reread(lent).await;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_lent_is_read_until_it_is_taken_back() {
        let lent = LentFiles::new();
        let url = |text: &str| Url::parse(text).expect("an address");
        let (game, folder) = (url("memfs:/a/b%20c.pgn"), url("memfs:/a"));
        assert_eq!(lent.path_of(&game), None);
        assert!(lent.lend(&game, Some(b"1. e4 *".to_vec())));
        assert!(lent.lend(&url("memfs:/ab/d.vgn"), Some(Vec::new())));
        assert!(lent.lend(&url("memfs:/a/read.me"), Some(Vec::new())));
        let path = lent.path_of(&game).expect("lent");
        assert_eq!(lent.address_of(&path), Some(game.clone()));
        assert_eq!(lent.read(&path, 7).expect("lent"), b"1. e4 *");
        assert!(lent.read(&path, 6).is_err());
        let bounds = FolderBounds { files: 9, file: 9, bytes: 9, with_compressed: false };
        let folder = lent.path_of(&folder).expect("it holds a file");
        let found = lent.find_games(&[folder], &bounds, &Cancel::default());
        assert_eq!((found.files, found.is_whole), (vec![path.clone()], true));
        assert_eq!(lent.stamp(&path).map(|stamp| stamp.len), Some(7));
        assert!(lent.lend(&game, None));
        assert_eq!((lent.path_of(&game), lent.stamp(&path)), (None, None));
    }

    #[test]
    fn no_more_is_lent_than_memory_holds() {
        let lent = LentFiles::new();
        let url = Url::parse("memfs:/a.pgn").expect("an address");
        assert!(!lent.lend(&url, Some(vec![0; MOST_BYTES + 1])));
        assert!(lent.lend(&url, Some(vec![0; 8])));
        assert!(lent.lend(&url, Some(vec![0; 8])));
        assert_eq!(lent.lock().size, 8);
    }
}
