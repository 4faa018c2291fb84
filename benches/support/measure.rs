//! Runs programs to completion and measures time and memory.

use std::io::{self, BufRead, BufReader};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;
use wait4::Wait4;

/// Cost of one run.
#[derive(Clone, Copy, Debug)]
pub struct Cost {
    /// Processor time of all its threads, in user and kernel mode.
    pub processor: Duration,
    /// Wall-clock time.
    pub clock: Duration,
    /// Peak resident memory in bytes.
    pub memory: u64,
}

impl Cost {
    /// The minimum of two runs, for each figure separately.
    pub fn best(self, other: Cost) -> Cost {
        Cost {
            processor: self.processor.min(other.processor),
            clock: self.clock.min(other.clock),
            memory: self.memory.min(other.memory),
        }
    }
}

/// `vgn-lsp`, as built with this benchmark.
pub fn vgn_lsp() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_vgn-lsp"));
    command.env_remove("VGN_LOG");
    command
}

/// The path of a program, if it is installed.
pub fn installed(program: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH").unwrap_or_default();
    // Debian installs games here, which is not in every path.
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    folders.map(|folder| folder.join(program)).find(|path| path.is_file())
}

/// Runs a command once and drops its output. Its exit code must be 0 or one of `codes`.
pub fn run(command: &mut Command, codes: &[i32]) -> io::Result<Cost> {
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let begun = Instant::now();
    let used = command.spawn()?.wait4()?;
    let clock = begun.elapsed();
    if !used.status.code().is_some_and(|code| codes.contains(&code)) {
        return Err(io::Error::other(format!("{command:?} ended with {}", used.status)));
    }
    Ok(Cost { processor: used.rusage.utime + used.rusage.stime, clock, memory: used.rusage.maxrss })
}

/// A program to measure, and its allowed exit codes.
pub struct Runner {
    pub name: String,
    pub command: Command,
    pub codes: &'static [i32],
}

/// The best of several rounds of each program. The programs alternate, so that all are exposed to the same load.
pub fn interleaved(runners: &mut [Runner], rounds: u64) -> io::Result<Vec<Cost>> {
    let mut best: Vec<Option<Cost>> = vec![None; runners.len()];
    for _ in 0..rounds {
        for (runner, best) in runners.iter_mut().zip(&mut best) {
            let cost = run(&mut runner.command, runner.codes)?;
            *best = Some(best.map_or(cost, |before| before.best(cost)));
        }
    }
    Ok(best.into_iter().flatten().collect())
}

/// The last line of a command's output, as JSON. Earlier lines may be many.
pub fn last_line(command: &mut Command) -> io::Result<Value> {
    let mut last = Vec::new();
    each_line(command, |line| std::mem::swap(line, &mut last))?;
    Ok(serde_json::from_slice(&last)?)
}

/// Number of lines in a command's output that begin with `start`.
pub fn lines_that_begin(command: &mut Command, start: &[u8]) -> io::Result<u64> {
    let mut count = 0;
    each_line(command, |line| count += u64::from(line.starts_with(start)))?;
    Ok(count)
}

fn each_line(command: &mut Command, mut see: impl FnMut(&mut Vec<u8>)) -> io::Result<()> {
    let mut child = command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null()).spawn()?;
    if let Some(stdout) = child.stdout.take() {
        let mut reader = BufReader::new(stdout);
        let mut line = Vec::new();
        while reader.read_until(b'\n', &mut line)? > 0 {
            see(&mut line);
            line.clear();
        }
    }
    child.wait().map(|_| ())
}
