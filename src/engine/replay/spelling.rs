//! The spelling of a half-move or board in a notation.

use shakmaty::Move;

use crate::notation::{Codec, EndMark, Marks, Notation, SpelledBoard, SpelledMove, SpellingError};
use crate::rules::{Play, Position, RuleScope};

/// A half-move between two positions, with a mark for the game's end that the board does not show. Mate and stalemate
/// are found on the board (rule F3).
pub struct HalfMove<'a> {
    pub before: &'a Position,
    pub play: &'a Play,
    pub after: &'a Position,
    /// [`EndMark::Won`] or [`EndMark::Drawn`], if the text or the terminator says so.
    pub end: EndMark,
}

impl HalfMove<'_> {
    /// The half-move's text in a notation, or why the notation cannot represent it.
    pub fn spell(&self, notation: &Notation) -> Result<String, SpellingError> {
        let check = self.after.is_check();
        let (check, end) = match self.after.variant_end() {
            // With [`Marks::Check`], `#` marks every win on the board, as in other programs.
            Some(won) if won.winner.is_some() && notation.marks == Marks::Check => (true, EndMark::Over),
            Some(won) if won.winner.is_some() => (check, EndMark::Won),
            Some(_) => (check, EndMark::Drawn),
            None if self.is_over(check) => (check, EndMark::Over),
            None => (check, self.end),
        };
        match notation.codec {
            Codec::Moves { write, .. } => {
                let mv = match self.play {
                    Play::Move(m) => Some(*m),
                    Play::Null => None,
                    Play::Arrival { role, from, to, promotion } => Some(Move::Normal {
                        role: *role,
                        from: *from,
                        capture: self.before.board().role_at(*to),
                        to: *to,
                        promotion: *promotion,
                    }),
                };
                // A notation that can represent illegal moves does not need the legal ones.
                let asks = !notation.allows_illegal && mv.is_none_or(|m| self.before.is_legal(m));
                let legal = asks.then(|| self.before.legal()).flatten();
                let rivals = match mv {
                    Some(m) if !notation.allows_illegal && self.before.legal().is_none() => self.rivals(m),
                    _ => Vec::new(),
                };
                SpelledMove { mv, check, end, legal, rivals: &rivals, mode: self.before.castling_mode() }.text(write)
            }
            Codec::Boards { write, .. } => write(&SpelledBoard { setup: &self.after.setup(), check, end }),
            Codec::Binary { .. } => Err(SpellingError::binary()),
        }
    }

    /// The moves of pieces of the same role to the same square, or the castling alone, on a board that the rules do not
    /// cover.
    fn rivals(&self, m: Move) -> Vec<Move> {
        let Some(side) = m.castling_side() else {
            return self.before.san_candidates(m.role(), m.to(), |_| true);
        };
        let verdict = self.before.castle(side, RuleScope::Full);
        if verdict.is_legal() && verdict.play == Some(Play::Move(m)) { vec![m] } else { Vec::new() }
    }

    /// Whether the half-move gives mate or stalemate.
    fn is_over(&self, check: bool) -> bool {
        if check { self.after.is_checkmate() } else { self.after.is_stalemate() }
    }
}
