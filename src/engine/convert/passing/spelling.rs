//! Spells half-moves of the fast pass in a notation of moves.

use shakmaty::{Move, Role, Square};

use crate::notation::{Codec, EndMark, Marks, Notation, SpelledMove, WriteMove};
use crate::replay::PlayedMove;

/// Writes half-moves; reuses its memory.
pub(super) struct Spelling {
    pub to: &'static Notation,
    write: WriteMove,
    /// Whether stalemate has a mark.
    marks_stalemate: bool,
    text: String,
}

impl Spelling {
    /// `None` for a notation that writes no moves.
    pub(super) fn of(to: &'static Notation) -> Option<Spelling> {
        let Codec::Moves { write, .. } = to.codec else { return None };
        let any = Move::Normal { role: Role::Queen, from: Square::D1, to: Square::D8, capture: None, promotion: None };
        let plain = SpelledMove::new(any);
        let stalemate = SpelledMove { end: EndMark::Over, ..plain };
        let marks_stalemate = plain.text(write) != stalemate.text(write);
        Some(Spelling { to, write, marks_stalemate, text: String::new() })
    }

    /// The move as spelled, and its text.
    #[inline]
    pub(super) fn spell(&mut self, played: &PlayedMove<'_>) -> Option<(SpelledMove<'static>, &str)> {
        let after = played.after;
        let is_over = || played.mate || self.marks_stalemate && after.is_stalemate();
        let (check, end) = match after.variant_winner() {
            // As `HalfMove::spell` marks a win by a variant's rules.
            Some(_) if self.to.marks == Marks::Check => (true, EndMark::Over),
            Some(_) => (after.is_check(), EndMark::Won),
            None if is_over() => (after.is_check(), EndMark::Over),
            None => (after.is_check(), EndMark::None),
        };
        let written = SpelledMove { check, end, mode: after.castling_mode(), ..SpelledMove::new(played.mv) };
        self.text.clear();
        (self.write)(&written, &mut self.text).ok()?;
        Some((written, &self.text))
    }

    /// The text of a half-move that marks the end of the game beyond the board's state (rule F3), if it differs.
    pub(super) fn ended(&self, written: SpelledMove<'_>, end: EndMark) -> Option<String> {
        let has_end_mark = written.end != EndMark::None;
        if has_end_mark { None } else { SpelledMove { end, ..written }.text(self.write).ok() }
    }
}
