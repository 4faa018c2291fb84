//! Shared parts of the benchmarks: input files, measured programs, tables.
#![allow(dead_code, reason = "each benchmark uses a part")]
#![allow(clippy::print_stdout, reason = "tables are what a benchmark is for")]

pub mod games;
pub mod measure;
pub mod table;

/// A number from the environment, or its default.
pub fn number(variable: &str, default: u64) -> u64 {
    match std::env::var(variable) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{variable} is `{text}`: expected a number")),
        Err(_) => default,
    }
}

/// Number of runs of each program. The best run counts, because slower ones were disturbed by other work.
pub fn rounds() -> u64 {
    number("VGN_ROUNDS", 5).max(1)
}

/// Prints a warning if other work keeps the processors busy, where the system reports it: wall-clock figures are
/// unreliable then.
pub fn say_if_busy() {
    let load = std::fs::read_to_string("/proc/loadavg").ok();
    let load: Option<f64> = load.and_then(|text| text.split(' ').next()?.parse().ok());
    if let Some(load) = load.filter(|load| *load >= 1.0) {
        println!(
            "The machine is busy (load {load}): take figures by the clock, and those of two threads, for nothing.\n"
        );
    }
}
