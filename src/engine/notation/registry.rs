//! The registry: every notation by its names in `MoveFormat`, in `SetUp` and on the command line (rules B4 to B6).

use std::cmp::Ordering;

use super::{
    BCCF, BCCF1, BCFEN, BCFEN1, BITS11, BITS12, BRENNER, BRENNER2, BinaryEvent, BinaryGame, BinaryStart,
    BinaryWriteError, BoardError, BoardText, FCN, FCN1, FEN, LAN, LEGALINDEX, MCN, MoveText, PGC, SAN, SFEN, SFEN1,
    SpelledBoard, SpellingError, UCI, WriteMove,
};

/// One notation: a row of the registry.
#[derive(Debug)]
pub struct Notation {
    /// The name in capitals, as used in documentation and fixes.
    pub name: &'static str,
    /// Other names for the same notation: the numbered name of its newest version.
    pub aliases: &'static [&'static str],
    /// The full name, which follows the `:` in a `MoveFormat` tag.
    pub title: &'static str,
    /// The version of the notation's definition.
    pub version: &'static str,
    pub medium: Medium,
    pub content: TokenContent,
    /// Whether illegal moves can be written (rule D1).
    pub allows_illegal: bool,
    pub marks: Marks,
    /// Whether castling is written as the king's two squares, which can also denote a king's move (Chess960).
    pub castles_by_king_squares: bool,
    /// The version that supersedes this one.
    pub newer: Option<&'static Notation>,
    /// Where the notation is defined.
    pub source: &'static str,
    /// Two or three sentences on reading and writing it.
    pub rules: &'static str,
    /// A half-move or a board in its written form.
    pub example: &'static str,
    pub codec: Codec,
}

/// The medium of a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Medium {
    Text,
    Binary,
}

/// The content of one token of a notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenContent {
    /// One half-move.
    Moves,
    /// The board after one half-move.
    Boards,
}

/// The marks of a half-move's written form, for check and the end of the game (rule D3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Marks {
    None,
    /// `+` is check, `#` is mate.
    Check,
    /// `+` is check, `#` is the end of the game by mate or stalemate.
    Ends,
    /// As [`Marks::Ends`], with a third sign for a win or a draw that is not visible on the board.
    ThirdSign,
}

