//! Rows of the catalogue: binary move sections (rules B10, E1 to E3), and duplicate games.

use crate::lint::Severity::{Error, Hint, Information};
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static TRUNCATED_SECTION: Lint = Lint {
    code: Code::TruncatedSection,
    name: "truncated-section",
    family: Family::Structure,
    severity: Error,
    fix: false,
    summary: "A binary move section is incomplete: its end is missing.",
    explanation: r#"Every binary notation marks the end of its section: BCCF with the last bit of the last half-move,
BCFEN with the byte 88, PGC with the marker 06, Brenner's notation with the byte of the result (rule
E1). This section has no such end before the next game's tags or the end of the file. Bytes are
missing, or one of the last bytes is damaged. The message says how many bytes were read and what was
expected next.

The moves up to that place are checked, and can be converted with `--allow-loss`. Sections are
usually damaged by programs that treat the file as text: an editor, a transfer in text mode, a
change of the encoding or of the line ends. Get the file from its source again. In the example the
two bytes `E0` are c2-c4 in BCCF, without the bit that ends the game."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E0
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E1
"#,
    check: Check::Engine,
};

pub(crate) static INVALID_SECTION_BYTE: Lint = Lint {
    code: Code::InvalidSectionByte,
    name: "invalid-section-byte",
    family: Family::Structure,
    severity: Error,
    fix: false,
    summary: "A byte of a binary move section has no meaning where it stands.",
    explanation: r#"The message gives the byte's offset in the section, its value, and what could have stood there (rule
E2). For example, a value in BCFEN is not a piece, a marker in PGC is not known, an index in PGC is
higher than the number of legal moves, or a byte of Brenner's notation is an illegal move. Each byte
is read on the board that follows from the bytes before it, so the mistake may be in an earlier
byte.

The game is read up to this byte, and nothing more is reported about its section. The next game is
still found.

Sometimes only a few bits are wrong, and they do not change what is read. Then this is a warning,
and the game is read to its end. Examples are bits that are set after the last half-move, a piece to
promote to in BCCF without the bit of a promotion, a count that takes more bytes than it needs, or
the number of a piece where Brenner's notation needs none.

In the example the byte C1, here written as `\xC1`, is one of the seven that Brenner's
notation leaves without a meaning."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BRENNER:Brenner's one-byte half-moves"],,\xC1
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BRENNER:Brenner's one-byte half-moves"],,\x03
"#,
    check: Check::Engine,
};

pub(crate) static TEXT_BEFORE_SECTION: Lint = Lint {
    code: Code::TextBeforeSection,
    name: "text-before-section",
    family: Family::Structure,
    severity: Error,
    fix: false,
    summary: "White space or a comment is between the tags and a binary move section.",
    explanation: r#"The bytes of a binary move section begin straight after the `]` of `MoveFormat`: a line end, a space
or a comment there is read as data (rule B10). It is reported if the section cannot be read in this
way, or would begin with an illegal half-move.

Remove it with a program that does not change the other bytes; a comment may stand before the tags
or between them. There is no fix, because a text editor would damage the section."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]
 E1
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E1
"#,
    check: Check::Engine,
};

pub(crate) static SECTION_WITHOUT_END: Lint = Lint {
    code: Code::SectionWithoutEnd,
    name: "section-without-end",
    family: Family::Structure,
    severity: Error,
    fix: false,
    summary: "The moves are in a binary notation that does not say where its section ends.",
    explanation: r#"Version 1.0 of BCCF and BCFEN has no terminator, so in a file nobody knows where the moves end and
the next game begins. Version 1.1 was made for files (rule E1). The moves are not checked.

A file that contains one such game and nothing after it can be converted, because the end of the
section is the end of the file: `vgn-lsp convert --from BCCF1 --to BCCF`."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF1:Binary Compressed Coordinate Format"]E0
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E1
"#,
    check: Check::Engine,
};

pub(crate) static SECTION_TOO_LONG: Lint = Lint {
    code: Code::SectionTooLong,
    name: "section-too-long",
    family: Family::Structure,
    severity: Error,
    fix: false,
    summary: "A binary move section has more than 1,048,576 bytes, and is not read.",
    explanation: r#"No notation sets a limit, but a program must have one, because the moves of a section take much more
memory than its bytes. The longest game that the rules of chess allow has 17,697 half-moves, which
are 35,394 bytes of BCCF. So if a section has more than a million bytes, usually its end was
damaged, and other bytes of the file are read as half-moves.

The section is skipped: it is not checked, shown or converted, and the games after it are read as
usual. The example is cut short: its section goes on in the same way for 1,048,577
bytes."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E0E0E0E0 …
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E1
"#,
    check: Check::Engine,
};

