//! A player by the first word of the name and the next letter, however a collection spells it: `Carlsen, M`,
//! `CARLSEN,Magnus`, `Carlsen Magnus`.

/// A player whose name is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Player {
    /// The first word without case, mixed to 64 bits.
    pub(super) word: u64,
    /// The letter, in lower case, with which the next word begins, or the number.
    pub(super) next: Option<u32>,
}

/// Names that stand for no player: eight letters of them, in lower case.
const NOBODY: [u64; 6] = [eight(b"?"), eight(b"nn"), eight(b"unknown"), eight(b"anonymou"), eight(b"noname"), 0];

const N: u64 = eight(b"n");
/// As many bytes.
const EIGHT: usize = 8;
const LETTERS: u64 = u64::MAX / 0xff * 0x20;
const BEYOND_ASCII: u64 = u64::MAX / 0xff * 0x80;

impl Player {
    /// The player of a tag's value; none if it says that nobody knows.
    pub(super) fn named(value: &[u8]) -> Option<Player> {
        let value = value.trim_ascii_start();
        let first = load(value, 0);
        let (mut len, word) = cut(first);
        let (mut mixed, mut beyond) = (word, first & kept(len) & BEYOND_ASCII);
        while len > 0 && len % EIGHT == 0 && len < value.len() {
            let more = load(value, len);
            let (further, part) = cut(more);
            if further == 0 {
                break;
            }
            mixed = mixed.rotate_left(29).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ part;
            beyond |= more & kept(further) & BEYOND_ASCII;
            len += further;
        }
        let rest = value.get(len..).unwrap_or_default();
        let next = rest.iter().position(|byte| *byte >= b'0' && *byte != b'?').map(|at| &rest[at..]);
        if beyond != 0 || next.is_some_and(|next| next[0] >= 0x80) {
            return Player::in_letters(value);
        }
        let next = next.map(started);
        let is_nobody = NOBODY.contains(&word) || word == N && next == Some(u32::from(b'n'));
        (!is_nobody).then_some(Player { word: mixed, next })
    }

    /// As [`Player::named`], of a name with letters beyond ASCII. Bytes that are not UTF-8 are taken for ISO 8859-1.
    #[cold]
    fn in_letters(value: &[u8]) -> Option<Player> {
        match std::str::from_utf8(value) {
            Ok(name) => Player::of_letters(name.chars()),
            Err(_) => Player::of_letters(value.iter().map(|byte| char::from(*byte))),
        }
    }

    fn of_letters(name: impl Iterator<Item = char>) -> Option<Player> {
        let mut letters = name.flat_map(char::to_lowercase);
        let ends = |letter: &char| letter.is_ascii() && !letter.is_ascii_alphanumeric();
        let mut word = 0_u64;
        for letter in letters.by_ref().take_while(|letter| !ends(letter)) {
            // FNV-1a.
            word = (word ^ u64::from(letter)).wrapping_mul(0x100_0000_01b3);
        }
        let next = letters.find(|letter| letter.is_alphanumeric()).map(u32::from);
        (word != 0).then_some(Player { word, next })
    }
}

/// The first letter, in lower case, or the number that a word begins with.
fn started(word: &[u8]) -> u32 {
    let digits = word.iter().take(EIGHT).take_while(|byte| byte.is_ascii_digit());
    let number = digits.fold(0, |number, digit| number * 10 + u32::from(digit - b'0'));
    if word[0].is_ascii_digit() { 0x100 + number } else { u32::from(word[0].to_ascii_lowercase()) }
}

/// How many of eight bytes belong to a word, and those in lower case. All below the digits end one: blanks, commas,
/// hyphens, periods.
#[inline]
fn cut(bytes: u64) -> (usize, u64) {
    let below = bytes.wrapping_sub(u64::MAX / 0xff * b'0' as u64) & !bytes & BEYOND_ASCII;
    let len = below.trailing_zeros() as usize / 8;
    (len, (bytes | LETTERS) & kept(len))
}

/// A mask of so many bytes.
#[inline]
fn kept(len: usize) -> u64 {
    if len >= EIGHT { u64::MAX } else { (1 << (8 * len)) - 1 }
}

/// Eight bytes from `at` on, the first one lowest; behind the end there are zeros.
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

/// Up to eight bytes as [`load`] has them.
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
        Player::named(name.as_bytes())
    }

    #[test]
    fn a_player_has_many_spellings() {
        for (one, other) in [
            ("Carlsen, Magnus", "CARLSEN,M"),
            ("Carlsen, Magnus", " Carlsen M."),
            ("Vachier-Lagrave, Maxime", "Vachier Lagrave,M."),
            ("Nepomniachtchi, Ian", "NEPOMNIACHTCHI I"),
            ("Praggnanandhaa,R", "Praggnanandhaa Rameshbabu"),
            ("van Wely, Loek", "Van Wely,L"),
            ("O'Kelly de Galway, A", "O Kelly de Galway, Alberic"),
            ("M\u{dc}LLER, Karsten", "M\u{fc}ller,K"),
            ("Карлсен, Магнус", "КАРЛСЕН,М"),
            ("Tal, Михаил", "Tal, М"),
            ("DrNykterstein", "drnykterstein"),
            ("Stockfish 16", "Stockfish 16 64-bit"),
            ("Kasparov", "KASPAROV,?"),
            ("A", "a"),
        ] {
            assert!(player(one).is_some());
            assert_eq!(player(one), player(other), "{one} {other}");
        }
        assert_eq!(player("M\u{fc}ller, K"), Player::named(b"M\xfcller, K"));
    }

    #[test]
    fn others_are_others() {
        let names = [
            "Carlsen, M",
            "Carlsen, H",
            "Carlsen",
            "Carlsenn",
            "Magnus Carlsen",
            "Caruana",
            "Stockfish 16",
            "Stockfish 17",
            "Stockfis",
            "M\u{fc}ller",
            "Muller",
            "囲碁",
            "Nepomniachtchi",
            "Nepomniachtchij",
            "Nepomnia",
            "abcdefghijklmnop",
            "abcdefgh",
        ];
        for (n, one) in names.iter().enumerate() {
            for other in &names[n + 1..] {
                assert_ne!(player(one), player(other), "{one} {other}");
            }
        }
        assert_eq!(player("Carlsen").map(|player| player.next), Some(None));
    }

    #[test]
    fn nobody_is_no_player() {
        for name in
            ["", "?", "-", "N.N.", "NN", "n n", "N, N", "Unknown", "Anonymous", "Noname", "?, ?", "  ", ", Magnus"]
        {
            assert_eq!(player(name), None, "{name}");
        }
    }

    #[test]
    fn bytes_are_loaded_wherever_they_stand() {
        let text = b"abcdefghijk";
        for len in 0..=text.len() {
            for at in 0..=len + 1 {
                let rest = text[..len].get(at..).unwrap_or_default();
                assert_eq!(load(&text[..len], at), eight(&rest[..rest.len().min(8)]), "{len} {at}");
            }
        }
    }
}
