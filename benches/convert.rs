//! `vgn-lsp convert` on one core, compared with `pgn-extract` (Debian's package of that name) on the same task.
//!
//! `cargo bench --bench convert`. Files and rounds as for `check`. Without `pgn-extract`, prints only our own figures,
//! and that it is missing.
#![allow(clippy::print_stdout, reason = "tables are what a benchmark is for")]

mod support;

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use support::games::{ANNOTATED, DENSE, Input, LICHESS};
use support::measure::{Cost, Runner, installed, interleaved, lines_that_begin, vgn_lsp};
use support::table;

const HEADINGS: [&str; 6] = ["program", "processor", "clock", "memory", "MB/s", "throughput of the peer's"];

/// Targets that both can write: our name, and the peer's option.
const TARGETS: [(&str, &str); 3] = [("UCI", "-Wuci"), ("LAN", "-Wlalg"), ("PGN", "-Wsan")];
/// Binary notations of different kinds: by squares, and by index among the legal moves.
const SECTIONS: [&str; 2] = ["BCCF", "PGC"];
/// First tag of a game in the output of both.
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
    for kind in [DENSE, ANNOTATED, LICHESS] {
        let input = kind.input()?;
        let rows = TARGETS.map(|(target, option)| Row { option, target, path: input.path.clone() });
        compare(&input, &rows, peer.as_deref())?;
    }
    sections(&DENSE.input()?, peer.as_deref())
}

/// One comparison: our target, the peer's option, and our input file.
struct Row {
    option: &'static str,
    target: &'static str,
    path: PathBuf,
}

/// Conversion to binary sections and back, while the peer reads and writes the same games as text.
fn sections(input: &Input, peer: Option<&Path>) -> io::Result<()> {
    let mut rows = Vec::new();
    for target in SECTIONS {
        let path = support::games::folder()?.join(format!("sections-{target}.vgn"));
        let mut command = vgn_lsp();
        command.args(["convert", "--allow-loss", "--keep-refused", "--force", "--to", target]).arg(&input.path);
        command.arg("-o").arg(&path).stderr(Stdio::null()).status()?;
        rows.push(Row { option: "-Wuci", target, path: input.path.clone() });
        rows.push(Row { option: "-Wsan", target: "PGN", path });
    }
    compare(input, &rows, peer)
}

fn compare(input: &Input, rows: &[Row], peer: Option<&Path>) -> io::Result<()> {
    println!("{}; {}\n", input.about, table::megabytes(input.bytes));
    let mut runners = Vec::new();
    for Row { option, target, path } in rows {
        if let Some(peer) = peer {
            let mut command = Command::new(peer);
            command.args(["-s", option]).arg(&input.path);
            runners.push(Runner { name: format!("pgn-extract {option}"), command, codes: &[0] });
        }
        let mut command = vgn_lsp();
        // Refused games are copied, as by the peer, so that both do the same work.
        command.args(["convert", "--jobs", "1", "--allow-loss", "--keep-refused", "--to", target]).arg(path);
        let from = if *path == input.path {
            String::new()
        } else {
            format!(" {}", path.file_name().unwrap_or_default().display())
        };
        runners.push(Runner { name: format!("vgn-lsp convert --to {target}{from} --jobs 1"), command, codes: &[0, 1] });
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
