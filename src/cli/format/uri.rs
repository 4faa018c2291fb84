//! Paths as URIs, by the rules of this system or another.

use std::borrow::Cow;
use std::path::{Component, Path};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_encode};

/// Characters escaped in a path: all except those that RFC 3986 leaves unreserved, and the slashes between segments.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// A path of this system as a URI. File names may be bytes that are not UTF-8.
pub fn of_file(path: &Path) -> String {
    // On Windows a path may be relative to the current drive or to the current folder of a drive: no URI expresses that.
    let of_a_drive = cfg!(windows) && !path.is_absolute() && (path.has_root() || begins_with_drive(path));
    let full = if of_a_drive { std::path::absolute(path).ok() } else { None };
    of_path(&name_bytes(full.as_deref().unwrap_or(path)), cfg!(windows))
}

fn begins_with_drive(path: &Path) -> bool {
    matches!(path.components().next(), Some(Component::Prefix(_)))
}

#[cfg(unix)]
fn name_bytes(path: &Path) -> Cow<'_, [u8]> {
    use std::os::unix::ffi::OsStrExt as _;
    Cow::Borrowed(path.as_os_str().as_bytes())
}

#[cfg(not(unix))]
fn name_bytes(path: &Path) -> Cow<'_, [u8]> {
    Cow::Owned(path.to_string_lossy().into_owned().into_bytes())
}

/// A path as a URI: a relative path stays relative, an absolute one becomes a `file` URI (RFC 8089). On Windows a path
/// may begin with a drive or a server, and both kinds of slashes separate its parts.
pub(super) fn of_path(path: &[u8], windows: bool) -> String {
    let slashed = |byte: &u8| if windows && *byte == b'\\' { b'/' } else { *byte };
    let path: Vec<u8> = path.iter().map(slashed).collect();
    let mut path = path.as_slice();
    if windows {
        // The prefix for long paths is not a part of the path.
        let verbatim = path.strip_prefix(b"//?/");
        let server = match verbatim {
            Some(rest) => rest.get(..4).filter(|start| start.eq_ignore_ascii_case(b"UNC/")).map(|_| &rest[4..]),
            None => path.strip_prefix(b"//"),
        };
        if let Some(server) = server {
            return format!("file://{}", escaped(server));
        }
        path = verbatim.unwrap_or(path);
        if let [letter, b':', b'/', rest @ ..] = path
            && letter.is_ascii_alphabetic()
        {
            return format!("file:///{}:/{}", char::from(*letter), escaped(rest));
        }
    }
    match path.strip_prefix(b"/") {
        Some(rest) => format!("file:///{}", escaped(rest)),
        None => escaped(path),
    }
}

/// The escaped segments of a path, without empty ones and `.`: an empty segment has a meaning in a URI, and at the
/// beginning would be a server.
fn escaped(path: &[u8]) -> String {
    let parts = path.split(|byte| *byte == b'/').filter(|part| !matches!(*part, b"" | b"."));
    let parts: Vec<String> = parts.map(|part| percent_encode(part, ESCAPED).to_string()).collect();
    parts.join("/")
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use tower_lsp::lsp_types::Url;

    use super::*;

    #[test]
    fn paths_of_unix_become_uris() {
        for (path, uri) in [
            ("./games/a b.pgn", "games/a%20b.pgn"),
            ("../a.pgn", "../a.pgn"),
            ("/tmp/é.pgn", "file:///tmp/%C3%A9.pgn"),
            ("//tmp/a.pgn", "file:///tmp/a.pgn"),
            ("/tmp//games/./a.pgn", "file:///tmp/games/a.pgn"),
            ("games//b/../a.pgn", "games/b/../a.pgn"),
            ("C:/a.pgn", "C%3A/a.pgn"),
            ("a\\b.pgn", "a%5Cb.pgn"),
        ] {
            assert_eq!(of_path(path.as_bytes(), false), uri);
        }
        // Names are bytes there.
        assert_eq!(of_path(b"/tmp/Sch\xe4fer%.pgn", false), "file:///tmp/Sch%E4fer%25.pgn");
    }

    #[test]
    #[cfg(windows)]
    fn a_path_without_its_drive_or_folder_is_completed() -> std::io::Result<()> {
        let folder = std::env::current_dir()?;
        let drive = folder.to_string_lossy()[..2].to_owned();
        assert_eq!(of_file(Path::new(r"\games\a.pgn")), format!("file:///{drive}/games/a.pgn"));
        let expected = of_path(&name_bytes(&folder.join("a b.pgn")), true);
        assert_eq!(of_file(Path::new(&format!("{drive}a b.pgn"))), expected);
        assert_eq!(of_file(Path::new("a b.pgn")), "a%20b.pgn");
        Ok(())
    }

    #[test]
    fn paths_of_windows_become_uris() {
        for (path, uri) in [
            (r".\games\a b.pgn", "games/a%20b.pgn"),
            (r"..\a#1.pgn", "../a%231.pgn"),
            (r"C:\Schach Übung\x.pgn", "file:///C:/Schach%20%C3%9Cbung/x.pgn"),
            (r"c:/a.pgn", "file:///c:/a.pgn"),
            (r"\\srv\share\a (1).pgn", "file://srv/share/a%20%281%29.pgn"),
            (r"//srv/share/a.pgn", "file://srv/share/a.pgn"),
            (r"\\?\C:\a.pgn", "file:///C:/a.pgn"),
            (r"\\?\UNC\srv\share\a.pgn", "file://srv/share/a.pgn"),
            ("<stdin>", "%3Cstdin%3E"),
        ] {
            assert_eq!(of_path(path.as_bytes(), true), uri);
        }
    }

    proptest! {
        /// Programs that read URIs get the same path back.
        #[test]
        fn a_path_is_recovered_from_its_uri(parts in prop::collection::vec("[^/\\\\\\x00:]{0,6}[a-zé0-9]", 1..4), start in 0..4_usize) {
            let (windows, absolute, host, drive) = [
                (false, "/", None, ""),
                (true, "C:\\", None, "C:"),
                (true, "\\\\srv\\", Some("srv"), ""),
                (true, "\\\\?\\UNC\\srv\\", Some("srv"), ""),
            ][start];
            let path = format!("{absolute}{}", parts.join(if windows { "\\" } else { "/" }));
            let uri = of_path(path.as_bytes(), windows);
            let read = Url::parse(&uri).map_err(|error| TestCaseError::fail(format!("{uri}: {error}")))?;
            prop_assert_eq!((read.scheme(), read.host_str(), read.query(), read.fragment()), ("file", host, None, None));
            let expected: Vec<&str> = Some(drive).into_iter().filter(|drive| !drive.is_empty())
                .chain(parts.iter().map(String::as_str)).collect();
            let found: Vec<String> = read.path_segments().into_iter().flatten()
                .map(|part| percent_encoding::percent_decode_str(part).decode_utf8_lossy().into_owned()).collect();
            prop_assert_eq!(found, expected);
            // By the rules of this system also as a whole.
            if windows == cfg!(windows) {
                prop_assert_eq!(Url::from_file_path(&path).ok().and_then(|own| own.to_file_path().ok()), read.to_file_path().ok());
            }
        }
    }
}
