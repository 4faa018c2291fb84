//! A promotion whose piece stands apart, or in signs that are not its own: `a8 (Q)`, `a8[Q]`, `a8(=Q)`, `a8(Q`. One
//! finding, and play goes on with that piece.

use std::ops::Range;

use shakmaty::{Move, Role};

use crate::lint::{Code, Edit, Fix};
use crate::replay::judge::Judge;
use crate::rules::may_promote_to;

/// Maximum number of signs before the letter, and behind it.
const MOST_SIGNS: usize = 2;

impl Judge<'_> {
    /// Reports a half-move of a pawn to the last rank, at this range, together with the piece that is behind it. The
    /// move with that promotion, if there is one.
    pub(crate) fn torn_promotion(
        &mut self,
        range: &Range<u32>,
        m: Move,
        spell: impl Fn(&Self, Move) -> Option<String>,
    ) -> Option<Move> {
        let Move::Normal { role, from, capture, to, .. } = m else { return None };
        let (end, promoted) = piece_behind(&self.text[range.end as usize..])?;
        may_promote_to(self.line.position()?.variant(), promoted).then_some(())?;
        let intended = Move::Normal { role, from, capture, to, promotion: Some(promoted) };
        let spelt = spell(self, intended)?;
        let whole = range.start..range.end + end as u32;
        let shown = self.slice(&whole);
        let message = format!("`{shown}` is not a move in {}: did you mean `{spelt}`?", self.notation.name);
        let edit = Edit::replace(whole.clone(), spelt.as_str());
        self.report.add_fixed(Code::InvalidMoveText, whole.clone(), message, || {
            vec![Fix::choice(format!("write `{spelt}`"), vec![edit])]
        });
        self.causes.split_text = Some(whole);
        Some(intended)
    }
}

/// The piece in signs, or behind a blank, at the beginning of the text, and where it ends.
fn piece_behind(text: &str) -> Option<(usize, Role)> {
    let apart = usize::from(text.starts_with([' ', '\n']));
    let signs = text[apart..].bytes().take(MOST_SIGNS).take_while(|byte| b"([</=".contains(byte)).count();
    let at = apart + signs;
    let letter = text[at..].chars().next().filter(char::is_ascii_uppercase)?;
    let promoted = Role::from_char(letter)?;
    let rest = &text[at + 1..];
    let closers = rest.bytes().take(MOST_SIGNS).take_while(|byte| b")]>".contains(byte)).count();
    // What the text has not opened belongs to what is around it.
    let closers = closers.min(text[apart..at].bytes().filter(|byte| b"([<".contains(byte)).count());
    let ends = rest[closers..].chars().next().is_none_or(|next| next.is_whitespace() || "!?$)+#".contains(next));
    (at > 0 && ends).then_some((at + 1 + closers, promoted))
}
