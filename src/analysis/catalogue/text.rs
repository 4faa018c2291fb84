//! Rows of the catalogue: the structure of a game's text outside its tags (rules A2, A3, C1 and C4 to C7).

macro_rules! text {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Structure {

UnclosedComment {
    name: "unclosed-comment",
    severity: Error,
    fix: true,
    summary: "A comment has no closing `}`.",
    explanation: r#"A comment that begins with `{` goes on to the next `}`, over line ends and all, and does not nest
(rule C4; PGN 5). Without the `}` it would swallow the rest of the file. So it is taken to end
before the next game's tags, or at the end of the file, and the next game is safe.

A terminator that the comment has swallowed as its last word is not missed besides. The fix writes
the `}` before it, and otherwise where the comment was taken to end; moves that it holds must be
taken out by hand."#,
    wrong: "1. e4 e5 {A good beginning. *\n",
    right: "1. e4 e5 {A good beginning.} *\n",
}

UnclosedVariation {
    name: "unclosed-variation",
    severity: Error,
    fix: true,
    summary: "A variation has no closing `)`.",
    explanation: r#"A variation stands in parentheses (rule C7; PGN 8.2.5). One that is never closed makes everything
after it part of the variation, down to the game's end. The terminator at the very end is still
taken for the game's own.

The fix writes the `)` at the end, because nothing in the text tells where the variation was to end:
move it if the main line goes on before. A `(` that nothing follows is removed instead. What the
moves behind the forgotten `)` seem to get wrong is not reported as long as it is missing."#,
    wrong: "1. e4 (1. d4 d5 *\n",
    right: "1. e4 (1. d4 d5) *\n",
}

UnopenedVariation {
    name: "unopened-variation",
    severity: Error,
    fix: true,
    summary: "A `)` closes no variation.",
    explanation: r#"There is one `)` more than there are variations to close (rule C7; PGN 8.2.5). Where a move number
goes back before it, a `(` was most likely lost there: the moves between are taken for the
variation, and the fix inserts the `(`. Otherwise the fix removes the `)`."#,
    wrong: "1. e4 (1. d4 d5)) 1... e5 *\n",
    right: "1. e4 (1. d4 d5) 1... e5 *\n",
}

StrayText {
    name: "stray-text",
    severity: Error,
    fix: true,
    summary: "Text stands here that no game can hold.",
    explanation: r#"The move section holds numbers, moves, annotations, comments, variations and a terminator, and
nothing else (rule C6; PGN 7). Anything that cannot be one of them is one error for each run of it,
however long the run is. Words for people belong in a comment. So is a second terminator behind the
first, on its line or a later one: a terminator without tags and moves of its own is not a game.
Where it says the same, the fix removes it; behind an empty line, where other programs read a game
without moves, it asks first.

Where something that a game can hold is near, such as `1/2-1/2` for `1/2` at the end, or `$10` for
`=` after a move, the message asks whether it was meant, and there is a fix. `<` and `>`, which PGN
keeps for later, are stray text too. A word in letters of moves that is no move is
`invalid-move-text` instead."#,
    wrong: "1. e4 e5 2. Nf3 Nf6 1/2\n",
    right: "1. e4 e5 2. Nf3 Nf6 1/2-1/2\n",
}

MissingTerminator {
    name: "missing-terminator",
    severity: Error,
    fix: true,
    summary: "A game has no terminator.",
    explanation: r#"Every game ends with `1-0`, `0-1`, `1/2-1/2` or `*` (rule C1; PGN 8.2.6): White wins, Black wins, a
draw, and a game that goes on or whose end is not known. It is what separates a game from the next
one. Tags stand before the moves of their game (rule A1; PGN 8): so tags after moves begin the next
game, and what is wrong is that the game before has no end.

The fix writes what the game tells: the winner where the board is mate, a draw where it is
stalemate, what the last move's end mark or the tag `Result` says, and `*` otherwise."#,
    wrong: "1. f3 e5 2. g4 Qh4#\n",
    right: "1. f3 e5 2. g4 Qh4# 0-1\n",
}

EscapeLine {
    name: "escape-line",
    severity: Error,
    fix: true,
    summary: "A VGN game holds a line that begins with `%`.",
    explanation: r#"PGN lets a program hide a line of its own behind a `%` in the first column (PGN 6). VGN has no such
escape (rule C5), so its readers see stray text there. The fix turns the line into a comment to the
line's end by writing `;`, or, where VGN allows no comment, moves it as one behind Black's move. In
a PGN game the escape is fine, and nothing in the line is read."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]

% exported by an old program
1. e4 1.5 e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

; exported by an old program
1. e4 1.5 e5 *
"#,
}

TooDeep {
    name: "too-deep",
    severity: Error,
    fix: false,
    summary: "Variations are nested more than 500 deep.",
    explanation: r#"Variations may hold variations (rule C7; PGN 8.2.5), and neither VGN nor PGN sets a limit. A program
has to, or a file of nothing but parentheses would bring it down: here the limit is 500. Deeper ones
are passed over unread, and the error stands once, at the first of them; the rest of the game is
read as usual.

No game has been seen that comes near the limit, so look for a `)` that was lost over and over. The
example is cut short: it goes on in the same way, 501 parentheses deep."#,
    wrong: "1. e4 (1. d4 (1. e4 (1. d4 (1. e4 (1. d4 … )))))\n*\n",
    right: "1. e4 (1. d4) *\n",
}

CommentPlacement {
    name: "comment-placement",
    severity: Warning,
    fix: true,
    summary: "A comment in a VGN game stands where VGN allows none.",
    explanation: r#"In a VGN game comments stand before and between tags, before White's number, and after Black's move
and its NAGs; after White's move only when it is the last one (rule C4). So a pair of moves is never
torn apart, and simple readers can take it in one piece.

The fix moves the comment behind Black's move, where a command at its beginning says which
half-move it belongs to: `[%after 3.]` names White's third, `[%after 3.5]` Black's. A conversion to
PGN takes the command away and puts the comment back. In a PGN game a comment may stand between any
two tokens (PGN 5)."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 {the king's pawn} 1.5 e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 1.5 e5 {[%after 1.] the king's pawn} *
"#,
}

EmptyVariation {
    name: "empty-variation",
    severity: Warning,
    fix: true,
    summary: "A variation holds nothing.",
    explanation: r#"A variation tells other moves than those that were played (rule C7; PGN 8.2.5). One without anything
in it is usually left over from an analysis that was deleted, and some programs refuse it. The fix
removes it.

A variation that holds only a comment is in use as a note and earns no diagnostic."#,
    wrong: "1. e4 () 1... e5 *\n",
    right: "1. e4 1... e5 *\n",
}

InvalidUtf8 {
    name: "invalid-utf8",
    severity: Information,
    fix: true,
    summary: "A game's bytes are not valid UTF-8, and are read in another encoding.",
    explanation: r#"Text is UTF-8. A game that is not valid UTF-8 is read as ISO 8859-1, which is the character set of
PGN itself (PGN 4.1); bytes 80 to 9F are those of Windows-1252, unless letters in the old code page
437 or 850 make better words (rule A3). The message names the encoding that was taken. Only bytes
outside ASCII are concerned: names and comments, hardly ever moves.

A fix of something else leaves the encoding as it is. The fix of this one rewrites the game in
UTF-8; where the names come out wrong, the guess was wrong, and it should not be applied.

An editor that takes such a file for UTF-8 shows U+FFFD in the place of letters, and a save writes
it over them. The server says so once in the file; open it again in its encoding. In the
example `\xFC` stands for the single byte FC."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[White "M\xFCller, Karl"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Müller, Karl"]

1. e4 *
"#,
}

    } } };
}
