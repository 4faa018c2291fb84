//! Temporary files of the session, in a folder that is created with the first.

use std::io::{self, Write as _};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use tempfile::TempDir;

static FOLDER: Mutex<Option<TempDir>> = Mutex::new(None);

/// The file of this name, which is written if it does not exist.
///
/// # Errors
/// If it cannot be written.
pub fn file(name: &str, text: &str) -> io::Result<PathBuf> {
    let mut folder = FOLDER.lock().unwrap_or_else(PoisonError::into_inner);
    let folder = match &mut *folder {
        Some(folder) => folder,
        none => none.insert(tempfile::Builder::new().prefix("vgn-lsp-").tempdir()?),
    };
    let path = folder.path().join(name);
    if !path.exists() {
        let mut file = tempfile::Builder::new().prefix(name).rand_bytes(0).tempfile_in(folder.path())?;
        file.write_all(text.as_bytes())?;
        file.keep().map_err(|error| error.error)?;
    }
    Ok(path)
}

/// Removes the files and their folder.
pub fn remove() {
    *FOLDER.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_written_once_and_goes_with_the_session() -> io::Result<()> {
        let path = file("a.md", "text")?;
        assert_eq!(file("a.md", "another")?, path);
        assert_eq!(std::fs::read_to_string(&path)?, "text");
        remove();
        assert!(!path.exists());
        assert_eq!(std::fs::read_to_string(file("a.md", "another")?)?, "another");
        remove();
        Ok(())
    }
}
