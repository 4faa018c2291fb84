//! The file that `--output` names: whole or not at all, but for a device or a pipe, which takes the bytes as they come.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use super::draft::Draft;
use crate::cli::terminal::readable;
use crate::files::{full_path, null_device, real_path};

/// A file on the way. Until [`NewFile::finish`] nothing is at its place, or what was there; dropped, nothing remains.
pub enum NewFile {
    Draft(Draft),
    /// What is no regular file cannot be replaced. It may be a terminal.
    Direct(BufWriter<File>, bool),
}

impl NewFile {
    /// # Errors
    ///
    /// When the file cannot be made, or what is there is protected and not `forced`.
    pub fn new(path: &Path, forced: bool) -> io::Result<NewFile> {
        if let Some(null) = null_device(path)? {
            return Ok(NewFile::Direct(BufWriter::new(null), false));
        }
        let existing = fs::metadata(path).ok();
        match &existing {
            Some(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Some(metadata) if metadata.is_file() => {
                Ok(NewFile::Draft(Draft::new(&real_path(path)?, Some(metadata), forced)?))
            }
            None => Ok(NewFile::Draft(Draft::new(&full_path(&link_target(path)?)?, None, forced)?)),
            Some(_) => {
                let file = OpenOptions::new().write(true).open(path)?;
                let is_terminal = file.is_terminal();
                Ok(NewFile::Direct(BufWriter::new(file), is_terminal))
            }
        }
    }

    /// Writes bytes, to a terminal as text.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            NewFile::Draft(draft) => draft.write(bytes),
            NewFile::Direct(writer, true) => writer.write_all(readable(bytes).as_bytes()),
            NewFile::Direct(writer, false) => writer.write_all(bytes),
        }
    }

    /// Puts the file in its place.
    pub fn finish(self) -> io::Result<()> {
        match self {
            NewFile::Draft(draft) => draft.put(|| Ok(())),
            NewFile::Direct(mut writer, _) => writer.flush(),
        }
    }

    /// Somebody looks at what is written.
    pub fn is_terminal(&self) -> bool {
        matches!(self, NewFile::Direct(_, true))
    }

    /// Nothing is in its place before it is whole.
    pub fn is_whole_or_not_there(&self) -> bool {
        matches!(self, NewFile::Draft(_))
    }
}

/// Links that are followed from one to the next at most, as systems do.
const MOST_LINKS: u32 = 40;

/// The name behind a link to a file that is not there yet; any other name is what it is.
fn link_target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            // A path that is not relative takes the place of the whole.
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}
