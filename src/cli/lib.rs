//! The command line: files, folders, parallel work, progress, printing, exit codes.
//!
//! Knows: every room's plain data, terminals, files. Never knows: the protocol (but for the call that starts the
//! server), how a game is judged. Invariants: findings go to standard output, everything else to standard error; a file
//! is replaced whole or not at all; the exit code is 0 without errors, 1 with errors in games, refused games or files
//! whose layout would change, 2 for a fault of usage or of reading and writing.

mod annotate;
mod args;
mod batch;
#[cfg(feature = "server")]
mod board;
mod check;
mod collections;
mod convert;
mod explain;
#[cfg(feature = "parquet")]
mod export;
mod find;
mod fmt;
mod format;
mod generated;
mod index;
mod json_text;
mod merge;
mod notations;
mod position;
mod positions;
mod repertoire;
mod stages;
mod summary;
mod terminal;
mod textconv;
mod usage;
#[cfg(feature = "server")]
mod web;

use std::process::ExitCode;

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};

use args::{Args, CliCommand};
use batch::stdout::Stdout;

/// Exit code: errors were found in games.
const ERRORS: u8 = 1;
/// Exit code: a fault of usage, or of reading or writing.
const FAULT: u8 = 2;

/// Runs the command line.
pub fn main() -> ExitCode {
    let (args, levels) = match Args::from_command_line() {
        Ok(understood) => understood,
        Err(error) => return print_usage_error(&error),
    };
    if args.stdio {
        return serve();
    }
    match args.command {
        Some(CliCommand::Annotate(args)) => annotate::run(&args),
        Some(CliCommand::Check(check)) => check::run(&check, &levels),
        Some(CliCommand::Convert(args)) => convert::run(&args),
        #[cfg(feature = "parquet")]
        Some(CliCommand::Export(args)) => export::run(&args),
        Some(CliCommand::Find(args)) => find::run(&args),
        Some(CliCommand::Fmt(args)) => fmt::run(&args),
        #[cfg(feature = "server")]
        Some(CliCommand::Board(args)) => board::run(&args),
        #[cfg(feature = "server")]
        Some(CliCommand::Web(args)) => web::run(&args),
        Some(CliCommand::Position(args)) => position::run(&args),
        Some(CliCommand::Explore(args)) => positions::run(&args),
        Some(CliCommand::Repertoire(args)) => repertoire::run(&args),
        Some(CliCommand::Index(args)) => index::run(&args),
        Some(CliCommand::Explain(explain)) => explain::run(&explain),
        Some(CliCommand::Notations(notations)) => notations::run(&notations),
        Some(CliCommand::Textconv(args)) => textconv::run(&args),
        Some(CliCommand::Merge(args)) => collections::run_merge(&args),
        Some(CliCommand::Split(args)) => collections::run_split(&args),
        Some(CliCommand::Duplicates(args)) => collections::run_duplicates(&args),
        Some(CliCommand::MergeDriver(args)) => merge::run(&args),
        Some(CliCommand::AnalysisStats(args)) => stages::run(&args),
        Some(CliCommand::Completions { shell }) => generated::completions(shell),
        Some(CliCommand::Man { folder }) => generated::man(&folder),
        Some(CliCommand::Schema) => generated::schema(),
        None => ExitCode::SUCCESS,
    }
}

#[cfg(feature = "server")]
fn serve() -> ExitCode {
    vgn_server::native::run_stdio()
}

#[cfg(not(feature = "server"))]
fn serve() -> ExitCode {
    print_error("this vgn-lsp was built without its language server: build it with the feature `native`");
    ExitCode::from(FAULT)
}

/// Prints help, the version, or the fault of the command line.
fn print_usage_error(error: &clap::Error) -> ExitCode {
    use std::io::Write;
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(fault) if !error.use_stderr() && fault.kind() != std::io::ErrorKind::BrokenPipe => {
            print_error(&format!("standard output cannot be written: {}", reason(&fault)));
            ExitCode::from(FAULT)
        }
        _ => ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(FAULT)),
    }
}

/// Ends a command that only prints.
fn finish(stdout: Stdout) -> ExitCode {
    match stdout.finish() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            print_error(&format!("standard output cannot be written: {}", reason(&error)));
            ExitCode::from(FAULT)
        }
    }
}

/// Whether output to `stream` is coloured.
fn is_coloured(choice: clap::ColorChoice, stream: impl RawStream) -> bool {
    let choice = match choice {
        clap::ColorChoice::Auto => AutoStream::choice(&stream),
        clap::ColorChoice::Always => ColorChoice::AlwaysAnsi,
        clap::ColorChoice::Never => ColorChoice::Never,
    };
    // A Windows console prints colour codes literally until their processing is enabled, which some do not support.
    AutoStream::new(stream, choice).current_choice() == ColorChoice::AlwaysAnsi
}

/// Prints a message to standard error, with the program's name.
fn print_error(message: &str) {
    print_note(&format!("vgn-lsp: {message}"));
}

/// Tells a user at a terminal what input the program is waiting for, and alternatives to typing it.
fn prompt(things: &str, otherwise: &str) {
    use std::io::IsTerminal;
    if std::io::stdin().is_terminal() {
        let end = if cfg!(windows) { "Ctrl-Z and Enter" } else { "Ctrl-D" };
        print_note(&format!("waiting for {things}: type or paste them, then press {end}{otherwise}"));
    }
}

/// Writes a line to standard error.
fn print_note(line: &str) {
    use std::io::Write;
    // If standard error is closed, there is no way to report it.
    let wrap = terminal::shown_columns(terminal::Stream::Stderr);
    let _ = writeln!(anstream::stderr(), "{}", terminal::wrapped(&terminal::visible(line), wrap));
}

/// The system's message for an error, without its number.
fn reason(error: &std::io::Error) -> String {
    let text = error.to_string();
    match text.find(" (os error ") {
        Some(at) => text[..at].to_string(),
        None => text,
    }
}
