//! `vgn-lsp fmt` compared with `convert --to PGN`, which reads the same and writes as much; both on one core.

use std::io;

use crate::support::games::{ANNOTATED, DENSE};
use crate::support::measure::{Runner, interleaved, vgn_lsp};
use crate::support::{self, table};

const HEADINGS: [&str; 5] = ["program", "processor", "memory", "MB/s", "times as long as convert"];

/// Prints a table for each kind of game.
pub fn report() -> io::Result<()> {
    for kind in [DENSE, ANNOTATED] {
        let input = kind.input()?;
        println!("{}; {}\n", input.about, table::megabytes(input.bytes));
        let runner = |name: &str, arguments: &[&str]| {
            let mut command = vgn_lsp();
            command.args(arguments).arg(&input.path);
            Runner { name: name.to_owned(), command, codes: &[0, 1] }
        };
        let convert = ["convert", "--jobs", "1", "--allow-loss", "--keep-refused", "--to", "PGN"];
        let mut runners = [
            runner("convert --to PGN --jobs 1", &convert),
            runner("fmt --check --jobs 1", &["fmt", "--jobs", "1", "--check"]),
        ];
        let costs = interleaved(&mut runners, support::rounds())?;
        let first = costs.first().map_or_else(Default::default, |cost| cost.processor);
        let rows = runners.iter().zip(&costs).map(|(runner, cost)| {
            vec![
                runner.name.clone(),
                table::seconds(cost.processor),
                table::megabytes(cost.memory),
                table::millions_a_second(input.bytes, cost.processor),
                table::ratio(cost.processor, first),
            ]
        });
        table::print(&HEADINGS, &rows.collect::<Vec<_>>());
    }
    Ok(())
}
