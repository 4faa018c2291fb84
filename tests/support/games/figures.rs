//! The figures of one game, and where they differ from those that an oracle computed.

use std::fmt;

use serde_json::Value;
use sha1::{Digest, Sha1};
use vgn_lsp::notation::UCI;

use super::Game;

/// What is found in one game.
pub struct OneGame {
    pub main: u32,
    pub moves: u32,
    pub comments: u32,
    pub nags: u32,
    pub variations: u32,
    pub max_depth: u32,
    pub sans: Vec<String>,
    pub uci: Vec<String>,
    pub fen: Option<String>,
    pub tags: Vec<(String, String)>,
    pub terminator: Option<String>,
}

impl OneGame {
    pub fn of(game: &Game<'_>) -> OneGame {
        let tokens = &game.tokens;
        let names = tokens.tags.iter().map(|(name, _)| game.slice(name).to_owned());
        OneGame {
            main: game.resolved.report.main_line_half_moves,
            moves: game.resolved.report.half_moves,
            comments: tokens.comments.len() as u32,
            nags: tokens.nags.len() as u32,
            variations: tokens.variations,
            max_depth: tokens.max_depth,
            sans: game.sans(),
            uci: game.spelt(&UCI),
            fen: game.final_fen(),
            tags: names.map(|name| (name.clone(), game.tag(&name).unwrap_or_default())).collect(),
            terminator: tokens.terminator.as_ref().map(|range| game.slice(range).to_owned()),
        }
    }
}

/// One figure in which a project and ours are not the same.
pub struct Difference {
    pub fact: &'static str,
    pub theirs: Value,
    pub ours: Value,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: they {}, we {}", self.fact, self.theirs, self.ours)
    }
}

/// One game against python-chess's figures. Where it met an error it stopped reading that line: then only the main
/// line before it can be compared.
pub fn oracle(row: &Value, game: &OneGame, compare: &mut impl FnMut(&'static str, &Value, Value)) {
    let hash = |moves: &[String]| {
        let digest = Sha1::digest(moves.join(" ").as_bytes());
        Value::from(digest.iter().take(6).map(|byte| format!("{byte:02x}")).collect::<String>())
    };
    if !row["errors"].is_null() {
        let plies = row["plies"].as_u64().unwrap_or_default() as usize;
        return compare("moves before the error", &row["uci_sha1"], hash(&game.uci[..plies.min(game.uci.len())]));
    }
    compare("main line", &row["plies"], game.main.into());
    compare("half-moves", &row["nodes"], game.moves.into());
    compare("comments", &row["comments"], game.comments.into());
    compare("annotations", &row["nags"], game.nags.into());
    compare("variations", &row["variations"], game.variations.into());
    compare("depth", &row["max_depth"], game.max_depth.into());
    compare("tags", &row["tags"], game.tags.len().into());
    compare("moves in UCI", &row["uci_sha1"], hash(&game.uci));
    let theirs = row["final_fen"].as_str().map_or(Value::Null, |fen| comparable(fen).into());
    compare("last board", &theirs, game.fen.as_deref().map(comparable).into());
    let board = game.fen.as_deref().and_then(|fen| fen.split(' ').next());
    compare("pieces on the last board", &row["board"], board.into());
    compare("terminator", &row["termination"], game.terminator.clone().into());
}

/// A FEN whose pocket has its letters in one order, and no clock: programs differ in whether a dropped pawn starts it
/// again, and crazyhouse has no rule that asks it.
pub fn comparable(fen: &str) -> String {
    let Some((board, rest)) = fen.split_once('[') else { return fen.to_owned() };
    let (pocket, rest) = rest.split_once(']').unwrap_or((rest, ""));
    let mut letters: Vec<char> = pocket.chars().collect();
    letters.sort_unstable();
    let mut fields: Vec<&str> = rest.split(' ').collect();
    if let Some(clock) = fields.get_mut(4) {
        *clock = "-";
    }
    format!("{board}[{}]{}", letters.into_iter().collect::<String>(), fields.join(" "))
}
