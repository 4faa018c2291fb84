//! A half-move in export form that is legal, and whose marks are right (rules D2 and D3).
//!
//! Which man moves cannot be foretold, and each wrong guess of the processor costs as much as a dozen operations: so the
//! first letter decides once, and what follows is laid out for each man apart, with few branches.

use shakmaty::{Bitboard, CastlingSide, Color, Move, Role, Square};

use super::word::Word;
use super::{Heard, Listener, Walk};
use crate::notation::san::source_said;

impl<L: Listener> Walk<'_, L> {
    /// A move of a man other than a pawn, whose letter stands here.
    #[inline(always)]
    pub(super) fn officer(&mut self, role: Role) -> Option<()> {
        let word = Word::read(self.bytes, self.at)?;
        let to = word.square(word.core.checked_sub(2).filter(|at| *at >= 1)?)?;
        let takes = word.byte(word.core - 3) == b'x';
        self.ready()?;
        let board = self.line.board();
        if board.them().contains(to) != takes {
            return None;
        }
        let sources = board.sources(role, to);
        let said = word.core - 3 - usize::from(takes);
        let from = if said == 0 { sources.single_square()? } else { told_apart(&word, said, sources)? };
        let capture = board.role_at(to);
        let then = (self.line.number, board.turn());
        self.remember(role, from, to, takes);
        let m = Move::Normal { role, from, capture, to, promotion: None };
        self.line.next().go(role, from, to, None);
        self.played(&word, m, then)
    }

    /// A pawn's move, whose first file stands here.
    #[inline(always)]
    pub(super) fn pawn(&mut self) -> Option<()> {
        let word = Word::read(self.bytes, self.at)?;
        let takes = word.byte(1) == b'x';
        let (at, len) = if takes { (2, word.core.checked_sub(4)?) } else { (0, word.core.checked_sub(2)?) };
        let to = word.square(at)?;
        let promotion = match len {
            0 => None,
            2 if word.byte(at + 2) == b'=' => Some(promoted(word.byte(at + 3))?),
            _ => return None,
        };
        if promotion.is_some() != Bitboard::BACKRANKS.contains(to) {
            return None;
        }
        self.ready()?;
        let board = self.line.board();
        let m = if takes {
            // `bxd5` is no pawn's capture: the letter is meant as the bishop's, which import form reads.
            board.pawn_capture(word.file(0)?, to, promotion)?
        } else {
            Move::Normal { role: Role::Pawn, from: board.pawn_step(to)?, capture: None, to, promotion }
        };
        let then = (self.line.number, self.line.board().turn());
        self.forget();
        match m {
            Move::Normal { from, .. } => self.line.next().go(Role::Pawn, from, to, promotion),
            m => self.line.next().play(m),
        }
        self.played(&word, m, then)
    }

    pub(super) fn castling(&mut self) -> Option<()> {
        let word = Word::read(self.bytes, self.at)?;
        let side = match self.bytes.get(self.at..self.at + word.core)? {
            b"O-O" => CastlingSide::KingSide,
            b"O-O-O" => CastlingSide::QueenSide,
            _ => return None,
        };
        self.ready()?;
        let m = self.line.board().castling(side)?;
        let then = (self.line.number, self.line.board().turn());
        self.forget();
        self.line.next().play(m);
        self.played(&word, m, then)
    }

    /// May play go on?
    #[inline(always)]
    fn ready(&mut self) -> Option<()> {
        if !self.line.anchored {
            self.anchor_by_move()?;
        }
        let board = self.line.board();
        // Play may not go on in a position that ends the game by itself (rule D5).
        if board.may_be_dead()
            || board.halfmoves() >= 150
            || self.repetitions.may_be_fivefold() && self.outer.is_empty()
        {
            return None;
        }
        Some(())
    }

    /// The half-move has been played: are its marks right?
    #[inline(always)]
    fn played(&mut self, word: &Word, m: Move, (number, color): (u32, Color)) -> Option<()> {
        let after = self.line.board();
        let mut mate = false;
        if word.check | after.is_check() {
            // A mark for check where there is check, and the one for mate where that is mate.
            mate = after.is_check() && after.is_checkmate();
            if !word.check || !after.is_check() || word.mate != mate {
                return None;
            }
        }
        let end = self.at + word.len;
        self.listener.half_move(self.at..end, Heard { mv: m, number, color, after, mate })?;
        self.half_moves += 1;
        self.at = end;
        Some(())
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

fn promoted(letter: u8) -> Option<Role> {
    match letter {
        b'Q' => Some(Role::Queen),
        b'R' => Some(Role::Rook),
        b'B' => Some(Role::Bishop),
        b'N' => Some(Role::Knight),
        _ => None,
    }
}

/// The one of `sources` that the `said` bytes after the letter tell, if they say no more than is needed.
#[cold]
fn told_apart(word: &Word, said: usize, sources: Bitboard) -> Option<Square> {
    let file = |at| word.file(at).map(Bitboard::from_file);
    let rank = |at| word.rank(at).map(Bitboard::from_rank);
    let (fitting, told) = match (said, file(1)) {
        (1, Some(file)) => (sources & file, (true, false)),
        (1, None) => (sources & rank(1)?, (false, true)),
        (2, Some(file)) => (sources & file & rank(2)?, (true, true)),
        _ => return None,
    };
    let from = fitting.single_square()?;
    (source_said(from, sources.without(from).into_iter()) == told).then_some(from)
}
