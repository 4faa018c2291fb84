//! The terminator of a clean game, and its agreement with the rest of the game.

use super::line::PreviousToken;
use super::{CleanGame, Deviation, FastReader, Visitor};
use crate::lint::{Event, Events};
use crate::replay::{Identity, SHORTEST};
use crate::rules::fingerprint_of_bitboards;
use crate::syntax::games::{after_terminator, continues_after, second_terminator};
use crate::syntax::line_ends;

impl<L: Visitor> FastReader<'_, L> {
    /// Ends the game, if the terminator agrees with the board (rule D4) and the tags (rule B8).
    pub(super) fn terminator(&mut self) -> Option<CleanGame> {
        let rest = &self.bytes[self.at..];
        let terminator = [&b"1-0"[..], b"0-1", b"1/2-1/2", b"*"].into_iter().find(|word| rest.starts_with(word))?;
        let after = rest.get(terminator.len());
        if !after.map_or(self.last, |b| matches!(b, b' ' | b'\n' | b'\r' | b'\t')) {
            return None;
        }
        if !self.outer.is_empty() || self.line.last == PreviousToken::Number || self.may_have_lost_its_end() {
            return None;
        }
        if self.half_moves == 0 && self.may_be_among_tags(terminator.len()) {
            return None;
        }
        for (agrees, deviation) in
            [(self.board_agrees(terminator), Deviation::Terminator), (!self.opening.contradicts(), Deviation::Opening)]
        {
            if !agrees {
                self.visitor.deviation(deviation)?;
            }
        }
        let of_game = self.at - self.start;
        if continues_after(&self.bytes[self.start..], of_game..of_game + terminator.len(), self.last)? {
            return None;
        }
        let end = after_terminator(self.bytes, self.at + terminator.len(), self.last)?;
        // A byte order mark or a second terminator follows.
        if !self.bytes[end - 1].is_ascii() || second_terminator(self.bytes, end, self.last)?.is_some() {
            return None;
        }
        let main_line_half_moves = self.line.played;
        let range = self.at..self.at + terminator.len();
        self.terminator = Some(self.of_game(range.clone()));
        self.ask_lints(Events::TERMINATOR, |reader| Event::Terminator(reader.of_game(range.clone())))?;
        self.ask_lints_at_end()?;
        self.fix_roster()?;
        self.visitor.terminator(range);
        let identity = if self.identifies { self.identity() } else { None };
        Some(CleanGame { end, half_moves: self.half_moves, main_line_half_moves, identity })
    }

    /// Whether tags follow the terminator of a game without half-moves on the same line or the next one: then it may be a
    /// slip among the tags.
    #[cold]
    fn may_be_among_tags(&self, terminator: usize) -> bool {
        let rest = &self.bytes[self.at + terminator..];
        let blank = &rest[..rest.len() - rest.trim_ascii_start().len()];
        line_ends(blank) < 2 && rest.get(blank.len()) == Some(&b'[')
    }

    /// The key for finding duplicates, as the judge computes it.
    #[inline(never)]
    fn identity(&self) -> Option<Identity> {
        let half_moves = self.line.played;
        if half_moves < SHORTEST {
            return None;
        }
        Identity::of(fingerprint_of_bitboards(self.line.board()), half_moves, &self.tags.facts())
    }

    /// A win on the board allows only one terminator, and stalemate none with a winner.
    fn board_agrees(&self, terminator: &[u8]) -> bool {
        let board = self.line.board();
        if let Some(winner) = board.variant_winner().or_else(|| board.is_checkmate().then_some(!board.turn())) {
            return terminator == winner.fold_wb(&b"1-0"[..], b"0-1");
        }
        !matches!(terminator, b"1-0" | b"0-1") || !board.is_stalemate()
    }
}
