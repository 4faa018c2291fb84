//! Rows of the catalogue: binary move sections (rules B10, E1 to E3).

macro_rules! sections {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Structure {

TruncatedSection {
    name: "truncated-section",
    severity: Error,
    fix: false,
    summary: "A binary move section is cut off before its end.",
    explanation: r#"Each binary notation ends its section itself: BCCF with the last bit of the last half-move, BCFEN
with the byte 88, PGC with the marker 06, Brenner's notation with the byte of the result (rule
E1). This section has no such end before the next game's tags or the end of the file: bytes are
missing, or one of the last bytes was damaged. The message says how many bytes were read and what
was expected next.

What stands before the cut is checked, and can be converted with `--allow-loss`. Programs that
take the file for text damage sections most often: a transfer in text mode, an editor, a change of
the encoding or of the line ends. Take the file from its source again. In the example the two
bytes `E0` are c2-c4 in BCCF, without the bit that ends the game."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E0
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E1
"#,
}

InvalidSectionByte {
    name: "invalid-section-byte",
    severity: Error,
    fix: false,
    summary: "A byte of a binary move section has no meaning where it stands.",
    explanation: r#"The message gives the byte's offset in the section, its value, and what could have stood there
(rule E2). A value of BCFEN may stand for no piece, a marker of PGC may be unknown, an index of PGC
higher than there are legal moves, a byte of Brenner's notation a move that the rules do not allow.
Since each byte is read on the board that the bytes before it have led to, the fault may be an
earlier one.

The game is read up to this byte, and nothing more is said about its section; the next game is
found all the same. In the example the byte of the value C1, here written out as `\xC1`, is one of
the seven that Brenner's notation leaves without a meaning."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BRENNER:Brenner's one-byte half-moves"],,\xC1
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BRENNER:Brenner's one-byte half-moves"],,\x03
"#,
}

TextBeforeSection {
    name: "text-before-section",
    severity: Error,
    fix: false,
    summary: "White space or a comment stands between the tags and a binary move section.",
    explanation: r#"The bytes of a binary move section begin straight after the `]` of `MoveFormat`: a line end, a
blank or a comment there is data (rule B10). It is taken for what it most likely is when the
section cannot be read with it, or begins with a half-move that breaks the rules.

Remove the text with a program that leaves the other bytes as they are; a comment may stand before
the tags or between them. An editor of text would damage the section, so that there is no fix."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]
 E1
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E1
"#,
}

SectionWithoutEnd {
    name: "section-without-end",
    severity: Error,
    fix: false,
    summary: "The moves are in a binary notation that does not say where its section ends.",
    explanation: r#"Version 1.0 of BCCF and BCFEN has no terminator, so that in a file nobody can tell where the moves
end and the next game begins. Version 1.1 was made for files (rule E1). The moves are not judged.

A file that holds one such section and nothing after it can be converted, for its length is known:
`vgn-lsp convert --from BCCF1 --to BCCF`."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF1:Binary Compressed Coordinate Format"]E0
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E1
"#,
}

SectionNeedsFile {
    name: "section-needs-file",
    severity: Information,
    fix: false,
    summary: "An editor has no bytes of a binary move section, and there is no file to read them from.",
    explanation: r#"An editor takes a file for text and sends characters, from which the bytes of a binary move
section cannot be got back (rule E3). The server reads them from the file on disk, as long as the
text of the editor is that file's: then the game is shown and checked. A text that was never
saved, or that was changed, has no such file.

Do not save the text over the file: that would destroy the section. `vgn-lsp convert --to FCN`
makes a text of the game, which can be edited. On the command line, where the bytes are at hand,
this is never reported."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "BCCF:Binary Compressed Coordinate Format"]E1
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "MCN:Minimum Coordinate Notation"]

1. c2c4 *
"#,
}

    } } };
}
