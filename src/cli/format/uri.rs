//! Paths as URIs, by the rules of this system or another's: what a path says is a question of text alone.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What is escaped in a path: all but what RFC 3986 never gives a meaning, and the slashes between its parts.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~').remove(b'/');

/// A path as a URI: relative as it is, absolute as a file's (RFC 8089). On Windows a path may begin with a drive or a
/// server, and both kinds of slashes part it.
pub(super) fn of_path(path: &str, windows: bool) -> String {
    let path = if windows { path.replace('\\', "/") } else { path.to_owned() };
    if windows {
        // The prefix by which long paths are asked for is none of the path's own.
        let verbatim = path.strip_prefix("//?/");
        let server = match verbatim {
            Some(rest) => rest.get(..4).filter(|start| start.eq_ignore_ascii_case("UNC/")).map(|_| &rest[4..]),
            None => path.strip_prefix("//"),
        };
        if let Some(server) = server {
            return format!("file://{}", escaped(server));
        }
        let path = verbatim.unwrap_or(&path);
        if let [letter, b':', b'/', ..] = path.as_bytes()
            && letter.is_ascii_alphabetic()
        {
            return format!("file:///{}{}", &path[..2], escaped(&path[2..]));
        }
    }
    let path = path.strip_prefix("./").unwrap_or(&path);
    // Two slashes at the beginning of a path are one; in a URI a server would follow them.
    match path.strip_prefix('/') {
        Some(rest) => format!("file:///{}", escaped(rest.trim_start_matches('/'))),
        None => escaped(path),
    }
}

fn escaped(path: &str) -> String {
    utf8_percent_encode(path, ESCAPED).to_string()
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
            ("C:/a.pgn", "C%3A/a.pgn"),
            ("a\\b.pgn", "a%5Cb.pgn"),
        ] {
            assert_eq!(of_path(path, false), uri);
        }
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
            (r"\a.pgn", "file:///a.pgn"),
            (r"C:a.pgn", "C%3Aa.pgn"),
            ("C:", "C%3A"),
            ("<stdin>", "%3Cstdin%3E"),
        ] {
            assert_eq!(of_path(path, true), uri);
        }
    }

    proptest! {
        /// What the URI says is the path again, by those who read URIs.
        #[test]
        fn a_path_is_found_by_its_uri(parts in prop::collection::vec("[^/\\\\\\x00:]{0,6}[a-zé0-9]", 1..4), start in 0..4_usize) {
            let (windows, absolute, host, drive) = [
                (false, "/", None, ""),
                (true, "C:\\", None, "C:"),
                (true, "\\\\srv\\", Some("srv"), ""),
                (true, "\\\\?\\UNC\\srv\\", Some("srv"), ""),
            ][start];
            let path = format!("{absolute}{}", parts.join(if windows { "\\" } else { "/" }));
            let uri = of_path(&path, windows);
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
