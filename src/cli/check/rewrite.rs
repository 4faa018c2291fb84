//! A file replaced whole or not at all: written beside it, made durable, then renamed over it.

use std::fs::{self, File, Metadata};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::cli::interrupt;

/// A file on the way to its new content. Until [`Rewrite::finish`] it stays as it is; dropped, nothing remains.
pub struct Rewrite {
    /// The file itself, behind all links.
    target: PathBuf,
    /// The file as it was when its reading began.
    metadata: Metadata,
    /// Bytes of the old content that have gone by.
    position: u64,
    /// Made when the first byte changes.
    draft: Option<Draft>,
}

struct Draft {
    /// `None` only while it is settled.
    file: Option<BufWriter<NamedTempFile>>,
}

impl Rewrite {
    /// Prepares to rewrite the file at `path`, whose reading began when it had `metadata`.
    pub fn new(path: &Path, metadata: Metadata) -> io::Result<Rewrite> {
        if !metadata.is_file() {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "it is not a regular file"));
        }
        Ok(Rewrite { target: path.canonicalize()?, metadata, position: 0, draft: None })
    }

    /// The next bytes stay.
    pub fn keep(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.position += bytes.len() as u64;
        match &mut self.draft {
            Some(draft) => draft.write(bytes),
            None => Ok(()),
        }
    }

    /// The next `old_len` bytes become `new`.
    pub fn replace(&mut self, old_len: usize, new: &[u8]) -> io::Result<()> {
        let draft = match &mut self.draft {
            Some(draft) => draft,
            None => self.draft.insert(Draft::new(&self.target, &self.metadata, self.position)?),
        };
        self.position += old_len as u64;
        draft.write(new)
    }

    /// Puts the new content in place. Without a change nothing is written.
    pub fn finish(self) -> io::Result<()> {
        let Some(mut draft) = self.draft else { return Ok(()) };
        let Some(writer) = draft.file.take() else { return Ok(()) };
        // Whatever fails, the temporary file is gone before the lock is.
        interrupt::unregister(|| {
            let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.as_file().sync_all()?;
            if !is_same(&self.metadata, &fs::metadata(&self.target)?) {
                return Err(io::Error::other("it was changed by someone else meanwhile"));
            }
            file.persist(&self.target).map_err(|error| error.error)?;
            // The content is safe already; a folder that cannot be synchronised only delays the new name.
            if let Some(folder) = self.target.parent()
                && let Ok(folder) = File::open(folder)
            {
                let _ = folder.sync_all();
            }
            Ok(())
        })
    }
}

impl Draft {
    fn new(target: &Path, metadata: &Metadata, position: u64) -> io::Result<Draft> {
        let folder = target.parent().ok_or(io::ErrorKind::NotFound)?;
        let name = target.file_name().unwrap_or_default().to_string_lossy();
        let prefix: String = std::iter::once('.').chain(name.chars().take(40)).chain(['.']).collect();
        interrupt::install();
        let file = interrupt::register(
            || tempfile::Builder::new().prefix(&prefix).suffix(".vgn-lsp.tmp").tempfile_in(folder),
            NamedTempFile::path,
        )?;
        // From here on dropping the draft removes the file.
        let mut draft = Draft { file: Some(BufWriter::with_capacity(1 << 20, file)) };
        if let Some(writer) = &draft.file {
            keep_owner(writer.get_ref().as_file(), metadata);
            writer.get_ref().as_file().set_permissions(metadata.permissions())?;
        }
        let mut original = File::open(target)?;
        if !is_same(metadata, &original.metadata()?) {
            return Err(io::Error::other("it was changed by someone else meanwhile"));
        }
        if let Some(writer) = &mut draft.file {
            let copied = io::copy(&mut Read::take(&mut original, position), writer)?;
            if copied != position {
                return Err(io::ErrorKind::UnexpectedEof.into());
            }
        }
        Ok(draft)
    }

    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.file {
            Some(file) => file.write_all(bytes),
            None => Ok(()),
        }
    }
}

