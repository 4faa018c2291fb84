//! `workspace/didChangeWatchedFiles`.

use tower_lsp::lsp_types::{DidChangeWatchedFilesParams, FileChangeType};

use crate::lsp::diagnostics::workspace::{is_compressed_game_file, is_game_file};
use crate::lsp::documents::address::Address;
use crate::lsp::session::state::Backend;

/// A file that has changed on disk.
pub struct FileChange {
    pub file: Address,
    /// It has been created or deleted.
    pub is_new: bool,
}

/// Reloads what has changed.
pub async fn handle(server: &Backend, params: DidChangeWatchedFilesParams) {
    let changes = params.changes.into_iter();
    let changes = changes
        .map(|change| FileChange { file: change.uri.into(), is_new: change.typ != FileChangeType::CHANGED })
        .collect();
    server.files_changed(changes).await;
}

impl Backend {
    /// Reloads what has changed: configuration, and files whose bytes or diagnostics are known.
    pub(super) async fn files_changed(&self, changes: Vec<FileChange>) {
        let mut configuration = false;
        let mut files = Vec::new();
        for FileChange { file, is_new } in changes {
            let Some(path) = file.path() else { continue };
            if path.file_name().is_some_and(|name| name == vgn_config::FILE_NAME) {
                configuration = true;
            } else if is_game_file(&path) {
                self.workspace.forget(&path);
                self.elsewhere.studies.forget(&path);
                self.index.note_change(&path, is_new);
                if is_new {
                    self.workspace.invalidate_files();
                }
                files.push(file);
            } else if is_compressed_game_file(&path) {
                self.index.note_change(&path, is_new);
            }
        }
        self.update_index();
        self.refresh_compared_lenses();
        self.compare_elsewhere();
        if configuration {
            self.configuration.forget_files();
            self.reconfigure().await;
        }
        self.reread(files).await;
    }
}
