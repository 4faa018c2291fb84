//! A player, identified by the words of the name in any collection's spelling: `Carlsen, M`, `CARLSEN,Magnus`, `Carlsen
//! Magnus`.
//!
//! The first word is hashed for each game. The other words are stored as they are and compared only if two games have
//! the same key.

/// A player with a known name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Player {
    /// Hash of the first word, ignoring case.
    pub(super) word: u64,
    pub(super) rest: NameRest,
}

/// The first bytes of the name after its first word, as in the file, padded with zeros.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NameRest([u8; 3 * EIGHT]);

/// First words that denote an unknown player, in lower case: at most eight letters of each.
const UNKNOWN_PLAYERS: [u64; 6] =
    [eight(b"?"), eight(b"nn"), eight(b"unknown"), eight(b"anonymou"), eight(b"noname"), 0];

const N: u64 = eight(b"n");
/// Number of bytes in a chunk.
const EIGHT: usize = 8;
const LETTERS: u64 = u64::MAX / 0xff * 0x20;
const BEYOND_ASCII: u64 = u64::MAX / 0xff * 0x80;

impl Player {
    /// The player named by a tag's value; `None` if it denotes an unknown player.
    pub(super) fn from_name(value: &[u8]) -> Option<Player> {
        let value = value.trim_ascii_start();
        let first = load(value, 0);
        let (mut len, word) = word_prefix(first);
        let (mut mixed, mut beyond) = (word, first & byte_mask(len) & BEYOND_ASCII);
        while len > 0 && len % EIGHT == 0 && len < value.len() {
            let more = load(value, len);
            let (further, part) = word_prefix(more);
            if further == 0 {
                break;
            }
            mixed = mixed.rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ part;
            beyond |= more & byte_mask(further) & BEYOND_ASCII;
            len += further;
        }
        if beyond != 0 {
            return Player::from_non_ascii(value);
        }
        let rest = NameRest::after_first_word(value, len);
        let is_unknown =
            UNKNOWN_PLAYERS.contains(&word) || word == N && rest.words().next().is_some_and(|n| n.starts_with('n'));
        (!is_unknown).then_some(Player { word: mixed, rest })
    }

    /// Same as [`Player::from_name`] for a name whose first word has letters beyond ASCII. Bytes that are not UTF-8 are
    /// decoded as ISO 8859-1.
    #[cold]
    fn from_non_ascii(value: &[u8]) -> Option<Player> {
        let ends = |byte: &u8| byte.is_ascii() && !byte.is_ascii_alphanumeric();
        let len = value.iter().position(ends).unwrap_or(value.len());
        // FNV-1a.
        let mix = |word: u64, letter: char| (word ^ u64::from(letter)).wrapping_mul(0x100_0000_01b3);
        let word = decoded(&value[..len], false).chars().flat_map(char::to_lowercase).fold(0, mix);
        (word != 0).then_some(Player { word, rest: NameRest::after_first_word(value, len) })
    }
}

impl NameRest {
    #[inline]
    fn after_first_word(value: &[u8], len: usize) -> NameRest {
        let mut rest = [0; 3 * EIGHT];
        for (n, eight) in rest.chunks_exact_mut(EIGHT).enumerate() {
            eight.copy_from_slice(&load(value, len + n * EIGHT).to_le_bytes());
        }
        NameRest(rest)
    }

    /// Whether both can belong to one name. Words are compared pairwise up to the shorter list; an initial, or a word
    /// abbreviated with a period, matches any word that begins with it.
    pub(super) fn agrees(&self, other: &NameRest) -> bool {
        self.words().zip(other.words()).all(|(one, other)| {
            let stands_for =
                |short: &str, long: &str| short.strip_suffix('.').is_some_and(|short| long.starts_with(short));
            one == other || stands_for(&one, &other) || stands_for(&other, &one)
        })
    }

    /// The words in lower case; abbreviated words end with a period.
    fn words(&self) -> impl Iterator<Item = String> {
        let len = self.0.iter().position(|byte| *byte == 0);
        let mut text = decoded(&self.0[..len.unwrap_or(self.0.len())], len.is_none()).to_lowercase();
        if len.is_none() {
            // The last word may be cut off.
            text.push('.');
        }
        let words: Vec<String> = text
            .split_inclusive(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric())
            .filter_map(|word| {
                let letters = word.trim_end_matches(|c: char| c.is_ascii() && !c.is_ascii_alphanumeric());
                let is_short = word.ends_with('.') || letters.chars().nth(1).is_none();
                let is_number = letters.starts_with(|c: char| c.is_ascii_digit());
                let mark = if is_short && !is_number { "." } else { "" };
                (!letters.is_empty()).then(|| format!("{letters}{mark}"))
            })
            .collect();
        words.into_iter()
    }
}

/// Decodes UTF-8, whose last letter may be cut off if `is_cut`; otherwise ISO 8859-1.
fn decoded(bytes: &[u8], is_cut: bool) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(error) if is_cut && error.error_len().is_none() => {
            String::from_utf8_lossy(&bytes[..error.valid_up_to()]).into_owned()
        }
        Err(_) => bytes.iter().map(|byte| char::from(*byte)).collect(),
    }
}

/// Number of bytes of the word at the start of eight bytes, and these bytes in lower case. All bytes below the digits
/// end a word: spaces, commas, hyphens, periods.
#[inline]
fn word_prefix(bytes: u64) -> (usize, u64) {
    let below = bytes.wrapping_sub(u64::MAX / 0xff * b'0' as u64) & !bytes & BEYOND_ASCII;
    let len = below.trailing_zeros() as usize / 8;
    (len, (bytes | LETTERS) & byte_mask(len))
}

