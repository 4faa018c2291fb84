//! Files whose games a search confirms, each read once.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::BOUNDS;
use crate::lsp::host::files;

/// The bytes of files, in memory until the search ends.
#[derive(Debug, Default)]
pub struct ReadFiles(HashMap<PathBuf, Option<Arc<Vec<u8>>>>);

impl ReadFiles {
    /// A file's games as text; `None` if they cannot be read.
    pub fn get(&mut self, path: &Path) -> Option<Arc<Vec<u8>>> {
        let read = || files()?.read_games(path, BOUNDS.file).ok().map(Arc::new);
        self.0.entry(path.to_path_buf()).or_insert_with(read).clone()
    }
}
