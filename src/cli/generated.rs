//! What packages and editors of TOML take from the program's own definitions: `vgn-lsp completions`, `man`, `schema`.

use std::path::Path;
use std::process::ExitCode;

use clap::CommandFactory;

use super::args::Args;
use super::batch::stdout::Stdout;
use super::{FAULT, finish, print_error, reason};

/// Prints the completion script of a shell.
pub fn completions(shell: clap_complete::Shell) -> ExitCode {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Args::command(), "vgn-lsp", &mut script);
    print(&script)
}

/// Writes a manual page for the program and for each command into a folder, which is made if it is missing.
pub fn man(folder: &Path) -> ExitCode {
    let written = std::fs::create_dir_all(folder).and_then(|()| clap_mangen::generate_to(Args::command(), folder));
    match written {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&format!("{}: the manual pages cannot be written: {}", folder.display(), reason(&error)));
            ExitCode::from(FAULT)
        }
    }
}

/// Prints the JSON schema of `vgn.toml`.
pub fn schema() -> ExitCode {
    print(format!("{:#}\n", vgn_config::schema()).as_bytes())
}

fn print(text: &[u8]) -> ExitCode {
    let mut stdout = Stdout::new();
    stdout.write(text);
    finish(stdout)
}
