//! A half-move as nearly all are: in SAN's export form, legal, written as it should be and marked as it should be. It is
//! found and played on bitboards, and nothing is listed or kept for it; all others go the long way of `moves`.

use std::ops::Range;

use shakmaty::{Color, Move, Role};

use super::Judge;
use super::line_boards::{Board, Plain};
use crate::analysis::clean::{Word, meant};
use crate::notation::{EndMark, SAN};
use crate::rules::{Bitboards, Play};

/// What the half-move's text says of check and end.
type Said = Option<(bool, EndMark)>;

impl Judge<'_> {
    /// Plays the half-move, if nothing at all is wrong with it, and tells what its marks say. `None`: nothing was done.
    pub(super) fn plain_move(&mut self, range: &Range<u32>) -> Said {
        if !std::ptr::eq(self.notation, &SAN) || self.language.is_some() {
            return None;
        }
        let bytes = self.text.as_bytes();
        let word = Word::read(bytes, range.start as usize).filter(|word| word.len == range.len())?;
        // One branch by the first letter: see `meant`.
        match word.byte(0) {
            b'a'..=b'h' => self.plain_pawn(range, &word),
            b'N' => self.plain_officer(range, &word, Role::Knight),
            b'B' => self.plain_officer(range, &word, Role::Bishop),
            b'R' => self.plain_officer(range, &word, Role::Rook),
            b'Q' => self.plain_officer(range, &word, Role::Queen),
            b'K' => self.plain_officer(range, &word, Role::King),
            b'O' => self.plain_castling(range, &word),
            _ => None,
        }
    }

    #[inline(always)]
    fn plain_officer(&mut self, range: &Range<u32>, word: &Word, role: Role) -> Said {
        let before = self.line.boards.back(0).plain()?;
        let (from, to, _) = meant::officer(&before.board, role, word, |_, _| None)?;
        let m = Move::Normal { role, from, capture: before.board.role_at(to), to, promotion: None };
        let mut after = before.board;
        after.go(role, from, to, None);
        self.plainly_played(range, word, &before, m, &after)
    }

    #[inline(always)]
    fn plain_pawn(&mut self, range: &Range<u32>, word: &Word) -> Said {
        let before = self.line.boards.back(0).plain()?;
        let m = meant::pawn(&before.board, word)?;
        let mut after = before.board;
        match m {
            Move::Normal { from, to, promotion, .. } => after.go(Role::Pawn, from, to, promotion),
            m => after.play(m),
        }
        self.plainly_played(range, word, &before, m, &after)
    }

    fn plain_castling(&mut self, range: &Range<u32>, word: &Word) -> Said {
        let before = self.line.boards.back(0).plain()?;
        let core = self.slice(range).as_bytes().get(..word.core)?;
        let m = meant::castling(&before.board, core)?;
        let mut after = before.board;
        after.play(m);
        self.plainly_played(range, word, &before, m, &after)
    }

    /// The move is right: so is the half-move if its marks are, and if play may go on.
    fn plainly_played(&mut self, range: &Range<u32>, word: &Word, before: &Plain, m: Move, after: &Bitboards) -> Said {
        if !self.line.past_end && self.may_be_drawn(&before.board) {
            return None;
        }
        if word.check | after.is_check() && (!word.check || !after.is_check() || word.mate != after.is_checkmate()) {
            return None;
        }
        let turn = before.board.turn();
        self.fits = true;
        self.line.moved_by(turn);
        if !self.in_variation() {
            self.history.push_bitboards(after);
        }
        if self.kept.is_some() {
            self.play_and_keep(range, m);
        } else {
            let number = before.number.saturating_add(u32::from(turn == Color::Black));
            self.line.boards.step_plain(after, number);
        }
        Some((word.check, if word.mate { EndMark::Over } else { EndMark::None }))
    }

    /// The board may have drawn the game (rule D5): play that goes on is looked at more closely.
    #[inline]
    fn may_be_drawn(&self, board: &Bitboards) -> bool {
        board.may_be_dead() || board.halfmoves() >= 150 || !self.in_variation() && self.history.fivefold()
    }

    /// Plays a legal move that is kept with its boards.
    fn play_and_keep(&mut self, range: &Range<u32>, m: Move) {
        let Some(before) = self.line.boards.take_position() else { return };
        let mut after = before.clone();
        after.play_legal(m);
        self.keep(range, Some((&Play::Move(m), None, &before)), Some(&after));
        self.line.boards.replace(Board::Whole(before));
        self.line.boards.step(Board::Whole(after));
    }
}
