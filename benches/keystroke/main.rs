//! Cost of a keystroke in the built server: from the first byte of `didChange` on its input to the last byte of the
//! diagnostics on its output, in files of 1, 1,000, 10,000 and 100,000 games. Also memory and time to open a document
//! of 50 MB, and requests about one huge game.
//!
//! ```text
//! cargo bench --bench keystroke                       games of tests/data, repeated
//! VGN_BIG=big.pgn cargo bench --bench keystroke       the games of a file
//! ```
//!
//! `VGN_ROUNDS` sets the number of edits of each kind (100), `VGN_SERVER` another server to measure, and `VGN_SIZES`
//! the numbers of games. With `VGN_OPENING`, only large documents are measured, with `VGN_ENGINE_ONLY` only keystrokes with
//! and without a chess engine.

mod client;
mod edits;
mod engine;
mod games;
mod huge;
mod opening;
mod table;

use std::io::{self, Write};

use client::Client;
use edits::{KINDS, Typist};
use table::Row;

fn main() -> io::Result<()> {
    let mut out = io::stdout().lock();
    let rounds = number("VGN_ROUNDS").unwrap_or(100);
    let sizes = match std::env::var("VGN_SIZES") {
        Ok(sizes) => sizes.split(',').filter_map(|size| size.trim().parse().ok()).collect(),
        Err(_) => vec![1, 1_000, 10_000, 100_000],
    };
    let source = games::source()?;
    writeln!(out, "games of {}: {}\n", source.name, source.games.len())?;
    let most = sizes.iter().copied().max().unwrap_or(1);
    let games = games::many(&source, most.max(1_001));
    if std::env::var_os("VGN_OPENING").is_some() {
        opening::report(&mut out, &source)?;
        return huge::report(&mut out);
    }
    if std::env::var_os("VGN_ENGINE_ONLY").is_some() {
        return engine::report(&mut out, &games, rounds);
    }
    let mut rows: Vec<Row> = Vec::new();
    for pulls in [false, true] {
        for &size in &sizes {
            let mut client = Client::start(pulls)?;
            let mut typist = Typist::open(&mut client, &games, size)?;
            for kind in KINDS {
                let measured = typist.measure(&mut client, kind, rounds)?;
                rows.push(Row::new(kind.name, pulls, size, measured));
            }
            client.end()?;
        }
    }
    table::print(&mut out, &rows)?;
    engine::report(&mut out, &games, rounds)?;
    opening::report(&mut out, &source)?;
    huge::report(&mut out)
}

fn number(variable: &str) -> Option<usize> {
    std::env::var(variable).ok()?.parse().ok()
}
