//! The registry: every notation by the names that `MoveFormat`, `SetUp` and the command line take (rules B4 to B6).

use std::cmp::Ordering;

use super::{
    BCCF, BCCF1, BCFEN, BCFEN1, BITS11, BITS12, BRENNER, BRENNER2, BinaryEvent, BinaryGame, BinaryStart, BoardError,
    BoardText, CannotSay, CannotWrite, FCN, FCN1, FEN, LAN, LEGALINDEX, MCN, MoveText, PGC, SAN, SFEN, SFEN1,
    SpelledBoard, UCI, WriteMove,
};

/// One notation: a row of the registry.
#[derive(Debug)]
pub struct Notation {
    /// The name in capitals, as the documentation and fixes write it.
    pub name: &'static str,
    /// Other names for the same notation: the numbered name of its newest version.
    pub aliases: &'static [&'static str],
    /// The name for people, as it stands after the `:` of a `MoveFormat` tag.
    pub title: &'static str,
    /// The version of the notation's definition.
    pub version: &'static str,
    pub medium: Medium,
    pub says: Says,
    /// Moves that the rules forbid can be written (rule D1).
    pub may_say_illegal: bool,
    pub marks: Marks,
    /// Castling is written as the king's two squares, which may also be a move of the king's (Chess960).
    pub castles_by_king_squares: bool,
    /// The version that has taken this one's place.
    pub newer: Option<&'static Notation>,
    /// Where the notation is defined.
    pub source: &'static str,
    /// Two or three sentences on how to read and write it.
    pub rules: &'static str,
    /// A half-move or a board in its written form.
    pub example: &'static str,
    pub codec: Codec,
}

/// What a notation is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Medium {
    Text,
    Binary,
}

/// What one token of a notation tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Says {
    /// One half-move.
    Moves,
    /// The board after one half-move.
    Boards,
}

/// The marks of a half-move's written form, for check and the end of the game (rule D3).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Marks {
    None,
    /// `+` is check and `#` mate.
    Check,
    /// `+` is check and `#` the end of the game, by mate or stalemate.
    Ends,
    /// As [`Marks::Ends`], and a third sign tells a win or a draw that the board does not show.
    ThirdSign,
}

/// How a notation is read and written.
#[derive(Clone, Copy, Debug)]
pub enum Codec {
    Moves {
        /// The move that the whole of a text names, or `None` when the grammar refuses it.
        read: fn(&str) -> Option<MoveText>,
        /// The written form of a move, or why there is none.
        write: WriteMove,
    },
    Boards {
        /// The board that the whole of a text describes, or the first fault in it.
        read: fn(&str) -> Result<BoardText, BoardError>,
        /// As `read`, for the value of a tag, which may be written less strictly (rule B6).
        read_tag: fn(&str) -> Result<BoardText, BoardError>,
        /// The written form of a board, or why there is none.
        write: fn(&SpelledBoard<'_>) -> Result<String, CannotSay>,
        /// The half-move clock and the move's number belong to the board.
        clocks: bool,
    },
    /// The bytes of a whole move section (rules E1 and E2).
    Binary {
        /// The game in a section that starts with these bytes, up to its terminator or the first fault.
        read: fn(&[u8], &BinaryStart<'_>) -> BinaryGame,
        /// The section of a game, with its terminator, or the first event that it cannot hold.
        write: WriteBinary,
        /// How the section ends.
        end: SectionEnd,
        /// Whether the notation has bytes for such an event at all: what may be dropped before writing.
        holds: fn(&BinaryEvent) -> Result<(), CannotSay>,
    },
}

/// Writes the section of a game, with its terminator.
pub type WriteBinary = fn(&[BinaryEvent], &BinaryStart<'_>) -> Result<Vec<u8>, CannotWrite>;

/// How a binary move section ends (rule E1).
#[derive(Clone, Copy, Debug)]
pub struct SectionEnd {
    /// The length of the section at the start of these bytes, by its terminator; `None` if it has none, or bytes
    /// whose length is not known stand before it.
    pub find: fn(&[u8]) -> Option<usize>,
    /// Number of bytes at the end of a section that say that it is over.
    pub closing: usize,
    /// The parts of a section are found by their lengths, so that a text in it may look like a tag pair.
    pub counted: bool,
    /// The end records the game's result. Otherwise a reader takes it from the board or the tag `Result`.
    pub result: bool,
    /// A half-move's record may begin with the byte of a line end.
    pub line_end_is_data: bool,
}

impl SectionEnd {
    /// Version 1.0 of the binary notations of VGN: nothing ends the section.
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

    /// What is written in it shows where it ends, so that it can stand in a file: 1.0 of the binary notations does not
    /// (rule E1).
    pub fn ends_itself(&self) -> bool {
        !matches!(self.codec, Codec::Binary { end: SectionEnd { closing: 0, .. }, .. })
    }

    /// A binary section in it says how the game ended. Of the others a reader takes it from the board or the tag
    /// `Result`.
    pub fn says_result(&self) -> bool {
        matches!(self.codec, Codec::Binary { end: SectionEnd { result: true, .. }, .. })
    }

    /// The value of a `MoveFormat` tag: `FCN:Friendly Coordinate Notation` (rule B4).
    pub fn tag_value(&self) -> String {
        format!("{}:{}", self.name, self.title)
    }

    /// The length in bytes of the longest text at the start of `text` that is a token of this notation (rule C8).
    ///
    /// A token ends at white space or at the text's end. Board notations hold single spaces, so that up to seven
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

/// The notation of this name, which is trimmed and compared without case (rule B4).
pub fn find(name: &str) -> Option<&'static Notation> {
    let name = name.trim();
    REGISTRY.iter().copied().find(|notation| notation.names().any(|known| known.eq_ignore_ascii_case(name)))
}

/// How a section ends whose format a `MoveFormat` tag names in these bytes, which may stand in quotes and with a title
/// after a `:`; `None` if no binary notation has the name.
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

/// The notations whose names are near a misspelt one, nearest first; those whose title for people was given instead
/// of the name come before all.
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
        // A version's number is the likeliest slip, so that the plain name comes before the numbered one.
        Ordering::Equal => a.1.name.len().cmp(&b.1.name.len()),
        order => order,
    });
    found.into_iter().map(|(_, notation)| notation).collect()
}

/// The text notations of moves whose grammar accepts `text`: first those in whose written form it stands, then
/// those that read it leniently.
pub fn fitting(text: &str) -> impl Iterator<Item = &'static Notation> {
    let reads = move |notation: &&'static Notation| match notation.codec {
        Codec::Moves { read, .. } => read(text).map(|read| read.habits == super::Habits::default()),
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
                    assert_eq!(read.habits, crate::notation::Habits::default(), "{}", notation.name);
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
