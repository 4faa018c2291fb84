//! A clean PGN game as a VGN game with a binary section.
//!
//! Comments, NAGs and variations are events of the section as far as its notation has bytes for them; others are left
//! out and listed as losses. A game of which more would be lost, or moved, is left to the general path. Tags keep their
//! bytes; text that a section holds is UTF-8.

use super::section_visitor::SectionVisitor;
use super::{initial_start, line_end_at};
use crate::binary::LONGEST_SECTION;
use crate::convert::outcome::Loss;
use crate::convert::sections::LONGEST_TEXT;
use crate::convert::sections::outcome;
use crate::lint::line_end_of;
use crate::notation::{BinaryEvent, Codec, HoldsEvent, Notation, WriteBinary};
use crate::replay::FastPass;
use crate::rules::Bitboards;
use crate::syntax::results::words;

/// Converts games to binary sections; reuses its memory for every game.
pub(super) struct Sectioner {
    to: &'static Notation,
    write: WriteBinary,
    holds: HoldsEvent,
    events: Vec<BinaryEvent>,
    /// Losses of the last game, in text order. Ranges count the bytes of the game.
    pub(super) losses: Vec<Loss>,
}

impl Sectioner {
    /// `None` for a text notation, and for one whose sections have no terminator.
    pub(super) fn new(to: &'static Notation) -> Option<Sectioner> {
        let Codec::Binary { write, holds, .. } = to.codec else { return None };
        to.has_terminator().then_some(Sectioner { to, write, holds, events: Vec::new(), losses: Vec::new() })
    }

    /// Appends the game that starts at `at`; returns its end.
    pub(super) fn section(
        &mut self,
        fast_pass: &mut FastPass,
        bytes: &[u8],
        at: usize,
        last: bool,
        out: &mut Vec<u8>,
    ) -> Option<usize> {
        self.events.clear();
        self.losses.clear();
        let line_end = line_end_at(bytes, at);
        let to = self.to;
        let mut game = SectionVisitor::new(bytes, at, line_end, to, self.holds, &mut self.events, out);
        let end = fast_pass.visit(bytes, at, last, &mut game)?.end;
        let (tags_end, written_terminator, result) = (game.tags_end?, game.written_terminator?, game.result);
        let on_board = game.board.as_ref().and_then(result_on);
        let is_utf8 = game.is_ascii || std::str::from_utf8(&bytes[at..end]).is_ok();
        if game.is_more || !is_utf8 || end - at > LONGEST_TEXT || line_end_of(&bytes[at..end]) != line_end {
            return None;
        }
        game.copy_to(tags_end);
        let lost = game.lost;
        if !to.records_result() && on_board.or(result).unwrap_or("*") != written_terminator {
            if (result, on_board) != (None, None) {
                return None;
            }
            out.extend_from_slice(format!("{line_end}[Result \"{}\"]", words(written_terminator)?).as_bytes());
        }
        out.extend_from_slice(format!("{line_end}[MoveFormat \"{}\"]", to.tag_value()).as_bytes());
        self.events.push(BinaryEvent::End(outcome(written_terminator)));
        let section =
            (self.write)(&self.events, &initial_start()).ok().filter(|section| section.len() <= LONGEST_SECTION)?;
        out.extend_from_slice(&section);
        self.losses.extend(lost.finish());
        self.losses.sort_by_key(|loss| loss.range.start);
        Some(end)
    }
}

/// The terminator determined by a last board, if any.
fn result_on(board: &Bitboards) -> Option<&'static str> {
    if board.is_checkmate() {
        return Some(board.turn().fold_wb("0-1", "1-0"));
    }
    board.is_stalemate().then_some("1/2-1/2")
}
