//! The board: legal play by shakmaty, free play for what the rules forbid, ends of games, and why a move is
//! illegal in words.
//!
//! Knows: squares, men, boards, moves. Never knows: text, tags, notations, trees, files, the protocol.
