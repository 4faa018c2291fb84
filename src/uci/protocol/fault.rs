//! What an engine did wrong, as sentences about it.

use std::fmt;

/// A fault of the protocol. Its text continues a sentence that begins with the engine's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProtocolFault {
    /// Many lines that mean nothing.
    Garbage,
    /// `bestmove (none)` in a position with legal moves.
    NoMove,
    /// A move that is not legal on the board that it was asked about.
    IllegalMove(String),
    /// A search that ended without an evaluation.
    NoEvaluation,
    /// A copy protection that refuses.
    Refused,
    /// A variant that it does not play.
    UnknownVariant(&'static str),
    /// It does not play Chess960.
    NoChess960,
}

impl ProtocolFault {
    /// Whether another game can be asked about: the engine has done nothing wrong.
    pub fn is_about_the_game(&self) -> bool {
        matches!(self, ProtocolFault::UnknownVariant(_) | ProtocolFault::NoChess960)
    }
}

impl fmt::Display for ProtocolFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ProtocolFault::Garbage => f.write_str("writes what is not UCI: is it a chess engine?"),
            ProtocolFault::NoMove => f.write_str("gave no move in a position that has one"),
            ProtocolFault::IllegalMove(text) => write!(f, "gave the move `{text}`, which is not legal"),
            ProtocolFault::NoEvaluation => f.write_str("ended a search without an evaluation"),
            ProtocolFault::Refused => f.write_str("refuses to run: its copy protection failed"),
            ProtocolFault::UnknownVariant(name) => write!(f, "does not play the variant {name}"),
            ProtocolFault::NoChess960 => f.write_str("does not play Chess960"),
        }
    }
}

impl std::error::Error for ProtocolFault {}
