//! Rows of the catalogue: what other readers of PGN read otherwise than the text says. What each of them makes of it is in
//! the table of [`crate::lint::portability`], from which pages are completed.

use crate::lint::Severity::Warning;
use crate::lint::portability::rows;
use crate::lint::{Check, Family, Lint, Severity};

/// A lint with the examples of a row.
const fn lint(
    name: &'static str,
    row: &rows::Row,
    (severity, fix): (Severity, bool),
    summary: &'static str,
    explanation: &'static str,
) -> Lint {
    let rows::Row { code, wrong, right, .. } = *row;
    Lint {
        code,
        name,
        family: Family::Portability,
        severity,
        fix,
        summary,
        explanation,
        wrong,
        right,
        check: Check::Portability,
    }
}

pub(crate) static EMPTY_LINE: Lint = lint(
    "empty-line",
    &rows::EMPTY_LINE,
    (Warning, true),
    "An empty line stands within a game.",
    r#"PGN's export format has one empty line behind the tags and one behind the moves, and none
elsewhere (PGN 8.1, 8.2). Programs that read line by line take any other for the end of the game:
the rest of the moves becomes a game of its own, without tags. The fix removes the line."#,
);

pub(crate) static TAG_LINE: Lint = lint(
    "tag-line",
    &rows::TAGS_ON_ONE_LINE,
    (Warning, true),
    "A tag is not written alone on a line, as `[Name \"value\"]`.",
    r#"White space is free among tags (PGN 8.1), but the export format has each tag at the beginning of a
line of its own, with one blank between name and value. Programs that read line by line know no
other form. The fix writes it."#,
);

pub(crate) static COMMENT_OUTSIDE_MOVES: Lint = lint(
    "comment-outside-moves",
    &rows::COMMENT_AMONG_TAGS,
    (Warning, false),
    "A comment stands before or among the tags.",
    r#"A comment may stand anywhere (PGN 5), but most programs expect none before the moves, and none
between two games. Move it before the first move, where all of them read it as a comment on the
game."#,
);

pub(crate) static TAG_NAME_FORM: Lint = lint(
    "tag-name-form",
    &rows::UNDERSCORE_IN_TAG_NAME,
    (Warning, false),
    "A tag's name has a character that some programs do not accept.",
    r#"The name of a tag consists of letters, digits and underscores (PGN 7, 8.1), but not all programs
accept the underscore. Choose a name of letters and digits, if the tag is your own."#,
);

pub(crate) static ESCAPED_QUOTE: Lint = lint(
    "escaped-quote",
    &rows::ESCAPED_QUOTE,
    (Warning, true),
    "A tag's value has a quote, which not all programs can read.",
    r#"A quote within a value is written with a backslash before it (PGN 7). Some programs do not read it
so, and show the backslash, or refuse the game. The fix writes `'`, which all of them read, but
only if you choose it, because the value becomes another one."#,
);

pub(crate) static FEN_FORM: Lint = lint(
    "fen-form",
    &rows::MOVE_NUMBER_ZERO,
    (Warning, true),
    "A FEN is written in a form that some programs refuse.",
    r#"The last field of a FEN is the number of the move, which begins at 1 (PGN 16.1.3.6), and castling
rights are `K`, `Q`, `k` and `q` (PGN 16.1.3.3). Other letters name the files of rooks, which only
Chess960 needs. The fix writes the usual form of the same board."#,
);

pub(crate) static VARIANT_NAME: Lint = lint(
    "variant-name",
    &rows::VARIANT_FROM_POSITION,
    (Warning, false),
    "The tag `Variant` has a value that some programs do not know.",
    r#"`From Position` is what lichess writes for a game of chess that begins from another board. The tag
`FEN` says so already, and programs that do not know the name refuse the game. Without the tag
`Variant` the game is read by all."#,
);

pub(crate) static BYTE_ORDER_MARK: Lint = lint(
    "byte-order-mark",
    &rows::BYTE_ORDER_MARK,
    (Warning, false),
    "The file begins with a byte order mark.",
    r#"Some editors of Windows write the bytes EF BB BF at the beginning of a file in UTF-8. They are
invisible and mean nothing, and programs that do not expect them cannot read the first tag. Save
the file as UTF-8 without a byte order mark."#,
);

pub(crate) static TERMINATOR_IN_VARIATION: Lint = lint(
    "terminator-in-variation",
    &rows::TERMINATOR_IN_VARIATION,
    (Warning, true),
    "A terminator stands within a variation.",
    r#"Some programs write how a variation ended, or `*`, at its end. PGN has a terminator only at the
end of a game (PGN 8.2.6), and several programs end the game at the first one. The fix removes
`*`, and makes a comment of a result if you choose it."#,
);