/// Reader and writer of a notation.
#[derive(Clone, Copy, Debug)]
pub enum Codec {
    Moves {
        /// The move that the whole text denotes, or `None` if the grammar rejects it.
        read: fn(&str) -> Option<MoveText>,
        /// The written form of a move, or why there is none.
        write: WriteMove,
    },
    Boards {
        /// The board that the whole text describes, or the first error in it.
        read: fn(&str) -> Result<BoardText, BoardError>,
        /// As `read`, for the value of a tag, which is read more leniently (rule B6).
        read_tag: fn(&str) -> Result<BoardText, BoardError>,
        /// The written form of a board, or why there is none.
        write: fn(&SpelledBoard<'_>) -> Result<String, SpellingError>,
        /// Whether the half-move clock and the move number belong to the board.
        clocks: bool,
    },
    /// The bytes of a whole move section (rules E1 and E2).
    Binary {
        /// The game in a section that starts with these bytes, up to its terminator or the first error.
        read: fn(&[u8], &BinaryStart<'_>) -> BinaryGame,
        /// The section of a game, with its terminator, or the first event that it cannot hold.
        write: WriteBinary,
        /// How the section ends.
        end: SectionEnd,
        /// Whether the notation can encode this kind of event; others may be dropped before writing.
        holds: HoldsEvent,
    },
}

/// Writes the section of a game, with its terminator.
pub type WriteBinary = fn(&[BinaryEvent], &BinaryStart<'_>) -> Result<Vec<u8>, BinaryWriteError>;

/// Whether a binary notation has bytes for an event; the error says why it has none.
pub type HoldsEvent = fn(&BinaryEvent) -> Result<(), SpellingError>;

/// How a binary move section ends (rule E1).
#[derive(Clone, Copy, Debug)]
pub struct SectionEnd {
    /// Length of the section at the start of these bytes, by its terminator; `None` if there is none, or if bytes of
    /// unknown length precede it.
    pub find: fn(&[u8]) -> Option<usize>,
    /// Length in bytes of the terminator at the end of a section.
    pub closing: usize,
    /// Whether the parts of a section are located by their lengths, so that text in it may look like a tag pair.
    pub counted: bool,
    /// Whether the end records the game's result. Otherwise it comes from the board or the `Result` tag.
    pub result: bool,
    /// Whether a half-move's record may begin with the byte of a line end.
    pub line_end_is_data: bool,
}

impl SectionEnd {
    /// Version 1.0 of VGN's binary notations: the section has no terminator.
    pub(super) const OPEN: SectionEnd =
        SectionEnd { find: |_| None, closing: 0, counted: false, result: false, line_end_is_data: false };
}

/// Every notation, text before binary.
pub static REGISTRY: &[&Notation] = &[
    &SAN,
    &LAN,
    &UCI,
    &MCN,
    &FCN,
    &FCN1,
    &FEN,
    &SFEN,
    &SFEN1,
    &BCCF,
    &BCCF1,
    &BCFEN,
    &BCFEN1,
    &BITS12,
    &BITS11,
    &PGC,
    &LEGALINDEX,
    &BRENNER,
    &BRENNER2,
];

impl Notation {
    /// The name and the aliases.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        std::iter::once(self.name).chain(self.aliases.iter().copied())
    }

    /// Whether the notation marks its own end, so that it can be in a file: version 1.0 of the binary notations does
    /// not (rule E1).
    pub fn has_terminator(&self) -> bool {
        !matches!(self.codec, Codec::Binary { end: SectionEnd { closing: 0, .. }, .. })
    }

    /// Whether a binary section in this notation includes the result. Otherwise it comes from the board or the `Result`
    /// tag.
    pub fn records_result(&self) -> bool {
        matches!(self.codec, Codec::Binary { end: SectionEnd { result: true, .. }, .. })
    }

    /// The value of a `MoveFormat` tag: `FCN:Friendly Coordinate Notation` (rule B4).
    pub fn tag_value(&self) -> String {
        format!("{}:{}", self.name, self.title)
    }

    /// Length in bytes of the longest text at the start of `text` that is a token of this notation (rule C8).
    ///
    /// A token ends at white space or at the end of the text. Board notations contain single spaces, so up to seven
    /// words are tried. Binary notations have no tokens.
    pub fn token_len(&self, text: &str) -> Option<usize> {
        let word_ends = text.char_indices().filter(|(_, c)| c.is_whitespace()).map(|(at, _)| at).chain([text.len()]);
        match self.codec {
            Codec::Moves { read, .. } => word_ends.take(1).find(|&end| read(&text[..end]).is_some()),
            Codec::Boards { read, .. } => word_ends.take(7).filter(|&end| read(&text[..end]).is_ok()).last(),
            Codec::Binary { .. } => None,
        }
    }
}

impl PartialEq for Notation {
    fn eq(&self, other: &Notation) -> bool {
        self.name == other.name
    }
}

impl Eq for Notation {}

/// The notation with this name, which is trimmed and compared without case (rule B4).
pub fn find(name: &str) -> Option<&'static Notation> {
    let name = name.trim();
    REGISTRY.iter().copied().find(|notation| notation.names().any(|known| known.eq_ignore_ascii_case(name)))
}

/// How a section of the format in these bytes ends; they are the value of a `MoveFormat` tag, possibly in quotes and
/// with a title after a `:`. `None` if the name is not that of a binary notation.
pub fn section_end_of(value: &[u8]) -> Option<&'static SectionEnd> {
    let value = value.strip_prefix(b"\"").unwrap_or(value);
    let value = value.strip_suffix(b"\"").unwrap_or(value);
    let name = value.split(|&b| b == b':').next().unwrap_or(value).trim_ascii();
    REGISTRY.iter().find_map(|notation| match &notation.codec {
        Codec::Binary { end, .. } if notation.names().any(|known| known.as_bytes().eq_ignore_ascii_case(name)) => {
            Some(end)
        }
        _ => None,
    })
}

/// The notations with names near a misspelt one, nearest first; a notation whose full name was given comes before all
/// others.
pub fn near(name: &str) -> Vec<&'static Notation> {
    let name = name.trim().to_ascii_uppercase();
    if name.is_empty() || name.len() > 64 {
        return Vec::new();
    }
    let limit = if name.chars().count() <= 4 { 1 } else { 2 };
    let mut found: Vec<(usize, &'static Notation)> = REGISTRY
        .iter()
        .filter_map(|&notation| {
            if notation.title.eq_ignore_ascii_case(&name) {
                return Some((0, notation));
            }
            let distance = notation.names().map(|known| strsim::osa_distance(&name, known)).min()?;
            (distance <= limit).then_some((distance, notation))
        })
        .collect();
    found.sort_by(|a, b| match a.0.cmp(&b.0) {
        // The version number is the likeliest error, so the plain name comes before the numbered one.
        Ordering::Equal => a.1.name.len().cmp(&b.1.name.len()),
        order => order,
    });
    found.into_iter().map(|(_, notation)| notation).collect()
}

