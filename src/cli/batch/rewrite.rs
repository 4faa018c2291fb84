//! Rewrites a file while its old content passes by: nothing is written before the first change.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};

use vgn_config::files::real_path;

use super::draft::FileDraft;

/// A file being rewritten. Until [`FileRewrite::finish`] it is unchanged; dropping it leaves nothing.
pub struct FileRewrite {
    /// The path of the file itself, behind all links.
    target: PathBuf,
    /// The metadata when reading began.
    metadata: Metadata,
    /// Replaces the file even if it is protected, or loses one of its properties.
    forced: bool,
    /// Number of bytes of the old content so far.
    position: u64,
    /// Created at the first change.
    draft: Option<FileDraft>,
}

impl FileRewrite {
    /// Prepares to rewrite the file at `path`; `metadata` is from when its reading began.
    pub fn new(path: &Path, metadata: Metadata, forced: bool) -> io::Result<FileRewrite> {
        if !metadata.is_file() {
            return Err(io::Error::new(io::ErrorKind::Unsupported, "it is not a regular file"));
        }
        Ok(FileRewrite { target: real_path(path)?, metadata, forced, position: 0, draft: None })
    }

    /// Tries whether the file could be replaced, before work is done that takes long.
    ///
    /// # Errors
    ///
    /// Why it could not.
    pub fn attempt(path: &Path, forced: bool) -> io::Result<()> {
        let FileRewrite { target, metadata, .. } = FileRewrite::new(path, fs::metadata(path)?, forced)?;
        FileDraft::new(&target, Some(&metadata), forced).map(drop)
    }

    /// The next bytes are unchanged.
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
            None => self.draft.insert(begin(&self.target, &self.metadata, self.position, self.forced)?),
        };
        self.position += old_len as u64;
        draft.write(new)
    }

    /// Puts the new content in place. Without a change nothing is written.
    pub fn finish(self) -> io::Result<()> {
        let FileRewrite { target, metadata, draft, .. } = self;
        draft.map_or(Ok(()), |draft| draft.put(|| unchanged(&metadata, &fs::metadata(&target)?)))
    }
}

/// A draft with the content that has already passed.
fn begin(target: &Path, metadata: &Metadata, position: u64, forced: bool) -> io::Result<FileDraft> {
    let mut draft = FileDraft::new(target, Some(metadata), forced)?;
    let mut original = File::open(target)?;
    unchanged(metadata, &original.metadata()?)?;
    draft.copy(&mut original, position)?;
    Ok(draft)
}

/// An error if the file has changed since its reading began.
fn unchanged(before: &Metadata, now: &Metadata) -> io::Result<()> {
    if is_same(before, now) { Ok(()) } else { Err(io::Error::other("another program has changed it meanwhile")) }
}

/// Whether the content is the same, as far as metadata can tell.
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
        let mut rewrite = FileRewrite::new(&path, fs::metadata(&path)?, false)?;
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
        let mut rewrite = FileRewrite::new(&path, fs::metadata(&path)?, false)?;
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
        let mut rewrite = FileRewrite::new(&path, fs::metadata(&path)?, false)?;
        rewrite.replace(3, b"two")?;
        fs::write(&path, "someone else's")?;
        assert!(rewrite.finish().is_err());
        assert_eq!(fs::read_to_string(&path)?, "someone else's");
        assert_eq!(names(folder.path())?, ["games.pgn"]);

        let mut rewrite = FileRewrite::new(&path, fs::metadata(&path)?, false)?;
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
        let mut rewrite = FileRewrite::new(&link, fs::metadata(&link)?, false)?;
        rewrite.replace(3, b"two")?;
        rewrite.finish()?;
        assert!(fs::symlink_metadata(&link)?.is_symlink());
        assert_eq!(fs::read_to_string(&path)?, "two");
        assert_eq!(fs::metadata(&path)?.permissions().mode() & 0o777, 0o640);
        Ok(())
    }
}
