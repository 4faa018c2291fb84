//! Rows of the catalogue: numbers, glyphs, variations and comments (rules C2 to C4 and C7).

use crate::lint::Severity::{Information, Warning};
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static MOVE_NUMBER: Lint = Lint {
    code: Code::MoveNumber,
    name: "move-number",
    family: Family::Movetext,
    severity: Warning,
    fix: true,
    summary: "A move number is wrong.",
    explanation: r#"Numbers begin with 1, or with the number in the first board, and grow by one with each move of White
(rule C2; PGN 8.2.2). They are optional, but one that is there must be right: a wrong one often
shows that a move was lost or written twice. If the numbers after a wrong one count on from it, they
are not reported again.

A number that no move follows, and White's number before Black's move, are reported here too. The
fix corrects all numbers of the game, also in variations; first check whether a move is missing.
`check --fix` makes this change by itself only if a right number comes again after the wrong one. If
Black cannot play the move after White's number, a move is certainly missing, and there is no fix. A
move is also missing where another number, or a NAG at the end of a line, follows the right number
(`2. 2... Nc6`, `3. $1 *`). That is an error, because nobody knows which move it was."#,
    wrong: "1. e4 e5 3. Nf3 Nc6 4. Bb5 a6 *\n",
    right: "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *\n",
    check: Check::Engine,
};

pub(crate) static MOVE_NUMBER_STYLE: Lint = Lint {
    code: Code::MoveNumberStyle,
    name: "move-number-style",
    family: Family::Movetext,
    severity: Warning,
    fix: true,
    summary: "A move number is not written in the style of the game's format.",
    explanation: r#"VGN writes digits and one `.` for White, and the same digits and `.5` for Black, as `1. e4 1.5 e5`
(rule C2). PGN writes `1...` for Black where it needs a number at all (PGN 8.2.2.2), and accepts any
count of periods. So `1...` or a number without its period in a VGN game is reported, and `1.5` in a
game that says that it is PGN. In a game without that tag, `1.5` is reported as
`missing-game-format`.

The fix writes the number in the style of the game's format."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 1... e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 1.5 e5 *
"#,
    check: Check::Engine,
};

pub(crate) static MISSING_SPACE_AFTER_NUMBER: Lint = Lint {
    code: Code::MissingSpaceAfterNumber,
    name: "missing-space-after-number",
    family: Family::Movetext,
    severity: Warning,
    fix: true,
    summary: "There is no space between a number and its move in a VGN game.",
    explanation: r#"In VGN white space follows a move number (rule C2), so that a program can simply split the text at
white space. `1.e4` is usual and right in PGN, and it is read here too. The fix inserts the space."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]

1.e4 1.5 e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 1.5 e5 *
"#,
    check: Check::Engine,
};

pub(crate) static BLACK_NUMBER_FOR_WHITE: Lint = Lint {
    code: Code::BlackNumberForWhite,
    name: "black-number-for-white",
    family: Family::Movetext,
    severity: Warning,
    fix: true,
    summary: "A number for Black's move is before a move of White.",
    explanation: r#"`2.5` in VGN and `2...` in PGN announce Black's second move (rule C2; PGN 8.2.2.2). Here it is
White's turn, and the number itself is right, so only its style is wrong. The fix writes White's
number. If a move of White is missing, insert it instead: then the moves after it fit again. If
White cannot play the move, there is no fix."#,
    wrong: "1. e4 e5 2... Nf3 Nc6 *\n",
    right: "1. e4 e5 2. Nf3 Nc6 *\n",
    check: Check::Engine,
};

pub(crate) static VARIATION_ANCHOR: Lint = Lint {
    code: Code::VariationAnchor,
    name: "variation-anchor",
    family: Family::Movetext,
    severity: Warning,
    fix: true,
    summary: "A variation's number does not name the move that the variation replaces.",
    explanation: r#"A variation records what could have been played instead of a move before it (rule C7). In a PGN game
that is always the last move before the `(`, whatever the number in it says (PGN 8.2.5); the number
must name the same move, and one that does not is a warning. In a VGN game the number decides: `3.`
is White's third move and `3.5` Black's, and it may name the last move or the one before; one that
names neither is an error. Without a number the variation replaces the last move. A variation before
the first move has nothing to replace.

In a PGN game the fix writes the right numbers. If the first move of the variation is possible only
in place of the move that the number names, the fix moves the variation there. If the number names
the next move, the variation was written too early: move it after that move. Until then its moves
are not checked, because other programs cannot read them either."#,
    wrong: "1. e4 e5 2. Nf3 Nc6 3. Bb5 (2. Bc4 Nf6) 3... a6 *\n",
    right: "1. e4 e5 2. Nf3 Nc6 3. Bb5 (3. Bc4 Nf6) 3... a6 *\n",
    check: Check::Engine,
};

