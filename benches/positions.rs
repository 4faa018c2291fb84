//! The index of positions: building, size, and queries.
//!
//! `cargo bench --bench positions`. `VGN_POSITIONS` is a file or a folder of games (the tests' games by default). Queries
//! are those of the index alone, of positions drawn from all occurrences, each once before it is measured.
#![allow(clippy::print_stdout, reason = "tables are what a benchmark is for")]

mod support;

use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use support::measure::{Cost, run, vgn_lsp};
use support::{rounds, table};
use vgn_lsp::lint::FileKind;
use vgn_lsp::search::store::StoreReader;
use vgn_lsp::search::{GameSink, GameWalker, SearchKey, SoughtPosition, WalkPlace, WalkStep, WalkedGame};

/// Positions that are asked for.
const QUERIES: usize = 10_000;

fn main() -> io::Result<()> {
    support::say_if_busy();
    let folder = tempfile::tempdir()?;
    let store = folder.path().join("index");
    let games = std::env::var_os("VGN_POSITIONS").map_or_else(|| PathBuf::from("tests/data/games"), PathBuf::from);
    let best = |make: &dyn Fn() -> io::Result<Cost>| -> io::Result<Cost> {
        let first = make()?;
        (1..rounds()).try_fold(first, |best, _| Ok(best.best(make()?)))
    };
    let check = best(&|| run(vgn_lsp().args(["check", "--no-config", "--quiet"]).arg(&games), &[0, 1]))?;
    let index = best(&|| {
        if store.exists() {
            std::fs::remove_dir_all(&store)?;
        }
        run(vgn_lsp().args(["index", "--quiet", "--store"]).args([&store, &games]), &[0])
    })?;
    let again = best(&|| run(vgn_lsp().args(["index", "--quiet", "--store"]).args([&store, &games]), &[0]))?;
    let explore = best(&|| run(vgn_lsp().args(["explore", "--store"]).args([&store, &games]), &[0]))?;
    let scan = best(&|| run(vgn_lsp().args(["explore", "--no-index", "--quiet"]).arg(&games), &[0]))?;
    let row = |name: &str, cost: Cost| {
        vec![
            name.to_owned(),
            format!("{:.3} s", cost.processor.as_secs_f64()),
            format!("{:.3} s", cost.clock.as_secs_f64()),
            format!("{} MiB", cost.memory >> 20),
        ]
    };
    let rows = [
        row("check", check),
        row("index", index),
        row("index, nothing new", again),
        row("explore, initial position", explore),
        row("the same without an index", scan),
    ];
    table::print(&["command", "processor", "clock", "memory"], &rows);

    let reader = StoreReader::open(&store).map_err(io::Error::other)?;
    let positions: u64 = reader.segments().iter().map(|segment| segment.positions).sum();
    let bytes: u64 =
        std::fs::read_dir(&store)?.map(|entry| entry.and_then(|e| e.metadata()).map_or(0, |m| m.len())).sum();
    let games: u64 = reader.files().iter().map(|file| file.games).sum();
    println!(
        "\n{games} games, {positions} positions, {} segments, {:.2} bytes a position; {:.1} million positions a second\n",
        reader.segments().len(),
        bytes as f64 / positions as f64,
        positions as f64 / index.clock.as_secs_f64() / 1e6
    );
    let keys = drawn(&reader, positions)?;
    let order: Vec<Option<usize>> = (0..reader.files().len()).map(Some).collect();
    let ask = |key: SearchKey| -> io::Result<Duration> {
        let began = Instant::now();
        reader.explore(key, &order).map_err(io::Error::other)?;
        Ok(began.elapsed())
    };
    keys.iter().try_for_each(|key| ask(*key).map(drop))?;
    let mut times = keys.iter().map(|key| ask(*key)).collect::<io::Result<Vec<Duration>>>()?;
    times.sort_unstable();
    let share = |percent: usize| times.get(times.len() * percent / 100).or(times.last()).copied().unwrap_or_default();
    let initial = (0..100).map(|_| ask(SoughtPosition::initial().key())).collect::<io::Result<Vec<Duration>>>()?;
    let rows = [
        ("median", share(50)),
        ("99 %", share(99)),
        ("slowest", share(100)),
        ("initial position", initial.into_iter().min().unwrap_or_default()),
    ];
    let rows = rows.map(|(name, time)| vec![name.to_owned(), format!("{:.1} µs", time.as_secs_f64() * 1e6)]);
    table::print(&["query of the index", "time"], &rows);
    Ok(())
}

/// Keys of positions, at even distances in the order of the files.
fn drawn(reader: &StoreReader, positions: u64) -> io::Result<Vec<SearchKey>> {
    let mut draw = DrawnKeys { distance: positions as usize / QUERIES + 1, passed: 0, keys: Vec::new() };
    for file in reader.files().iter().filter(|file| !file.is_compressed) {
        let bytes = std::fs::read(Path::new(&file.path))?;
        let mut walker = GameWalker::new(FileKind::Pgn);
        let mut at = 0;
        while let Some(end) = walker.game(&bytes, at, true, &mut draw) {
            at = end;
        }
    }
    Ok(draw.keys)
}

struct DrawnKeys {
    distance: usize,
    passed: usize,
    keys: Vec<SearchKey>,
}

impl GameSink for DrawnKeys {
    fn begin(&mut self) {}

    fn half_move(&mut self, step: &WalkStep, _: Option<WalkPlace<'_>>, after: Option<WalkPlace<'_>>) {
        if step.depth > 0 || !step.is_sound {
            return;
        }
        self.passed += 1;
        if self.passed.is_multiple_of(self.distance) {
            self.keys.extend(after.and_then(|place| place.key));
        }
    }

    fn end(&mut self, _: &WalkedGame) {}
}
