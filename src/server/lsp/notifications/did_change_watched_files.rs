//! `workspace/didChangeWatchedFiles`.

use tower_lsp::lsp_types::{DidChangeWatchedFilesParams, FileChangeType};

use crate::lsp::diagnostics::workspace::{is_compressed_game_file, is_game_file};
use crate::lsp::documents::address::Address;
use crate::lsp::session::state::Backend;

/// Reloads what has changed: configuration, and files whose bytes or diagnostics are known.
pub async fn handle(server: &Backend, params: DidChangeWatchedFilesParams) {
    let mut configuration = false;
    let mut files = Vec::new();
    for change in params.changes {
        let file = Address::from(change.uri);
        let Some(path) = file.path() else { continue };
        if path.file_name().is_some_and(|name| name == vgn_config::FILE_NAME) {
            configuration = true;
        } else if is_game_file(&path) {
            server.workspace.forget(&path);
            server.index.note_change(&path, change.typ != FileChangeType::CHANGED);
            if change.typ != FileChangeType::CHANGED {
                server.workspace.invalidate_files();
            }
            files.push(file);
        } else if is_compressed_game_file(&path) {
            server.index.note_change(&path, change.typ != FileChangeType::CHANGED);
        }
    }
    server.update_index();
    server.refresh_compared_lenses();
    server.compare_elsewhere();
    if configuration {
        server.configuration.forget_files();
        server.reconfigure().await;
    }
    server.reread(files).await;
}
