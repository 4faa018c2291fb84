//! The binary notations: their names and what is known about them. Their bytes are decoded elsewhere.

use super::{Codec, Medium, Notation, Says};

/// Binary Compressed Coordinate Format 1.1.
pub static BCCF: Notation = Notation {
    name: "BCCF",
    aliases: &["BCCF2"],
    title: "Binary Compressed Coordinate Format",
    version: "1.1",
    medium: Medium::Binary,
    says: Says::Moves,
    may_say_illegal: true,
    says_check: false,
    source: "Chess Notation Updates (1.1), 2015",
    rules: "Two bytes a half-move: source, destination, the piece promoted to, a bit for a promotion and a bit that \
            ends the game. The section begins straight after the `]` of `MoveFormat`, the last tag.",
    example: "03FA",
    codec: Codec::Binary,
};

/// Binary Compressed Coordinate Format 1.0, which has no terminator.
pub static BCCF1: Notation = Notation {
    name: "BCCF1",
    aliases: &[],
    version: "1.0",
    source: "Chess Notation, 2015",
    rules: "Two bytes a half-move: source, destination and the piece promoted to. Nothing ends the section, so that \
            it cannot stand in a VGN file.",
    example: "03F8",
    ..BCCF
};

/// Binary Compressed FEN 1.1.
pub static BCFEN: Notation = Notation {
    name: "BCFEN",
    aliases: &["BCFEN2"],
    title: "Binary Compressed FEN",
    version: "1.1",
    medium: Medium::Binary,
    says: Says::Boards,
    may_say_illegal: true,
    says_check: false,
    source: "Chess Notation Updates (1.1), 2015",
    rules: "Thirty-two bytes a board, one board after each half-move, four bits a square from a8 to h1. \
            The byte 88 ends the section.",
    example: "9ABCDBA9 EEEEEEEE 00000000 00000000 00000000 00000000 66666666 12345321",
    codec: Codec::Binary,
};

/// Binary Compressed FEN 1.0, which has no terminator.
pub static BCFEN1: Notation = Notation {
    name: "BCFEN1",
    aliases: &[],
    version: "1.0",
    source: "Chess Notation, 2015",
    rules: "Thirty-two bytes a board, four bits a square from a8 to h1. Nothing ends the section, so that it cannot \
            stand in a VGN file.",
    ..BCFEN
};

/// PGN Game Coding.
pub static PGC: Notation = Notation {
    name: "PGC",
    aliases: &[],
    title: "PGN Game Coding",
    version: "1994",
    medium: Medium::Binary,
    says: Says::Moves,
    may_say_illegal: false,
    says_check: false,
    source: "PGN specification, section 20",
    rules: "Records with marker bytes; a move is its index among the legal moves in the order of their SAN. \
            The marker 06 at the top level ends the game.",
    example: "06",
    codec: Codec::Binary,
};

/// Brenner's one-byte half-moves, main scheme.
pub static BRENNER: Notation = Notation {
    name: "BRENNER",
    aliases: &[],
    title: "Brenner's one-byte half-moves",
    version: "main scheme",
    medium: Medium::Binary,
    says: Says::Moves,
    may_say_illegal: false,
    says_check: false,
    source: "Brenner, one-byte encoding of half-moves",
    rules: "One byte a half-move: which man, by its number from the start, and how it goes. Annotations and the result \
            have bytes of their own.",
    example: "C0",
    codec: Codec::Binary,
};

/// Brenner's one-byte half-moves, alternate notation.
pub static BRENNER2: Notation = Notation { name: "BRENNER2", version: "alternate scheme", example: "88", ..BRENNER };
