//! What is wrong with a repertoire.

use std::collections::{HashMap, HashSet};

use shakmaty::{Color, Move};
use vgn_engine::rules::Bitboards;

use super::answers::AnswerBook;
use super::{Repertoire, RepertoireMoveId, WantedPositions, WantedTally};
use crate::SoughtPosition;

/// Something that an author will want to look at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RepertoireFinding {
    /// The own side plays another move in the same position than it first did.
    Conflict { here: RepertoireMoveId, first: RepertoireMoveId },
    /// The half-move leads to a position that another chapter has reached before from another position.
    Transposition { here: RepertoireMoveId, first: RepertoireMoveId },
    /// A line ends with this half-move of the other side, and there is no answer to it.
    Unanswered { here: RepertoireMoveId },
    /// There is no answer to a move that is common in a database.
    Uncovered { place: Result<RepertoireMoveId, usize>, reply: CommonReply },
}

/// A move that is common in a database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CommonReply {
    /// In SAN, or as UCI has it in a variant.
    pub san: String,
    /// Games that play it.
    pub games: u64,
    /// Games that reach the position before it.
    pub of: u64,
    pub color: Color,
}

/// When a move of a database is common.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ReplyThreshold {
    /// Its least share of the games that reach the position, from 0 to 1.
    pub share: f64,
    /// Its least number of games.
    pub games: u64,
}

/// A position, and whose lines it is in.
type OwnPosition = (Color, u32);

impl Repertoire {
    /// What the lines alone show, in the order of the chapters.
    pub fn findings(&self) -> Vec<RepertoireFinding> {
        let answered = self.answered();
        let mut found = Vec::new();
        let mut answers: AnswerBook<OwnPosition, RepertoireMoveId> = AnswerBook::default();
        let mut reached: HashMap<OwnPosition, Vec<(u32, RepertoireMoveId)>> = HashMap::new();
        let mut unanswered: HashSet<OwnPosition> = HashSet::new();
        for (here, chapter, played) in self.moves() {
            if played.color == chapter.own
                && let Some(first) = answers.take((chapter.own, played.before), played.mv, here)
            {
                found.push(RepertoireFinding::Conflict { here, first });
            }
            let after = (chapter.own, played.after);
            let known = reached.entry(after).or_default();
            let is_new_order = known.iter().all(|(before, _)| *before != played.before);
            let is_new_chapter = known.iter().all(|(_, other)| other.chapter != here.chapter);
            if let Some((_, first)) = known.first().filter(|_| is_new_order && is_new_chapter) {
                found.push(RepertoireFinding::Transposition { here, first: *first });
            }
            if is_new_order || is_new_chapter {
                // Of each order and each chapter the first place is kept.
                known.push((played.before, here));
            }
            let is_open = played.color != chapter.own && !answered.contains(&after);
            if is_open && !is_over(&self.positions.boards[played.after as usize]) && unanswered.insert(after) {
                found.push(RepertoireFinding::Unanswered { here });
            }
        }
        found
    }

    /// The positions of the lines in which the other side is to move.
    pub fn wanted_positions(&self) -> WantedPositions {
        WantedPositions::new(self.to_cover().into_iter().map(|(board, ..)| board))
    }

    /// The moves that are common in games, and have no answer.
    pub fn uncovered(&self, tally: &WantedTally<'_>, threshold: ReplyThreshold) -> Vec<RepertoireFinding> {
        let answered = self.answered();
        let reached: HashSet<OwnPosition> =
            self.moves().map(|(_, chapter, played)| (chapter.own, played.after)).collect();
        let mut found = Vec::new();
        for (board, own, place) in self.to_cover() {
            let Some(replies) = tally.replies(&board) else { continue };
            let of = replies.total.games;
            let mut replies: Vec<(Move, u64)> = replies.moves.iter().map(|(mv, counts)| (*mv, counts.games)).collect();
            replies.retain(|(_, games)| *games >= threshold.games && *games as f64 >= threshold.share * of as f64);
            replies.sort_by_key(|(_, games)| std::cmp::Reverse(*games));
            for (mv, games) in replies {
                let mut after = board;
                after.play(mv);
                // A line that ends there is told as one.
                let is_known = self
                    .positions
                    .find(&after)
                    .is_some_and(|after| answered.contains(&(own, after)) || reached.contains(&(own, after)));
                if !is_known && !is_over(&after) {
                    let reply = CommonReply { san: san(&board, mv), games, of, color: !own };
                    found.push(RepertoireFinding::Uncovered { place, reply });
                }
            }
        }
        found
    }

    /// The positions in which the own side has an answer.
    fn answered(&self) -> HashSet<OwnPosition> {
        let answers = self.moves().filter(|(_, chapter, played)| played.color == chapter.own);
        answers.map(|(_, chapter, played)| (chapter.own, played.before)).collect()
    }

    /// Each position in which the other side is to move, whose lines it is in, and where it is first reached: by a
    /// half-move, or at the start of a chapter.
    fn to_cover(&self) -> Vec<(Bitboards, Color, Result<RepertoireMoveId, usize>)> {
        let starts = self.chapters.iter().enumerate().filter_map(|(number, chapter)| {
            // The start of a chapter without an own move says nothing.
            let start = chapter.start.filter(|_| chapter.moves.iter().any(|played| !played.is_refused))?;
            Some((chapter.own, start, Err(number)))
        });
        let moves = self.moves().map(|(here, chapter, played)| (chapter.own, played.after, Ok(here)));
        let mut seen = HashSet::new();
        let mut places = Vec::new();
        for (own, position, place) in starts.chain(moves) {
            let board = self.positions.boards[position as usize];
            if board.turn() != own && seen.insert((own, position)) {
                places.push((board, own, place));
            }
        }
        places
    }
}

/// Whether the game has ended: mate, stalemate, a win by the variant's rules, or too little material to win.
fn is_over(board: &Bitboards) -> bool {
    let is_dead = || board.position(std::num::NonZeroU32::MIN).dead();
    board.is_checkmate() || board.is_stalemate() || board.variant_winner().is_some() || is_dead()
}

fn san(board: &Bitboards, mv: Move) -> String {
    let position = board.position(std::num::NonZeroU32::MIN);
    SoughtPosition::of(&position).map_or_else(|| mv.to_uci(board.castling_mode()).to_string(), |sought| sought.san(mv))
}
