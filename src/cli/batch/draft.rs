//! A file's new content: written beside it, made durable, then renamed over it. All files are replaced and created this
//! way; a partly written file is never in their place.

use std::collections::BTreeSet;
use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use tempfile::{NamedTempFile, TempPath};

use super::{attributes, interrupt};

/// Size of the write buffer, in bytes.
const BUFFER: usize = 1 << 20;
/// Maximum number of characters of a file's name in that of its draft.
const NAME: usize = 40;

/// The draft of one file. Dropping it removes the temporary file.
pub struct FileDraft {
    target: PathBuf,
    /// `None` only while the draft is being settled.
    file: Option<BufWriter<NamedTempFile>>,
}

impl FileDraft {
    /// Begins the new content of `target`, a path without links; `replaced` is the metadata of the present file, if it
    /// exists.
    ///
    /// # Errors
    ///
    /// If the file is protected, or one of its properties would be lost, unless `forced`; and if nothing can be written
    /// beside it.
    pub fn new(target: &Path, replaced: Option<&Metadata>, forced: bool) -> io::Result<FileDraft> {
        if let Some(replaced) = replaced.filter(|_| !forced) {
            attributes::refuse_protected(target, replaced)?;
        }
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
        let prefix: String = std::iter::once('.').chain(name.chars().take(NAME)).chain(['.']).collect();
        interrupt::install();
        let made = || builder(&prefix, replaced.is_some()).tempfile_in(folder);
        let file = interrupt::register(made, NamedTempFile::path)?;
        // From here on dropping the draft removes the file.
        let draft = FileDraft { target: target.to_path_buf(), file: Some(BufWriter::with_capacity(BUFFER, file)) };
        if let (Some(writer), Some(replaced)) = (&draft.file, replaced) {
            let lost = attributes::carry_over(target, replaced, writer.get_ref().as_file())?;
            if let Some(lost) = lost.filter(|_| !forced) {
                return Err(attributes::refusal(&format!("{lost} would be lost")));
            }
        }
        Ok(draft)
    }

    /// Appends bytes.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.as_mut().map_or(Ok(()), |file| file.write_all(bytes))
    }

    /// Appends the first `len` bytes of `source`.
    pub fn copy(&mut self, source: &mut File, len: u64) -> io::Result<()> {
        let Some(file) = &mut self.file else { return Ok(()) };
        let copied = io::copy(&mut Read::take(source, len), file)?;
        if copied == len { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
    }

    /// Puts the content in the file's place, if `may` still allows it.
    pub fn put(mut self, may: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let Some(writer) = self.file.take() else { return Ok(()) };
        let path = writer.get_ref().path().to_path_buf();
        // Whatever fails, the temporary file is gone before the lock is.
        interrupt::unregister(&path, || {
            let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
            file.as_file().sync_all()?;
            may()?;
            attributes::replacing(&self.target, || file.persist(&self.target).map_err(|error| error.error).map(drop))?;
            if let Some(folder) = self.target.parent() {
                sync_names(folder);
            }
            Ok(())
        })
    }

    /// Ends the content, and closes the file: many drafts may wait for their places.
    pub fn close(mut self) -> io::Result<ClosedDraft> {
        let target = self.target.clone();
        let Some(writer) = self.file.take() else { return Err(io::ErrorKind::InvalidInput.into()) };
        let path = writer.get_ref().path().to_path_buf();
        match writer.into_inner() {
            Ok(file) => Ok(ClosedDraft { target, path: Some(file.into_temp_path()) }),
            Err(error) => {
                let (error, writer) = error.into_parts();
                interrupt::unregister(&path, || drop(writer.into_parts()));
                Err(error)
            }
        }
    }
}

impl Drop for FileDraft {
    fn drop(&mut self) {
        if let Some(writer) = self.file.take() {
            let path = writer.get_ref().path().to_path_buf();
            // The buffered bytes are dropped with the file.
            interrupt::unregister(&path, || drop(writer.into_parts()));
        }
    }
}

/// A draft whose content is written, though perhaps not on the disk yet. Dropping it removes the temporary file.
pub struct ClosedDraft {
    target: PathBuf,
    /// `None` only while the draft is being settled.
    path: Option<TempPath>,
}

impl Drop for ClosedDraft {
    fn drop(&mut self) {
        if let Some(path) = self.path.take() {
            let registered = path.to_path_buf();
            interrupt::unregister(&registered, || drop(path));
        }
    }
}

/// Puts drafts in their places, after the contents of all of them are on the disk: one wait for the disk in each folder
/// instead of one for each file, where the system can do that.
///
/// # Errors
///
/// If one cannot be put in its place, with the place; those before it are there, and those behind it are not.
pub fn put_all(mut drafts: Vec<ClosedDraft>) -> Result<(), (PathBuf, io::Error)> {
    let folders: BTreeSet<PathBuf> =
        drafts.iter().filter_map(|draft| draft.target.parent().map(Path::to_path_buf)).collect();
    for folder in &folders {
        let in_folder = drafts.iter().filter(|draft| draft.target.parent() == Some(folder));
        sync_contents(folder, in_folder).map_err(|error| (folder.clone(), error))?;
    }
    for draft in &mut drafts {
        let Some(path) = draft.path.take() else { continue };
        let (registered, target) = (path.to_path_buf(), &draft.target);
        let put = interrupt::unregister(&registered, || {
            attributes::replacing(target, || path.persist(target).map_err(|error| error.error))
        });
        put.map_err(|error| (target.clone(), error))?;
    }
    folders.iter().for_each(|folder| sync_names(folder));
    Ok(())
}

/// Waits until the contents are on the disk.
#[cfg(target_os = "linux")]
fn sync_contents<'d>(folder: &Path, drafts: impl Iterator<Item = &'d ClosedDraft>) -> io::Result<()> {
    match File::open(folder).and_then(|folder| Ok(rustix::fs::syncfs(folder)?)) {
        Ok(()) => Ok(()),
        Err(_) => sync_each(drafts),
    }
}

#[cfg(not(target_os = "linux"))]
fn sync_contents<'d>(_: &Path, drafts: impl Iterator<Item = &'d ClosedDraft>) -> io::Result<()> {
    sync_each(drafts)
}

fn sync_each<'d>(drafts: impl Iterator<Item = &'d ClosedDraft>) -> io::Result<()> {
    let mut paths = drafts.filter_map(|draft| draft.path.as_ref());
    paths.try_for_each(|path| OpenOptions::new().write(true).open(path)?.sync_all())
}

/// Makes new names in a folder durable. The contents are safe already; a folder that cannot be synchronized only delays
/// the names.
fn sync_names(folder: &Path) {
    if let Ok(folder) = File::open(folder) {
        let _ = folder.sync_all();
    }
}

/// A new file gets the user's default permissions; a replaced file gets its former ones.
fn builder(prefix: &str, replaces: bool) -> tempfile::Builder<'_, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(".vgn-lsp.tmp");
    #[cfg(unix)]
    if !replaces {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let _ = replaces;
    builder
}
