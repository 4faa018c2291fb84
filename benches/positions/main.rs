//! The index of positions: building, size by part, queries, growth; and what other programs take for the same games.
//!
//! `cargo bench --bench positions`. `VGN_POSITIONS` is a file or a folder of games (the tests' games by default), and
//! `VGN_GAMES` the number of games to which growth goes (100,000; 0 for none). Queries are those of the index alone, of
//! positions drawn from all occurrences, each once before it is measured. `VGN_PYTHON` is the Python that has `chess` and
//! `duckdb`. A program that is not there is left out, and a line says so.
#![allow(clippy::print_stdout, reason = "tables are what a benchmark is for")]

mod collection;
mod index;
mod peers;
#[path = "../support/mod.rs"]
mod support;

use std::io;
use std::path::PathBuf;

use collection::{Collection, games_below};
use index::{BuiltIndex, queries};
use support::measure::{Cost, run, vgn_lsp};
use support::{number, rounds, table};

fn main() -> io::Result<()> {
    if collection::made()? {
        return Ok(());
    }
    support::say_if_busy();
    let folder = tempfile::tempdir()?;
    let store = folder.path().join("index");
    let games = std::env::var_os("VGN_POSITIONS").map_or_else(|| PathBuf::from("tests/data/games"), PathBuf::from);
    let best = |make: &dyn Fn() -> io::Result<Cost>| -> io::Result<Cost> {
        let first = make()?;
        (1..rounds()).try_fold(first, |best, _| Ok(best.best(make()?)))
    };
    let check = best(&|| run(vgn_lsp().args(["check", "--no-config", "--quiet"]).arg(&games), &[0, 1]))?;
    let built = best(&|| BuiltIndex::build(&store, &games))?;
    let again = best(&|| run(vgn_lsp().args(["index", "--quiet", "--store"]).args([&store, &games]), &[0]))?;
    let explore = best(&|| run(vgn_lsp().args(["explore", "--store"]).args([&store, &games]), &[0]))?;
    let scan = best(&|| run(vgn_lsp().args(["explore", "--no-index", "--quiet"]).arg(&games), &[0]))?;
    let row = |name: &str, cost: Cost| {
        let [processor, clock] = [cost.processor, cost.clock].map(|time| format!("{:.3} s", time.as_secs_f64()));
        vec![name.to_owned(), processor, clock, format!("{} MiB", cost.memory >> 20)]
    };
    let rows = [
        row("check", check),
        row("index", built),
        row("index, nothing new", again),
        row("explore, initial position", explore),
        row("the same without an index", scan),
    ];
    table::print(&["command", "processor", "clock", "memory"], &rows);
    println!("index takes {} of the processor time of check.\n", table::ratio(built.processor, check.processor));

    let index = BuiltIndex::open(&store)?;
    index.print(built);
    let asked = queries(&index)?;
    let rows = asked.rows().map(|(name, time)| vec![name.to_owned(), micros(time)]);
    table::print(&["query of the index", "time"], &rows);
    drop(index);

    let all = Collection { games: u64::MAX, path: folder.path().join("all.pgn") };
    all.write(&games)?;
    peers::measure(&all.path, folder.path())?;
    std::fs::remove_file(&all.path)?;

    let mut rows = Vec::new();
    for size in [10_000, 100_000, 1_000_000].into_iter().filter(|size| *size <= number("VGN_GAMES", 100_000)) {
        let some = Collection { games: size, path: folder.path().join("some.pgn") };
        some.write(&games)?;
        let cost = best(&|| BuiltIndex::build(&store, &some.path))?;
        let index = BuiltIndex::open(&store)?;
        let asked = queries(&index)?;
        rows.push(vec![
            size.to_string(),
            index.positions.to_string(),
            table::seconds(cost.processor),
            table::seconds(cost.clock),
            format!("{} MiB", cost.memory >> 20),
            format!("{:.2}", index.bytes as f64 / index.positions as f64),
            micros(asked.median),
            micros(asked.most),
            micros(asked.initial),
        ]);
        std::fs::remove_file(&some.path)?;
    }
    let headings =
        ["games", "positions", "processor", "clock", "memory", "bytes a position", "median", "99 %", "initial"];
    if !rows.is_empty() {
        println!("The first games, repeated if there are fewer than that ({}).\n", games_below(&games)?);
        table::print(&headings, &rows);
    }
    Ok(())
}

fn micros(time: std::time::Duration) -> String {
    format!("{:.1} µs", time.as_secs_f64() * 1e6)
}