/// The text notations of moves whose grammar accepts `text`: first those with `text` as the written form, then those
/// that read it leniently.
pub fn fitting(text: &str) -> impl Iterator<Item = &'static Notation> {
    let reads = move |notation: &&'static Notation| match notation.codec {
        Codec::Moves { read, .. } => read(text).map(|read| read.habits == super::SpellingDeviations::default()),
        _ => None,
    };
    let strict = REGISTRY.iter().copied().filter(move |notation| reads(notation) == Some(true));
    let lenient = REGISTRY.iter().copied().filter(move |notation| reads(notation) == Some(false));
    strict.chain(lenient)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(notations: impl IntoIterator<Item = &'static Notation>) -> String {
        notations.into_iter().map(|notation| notation.name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn names_are_found_without_case_and_with_their_numbers() {
        for (name, expected) in [
            ("SAN", "SAN"),
            (" fcn ", "FCN"),
            ("FCN2", "FCN"),
            ("fcn1", "FCN1"),
            ("SFEN2", "SFEN"),
            ("sfen1", "SFEN1"),
            ("BCCF2", "BCCF"),
            ("bcfen2", "BCFEN"),
            ("BCFEN1", "BCFEN1"),
            ("Pgc", "PGC"),
            ("brenner2", "BRENNER2"),
        ] {
            assert_eq!(find(name).map(|notation| notation.name), Some(expected), "{name}");
        }
        assert!(find("FCN3").is_none());
        assert!(find("").is_none());
    }

    #[test]
    fn no_name_stands_twice() {
        let mut all: Vec<&str> = REGISTRY.iter().flat_map(|notation| notation.names()).collect();
        let count = all.len();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), count);
    }

    #[test]
    fn examples_are_in_their_notation() {
        for notation in REGISTRY {
            match notation.codec {
                Codec::Moves { read, .. } => {
                    let read = read(notation.example).expect(notation.name);
                    assert_eq!(read.habits, crate::notation::SpellingDeviations::default(), "{}", notation.name);
                }
                Codec::Boards { read, .. } => assert!(read(notation.example).is_ok(), "{}", notation.name),
                Codec::Binary { .. } => assert_eq!(notation.medium, Medium::Binary),
            }
        }
    }

    #[test]
    fn misspelt_names_have_neighbours() {
        assert_eq!(names(near("FNC")), "FCN");
        assert_eq!(names(near("SNA")), "SAN");
        assert_eq!(names(near("FCN3")), "FCN FCN1");
        assert_eq!(names(near("brener")), "BRENNER BRENNER2");
        assert_eq!(names(near("friendly coordinate notation")), "FCN FCN1");
        assert_eq!(names(near("chess")), "");
        assert_eq!(names(near("")), "");
    }

    #[test]
    fn a_text_fits_the_notations_that_read_it() {
        assert_eq!(names(fitting("e2e4")), "UCI MCN SAN LAN");
        assert_eq!(names(fitting("Pe2-e4")), "FCN FCN1 SAN LAN");
        assert_eq!(names(fitting("Pe2-e4#+")), "FCN");
        assert_eq!(names(fitting("KC")), "FCN FCN1");
        assert_eq!(names(fitting("Nf3")), "SAN");
        assert_eq!(names(fitting("e2-e4")), "LAN SAN");
        assert_eq!(names(fitting("hello")), "");
    }

    #[test]
    fn the_longest_token_counts() {
        let rest = " 1.5 e5";
        for (notation, token) in [
            (&SAN, "Nf3"),
            (&SFEN, "8/8/8/8/8/8/8/8"),
            (&SFEN, "8/8/8/8/8/8/8/8 w"),
            (&SFEN, "8/8/8/8/8/8/8/8 w - - +#"),
            (&FEN, "8/8/8/8/8/8/8/8 w - - 0 1"),
        ] {
            assert_eq!(notation.token_len(&format!("{token}{rest}")), Some(token.len()), "{token}");
            assert_eq!(notation.token_len(token), Some(token.len()), "{token}");
        }
        assert_eq!(SAN.token_len("hello"), None);
    }
}
