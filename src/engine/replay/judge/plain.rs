//! Fast path for nearly all half-moves: legal, in SAN's export form, with correct marks. They are resolved and played
//! on bitboards, without a list of legal moves or a `Position`; all others are judged in `moves`.

use std::ops::Range;

use shakmaty::{Color, Move, Role};

use super::Judge;
use super::line_boards::BitboardPosition;
use crate::lint::Events;
use crate::notation::{EndMark, SAN};
use crate::replay::fast::{Word, resolve_san};
use crate::rules::{Bitboards, Play, SharedPosition};

/// The marks of a half-move: check, and the end of the game.
type PlayedMarks = Option<(bool, EndMark)>;

impl Judge<'_> {
    /// Plays the half-move and returns its marks, if it is correct in every respect; otherwise `None`, without any
    /// effect.
    pub(super) fn plain_move(&mut self, range: &Range<u32>) -> PlayedMarks {
        if !self.reads_plainly() {
            return None;
        }
        let bytes = self.text.as_bytes();
        let word = Word::read(bytes, range.start as usize).filter(|word| word.len == range.len())?;
        self.plain_word(range, &word)
    }

    /// Half-moves are in SAN with English letters, and the context allows the fast path.
    #[inline]
    pub(super) fn reads_plainly(&self) -> bool {
        std::ptr::eq(self.notation, &SAN) && self.letters.language.is_none() && !self.context.long_way
    }

    /// Same as [`Judge::plain_move`] for a half-move that was read as `word`, in a game in SAN.
    #[inline(always)]
    pub(super) fn plain_word(&mut self, range: &Range<u32>, word: &Word) -> PlayedMarks {
        // One branch by the first letter: see `resolve_san`.
        match word.byte(0) {
            b'a'..=b'h' => self.plain_pawn(range, word),
            b'N' => self.plain_piece_move(range, word, Role::Knight),
            b'B' => self.plain_piece_move(range, word, Role::Bishop),
            b'R' => self.plain_piece_move(range, word, Role::Rook),
            b'Q' => self.plain_piece_move(range, word, Role::Queen),
            b'K' => self.plain_piece_move(range, word, Role::King),
            b'O' => self.plain_castling(range, word),
            _ => None,
        }
    }

    #[inline(always)]
    fn plain_piece_move(&mut self, range: &Range<u32>, word: &Word, role: Role) -> PlayedMarks {
        let mut made = None;
        let before = self.line.boards.back(0).bitboards(&mut made)?;
        let (from, to, _) = resolve_san::piece_move(&before.board, role, word, |_, _| None)?;
        let mut after = self.after(before)?;
        after.board.go(role, from, to, None);
        self.plainly_played(range, word, &after, Move::Normal { role, from, capture: None, to, promotion: None })
    }

    #[inline(always)]
    fn plain_pawn(&mut self, range: &Range<u32>, word: &Word) -> PlayedMarks {
        let mut made = None;
        let before = self.line.boards.back(0).bitboards(&mut made)?;
        let m = resolve_san::pawn(&before.board, word)?;
        let mut after = self.after(before)?;
        match m {
            Move::Normal { from, to, promotion, .. } => after.board.go(Role::Pawn, from, to, promotion),
            m => after.board.play(m),
        }
        self.plainly_played(range, word, &after, m)
    }

    fn plain_castling(&mut self, range: &Range<u32>, word: &Word) -> PlayedMarks {
        let mut made = None;
        let before = self.line.boards.back(0).bitboards(&mut made)?;
        let m = resolve_san::castling(&before.board, self.slice(range).as_bytes().get(..word.core)?)?;
        let mut after = self.after(before)?;
        after.board.play(m);
        self.plainly_played(range, word, &after, m)
    }

    /// A copy of the board to play the half-move on, with the number of the next one; `None` if the game is over by a
    /// variant's rules, or may be drawn.
    #[inline(always)]
    fn after(&self, before: &BitboardPosition) -> Option<BitboardPosition> {
        if before.board.variant_winner().is_some() || !self.line.past_end && self.may_be_drawn(&before.board) {
            return None;
        }
        let number = before.number.saturating_add(u32::from(before.board.turn() == Color::Black));
        Some(BitboardPosition { board: before.board, number })
    }

    /// Completes a correct move, if its marks are correct too. `m` need not name the captured piece.
    fn plainly_played(&mut self, range: &Range<u32>, word: &Word, after: &BitboardPosition, m: Move) -> PlayedMarks {
        if after.board.variant_winner().is_some() {
            // Programs mark such a win in different ways.
            return None;
        }
        let check = after.board.is_check();
        if word.check | check && (!word.check || !check || word.mate != after.board.is_checkmate()) {
            return None;
        }
        self.half_move_fits = true;
        self.line.continue_from_mover(!after.board.turn());
        if !self.in_variation() {
            self.history.push_bitboards(&after.board);
            if self.opening.played.is_recording() {
                self.see_opening(&after.board);
            }
        }
        if self.wants(Events::HALF_MOVE) {
            self.last_play = Some(Play::Move(self.with_capture(m)));
        }
        if self.record.kept.is_some() {
            self.keep_plain(range, m, after);
        }
        self.line.boards.step_bitboards(after);
        Some((word.check, if word.mate { EndMark::Over } else { EndMark::None }))
    }

    /// The game may be drawn on this board (rule D5), which the slow path examines.
    #[inline]
    fn may_be_drawn(&self, board: &Bitboards) -> bool {
        board.may_be_dead() || board.halfmoves() >= 150 || !self.in_variation() && self.history.fivefold()
    }

    /// The move with the piece that it captures on the current board.
    fn with_capture(&self, m: Move) -> Move {
        match m {
            Move::Normal { role, from, to, promotion, .. } => {
                let mut made = None;
                let capture = self.line.boards.back(0).bitboards(&mut made).and_then(|before| before.board.role_at(to));
                Move::Normal { role, from, capture, to, promotion }
            }
            m => m,
        }
    }

    /// Keeps a legal half-move. It shares the board after the previous half-move, unless a variation is between them.
    #[inline(never)]
    fn keep_plain(&mut self, range: &Range<u32>, m: Move, after: &BitboardPosition) {
        let m = self.with_capture(m);
        let mut made = None;
        let Some(before) = self.line.boards.back(0).bitboards(&mut made).copied() else { return };
        let last = self.record.kept.as_ref().and_then(|kept| kept.last()?.after.as_ref());
        let last = last.filter(|last| last.is_of_bitboards(&before.board, before.number)).cloned();
        let before = last.unwrap_or_else(|| before.kept());
        let after = SharedPosition::after(&before, m, after.board, after.number);
        self.keep(range, Some((&Play::Move(m), None)), Some(before), Some(after));
    }
}
