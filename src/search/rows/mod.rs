//! Games as rows of three tables: games, half-moves of main lines, positions.

#[cfg(test)]
mod tests;

use std::collections::HashSet;
use std::ops::Range;

use shakmaty::CastlingMode;
use shakmaty::fen::Fen;
use vgn_engine::source::Encoding;

use crate::{GameFacts, GameResult, GameSink, WalkBoard, WalkPlace, WalkStep, WalkedGame};

/// The tags of a [`GameRow`], in the order of its values.
pub const ROW_TAGS: [&str; 7] = ["Event", "Site", "Date", "Round", "White", "Black", "ECO"];

/// A game.
#[derive(Clone, Debug)]
pub struct GameRow {
    /// In bytes of the walked text, without the white space before it only if the walk has left it out.
    pub range: Range<usize>,
    /// The values of [`ROW_TAGS`]; `None` without the tag.
    pub tags: [Option<String>; 7],
    pub facts: GameFacts,
    /// Half-moves of the main line.
    pub plies: u32,
    /// Its half-moves among [`RowSink::moves`]: those before the first one that is not legal or in doubt.
    pub moves: Range<usize>,
}

impl GameRow {
    /// The result as a terminator.
    pub fn result(&self) -> &'static str {
        match self.facts.result {
            GameResult::White => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::Black => "0-1",
            GameResult::Open => "*",
        }
    }
}

/// A half-move of a main line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveRow {
    /// Half-moves before it.
    pub ply: u32,
    /// As UCI has it; castling in Chess960 is the king's move to the rook's square.
    pub uci: String,
    /// The keys of the positions before and after it.
    pub before: u64,
    pub after: u64,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReachedPositionRow {
    /// The number of its [`crate::SearchKey`].
    pub key: u64,
    /// Its FEN without the counts; the en passant square only if a legal move captures there.
    pub fen: String,
}

/// Collects rows from a walk.
#[derive(Default)]
pub struct RowSink {
    pub games: Vec<GameRow>,
    pub moves: Vec<MoveRow>,
    /// Each position once.
    pub positions: Vec<ReachedPositionRow>,
    seen: HashSet<u64>,
    tags: [Option<Vec<u8>>; 7],
    facts: GameFacts,
    plies: u32,
    /// The rows that belong to games that have ended.
    ended: usize,
}

impl RowSink {
    fn position(&mut self, place: &WalkPlace<'_>) -> Option<u64> {
        let key = place.key?.0;
        if self.seen.insert(key) {
            let position = place.board.position(1);
            let mut setup = position.setup();
            setup.ep_square = place.board.legal_en_passant();
            let fen = Fen::try_from_setup(setup).ok()?.to_string();
            let fields = fen.split(' ').take(4).collect::<Vec<_>>().join(" ");
            self.positions.push(ReachedPositionRow { key, fen: fields });
        }
        Some(key)
    }
}

impl GameSink for RowSink {
    fn begin(&mut self) {
        self.moves.truncate(self.ended);
        (self.tags, self.facts, self.plies) = (Default::default(), GameFacts::default(), 0);
    }

    fn tag(&mut self, name: &[u8], value: &[u8]) {
        self.facts.take_tag(name, value);
        if let Some(at) = ROW_TAGS.iter().position(|tag| tag.as_bytes() == name) {
            self.tags[at] = Some(value.to_vec());
        }
    }

    fn start(&mut self, place: WalkPlace<'_>) {
        self.position(&place);
    }

    fn half_move(&mut self, step: &WalkStep, before: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        if step.depth > 0 {
            return;
        }
        self.plies += 1;
        let Some((before, after)) = before.zip(after).filter(|_| step.is_sound) else { return };
        let Some(mv) = step.mv else { return };
        let mode = match before.board {
            WalkBoard::Bitboards(board) => board.castling_mode(),
            WalkBoard::Position(_) => CastlingMode::Standard,
        };
        if let (Some(before), Some(after)) = (self.position(&before), self.position(&after)) {
            self.moves.push(MoveRow { ply: step.ply, uci: mv.to_uci(mode).to_string(), before, after });
        }
    }

    fn terminator(&mut self, text: &[u8]) {
        self.facts.take_terminator(text);
    }

    fn end(&mut self, game: &WalkedGame) {
        let moves = self.ended..self.moves.len();
        self.ended = moves.end;
        let decoded = |value: Vec<u8>| Encoding::of(&value).decode(&value).into_owned();
        let tags = std::mem::take(&mut self.tags).map(|value| value.map(decoded));
        self.games.push(GameRow { range: game.range.clone(), tags, facts: self.facts, plies: self.plies, moves });
    }
}
