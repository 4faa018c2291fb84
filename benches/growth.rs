//! Growth of time and memory with the number of games, and with the size of single games' parts.
//!
//! `cargo bench --bench growth`. `VGN_GAMES` is the largest number of games (1,000,000 by default). Every series
//! doubles or grows tenfold; with linear growth, twice the size takes 2.0 times as long. Files are generated one at a
//! time, and deleted.
#![allow(clippy::print_stdout, reason = "tables are what a benchmark is for")]

#[path = "growth/series.rs"]
mod series;
mod support;

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::path::Path;
use std::process::Command;

use series::{SERIES, Series};
use support::games::folder;
use support::measure::{Cost, run, vgn_lsp};
use support::table;

const HEADINGS: [&str; 7] = ["size", "file", "processor", "clock", "memory", "time a unit", "per doubling"];
/// Minimum time of a usable measurement, in seconds: below, the program's start dominates.
const LEAST: f64 = 0.02;
/// Argument with which this benchmark starts itself to write a file: see `support::games`.
const MAKE: &str = "--make-series";

/// Commands measured on each file.
const COMMANDS: [(&str, &[&str]); 2] = [
    ("check", &["check", "--no-config", "--format", "json", "--jobs", "1"]),
    ("convert --to UCI", &["convert", "--to", "UCI", "--allow-loss", "--keep-refused", "--jobs", "1"]),
];

fn main() -> io::Result<()> {
    let arguments: Vec<String> = std::env::args().collect();
    if let [_, command, name, size, path] = arguments.as_slice()
        && command == MAKE
    {
        return make(name, size, path);
    }
    support::say_if_busy();
    for series in &SERIES {
        measure(series)?;
    }
    Ok(())
}

fn make(name: &str, size: &str, path: &str) -> io::Result<()> {
    let series = SERIES.iter().find(|series| series.name == name);
    let (Some(series), Ok(size)) = (series, size.parse()) else {
        return Err(io::Error::other(format!("there is no series `{name}` of size `{size}`")));
    };
    let mut file = BufWriter::with_capacity(1 << 20, File::create(path)?);
    (series.write)(size, &mut file)?;
    file.flush()
}

fn measure(series: &Series) -> io::Result<()> {
    let path = folder()?.join("growth.pgn");
    let mut tables = COMMANDS.map(|_| Vec::new());
    for size in (series.sizes)() {
        let mut maker = Command::new(std::env::current_exe()?);
        maker.args([MAKE, series.name, &size.to_string()]).arg(&path);
        if !maker.status()?.success() {
            return Err(io::Error::other(format!("{} cannot be written", path.display())));
        }
        let bytes = fs::metadata(&path)?.len();
        for (points, (_, arguments)) in tables.iter_mut().zip(COMMANDS) {
            points.push(Point { size, bytes, cost: cost(arguments, &path)? });
        }
    }
    fs::remove_file(&path)?;
    for (points, (command, _)) in tables.iter().zip(COMMANDS) {
        println!("{}: {command} --jobs 1\n", series.about);
        table::print(&HEADINGS, &rows(points, series.unit));
        match doubling(points) {
            Some(ratio) => println!("Fitted: twice the size takes {ratio:.2} times as long.\n"),
            None => println!("Fitted: too fast to say.\n"),
        }
    }
    Ok(())
}

/// The best of three runs, or a single run if it is long.
fn cost(arguments: &[&str], path: &Path) -> io::Result<Cost> {
    let mut command = vgn_lsp();
    command.args(arguments).arg(path);
    let mut best = run(&mut command, &[0, 1])?;
    for _ in 0..2 {
        if best.clock.as_secs() < 2 {
            best = best.best(run(&mut command, &[0, 1])?);
        }
    }
    Ok(best)
}

struct Point {
    size: u64,
    bytes: u64,
    cost: Cost,
}

impl Point {
    fn seconds(&self) -> f64 {
        self.cost.processor.as_secs_f64()
    }
}

fn rows(points: &[Point], unit: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut before: Option<&Point> = None;
    for point in points {
        let step = before.filter(|before| before.seconds() >= LEAST).map_or("".into(), |before| {
            let doublings = (point.size as f64 / before.size as f64).log2();
            format!("{:.2}", (point.seconds() / before.seconds()).powf(1.0 / doublings))
        });
        rows.push(vec![
            format!("{} {unit}", point.size),
            table::megabytes(point.bytes),
            table::seconds(point.cost.processor),
            table::seconds(point.cost.clock),
            table::megabytes(point.cost.memory),
            format!("{:.3} µs", point.seconds() * 1e6 / point.size as f64),
            step,
        ]);
        before = Some(point);
    }
    rows
}

/// Time ratio for doubled size, from a linear regression through the points' logarithms.
fn doubling(points: &[Point]) -> Option<f64> {
    let logs: Vec<(f64, f64)> = points
        .iter()
        .filter(|point| point.seconds() >= LEAST)
        .map(|point| ((point.size as f64).log2(), point.seconds().log2()))
        .collect();
    let count = logs.len() as f64;
    let (x, y) = logs.iter().fold((0.0, 0.0), |(x, y), log| (x + log.0 / count, y + log.1 / count));
    let spread: f64 = logs.iter().map(|log| (log.0 - x).powi(2)).sum();
    let slope: f64 = logs.iter().map(|log| (log.0 - x) * (log.1 - y)).sum::<f64>() / spread;
    (logs.len() > 1).then(|| slope.exp2())
}
