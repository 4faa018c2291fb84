//! `vgn-lsp check` with all its diagnostics, compared with `pgn-reader` and `shakmaty`, which only check legality.
//!
//! `cargo bench --bench check`. Files: given by `VGN_BIG`, `VGN_ANNOTATED`, `VGN_MATCHES`, `VGN_CLOCKS` and
//! `VGN_LICHESS`, else generated (`VGN_MEGABYTES`, 32 by default). Rounds: `VGN_ROUNDS`, 5 by default. Both programs are separate processes that read
//! the same file; they alternate, and the best round of each counts.
#![allow(clippy::print_stdout, reason = "tables are what a benchmark is for")]

mod peer;
mod support;

use std::process::Command;
use std::{env, io};

use support::games::{Input, KINDS};
use support::measure::{Cost, Runner, interleaved, last_line, vgn_lsp};
use support::table;

const HEADINGS: [&str; 7] =
    ["program", "processor", "clock", "memory", "MB/s", "million half-moves/s", "throughput of the peer's"];

fn main() -> io::Result<()> {
    if support::games::made()? || peer::ran()? {
        return Ok(());
    }
    support::say_if_busy();
    for kind in KINDS {
        compare(&kind.input()?)?;
    }
    println!(
        "One core: by processor time. Two: by the clock, against the peer's processor time on one; other work on the \
         machine counts against us there."
    );
    Ok(())
}

/// Size of the content, the same for both programs.
struct Content {
    games: u64,
    half_moves: u64,
    /// Summary of each program's results.
    found: String,
}

fn compare(input: &Input) -> io::Result<()> {
    let ours = ours(input)?;
    let theirs = theirs(input)?;
    println!(
        "{}; {}, {} games, {} half-moves",
        input.about,
        table::megabytes(input.bytes),
        ours.games,
        ours.half_moves
    );
    println!("vgn-lsp found {}; the peer {}", ours.found, theirs.found);
    if (ours.games, ours.half_moves) != (theirs.games, theirs.half_moves) {
        println!("NOT THE SAME WORK: the peer read {} games, {} half-moves", theirs.games, theirs.half_moves);
    }
    println!();
    let mut runners = vec![
        Runner { name: "line ends alone".into(), command: peer_command(peer::LOOK, input)?, codes: &[0] },
        Runner { name: "pgn-reader alone".into(), command: peer_command(peer::READ, input)?, codes: &[0] },
        Runner { name: "pgn-reader + shakmaty".into(), command: peer_command(peer::PLAY, input)?, codes: &[0] },
        Runner { name: "vgn-lsp check --jobs 1".into(), command: check(input, 1), codes: &[0, 1] },
        Runner { name: "vgn-lsp check --jobs 2".into(), command: check(input, 2), codes: &[0, 1] },
    ];
    let costs = interleaved(&mut runners, support::rounds())?;
    let [.., peer, _, two] = costs.as_slice() else { return Ok(()) };
    let row = |name: &str, cost: &Cost, time, relative: String| {
        vec![
            name.to_string(),
            table::seconds(cost.processor),
            table::seconds(cost.clock),
            table::megabytes(cost.memory),
            table::millions_a_second(input.bytes, time),
            table::millions_a_second(ours.half_moves, time),
            relative,
        ]
    };
    let mut rows = Vec::new();
    for (runner, cost) in runners.iter().zip(&costs) {
        // The benefit of two threads shows only in wall-clock time.
        let time = if std::ptr::eq(cost, two) { cost.clock } else { cost.processor };
        rows.push(row(&runner.name, cost, time, table::ratio(peer.processor, time)));
    }
    table::print(&HEADINGS, &rows);
    Ok(())
}

fn check(input: &Input, jobs: u32) -> Command {
    let mut command = vgn_lsp();
    command.args(["check", "--no-config", "--format", "json", "--jobs", &jobs.to_string()]).arg(&input.path);
    command
}

fn peer_command(what: &str, input: &Input) -> io::Result<Command> {
    let mut command = Command::new(env::current_exe()?);
    command.arg(what).arg(&input.path);
    Ok(command)
}

fn ours(input: &Input) -> io::Result<Content> {
    let printed = last_line(&mut check(input, 2))?;
    let summary = &printed["summary"];
    let figure = |name: &str| summary[name].as_u64().unwrap_or_default();
    let found =
        ["errors", "warnings", "information", "hints"].map(|name| format!("{} {name}", figure(name))).join(", ");
    Ok(Content { games: figure("games"), half_moves: figure("half_moves"), found })
}

fn theirs(input: &Input) -> io::Result<Content> {
    let printed = last_line(&mut peer_command(peer::PLAY, input)?)?;
    let figure = |name: &str| printed[name].as_u64().unwrap_or_default();
    let found = format!("{} moves that are not legal", figure("illegal"));
    Ok(Content { games: figure("games"), half_moves: figure("half_moves"), found })
}
