//! Rows of the catalogue: the structure of a game's text outside its tags (rules A2, A3, C1 and C4 to C7).

use crate::lint::Severity::{Error, Information, Warning};
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static UNCLOSED_COMMENT: Lint = Lint {
    code: Code::UnclosedComment,
    name: "unclosed-comment",
    family: Family::Structure,
    severity: Error,
    fix: true,
    summary: "A comment has no closing `}`.",
    explanation: r#"A comment that begins with `{` ends at the next `}`, even if that is on another line, and comments
do not nest (rule C4; PGN 5). Without the `}`, the comment would swallow the rest of the file. To
keep the next game safe, the comment is read only up to the next game's tags, or to the end of the
file. If a `}` comes at most 32 lines after such tags, before any other `{`, they are text of the
comment, unless a terminator before a tag `Event` shows where a game ends.

If the last word in the comment is a terminator, the fix writes the `}` before it, and the
terminator is not reported as missing. Otherwise the fix writes the `}` at the end of what was read
as the comment. If moves were swallowed too, move the `}` in front of them by hand."#,
    wrong: "1. e4 e5 {A good beginning. *\n",
    right: "1. e4 e5 {A good beginning.} *\n",
    check: Check::Engine,
};

pub(crate) static UNCLOSED_VARIATION: Lint = Lint {
    code: Code::UnclosedVariation,
    name: "unclosed-variation",
    family: Family::Structure,
    severity: Error,
    fix: true,
    summary: "A variation has no closing `)`.",
    explanation: r#"A variation stands in parentheses (rule C7; PGN 8.2.5). If it is never closed, everything after it
belongs to the variation, up to the end of the game. Only the terminator at the very end is still
read as the terminator of the game.

The fix writes the `)` at the end, because nothing in the text shows where the variation should end:
move it if the main line goes on earlier. A `(` with nothing after it is removed instead. As long as
the `)` is missing, errors that the moves after it seem to have are not reported."#,
    wrong: "1. e4 (1. d4 d5 *\n",
    right: "1. e4 (1. d4 d5) *\n",
    check: Check::Engine,
};

pub(crate) static UNOPENED_VARIATION: Lint = Lint {
    code: Code::UnopenedVariation,
    name: "unopened-variation",
    family: Family::Structure,
    severity: Error,
    fix: true,
    summary: "A `)` has no opening `(`.",
    explanation: r#"There is one `)` more than there are variations to close (rule C7; PGN 8.2.5). If the move numbers
go back somewhere before it, a `(` was most likely lost there: the moves from that place on are read
as the variation, and the fix inserts the `(`. Otherwise the fix removes the `)`; `check --fix`
leaves it if moves stand between it and the end of the variation before, which may end at the wrong
place."#,
    wrong: "1. e4 (1. d4 d5)) 1... e5 *\n",
    right: "1. e4 (1. d4 d5) 1... e5 *\n",
    check: Check::Engine,
};

pub(crate) static STRAY_TEXT: Lint = Lint {
    code: Code::StrayText,
    name: "stray-text",
    family: Family::Structure,
    severity: Error,
    fix: true,
    summary: "This text has no meaning in a game.",
    explanation: r#"The move section contains only numbers, moves, annotations, comments, variations and a terminator
(rule C6; PGN 7). Any other text is an error: one for each stretch of such text, however long it is.
Words for people belong in a comment, and a fix puts them there. Lines of positions in EPD before a
game are one error too: `vgn-lsp position` reads them. A second terminator after the first, on the
same line or a later one, is an error too: a terminator without tags and moves is not a game. If it
gives the same result, the fix removes it. After an empty line, where other programs read a game
without moves, the fix is applied only if you choose it.

If the text is close to something that a game can contain, such as `1/2` at the end for `1/2-1/2`,
or `=` after a move for `$10`, the message asks whether that was meant, and there is a fix. `<` and
`>`, which PGN reserves for the future, are stray text too. A word that looks like a move but is not
one is reported as `invalid-move-text` instead."#,
    wrong: "1. e4 e5 2. Nf3 Nf6 1/2\n",
    right: "1. e4 e5 2. Nf3 Nf6 1/2-1/2\n",
    check: Check::Engine,
};

pub(crate) static MERGE_CONFLICT: Lint = Lint {
    code: Code::MergeConflict,
    name: "merge-conflict",
    family: Family::Structure,
    severity: Error,
    fix: false,
    summary: "A merge has left two versions of a place.",
    explanation: r#"Where two branches have changed the same thing, git leaves both versions: ours between a line of
`<<<<<<<` and one of `=======`, theirs from there to a line of `>>>>>>>`. A line of `|||||||` begins
the version that both have changed. Such lines are no part of a game (rule C6).

Keep one of the versions, or write a third one, and remove the lines of markers. Until then the game
is checked as our version has it, and no fix is offered in it. With `vgn-lsp merge-driver` git
leaves fewer conflicts."#,
    wrong: "1. e4\n<<<<<<< ours\n{Best by test.}\n=======\n{Old.}\n>>>>>>> theirs\n1... e5 *\n",
    right: "1. e4 {Best by test.} 1... e5 *\n",
    check: Check::Engine,
};

