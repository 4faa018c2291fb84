//! Size of real games in each notation, and speed of conversion.
//!
//! `cargo bench --bench notations -- FILE [EVERY]` converts every EVERYth hundred of a file's games (default: all) to
//! every notation and back, and prints the tables of `docs/notations.md`. Without a file it uses games from the tests'
//! data. A notation's figures include only games that it holds without loss. Time is the conversion's, on one thread.
#![allow(clippy::print_stdout, reason = "tables are what a benchmark is for")]

mod measure;
#[path = "../support/mod.rs"]
mod support;

use std::io;
use std::process::ExitCode;

use measure::{Measured, measure};
use rayon::prelude::*;
use support::games::DENSE;
use support::table;
use vgn_lsp::notation::REGISTRY;
use vgn_lsp::source::Encoding;
use vgn_lsp::syntax::games::games;

/// Size of the groups in which games are selected: neighbours have much in common, which affects compression.
const TOGETHER: usize = 100;

const SIZES: [&str; 9] = [
    "notation",
    "claimed",
    "half-moves alone",
    "move section",
    "zstd 3",
    "zstd 19",
    "whole file",
    "file, zstd 3",
    "file, zstd 19",
];
const SPEEDS: [&str; 6] = ["notation", "games", "refused", "written, games/s", "written, MB/s", "read back, games/s"];

/// Lengths claimed by the definitions, in bytes per half-move: seed 000 for boards, 001 for SAN, FCN, BCCF and PGC, 002
/// for Brenner and for eleven bits, 004 for twelve.
const CLAIMED: [(&str, &str); 12] = [
    ("SAN", "slightly more than 3"),
    ("FCN", "more than 6"),
    ("FCN1", "more than 6"),
    ("SFEN", "17 to 84"),
    ("SFEN1", "17 to 84"),
    ("BCCF", "2"),
    ("BCFEN", "32"),
    ("BITS12", "1.5"),
    ("BITS11", "1.4"),
    ("PGC", "2 or 3"),
    ("BRENNER", "1"),
    ("BRENNER2", "1"),
];

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let every = match args.get(1).map(|text| text.parse::<usize>()) {
        None => 1,
        Some(Ok(every @ 1..)) => every,
        Some(_) => {
            eprintln!("usage: cargo bench --bench notations -- FILE [EVERY]");
            return ExitCode::from(2);
        }
    };
    match run(args.first().map(String::as_str), every) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{}: {error}", args.first().map_or("the tests' data", |file| file));
            ExitCode::from(2)
        }
    }
}

fn run(file: Option<&str>, every: usize) -> io::Result<()> {
    let bytes = match file {
        Some(file) => std::fs::read(file)?,
        None => DENSE.texts()?.concat().into_bytes(),
    };
    let texts: Vec<String> = games(&bytes)
        .filter(|span| span.is_game)
        .enumerate()
        .filter(|(n, _)| (n / TOGETHER).is_multiple_of(every))
        .map(|(_, span)| Encoding::of(&bytes[span.range.clone()]).decode(&bytes[span.range]).into_owned())
        .collect();
    drop(bytes);
    let measured: Vec<Measured> =
        REGISTRY.par_iter().map(|notation| measure(notation, &texts)).collect::<io::Result<_>>()?;
    let half_moves = measured.iter().map(|measured| measured.half_moves).max().unwrap_or(0);
    let bytes: usize = texts.iter().map(String::len).sum();
    println!("{} games, {half_moves} half-moves, {}\n", texts.len(), table::megabytes(bytes as u64));
    table::print(&SIZES, &measured.iter().map(sizes).collect::<Vec<_>>());
    table::print(&SPEEDS, &measured.iter().map(|measured| speeds(measured, &texts)).collect::<Vec<_>>());
    Ok(())
}

/// Bytes per half-move.
fn sizes(measured: &Measured) -> Vec<String> {
    let a_half_move = |bytes: u64| match measured.half_moves {
        0 => "-".to_owned(),
        half_moves => format!("{:.2}", bytes as f64 / half_moves as f64),
    };
    let claimed = CLAIMED.iter().find(|(name, _)| *name == measured.notation.name);
    let claimed = claimed.map_or(String::new(), |(_, claimed)| (*claimed).to_owned());
    let Measured { sections, files, .. } = measured;
    let figures = [measured.alone, sections.plain, sections.level_3, sections.level_19];
    let figures = figures.into_iter().chain([files.plain, files.level_3, files.level_19]);
    [format!("`{}`", measured.notation.name), claimed].into_iter().chain(figures.map(a_half_move)).collect()
}

fn speeds(measured: &Measured, texts: &[String]) -> Vec<String> {
    let a_second =
        |things: u64, time: std::time::Duration| format!("{:.0}", things as f64 / time.as_secs_f64().max(1e-9));
    let source: usize = texts.iter().map(String::len).sum();
    vec![
        format!("`{}`", measured.notation.name),
        measured.games.to_string(),
        measured.refused.to_string(),
        a_second(texts.len() as u64, measured.writing),
        table::millions_a_second(source as u64, measured.writing),
        a_second(measured.games, measured.reading),
    ]
}
