//! Rows of the catalogue: the end of a game, and text after it (rules D4 and D5).

use crate::lint::Severity::{Hint, Information, Warning};
use crate::lint::{Check, Code, Event, Events, Family, Findings, GameFilter, Lint, no_fix};

pub(crate) static TERMINATOR_CONTRADICTS_BOARD: Lint = Lint {
    code: Code::TerminatorContradictsBoard,
    name: "terminator-contradicts-board",
    family: Family::End,
    severity: Warning,
    fix: true,
    summary: "The terminator contradicts mate or stalemate on the board.",
    explanation: r#"Checkmate wins the game for the side that gave it, and stalemate is a draw (rule D4). If the moves
are right, a terminator that gives the win to the other side, or a draw or `*` after checkmate, is
wrong. `*` after stalemate is accepted. Variations that have a terminator are checked in the same
way. The chapters of lichess studies end with `*` whatever their last line is, so there `*` is only
a hint.

The fix writes the terminator that follows from the board, and in a PGN game changes a tag `Result`
that says the same as the old one. If the result is right, look for a wrong move instead."#,
    wrong: "1. f3 e5 2. g4 Qh4# 1-0\n",
    right: "1. f3 e5 2. g4 Qh4# 0-1\n",
    check: Check::Engine,
};

pub(crate) static TERMINATOR_CONTRADICTS_MARK: Lint = Lint {
    code: Code::TerminatorContradictsMark,
    name: "terminator-contradicts-mark",
    family: Family::End,
    severity: Warning,
    fix: true,
    summary: "The terminator contradicts the end mark of the last move.",
    explanation: r#"FCN and SFEN can record with a move how the game ended: `#+` or `+#+` is a win by other means than
mate, `##` or `+##` a draw by other means than stalemate (notation FCN 1.1; rules D4 and F3). After
a mark for a win the terminator is `1-0` or `0-1`, because either side may have won; after a mark
for a draw it is `1/2-1/2`.

The mark and the terminator give the same information, so one of them is wrong. The fix changes the
terminator."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pe7-e5## 1-0
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[MoveFormat "FCN:Friendly Coordinate Notation"]

1. Pe2-e4 1.5 Pe7-e5## 1/2-1/2
"#,
    check: Check::Engine,
};

pub(crate) static MOVE_AFTER_END: Lint = Lint {
    code: Code::MoveAfterEnd,
    name: "move-after-end",
    family: Family::End,
    severity: Warning,
    fix: false,
    summary: "A move follows after the end of the game.",
    explanation: r#"After checkmate or stalemate, or in FCN and SFEN after a mark that ends the game, no move can be
played (rule D4). The first move after that is reported, together with the end of the game. The
moves after it are not checked.

Either an earlier move is wrong, or a mark is, or the moves belong to another game. Draws that an
arbiter or the players must notice are reported as `drawn-position`."#,
    wrong: "1. f3 e5 2. g4 Qh4# 3. Kf2 0-1\n",
    right: "1. f3 e5 2. g4 Qh4# 0-1\n",
    check: Check::Engine,
};

pub(crate) static DRAWN_POSITION: Lint = Lint {
    code: Code::DrawnPosition,
    name: "drawn-position",
    family: Family::End,
    severity: Hint,
    fix: false,
    summary: "The game goes on in a position that is a draw by the rules.",
    explanation: r#"Under the laws of FIDE a game is over when the same position has occurred for the fifth time, when
each side has made 75 moves without a capture or a pawn move, and when neither side has the pieces
to give mate (rule D5). Real games do go on, because nobody notices. So this is only a hint, once in
each line, at the first move after the draw.

Fivefold repetition and the 75-move rule are part of the laws only since 2014-07-01. So they are not
reported in a game that is certainly older. The first of the tags `EndDate`, `Date`, `UTCDate` and
`EventDate` that gives a year decides, in whatever form it is written and even if the day does not
exist (`1999.02.30`, `May 1972`). `2013.??.??` is older, `2014.??.??` may not be, and a game without
a date is checked by the laws of today.

Threefold repetition and the 50-move rule end a game only if a player asks for it, and are not
reported. Repetitions are counted in the main line."#,
    wrong: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/8/4K3 w"]

1. Ke2 1.5 Ke7 1/2-1/2
"#,
    right: r#"[GameFormat "VGN:Variable Game Notation"]
[SetUp "SFEN:4k3/8/8/8/8/8/8/4K3 w"]

1/2-1/2
"#,
    check: Check::Engine,
};

pub(crate) static TERMINATOR_ALONE: Lint = Lint {
    code: Code::TerminatorAlone,
    name: "terminator-alone",
    family: Family::End,
    severity: Information,
    fix: false,
    summary: "A terminator has neither tags nor moves before it.",
    explanation: r#"A terminator ends a game (rule C1), and all that stands after it, comments too, belongs to the next
game (rule A2). So what stands between a terminator and another one after it is a game without tags
and moves, which PGN allows and hardly anybody intends.

A comment on the game before belongs before that game's terminator, and the second terminator can
go. If games were joined here, the tags and moves of one of them are missing. Two terminators with
nothing but white space between them are reported as `stray-text`."#,
    wrong: "1. e4 e5 1-0 {Black resigns} 1-0\n",
    right: "1. e4 e5 {Black resigns} 1-0\n",
    check: Check::events(Events::END, GameFilter::All, terminator_alone),
};

fn terminator_alone(_: &Event<'_>, findings: &mut Findings<'_>) {
    let game = findings.game();
    if game.main_line_half_moves() > 0 || game.has_tags() || !game.is_read_whole() {
        return;
    }
    let Some(range) = game.terminator() else { return };
    if game.slice(&range) == "*" && game.slice(&(0..range.start)).trim().is_empty() {
        return;
    }
    let message = || format!("neither tags nor moves stand before this `{}`", game.slice(&range));
    findings.report(range.clone(), message, no_fix);
}