pub(crate) static MISSING_TERMINATOR: Lint = Lint {
    code: Code::MissingTerminator,
    name: "missing-terminator",
    family: Family::Structure,
    severity: Error,
    fix: true,
    summary: "A game has no terminator.",
    explanation: r#"Every game ends with `1-0`, `0-1`, `1/2-1/2` or `*` (rule C1; PGN 8.2.6): White wins, Black wins, a
draw, or a game that is not finished or whose result is not known. The terminator separates a game
from the next one. The tags of a game stand before its moves (rule A1; PGN 8). So tags after moves
begin the next game, and the error is that the game before them has no terminator.

The fix writes the terminator that fits the game: a win after checkmate, a draw after stalemate,
otherwise what the end mark of the last move or the tag `Result` says, and if there is neither, `*`.
If the last move and the tag contradict each other, no terminator is written unasked."#,
    wrong: "1. f3 e5 2. g4 Qh4#\n",
    right: "1. f3 e5 2. g4 Qh4# 0-1\n",
    check: Check::Engine,
};

pub(crate) static ESCAPE_LINE: Lint = Lint {
    code: Code::EscapeLine,
    name: "escape-line",
    family: Family::Structure,
    severity: Error,
    fix: true,
    summary: "A line in a VGN game begins with `%`.",
    explanation: r#"In PGN, a program can write a line for itself if it begins with `%` (PGN 6); other programs skip
that line. VGN has no such lines (rule C5), so a program that reads VGN finds stray text there. The
fix turns the line into a comment by writing `;` for `%`. Where VGN does not allow a comment, the
fix also moves it after Black's move. In a PGN game such a line is allowed and is not read."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]

% exported by an old program
1. e4 1.5 e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

; exported by an old program
1. e4 1.5 e5 *
"#,
    check: Check::Engine,
};

pub(crate) static TOO_DEEP: Lint = Lint {
    code: Code::TooDeep,
    name: "too-deep",
    family: Family::Structure,
    severity: Error,
    fix: false,
    summary: "Variations are nested more than 500 deep.",
    explanation: r#"Variations may contain variations (rule C7; PGN 8.2.5), and neither VGN nor PGN sets a limit. A
program must have one, or a file of nothing but parentheses would stop it: here the limit is 500.
Deeper variations are skipped, and the error is reported once, at the first of them. The rest of the
game is read as usual.

No known game comes near the limit, so the usual cause is a `)` that is missing again and again. The
example is shortened: the real one is 501 parentheses deep."#,
    wrong: "1. e4 (1. d4 (1. e4 (1. d4 (1. e4 (1. d4 … )))))\n*\n",
    right: "1. e4 (1. d4) *\n",
    check: Check::Engine,
};

pub(crate) static COMMENT_PLACEMENT: Lint = Lint {
    code: Code::CommentPlacement,
    name: "comment-placement",
    family: Family::Structure,
    severity: Warning,
    fix: true,
    summary: "A comment in a VGN game is in a place where VGN does not allow one.",
    explanation: r#"In a VGN game comments may stand before and between tags, before White's move number, and after
Black's move and its NAGs. After White's move a comment is allowed only if that is the last move
(rule C4). So a comment never separates White's move from Black's, and simple programs can read both
together.

The fix moves the comment after Black's move and writes a command at its beginning that says which
half-move it belongs to: `[%after 3.]` for White's third move, `[%after 3.5]` for Black's. A comment
between White's number and move goes before the number. A comment with `;` becomes one with braces,
unless it contains a `}`: then it keeps its `;`, and the moves go on in the next line. A conversion
to PGN removes the command and puts the comment back in its place. In a PGN game a comment may stand
anywhere, but not inside a tag or a move (PGN 5)."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 {the king's pawn} 1.5 e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 1.5 e5 {[%after 1.] the king's pawn} *
"#,
    check: Check::Engine,
};

pub(crate) static EMPTY_VARIATION: Lint = Lint {
    code: Code::EmptyVariation,
    name: "empty-variation",
    family: Family::Structure,
    severity: Warning,
    fix: true,
    summary: "A variation is empty.",
    explanation: r#"A variation records moves that could have been played instead (rule C7; PGN 8.2.5). An empty one is
usually left over from an analysis that was deleted, and some programs refuse it. The fix removes
it.

A variation that contains only a comment is used as a note and is not reported."#,
    wrong: "1. e4 () 1... e5 *\n",
    right: "1. e4 1... e5 *\n",
    check: Check::Engine,
};

pub(crate) static INVALID_UTF8: Lint = Lint {
    code: Code::InvalidUtf8,
    name: "invalid-utf8",
    family: Family::Structure,
    severity: Information,
    fix: true,
    summary: "The game is not in UTF-8; it is read in another encoding.",
    explanation: r#"Today, text files are in UTF-8. A game that is not valid UTF-8 is read as ISO 8859-1, the character
set of the PGN standard (PGN 4.1), with the characters of Windows-1252 for the bytes 80 to 9F, or in
one of the old code pages 437 and 850 if that gives better words (rule A3). The message names the
encoding that was used. Only letters outside ASCII depend on it: those of names and comments, hardly
ever those of moves.

The fix rewrites the game in UTF-8. Look at the names first: if they look wrong, the guess was
wrong, and the fix should not be applied. There is no fix if the words cannot be right, as when they
were written in Cyrillic letters (Windows-1251), or if a part of the game is UTF-8. Fixes of other
problems do not change the encoding.

An editor that reads such a file as UTF-8 shows the sign `�` (U+FFFD) in place of letters, and
saving the file destroys those letters. This is reported once in the file: open it again in its own
encoding. In the example `\xFC` stands for the single byte FC."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[White "M\xFCller, Karl"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Müller, Karl"]

1. e4 *
"#,
    check: Check::Engine,
};
