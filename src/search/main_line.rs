//! The main line of a game as far as it can be played, for questions about its positions.

use std::num::NonZeroU32;

use shakmaty::{Color, Move};
use vgn_engine::rules::Bitboards;

use crate::{GameSink, GameWalker, SearchKey, SoughtPosition, WalkBoard, WalkPlace, WalkStep, WalkedGame};

/// The legal half-moves of a main line of chess, up to the first that is none.
#[derive(Debug, Default)]
pub struct PlayedMainLine {
    pub moves: Vec<MainLineMove>,
    /// All half-moves of the main line are among them.
    pub is_whole: bool,
}

/// A legal half-move of a main line.
#[derive(Clone, Debug)]
pub struct MainLineMove {
    mv: Move,
    /// The number of its move.
    number: u32,
    color: Color,
    before: Bitboards,
    after: Bitboards,
    /// Of the position after it.
    pub key: SearchKey,
}

impl PlayedMainLine {
    /// That of a game, given by its bytes.
    pub fn of(walker: &mut GameWalker, bytes: &[u8]) -> PlayedMainLine {
        let mut line = PlayedMainLine { is_whole: true, ..PlayedMainLine::default() };
        walker.game(bytes, 0, true, &mut line);
        line
    }

    /// The last position; `None` if not all half-moves are known.
    pub fn last(&self) -> Option<SoughtPosition> {
        let last = self.moves.last().filter(|_| self.is_whole)?;
        SoughtPosition::of(&last.after.position(NonZeroU32::MIN))
    }
}

impl MainLineMove {
    /// `14... Nf6`.
    pub fn name(&self) -> Option<String> {
        let before = SoughtPosition::of(&self.before.position(NonZeroU32::MIN))?;
        let dots = self.color.fold_wb(".", "...");
        Some(format!("{}{dots} {}", self.number, before.san(self.mv)))
    }
}

impl GameSink for PlayedMainLine {
    fn begin(&mut self) {
        *self = PlayedMainLine { is_whole: true, ..PlayedMainLine::default() };
    }

    fn half_move(&mut self, step: &WalkStep, before: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        if step.depth > 0 || !self.is_whole {
            return;
        }
        let boards = before.zip(after).and_then(|(before, after)| match (before.board, after.board) {
            (WalkBoard::Bitboards(one), WalkBoard::Bitboards(other)) => Some((*one, *other, after.key?)),
            _ => None,
        });
        match step.mv.filter(|_| step.is_sound).zip(boards) {
            Some((mv, (before, after, key))) => {
                self.moves.push(MainLineMove { mv, number: step.number, color: step.color, before, after, key });
            }
            None => self.is_whole = false,
        }
    }

    fn end(&mut self, _: &WalkedGame) {}
}
