//! One line a finding, as compilers print them and editors and scripts read them.

use std::io::Write;

use crate::analysis::Diagnostic;
use crate::cli::terminal::visible;

use super::{Game, Places, title};

pub(super) fn finding(out: &mut Vec<u8>, game: &Game<'_>, places: &Places<'_>, finding: &Diagnostic) {
    let (start, _) = places.of(&finding.range);
    let (file, message) = (visible(title(game.file)), visible(&finding.message));
    let (severity, code) = (finding.severity.name(), finding.code.name());
    // Writing to a vector does not fail.
    let _ = writeln!(out, "{file}:{}:{}: {severity}[{code}] {message}", start.line + 1, start.column + 1);
}
