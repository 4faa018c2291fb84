//! The search for game files in folders, within limits, without those that version control ignores.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use ignore::WalkBuilder;

use super::ignored::has_readable_lists;
use crate::lsp::diagnostics::workspace::{is_compressed_game_file, is_game_file};
use crate::lsp::host::{FolderBounds, FoundFiles};
use crate::lsp::session::cancel::Cancel;

/// Maximum number of directory entries visited; the rest of a larger workspace is unknown.
const MOST_ENTRIES: usize = 50_000;
/// Maximum depth of folders.
const DEEPEST: usize = 32;

/// A folder to walk.
#[derive(Debug)]
struct WalkRoot {
    folder: PathBuf,
    /// Its depth in a folder of the workspace.
    depth: usize,
    /// The ignore lists of the folders above apply.
    parents: bool,
}

/// The files found, within the bounds.
#[derive(Debug)]
struct GameFileList<'b> {
    bounds: &'b FolderBounds,
    files: Vec<PathBuf>,
    bytes: u64,
    entries: usize,
    /// A file was too large.
    lacks_files: bool,
}

/// The game files in folders; ignored and hidden files are omitted.
pub fn find(folders: &[PathBuf], bounds: &FolderBounds, cancel: &Cancel) -> FoundFiles {
    let mut found = GameFileList { bounds, files: Vec::new(), bytes: 0, entries: 0, lacks_files: false };
    let mut left: Vec<WalkRoot> = Vec::new();
    for folder in folders.iter().rev() {
        let parents = folder.ancestors().skip(1).all(has_readable_lists);
        left.push(WalkRoot { folder: folder.clone(), depth: 0, parents });
    }
    while let Some(start) = left.pop() {
        let further = walk(&start, &mut found, cancel);
        left.extend(further);
        if found.is_full() || cancel.is_cancelled() {
            break;
        }
    }
    let is_whole = !found.is_full() && !found.lacks_files && !cancel.is_cancelled();
    let mut files = found.files;
    files.sort();
    files.dedup();
    FoundFiles { files, is_whole }
}

/// Walks a folder and those below it; returns the folders that must be walked separately, because their own ignore
/// lists, or those of the folder above, cannot be read.
fn walk(start: &WalkRoot, found: &mut GameFileList<'_>, cancel: &Cancel) -> Vec<WalkRoot> {
    let mut walk = WalkBuilder::new(&start.folder);
    let further: Arc<Mutex<Vec<WalkRoot>>> = Arc::default();
    let own = has_readable_lists(&start.folder);
    let (folder, depth) = (start.folder.clone(), start.depth);
    let unreadable = further.clone();
    walk.filter_entry(move |entry| {
        let path = entry.path();
        if !entry.file_type().is_some_and(|kind| kind.is_dir()) || path == folder {
            return true;
        }
        let here = own && has_readable_lists(path);
        if !here {
            let start = WalkRoot { folder: path.to_path_buf(), depth: depth + entry.depth(), parents: false };
            unreadable.lock().unwrap_or_else(PoisonError::into_inner).push(start);
        }
        here
    });
    if own && start.parents {
        walk.require_git(false);
    } else if own {
        // The options for version control would make the walk read the lists of all folders above, whatever they are.
        walk.parents(false).git_ignore(false).git_exclude(false).git_global(false);
        walk.add_custom_ignore_filename(".gitignore");
    } else {
        tracing::warn!(folder = ?start.folder, "a list of ignored files is no file, or is too large: it is passed over");
        walk.standard_filters(false).hidden(true);
    }
    walk.max_depth(Some(DEEPEST.saturating_sub(start.depth)));
    for entry in walk.build().flatten() {
        found.entries += 1;
        if found.is_full() || cancel.is_cancelled() {
            return Vec::new();
        }
        let is_wanted =
            |path: &Path| is_game_file(path) || found.bounds.with_compressed && is_compressed_game_file(path);
        if entry.file_type().is_some_and(|kind| kind.is_file()) && is_wanted(entry.path()) {
            let len = entry.metadata().map_or(u64::MAX, |metadata| metadata.len());
            found.add(entry.into_path(), len);
        }
    }
    std::mem::take(&mut *further.lock().unwrap_or_else(PoisonError::into_inner))
}

impl GameFileList<'_> {
    fn add(&mut self, path: PathBuf, len: u64) {
        if len > self.bounds.file {
            tracing::info!(?path, len, "too large to be read while it is not open");
            self.lacks_files = true;
            return;
        }
        self.bytes += len;
        if !self.is_full() {
            self.files.push(path);
        }
    }

    fn is_full(&self) -> bool {
        let FolderBounds { files, bytes, .. } = *self.bounds;
        let is_full = self.entries > MOST_ENTRIES || self.files.len() >= files || self.bytes > bytes;
        if is_full {
            let files = self.files.len();
            tracing::info!(files, "the workspace is too large: the other files are read when opened");
        }
        is_full
    }
}

#[cfg(test)]
mod tests {
    #[cfg(unix)]
    #[test]
    fn a_list_that_cannot_be_read_hides_no_file() -> std::io::Result<()> {
        use super::*;
        use crate::lsp::diagnostics::workspace;

        let root = tempfile::tempdir()?;
        let write = |path: &str, text: &str| {
            let path = root.path().join(path);
            std::fs::create_dir_all(path.parent().expect("it has one"))?;
            std::fs::write(path, text)
        };
        for file in [
            "a/a.pgn",
            "a/below/b.pgn",
            "a/below/ignored/c.pgn",
            "a/.hidden/h.pgn",
            "b/d.pgn",
            "b/own/e.pgn",
            "c/f.pgn",
            "c/g.pgn",
            "d/deep/er/h.pgn",
        ] {
            write(file, "1. e4 *\n")?;
        }
        let pipe = |path: &str| {
            assert!(
                std::process::Command::new("mkfifo").arg(root.path().join(path)).status().is_ok_and(|s| s.success())
            );
        };
        pipe("a/.gitignore");
        write("a/below/.gitignore", "ignored\n")?;
        std::os::unix::fs::symlink("/dev/zero", root.path().join("b/.ignore"))?;
        write("c/.gitignore", "g.pgn\n")?;
        write("d/.gitignore", &"# long\n".repeat(200_000))?;
        std::os::unix::fs::symlink("/proc/kmsg", root.path().join("d/deep/.gitignore"))?;
        let names = |folders: &[&str]| -> Vec<String> {
            let folders: Vec<PathBuf> = folders.iter().map(|folder| root.path().join(folder)).collect();
            let found = find(&folders, &workspace::BOUNDS, &Cancel::default());
            let name = |path: &PathBuf| path.strip_prefix(root.path()).expect("it lies in it").display().to_string();
            assert!(found.is_whole);
            found.files.iter().map(name).collect()
        };
        let all = ["a/a.pgn", "a/below/b.pgn", "b/d.pgn", "b/own/e.pgn", "c/f.pgn", "d/deep/er/h.pgn"];
        assert_eq!(names(&[""]), all);
        // Also for lists above the folders of the workspace, or in them.
        assert_eq!(names(&["a/below", "b/own", "d/deep/er"]), ["a/below/b.pgn", "b/own/e.pgn", "d/deep/er/h.pgn"]);
        assert_eq!(names(&["a", "c"]), ["a/a.pgn", "a/below/b.pgn", "c/f.pgn"]);
        Ok(())
    }
}
