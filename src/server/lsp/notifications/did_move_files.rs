//! `workspace/didCreateFiles`, `didRenameFiles` and `didDeleteFiles`: what the user does to files within the editor.
//! Of a folder that is renamed or deleted, watchers of files tell nothing.

use tower_lsp::lsp_types::{
    FileOperationFilter, FileOperationPattern, FileOperationPatternKind, FileOperationPatternOptions,
    FileOperationRegistrationOptions, Url, WorkspaceFileOperationsServerCapabilities,
};

use super::did_change_watched_files::FileChange;
use crate::lsp::diagnostics::workspace::{is_compressed_game_file, is_game_file};
use crate::lsp::documents::address::Address;
use crate::lsp::session::state::Backend;

/// Which files the server is told of: those of games, and all folders.
pub fn options() -> WorkspaceFileOperationsServerCapabilities {
    let filter = |glob: &str, kind| FileOperationFilter {
        scheme: None,
        pattern: FileOperationPattern {
            glob: glob.to_owned(),
            matches: Some(kind),
            options: Some(FileOperationPatternOptions { ignore_case: Some(true) }),
        },
    };
    let files = ["**/*.{pgn,vgn}", "**/*.{pgn,vgn}.{gz,zst,bz2,xz}", "**/*.zip"];
    let files = files.map(|glob| filter(glob, FileOperationPatternKind::File));
    let filters = files.into_iter().chain([filter("**", FileOperationPatternKind::Folder)]).collect();
    let options = FileOperationRegistrationOptions { filters };
    WorkspaceFileOperationsServerCapabilities {
        did_create: Some(options.clone()),
        did_rename: Some(options.clone()),
        did_delete: Some(options),
        ..WorkspaceFileOperationsServerCapabilities::default()
    }
}

/// Takes account of files and folders that are there, or gone, of a sudden.
pub async fn handle(server: &Backend, uris: impl IntoIterator<Item = String>) {
    let addresses = uris.into_iter().filter_map(|uri| Some(Address::from(Url::parse(&uri).ok()?)));
    let is_file =
        |file: &Address| file.path().is_some_and(|path| is_game_file(&path) || is_compressed_game_file(&path));
    let (changed, folders): (Vec<Address>, Vec<Address>) = addresses.partition(is_file);
    if !folders.is_empty() {
        server.workspace.invalidate_files();
        server.index.invalidate_files();
    }
    let changed = changed.into_iter().map(|file| FileChange { file, is_new: true });
    server.files_changed(changed.collect()).await;
}
