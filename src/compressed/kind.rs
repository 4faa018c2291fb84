//! The formats of compressed files, by their first bytes, and by the names that files with games usually have.

use std::ffi::OsStr;
use std::fmt;
use std::path::Path;

/// A format of compressed files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompressionKind {
    Gzip,
    Zstandard,
    Bzip2,
    Xz,
    /// An archive of files.
    Zip,
}

/// Number of bytes by which a format is recognized.
pub(crate) const MAGIC_LENGTH: usize = 6;

impl CompressionKind {
    /// The format of a stream that begins with these bytes, of which six suffice. `None` for any other.
    pub fn of_bytes(first: &[u8]) -> Option<CompressionKind> {
        match first {
            [0x1f, 0x8b, ..] => Some(CompressionKind::Gzip),
            [0x28, 0xb5, 0x2f, 0xfd, ..] => Some(CompressionKind::Zstandard),
            // A frame to skip: what compresses on several cores begins with one.
            [0x50..=0x5f, 0x2a, 0x4d, 0x18, ..] => Some(CompressionKind::Zstandard),
            [b'B', b'Z', b'h', b'1'..=b'9', ..] => Some(CompressionKind::Bzip2),
            [0xfd, b'7', b'z', b'X', b'Z', 0, ..] => Some(CompressionKind::Xz),
            [b'P', b'K', 3, 4, ..] | [b'P', b'K', 5, 6, ..] => Some(CompressionKind::Zip),
            _ => None,
        }
    }

    /// The format that the extension of a name promises.
    pub fn of_name(path: &Path) -> Option<CompressionKind> {
        let extension = path.extension()?;
        let is = |known: &str| extension.eq_ignore_ascii_case(OsStr::new(known));
        match () {
            () if is("gz") => Some(CompressionKind::Gzip),
            () if is("zst") => Some(CompressionKind::Zstandard),
            () if is("bz2") => Some(CompressionKind::Bzip2),
            () if is("xz") => Some(CompressionKind::Xz),
            () if is("zip") => Some(CompressionKind::Zip),
            () => None,
        }
    }
}

impl fmt::Display for CompressionKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            CompressionKind::Gzip => "gzip",
            CompressionKind::Zstandard => "Zstandard",
            CompressionKind::Bzip2 => "bzip2",
            CompressionKind::Xz => "xz",
            CompressionKind::Zip => "ZIP",
        })
    }
}

/// The name of the text in a file, as far as its own tells: `games.pgn` for `games.pgn.zst`, and any other name itself.
pub fn uncompressed_name(path: &Path) -> &Path {
    match (CompressionKind::of_name(path), path.file_stem()) {
        (Some(_), Some(stem)) => Path::new(stem),
        _ => path,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_format_is_known_by_its_first_bytes() {
        for (bytes, expected) in [
            (b"\x1f\x8b\x08\0\0\0".as_slice(), Some(CompressionKind::Gzip)),
            (b"\x28\xb5\x2f\xfd\x04\x58", Some(CompressionKind::Zstandard)),
            (b"\x50\x2a\x4d\x18\x04\0", Some(CompressionKind::Zstandard)),
            (b"BZh91A", Some(CompressionKind::Bzip2)),
            (b"\xfd7zXZ\0", Some(CompressionKind::Xz)),
            (b"PK\x03\x04\x14\0", Some(CompressionKind::Zip)),
            (b"[Event", None),
            (b"BZh", None),
            (b"", None),
        ] {
            assert_eq!(CompressionKind::of_bytes(bytes), expected, "{bytes:?}");
        }
    }

    #[test]
    fn the_name_within_a_name() {
        for (name, kind, within) in [
            ("a/games.pgn.zst", Some(CompressionKind::Zstandard), "games.pgn"),
            ("games.PGN.GZ", Some(CompressionKind::Gzip), "games.PGN"),
            ("games.pgn", None, "games.pgn"),
            ("games.zip", Some(CompressionKind::Zip), "games"),
            (".gz", None, ".gz"),
        ] {
            let path = Path::new(name);
            assert_eq!((CompressionKind::of_name(path), uncompressed_name(path)), (kind, Path::new(within)), "{name}");
        }
    }
}
