//! Spells one half-move in the target notation.

use std::collections::HashSet;
use std::ops::Range;

use shakmaty::Color;

use super::outcome::Loss;
use crate::lint::{Code, Diagnostic, Severity};
use crate::notation::{Codec, EndMark, Marks, Notation, ParsedMove, TokenContent, nag};
use crate::replay::{HalfMove, Resolved, ResolvedMove};
use crate::rules::{Play, Position, Variant};
use crate::score::{SourceOutline, slice};
use crate::syntax::Token;

/// Spells the half-moves of one resolved game.
pub(super) struct Speller<'a> {
    text: &'a str,
    resolved: &'a Resolved,
    from: &'static Notation,
    to: &'static Notation,
    /// The requested notation: `to`, or the binary notation whose transcript is in `to`.
    target: &'static Notation,
    /// Index of the main line's last half-move, which carries the end of the game (rule F3).
    last: Option<usize>,
    terminator: Option<&'a str>,
    /// Starts of half-moves without their promotion piece.
    missing_promotions: HashSet<u32>,
    /// Starts of half-moves with a wrong mark of a promotion or a capture en passant.
    wrong_marks: HashSet<u32>,
}

impl<'a> Speller<'a> {
    pub(super) fn new(
        text: &'a str,
        resolved: &'a Resolved,
        from: &'static Notation,
        to: &'static Notation,
        target: &'static Notation,
        terminator: Option<&'a str>,
    ) -> Speller<'a> {
        let found = |is: &dyn Fn(&Diagnostic) -> bool| {
            resolved.report.diagnostics.iter().filter(move |d| is(d)).map(|d| d.range.start).collect()
        };
        Speller {
            text,
            resolved,
            from,
            to,
            target,
            last: resolved.moves.iter().rposition(|half_move| half_move.depth == 0),
            terminator,
            missing_promotions: found(&|d| d.code == Code::MissingPromotion),
            wrong_marks: found(&|d| {
                matches!(d.code, Code::InvalidPromotion | Code::WrongEnPassant | Code::WrongPiece)
                    // If squares define the move, an `x` on an empty square contradicts them.
                    || (d.code == Code::WrongCapture && from.allows_illegal)
            }),
        }
    }

    /// Whether half-moves are written in another notation than their own.
    pub(super) fn respells(&self) -> bool {
        self.from != self.to
    }

    /// The game's `n`th half-move, from 0, and the loss, if any.
    ///
    /// # Errors
    ///
    /// Why the target has no text for it, as one sentence.
    pub(super) fn spell(&self, n: usize) -> Result<(String, Option<Loss>), String> {
        let half_move = &self.resolved.moves[n];
        let old = slice(self.text, &half_move.range);
        match self.write(n, half_move) {
            // In its own notation, a half-move without a better form is unchanged.
            Err(_) if self.from == self.to => Ok((old.to_owned(), None)),
            Ok(_) if self.from == self.to && self.is_doubtful(half_move.range.start) => Ok((old.to_owned(), None)),
            Err(reason) => Err(reason),
            Ok(text) => {
                let loss = self.loss(n, half_move);
                Ok((text, loss.map(|message| Loss::new(half_move.range.clone(), message))))
            }
        }
    }

    /// The loss of a half-move with a black piece in White's place, whose number `side` says so: a binary section has no
    /// numbers, and is read as if White's half-move were missing.
    pub(super) fn other_side(&self, n: usize, side: Option<Color>) -> Option<Loss> {
        let half_move = &self.resolved.moves[n];
        let is_lost = matches!(self.target.codec, Codec::Binary { .. })
            && (side, half_move.color) == (Some(Color::White), Color::Black)
            && half_move.before.as_ref().is_some_and(|before| before.turn().is_white());
        is_lost.then(|| {
            let (to, old) = (self.target.name, slice(self.text, &half_move.range));
            let message = format!("{to} records no numbers: read back, `{old}` is a half-move of Black");
            Loss::new(half_move.range.clone(), message)
        })
    }

    fn is_doubtful(&self, start: u32) -> bool {
        self.missing_promotions.contains(&start) || self.wrong_marks.contains(&start)
    }

    fn write(&self, n: usize, half_move: &ResolvedMove) -> Result<String, String> {
        let to = self.target.name;
        let boards = self.to.content == TokenContent::Boards;
        let end = self.end(n, half_move);
        let (before, play, after) = match (&half_move.before, &half_move.play, &half_move.after) {
            // Without a piece to move the turn passes, but the text does not denote a null move.
            (_, Some(Play::Null), _) if !self.says_null(half_move) => {
                return Err(fault(self.resolved, &half_move.range));
            }
            (_, Some(Play::Null), _) if boards => {
                return Err(format!("{to} records boards, and a board cannot record a null move"));
            }
            (Some(before), Some(play), Some(after)) => (before, play, after),
            // A board that no move leads to can still be written.
            (_, None, Some(after)) if boards => (after, &Play::Null, after),
            (_, None, Some(_)) => return Err(format!("no legal move leads to this board, and {to} records moves")),
            _ => return Err(fault(self.resolved, &half_move.range)),
        };
        HalfMove { before, play, after, end }.spell(self.to).map_err(|why| {
            match why.reason().strip_prefix(self.to.name) {
                Some(rest) => format!("{to}{rest}"),
                None => why.reason().to_owned(),
            }
        })
    }

    fn says_null(&self, half_move: &ResolvedMove) -> bool {
        let Codec::Moves { read, .. } = self.from.codec else { return true };
        read(slice(self.text, &half_move.range)).is_none_or(|read| read.parsed == ParsedMove::Null)
    }

    /// How the game ends with the half-move, beyond the board's state (rule F3): for the main line's last one by the
    /// terminator; for any other one, or without a result, by its own text.
    fn end(&self, n: usize, half_move: &ResolvedMove) -> EndMark {
        match self.terminator.filter(|_| self.last == Some(n)) {
            Some("1-0" | "0-1") => EndMark::Won,
            Some("1/2-1/2") => EndMark::Drawn,
            _ => self.third_sign(&half_move.range),
        }
    }

    /// The third sign of FCN and SFEN in the half-move's own text.
    fn third_sign(&self, range: &Range<u32>) -> EndMark {
        let text = slice(self.text, range);
        if !text.contains('#') {
            return EndMark::None;
        }
        let end = match self.from.codec {
            Codec::Moves { read, .. } => read(text).map(|parsed| parsed.end),
            Codec::Boards { read, .. } => read(text).ok().map(|parsed| parsed.end),
            Codec::Binary { .. } => None,
        };
        end.filter(|end| matches!(end, EndMark::Won | EndMark::Drawn)).unwrap_or_default()
    }

    /// The loss of a half-move that can be written.
    fn loss(&self, n: usize, half_move: &ResolvedMove) -> Option<String> {
        let to = self.target.name;
        if self.from == self.to {
            return None;
        }
        let old = slice(self.text, &half_move.range);
        if self.missing_promotions.contains(&half_move.range.start) {
            return Some(format!("`{old}` does not say what the pawn becomes, but {to} must: a queen is assumed"));
        }
        if self.wrong_marks.contains(&half_move.range.start) {
            return Some(format!("`{old}` says more than happens on the board: {to} records only the move"));
        }
        if self.to.content == TokenContent::Boards
            && let (Some(before), Some(play)) = (&half_move.before, &half_move.play)
            && !play.as_move().is_some_and(|m| before.is_legal(m))
        {
            if matches!(**before, Position::Free(_)) {
                return Some(format!(
                    "{to} records the board after `{old}`, but no game can reach the board before it: what led from one \
                     to the other cannot be read back"
                ));
            }
            return Some(format!("{to} records the board after `{old}`, but not that this illegal move led to it"));
        }
        if self.to.content == TokenContent::Boards
            && let (Some(before), Some(Play::Move(m)), Some(after)) =
                (&half_move.before, &half_move.play, &half_move.after)
            && before.variant() != Variant::Chess
            && before.move_to(after.board()) != Some(*m)
        {
            // The capturer explodes, so no board shows which piece it was.
            return Some(format!("{to} records the board after `{old}`, but another move leads to the same board"));
        }
        let has_result = self.last == Some(n) && matches!(self.terminator, Some("1-0" | "0-1" | "1/2-1/2"));
        let ended = |after: &Position| after.is_checkmate() || after.is_stalemate() || after.variant_end().is_some();
        if !has_result
            && self.target.marks != Marks::ThirdSign
            && self.third_sign(&half_move.range) != EndMark::None
            && !half_move.after.as_deref().is_some_and(ended)
        {
            return Some(format!("{to} has no mark for the end of a game that `{old}` records"));
        }
        None
    }
}

