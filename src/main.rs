//! The entry point of the program; the library has everything else.

use std::process::ExitCode;

fn main() -> ExitCode {
    vgn_lsp::cli::main()
}
