//! Full paths of files to be created, in a form without a limit of length.

use std::io;
use std::path::{Path, PathBuf};

/// The full path of a file, which need not exist; links are not resolved. On Windows it may have more than 260
/// characters.
///
/// # Errors
/// If the path is empty, or the current folder is unknown.
pub fn full_path(path: &Path) -> io::Result<PathBuf> {
    let full = std::path::absolute(path)?;
    Ok(match full.to_str().filter(|_| cfg!(windows)) {
        Some(text) => verbatim(text).into(),
        None => full,
    })
}

/// The full path of the file behind all links.
///
/// Windows cannot resolve paths on every volume: not on some RAM disks and network drives. There a file that is not a
/// link itself has its own full path.
///
/// # Errors
/// If it does not exist.
pub fn real_path(path: &Path) -> io::Result<PathBuf> {
    path.canonicalize().or_else(|error| match path.symlink_metadata() {
        Ok(metadata) if cfg!(windows) && !metadata.is_symlink() => full_path(path),
        _ => Err(error),
    })
}

/// A full path of Windows with the prefix that lifts the system's limit of length.
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
        // Deeper than Windows supports without the prefix.
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
