//! One line of a search: `info depth 12 multipv 1 score cp 38 nodes 41207 pv e2e4 e7e6`.

use super::EngineScore;

/// What a line says, as far as it is of use. The score is that of the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct InfoLine<'l> {
    pub depth: Option<u32>,
    /// From 1.
    pub multi_pv: Option<u32>,
    pub nodes: Option<u64>,
    pub score: Option<EngineScore>,
    /// The score is only a bound.
    pub is_bound: bool,
    /// The moves, with blanks between them.
    pub pv: Option<&'l str>,
}

impl<'l> InfoLine<'l> {
    /// Reads what follows `info`. Words that are not known are passed over, as the protocol demands.
    pub fn read(rest: &'l str) -> InfoLine<'l> {
        let mut line = InfoLine::default();
        let mut rest = rest;
        while let Some(word) = next_word(&mut rest) {
            match word {
                "depth" => line.depth = number(&mut rest),
                "multipv" => line.multi_pv = number(&mut rest),
                "nodes" => line.nodes = number(&mut rest),
                "score" => line.score = score(&mut rest),
                "lowerbound" | "upperbound" => line.is_bound = true,
                "pv" => {
                    line.pv = Some(rest.trim());
                    return line;
                }
                // The rest of the line is prose.
                "string" => return line,
                _ => {}
            }
        }
        line
    }
}

fn score(rest: &mut &str) -> Option<EngineScore> {
    match next_word(rest)? {
        "cp" => number(rest).map(EngineScore::Centipawns),
        "mate" => number(rest).map(EngineScore::Mate),
        _ => None,
    }
}

fn number<N: std::str::FromStr>(rest: &mut &str) -> Option<N> {
    next_word(rest)?.parse().ok()
}

/// The next word, which is removed from the text.
fn next_word<'l>(rest: &mut &'l str) -> Option<&'l str> {
    let text = rest.trim_ascii_start();
    let end = text.find(|sign: char| sign.is_ascii_whitespace()).unwrap_or(text.len());
    let (word, behind) = text.split_at(end);
    *rest = behind;
    (!word.is_empty()).then_some(word)
}
