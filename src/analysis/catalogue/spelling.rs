//! Rows of the catalogue: moves that are clear, in a spelling that is not the proper one (PGN 8.2.3.7).

macro_rules! spelling {
    ($then:ident $($passed:tt)*) => { $then! { $($passed)* Moves {

OverDisambiguated {
    name: "over-disambiguated",
    severity: Information,
    fix: true,
    summary: "A move in SAN gives more of its first square than is needed.",
    explanation: r#"The file or rank that a piece comes from is written only where another piece of its kind could
legally reach the same square, and then no more of it than needed (PGN 8.2.3.4). A pinned piece
cannot. More is no mistake, but programs that compare moves as text will find a difference. The fix
writes the export form."#,
    wrong: "1. Ngf3 d5 *\n",
    right: "1. Nf3 d5 *\n",
}

CastlingZeros {
    name: "castling-zeros",
    severity: Information,
    fix: true,
    summary: "Castling is written with zeros instead of the letter O.",
    explanation: r#"PGN writes `O-O` and `O-O-O` with the capital letter, so that a token that begins with a digit is
never a move (PGN 8.2.3.3). The zeros of books and of FIDE's laws are read as well; some programs do
not know them. The fix writes the letters."#,
    wrong: "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. 0-0 *\n",
    right: "1. e4 e5 2. Nf3 Nc6 3. Bc4 Nf6 4. O-O *\n",
}

ImportFormat {
    name: "import-format",
    severity: Information,
    fix: true,
    summary: "A move is spelt in a way that is read, but not the proper one.",
    explanation: r#"People and programs write moves in many ways: `e8Q` for `e8=Q`, `e2e4` or `Pe4` for `e4`, `ed5` for
`exd5`, `e.p.` after a capture en passant. PGN asks readers to be lenient and writers to use the one
export form (PGN 3 and 8.2.3.7). Each is read as the move that it means, and the fix writes the
export form, which every program reads."#,
    wrong: "1. e2e4 e5 *\n",
    right: "1. e4 e5 *\n",
}

ForeignPieceLetter {
    name: "foreign-piece-letter",
    severity: Information,
    fix: true,
    summary: "The moves have the piece letters of another language, or figurines.",
    explanation: r#"SAN's letters are the English ones, K Q R B N, whatever the language of the text around them (PGN
8.2.3.2). Where some letter is not English and more of the game's moves can be played so, it is read
in another language: German `Sf3`, French `Cf3`, Russian `Кf3` and others. Figurines are read too.
It is reported once a game, at the first such move, and the fix writes them all in English.

Since some letters mean one piece in one language and another piece elsewhere, a game that mixes
languages is not guessed at, and letters that are all English are English: `Rf3` is a rook's move,
though Finnish writes knights so, and `illegal-move` if no rook can go there."#,
    wrong: "1. Sf3 Sf6 2. d4 *\n",
    right: "1. Nf3 Nf6 2. d4 *\n",
}

    } } };
}
