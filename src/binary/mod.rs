//! Games whose moves are a binary section (section E of the rules), read as their transcripts.
//!
//! Knows: the tags of a game as text and the bytes of its section. Never knows: files, and how the two were found.
//!
//! A section is decoded to the movetext that says the same in a notation of text ([`transcript_notation`]): squares become MCN,
//! boards SFEN, legal moves SAN. The transcript is a game like any other: it is judged, shown and converted as text. What is
//! found in it is carried back to the game, whose offsets count the bytes of its tags' text and then those of its
//! section.
//!
//! Invariants: an edit never touches the section; what stands before the first fault of a section stays usable, and
//! nothing that follows from the fault is reported (rule E2).

mod check;
mod decode;
mod ending;
mod faults;
mod movetext;
mod places;
mod tags;
mod transcript;

pub(crate) use check::judge_binary_game;
pub use check::{ResolvedBinary, check_binary_game, resolve_binary_game};
pub use decode::{Decoded, decode};
pub use ending::{result_on_board, said as result_said};
pub use places::Place;
pub(crate) use tags::format_value;
pub use tags::{binary_notation, is_binary};

use crate::notation::{MCN, Notation, SAN, SFEN, TokenContent};

/// A longer section, in bytes, is not read: its transcript and its boards take many times its memory. The longest game
/// that the rules allow has 17,697 half-moves, which are 35 KB of BCCF and 0.6 MB of BCFEN.
pub const LONGEST_SECTION: usize = 1 << 20;

/// The notation of text that a binary one is read as: it says the same, and no more.
pub fn transcript_notation(binary: &Notation) -> &'static Notation {
    match (binary.content, binary.allows_illegal) {
        (TokenContent::Boards, _) => &SFEN,
        (TokenContent::Moves, true) => &MCN,
        (TokenContent::Moves, false) => &SAN,
    }
}
