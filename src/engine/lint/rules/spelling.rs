//! Rows of the catalogue: unambiguous moves that are not in the proper spelling (PGN 8.2.3.7).

use crate::lint::Severity::Information;
use crate::lint::{Check, Code, Family, Lint};

pub(crate) static OVER_DISAMBIGUATED: Lint = Lint {
    code: Code::OverDisambiguated,
    name: "over-disambiguated",
    family: Family::Moves,
    severity: Information,
    fix: true,
    summary: "A move in SAN names more of its first square than is needed.",
    explanation: r#"The file or rank that a piece comes from is written only where another piece of its kind could
legally reach the same square, and then no more of it than needed (PGN 8.2.3.4). A pinned piece does
not count. More than that is not an error, but programs that compare moves as text will find a
difference. The fix writes the usual form."#,
    wrong: "1. Ngf3 d5 *\n",
    right: "1. Nf3 d5 *\n",
    check: Check::Engine,
};

pub(crate) static CASTLING_ZEROS: Lint = Lint {
    code: Code::CastlingZeros,
    name: "castling-zeros",
    family: Family::Moves,
    severity: Information,
    fix: true,
    summary: "Castling is written with zeros instead of the letter O.",
    explanation: r#"PGN writes `O-O` and `O-O-O` with the capital letter O, so that a word that begins with a digit is
never a move (PGN 8.2.3.3). Zeros, as in books and in the laws of FIDE, are read as well, but some
programs do not accept them. The fix writes the letters."#,
    wrong: "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. 0-0 *\n",
    right: "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O *\n",
    check: Check::Engine,
};

pub(crate) static IMPORT_FORMAT: Lint = Lint {
    code: Code::ImportFormat,
    name: "import-format",
    family: Family::Moves,
    severity: Information,
    fix: true,
    summary: "A move is understood but not written in the usual form.",
    explanation: r#"People and programs write moves in many ways: `e8Q` for `e8=Q`, `e2e4` or `Pe4` for `e4`, `ed5` for
`exd5`, `nf3` for `Nf3`, `e.p.` after a capture en passant. PGN asks readers to be lenient and
writers to use the one export form (PGN 3 and 8.2.3.7). Each is read as the move that is meant, and
the fix writes the export form, which every program can read.

A small `b` is the b-file or, in a game that writes its other pieces in small letters too, the
bishop. In such a game `bxd5` is read as `Bxd5`, and `bc4` as `Bc4`, if no pawn can make the move.
In any other game such a move is reported as `illegal-move`."#,
    wrong: "1. e2e4 e5 *\n",
    right: "1. e4 e5 *\n",
    check: Check::Engine,
};

pub(crate) static FOREIGN_PIECE_LETTER: Lint = Lint {
    code: Code::ForeignPieceLetter,
    name: "foreign-piece-letter",
    family: Family::Moves,
    severity: Information,
    fix: true,
    summary: "The moves use the piece letters of another language, or figurines.",
    explanation: r#"The piece letters of SAN are the English ones, K Q R B N, in whatever language the text around them
is (PGN 8.2.3.2). If some letters are not English and one other language has them all, the game is
read in that language: German `Sf3`, French `Cf3`, Russian `Кf3` and others. Figurines are read too.
This is reported once in each game, at the first such move, and the fix writes all of them in
English.

The same letter can mean different pieces in different languages. If a move in English letters is
legal as it stands, but would not be in the other language, then the game mixes languages: it is
read in English, and a move in other letters is `invalid-move-text`.

Some readings are not certain: a letter in the game could be read in two ways, only one move has a
letter that is not English, or no such move can be played. Then `--fix` changes nothing, you can
choose the fix, and a conversion lists the moves that it is not sure of. One such letter in a longer
English game is a slip and reported as `invalid-move-text`. Nobody writes the letter of the pawn:
Hungarian `Gf3` is not read as `f3`.

A game with only English letters is read as English: `Rf3` is a rook move, although in Finnish it is
a knight move, and if no rook can go there, it is reported as `illegal-move`."#,
    wrong: "1. Sf3 Sf6 2. d4 *\n",
    right: "1. Nf3 Nf6 2. d4 *\n",
    check: Check::Engine,
};
