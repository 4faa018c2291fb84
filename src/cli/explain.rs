//! `vgn-lsp explain`.
use super::args::ExplainArgs;
use std::process::ExitCode;
pub fn run(_args: &ExplainArgs) -> ExitCode {
    ExitCode::SUCCESS
}