pub(crate) static NAG_PLACEMENT: Lint = Lint {
    code: Code::NagPlacement,
    name: "nag-placement",
    family: Family::Movetext,
    severity: Warning,
    fix: true,
    summary: "An annotation has no move that it could belong to.",
    explanation: r#"A NAG such as `$1`, or a sign such as `!`, belongs to the move before it, and only another
annotation may stand between them (rule C3; PGN 8.2.4). After a comment, a variation or a number it
is not clear which move it belongs to.

The fix moves it back to the move before the comment or variation. If there is no such move, the fix
removes it, but only if you choose that fix."#,
    wrong: "1. e4 e5 {a solid reply} $1 2. Nf3 *\n",
    right: "1. e4 e5 $1 {a solid reply} 2. Nf3 *\n",
    check: Check::Engine,
};

pub(crate) static SUFFIX_GLYPH: Lint = Lint {
    code: Code::SuffixGlyph,
    name: "suffix-glyph",
    family: Family::Movetext,
    severity: Warning,
    fix: true,
    summary: "A VGN game uses `!` or `?` instead of a NAG.",
    explanation: r#"`!`, `?`, `!!`, `??`, `!?` and `?!` after a move are PGN's import format for the NAGs `$1` to `$6`
(PGN 8.2.3.8). VGN has only NAGs, because its moves can be in any notation (rule C3). Such a sign is
read as its NAG, and the fix writes the NAG."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4! 1.5 e5 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]

1. e4 $1 1.5 e5 *
"#,
    check: Check::Engine,
};

pub(crate) static UNKNOWN_NAG: Lint = Lint {
    code: Code::UnknownNag,
    name: "unknown-nag",
    family: Family::Movetext,
    severity: Information,
    fix: false,
    summary: "A NAG has no agreed meaning.",
    explanation: r#"PGN gives meanings to `$0` to `$139` (PGN 10), tools have agreed on some more, such as `$146` for a
novelty, and VGN adds `$300` to `$302`. Any other number means something only to the program that
wrote it; others will show the number itself or nothing. Write what it means in a comment."#,
    wrong: "1. e4 e5 $999 *\n",
    right: "1. e4 e5 {the spectators laughed} *\n",
    check: Check::Engine,
};

pub(crate) static COMPOSITE_NAG: Lint = Lint {
    code: Code::CompositeNag,
    name: "composite-nag",
    family: Family::Movetext,
    severity: Information,
    fix: false,
    summary: "A composite NAG is not part of VGN 1.0.",
    explanation: r#"The author of VGN had the idea of NAGs that consist of several numbers: `$5.1.2.1.1` stands for a
sentence that names a side, a degree and a kind of advantage. This program reads it as one
annotation, and an editor shows the sentence, but it is not part of VGN 1.0, and other programs will
not read it. Use a plain NAG or a comment."#,
    wrong: "1. e4 e5 $5.1.2.1.1 *\n",
    right: "1. e4 e5 $16 *\n",
    check: Check::Engine,
};

pub(crate) static INVALID_COMMENT_COMMAND: Lint = Lint {
    code: Code::InvalidCommentCommand,
    name: "invalid-comment-command",
    family: Family::Movetext,
    severity: Information,
    fix: true,
    summary: "A command in a comment is not in the usual form.",
    explanation: r#"Clocks, evaluations and coloured squares stand in comments as commands: `[%clk 1:05:23]` and `[%emt
0:00:07]` are times, `[%eval 0.25]` and `[%eval #3]` are evaluations by an engine, sometimes with a
depth, `[%csl Gd4]` and `[%cal Ge2e4]` are squares and arrows with a letter for their colour, and
`[%mdl 64]` are ChessBase's medals: each medal is one bit of the number.
Other programs do not show a command in another form, or one without its `]`.

In a VGN game `[%after 3.]` at the beginning of a comment means that the comment belongs to White's
third move, and `[%after 3.5]` that it belongs to Black's (rule C4). It must name one of the two
half-moves before the comment.

Commands with other names are not checked. Apart from `after`, neither PGN nor VGN defines these
commands: they come from a proposal of 2001 and from what chess servers write.

The fix writes a missing `]`, a misspelt `after`, or the half-move that `after` must name. Otherwise
there is no fix, because nobody knows what the value was."#,
    wrong: "1. e4 {[%clk 1:59:00} e5 *\n",
    right: "1. e4 {[%clk 1:59:00]} e5 *\n",
    check: Check::Engine,
};
