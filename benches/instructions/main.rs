//! Runs one stage of the work on fixed games, for `benches/instructions/run` to count its instructions.
//!
//! `instructions` lists the stages; `instructions STAGE` runs one. Only code inside [`measured`] is counted.
#![allow(clippy::print_stdout, reason = "the names of the stages are for the script")]

mod stages;

use std::hint::black_box;
use std::process::ExitCode;

use stages::STAGES;

fn main() -> ExitCode {
    let Some(name) = std::env::args().nth(1) else {
        for (name, _) in STAGES {
            println!("{name}");
        }
        return ExitCode::SUCCESS;
    };
    let Some((_, stage)) = STAGES.iter().find(|(stage, _)| *stage == name) else {
        eprintln!("there is no stage `{name}`");
        return ExitCode::FAILURE;
    };
    // Each stage prepares its input and passes the measured work.
    stage(&mut |work| {
        // Warm-up run: lazily built tables are not measured.
        black_box(work());
        black_box(measured(work));
    });
    ExitCode::SUCCESS
}

/// Callgrind counts the instructions of this function, by its name.
#[inline(never)]
fn measured(work: &mut dyn FnMut() -> u64) -> u64 {
    // A unique body: the linker merges functions with equal bodies, which would be counted too.
    work() ^ black_box(0x6d65_6173_7572_6564)
}
