//! `vgn-lsp convert` on one core, against `pgn-extract` (Debian's package of that name) doing the same.
//!
//! `cargo bench --bench convert`. Files and rounds as for `check`. Without `pgn-extract` our own figures are printed,
//! and what is missing.
#![allow(clippy::print_stdout, reason = "tables are what a benchmark is for")]

mod support;

use std::io;
use std::path::Path;
use std::process::Command;

use support::games::{ANNOTATED, DENSE, Input};
use support::measure::{Cost, Runner, installed, interleaved, lines_that_begin, vgn_lsp};
use support::table;

const HEADINGS: [&str; 6] = ["program", "processor", "clock", "memory", "MB/s", "throughput of the peer's"];

/// What both can write: our name for it, and the peer's.
const TARGETS: [(&str, &str); 3] = [("UCI", "-Wuci"), ("LAN", "-Wlalg"), ("PGN", "-Wsan")];
/// The first tag of a game in what both print.
const FIRST_TAG: &[u8] = b"[Event ";

fn main() -> io::Result<()> {
    if support::games::made()? {
        return Ok(());
    }
    support::say_if_busy();
    let peer = installed("pgn-extract");
    if peer.is_none() {
        println!("pgn-extract is not installed (`apt-get install pgn-extract`): there is nothing to compare with.\n");
    }
    for kind in [DENSE, ANNOTATED] {
        compare(&kind.input()?, peer.as_deref())?;
    }
    Ok(())
}

fn compare(input: &Input, peer: Option<&Path>) -> io::Result<()> {
    println!("{}; {}\n", input.about, table::megabytes(input.bytes));
    let mut runners = Vec::new();
    for (target, option) in TARGETS {
        if let Some(peer) = peer {
            let mut command = Command::new(peer);
            command.args(["-s", option]).arg(&input.path);
            runners.push(Runner { name: format!("pgn-extract {option}"), command, codes: &[0] });
        }
        let mut command = vgn_lsp();
        // A game that is refused is written all the same, as the peer does: the same work.
        command.args(["convert", "--jobs", "1", "--allow-loss", "--keep-refused", "--to", target]).arg(&input.path);
        runners.push(Runner { name: format!("vgn-lsp convert --to {target} --jobs 1"), command, codes: &[0, 1] });
    }
    for runner in &mut runners {
        let games = lines_that_begin(&mut runner.command, FIRST_TAG)?;
        println!("{}: writes {games} games", runner.name);
    }
    println!();
    let costs = interleaved(&mut runners, support::rounds())?;
    let mut rows = Vec::new();
    let mut theirs: Option<Cost> = None;
    for (runner, cost) in runners.iter().zip(costs) {
        let ours = runner.name.starts_with("vgn-lsp");
        let relative = match (ours, theirs) {
            (false, _) => "1".into(),
            (true, Some(theirs)) => table::ratio(theirs.processor, cost.processor),
            (true, None) => "no peer".into(),
        };
        theirs = if ours { None } else { Some(cost) };
        rows.push(vec![
            runner.name.clone(),
            table::seconds(cost.processor),
            table::seconds(cost.clock),
            table::megabytes(cost.memory),
            table::millions_a_second(input.bytes, cost.processor),
            relative,
        ]);
    }
    table::print(&HEADINGS, &rows);
    Ok(())
}