impl Drop for Draft {
    fn drop(&mut self) {
        if let Some(writer) = self.file.take() {
            // What is buffered is not wanted: the file goes.
            interrupt::unregister(|| drop(writer.into_parts()));
        }
    }
}

/// The same content, as far as a file system tells without reading.
fn is_same(before: &Metadata, now: &Metadata) -> bool {
    before.len() == now.len() && before.modified().ok() == now.modified().ok() && same_file(before, now)
}

#[cfg(unix)]
fn same_file(before: &Metadata, now: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (before.dev(), before.ino()) == (now.dev(), now.ino())
}

#[cfg(not(unix))]
fn same_file(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// The owner stays, where the system lets it.
#[cfg(unix)]
fn keep_owner(file: &File, metadata: &Metadata) {
    use std::os::unix::fs::{MetadataExt, fchown};
    let _ = fchown(file, Some(metadata.uid()), Some(metadata.gid()));
}

#[cfg(not(unix))]
fn keep_owner(_: &File, _: &Metadata) {}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder_with(content: &str) -> io::Result<(tempfile::TempDir, PathBuf)> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("games.pgn");
        fs::write(&path, content)?;
        Ok((folder, path))
    }

    fn names(folder: &Path) -> io::Result<Vec<String>> {
        fs::read_dir(folder)?.map(|entry| Ok(entry?.file_name().to_string_lossy().into_owned())).collect()
    }

    #[test]
    fn what_stands_before_the_first_change_is_copied() -> io::Result<()> {
        let (folder, path) = folder_with("one two three")?;
        let mut rewrite = Rewrite::new(&path, fs::metadata(&path)?)?;
        rewrite.keep(b"one ")?;
        rewrite.replace(3, b"2")?;
        rewrite.keep(b" three")?;
        assert_eq!(fs::read_to_string(&path)?, "one two three", "untouched until the end");
        rewrite.finish()?;
        assert_eq!(fs::read_to_string(&path)?, "one 2 three");
        assert_eq!(names(folder.path())?, ["games.pgn"]);
        Ok(())
    }

    #[test]
    fn a_dropped_rewrite_leaves_nothing() -> io::Result<()> {
        let (folder, path) = folder_with("one")?;
        let mut rewrite = Rewrite::new(&path, fs::metadata(&path)?)?;
        rewrite.replace(3, b"two")?;
        assert_eq!(names(folder.path())?.len(), 2);
        drop(rewrite);
        assert_eq!(names(folder.path())?, ["games.pgn"]);
        assert_eq!(fs::read_to_string(&path)?, "one");
        Ok(())
    }

    #[test]
    fn a_file_that_changed_meanwhile_is_left_alone() -> io::Result<()> {
        let (folder, path) = folder_with("one")?;
        let mut rewrite = Rewrite::new(&path, fs::metadata(&path)?)?;
        rewrite.replace(3, b"two")?;
        fs::write(&path, "someone else's")?;
        assert!(rewrite.finish().is_err());
        assert_eq!(fs::read_to_string(&path)?, "someone else's");
        assert_eq!(names(folder.path())?, ["games.pgn"]);

        let mut rewrite = Rewrite::new(&path, fs::metadata(&path)?)?;
        rewrite.replace(3, b"two")?;
        fs::remove_file(&path)?;
        assert!(rewrite.finish().is_err(), "vanished");
        assert_eq!(names(folder.path())?, [""; 0]);
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_and_permissions_kept() -> io::Result<()> {
        use std::os::unix::fs::PermissionsExt;
        let (folder, path) = folder_with("one")?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o640))?;
        let link = folder.path().join("link.pgn");
        std::os::unix::fs::symlink(&path, &link)?;
        let mut rewrite = Rewrite::new(&link, fs::metadata(&link)?)?;
        rewrite.replace(3, b"two")?;
        rewrite.finish()?;
        assert!(fs::symlink_metadata(&link)?.is_symlink());
        assert_eq!(fs::read_to_string(&path)?, "two");
        assert_eq!(fs::metadata(&path)?.permissions().mode() & 0o777, 0o640);
        Ok(())
    }
}
