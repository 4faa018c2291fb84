//! New files beside open ones: written completely or not at all, and never over another file.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use vgn_config::files::full_path;

/// Maximum number of candidate names.
const MOST: u32 = 1000;

/// Candidate names for a new file beside `path`, best first: `games.fcn.vgn`, `games.fcn.2.vgn` and so on, with the
/// given extension or that of `path`; `games.vgn` without a mark.
pub fn names_beside(path: &Path, mark: &str, extension: Option<&str>) -> impl Iterator<Item = PathBuf> {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let own = path.extension().map(|own| own.to_string_lossy().into_owned());
    let extension = extension.map(str::to_owned).or(own).map(|known| format!(".{known}")).unwrap_or_default();
    let path = path.to_path_buf();
    let mark = if mark.is_empty() { String::new() } else { format!(".{mark}") };
    (1..=MOST).map(move |number| {
        let number = if number == 1 { String::new() } else { format!(".{number}") };
        path.with_file_name(format!("{stem}{mark}{number}{extension}"))
    })
}

/// The first candidate that does not exist yet.
pub fn free_name_beside(path: &Path, mark: &str, extension: Option<&str>) -> Option<PathBuf> {
    names_beside(path, mark, extension).find(|name| !name.try_exists().unwrap_or(true))
}

/// Writes bytes to a new file beside `path`, and returns its name.
///
/// # Errors
/// If the folder is not writable, or every name is taken. No new file is left behind then.
pub fn write_beside(path: &Path, mark: &str, extension: Option<&str>, bytes: &[u8]) -> io::Result<PathBuf> {
    let folder = path.parent().ok_or(io::ErrorKind::NotFound)?;
    let mut file = tempfile::NamedTempFile::new_in(full_path(folder)?)?;
    file.write_all(bytes)?;
    // The new file gets the permissions of the original, unless that is read-only.
    if let Ok(permissions) = path.metadata().map(|metadata| metadata.permissions())
        && !permissions.readonly()
    {
        file.as_file().set_permissions(permissions)?;
    }
    file.as_file().sync_all()?;
    for name in names_beside(path, mark, extension) {
        match file.persist_noclobber(full_path(&name)?) {
            Ok(_) => return Ok(name),
            Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => file = error.file,
            Err(error) => return Err(error.error),
        }
    }
    Err(io::ErrorKind::AlreadyExists.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_file_is_written_over() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("my games.vgn");
        std::fs::write(folder.path().join("my games.restored.vgn"), b"another")?;
        assert_eq!(free_name_beside(&path, "restored", None), Some(path.with_file_name("my games.restored.2.vgn")));
        assert_eq!(write_beside(&path, "restored", None, b"a")?, path.with_file_name("my games.restored.2.vgn"));
        assert_eq!(write_beside(&path, "restored", None, b"b")?, path.with_file_name("my games.restored.3.vgn"));
        assert_eq!(write_beside(&path, "san", Some("pgn"), b"c")?, path.with_file_name("my games.san.pgn"));
        assert_eq!(std::fs::read(path.with_file_name("my games.restored.vgn"))?, b"another");
        assert_eq!(std::fs::read(path.with_file_name("my games.restored.3.vgn"))?, b"b");
        assert_eq!(folder.path().read_dir()?.count(), 4, "nothing is left over");
        assert!(write_beside(&folder.path().join("nowhere/a.vgn"), "restored", None, b"").is_err());
        Ok(())
    }
}