/// A mask of the lowest `len` bytes.
#[inline]
fn byte_mask(len: usize) -> u64 {
    if len >= EIGHT { u64::MAX } else { (1 << (8 * len)) - 1 }
}

/// Eight bytes from `at`, the first one lowest, padded with zeros.
#[inline]
pub(super) fn load(bytes: &[u8], at: usize) -> u64 {
    if let Some(eight) = bytes.get(at..).and_then(|rest| rest.first_chunk()) {
        return u64::from_le_bytes(*eight);
    }
    match bytes.last_chunk() {
        Some(last) if at < bytes.len() => u64::from_le_bytes(*last) >> (8 * (EIGHT - (bytes.len() - at))),
        _ => bytes.get(at..).unwrap_or_default().iter().rev().fold(0, |eight, byte| eight << 8 | u64::from(*byte)),
    }
}

/// Up to eight bytes in the order of [`load`].
const fn eight(text: &[u8]) -> u64 {
    let (mut eight, mut at) = (0, text.len());
    while at > 0 {
        at -= 1;
        eight = eight << 8 | text[at] as u64;
    }
    eight
}

#[cfg(test)]
mod tests {
    use super::*;

    fn player(name: &str) -> Option<Player> {
        Player::from_name(name.as_bytes())
    }

    fn are_one(one: &[u8], other: &[u8]) -> bool {
        let (one, other) = (Player::from_name(one).expect("a player"), Player::from_name(other).expect("a player"));
        assert_eq!(one.rest.agrees(&other.rest), other.rest.agrees(&one.rest));
        one.word == other.word && one.rest.agrees(&other.rest)
    }

    #[test]
    fn a_player_has_many_spellings() {
        for (one, other) in [
            ("Carlsen, Magnus", "CARLSEN,M"),
            ("Carlsen, Magnus", " Carlsen M."),
            ("Carlsen, Magnus", "Carlsen, Magn."),
            ("Carlsen, Magnus", "Carlsen Magnus"),
            ("Carlsen, Magnus", "Carlsen"),
            ("Smith, J", "Smith, John"),
            ("Smith, J", "Smith, Jane"),
            ("Smith, J.P.", "Smith, John Paul"),
            ("Smith, John", "Smith, John Paul"),
            ("Vachier-Lagrave, Maxime", "Vachier Lagrave,M."),
            ("Nepomniachtchi, Ian", "NEPOMNIACHTCHI I"),
            ("Praggnanandhaa,R", "Praggnanandhaa Rameshbabu"),
            ("van Wely, Loek", "Van Wely,L"),
            ("van der Heijden-Kuiper, Johannes", "van der Heijden-Kuiper, Joh"),
            ("O'Kelly de Galway, A", "O Kelly de Galway, Alberic"),
            ("M\u{dc}LLER, Karsten", "M\u{fc}ller,K"),
            ("Карлсен, Магнус", "КАРЛСЕН,М"),
            ("Tal, Михаил", "Tal, М"),
            ("Tal, Михаил Нехемьевич", "Tal, Михаил Нехемьевич"),
            ("DrNykterstein", "drnykterstein"),
            ("Stockfish 16", "Stockfish 16 64-bit"),
            ("Kasparov", "KASPAROV,?"),
            ("A", "a"),
        ] {
            assert!(are_one(one.as_bytes(), other.as_bytes()), "{one} {other}");
        }
        assert!(are_one("M\u{fc}ller, K".as_bytes(), b"M\xfcller, K"));
        assert!(are_one("M\u{fc}ller, J\u{fc}rgen".as_bytes(), b"M\xfcller, J\xfcrgen"));
        assert!(are_one("Muller, J\u{fc}rgen".as_bytes(), b"MULLER, J\xdcRGEN"));
        assert!(are_one("Jos\u{e9}, Ren\u{e9}".as_bytes(), b"Jos\xe9, Ren\xe9"));
    }

    #[test]
    fn different_players_are_distinguished() {
        let names = [
            "Carlsen, M",
            "Carlsen, H",
            "Carlsenn",
            "Magnus Carlsen",
            "Caruana",
            "Stockfish 16",
            "Stockfish 17",
            "Stockfish 1",
            "Stockfis",
            "M\u{fc}ller",
            "Muller",
            "囲碁",
            "Nepomniachtchi",
            "Nepomniachtchij",
            "Nepomnia",
            "abcdefghijklmnop",
            "abcdefgh",
            "Smith, John",
            "Smith, Jane",
            "Smith, Jan",
            "Smyth, John A",
            "Smyth, John B",
            "Smyth, Paul J",
            "de la Cruz, John",
            "de la Cruz, Jane",
            "Tal, Михаил",
            "Tal, Марк",
        ];
        for (n, one) in names.iter().enumerate() {
            for other in &names[n + 1..] {
                assert!(!are_one(one.as_bytes(), other.as_bytes()), "{one} {other}");
            }
        }
    }

    #[test]
    fn names_of_unknown_players_are_no_players() {
        for name in
            ["", "?", "-", "N.N.", "NN", "n n", "N, N", "Unknown", "Anonymous", "Noname", "?, ?", "  ", ", Magnus"]
        {
            assert_eq!(player(name), None, "{name}");
        }
    }

    #[test]
    fn bytes_are_loaded_at_any_offset() {
        let text = b"abcdefghijk";
        for len in 0..=text.len() {
            for at in 0..=len + 1 {
                let rest = text[..len].get(at..).unwrap_or_default();
                assert_eq!(load(&text[..len], at), eight(&rest[..rest.len().min(8)]), "{len} {at}");
            }
        }
    }
}
