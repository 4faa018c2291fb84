//! Opening and reading files: those that the user has named, and those found by the server, the search for
//! configuration or a walk through folders. Also the full paths of new files.
//!
//! Knows: nothing. Never knows: the content of files.
//!
//! A name may have changed its meaning since it was found: to a pipe on which reading never ends or never begins, a
//! device, a file of unlimited size. So only regular files are read, and only up to a limit. Files named by the user
//! are read as they are: a pipe waits for its writer, as everywhere.

mod device;
mod full_path;
mod kernel_files;

pub use device::{null_device, open_named};
pub use full_path::{full_path, real_path};

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read as _};
use std::path::Path;

/// The bytes of a regular file, or of a link to one, of at most `most` bytes. Never waits for another program.
///
/// # Errors
/// If it is not a regular file, is longer, or cannot be read; in words for people.
pub fn read_regular(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let (file, metadata) = open_regular(path)?;
    at_most(file, most, metadata.len())
}

/// Opens a regular file, or a link to one, for reading. Never waits for another program.
///
/// # Errors
/// If it is not a regular file or cannot be opened; in words for people.
pub fn open_regular(path: &Path) -> io::Result<(File, Metadata)> {
    // Before it is opened, since opening a device may have effects.
    only_regular(&std::fs::metadata(path)?)?;
    kernel_files::refuse(path)?;
    let file = open_at_once(path)?;
    // It may have been replaced meanwhile.
    let metadata = file.metadata()?;
    only_regular(&metadata)?;
    Ok((file, metadata))
}

/// Whether the name is a regular file, or a link to one, as far as can be told without opening it.
pub fn is_regular(path: &Path) -> bool {
    path.is_file() && kernel_files::refuse(path).is_ok()
}

/// The bytes of a file of any kind, of at most `most` bytes: for a name given by the user.
///
/// # Errors
/// If it is longer, or cannot be read.
pub fn read_named(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    at_most(File::open(path)?, most, 0)
}

/// Whether the name is a regular file of at most `most` bytes, or does not exist.
pub fn is_harmless(path: &Path, most: u64) -> bool {
    match std::fs::metadata(path) {
        Ok(metadata) => metadata.is_file() && metadata.len() <= most && kernel_files::refuse(path).is_ok(),
        Err(error) => error.kind() == io::ErrorKind::NotFound,
    }
}

fn only_regular(metadata: &Metadata) -> io::Result<()> {
    if metadata.is_file() { Ok(()) } else { Err(io::Error::other("it is not a regular file")) }
}

/// All bytes of a reader, at most `most`. `expected` bytes are reserved at once.
///
/// # Errors
/// If there are more, or reading fails; in words for people.
pub fn at_most(file: impl io::Read, most: u64, expected: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(expected.min(most)).unwrap_or(0));
    // The file may be growing.
    file.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most {
        let limit = match most {
            1_048_576.. => format!("{} MiB", most >> 20),
            1_024.. => format!("{} KiB", most >> 10),
            _ => format!("{most} bytes"),
        };
        return Err(io::Error::other(format!("it has more than {limit}")));
    }
    Ok(bytes)
}

/// Opens a file for reading, without waiting for the writer of a pipe.
fn open_at_once(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt as _;
        let flags = rustix::fs::OFlags::NONBLOCK | rustix::fs::OFlags::NOCTTY;
        options.custom_flags(flags.bits().cast_signed());
    }
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_read_up_to_its_bound() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a.pgn");
        std::fs::write(&path, b"1. e4 *")?;
        assert_eq!(read_regular(&path, 7)?, b"1. e4 *");
        assert_eq!(read_named(&path, 7)?, b"1. e4 *");
        assert!(is_harmless(&path, 7) && !is_harmless(&path, 6));
        assert!(is_harmless(&folder.path().join("none"), 0));
        let reason = |read: io::Result<Vec<u8>>| read.expect_err("it is refused").to_string();
        assert_eq!(reason(read_regular(&path, 6)), "it has more than 6 bytes");
        std::fs::write(&path, vec![b' '; (1 << 20) + 1])?;
        assert_eq!(reason(read_regular(&path, 1 << 20)), "it has more than 1 MiB");
        assert_eq!(reason(read_regular(folder.path(), 7)), "it is not a regular file");
        Ok(())
    }

    #[cfg(unix)]
    #[test]
    fn what_is_no_file_is_refused_at_once() -> io::Result<()> {
        let folder = tempfile::tempdir()?;
        let (pipe, endless) = (folder.path().join("pipe.pgn"), folder.path().join("endless.pgn"));
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status()?.success());
        std::os::unix::fs::symlink("/dev/zero", &endless)?;
        for path in [&pipe, &endless] {
            let error = read_regular(path, 1 << 20).expect_err("it is refused");
            assert_eq!(error.to_string(), "it is not a regular file");
            assert!(!is_harmless(path, u64::MAX));
            // Also if it became one between the two checks.
            let file = open_at_once(path)?;
            assert!(only_regular(&file.metadata()?).is_err());
        }
        let error = read_named(&endless, 1 << 10).expect_err("it is refused");
        assert_eq!(error.to_string(), "it has more than 1 KiB");
        Ok(())
    }
}
