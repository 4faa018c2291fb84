//! The thin binary: everything is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    vgn_lsp::cli::main()
}
