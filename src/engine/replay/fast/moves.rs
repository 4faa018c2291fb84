//! Half-moves that are legal, spelled correctly ([`resolve_san`]), and marked correctly (rule D3).

use shakmaty::{Color, Move, Role, Square};

use super::word::Word;
use super::{Deviation, FastReader, PlayedMove, Visitor, resolve_san};
use crate::lint::{Event, Events};
use crate::rules::Play;

impl<L: Visitor> FastReader<'_, L> {
    /// A move of a piece other than a pawn, whose letter is at the current offset.
    #[inline(always)]
    pub(super) fn piece_move(&mut self, role: Role) -> Option<()> {
        let word = Word::read(self.bytes, self.at)?;
        self.ready()?;
        let board = self.line.board();
        let more = |file, rank| self.visitor.deviation(Deviation::Source { file, rank });
        let (from, to, takes) = resolve_san::piece_move(board, role, &word, more)?;
        let capture = board.role_at(to);
        let then = (self.line.number, board.turn());
        self.remember(role, from, to, takes);
        let m = Move::Normal { role, from, capture, to, promotion: None };
        self.line.next().go(role, from, to, None);
        self.played(&word, m, then)
    }

    /// A pawn move, whose first file is at the current offset.
    #[inline(always)]
    pub(super) fn pawn(&mut self) -> Option<()> {
        let word = Word::read(self.bytes, self.at)?;
        self.ready()?;
        let m = resolve_san::pawn(self.line.board(), &word)?;
        let then = (self.line.number, self.line.board().turn());
        self.forget();
        match m {
            Move::Normal { from, to, promotion, .. } => self.line.next().go(Role::Pawn, from, to, promotion),
            m => self.line.next().play(m),
        }
        self.played(&word, m, then)
    }

    pub(super) fn castling(&mut self) -> Option<()> {
        let word = Word::read(self.bytes, self.at)?;
        self.ready()?;
        let m = resolve_san::castling(self.line.board(), self.bytes.get(self.at..self.at + word.core)?)?;
        let then = (self.line.number, self.line.board().turn());
        self.forget();
        self.line.next().play(m);
        self.played(&word, m, then)
    }

    /// Checks that play may continue.
    #[inline(always)]
    fn ready(&mut self) -> Option<()> {
        if !self.line.anchored {
            self.anchor_by_move()?;
        }
        let board = self.line.board();
        if board.variant_winner().is_some() {
            return None;
        }
        // Play must not continue in a position that ends the game by itself (rule D5).
        if board.may_be_dead()
            || (board.halfmoves() >= 150 || self.repetitions.may_be_fivefold() && self.outer.is_empty())
                && !self.tags.ended_by_claim_only()
        {
            self.visitor.deviation(Deviation::Drawn)?;
        }
        Some(())
    }

    /// Checks the marks of the half-move just played, and reports it.
    #[inline(always)]
    fn played(&mut self, word: &Word, m: Move, (number, color): (u32, Color)) -> Option<()> {
        let after = self.line.board();
        let mut mate = false;
        if word.check | after.is_check() {
            // Check needs a mark, and mate needs the mark for mate, which any win by a variant's rules may have.
            mate = after.is_check() && after.is_checkmate();
            let is_right =
                word.check && after.is_check() && word.mate == mate || word.mate && after.variant_winner().is_some();
            if !is_right {
                self.visitor.deviation(Deviation::Mark)?;
            }
        }
        if self.opening.is_recording() && self.outer.is_empty() {
            self.opening.record(after);
        }
        let end = self.at + word.len;
        self.visitor.half_move(self.at..end, PlayedMove { mv: m, number, color, after, mate })?;
        self.half_moves += 1;
        let start = std::mem::replace(&mut self.at, end);
        self.ask_lints(Events::HALF_MOVE, |reader| {
            let play = Some(Play::Move(m));
            Event::HalfMove { range: reader.of_game(start..end), number, color, play }
        })
    }

    #[inline(always)]
    fn remember(&mut self, role: Role, from: Square, to: Square, takes: bool) {
        if self.outer.is_empty() {
            if takes {
                self.repetitions.clear();
            } else {
                self.repetitions.moved(role, self.line.board().turn(), from, to);
            }
        }
    }

    #[inline(always)]
    fn forget(&mut self) {
        if self.outer.is_empty() {
            self.repetitions.clear();
        }
    }
}
