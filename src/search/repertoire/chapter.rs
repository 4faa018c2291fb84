//! The lines of a game, collected while it is walked.

use std::ops::Range;

use shakmaty::{CastlingMode, Color, Move};
use vgn_engine::rules::Bitboards;

use super::own_side::color_of;
use crate::{GameSink, SearchKey, WalkBoard, WalkPlace, WalkStep, WalkedGame};

/// The NAGs of half-moves that are dubious or bad: `?`, `??` and `?!`.
const DUBIOUS: [u32; 3] = [2, 4, 6];

/// A game of a study with its lines.
#[derive(Clone, Debug)]
pub struct StudyChapter {
    /// In bytes of the walked text.
    pub range: Range<usize>,
    /// The side of the tag `Orientation`.
    pub orientation: Option<Color>,
    /// The position before the first half-move; `None` if the rules of chess cannot be applied to it.
    pub start: Option<Bitboards>,
    /// The sound half-moves of the main line and of all variations, in the order of the text.
    pub moves: Vec<StudyMove>,
}

/// A half-move of a chapter.
#[derive(Clone, Debug)]
pub struct StudyMove {
    /// In bytes of the game.
    pub range: Range<usize>,
    pub mv: Move,
    pub color: Color,
    /// The number of its move.
    pub number: u32,
    /// The half-move before it on its line, among those of the chapter.
    pub parent: Option<usize>,
    pub before: Bitboards,
    pub after: Bitboards,
    /// It has one of the marks `?`, `??` and `?!`.
    pub is_dubious: bool,
}

impl StudyChapter {
    /// The half-moves by which [`super::own_side::of_branches`] tells whose lines they are.
    pub fn branching(&self) -> impl Iterator<Item = (SearchKey, Move, Color)> {
        let played = self.moves.iter().filter(|played| !played.is_dubious);
        played.map(|played| (SearchKey::of_bitboards(&played.before), played.mv, played.color))
    }
}

impl StudyMove {
    /// Its text in the bytes of its game; of a binary section, that of UCI.
    pub fn text(&self, game: &[u8]) -> String {
        written(game, self.range.clone(), self.mv, self.before.castling_mode())
    }
}

/// Collects chapters from a walk. Marks in binary sections are not seen.
#[derive(Default)]
pub struct ChapterSink {
    /// The games that have ended.
    pub chapters: Vec<StudyChapter>,
    orientation: Option<Color>,
    start: Option<Bitboards>,
    moves: Vec<StudyMove>,
    /// The open lines, outermost first: half-moves with the plies before them.
    lines: Vec<Vec<(u32, usize)>>,
    glyphs: Vec<(Range<usize>, u32)>,
}

impl ChapterSink {
    /// Puts the next half-move on its line, and returns the one before it.
    fn place(&mut self, step: &WalkStep) -> Option<usize> {
        let depth = step.depth as usize;
        self.lines.truncate(depth + 1);
        // Variations of one half-move begin with the same ply, which does not go on with the one before.
        if self.lines.get(depth).and_then(|line| line.last()).is_some_and(|(ply, _)| ply + 1 != step.ply) {
            self.lines.truncate(depth);
        }
        while self.lines.len() <= depth {
            let outer = self.lines.last().map(Vec::as_slice).unwrap_or_default();
            let shared = outer.partition_point(|(ply, _)| *ply < step.ply);
            let line = outer[..shared].to_vec();
            self.lines.push(line);
        }
        let line = &mut self.lines[depth];
        let parent = line.last().filter(|(ply, _)| ply + 1 == step.ply).map(|(_, at)| *at);
        line.push((step.ply, self.moves.len()));
        parent
    }
}

impl GameSink for ChapterSink {
    fn begin(&mut self) {
        (self.orientation, self.start) = (None, None);
        self.moves.clear();
        self.lines.clear();
        self.glyphs.clear();
    }

    fn wants_keys(&self) -> bool {
        false
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        if name == b"Orientation" {
            self.orientation = std::str::from_utf8(value).ok().and_then(color_of);
        }
    }

    fn start(&mut self, place: WalkPlace<'_>) {
        if let WalkBoard::Bitboards(board) = place.board {
            self.start = Some(*board);
        }
    }

    fn half_move(&mut self, step: &WalkStep, before: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        let board = |place: Option<WalkPlace<'_>>| match place?.board {
            WalkBoard::Bitboards(board) => Some(*board),
            WalkBoard::Position(_) => None,
        };
        if let (true, Some(mv), Some(before), Some(after)) = (step.is_sound, step.mv, board(before), board(after)) {
            let parent = self.place(step);
            let (range, color, number) = (step.range.clone(), step.color, step.number);
            self.moves.push(StudyMove { range, mv, color, number, parent, before, after, is_dubious: false });
        }
    }

    fn glyph(&mut self, range: Range<usize>, number: u32) {
        if DUBIOUS.contains(&number) {
            self.glyphs.push((range, number));
        }
    }

    fn end(&mut self, game: &WalkedGame) {
        let mut moves = std::mem::take(&mut self.moves);
        for (range, _) in &self.glyphs {
            let marked = moves.partition_point(|played| played.range.start < range.start);
            if let Some(marked) = marked.checked_sub(1).and_then(|at| moves.get_mut(at)) {
                marked.is_dubious = true;
            }
        }
        for played in &mut moves {
            let inside = |at: usize| at.saturating_sub(game.range.start);
            played.range = inside(played.range.start)..inside(played.range.end);
        }
        let (orientation, start) = (self.orientation, self.start);
        self.chapters.push(StudyChapter { range: game.range.clone(), orientation, start, moves });
    }
}

/// Of each half-move: it, or one of its own side before it on its line, is marked as dubious or bad. It is shown, not
/// recommended.
pub(super) fn refused(moves: &[StudyMove], own: Color) -> Vec<bool> {
    let mut refused: Vec<bool> = Vec::with_capacity(moves.len());
    for played in moves {
        let follows = played.parent.and_then(|parent| refused.get(parent)).is_some_and(|parent| *parent);
        refused.push(follows || (played.is_dubious && played.color == own));
    }
    refused
}

/// The text of a half-move in the bytes of its game; of a binary section, that of UCI.
pub(super) fn written(game: &[u8], range: Range<usize>, mv: Move, mode: CastlingMode) -> String {
    let text = game.get(range).and_then(|bytes| std::str::from_utf8(bytes).ok());
    let is_word = |text: &&str| !text.is_empty() && text.chars().all(|letter| letter.is_ascii_graphic());
    text.filter(is_word).map_or_else(|| mv.to_uci(mode).to_string(), str::to_owned)
}
