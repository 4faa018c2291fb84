//! Rows of the catalogue: numbers, glyphs, variations and comments (rules C2 to C4 and C7).

macro_rules! movetext {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Movetext {

MoveNumber {
    name: "move-number",
    severity: Warning,
    fix: true,
    summary: "A move number is not the number of its move.",
    explanation: r#"Numbers begin with 1, or where the first board says, and go up by one with each move of White (rule
C2; PGN 8.2.2). They are optional, but one that is there must be right: a wrong one often shows that
a move was lost or written twice. Numbers that go on from a wrong one in good order are not reported
again.

A number that no move follows, and White's number before Black's move, are reported here too. The
fix writes all numbers of the game anew, variations included; look first whether a move is missing.
Where the move after White's number cannot be Black's, one is missing for certain, and there is no
fix."#,
    wrong: "1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *\n",
    right: "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n",
}

MoveNumberStyle {
    name: "move-number-style",
    severity: Warning,
    fix: true,
    summary: "A move number is written in the style of the other game format.",
    explanation: r#"VGN writes digits and one `.` for White, and the same digits and `.5` for Black, as `1. e4 1.5 e5`
(rule C2). PGN writes `1...` for Black where it needs a number at all (PGN 8.2.2.2), and accepts any
count of periods. So `1...` or a number without its period in a VGN game is reported, and `1.5` in a
game that says that it is PGN. In a game that says nothing, `1.5` is `missing-game-format`.

The fix writes the number in the style of the game's own format."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 1... e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 1.5 e5 *
"#,
}

MissingSpaceAfterNumber {
    name: "missing-space-after-number",
    severity: Warning,
    fix: true,
    summary: "No space stands between a number and its move in a VGN game.",
    explanation: r#"In VGN white space follows a move number (rule C2): with it a reader can split the text at white
space and has its tokens. `1.e4` is a habit of PGN, where it is right, and it is read here too. The
fix inserts the space."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]

1.e4 1.5 e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 1.5 e5 *
"#,
}

BlackNumberForWhite {
    name: "black-number-for-white",
    severity: Warning,
    fix: true,
    summary: "A number for Black's move stands before a move of White.",
    explanation: r#"`2.5` in VGN and `2...` in PGN announce Black's second move (rule C2; PGN 8.2.2.2). Here it is
White's turn, and the count is right, so only the style of the number is wrong; the fix writes
White's. If a move of White was left out before, insert it instead: then the moves after it fit
again. Where the move cannot be White's, there is no fix."#,
    wrong: "1. e4 e5 2... Nf3 Nc6 *\n",
    right: "1. e4 e5 2. Nf3 Nc6 *\n",
}

VariationAnchor {
    name: "variation-anchor",
    severity: Warning,
    fix: true,
    summary: "A variation's number does not name the move that the variation replaces.",
    explanation: r#"A variation records what could have been played instead of a move before it (rule C7). In a PGN game
that is always the last move before the `(`, whatever the number in it says (PGN 8.2.5); the number
must name the same move, and one that does not is a warning. In a VGN game the number decides: `3.`
is White's third move and `3.5` Black's, and it may name the last move or the one before; one that
names neither is an error. Without a number the variation replaces the last move. A variation before
any move has nothing to replace.

In a PGN game the fix writes the numbers that the variation should have. Where its first move is
possible only in place of the move that the number names, the choice is to move the variation there;
until then its moves are not judged, for other programs cannot read them either."#,
    wrong: "1. e4 e5 2. Nf3 Nc6 3. Bb5 (2. Bc4 Nf6) 3... a6 *\n",
    right: "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Nf6) 3... a6 *\n",
}

NagPlacement {
    name: "nag-placement",
    severity: Warning,
    fix: true,
    summary: "An annotation stands where there is no move for it.",
    explanation: r#"A NAG such as `$1`, or a sign such as `!`, belongs to the move before it, and only another
annotation may stand between (rule C3; PGN 8.2.4). After a comment, a variation or a number it is
not clear what it is for.

The fix moves it back to the move before the comment or variation. Where there is no such move, the
fix removes it, and asks first."#,
    wrong: "1. e4 e5 {a solid reply} $1 2. Nf3 *\n",
    right: "1. e4 e5 $1 {a solid reply} 2. Nf3 *\n",
}

SuffixGlyph {
    name: "suffix-glyph",
    severity: Warning,
    fix: true,
    summary: "A VGN game writes an annotation as `!` or `?` instead of a NAG.",
    explanation: r#"`!`, `?`, `!!`, `??`, `!?` and `?!` after a move are PGN's import format for the NAGs `$1` to `$6`
(PGN 8.2.3.8). VGN knows NAGs only, because its moves can be in any notation (rule C3). They are
read as if the NAG stood there, and the fix writes it."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4! 1.5 e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 $1 1.5 e5 *
"#,
}

UnknownNag {
    name: "unknown-nag",
    severity: Information,
    fix: false,
    summary: "A NAG has no agreed meaning.",
    explanation: r#"PGN gives meanings to `$0` to `$139` (PGN 10), tools have agreed on some more, such as `$146` for a
novelty, and VGN adds `$300` to `$302`. Another number means something only to the program that
wrote it, and others will show the bare number or nothing. Put what it says into a comment."#,
    wrong: "1. e4 e5 $999 *\n",
    right: "1. e4 e5 {the spectators laughed} *\n",
}

CompositeNag {
    name: "composite-nag",
    severity: Information,
    fix: false,
    summary: "A composite NAG is not part of VGN 1.0.",
    explanation: r#"VGN's author had the idea of NAGs that are made of a pattern and words for its gaps: `$5.1.2.1.1`
stands for a sentence with a side, a degree and a kind of advantage. It is read as one annotation
here, and an editor shows the sentence, but VGN 1.0 does not have it and other programs will not
read it. Use a plain NAG or a comment."#,
    wrong: "1. e4 e5 $5.1.2.1.1 *\n",
    right: "1. e4 e5 $16 *\n",
}

InvalidCommentCommand {
    name: "invalid-comment-command",
    severity: Information,
    fix: false,
    summary: "A command in a comment does not have the form that programs agree on.",
    explanation: r#"Clocks, evaluations and coloured squares stand in comments as commands: `[%clk 1:05:23]` and `[%emt
0:00:07]` are times, `[%eval 0.25]` and `[%eval #3]` an evaluation by an engine, perhaps with a
depth, `[%csl Gd4]` squares and `[%cal Ge2e4]` arrows with a letter for their colour. One in another
form will not be shown by other programs.

In a VGN game `[%after 3.]` at a comment's beginning says that the comment belongs to White's third
half-move, `[%after 3.5]` to Black's (rule C4). It names one of the two half-moves before the
comment.

Commands with other names are not looked at. Neither PGN nor VGN defines the others: they come from
a proposal of 2001 and from what servers write."#,
    wrong: "1. e4 {[%clk 1:99:00]} e5 *\n",
    right: "1. e4 {[%clk 1:59:00]} e5 *\n",
}

    } } };
}
