//! The file given by `--output`: written completely or not at all, except for a device or a pipe, which receives the
//! bytes as they come.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};

use vgn_config::files::{full_path, null_device, real_path};

use vgn_compressed::CompressionKind;

use super::FileFault;
use super::draft::{ClosedDraft, FileDraft};
use super::inputs::InputFile;
use super::stdout::Stdout;
use crate::terminal::{Stream, is_terminal, readable};

/// The inputs of a command that writes games of them to `path`, without that file itself where it was found in a folder.
///
/// # Errors
///
/// If the file was named as an input, is there already and not `forced`, or would be compressed by its name.
pub fn inputs_beside(path: &Path, mut inputs: Vec<InputFile>, forced: bool) -> Result<Vec<InputFile>, FileFault> {
    let fault = |message: &str| Err(FileFault::new(&path.to_string_lossy(), message.to_owned()));
    if path.as_os_str() == "-" {
        return Ok(inputs);
    }
    if CompressionKind::of_name(path).is_some() {
        return fault("what is written is not compressed: name a file without this extension, and compress that");
    }
    if !path.is_file() {
        return Ok(inputs);
    }
    if inputs.iter().any(|input| !input.found && input.is_at(path)) {
        return fault("this is one of the files that are read: name another file to write");
    }
    if !forced {
        return fault("it is there already: name another file, or use `--force`");
    }
    inputs.retain(|input| !input.is_at(path));
    Ok(inputs)
}

/// A file being written. Until [`OutputFile::finish`] its place is unchanged; dropping it leaves nothing.
pub enum OutputFile {
    Draft(FileDraft),
    /// A file that is not regular cannot be replaced. The flag says whether it is a terminal.
    Direct(BufWriter<File>, bool),
    Stdout(Stdout),
}

impl OutputFile {
    /// # Errors
    ///
    /// If the file cannot be created, or the existing file is protected and not `forced`.
    pub fn new(path: &Path, forced: bool) -> io::Result<OutputFile> {
        if let Some(null) = null_device(path)? {
            return Ok(OutputFile::Direct(BufWriter::new(null), false));
        }
        let existing = fs::metadata(path).ok();
        match &existing {
            Some(metadata) if metadata.is_dir() => Err(io::ErrorKind::IsADirectory.into()),
            Some(metadata) if metadata.is_file() => {
                Ok(OutputFile::Draft(FileDraft::new(&real_path(path)?, Some(metadata), forced)?))
            }
            None => Ok(OutputFile::Draft(FileDraft::new(&full_path(&link_target(path)?)?, None, forced)?)),
            Some(_) => {
                let file = OpenOptions::new().write(true).open(path)?;
                let is_terminal = file.is_terminal();
                Ok(OutputFile::Direct(BufWriter::new(file), is_terminal))
            }
        }
    }

    /// Writes bytes, to a terminal as text.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        match self {
            OutputFile::Draft(draft) => draft.write(bytes),
            OutputFile::Direct(writer, true) => writer.write_all(readable(bytes).as_bytes()),
            OutputFile::Direct(writer, false) => writer.write_all(bytes),
            OutputFile::Stdout(stdout) => {
                match is_terminal(Stream::Stdout) {
                    true => stdout.write(readable(bytes).as_bytes()),
                    false => stdout.write(bytes),
                }
                Ok(())
            }
        }
    }

    /// Puts the file in its place.
    pub fn finish(self) -> io::Result<()> {
        match self {
            OutputFile::Draft(draft) => draft.put(|| Ok(())),
            OutputFile::Direct(mut writer, _) => writer.flush(),
            OutputFile::Stdout(stdout) => stdout.finish(),
        }
    }

    /// Ends the content without putting the file in its place: a draft may wait for others, to be put by `put_all`.
    pub fn close(self) -> io::Result<Option<ClosedDraft>> {
        match self {
            OutputFile::Draft(draft) => draft.close().map(Some),
            OutputFile::Direct(mut writer, _) => writer.flush().map(|()| None),
            OutputFile::Stdout(stdout) => stdout.finish().map(|()| None),
        }
    }

    /// Whether the file is a terminal.
    pub fn is_terminal(&self) -> bool {
        matches!(self, OutputFile::Direct(_, true))
    }

    /// Whether the file appears only when it is complete.
    pub fn is_whole_or_not_there(&self) -> bool {
        matches!(self, OutputFile::Draft(_))
    }
}

/// Maximum number of links followed in a chain, as on most systems.
const MOST_LINKS: u32 = 40;

/// The target of a link to a file that does not exist yet; any other path is returned unchanged.
fn link_target(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..MOST_LINKS {
        match fs::read_link(&path) {
            // An absolute target replaces the whole path.
            Ok(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
            Err(_) => return Ok(path),
        }
    }
    Err(io::Error::other("too many links"))
}
