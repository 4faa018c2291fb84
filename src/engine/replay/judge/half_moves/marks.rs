//! The marks for check and the end of the game (rule D3), compared with the board.

use std::ops::Range;

use super::moves::JudgedMove;
use crate::lint::{Code, Edit, Fix};
use crate::notation::{EndMark, Marks, TokenContent};
use crate::replay::judge::Judge;
use crate::replay::judge::end::ending::BoardEnd;
use crate::rules::{Position, VariantEnd};

impl Judge<'_> {
    /// Whether the notation has marks for all ends: FCN and SFEN, where `#` and the third sign end the game.
    pub(crate) fn has_end_marks(&self) -> bool {
        self.notation.marks >= Marks::Ends
    }

    /// Judges the marks of a legal half-move with this text by the board after it; at most one fault.
    pub(crate) fn judge_marks(&mut self, after: &Position, text: &str, played: &mut JudgedMove) {
        if self.notation.marks == Marks::None {
            return;
        }
        let check = after.is_check();
        let variant_end = after.variant_end();
        if !check && !played.check && played.end == EndMark::None && variant_end.is_none() {
            return;
        }
        let mate = check && after.is_checkmate();
        let fault = match (self.has_end_marks(), variant_end) {
            (true, Some(end)) => self.full_marks_of_variant(end, check, played),
            (true, None) => self.full_marks(after, check, mate, played),
            // A draw by a variant's rules has no mark: only a half-move that is a board records it.
            (false, Some(VariantEnd { winner: None, .. })) if played.end == EndMark::Drawn => None,
            // Some programs write `#` for mate only, others for every win on the board.
            (false, Some(VariantEnd { winner: Some(_), .. })) if played.end != EndMark::None => None,
            (false, _) => self.san_marks(check, mate, text, played),
        };
        if let Some(fault) = fault {
            if fault.0 == Code::WrongEndMark {
                played.end = EndMark::None;
            }
            played.faults.push(fault);
        }
    }

    /// SAN: `+` is check, `#` is mate.
    fn san_marks(&self, check: bool, mate: bool, text: &str, played: &JudgedMove) -> Option<(Code, String)> {
        let over = played.end != EndMark::None;
        let mark = match (&text[text.trim_end_matches(['+', '#']).len()..], over) {
            ("", true) => "#",
            ("", false) => "+",
            (mark, _) => mark,
        };
        match (check, mate, over, played.check) {
            (_, true, true, _) | (true, false, false, true) | (false, _, false, false) => None,
            (_, true, false, true) => Some((Code::WrongCheckMark, format!("the move gives mate: `#`, not `{mark}`"))),
            (_, true, false, false) => Some((Code::MissingCheckMark, "the move gives mate: `#` is missing".into())),
            (true, false, true, _) => {
                Some((Code::WrongEndMark, format!("the move gives check, not mate: `+`, not `{mark}`")))
            }
            (true, false, false, false) => {
                Some((Code::MissingCheckMark, "the move gives check: `+` is missing".into()))
            }
            (false, _, true, _) => {
                Some((Code::WrongEndMark, format!("the move does not give mate: `{mark}` is wrong")))
            }
            (false, _, false, true) => {
                Some((Code::WrongCheckMark, format!("the move does not give check: `{mark}` is wrong")))
            }
        }
    }

    /// FCN: eight states, each with its marks.
    fn full_marks(&self, after: &Position, check: bool, mate: bool, played: &JudgedMove) -> Option<(Code, String)> {
        if !check && played.check && played.end == EndMark::Over {
            let message = match after.is_stalemate() {
                true => "the move gives stalemate, not mate: `#`, not `+#`",
                false => "the move does not give mate: `+#` is wrong",
            };
            return Some((Code::WrongEndMark, message.to_owned()));
        }
        if check != played.check {
            return Some(match (check, mate) {
                (true, true) => (Code::MissingCheckMark, "the move gives mate: `+#` is missing".into()),
                (true, false) => (Code::MissingCheckMark, "the move gives check: `+` is missing".into()),
                (false, _) => (Code::WrongCheckMark, "the move does not give check: `+` is wrong".into()),
            });
        }
        let fault = |message: &str| Some((Code::WrongEndMark, message.to_owned()));
        match (played.end, mate) {
            (EndMark::None, true) => fault("the move gives mate: `+#`, not `+`"),
            (EndMark::Over, true) | (EndMark::None, false) => None,
            (EndMark::Over, false) if check => fault("`+#` means mate, but the move only gives check"),
            (EndMark::Over, false) if !after.is_stalemate() => {
                fault("`#` means stalemate, but the other side can move")
            }
            (EndMark::Over, false) => None,
            (EndMark::Won, _) if mate || after.is_stalemate() => {
                fault("the third sign `+` means a win without mate, but the board already shows the end of the game")
            }
            (EndMark::Drawn, _) if mate || after.is_stalemate() => fault(
                "the third sign `#` means a draw without stalemate, but the board already shows the end of the game",
            ),
            (EndMark::Won | EndMark::Drawn, _) => None,
        }
    }

    /// FCN after an end by the rules of a variant: a win without mate, or a draw without stalemate.
    fn full_marks_of_variant(&self, end: VariantEnd, check: bool, played: &JudgedMove) -> Option<(Code, String)> {
        if check != played.check {
            return Some(match check {
                true => (Code::MissingCheckMark, "the move gives check: `+` is missing".into()),
                false => (Code::WrongCheckMark, "the move does not give check: `+` is wrong".into()),
            });
        }
        let (expected, sign, what) = match end.winner {
            Some(_) => (EndMark::Won, "#+", "wins"),
            None => (EndMark::Drawn, "##", "draws"),
        };
        // Without a third sign, a notation only records that the game is over.
        let has_third_sign = self.notation.marks == Marks::ThirdSign;
        if played.end == expected || !has_third_sign || (played.end == EndMark::Over && check) {
            return None;
        }
        Some((Code::WrongEndMark, format!("the move {what}, for {end}: `{sign}` is expected")))
    }

    /// Reports a missing mark for stalemate in FCN, only at the end of a line.
    pub(crate) fn stalemate_mark(&mut self) {
        if !self.has_end_marks() || self.notation.content == TokenContent::Boards || self.moves_unjudged {
            return;
        }
        let Some(last) = &self.line.last_move else { return };
        if last.end != EndMark::None
            || self.line.past_end
            || self.line.boards.back(0).end() != Some(BoardEnd::Stalemate)
        {
            return;
        }
        let range: Range<u32> = last.range.clone();
        self.line.past_end = true;
        let end = range.end;
        self.report.add_fixed(Code::WrongEndMark, range, "the move gives stalemate: `#` is missing", || {
            vec![Fix::safe("add `#`", vec![Edit::insert(end, "#")])]
        });
    }
}

/// The marks of a half-move that leads to this position, in a notation with marks for all ends.
pub(crate) fn marks_of(after: &Position) -> (bool, EndMark) {
    let end = match after.variant_end() {
        Some(VariantEnd { winner: Some(_), .. }) => EndMark::Won,
        Some(_) => EndMark::Drawn,
        None if after.is_checkmate() => EndMark::Over,
        None => EndMark::None,
    };
    (after.is_check(), end)
}
