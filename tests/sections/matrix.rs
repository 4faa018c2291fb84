//! Every way from one notation to another over one game, counted.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use vgn_lsp::lint::Severity;
use vgn_lsp::replay::{Resolved, resolve_game, shape_of};
use vgn_lsp::syntax::{Node, Sink, SyntaxError, Token, parse};

use crate::sections::support::{Game, with_context};
use crate::support::lines::lines_of;

/// Every notation, those that only the command line reads included.
pub const ALL: [&str; 19] = [
    "SAN",
    "LAN",
    "UCI",
    "MCN",
    "FCN",
    "FCN1",
    "FEN",
    "SFEN",
    "SFEN1",
    "BCCF",
    "BCCF1",
    "BCFEN",
    "BCFEN1",
    "BITS12",
    "BITS11",
    "PGC",
    "LEGALINDEX",
    "BRENNER",
    "BRENNER2",
];

/// What became of a game on each way, by the indices of its two notations.
pub type Fates = Vec<((usize, usize), Fate)>;

/// What became of a game on one way.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It is the game that the source itself becomes.
    Equal,
    /// It cannot be in one of the two notations, for this reason.
    Refused(String),
    Failed(String),
}

/// All games on one way.
#[derive(Debug, Default)]
pub struct Cell {
    pub equal: usize,
    pub refused: BTreeMap<String, usize>,
    pub failed: Vec<String>,
}

/// From, to, and what became of the games.
#[derive(Debug, Default)]
pub struct Matrix {
    pub games: usize,
    /// Games whose moves cannot be known, so that they cannot be in any other notation, by the reason.
    pub unread: BTreeMap<String, usize>,
    pub cells: BTreeMap<(usize, usize), Cell>,
}

impl Matrix {
    pub fn add(&mut self, fates: Result<Fates, String>) {
        let fates = match fates {
            Ok(fates) => fates,
            Err(reason) => {
                *self.unread.entry(reason).or_default() += 1;
                return;
            }
        };
        self.games += 1;
        for (pair, fate) in fates {
            let cell = self.cells.entry(pair).or_default();
            match fate {
                Fate::Equal => cell.equal += 1,
                Fate::Refused(reason) => *cell.refused.entry(reason).or_default() += 1,
                Fate::Failed(why) => cell.failed.push(why),
            }
        }
    }

    pub fn failed(&self) -> impl Iterator<Item = &str> {
        self.cells.values().flat_map(|cell| &cell.failed).map(String::as_str)
    }

    /// The table: from in rows, to in columns, `equal/refused/failed`; and the reasons of refusals by target.
    pub fn table(&self) -> String {
        let mut table = format!("{} games\n\n| from \\ to |", self.games);
        for to in ALL {
            let _ = write!(table, " {to} |");
        }
        let _ = write!(table, "\n|{}\n", "---|".repeat(ALL.len() + 1));
        let empty = Cell::default();
        let mut reasons: BTreeMap<(usize, &str), usize> = BTreeMap::new();
        for (from, name) in ALL.iter().enumerate() {
            let _ = write!(table, "| {name} |");
            for to in 0..ALL.len() {
                let cell = self.cells.get(&(from, to)).unwrap_or(&empty);
                let refused: usize = cell.refused.values().sum();
                let _ = write!(table, " {}/{refused}/{} |", cell.equal, cell.failed.len());
                if from == to {
                    for (reason, count) in &cell.refused {
                        *reasons.entry((to, reason)).or_default() += count;
                    }
                }
            }
            table.push('\n');
        }
        table.push_str("\nrefused, by target and first reason:\n");
        for ((to, reason), count) in reasons {
            let _ = writeln!(table, "{}: {count} games: {reason}", ALL[to]);
        }
        for (reason, count) in &self.unread {
            let _ = writeln!(table, "all: {count} games: {reason}");
        }
        table
    }
}

