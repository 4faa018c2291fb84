//! Addresses of documents and files: compared by the meaning of a URI, sent back in the client's spelling.
//!
//! One file has many URIs: `game%20(1).pgn` and `game%20%281%29.pgn`, `file:///c%3A/a.pgn` and `file:///C:/a.pgn`.
//! Clients send one spelling and compare as text; so the server uses no URI text as a key and never compares two
//! [`Url`]s.

use std::cmp::Ordering;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use percent_encoding::percent_decode;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tower_lsp::lsp_types::Url;

use crate::lsp::host::files;

/// Characters that RFC 3986 does not allow in a path and that the `url` crate leaves unescaped.
const NOT_IN_PATHS: [(char, &str); 4] = [('[', "%5B"), (']', "%5D"), ('^', "%5E"), ('|', "%7C")];

/// The address of a document or file. Two addresses are equal if they mean the same resource, whatever their spelling.
/// Cheap to clone.
#[derive(Clone)]
pub struct Address(Arc<AddressParts>);

struct AddressParts {
    spelling: Url,
    meaning: CanonicalUri,
}

/// The parts of a URI without escapes, in bytes; drive letters are lower case.
#[derive(Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
struct CanonicalUri {
    scheme: String,
    host: Vec<u8>,
    port: Option<u16>,
    path: Vec<u8>,
    query: Option<Vec<u8>>,
    fragment: Option<Vec<u8>>,
}

impl Address {
    /// The address of a file, in the server's own spelling; `None` if the path is not absolute.
    pub fn of_file(path: &Path) -> Option<Address> {
        let url = files()?.address_of(path)?;
        if !url.as_str().contains(|c| NOT_IN_PATHS.iter().any(|(bare, _)| *bare == c)) {
            return Some(url.into());
        }
        let escaped = NOT_IN_PATHS.iter().fold(url.to_string(), |text, (bare, escape)| text.replace(*bare, escape));
        Url::parse(&escaped).ok().map(Address::from)
    }

    /// The URI in the client's spelling.
    pub fn spelling(&self) -> &Url {
        &self.0.spelling
    }

    /// The path of a document that is a file; URIs of other schemes may look like paths.
    pub fn path(&self) -> Option<PathBuf> {
        files()?.path_of(self.spelling())
    }

    /// The last segment of the path, without escapes; the whole URI if it has no path segments.
    pub fn name(&self) -> String {
        let last = self.0.meaning.path.rsplit(|byte| matches!(byte, b'/' | b'\\')).next().unwrap_or_default();
        if last.is_empty() || self.spelling().cannot_be_a_base() {
            return self.to_string();
        }
        String::from_utf8_lossy(last).into_owned()
    }

    /// The text after the last full stop of the path.
    pub fn extension(&self) -> Option<String> {
        let path = &self.0.meaning.path;
        let dot = path.iter().rposition(|byte| *byte == b'.')?;
        Some(String::from_utf8_lossy(&path[dot + 1..]).into_owned())
    }
}

impl CanonicalUri {
    fn of(url: &Url) -> CanonicalUri {
        let decoded = |text: &str| percent_decode(text.as_bytes()).collect::<Vec<u8>>();
        let mut path = decoded(url.path());
        if url.scheme() == "file" {
            // Repeated slashes mean the same as one; two at the beginning may be a Windows share.
            let mut before = 0;
            let start = usize::from(cfg!(windows) && path.starts_with(b"//"));
            let mut at = 0;
            path.retain(|&byte| {
                let again = at > start && byte == b'/' && before == b'/';
                (before, at) = (byte, at + 1);
                !again
            });
        }
        if let [b'/', letter, b':'] | [b'/', letter, b':', b'/', ..] = path.as_mut_slice() {
            letter.make_ascii_lowercase();
        }
        CanonicalUri {
            scheme: url.scheme().to_owned(),
            host: url.host_str().map(decoded).unwrap_or_default(),
            port: url.port(),
            path,
            query: url.query().map(decoded),
            fragment: url.fragment().map(decoded),
        }
    }
}

impl From<Url> for Address {
    fn from(spelling: Url) -> Address {
        let meaning = CanonicalUri::of(&spelling);
        Address(Arc::new(AddressParts { spelling, meaning }))
    }
}

impl PartialEq for Address {
    fn eq(&self, other: &Address) -> bool {
        self.0.meaning == other.0.meaning
    }
}

impl Eq for Address {}

impl PartialOrd for Address {
    fn partial_cmp(&self, other: &Address) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Address {
    fn cmp(&self, other: &Address) -> Ordering {
        self.0.meaning.cmp(&other.0.meaning)
    }
}

impl Hash for Address {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.meaning.hash(state);
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spelling().fmt(f)
    }
}

impl fmt::Debug for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.spelling().as_str().fmt(f)
    }
}

