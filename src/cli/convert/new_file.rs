//! A file made anew, whole or not at all: written beside its place, made durable, then renamed into it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

use crate::cli::interrupt;

/// A file on the way. Until [`NewFile::finish`] nothing is at its place, or what was there; dropped, nothing remains.
pub struct NewFile {
    /// The file itself, behind all links.
    target: PathBuf,
    draft: Draft,
}

enum Draft {
    Temporary(BufWriter<NamedTempFile>),
    /// What is no regular file cannot be replaced: a device or a pipe takes the bytes as they come.
    Direct(BufWriter<File>),
    Settled,
}

impl NewFile {
    pub fn new(path: &Path) -> io::Result<NewFile> {
        let existing = fs::metadata(path).ok();
        if let Some(metadata) = existing.as_ref().filter(|metadata| !metadata.is_file()) {
            if metadata.is_dir() {
                return Err(io::ErrorKind::IsADirectory.into());
            }
            let file = OpenOptions::new().write(true).open(path)?;
            return Ok(NewFile { target: path.to_path_buf(), draft: Draft::Direct(BufWriter::new(file)) });
        }
        let target = if existing.is_some() { path.canonicalize()? } else { path.to_path_buf() };
        let folder = target.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
        let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?.to_string_lossy();
        let prefix: String = std::iter::once('.').chain(name.chars().take(40)).chain(['.']).collect();
        interrupt::install();
        let file = interrupt::register(|| builder(&prefix).tempfile_in(folder), NamedTempFile::path)?;
        let draft = Draft::Temporary(BufWriter::with_capacity(1 << 20, file));
        let new_file = NewFile { target, draft };
        if let (Draft::Temporary(writer), Some(existing)) = (&new_file.draft, existing) {
            writer.get_ref().as_file().set_permissions(existing.permissions())?;
        }
        Ok(new_file)
    }

    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match &mut self.draft {
            Draft::Temporary(writer) => writer.write_all(bytes),
            Draft::Direct(writer) => writer.write_all(bytes),
            Draft::Settled => Ok(()),
        }
    }

    /// Puts the file in its place.
    pub fn finish(mut self) -> io::Result<()> {
        match std::mem::replace(&mut self.draft, Draft::Settled) {
            Draft::Temporary(writer) => interrupt::unregister(|| {
                let file = writer.into_inner().map_err(io::IntoInnerError::into_error)?;
                file.as_file().sync_all()?;
                file.persist(&self.target).map_err(|error| error.error)?;
                Ok(())
            }),
            Draft::Direct(mut writer) => writer.flush(),
            Draft::Settled => Ok(()),
        }
    }
}

impl Drop for NewFile {
    fn drop(&mut self) {
        if let Draft::Temporary(writer) = std::mem::replace(&mut self.draft, Draft::Settled) {
            // What is buffered is not wanted: the file goes.
            interrupt::unregister(|| drop(writer.into_parts()));
        }
    }
}

/// A new file has the permissions that the user gives to new files.
fn builder(prefix: &str) -> tempfile::Builder<'_, 'static> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(prefix).suffix(".vgn-lsp.tmp");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder
}
