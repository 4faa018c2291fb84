//! A player's own lines: a collection of studies, and what is wrong with it.
//!
//! A [`ChapterSink`] collects the lines of each game, a *chapter*, from a walk. [`own_side`] tells whose lines they are.
//! A [`Repertoire`] joins the chapters by their positions; [`findings`] finds answers that contradict each other,
//! transpositions and lines without an answer, and [`wanted`] counts what a database plays in its positions. An editor
//! keeps only the [`answers`] of its chapters.

mod answers;
mod chapter;
mod findings;
pub mod own_side;
#[cfg(test)]
mod tests;
mod wanted;

use std::collections::HashMap;

use shakmaty::{Color, Move};
use vgn_engine::rules::Bitboards;

pub use answers::{ChapterAnswer, ChapterAnswers, ConflictSearch};
pub use chapter::{ChapterSink, StudyChapter, StudyMove};
pub use findings::{CommonReply, RepertoireFinding, ReplyThreshold};
pub use wanted::{PlayedReplies, WantedPositions, WantedTally};

use crate::{SearchKey, WalkBoard};

/// A half-move of a repertoire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RepertoireMoveId {
    /// The chapter, in the order in which they were added.
    pub chapter: usize,
    /// The half-move among [`StudyChapter::moves`].
    pub at: usize,
}

/// Chapters, joined by their positions.
#[derive(Default)]
pub struct Repertoire {
    positions: PositionNumbers,
    chapters: Vec<JoinedChapter>,
}

/// A chapter whose positions have numbers.
struct JoinedChapter {
    own: Color,
    /// The position before the first half-move.
    start: Option<u32>,
    moves: Vec<JoinedMove>,
}

struct JoinedMove {
    mv: Move,
    color: Color,
    before: u32,
    after: u32,
    /// It, or one of its own side before it on its line, is marked as dubious or bad: it is shown, not recommended.
    is_refused: bool,
}

impl Repertoire {
    /// Adds a chapter with the lines of this side.
    pub fn add(&mut self, chapter: &StudyChapter, own: Color) {
        let refused = chapter::refused(&chapter.moves, own);
        let moves = chapter.moves.iter().zip(refused).map(|(played, is_refused)| JoinedMove {
            mv: played.mv,
            color: played.color,
            before: self.positions.of(&played.before),
            after: self.positions.of(&played.after),
            is_refused,
        });
        let moves = moves.collect();
        let start = chapter.start.as_ref().map(|start| self.positions.of(start));
        self.chapters.push(JoinedChapter { own, start, moves });
    }

    /// The half-moves that are recommended, or expected from the other side, in the order of the chapters.
    fn moves(&self) -> impl Iterator<Item = (RepertoireMoveId, &JoinedChapter, &JoinedMove)> {
        self.chapters.iter().enumerate().flat_map(|(number, chapter)| {
            let moves = chapter.moves.iter().enumerate().filter(|(_, mv)| !mv.is_refused);
            moves.map(move |(at, mv)| (RepertoireMoveId { chapter: number, at }, chapter, mv))
        })
    }
}

/// Different positions, numbered in the order in which they come.
#[derive(Default)]
struct PositionNumbers {
    boards: Vec<Bitboards>,
    /// Boards that differ have the same key hardly ever.
    numbers: HashMap<SearchKey, Vec<u32>>,
}

impl PositionNumbers {
    fn of(&mut self, board: &Bitboards) -> u32 {
        let known = self.numbers.entry(SearchKey::of_bitboards(board)).or_default();
        let same = known.iter().find(|number| is_same(&self.boards[**number as usize], board));
        same.copied().unwrap_or_else(|| {
            let number = self.boards.len() as u32;
            self.boards.push(*board);
            known.push(number);
            number
        })
    }

    fn find(&self, board: &Bitboards) -> Option<u32> {
        let known = self.numbers.get(&SearchKey::of_bitboards(board))?;
        known.iter().copied().find(|number| is_same(&self.boards[*number as usize], board))
    }
}

fn is_same(one: &Bitboards, other: &Bitboards) -> bool {
    WalkBoard::Bitboards(one).is_same(&WalkBoard::Bitboards(other))
}
