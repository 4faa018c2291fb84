//! What is told of a search: `vgn/engineInfo`.

use serde::Serialize;
use tower_lsp::lsp_types::Url;
use vgn_ide::{EngineQuestion, EngineVariation, QuestionTopic};
use vgn_uci::protocol::EngineScore;

use crate::lsp::host::EngineNews;

/// The parameters of `vgn/engineInfo`.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct EngineInfo {
    /// The number of the search.
    pub id: u64,
    /// Of the document.
    pub uri: Url,
    pub fen: String,
    /// The lines are what the other side would play.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub threat: bool,
    /// The name that the engine gives itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub engine: Option<String>,
    /// Of the best line, in half-moves.
    pub depth: u32,
    /// Number of positions searched.
    pub nodes: u64,
    /// The best one first.
    pub lines: Vec<EngineInfoLine>,
    /// Nothing more comes of this search.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub ended: bool,
    /// Why it could not go on, in a sentence.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// A line of play.
#[derive(Clone, Debug, Serialize)]
pub struct EngineInfoLine {
    /// From White's side, in hundredths of a pawn,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cp: Option<i32>,
    /// or moves to mate, negative if Black mates.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mate: Option<i32>,
    pub depth: u32,
    pub san: Vec<String>,
    pub uci: Vec<String>,
}

impl From<EngineVariation> for EngineInfoLine {
    fn from(line: EngineVariation) -> EngineInfoLine {
        let (cp, mate) = match line.score {
            EngineScore::Centipawns(value) => (Some(value), None),
            EngineScore::Mate(moves) => (None, Some(moves)),
        };
        EngineInfoLine { cp, mate, depth: line.depth, san: line.san, uci: line.uci }
    }
}

impl EngineInfo {
    /// The news about a question.
    pub fn new(id: u64, uri: Url, question: &EngineQuestion, news: EngineNews) -> EngineInfo {
        let fen = question.fen().to_owned();
        let mut info = EngineInfo {
            id,
            uri,
            fen,
            threat: question.topic() == QuestionTopic::Threat,
            engine: None,
            depth: 0,
            nodes: 0,
            lines: Vec::new(),
            ended: false,
            error: None,
        };
        match news {
            EngineNews::Found { name, report, is_last } => {
                let variations = question.variations(&report);
                info.depth = variations.first().map_or(0, |line| line.depth);
                info.lines = variations.into_iter().map(EngineInfoLine::from).collect();
                (info.engine, info.nodes, info.ended) = (name, report.nodes, is_last);
            }
            EngineNews::Failed { sentence, .. } => (info.ended, info.error) = (true, Some(sentence)),
        }
        info
    }
}
