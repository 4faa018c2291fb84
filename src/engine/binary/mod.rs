//! Games whose moves are a binary section (section E of the rules), read as transcripts.
//!
//! Knows: the tags of a game as text and the bytes of its section. Never knows: files, and how tags and section were
//! found.
//!
//! A section is decoded to equivalent movetext in a text notation ([`transcript_notation`]): squares become MCN, boards
//! SFEN, legal moves SAN. The transcript is judged, displayed and converted like any other game. Its findings are
//! mapped back to the game, whose offsets are in bytes of its tags' text followed by its section.
//!
//! Invariants: an edit never touches the section; everything before the first fault of a section remains usable, and
//! consequences of the fault are not reported (rule E2).

mod check;
mod decode;
mod ending;
mod faults;
mod movetext;
mod tags;
mod transcript;
mod transcript_map;

pub(crate) use check::judge_binary_game;
pub use check::{ResolvedBinary, check_binary_game, resolve_binary_game};
pub use decode::{DecodedGame, decode};
pub use ending::{recorded_result, result_on_board};
pub(crate) use tags::format_value;
pub use tags::{binary_notation, is_binary};
pub use transcript_map::TranscriptToken;

use crate::notation::{MCN, Notation, SAN, SFEN, TokenContent};

/// Maximum length of a section, in bytes: its transcript and its boards take many times its memory. The longest game
/// that the rules allow has 17,697 half-moves, which are 35 KB of BCCF and 0.6 MB of BCFEN.
pub const LONGEST_SECTION: usize = 1 << 20;

/// The text notation of a binary notation's transcript, with exactly the same information.
pub fn transcript_notation(binary: &Notation) -> &'static Notation {
    match (binary.content, binary.allows_illegal) {
        (TokenContent::Boards, _) => &SFEN,
        (TokenContent::Moves, true) => &MCN,
        (TokenContent::Moves, false) => &SAN,
    }
}
