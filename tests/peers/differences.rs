//! Why we differ from another project on purpose.

use crate::peers::compare::Found;
use crate::peers::rows::Row;
use crate::support::games::figures::Difference;

/// A reason for differences.
pub struct Reason {
    pub words: &'static str,
    applies: fn(&Row, &Found, &Difference) -> bool,
}

/// Are these among the figures of play, which an unsupported variant has none of?
fn of_play(fact: &str) -> bool {
    matches!(fact, "moves in UCI" | "last board" | "half-moves" | "main line")
}

/// All reasons; the first that applies counts.
pub const REASONS: &[Reason] = &[
    Reason {
        words: "the variant is not supported yet: its moves are counted, and not judged",
        applies: |_, found, d| found.codes.contains(&"unknown-variant") && of_play(d.fact),
    },
    Reason {
        words: "a text without tags, moves and terminator is no game here (rule A2)",
        applies: |_, found, _| found.games.is_empty(),
    },
    Reason {
        words: "a comment after the terminator is the next game's (rule A2)",
        applies: |row, _, d| {
            d.fact == "comments" && (row.name.contains("#279") || row.name.starts_with("Freestanding trailing"))
        },
    },
    Reason {
        words: "a comment before the moves begins no game of its own; python-chess, which computed these figures, ends a \
                game at the empty line behind it",
        applies: |row, _, d| row.project == "pgn-extract" && d.fact == "games" && row.text.contains("{ Game played"),
    },
    Reason {
        words: "a game ends at its terminator (rule C1); python-chess, which computed these figures, asks for an empty line",
        applies: |row, _, d| {
            d.fact == "games" && (row.name.contains("fuzzydepth") || row.name.contains("nobadresults"))
        },
    },
    Reason {
        words: "tags of a new game end one without terminator (rule C1), and an empty line alone does not",
        applies: |row, _, d| {
            let loose = matches!(row.project.as_str(), "chessops" | "cwchessboard");
            d.fact == "games" && (loose || row.name == "Old-style TWIC section comments")
        },
    },
    Reason {
        words: "an empty comment is a comment",
        applies: |row, _, d| row.project == "chess.js" && d.fact == "comments" && row.name.contains("load empty"),
    },
    Reason {
        words: "chess.js drops variations with their comments",
        applies: |row, _, d| row.project == "chess.js" && d.fact == "comments" && row.name.contains("(RAV)"),
    },
    Reason {
        words: "what a strict parser refuses is read here, with a diagnostic below an error",
        applies: |row, _, d| row.peer["strict"] == true && d.fact == "accepts" && d.theirs == false,
    },
    Reason {
        words: "names of tags are compared with case: `fEn` is another tag than `FEN`",
        applies: |row, _, _| row.project == "chess.js" && row.text.contains("[fEn"),
    },
    Reason {
        words: "this file has `<br />` for its line ends, which is stray text (rule C6); python-chess reads no game in it",
        applies: |row, _, _| row.text.contains("<br />"),
    },
    Reason {
        words: "a tag that is not whole is an error (rule B3), where others pass over it",
        applies: |row, _, d| {
            let tag = row.name == "parse headers" || row.name.contains("tagpair") || row.name.contains("tapairs");
            (tag || row.name.ends_with("test_special_tag_names")) && matches!(d.fact, "accepts" | "tag" | "comments")
        },
    },
    Reason {
        words: "python-chess reads no tag whose value holds what could end it",
        applies: |row, _, d| row.name.ends_with("pathological-headers.pgn") && d.fact == "tags",
    },
    Reason {
        words: "castling from the first position is illegal; the parser knows no board",
        applies: |row, _, d| row.name == "tricky tokens" && d.fact == "accepts",
    },
    Reason {
        words: "dashes for hyphens are stray text that a fix mends (rules C1 and C6)",
        applies: |row, _, d| {
            (row.name == "en/em dash" || row.name.contains("result code") || row.name.starts_with("Castle,"))
                && matches!(d.fact, "accepts" | "half-moves")
        },
    },
    Reason {
        words: "pgn-parser makes a tag Result of the terminator, spells tags in its own case and keeps the last of a name",
        applies: |row, _, d| row.project == "mliebelt" && d.fact == "tag names",
    },
    Reason {
        words: "a letter behind a pawn that is not on the last rank promotes nothing: `c6N` is a novelty, as tree-sitter-pgn \
                reads it",
        applies: |row, _, d| row.text.contains("c6N") && d.fact == "accepts",
    },
    Reason {
        words: "the draw offer `(=)` is stray text in parentheses (rule C6)",
        applies: |row, _, d| row.text.contains("(=)") && matches!(d.fact, "accepts" | "variations"),
    },
    Reason {
        words: "periods apart from a number that stands alone: a number without its move is a warning (rule C2), and \
                before any tag or period a lone number may be prose",
        applies: |row, _, d| row.name.contains("mix of spaces and dots") && d.fact == "accepts",
    },
    Reason {
        words: "a promotion to king or pawn has its diagnostic on the board; the text is read",
        applies: |row, _, d| row.name.contains("promoting to king or pawn") && d.fact == "accepts",
    },
    Reason {
        words: "`e.p.` stands apart from its move as its annotation, and has a fix",
        applies: |row, _, d| row.name.contains("'e.p.'") && d.fact == "annotations",
    },
    Reason {
        words: "`Sf3` is not a move in a game with English letters; python-chess reads the f3 in it, and no comment before",
        applies: |row, _, _| row.name.ends_with("sampleGameThrow.pgn"),
    },
    Reason {
        words: "comments do not nest (rule C4): the words after the first `}` are stray text; python-chess finds a null \
                move in its last hyphens",
        applies: |row, _, _| {
            row.name.ends_with("nested-comment.pgn") || row.name == "Inline comments may contain balanced brackets"
        },
    },
    Reason {
        words: "a parenthesis that closes or opens nothing is an error (rule C7)",
        applies: |row, _, d| {
            d.fact == "accepts" && (row.name.ends_with("variation_stack") || row.name.contains("unbalanced close"))
        },
    },
    Reason {
        words: "this file is no PGN: its tag is read as far as it goes, and python-chess reads nothing",
        applies: |row, _, _| row.name == "badpgn.pgn",
    },
    Reason {
        words: "`%` is PGN's escape and no comment (rule C5)",
        applies: |row, _, d| d.fact == "comments" && row.name.to_lowercase().contains("percent comments"),
    },
    Reason {
        words: "`N` for a novelty is no annotation of PGN: alone it is no move, behind a move it reads as a promotion",
        applies: |row, _, _| row.project == "tree-sitter-pgn" && row.name.contains("ovelty annotation"),
    },
    Reason {
        words: "signs for evaluations other than NAGs and ! and ? are stray text (rule C3), with a fix where they have a NAG",
        applies: |row, _, d| {
            let name = row.name.to_lowercase();
            let sign = name.contains("annotation") || name.contains("ballot");
            row.project == "tree-sitter-pgn"
                && sign
                && matches!(d.fact, "accepts" | "annotations" | "half-moves" | "comments")
        },
    },
    Reason {
        words: "only ASCII's blanks are white space, and only its periods follow numbers (rule B1 and the PGN text, 3.2)",
        applies: |row, _, d| {
            let name = row.name.to_lowercase();
            (name.contains("unicode") || name.contains("non-breaking")) && matches!(d.fact, "accepts" | "half-moves")
        },
    },
    Reason {
        words: "text between games is stray (rule C6), and a tag's name has letters, digits and `_` (rule B1)",
        applies: |row, _, d| d.fact == "accepts" && (row.name.contains("TWIC") || row.name.contains("Square brackets")),
    },
];

/// The first reason that explains a difference.
pub fn reason(row: &Row, found: &Found, difference: &Difference) -> Option<usize> {
    REASONS.iter().position(|reason| (reason.applies)(row, found, difference))
}
