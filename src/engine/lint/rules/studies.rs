//! Rows of the catalogue: what does not fit together in a player's own studies.

use crate::lint::Severity::Information;
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static REPERTOIRE_CONFLICT: Lint = Lint {
    code: Code::RepertoireConflict,
    name: "repertoire-conflict",
    family: Family::Structure,
    severity: Information,
    fix: false,
    summary: "The own side plays another move in the same position than it did first.",
    explanation: r#"The studies of an opening repertoire answer each position of the other side with one move. Here the
own side plays another move than it did before in the same position: earlier in this file, or in a
file or an open document whose path comes before. The finding is at the later move, and links to the
first one. A move with a mark `?`, `??` or `?!` of the own side is no answer, and nothing that
follows it counts. Whose lines they are is told by the tag `Orientation`, by the word `white` or
`black` in the name of the file, or by the side whose moves do not branch; chapters of which none
tells it are not compared (docs/repertoire.md).

Editors report it if the configuration sets its severity. The files and documents in which it is set
are the studies: name it in the `vgn.toml` of the folder that has them, if others are beside it.
Compared are documents of at most 20,000 games, up to 1,000 files that are not open, of 4 MiB each
and 64 MiB together, and a million half-moves. It is never reported on the command line, where
`vgn-lsp repertoire` compares the chapters of many files, and finds lines without an answer too.

The example stands for a file with the name `my-white-lines.pgn`."#,
    wrong: r#"[Event "Italian: 3... Nf6"]
[Site "?"]
[Date "2024.??.??"]
[Round "1"]
[White "?"]
[Black "?"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 *

[Event "Italian: 3... Bc5"]
[Site "?"]
[Date "2024.??.??"]
[Round "2"]
[White "?"]
[Black "?"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 *
"#,
    right: r#"[Event "Italian: 3... Nf6"]
[Site "?"]
[Date "2024.??.??"]
[Round "1"]
[White "?"]
[Black "?"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. d3 *

[Event "Italian: 3... Bc5"]
[Site "?"]
[Date "2024.??.??"]
[Round "2"]
[White "?"]
[Black "?"]
[Result "*"]

1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5 4. c3 *
"#,
    check: Check::Engine,
};
