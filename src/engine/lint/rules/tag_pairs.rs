//! Rows of the catalogue: the syntax of tag pairs (rules B1 to B3).

use crate::lint::Severity::{Error, Warning};
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static UNCLOSED_TAG: Lint = Lint {
    code: Code::UnclosedTag,
    name: "unclosed-tag",
    family: Family::Structure,
    severity: Error,
    fix: true,
    summary: "A tag has no closing `]`.",
    explanation: r#"A tag is `[`, a name, a value in quotes and `]` (rule B1; PGN 8.1). White space and line ends may
stand between these parts, so without the `]` a program cannot know whether more belongs to the tag.

Here the tag is read up to the end of its value, and the rest of the game is read as if the `]` were
there. The fix writes the `]`, and also the value or its quotes if they are missing."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Lind, Eva"

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Lind, Eva"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static UNCLOSED_TAG_VALUE: Lint = Lint {
    code: Code::UnclosedTagValue,
    name: "unclosed-tag-value",
    family: Family::Structure,
    severity: Error,
    fix: true,
    summary: "A tag's value has no closing quote.",
    explanation: r#"A value stands between two quotes on one line (rules B1 and B2; PGN 8.1). If the second quote is
missing, the value is read up to the `]`, or to the end of the line if there is none, so that the
next tag is read as usual.

If the value itself contains a quote, write it as `\"`. The closing quote is still needed."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Lind, Eva]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Lind, Eva"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static MISSING_TAG_NAME: Lint = Lint {
    code: Code::MissingTagName,
    name: "missing-tag-name",
    family: Family::Structure,
    severity: Error,
    fix: false,
    summary: "A tag has no name.",
    explanation: r#"The name before the value says what the value is; it consists of letters, digits and `_` (rule B1;
PGN 8.1). A value alone means nothing, and no program can guess what it was. Write the name, or
remove the tag."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
["Lind, Eva"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[White "Lind, Eva"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static MISSING_TAG_VALUE: Lint = Lint {
    code: Code::MissingTagValue,
    name: "missing-tag-value",
    family: Family::Structure,
    severity: Error,
    fix: true,
    summary: "A tag has a name but no value in quotes.",
    explanation: r#"Every tag has one value, and the value stands in quotes even if it is a number (rules B1 and B3; PGN
8.1). There are two usual causes. If the value has no quotes, the fix adds them. If the tag is
empty, the fix writes `"?"`, which means that the value is not known."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Round 4]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Round "4"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static EXTRA_TAG_NAME: Lint = Lint {
    code: Code::ExtraTagName,
    name: "extra-tag-name",
    family: Family::Structure,
    severity: Error,
    fix: true,
    summary: "A tag has a second name.",
    explanation: r#"A tag has one name and one value (rule B3). A name cannot hold a space, so two words before the
value are two names. The first one is used. Often the two words are one name, as in `WhiteTeam`, or
the second word belongs in the value. If a name that programs know was split by a space or another
sign, as in `[White-Elo "2000"]`, the fix writes that name."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[White Team "Rook End"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[WhiteTeam "Rook End"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static EXTRA_TAG_VALUE: Lint = Lint {
    code: Code::ExtraTagValue,
    name: "extra-tag-value",
    family: Family::Structure,
    severity: Error,
    fix: true,
    summary: "There is other text between a tag's value and its `]`.",
    explanation: r#"A tag has one name and one value, and after the value only `]` may come (rule B3).

The usual cause is a quote inside the value: it ends the value too early unless it is written `\"`
(rule B2; PGN 7). The fix writes the backslashes. If there really is a second value, it has no
meaning, and the fix removes it. Because text is lost, that fix is applied only if you choose it."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Event "The "Rook End" Open"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Event "The \"Rook End\" Open"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static COMMENT_IN_TAG: Lint = Lint {
    code: Code::CommentInTag,
    name: "comment-in-tag",
    family: Family::Structure,
    severity: Error,
    fix: true,
    summary: "A comment stands inside a tag.",
    explanation: r#"Comments stand before, between and after tags, but not between `[` and `]` (rule B3). Inside the
quotes, `{` and `;` are ordinary characters and do not begin a comment. You can choose a fix that
moves the comment before its tag; other programs may read it there as part of the moves."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[White {under her maiden name} "Lind, Eva"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
{under her maiden name}
[White "Lind, Eva"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static LINE_END_IN_TAG_VALUE: Lint = Lint {
    code: Code::LineEndInTagValue,
    name: "line-end-in-tag-value",
    family: Family::Structure,
    severity: Error,
    fix: true,
    summary: "A tag's value contains a line end.",
    explanation: r#"A value must be on one line (rule B2; PGN 7). Programs that wrap long lines sometimes break a value,
and others then read half of it. The fix joins the lines with a space.

Outside the quotes line ends are allowed: the value may be on another line than the name."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Event "Championship of the
Northern Clubs"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Event "Championship of the Northern Clubs"]

1. e4 *
"#,
    check: Check::Engine,
};

pub(crate) static UNKNOWN_ESCAPE: Lint = Lint {
    code: Code::UnknownEscape,
    name: "unknown-escape",
    family: Family::Structure,
    severity: Warning,
    fix: true,
    summary: "A backslash in a tag's value is before a character that needs none.",
    explanation: r#"In a value `\"` is a quote and `\\` is a backslash; there are no other escapes (rule B2; PGN 7).
Before any other character, this program ignores the backslash; other programs may keep it.

If you want a backslash, as in the name of a file, write it twice: that is the first fix. The second
fix removes it."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[Source "C:\games"]

1. e4 *
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[Source "C:\\games"]

1. e4 *
"#,
    check: Check::Engine,
};
