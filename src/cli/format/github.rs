//! Workflow commands of GitHub: each finding becomes an annotation of a change.

use std::io::Write;

use crate::analysis::{Diagnostic, Severity};
use crate::cli::terminal::visible_lines;

use super::{Game, Places, title};

pub(super) fn finding(out: &mut Vec<u8>, game: &Game<'_>, places: &Places<'_>, finding: &Diagnostic) {
    let command = match finding.severity {
        Severity::Error => "error",
        Severity::Warning => "warning",
        Severity::Information | Severity::Hint => "notice",
    };
    let (start, end) = places.of(&finding.range);
    let file = title(game.file);
    // GitHub knows files from the root of the repository.
    let file = file.strip_prefix("./").unwrap_or(file);
    // Writing to a vector does not fail.
    let _ = write!(out, "::{command} file={},line={},endLine={}", property(file), start.line + 1, end.line + 1);
    if start.line == end.line {
        // Columns are allowed within one line only.
        let _ = write!(out, ",col={},endColumn={}", start.column + 1, end.column + 1);
    }
    let message = format!("{} (game {})", finding.message, game.number);
    let _ = writeln!(out, ",title={}::{}", property(finding.code.name()), data(&message));
}

fn data(text: &str) -> String {
    let text = visible_lines(text);
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_end_a_command_is_escaped() {
        assert_eq!(data("100 %\r\nx\x1b"), "100 %25%0D%0Ax␛");
        assert_eq!(property("C:\\a,b"), "C%3A\\a%2Cb");
    }
}
