//! One line per finding, as compilers print them and editors and scripts parse them.

use std::io::Write;

use vgn_engine::lint::Diagnostic;

use super::{GamePlaces, PrintedGame, title};
use crate::terminal::visible;

pub(super) fn finding(out: &mut Vec<u8>, game: &PrintedGame<'_>, places: &GamePlaces<'_>, finding: &Diagnostic) {
    let (start, _) = places.of(&finding.range);
    let (file, message) = (visible(title(game.file)), visible(&finding.message));
    let (severity, code) = (finding.severity.name(), finding.code.name());
    // Writing to a vector does not fail.
    let _ = writeln!(out, "{file}:{}:{}: {severity}[{code}] {message}", start.line + 1, start.column + 1);
}
