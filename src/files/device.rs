//! Names that Windows keeps for devices: `nul`, `con`, `com1` and others are no files there, in any folder.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

use super::made_up;

/// By this name the null device is opened from any folder.
const NULL: &str = "NUL";

/// What a name stands for that Windows keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Device {
    /// What `/dev/null` is elsewhere.
    Null,
    Other,
}

/// Opens a file of any kind that the user has named, to read it, and tells what is known of it; nothing of Windows'
/// null device.
///
/// # Errors
/// When it cannot be opened, it is made up by the system, or Windows keeps its name for another device.
pub fn open_named(path: &Path) -> io::Result<(File, Option<Metadata>)> {
    match device(path) {
        Some(Device::Null) => File::open(NULL).map(|null| (null, None)),
        Some(Device::Other) => Err(kept()),
        None => {
            made_up::refuse(path)?;
            let file = File::open(path)?;
            let metadata = file.metadata()?;
            Ok((file, Some(metadata)))
        }
    }
}

/// Windows' null device, to write to, where the user has named that.
///
/// # Errors
/// When it cannot be opened, or Windows keeps the name for another device.
pub fn null_device(path: &Path) -> io::Result<Option<File>> {
    match device(path) {
        Some(Device::Null) => OpenOptions::new().write(true).open(NULL).map(Some),
        Some(Device::Other) => Err(kept()),
        None => Ok(None),
    }
}

fn kept() -> io::Error {
    io::Error::new(io::ErrorKind::InvalidInput, "Windows keeps this name for a device")
}

/// What the system makes of a name: which names are kept, and whether with an extension too, is its version's affair.
fn device(path: &Path) -> Option<Device> {
    let full = if cfg!(windows) { std::path::absolute(path).ok()? } else { return None };
    device_of(path.to_str()?, full.to_str()?)
}

/// The device of a path as it was given, which the system has made this full path of.
fn device_of(path: &str, full: &str) -> Option<Device> {
    let is_null = |name: &str| name.trim_end_matches(':').eq_ignore_ascii_case("nul");
    let device = full.strip_prefix(r"\\.\");
    // By its whole name it is the null device also where the system would make a file of that name in a folder.
    let name = path.rsplit(['\\', '/']).next().unwrap_or_default();
    match device {
        Some(device) if is_null(device) && !name.contains('.') => Some(Device::Null),
        Some(_) => Some(Device::Other),
        None => is_null(name).then_some(Device::Null),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn devices_of_windows_are_known_by_what_it_makes_of_their_names() {
        for (path, full, expected) in [
            ("nul", r"\\.\nul", Some(Device::Null)),
            ("NUL:", r"\\.\NUL", Some(Device::Null)),
            (r"\\.\nul", r"\\.\nul", Some(Device::Null)),
            (r"C:\games\Nul", r"\\.\Nul", Some(Device::Null)),
            (r"C:\games\nul", r"C:\games\nul", Some(Device::Null)),
            // Games are not thrown away by a name that says otherwise.
            ("nul.pgn", r"\\.\nul", Some(Device::Other)),
            ("con", r"\\.\con", Some(Device::Other)),
            ("aux.pgn", r"\\.\aux", Some(Device::Other)),
            (r"\\.\pipe\games", r"\\.\pipe\games", Some(Device::Other)),
            ("nul.pgn", r"C:\games\nul.pgn", None),
            ("annul", r"C:\games\annul", None),
            (r"\\?\C:\games\a.pgn", r"\\?\C:\games\a.pgn", None),
            (r"\\srv\share\a.pgn", r"\\srv\share\a.pgn", None),
        ] {
            assert_eq!(device_of(path, full), expected, "{path} {full}");
        }
    }

    #[test]
    fn only_windows_keeps_names() {
        let expected = |device| if cfg!(windows) { Some(device) } else { None };
        assert_eq!(device(Path::new("nul")), expected(Device::Null));
        assert_eq!(device(Path::new("com1")), expected(Device::Other));
        assert_eq!(device(Path::new("games.pgn")), None);
    }
}
