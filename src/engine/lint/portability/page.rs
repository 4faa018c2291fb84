//! What pages say of the table: that of a lint, and `docs/portability.md`.

use std::fmt::Write;

use super::{ROWS, Reader, Row};
use crate::lint::Lint;

/// What the page of a lint says of the readers; empty if no row is about it.
pub fn lint_page(lint: &Lint) -> String {
    let rows: Vec<&Row> = ROWS.iter().copied().filter(|row| row.code == lint.code).collect();
    if rows.is_empty() {
        return String::new();
    }
    let mut text = String::from("Other programs (`docs/portability.md` of vgn-lsp has their versions):\n");
    for row in rows {
        // Writing to a string does not fail.
        let _ = writeln!(text, "\n- {}: {}.", row.title, row.verdict(super::ReaderSet::ALL));
    }
    text
}

const INTRODUCTION: &str = "# Portability

What programs and libraries that read PGN make of the same text. `vgn-lsp check --for lichess,scid games.pgn` reports
the places that one of them reads otherwise than the text says; `--for all` names all of them, and `portable` in
`vgn.toml` or in an editor's settings does the same. Without it, an editor shows as hints what lichess and python-chess
read otherwise, and the command line shows nothing.

This page is for authors, and for people who write such programs. It is made from the table in `src/engine/lint/portability`,
and `tests/readers` runs each program on each pair of examples: those that are not named read the first as they read the
second.

| name | what is run |
|---|---|
";

/// The text of `docs/portability.md`.
pub fn whole_page() -> String {
    let mut text = String::from(INTRODUCTION);
    for reader in Reader::ALL {
        // Writing to a string does not fail, here and below.
        let _ = writeln!(text, "| {reader} | {} |", reader.package());
    }
    for row in ROWS {
        let _ = write!(text, "\n## {}\n\n", row.title);
        let _ = writeln!(text, "Reported as [{0}](diagnostics.md#{0}).\n", row.code);
        for effect in row.effects {
            let names: Vec<&str> = effect.readers.iter().map(|reader| reader.name()).collect();
            let _ = writeln!(text, "- {}: {}", names.join(", "), effect.does);
        }
        for (title, example) in [("Read differently", row.wrong), ("Read alike", row.right)] {
            let shown = example.replace('\u{feff}', "\\u{feff}");
            let _ = write!(text, "\n{title}:\n\n```pgn\n{}\n```\n", shown.trim_end());
        }
    }
    text
}
