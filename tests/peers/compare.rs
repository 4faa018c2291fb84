//! One fixture: the other project's figures beside ours.

use std::fmt;

use serde_json::Value;
use vgn_lsp::lint::{GameFormat, Severity};

use crate::peers::rows::Row;
use crate::support::games::figures::{Difference, OneGame, comparable, oracle};
use crate::support::games::read;

/// What is found in one fixture.
pub struct Found {
    pub games: Vec<OneGame>,
    /// The codes of all diagnostics.
    pub codes: Vec<&'static str>,
    /// The codes of the errors among them.
    pub errors: Vec<&'static str>,
}

impl Found {
    pub fn of(row: &Row) -> Found {
        let mut found = Found { games: Vec::new(), codes: Vec::new(), errors: Vec::new() };
        for game in read(&row.text, false) {
            found.codes.extend(game.codes());
            let errors = game.resolved.report.diagnostics.iter().filter(|d| d.severity == Severity::Error);
            found.errors.extend(errors.map(|d| d.code.name()));
            assert_eq!(game.resolved.format, GameFormat::Pgn);
            found.games.push(OneGame::of(&game));
        }
        found
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sum = |of: fn(&OneGame) -> u32| self.games.iter().map(of).sum::<u32>();
        write!(f, "{} games, {}/{} half-moves", self.games.len(), sum(|g| g.main), sum(|g| g.moves))?;
        let resolved: usize = self.games.iter().map(|game| game.uci.len()).sum();
        if resolved != sum(|g| g.main) as usize {
            write!(f, ", {resolved} resolved")?;
        }
        let mut codes = self.codes.clone();
        codes.sort_unstable();
        for same in codes.chunk_by(|a, b| a == b) {
            write!(f, ", {}", same[0])?;
            if same.len() > 1 {
                write!(f, " ×{}", same.len())?;
            }
        }
        Ok(())
    }
}

/// The errors that no other project looks for: none asks for a terminator, and some know no board.
fn refused(row: &Row, found: &Found) -> bool {
    let knows_board = !matches!(row.project.as_str(), "mliebelt" | "tree-sitter-pgn");
    let board = ["illegal-move", "ambiguous-move"];
    found.errors.iter().any(|code| *code != "missing-terminator" && (knows_board || !board.contains(code)))
}

/// All differences of a fixture.
pub fn differences(row: &Row, found: &Found) -> Vec<Difference> {
    let mut all = Vec::new();
    let mut compare = |fact: &'static str, theirs: &Value, ours: Value| {
        if !theirs.is_null() && *theirs != ours {
            all.push(Difference { fact, theirs: theirs.clone(), ours });
        }
    };
    let peer = &row.peer;
    let games = &found.games;
    let sum = |of: fn(&OneGame) -> u32| Value::from(games.iter().map(of).sum::<u32>());
    compare("accepts", &peer["accepts"], Value::from(!refused(row, found)));
    if peer["accepts"] == false {
        return all;
    }
    compare("games", &peer["games"], Value::from(games.len()));
    compare("half-moves", &peer["moves"], sum(|game| game.moves));
    compare("comments", &peer["comments"], sum(|game| game.comments));
    compare("annotations", &peer["nags"], sum(|game| game.nags));
    compare("variations", &peer["variations"], sum(|game| game.variations));
    // Some read the first game only.
    let first = if peer["first"] == true { 1 } else { games.len() };
    let games = &games[..first.min(games.len())];
    let each = |of: &dyn Fn(&OneGame) -> Value| Value::from(games.iter().map(of).collect::<Vec<_>>());
    compare("main line", &peer["main"], each(&|game| game.main.into()));
    compare("moves", &peer["sans"], each(&|game| game.sans.clone().into()));
    compare("moves in UCI", &peer["uci"], each(&|game| game.uci.clone().into()));
    let theirs: Option<Vec<String>> =
        peer["fen"].as_array().map(|fens| fens.iter().filter_map(Value::as_str).map(comparable).collect());
    compare("last board", &theirs.into(), each(&|game| game.fen.as_deref().map(comparable).into()));
    compare(
        "tag names",
        &peer["tag_names"],
        each(&|game| game.tags.iter().map(|(name, _)| name.clone()).collect::<Vec<_>>().into()),
    );
    for (theirs, ours) in peer["tags"].as_array().into_iter().flatten().zip(games) {
        for (name, value) in ours.tags.iter().filter(|(name, _)| name != "Result") {
            compare("tag", &Value::from(theirs[name].as_str().unwrap_or("none")), value.clone().into());
        }
    }
    if let Some(rows) = peer["oracle"].as_array() {
        compare("games", &rows.len().into(), games.len().into());
        if rows.len() == games.len() {
            rows.iter().zip(games).for_each(|(row, game)| oracle(row, game, &mut compare));
        }
    }
    all
}