pub(crate) static SECTION_NEEDS_FILE: Lint = Lint {
    code: Code::SectionNeedsFile,
    name: "section-needs-file",
    family: Family::Structure,
    severity: Information,
    fix: false,
    summary: "The bytes of a binary move section are not available in the editor.",
    explanation: r#"An editor reads a file as text, and the bytes of a binary move section cannot be restored from that
text (rule E3). So the server reads them from the file on disk, as long as the text in the editor is
the text of that file. This is not possible for a text that was never saved, or for a game that was
changed in the editor.

Do not save the text over the file: that would destroy the section. `vgn-lsp convert --to FCN` turns
the game into text that can be edited. This is never reported on the command line."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E1
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "MCN:Minimum Coordinate Notation"]

1. c2c4 *
"#,
    check: Check::Engine,
};

pub(crate) static DUPLICATE_GAME: Lint = Lint {
    code: Code::DuplicateGame,
    name: "duplicate-game",
    family: Family::Structure,
    severity: Hint,
    fix: false,
    summary: "An earlier game has the same players, final position and number of half-moves.",
    explanation: r#"Two games are probably the same if the same players reach the same final position after the same
number of half-moves, and the main line has at least twenty. The moves themselves are not compared:
two sources often give the same opening in a different order. Notation, comments, glyphs and
variations do not count, nor do the tags `Event`, `Site` and `Result`, which collections write and
correct in their own ways. A game that was annotated twice, or that is in two chapters of a study,
is also reported. Only you know whether you want both, so there is no fix.

Names are compared word by word, in capital or small letters, as far as both names go. An initial,
or a word cut short by a period, matches any word that begins with it. So `Carlsen, Magnus` is the
same player as `CARLSEN,M` and `Carlsen`, but not the same as `Magnus Carlsen`, and `Smith, John`
is not `Smith, Jane`. A game is not compared if one of its players is unknown (`?`, `NN`).

Two games are different if their dates, round numbers or times (`UTCTime`, but not in an annotated
game) contradict each other, because two players may reach the same draw again in another round. An
unknown value contradicts nothing.

The finding is at the first tag of each later game and links to the first game. The first 900,000
games of a file that can be compared are remembered. Games in other files are not compared."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Timman, Jan"]
[Black "Kramnik, V"]
[Date "2001.01.13"]
[Round "1"]

1. e4 1.5 e5 2. Nf3 2.5 Nf6 3. Nxe5 3.5 d6 4. Nf3 4.5 Nxe4 5. d4 5.5 d5 6. Bd3 6.5 Nc6
7. O-O 7.5 Be7 8. c4 8.5 Nb4 9. Be2 9.5 O-O 10. Nc3 10.5 Bf5 11. a3 11.5 Nxc3 1/2-1/2

[GameFormat "VGN:Variable Game Notation"]
[White "TIMMAN,J"]
[Black "Kramnik, Vladimir"]
[Date "2001.??.??"]
[MoveFormat "MCN:Minimum Coordinate Notation"]

1. e2e4 1.5 e7e5 2. g1f3 2.5 g8f6 3. f3e5 3.5 d7d6 4. e5f3 4.5 f6e4 5. d2d4 5.5 d6d5
6. f1d3 6.5 b8c6 7. e1g1 7.5 f8e7 8. c2c4 8.5 c6b4 9. d3e2 9.5 e8g8 10. b1c3 10.5 c8f5
11. a2a3 11.5 e4c3 1/2-1/2
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Timman, Jan"]
[Black "Kramnik, V"]
[Date "2001.01.13"]
[Round "1"]

1. e4 1.5 e5 2. Nf3 2.5 Nf6 3. Nxe5 3.5 d6 4. Nf3 4.5 Nxe4 5. d4 5.5 d5 6. Bd3 6.5 Nc6
7. O-O 7.5 Be7 8. c4 8.5 Nb4 9. Be2 9.5 O-O 10. Nc3 10.5 Bf5 11. a3 11.5 Nxc3 1/2-1/2
"#,
    check: Check::Engine,
};

pub(crate) static DUPLICATE_IN_WORKSPACE: Lint = Lint {
    code: Code::DuplicateInWorkspace,
    name: "duplicate-in-workspace",
    family: Family::Structure,
    severity: Hint,
    fix: false,
    summary: "Another file of the workspace has the same game.",
    explanation: r#"A game in another file of the editor's workspace, or in another document that is open, has the same
players, final position and number of half-moves. Both are compared as `duplicate-game` compares
the games of one file. The finding is at the first tag of either game, and links to the other.

Editors report it if the configuration sets its severity. The positions of all games of the
workspace are then read in the background, within the bounds that docs/protocol.md gives for
`vgn/explore`, and again when a file changes. Games of variants, games with half-moves that cannot
be played, and documents of more than 20,000 games are not compared. It is never reported on the
command line, where `vgn-lsp duplicates` compares the games of many files.

The example stands for two files with a game each."#,
    wrong: DUPLICATE_GAME.wrong,
    right: DUPLICATE_GAME.right,
    check: Check::Engine,
};
