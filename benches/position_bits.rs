//! Number of bits of the position encodings over real games, and frequency of the differences from the start position.
//!
//! `cargo bench --bench position_bits -- FILE [EVERY]` reads every EVERYth game of a file (default: all) and prints the
//! tables of `docs/positions.md` and of the module `xor_huffman`. The positions are those of the main lines, including
//! the first. Without a file the tests' own games are read.
#![allow(clippy::print_stdout, reason = "tables are what a benchmark is for")]

use std::process::ExitCode;

use vgn_lsp::lint::{Context, FileKind, Settings};
use vgn_lsp::notation::position::{ENCODINGS, PositionCodec, PositionEncoding};
use vgn_lsp::notation::{EndMark, SpelledBoard, board_to_bytes};
use vgn_lsp::replay::resolve_game;
use vgn_lsp::rules::Position;
use vgn_lsp::syntax::games::games;

/// Counts for one encoding.
struct Tally {
    encoding: &'static PositionEncoding,
    start: Option<usize>,
    least: usize,
    most: usize,
    sum: u64,
    count: u64,
    refused: u64,
}

fn main() -> ExitCode {
    // Cargo adds `--bench`.
    let args: Vec<String> = std::env::args().skip(1).filter(|arg| !arg.starts_with("--")).collect();
    let file =
        args.first().map_or(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/annotated/dortmund.pgn"), |file| file);
    let Ok(every @ 1..) = args.get(1).map_or(Ok(1), |text| text.parse::<usize>()) else {
        eprintln!("usage: cargo bench --bench position_bits -- FILE [EVERY]");
        return ExitCode::from(2);
    };
    let bytes = match std::fs::read(file) {
        Ok(bytes) => bytes,
        Err(error) => {
            eprintln!("{file}: {error}");
            return ExitCode::from(2);
        }
    };
    let mut tallies: Vec<Tally> = ENCODINGS.iter().map(|encoding| Tally::new(encoding)).collect();
    let mut differences = [0_u64; 16];
    let start = board_to_bytes(Position::initial().board());
    let settings = Settings::default();
    let context = Context::new(&settings, FileKind::Pgn);
    let (mut read, mut positions) = (0_u64, 0_u64);
    for span in games(&bytes).step_by(every) {
        let text = String::from_utf8_lossy(&bytes[span.range.clone()]);
        let game = resolve_game(&text, &context);
        if !game.report.is_game {
            continue;
        }
        read += 1;
        let played = game.moves.iter().filter(|half_move| half_move.depth == 0);
        let after = played.map_while(|half_move| half_move.after.as_deref().cloned());
        for position in game.start.iter().cloned().chain(after) {
            positions += 1;
            for tally in &mut tallies {
                tally.add(&position);
            }
            for (now, then) in board_to_bytes(position.board()).iter().zip(start) {
                differences[usize::from((now ^ then) >> 4)] += 1;
                differences[usize::from((now ^ then) & 15)] += 1;
            }
        }
    }
    println!("{read} games, {positions} positions\n");
    println!("| encoding | start | least | average | most | refused | claimed |\n|---|---|---|---|---|---|---|");
    tallies.iter().for_each(Tally::print);
    println!("\n| difference | squares in 10,000 |\n|---|---|");
    let squares: u64 = differences.iter().sum();
    for (difference, count) in differences.iter().enumerate() {
        println!("| {difference:X} | {:.3} |", *count as f64 * 10_000.0 / squares.max(1) as f64);
    }
    ExitCode::SUCCESS
}

impl Tally {
    fn new(encoding: &'static PositionEncoding) -> Tally {
        let start = bits(encoding, &Position::initial());
        Tally { encoding, start, least: usize::MAX, most: 0, sum: 0, count: 0, refused: 0 }
    }

    fn add(&mut self, position: &Position) {
        let Some(bits) = bits(self.encoding, position) else {
            self.refused += 1;
            return;
        };
        self.least = self.least.min(bits);
        self.most = self.most.max(bits);
        self.sum += bits as u64;
        self.count += 1;
    }

    fn print(&self) {
        let average = self.sum as f64 / self.count.max(1) as f64;
        let start = self.start.map_or_else(|| "-".to_owned(), |bits| bits.to_string());
        let Tally { encoding, least, most, refused, .. } = self;
        println!(
            "| `{}` | {start} | {least} | {average:.1} | {most} | {refused} | {} |",
            encoding.name, encoding.claimed
        );
    }
}

/// Bits of a position, eight per character of text.
fn bits(encoding: &PositionEncoding, position: &Position) -> Option<usize> {
    let setup = position.setup();
    match encoding.codec {
        PositionCodec::Text { write, .. } => {
            let end = if position.is_checkmate() || position.is_stalemate() { EndMark::Over } else { EndMark::None };
            let written = SpelledBoard { setup: &setup, check: position.is_check(), end };
            write(&written).ok().map(|text| text.len() * 8)
        }
        PositionCodec::Binary { write, .. } => write(&setup).ok().map(|bits| bits.len),
    }
}