/// One game on all ways, or why it cannot be a VGN game. A game without the tag `Result` gets one first, as BCCF, BCFEN and
/// PGC would give it.
pub fn fates(original: &Game) -> Result<Fates, String> {
    let mut vgn = original.lossless("VGN").map_err(|why| class(&why))?;
    if !vgn.text.contains("[Result ")
        && let Some(with_result) = with_result(&vgn.text)
    {
        vgn.text = with_result;
    }
    let before = with_context(|context| resolve_game(&vgn.text, context));
    let faults = grave(original);
    let forms: Vec<Result<Game, String>> = ALL.iter().map(|name| vgn.lossless(name)).collect();
    let mut fates = Vec::new();
    for (from, form) in forms.iter().enumerate() {
        let broken = form.as_ref().ok().and_then(|form| difference(form, &before, faults, ALL[from]));
        for (to, expected) in forms.iter().enumerate() {
            let fate = match (form, expected) {
                (Err(why), _) | (_, Err(why)) => Fate::Refused(class(why)),
                (Ok(form), Ok(expected)) => match (&broken, form.lossless(ALL[to])) {
                    (Some(broken), _) => Fate::Failed(broken.clone()),
                    (_, Err(why)) => Fate::Failed(format!("{} to {}: {why}\n{}", ALL[from], ALL[to], vgn.text)),
                    (_, Ok(found)) if is_same(&found, expected) => Fate::Equal,
                    (_, Ok(found)) => {
                        Fate::Failed(format!("{} to {} gives\n{found:?}\nand not\n{expected:?}", ALL[from], ALL[to]))
                    }
                },
            };
            fates.push(((from, to), fate));
        }
    }
    Ok(fates)
}

fn with_result(text: &str) -> Option<String> {
    let terminator = normal(text).pop()?;
    let words = vgn_lsp::syntax::results::words(&terminator)?;
    let at = text.find('[')?;
    Some(format!("{}[Result \"{words}\"]\n{}", &text[..at], &text[at..]))
}

/// Errors and warnings.
fn grave(game: &Game) -> usize {
    game.check().diagnostics.iter().filter(|d| d.severity <= Severity::Warning).count()
}

/// What a form of a game has otherwise than the game: a board, or a fault.
fn difference(form: &Game, before: &Resolved, faults: usize, name: &str) -> Option<String> {
    let after = match form.section {
        Some(_) => form.resolve().transcript,
        None => with_context(|context| resolve_game(&form.text, context)),
    };
    if lines_of(&after) != lines_of(before) {
        return Some(format!("{name} has other boards: {form:?}"));
    }
    // Version 1.0 of the binary notations is a fault in itself. A stalemate that the text calls unfinished is one only
    // where the half-move says stalemate.
    let forgiven = matches!(name, "BCCF1" | "BCFEN1") || form.findings().contains("terminator-contradicts-mark");
    let found = grave(form);
    (found > faults && !forgiven).then(|| format!("{name} has new faults: {}\n{form:?}", form.findings()))
}

/// Bytes for bytes; text but for its layout and its numbers.
fn is_same(found: &Game, expected: &Game) -> bool {
    match expected.section {
        Some(_) => found == expected,
        None => found.section.is_none() && normal(&found.text) == normal(&expected.text),
    }
}

/// Tokens without white space, numbers and the tag `MoveFormat`, which SAN may lack; comments as their words.
#[derive(Default)]
struct Tokens(Vec<(Token, std::ops::Range<u32>)>);

impl Sink for Tokens {
    fn start(&mut self, _: Node) {}
    fn token(&mut self, token: Token, range: std::ops::Range<u32>) {
        self.0.push((token, range));
    }
    fn finish(&mut self, _: Node) {}
    fn error(&mut self, _: SyntaxError) {}
}

fn normal(text: &str) -> Vec<String> {
    let mut tokens = Tokens::default();
    parse(text, &shape_of, &mut tokens);
    let mut normal = Vec::new();
    let mut skipping = false;
    for (token, range) in tokens.0 {
        let text = &text[range.start as usize..range.end as usize];
        match token {
            Token::Space | Token::MoveNumber | Token::Periods => {}
            Token::TagName if text == "MoveFormat" => {
                normal.pop();
                skipping = true;
            }
            Token::TagClose if skipping => skipping = false,
            _ if skipping => {}
            Token::BraceComment | Token::LineComment | Token::Escape => {
                let words = text.trim_matches(['{', '}', ';', '%']).split_whitespace();
                normal.push(format!("{{{}}}", words.collect::<Vec<_>>().join(" ")));
            }
            _ => normal.push(text.to_owned()),
        }
    }
    normal
}

/// The reason without what is this game's alone.
fn class(why: &str) -> String {
    let quoted: Vec<&str> = why.split('`').collect();
    let mut class = String::new();
    for (n, part) in quoted.iter().enumerate() {
        class.push_str(if n % 2 == 0 { part } else { "…" });
    }
    let class = class.split(" (").next().unwrap_or_default();
    let class = class.split("; with it").next().unwrap_or_default();
    class.split("and this is $").next().unwrap_or_default().to_owned()
}
