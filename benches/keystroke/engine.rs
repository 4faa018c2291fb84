//! Cost of a keystroke while a chess engine thinks about the position at the cursor, beside that without one: two servers
//! in one run, which take turns.
//!
//! `VGN_ENGINE` names the engine; without it, Debian's Stockfish is taken, if it is there.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde_json::json;

use crate::client::{Client, URI};
use crate::edits::{KINDS, Typist};

/// Where Debian has it.
const STOCKFISH: &str = "/usr/games/stockfish";
/// Number of games in the document.
const SIZE: usize = 1_000;
/// The servers take turns so often.
const TURNS: usize = 10;

/// Prints the medians of both, and their ratio.
pub fn report(out: &mut impl Write, games: &[String], rounds: usize) -> io::Result<()> {
    let engine = std::env::var_os("VGN_ENGINE").map_or_else(|| PathBuf::from(STOCKFISH), PathBuf::from);
    if !engine.exists() {
        return writeln!(out, "no chess engine: {} is not there\n", engine.display());
    }
    writeln!(out, "| edit, {SIZE} games | edits | without an engine ms | with one ms | ratio |")?;
    writeln!(out, "|---|---|---|---|---|")?;
    let mut alone = Client::start(false)?;
    let mut accompanied = Client::start_with(false, Some(Path::new(&engine)))?;
    let mut typists = [Typist::open(&mut alone, games, SIZE)?, Typist::open(&mut accompanied, games, SIZE)?];
    for kind in &KINDS[..2] {
        let mut measured: [Vec<Duration>; 2] = [Vec::new(), Vec::new()];
        for _ in 0..TURNS {
            for (at, client) in [&mut alone, &mut accompanied].into_iter().enumerate() {
                // The engine rests while the other server is measured.
                let thinks = at == 1;
                if thinks {
                    follow(client)?;
                    client.settle(Duration::from_millis(300));
                }
                typists[at].follows = thinks;
                measured[at].extend(typists[at].measure(client, *kind, rounds.div_ceil(TURNS))?);
                if thinks {
                    client.request("vgn/engineStop", &json!({"textDocument": {"uri": URI}}))?;
                    client.settle(Duration::from_millis(50));
                }
            }
        }
        let [without, with] = measured.map(median);
        let ratio = with / without;
        writeln!(out, "| {} | {} | {without:.3} | {with:.3} | {ratio:.2} |", kind.name, rounds * 6)?;
    }
    writeln!(out)?;
    alone.end()?;
    accompanied.end()
}

/// Asks the engine about the first game.
fn follow(client: &mut Client) -> io::Result<Instant> {
    let place = json!({"textDocument": {"uri": URI}, "game": 1, "move": 0});
    client.request("vgn/engineStart", &place).map(|message| message.at)
}

/// In milliseconds.
fn median(mut times: Vec<Duration>) -> f64 {
    times.sort_unstable();
    times.get(times.len() / 2).map_or(0.0, |time| time.as_secs_f64() * 1e3)
}