impl Serialize for Address {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.spelling().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Address {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Address, D::Error> {
        Url::deserialize(deserializer).map(Address::from)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn address(uri: &str) -> Address {
        Address::from(Url::parse(uri).unwrap_or_else(|error| panic!("{uri}: {error}")))
    }

    #[test]
    fn spellings_of_one_file_are_equal_and_kept() {
        for same in [
            &["file:///c%3A/ws/b.pgn", "file:///C:/ws/b.pgn", "file:///c:/ws/b.pgn", "file:///C%3a/ws/%62.pgn"][..],
            &["file:///ws/game%20(1).pgn", "file:///ws/game%20%281%29.pgn", "file://localhost/ws/game%20%281).pgn"],
            &["file:///ws/%C3%BC.pgn", "file:///ws/ü.pgn", "file:///ws/%c3%bc.pgn"],
            &["file://server/share/a%2B.pgn", "file://SERVER/share/a+.pgn"],
            &[
                "file:///ws/b.pgn",
                "file:///ws//b.pgn",
                "file:///ws/./b.pgn",
                "file:///ws/x/..//b.pgn",
                "file:///ws%2Fb.pgn",
            ],
            &["file:///ws/a[1].pgn", "file:///ws/a%5B1%5D.pgn", "file:///ws//a%5b1].pgn"],
            &["untitled:Untitled-1", "untitled:Untitled%2D1"],
            &["vscode-remote://ssh-remote%2Bhost/a%20(1).pgn", "vscode-remote://ssh-remote+host/a%20%281%29.pgn"],
        ] {
            for (one, other) in same.iter().flat_map(|one| same.iter().map(move |other| (one, other))) {
                assert_eq!(address(one), address(other));
            }
        }
        assert_eq!(address("file:///c%3A/ws/b.pgn").to_string(), "file:///c%3A/ws/b.pgn");
    }

    #[test]
    fn other_files_are_not_equal() {
        let different = [
            "file:///c%3A/ws/b.pgn",
            "file:///d%3A/ws/b.pgn",
            "file:///c%3A/WS/b.pgn",
            "file:///c/ws/b.pgn",
            "vgn-decoded:///c%3A/ws/b.pgn",
            "file://c/ws/b.pgn",
            "file:///c%3A/ws/b.pgn%3Fx",
            "file:///c%3A/ws/b.pgn?x",
            "file:///c%3A/ws/b.pgn#x",
            "file:///c%3A/ws/b%2520.pgn",
            "file:///c%3A/ws/b%20.pgn",
            "vscode-vfs://x/ws/b.pgn",
            "vscode-vfs://x/ws//b.pgn",
        ];
        for (index, one) in different.iter().enumerate() {
            for other in &different[..index] {
                assert_ne!(address(one), address(other));
            }
        }
    }

    #[test]
    fn names_are_without_escapes() {
        assert_eq!(address("file:///ws/game%20%281%29.pgn").name(), "game (1).pgn");
        assert_eq!(address("file:///ws/game%2Epgn").extension().as_deref(), Some("pgn"));
        assert_eq!(address("untitled:Untitled-1").name(), "untitled:Untitled-1");
        assert_eq!(address("file:///").name(), "file:///");
    }

    proptest! {
        /// Escapes, and the case of their hexadecimal digits, do not change the path.
        #[test]
        fn escapes_do_not_count(path in r"(/[a-zA-Z0-9 ()!'*;:@&=+$,_~%é♔\[\]^-][a-zA-Z0-9()!'*;:@&=+$,_.~%é♔\[\]^-]{0,7}){1,3}", choice in any::<u64>()) {
            let drive = if cfg!(windows) { "C:" } else { "" };
            let plain = Url::from_file_path(format!("{drive}{path}")).expect("an absolute path");
            let mut spelled = format!("file://{}{drive}", if cfg!(windows) { "/" } else { "" });
            for (index, byte) in path.bytes().enumerate() {
                let bit = choice.rotate_right(u32::try_from(index % 64).expect("it is small"));
                match byte {
                    b'/' => spelled.push_str(if bit & 0b111 == 7 && index > 0 { "//" } else { "/" }),
                    byte if bit & 1 == 1 || !byte.is_ascii() || b" %".contains(&byte) => {
                        let hex = format!("%{byte:02X}");
                        spelled.push_str(&if bit & 2 == 2 { hex.to_lowercase() } else { hex });
                    }
                    byte => spelled.push(char::from(byte)),
                }
            }
            let own = Address::of_file(&plain.to_file_path().expect("a path")).expect("an absolute path");
            prop_assert!(!own.to_string().contains(['[', ']', '^', '|', ' ', '"']), "{}", own);
            let (plain, spelled) = (Address::from(plain), address(&spelled));
            prop_assert_eq!(&own, &plain);
            prop_assert_eq!(own.path(), plain.path());
            prop_assert_eq!(&plain, &spelled);
            prop_assert_eq!(plain.path(), spelled.path());
        }
    }
}