/// Why the effect of a half-move is unknown, from its diagnostic, if any.
pub(super) fn fault(resolved: &Resolved, range: &Range<u32>) -> String {
    let found = &resolved.report.diagnostics;
    let own = |d: &&Diagnostic| d.range == *range && (d.severity == Severity::Error || d.code == Code::IllegalMove);
    let around = |d: &&Diagnostic| d.code == Code::InvalidMoveText && contains(&d.range, range);
    let found = found.iter().find(own).or_else(|| misplaced(resolved, range)).or_else(|| found.iter().find(around));
    let unknown = || "it is not known what this half-move does on the board".to_owned();
    found.map_or_else(unknown, |diagnostic| diagnostic.message.clone())
}

fn contains(whole: &Range<u32>, part: &Range<u32>) -> bool {
    whole.start <= part.start && part.end <= whole.end
}

/// Glyphs that are read as part of a misspelt half-move, such as that of `!b5` for `Bb5`: written as NAGs, they no longer
/// show what was meant.
pub(super) fn glyphs_in_half_moves<'r>(
    text: &'r str,
    outline: &'r SourceOutline,
    resolved: &'r Resolved,
) -> impl Iterator<Item = Loss> + 'r {
    let whole = resolved.report.diagnostics.iter().filter(|d| d.code == Code::InvalidMoveText);
    whole.filter_map(move |whole| {
        let first = outline.items.partition_point(|item| item.range.start < whole.range.start);
        let within = outline.items[first..].iter().take_while(|item| item.range.end <= whole.range.end);
        let glyph = within.into_iter().find(|item| item.token == Token::Suffix)?;
        let number = nag::of_suffix(slice(text, &glyph.range))?;
        let written = format!("`{}` would become `${number}`", slice(text, &glyph.range));
        Some(Loss::new(glyph.range.clone(), format!("{written}: {}", whole.message)))
    })
}

/// The diagnostic at the number of a variation whose first half-move is possible only at the place given by that number
/// (rule C7).
pub(super) fn misplaced<'r>(resolved: &'r Resolved, range: &Range<u32>) -> Option<&'r Diagnostic> {
    let at = resolved.moves.partition_point(|known| known.range.start < range.start);
    let half_move = resolved.moves.get(at).filter(|known| known.range == *range && known.play.is_none())?;
    let after = at.checked_sub(1).map_or(0, |before| resolved.moves[before].range.end).max(half_move.line);
    let found = &resolved.report.diagnostics;
    let last = found.partition_point(|d| d.range.start < range.start);
    let here = found[..last].iter().rev().take_while(|d| d.range.start >= after);
    here.into_iter().find(|d| d.code == Code::VariationAnchor)
}
