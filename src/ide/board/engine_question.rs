//! A board as a question to a chess engine, and its answer in words for people.

use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;
use shakmaty::{CastlingMode, Color, Position as _};
use vgn_engine::rules::Position;
use vgn_uci::protocol::{EngineLine, EngineScore, SearchReport, SearchRequest};

use super::game::fen_of;

/// Half-moves of a line that are told.
const LONGEST: usize = 30;

/// What is asked about a board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum QuestionTopic {
    /// The best moves.
    #[default]
    Best,
    /// What the other side would play if it were to move.
    Threat,
}

/// A question to an engine about one board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineQuestion {
    request: SearchRequest,
    /// Of the board in the game, with its own side to move.
    fen: String,
    topic: QuestionTopic,
}

/// A line of play that an engine thinks good.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineVariation {
    /// From White's side.
    pub score: EngineScore,
    /// In half-moves.
    pub depth: u32,
    pub san: Vec<String>,
    /// Castling as the game's kind of chess has it: king to king's square, or to rook in Chess960.
    pub uci: Vec<String>,
}

impl EngineQuestion {
    /// The question about a board.
    ///
    /// # Errors
    /// A sentence, if there is nothing to search: the game is over, or the board is none of the rules.
    pub fn new(board: &Position, topic: QuestionTopic) -> Result<EngineQuestion, String> {
        let legal = match board {
            Position::Legal(chess) => VariantPosition::Chess(chess.clone()),
            Position::Variant(variant) => (**variant).clone(),
            // An engine may not survive it.
            Position::Crowded(_) | Position::Free(_) => {
                return Err("no engine can be asked about a board that the rules do not allow".to_owned());
            }
        };
        let fen = fen_of(board).ok_or("the board cannot be told to an engine")?;
        if let Some(over) = over(&legal) {
            return Err(over.to_owned());
        }
        let asked = match topic {
            QuestionTopic::Best => legal,
            QuestionTopic::Threat => passed(legal)?,
        };
        Ok(EngineQuestion { request: SearchRequest::from_position(asked, board.castling_mode()), fen, topic })
    }

    /// What the engine is asked.
    pub fn request(&self) -> &SearchRequest {
        &self.request
    }

    pub fn topic(&self) -> QuestionTopic {
        self.topic
    }

    /// The FEN of the board.
    pub fn fen(&self) -> &str {
        &self.fen
    }

    /// The lines of an answer, the best one first.
    pub fn variations(&self, report: &SearchReport) -> Vec<EngineVariation> {
        report.lines.iter().map(|line| self.variation(line)).collect()
    }

    fn variation(&self, line: &EngineLine) -> EngineVariation {
        let mode: CastlingMode = self.request.castling_mode();
        let mut position = self.request.position().clone();
        let (mut san, mut uci) = (Vec::new(), Vec::new());
        for played in line.moves.iter().take(LONGEST) {
            uci.push(played.to_uci(mode).to_string());
            san.push(SanPlus::from_move_and_play_unchecked(&mut position, *played).to_string());
        }
        EngineVariation { score: line.score, depth: line.depth, san, uci }
    }
}

/// Why there is nothing to search, if there is not.
fn over(position: &VariantPosition) -> Option<&'static str> {
    if !position.is_variant_end() && !position.legal_moves().is_empty() {
        return None;
    }
    Some(match (position.is_checkmate(), position.is_stalemate()) {
        (true, _) if position.turn() == Color::White => "White is checkmated: there is nothing to search",
        (true, _) => "Black is checkmated: there is nothing to search",
        (_, true) => "this is stalemate: there is nothing to search",
        _ => "the game is over here: there is nothing to search",
    })
}

/// The position with the other side to move.
fn passed(position: VariantPosition) -> Result<VariantPosition, String> {
    if position.is_check() {
        return Err("the king is in check, which is the threat".to_owned());
    }
    let passed = position.swap_turn().map_err(|_| "the other side cannot move here, so it threatens nothing")?;
    match over(&passed) {
        None => Ok(passed),
        Some(_) => Err("the other side has no move here, so it threatens nothing".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::fen::Fen;
    use shakmaty::uci::UciMove;

    use super::*;

    fn board(fen: &str) -> Position {
        let fen: Fen = fen.parse().expect("a FEN");
        let setup = fen.into_setup();
        let mode = CastlingMode::detect(&setup);
        Position::from_setup(setup, mode)
    }

    fn refusal(fen: &str, topic: QuestionTopic) -> String {
        EngineQuestion::new(&board(fen), topic).expect_err("a reason")
    }

    #[test]
    fn a_line_is_told_in_both_notations() {
        let question = EngineQuestion::new(&board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), QuestionTopic::Best);
        let question = question.expect("a question");
        let mut position = question.request().position().clone();
        let moves = ["e1g1", "e8e7"].map(|word| {
            let played = word.parse::<UciMove>().expect("a move").to_move(&position).expect("a legal one");
            position.play_unchecked(played);
            played
        });
        let line = EngineLine { score: EngineScore::Mate(5), depth: 7, moves: moves.to_vec() };
        let told = question.variations(&SearchReport { lines: vec![line], nodes: 1 });
        assert_eq!((told[0].san.join(" "), told[0].uci.join(" ")), ("O-O Ke7".to_owned(), "e1g1 e8e7".to_owned()));
    }

    #[test]
    fn there_is_nothing_to_search() {
        let mated = "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3";
        assert_eq!(refusal(mated, QuestionTopic::Best), "White is checkmated: there is nothing to search");
        let stale = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1";
        assert_eq!(refusal(stale, QuestionTopic::Best), "this is stalemate: there is nothing to search");
        let kingless = "8/8/8/8/8/8/8/K7 w - - 0 1";
        assert!(refusal(kingless, QuestionTopic::Best).starts_with("no engine can be asked"));
    }

    #[test]
    fn a_threat_is_a_move_of_the_other_side() {
        let question = EngineQuestion::new(&Position::initial(), QuestionTopic::Threat).expect("a question");
        assert_eq!(question.request().position().turn(), Color::Black);
        assert!(question.fen().contains(" w "));
        let check = "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1";
        assert_eq!(refusal(check, QuestionTopic::Threat), "the king is in check, which is the threat");
    }
}
