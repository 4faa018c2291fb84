//! The measured edits: each kind restores the original text at the end.

use std::io;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::client::{Client, URI, frame};

/// A kind of edit.
#[derive(Clone, Copy)]
pub struct Kind {
    pub name: &'static str,
    /// Number of repetitions, from the number of rounds.
    per_round: fn(usize) -> usize,
    /// The edits of one round in a game.
    edits: fn(&Game<'_>, &[String]) -> Vec<Edit>,
}

/// A replacement: position, length, and new text.
struct Edit {
    at: [usize; 2],
    end: [usize; 2],
    text: String,
}

/// A game of the file with its first line.
struct Game<'a> {
    text: &'a str,
    line: usize,
}

pub const KINDS: [Kind; 4] = [
    Kind { name: "a letter of a move", per_round: |rounds| rounds, edits: letters },
    Kind { name: "a brace of a comment", per_round: |rounds| rounds, edits: braces },
    Kind { name: "a whole game", per_round: |rounds| rounds, edits: whole_game },
    Kind { name: "1,000 games", per_round: |rounds| rounds.div_ceil(10), edits: thousand_games },
];

/// Types a move before the terminator and deletes it, letter by letter.
fn letters(game: &Game<'_>, _: &[String]) -> Vec<Edit> {
    let [line, column] = game.terminator();
    let mut edits = Vec::new();
    let typed = "Nf3 ";
    for (done, letter) in typed.char_indices() {
        edits.push(Edit::insert([line, column + done], &letter.to_string()));
    }
    for done in (0..typed.len()).rev() {
        edits.push(Edit { at: [line, column + done], end: [line, column + done + 1], text: String::new() });
    }
    edits
}

/// Opens a comment before the terminator, closes it, breaks it, repairs it, and deletes it.
fn braces(game: &Game<'_>, _: &[String]) -> Vec<Edit> {
    let [line, column] = game.terminator();
    let delete = |at: usize| Edit { at: [line, at], end: [line, at + 1], text: String::new() };
    let insert = |at: usize, text: &str| Edit::insert([line, at], text);
    vec![
        insert(column, "{"),
        insert(column + 1, "}"),
        delete(column + 1),
        insert(column + 1, "}"),
        delete(column),
        delete(column),
    ]
}

fn whole_game(game: &Game<'_>, games: &[String]) -> Vec<Edit> {
    game.pasted(&games[0])
}

fn thousand_games(game: &Game<'_>, games: &[String]) -> Vec<Edit> {
    game.pasted(&games[1..1_001].concat())
}

impl Edit {
    fn insert(at: [usize; 2], text: &str) -> Edit {
        Edit { at, end: at, text: text.to_owned() }
    }

    fn json(&self) -> Value {
        let place = |[line, character]: [usize; 2]| json!({"line": line, "character": character});
        json!({"range": {"start": place(self.at), "end": place(self.end)}, "text": self.text})
    }
}

impl Game<'_> {
    /// Start of the last word, the terminator: line, and column in UTF-16 code units.
    fn terminator(&self) -> [usize; 2] {
        let trimmed = self.text.trim_end();
        let word = trimmed.rfind(char::is_whitespace).map_or(0, |space| space + 1);
        let line_start = trimmed[..word].rfind('\n').map_or(0, |end| end + 1);
        let line = trimmed[..word].matches('\n').count();
        [self.line + line, trimmed[line_start..word].encode_utf16().count()]
    }

    /// Inserts a text before the game and deletes it.
    fn pasted(&self, text: &str) -> Vec<Edit> {
        let (start, lines) = ([self.line, 0], text.matches('\n').count());
        vec![Edit::insert(start, text), Edit { at: start, end: [self.line + lines, 0], text: String::new() }]
    }
}

/// A simulated user who edits an open file.
pub struct Typist<'g> {
    games: &'g [String],
    /// The first line of each game.
    lines: Vec<usize>,
    version: i32,
    chance: u64,
    /// After each edit, an engine is asked about the place of it, as editors do.
    pub follows: bool,
}

impl<'g> Typist<'g> {
    /// Opens a file of the first `size` games and waits until all are checked.
    pub fn open(client: &mut Client, games: &'g [String], size: usize) -> io::Result<Typist<'g>> {
        client.open(&games[..size].concat())?;
        let id = client.ask_diagnostics()?;
        client.reply(id)?;
        client.settle(Duration::from_millis(500));
        let mut line = 0;
        let lines = games[..size].iter().map(|game| {
            let begins = line;
            line += game.matches('\n').count();
            begins
        });
        Ok(Typist { games, lines: lines.collect(), version: 0, chance: 1, follows: false })
    }

    /// Makes edits of one kind in random games of the middle; returns the time of each.
    pub fn measure(&mut self, client: &mut Client, kind: Kind, rounds: usize) -> io::Result<Vec<Duration>> {
        let mut measured = Vec::new();
        for _ in 0..(kind.per_round)(rounds) {
            self.chance = self.chance.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            let count = self.lines.len();
            let number = count / 4 + (self.chance >> 33) as usize % (count / 2).max(1);
            let game = Game { text: &self.games[number], line: self.lines[number] };
            for edit in (kind.edits)(&game, self.games) {
                self.version += 1;
                measured.push(self.make(client, &edit)?);
                if self.follows {
                    let [line, character] = edit.at;
                    let position = json!({"line": line, "character": character});
                    let place = json!({"textDocument": {"uri": URI}, "position": position});
                    client.ask("vgn/engineStart", &place)?;
                }
                // A pause keeps pending work out of the next edit's time.
                client.settle(Duration::from_millis(5));
            }
        }
        Ok(measured)
    }

    /// Makes one edit and waits for the diagnostics of the resulting version.
    fn make(&mut self, client: &mut Client, edit: &Edit) -> io::Result<Duration> {
        let document = json!({"uri": URI, "version": self.version});
        let params = json!({"textDocument": document, "contentChanges": [edit.json()]});
        let change = frame(&json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params}));
        let begun = Instant::now();
        client.send_bytes(&change)?;
        let told = if client.pulls {
            let id = client.ask_diagnostics()?;
            client.reply(id)?
        } else {
            client.publication(self.version)?
        };
        Ok(told.at.saturating_duration_since(begun))
    }
}
