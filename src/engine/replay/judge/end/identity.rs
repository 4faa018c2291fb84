//! The identity of the game, by which duplicates are recognized.

use crate::lint::Code;
use crate::replay::SHORTEST;
use crate::replay::identity::{Facts, Identity};
use crate::replay::judge::Judge;
use crate::replay::judge::line_boards::Board;
use crate::rules::{fingerprint, fingerprint_of_bitboards};

impl Judge<'_> {
    /// The game's identity, if `duplicate-game` is enabled and all half-moves of the main line could be played.
    pub(crate) fn identity(&self) -> Option<Identity> {
        if self.counts.main_line < SHORTEST || self.counts.unread > 0 {
            return None;
        }
        self.context.settings.level(Code::DuplicateGame)?;
        let position = match self.main_line().boards.back(0) {
            Board::Unknown => return None,
            Board::Bitboards(bitboards) => fingerprint_of_bitboards(&bitboards.board),
            Board::Position(position) => fingerprint(position) ^ (position.variant() as u64).wrapping_mul(0x9e37_79b9),
        };
        let first = &self.tags.list.first()?.range;
        let [white, black, date, round, time] = ["White", "Black", "Date", "Round", "UTCTime"]
            .map(|name| self.tags.value(self.text, name).unwrap_or_default());
        let is_annotated = self.tags.get(self.text, "Annotator").is_some();
        let facts = Facts {
            white: white.as_bytes(),
            black: black.as_bytes(),
            date: date.as_bytes(),
            round: round.as_bytes(),
            time: if is_annotated { b"" } else { time.as_bytes() },
            first_tag: (first.start as usize, first.end as usize),
        };
        Identity::of(position, self.counts.main_line, &facts)
    }
}
