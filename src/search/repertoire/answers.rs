//! The answers of chapters: what is kept of a study while others change, and how answers contradict each other.

use std::collections::HashMap;
use std::hash::Hash;
use std::ops::Range;

use shakmaty::{CastlingMode, Color, Move};

use super::chapter::{StudyChapter, refused, written};
use super::own_side::StudySide;
use crate::SearchKey;

/// What a chapter answers in its positions, for either side: some 40 bytes a half-move.
#[derive(Clone, Debug, Default)]
pub struct ChapterAnswers {
    /// The side of the tag `Orientation`.
    pub orientation: Option<StudySide>,
    moves: Box<[ChapterAnswer]>,
}

/// A half-move of a chapter.
#[derive(Clone, Debug)]
pub struct ChapterAnswer {
    /// In bytes of the game.
    pub range: Range<u32>,
    key: SearchKey,
    mv: Move,
    number: u32,
    color: Color,
    mode: CastlingMode,
    is_dubious: bool,
    /// It is recommended, if the lines are those of its side.
    is_answer: bool,
}

impl ChapterAnswers {
    /// The answers of a chapter.
    pub fn of(chapter: &StudyChapter) -> ChapterAnswers {
        let [white, black] = [Color::White, Color::Black].map(|own| refused(&chapter.moves, own));
        let moves = chapter.moves.iter().enumerate().map(|(at, played)| ChapterAnswer {
            range: as_u32(played.range.start)..as_u32(played.range.end),
            key: SearchKey::of_bitboards(&played.before),
            mv: played.mv,
            number: played.number,
            color: played.color,
            mode: played.before.castling_mode(),
            is_dubious: played.is_dubious,
            is_answer: !played.color.fold_wb(&white, &black)[at],
        });
        ChapterAnswers { orientation: chapter.orientation, moves: moves.collect() }
    }

    /// Number of half-moves.
    pub fn count(&self) -> usize {
        self.moves.len()
    }

    /// The half-moves by which [`super::own_side::of_branches`] tells whose lines they are.
    pub fn branching(&self) -> impl Iterator<Item = (SearchKey, Move, Color)> {
        self.moves.iter().filter(|answer| !answer.is_dubious).map(|answer| (answer.key, answer.mv, answer.color))
    }

    /// The half-move with this number, from 0.
    pub fn get(&self, at: usize) -> Option<&ChapterAnswer> {
        self.moves.get(at)
    }
}

impl ChapterAnswer {
    /// The half-move with its number, as the bytes of its game have it: `2... Nf6`.
    pub fn text(&self, game: &[u8]) -> String {
        let range = self.range.start as usize..self.range.end as usize;
        let dots = self.color.fold_wb(".", "...");
        format!("{}{dots} {}", self.number, written(game, range, self.mv, self.mode))
    }
}

fn as_u32(offset: usize) -> u32 {
    u32::try_from(offset).unwrap_or(u32::MAX)
}

/// The answers that have come so far, by position.
#[derive(Debug)]
pub(super) struct AnswerBook<P, I>(HashMap<P, Vec<(Move, I)>>);

impl<P, I> Default for AnswerBook<P, I> {
    fn default() -> AnswerBook<P, I> {
        AnswerBook(HashMap::new())
    }
}

impl<P: Eq + Hash, I: Copy> AnswerBook<P, I> {
    /// Takes the next answer. If it is not the first one in its position and was not there before, returns the first.
    pub(super) fn take(&mut self, position: P, mv: Move, here: I) -> Option<I> {
        let known = self.0.entry(position).or_default();
        if known.iter().any(|(other, _)| *other == mv) {
            return None;
        }
        let first = known.first().map(|(_, first)| *first);
        known.push((mv, here));
        first
    }
}

/// The answers of many chapters that contradict earlier ones.
#[derive(Debug, Default)]
pub struct ConflictSearch<I>(AnswerBook<(Color, SearchKey), I>);

impl<I: Copy> ConflictSearch<I> {
    /// A search that has seen no chapter.
    pub fn new() -> ConflictSearch<I> {
        ConflictSearch(AnswerBook::default())
    }

    /// Takes the next chapter, and passes on its contradictions: the number of the half-move in it, and the name of the
    /// first answer in the same position. `name` gives the half-moves of the chapter names.
    pub fn take(
        &mut self,
        chapter: &ChapterAnswers,
        own: StudySide,
        name: impl Fn(usize) -> I,
        mut found: impl FnMut(usize, I),
    ) {
        for (at, answer) in chapter.moves.iter().enumerate() {
            if answer.color == own
                && answer.is_answer
                && let Some(first) = self.0.take((own, answer.key), answer.mv, name(at))
            {
                found(at, first);
            }
        }
    }
}
