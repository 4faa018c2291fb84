//! What an engine is asked, and what it found.

use std::fmt::Write;

use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::variant::{Variant, VariantPosition};
use shakmaty::{CastlingMode, EnPassantMode, Move, Position};

use super::info_line::InfoLine;
use super::{EngineScore, ProtocolFault};

/// When a search ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchLimit {
    /// In half-moves.
    Depth(u32),
    Nodes(u64),
    /// In milliseconds.
    Time(u64),
    /// When it is stopped.
    Infinite,
}

/// A position to search: a first one, and the legal moves from there, which tell the engine what would be repeated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchRequest {
    /// FEN; `None` for the variant's own first position.
    root: Option<String>,
    moves: String,
    /// The position behind the moves.
    position: VariantPosition,
    mode: CastlingMode,
}

/// A line that an engine thinks best, or next to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineLine {
    /// From White's side.
    pub score: EngineScore,
    /// In half-moves.
    pub depth: u32,
    /// Legal moves from the position that was asked about; at least one.
    pub moves: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchReport {
    /// The best line, and more with MultiPV, the best one first.
    pub lines: Vec<EngineLine>,
    /// Number of positions searched.
    pub nodes: u64,
}

impl SearchRequest {
    /// The position itself, without a history.
    pub fn from_position(position: VariantPosition, mode: CastlingMode) -> SearchRequest {
        let is_first = mode == CastlingMode::Standard && position == VariantPosition::new(position.variant());
        let root = (!is_first).then(|| Fen::from_position(&position, EnPassantMode::Always).to_string());
        SearchRequest { root, moves: String::new(), position, mode }
    }

    /// Plays a move. `false` if it is not legal, and then nothing has changed.
    pub fn play(&mut self, played: Move) -> bool {
        let is_legal = self.position.is_legal(played);
        if is_legal {
            // Writing to a string does not fail.
            let _ = write!(self.moves, " {}", played.to_uci(self.mode));
            self.position.play_unchecked(played);
        }
        is_legal
    }

    /// The position to search.
    pub fn position(&self) -> &VariantPosition {
        &self.position
    }

    pub fn variant(&self) -> Variant {
        self.position.variant()
    }

    pub fn castling_mode(&self) -> CastlingMode {
        self.mode
    }

    /// The lines that ask for it.
    pub(super) fn lines(&self, limit: SearchLimit) -> String {
        let moves = if self.moves.is_empty() { "" } else { " moves" };
        let position = match &self.root {
            Some(fen) => format!("position fen {fen}{moves}{}\n", self.moves),
            None => format!("position startpos{moves}{}\n", self.moves),
        };
        position
            + &match limit {
                SearchLimit::Depth(depth) => format!("go depth {depth}\n"),
                SearchLimit::Nodes(nodes) => format!("go nodes {nodes}\n"),
                SearchLimit::Time(milliseconds) => format!("go movetime {milliseconds}\n"),
                SearchLimit::Infinite => "go infinite\n".to_owned(),
            }
    }
}

/// A search that goes on.
pub(super) struct RunningSearch {
    position: VariantPosition,
    nodes: u64,
    /// By `multipv`, from 1.
    lines: Vec<Option<LatestLine>>,
    /// The moves of the last line whose score was only a bound: those of a choice that the search did not live to value.
    bound_pv: String,
}

/// The last line of an engine with an exact score.
struct LatestLine {
    /// Of the side to move.
    score: EngineScore,
    depth: u32,
    pv: String,
}

/// Lines that MultiPV can have at most, here.
const MOST_LINES: u32 = 500;

impl RunningSearch {
    pub fn new(request: &SearchRequest) -> RunningSearch {
        RunningSearch { position: request.position.clone(), nodes: 0, lines: Vec::new(), bound_pv: String::new() }
    }

    /// Takes a line. Bounds are no results. `true` if there is something new to show.
    pub fn take(&mut self, line: &InfoLine<'_>) -> bool {
        self.nodes = line.nodes.unwrap_or(self.nodes);
        if line.is_bound {
            self.bound_pv = line.pv.unwrap_or_default().to_owned();
        }
        let (Some(score), false) = (line.score, line.is_bound) else { return false };
        let at = line.multi_pv.unwrap_or(1);
        if !(1..=MOST_LINES).contains(&at) {
            return false;
        }
        let at = at as usize - 1;
        if self.lines.len() <= at {
            self.lines.resize_with(at + 1, || None);
        }
        let (depth, pv) = (line.depth.unwrap_or(0), line.pv.unwrap_or_default().to_owned());
        self.lines[at] = Some(LatestLine { score, depth, pv });
        true
    }

    /// The lines so far.
    ///
    /// # Errors
    ///
    /// If one begins with a move that is not legal.
    pub fn report(&self) -> Result<SearchReport, ProtocolFault> {
        let turn = self.position.turn();
        let mut lines = Vec::new();
        for line in self.lines.iter().flatten() {
            let moves = self.legal_moves(&line.pv)?;
            lines.push(EngineLine { score: line.score.of_side(turn), depth: line.depth, moves });
        }
        Ok(SearchReport { lines, nodes: self.nodes })
    }

    /// The result, with the words behind `bestmove`.
    pub fn finish(&self, best: &str) -> Result<SearchReport, ProtocolFault> {
        let best = best.split_ascii_whitespace().next().unwrap_or_default();
        if self.position.legal_moves().is_empty() {
            // Nothing was to be found.
            return Ok(SearchReport { lines: Vec::new(), nodes: self.nodes });
        }
        if matches!(best, "" | "(none)" | "0000" | "NULL") {
            return Err(ProtocolFault::NoMove);
        }
        let best = self.legal_moves(best)?;
        let mut report = self.report()?;
        let first = self.lines.first().and_then(Option::as_ref).ok_or(ProtocolFault::NoEvaluation)?;
        let is_other = report.lines.len() == 1 && report.lines[0].moves.first() != best.first();
        if first.pv.is_empty() || is_other {
            // The engine has changed its mind at the end, and played that.
            let whole = self.legal_moves(&self.bound_pv).ok().filter(|moves| moves.first() == best.first());
            report.lines[0].moves = whole.unwrap_or(best);
        }
        Ok(report)
    }

    /// The moves of a line up to the first that is not legal: what comes from an engine's hash table may end so.
    fn legal_moves(&self, pv: &str) -> Result<Vec<Move>, ProtocolFault> {
        let mut position = self.position.clone();
        let mut moves = Vec::new();
        for word in pv.split_ascii_whitespace() {
            let legal = UciMove::from_ascii(word.as_bytes()).ok().and_then(|read| read.to_move(&position).ok());
            match legal {
                Some(legal) => {
                    position.play_unchecked(legal);
                    moves.push(legal);
                }
                None if moves.is_empty() => return Err(ProtocolFault::IllegalMove(shortened(word))),
                None => break,
            }
        }
        Ok(moves)
    }
}

/// A word of an engine for a message.
fn shortened(word: &str) -> String {
    const LONGEST: usize = 20;
    word.chars().filter(|sign| !sign.is_control()).take(LONGEST).collect()
}
