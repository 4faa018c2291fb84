//! Detects files that are not chess text, to report one clear message instead of thousands about stray text.

use std::fmt;

/// UTF-8's byte order mark: part of the file's bytes, but not of its text.
pub const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Why a file's first bytes exclude games.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NonChessFile {
    /// Text in UTF-16 or UTF-32, with the encoding's name.
    WideText(&'static str),
    /// Compressed data, with the format's name.
    Compressed(&'static str),
    /// Another known file format, with its name.
    Kind(&'static str),
    /// Bytes that do not occur in text, and no tag pair.
    Binary,
}

impl fmt::Display for NonChessFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NonChessFile::WideText(name) => {
                write!(f, "the text is {name}: save it as UTF-8 first, in an editor or with another program")
            }
            NonChessFile::Compressed(name) => write!(f, "the file is compressed ({name}): decompress it first"),
            NonChessFile::Kind(name) => write!(f, "this is {name}, not PGN or VGN"),
            NonChessFile::Binary => f.write_str("this looks like a binary file, not PGN or VGN"),
        }
    }
}

const MAGIC: &[(&[u8], NonChessFile)] = &[
    (b"\xff\xfe\0\0", NonChessFile::WideText("UTF-32LE")),
    (b"\0\0\xfe\xff", NonChessFile::WideText("UTF-32BE")),
    (b"\xff\xfe", NonChessFile::WideText("UTF-16LE")),
    (b"\xfe\xff", NonChessFile::WideText("UTF-16BE")),
    (b"[\0", NonChessFile::WideText("UTF-16LE")),
    (b"\0[", NonChessFile::WideText("UTF-16BE")),
    (b"\x1f\x8b", NonChessFile::Compressed("gzip")),
    (b"\x28\xb5\x2f\xfd", NonChessFile::Compressed("Zstandard")),
    (b"BZh", NonChessFile::Compressed("bzip2")),
    (b"\xfd7zXZ\0", NonChessFile::Compressed("xz")),
    (b"7z\xbc\xaf\x27\x1c", NonChessFile::Compressed("7-Zip")),
    (b"PK\x03\x04", NonChessFile::Compressed("ZIP")),
    (b"Rar!\x1a\x07", NonChessFile::Compressed("RAR")),
    (b"\x89PNG\r\n", NonChessFile::Kind("a PNG image")),
    (b"\xff\xd8\xff", NonChessFile::Kind("a JPEG image")),
    (b"GIF87a", NonChessFile::Kind("a GIF image")),
    (b"GIF89a", NonChessFile::Kind("a GIF image")),
    (b"%PDF-", NonChessFile::Kind("a PDF document")),
    (b"\x7fELF", NonChessFile::Kind("a program")),
    (b"SQLite format 3\0", NonChessFile::Kind("an SQLite database")),
];

/// Number of bytes examined.
const LOOK: usize = 64 * 1024;

/// Examines a file's first bytes, of which 64 KiB suffice.
pub fn sniff(bytes: &[u8]) -> Option<NonChessFile> {
    if let Some((_, kind)) = MAGIC.iter().find(|(magic, _)| bytes.starts_with(magic)) {
        return Some(*kind);
    }
    let bytes = &bytes[..bytes.len().min(LOOK)];
    let controls = bytes.iter().filter(|&&byte| is_control(byte)).count();
    if controls == 0 || has_tag_pair(bytes) {
        return None;
    }
    let odd = controls + bytes.iter().filter(|byte| !byte.is_ascii()).count();
    let binary = controls * 10 > bytes.len() || (bytes.contains(&0) && odd * 3 > bytes.len());
    binary.then_some(NonChessFile::Binary)
}

/// Whether the byte is a control character that does not occur in text. Form feeds, and DOS's end-of-file mark, do
/// occur.
fn is_control(byte: u8) -> bool {
    byte < 0x20 && !matches!(byte, b'\t' | b'\n' | b'\r' | 0x0c | 0x1a)
}

/// Whether `[Name "` is at the start or after white space.
fn has_tag_pair(bytes: &[u8]) -> bool {
    memchr::memchr_iter(b'[', bytes).any(|at| {
        let rest = &bytes[at + 1..];
        let name = rest.iter().take_while(|byte| byte.is_ascii_alphanumeric() || **byte == b'_').count();
        let space = rest[name..].iter().take_while(|byte| byte.is_ascii_whitespace()).count();
        (at == 0 || bytes[at - 1].is_ascii_whitespace()) && name > 0 && rest.get(name + space) == Some(&b'"')
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_not_taken_for_binary_files() {
        let mut binary_section = b"[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]".to_vec();
        binary_section.extend([0; 100]);
        let cases: [&[u8]; 9] = [
            b"",
            b"x",
            b"1 e4 e5",
            b"1 . e4 e5",
            b"1. e4 \0 e5 1-0",
            b"[Event \"?\"]\0\0\0\0\0\0",
            b"%PDF is short for",
            b"\xd0\xd1\xd2 \xd3\xd4 e4 *\x1a",
            &binary_section,
        ];
        for bytes in cases {
            assert_eq!(sniff(bytes), None, "{bytes:?}");
        }
    }

    #[test]
    fn other_files_are_named() {
        assert_eq!(sniff(b"\0"), Some(NonChessFile::Binary));
        assert_eq!(sniff(&(0..=255).collect::<Vec<u8>>()), Some(NonChessFile::Binary));
        assert_eq!(sniff(b"\xff\xfe[\0"), Some(NonChessFile::WideText("UTF-16LE")));
        assert_eq!(sniff(b"\xff\xfe\0\0[\0\0\0"), Some(NonChessFile::WideText("UTF-32LE")));
        assert_eq!(sniff(b"PK\x03\x04\x14"), Some(NonChessFile::Compressed("ZIP")));
        assert_eq!(sniff(b"%PDF-1.7"), Some(NonChessFile::Kind("a PDF document")));
    }
}
