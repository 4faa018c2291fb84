//! A position that is searched for, given as a FEN or by the moves that lead to it.

use shakmaty::fen::Fen;
use shakmaty::san::SanPlus;
use shakmaty::{CastlingMode, Chess, EnPassantMode, Move, MoveList, Position as _};
use vgn_engine::lint::FileKind;
use vgn_engine::notation::read_fen_tag;
use vgn_engine::openings::{Opening, named};
use vgn_engine::rules::{Bitboards, Position};

use crate::index::MoveCode;
use crate::{GameSink, GameWalker, SearchKey, WalkBoard, WalkPlace, WalkStep, WalkedGame};

/// A legal position of chess or Chess960.
#[derive(Clone, Debug)]
pub struct SoughtPosition {
    board: Bitboards,
    key: SearchKey,
    chess: Chess,
}

impl SoughtPosition {
    /// The initial position.
    pub fn initial() -> SoughtPosition {
        let board = Bitboards::initial();
        SoughtPosition { board, key: SearchKey::of_bitboards(&board), chess: Chess::new() }
    }

    /// The position of a FEN, of which the counts may be missing.
    ///
    /// # Errors
    ///
    /// A sentence, if the text is no FEN or its position is not legal.
    pub fn from_fen(text: &str) -> Result<SoughtPosition, String> {
        let setup = read_fen_tag(text).map_err(|error| format!("`{text}` is no FEN: {error}"))?.setup;
        let mode = CastlingMode::detect(&setup);
        if let Some(problem) = Position::problems(&setup, mode).first() {
            return Err(format!("`{text}` is not a legal position: {problem}"));
        }
        SoughtPosition::of(&Position::from_setup(setup, mode))
            .ok_or_else(|| format!("`{text}` is not a legal position of chess"))
    }

    /// The position after the main line of a text such as `1. e4 c5`.
    ///
    /// # Errors
    ///
    /// A sentence, if a half-move is not legal or cannot be read.
    pub fn after_moves(text: &str) -> Result<SoughtPosition, String> {
        let mut last = LastPosition { text: text.as_bytes(), line: PlayedLine::default(), games: Vec::new() };
        let mut walker = GameWalker::new(FileKind::Pgn);
        let mut at = 0;
        while let Some(end) = walker.game(text.as_bytes(), at, true, &mut last) {
            at = end;
        }
        match &last.games[..] {
            [PlayedLine { wrong: Some(wrong), .. }, ..] => {
                Err(format!("`{wrong}` cannot be played, expected legal moves such as `1. e4 c5`"))
            }
            [PlayedLine { position: Some(position), .. }] => {
                SoughtPosition::of(position).ok_or_else(|| "the moves do not lead to a position of chess".to_owned())
            }
            _ => Err(format!("`{text}` has no moves of one game, expected moves such as `1. e4 c5`")),
        }
    }

    /// A legal position of chess or Chess960; `None` for any other.
    pub fn of(position: &Position) -> Option<SoughtPosition> {
        let board = Bitboards::new(position)?;
        match position {
            Position::Legal(chess) => {
                Some(SoughtPosition { board, key: SearchKey::of_bitboards(&board), chess: chess.clone() })
            }
            _ => None,
        }
    }

    /// The whole position.
    pub fn position(&self) -> Position {
        Position::Legal(self.chess.clone())
    }

    /// The key by which it is found.
    pub fn key(&self) -> SearchKey {
        self.key
    }

    /// Whether a place of a walk has this position: the key finds it, and the board confirms it.
    #[inline]
    pub fn is_at(&self, place: &WalkPlace<'_>) -> bool {
        place.key == Some(self.key) && place.board.is_same(&WalkBoard::Bitboards(&self.board))
    }

    /// Its FEN, with an en passant square only if a legal move captures there.
    pub fn fen(&self) -> String {
        let setup = self.chess.to_setup(EnPassantMode::Legal);
        Fen::try_from_setup(setup).map(|fen| fen.to_string()).unwrap_or_default()
    }

    /// The legal move of the position with this code.
    pub fn move_of(&self, code: MoveCode) -> Option<Move> {
        self.chess.legal_moves().into_iter().find(|mv| MoveCode::of(*mv) == code)
    }

    /// Its legal moves.
    pub fn legal_moves(&self) -> MoveList {
        self.chess.legal_moves()
    }

    /// A legal move of the position in SAN, with its mark for check or mate.
    pub fn san(&self, mv: Move) -> String {
        SanPlus::from_move(self.chess.clone(), mv).to_string()
    }

    /// A move of the position as UCI has it.
    pub fn uci(&self, mv: Move) -> String {
        mv.to_uci(self.board.castling_mode()).to_string()
    }

    /// The opening of the position.
    pub fn opening(&self) -> Option<&'static Opening> {
        named(&self.board)
    }

    /// The opening that a legal move leads to.
    pub fn opening_after(&self, mv: Move) -> Option<&'static Opening> {
        let mut after = self.board;
        after.play(mv);
        named(&after)
    }
}

/// Keeps the last position of each game's main line.
struct LastPosition<'t> {
    text: &'t [u8],
    line: PlayedLine,
    games: Vec<PlayedLine>,
}

#[derive(Default)]
struct PlayedLine {
    /// The first half-move that cannot be played.
    wrong: Option<String>,
    /// The position after the last half-move.
    position: Option<Position>,
}

impl GameSink for LastPosition<'_> {
    fn begin(&mut self) {
        self.line = PlayedLine::default();
    }

    fn half_move(&mut self, step: &WalkStep, _: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        if step.depth > 0 {
            return;
        }
        if !step.is_sound && self.line.wrong.is_none() {
            self.line.wrong = self.text.get(step.range.clone()).map(|word| String::from_utf8_lossy(word).into_owned());
        }
        let next = step.number + u32::from(step.color.is_black());
        self.line.position = after.map(|place| place.board.position(next).into_owned());
    }

    fn end(&mut self, _: &WalkedGame) {
        self.games.push(std::mem::take(&mut self.line));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_and_a_fen_give_the_same_position() {
        let moves = SoughtPosition::after_moves("1. e4 c5").expect("a position");
        let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
        assert_eq!(moves.fen(), fen);
        assert_eq!(SoughtPosition::from_fen(fen).expect("a position").key(), moves.key());
        let with_square = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6";
        assert_eq!(SoughtPosition::from_fen(with_square).expect("a position").key(), moves.key());
        assert_eq!(SoughtPosition::after_moves("e4 c5").expect("a position").fen(), fen);
        assert_eq!(moves.opening().map(|opening| opening.name), Some("Sicilian Defense"));
    }

    #[test]
    fn what_is_no_position_is_said() {
        for (found, expected) in [
            (SoughtPosition::after_moves("1. e4 Ke7"), "`Ke7` cannot be played"),
            (SoughtPosition::after_moves(""), "has no moves"),
            (SoughtPosition::from_fen("8/8/8/8/8/8/8/8 w - -"), "is not a legal position"),
            (SoughtPosition::from_fen("8/8/8 w - -"), "is no FEN"),
        ] {
            let message = found.expect_err("no position");
            assert!(message.contains(expected), "{message}");
        }
    }
}
