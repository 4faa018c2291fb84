//! Which files of a folder are those of an index: nothing else is written over or removed.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use super::manifest::MARK;
use super::{LOCK, MANIFEST, SEGMENT, StoreFault, TEMPORARY};
use crate::index::SEGMENT_MARK;

/// Makes sure that an index can be in a folder: without one it has no files of others, and with one none that has the
/// name of a file that the index writes.
///
/// # Errors
///
/// If it has, or cannot be read; a folder that does not exist is none of these.
pub(super) fn check_folder(folder: &Path) -> Result<(), StoreFault> {
    let names = match std::fs::read_dir(folder) {
        Ok(entries) => entries.flatten().filter_map(|entry| entry.file_name().into_string().ok()).collect::<Vec<_>>(),
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(StoreFault::System(folder.to_path_buf(), error)),
    };
    let has_index = names.iter().any(|name| name == MANIFEST);
    for name in names {
        let path = folder.join(&name);
        let is_foreign = if name == LOCK {
            !std::fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file() && metadata.len() == 0)
        } else if name == MANIFEST || name == format!("{MANIFEST}.{TEMPORARY}") {
            !begins_with(&path, MARK.as_bytes())
        } else {
            // Names with a dot are those of the system, such as what a Mac puts in each folder.
            !has_index && !name.starts_with('.') && !is_named_like_segment(&name)
        };
        if is_foreign {
            return Err(StoreFault::Foreign(path));
        }
    }
    Ok(())
}

/// Segments of an index in this folder, and its temporary files, by their names and how they begin.
pub(super) fn own_files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let paths = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    paths.filter(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        let is_temporary = name.strip_suffix(&format!(".{TEMPORARY}")) == Some(MANIFEST);
        is_temporary && begins_with(path, MARK.as_bytes())
            || is_named_like_segment(name) && begins_with(path, SEGMENT_MARK)
    })
}

fn is_named_like_segment(name: &str) -> bool {
    let whole = name.strip_suffix(&format!(".{TEMPORARY}")).unwrap_or(name);
    let id = whole.strip_suffix(&format!(".{SEGMENT}"));
    id.is_some_and(|id| id.len() == 16 && id.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

/// Whether a regular file begins with the mark, as far as it has got: a writer that was killed may have left less.
fn begins_with(path: &Path, mark: &[u8]) -> bool {
    let is_regular = std::fs::symlink_metadata(path).is_ok_and(|metadata| metadata.is_file());
    let mut first = Vec::new();
    let read = File::open(path).and_then(|file| file.take(mark.len() as u64).read_to_end(&mut first));
    is_regular && read.is_ok() && mark.starts_with(&first)
}