pub(crate) static VARIATION_WITHOUT_MOVES: Lint = lint(
    "variation-without-moves",
    &rows::VARIATION_WITHOUT_MOVES,
    (Warning, false),
    "A variation holds only a comment.",
    r#"A variation without a move replaces nothing (PGN 8.2.5), and the comment in it belongs to no move.
Write the comment behind the move that it is about, without parentheses."#,
);

pub(crate) static BLANK_IN_VARIATION: Lint = lint(
    "blank-in-variation",
    &rows::BLANK_BEFORE_INNER_COMMENT,
    (Warning, true),
    "White space stands between a `(` and a comment.",
    r#"A variation may begin with a comment, and white space is free before it (PGN 7); lines that were
wrapped often end there. Not all programs expect it before a comment, although they do before a
move. The fix removes it."#,
);

pub(crate) static ADJACENT_COMMENTS: Lint = lint(
    "adjacent-comments",
    &rows::ADJACENT_COMMENTS,
    (Warning, true),
    "Two comments stand side by side.",
    r#"Nothing forbids several comments on one move (PGN 5), but programs that have one comment for each
move join them, without or with a blank, or do not expect the second. The fix joins them, with a
blank."#,
);

pub(crate) static COMMENT_AFTER_VARIATION: Lint = lint(
    "comment-after-variation",
    &rows::COMMENT_AFTER_VARIATION,
    (Warning, true),
    "A comment stands behind a variation.",
    r#"What stands behind a variation belongs to the line around it, to the move before the variation.
Most programs keep it there as a comment on that move, as if it stood before the variation; others
do not expect it. The fix moves it before the variation, behind other comments on the move."#,
);

pub(crate) static COMMENT_AFTER_NUMBER: Lint = lint(
    "comment-after-number",
    &rows::COMMENT_AFTER_NUMBER,
    (Warning, true),
    "A comment stands between a number and its move.",
    r#"A number announces a move (PGN 8.2.2), and several programs expect the move directly behind it.
The fix moves the comment before the number, where it is read as a comment on the move before."#,
);

pub(crate) static LINE_COMMENT: Lint = lint(
    "line-comment",
    &rows::LINE_COMMENT,
    (Warning, true),
    "A comment begins with `;`.",
    r#"PGN has comments in braces, and comments from `;` to the end of the line (PGN 5). Few programs
read the latter, and where lines are wrapped anew, the moves below become part of it. The fix
writes braces."#,
);

pub(crate) static BACKSLASH_IN_COMMENT: Lint = lint(
    "backslash-in-comment",
    &rows::BACKSLASH_IN_COMMENT,
    (Warning, true),
    "A comment ends in a backslash.",
    r#"A comment ends at the next `}`, and there is no way to write a `}` in one (PGN 5). Some programs
read `\}` as a `}` that belongs to the comment, and so the moves up to the next `}` as well. The
fix writes a blank between the two."#,
);

pub(crate) static PRIVATE_LINE: Lint = lint(
    "private-line",
    &rows::PRIVATE_LINE,
    (Warning, false),
    "A line begins with `%`, which not all programs skip.",
    r#"A program can write a line for itself if it begins with `%` (PGN 6). Others should skip it, but
several do not know this. Remove the line if no program of yours needs it, or write it as a
comment."#,
);

pub(crate) static NUMBER_FORM: Lint = lint(
    "number-form",
    &rows::NUMBER_WITHOUT_PERIOD,
    (Warning, true),
    "A number is not written as `1.` or `1...`.",
    r#"PGN accepts any count of periods behind a number, also none (PGN 8.2.2.1), and exports `1.` before
White's move and `1...` before Black's (PGN 8.2.2.2). Not all programs read the other forms. The
fix writes these."#,
);

pub(crate) static GLYPH_FORM: Lint = lint(
    "glyph-form",
    &rows::NAG_LEADING_ZERO,
    (Warning, true),
    "An annotation is written in a form that some programs do not read.",
    r#"A NAG is `$` and a number from 0 to 255, without zeros before it (PGN 8.2.4, 10), and a sign such
as `!` follows its move directly (PGN 8.2.3.8). `$0` means nothing, and the numbers of VGN from
300 are not PGN's: say in a comment what they mean. The fix removes needless zeros and blanks."#,
);
