//! Full paths of files that are to be made, as the system takes them at any length.

use std::io;
use std::path::{Path, PathBuf};

/// The full path of a file, whether it is there or not; links in it stay. On Windows it may have more than 260
/// characters.
///
/// # Errors
/// When the path is empty, or nothing tells the current folder.
pub fn full_path(path: &Path) -> io::Result<PathBuf> {
    let full = std::path::absolute(path)?;
    Ok(match full.to_str().filter(|_| cfg!(windows)) {
        Some(text) => verbatim(text).into(),
        None => full,
    })
}

/// The full path of the file that a name leads to, behind all links.
///
/// Windows cannot tell it on every volume: not on some that are made of memory or lie in a network. There a file that is no
/// link itself has its own full path.
///
/// # Errors
/// When it is not there.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize().or_else(|error| match path.symlink_metadata() {
        Ok(metadata) if cfg!(windows) && !metadata.is_symlink() => full_path(path),
        _ => Err(error),
    })
}

/// A full path of Windows with the prefix by which functions of the system take it at any length, as it is.
fn verbatim(full: &str) -> String {
    match full.strip_prefix(r"\\") {
        // A device, or a path that has the prefix.
        Some(rest) if rest.starts_with(r".\") || rest.starts_with(r"?\") => full.to_owned(),
        Some(server) => format!(r"\\?\UNC\{server}"),
        None => format!(r"\\?\{full}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_paths_of_windows_have_a_prefix() {
        for (full, expected) in [
            (r"C:\Schach\a.pgn", r"\\?\C:\Schach\a.pgn"),
            (r"\\srv\share\a.pgn", r"\\?\UNC\srv\share\a.pgn"),
            (r"\\?\C:\a.pgn", r"\\?\C:\a.pgn"),
            (r"\\.\con", r"\\.\con"),
        ] {
            assert_eq!(verbatim(full), expected);
        }
    }

    #[test]
    fn a_file_need_not_be_there() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        // As deep as Windows never goes without the prefix.
        let deep = folder.path().join(["a"; 5].map(|part| part.repeat(60)).join(std::path::MAIN_SEPARATOR_STR));
        std::fs::create_dir_all(&deep)?;
        let draft = tempfile::NamedTempFile::new_in(full_path(&deep)?)?;
        draft.persist(full_path(&deep.join("new.pgn"))?).map_err(|error| error.error)?;
        assert!(deep.join("new.pgn").is_file());
        assert_eq!(full_path(Path::new("new.pgn"))?.file_name(), Path::new("new.pgn").file_name());
        assert!(full_path(Path::new("new.pgn"))?.is_absolute());
        assert!(real_path(&deep.join("new.pgn"))?.is_file());
        assert!(real_path(&deep.join("none.pgn")).is_err());
        Ok(())
    }
}
