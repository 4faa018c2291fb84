//! Why an engine is of no use any more, as sentences.

use std::fmt;
use std::time::Duration;

use super::ProtocolFault;

/// A fault of an engine. Its text continues a sentence that begins with the engine's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EngineFault {
    /// The system's reason.
    NotStarted(String),
    /// It ended by itself; how, if the system says so.
    Ended(String),
    /// It did not answer for so long.
    Silent(Duration),
    /// A line that is longer than any engine's.
    EndlessLine,
    Protocol(ProtocolFault),
    /// The one who waited gave up.
    Interrupted,
}

impl EngineFault {
    /// Whether another game can be asked about: the engine still runs.
    pub fn is_about_the_game(&self) -> bool {
        matches!(self, EngineFault::Protocol(fault) if fault.is_about_the_game())
    }
}

impl From<ProtocolFault> for EngineFault {
    fn from(fault: ProtocolFault) -> EngineFault {
        EngineFault::Protocol(fault)
    }
}

impl fmt::Display for EngineFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EngineFault::NotStarted(why) => write!(f, "cannot be started: {why}"),
            EngineFault::Ended(how) => write!(f, "ended by itself ({how})"),
            EngineFault::Silent(time) => write!(f, "did not answer for {} seconds", time.as_secs_f64().ceil()),
            EngineFault::EndlessLine => f.write_str("writes a line without an end: is it a chess engine?"),
            EngineFault::Protocol(fault) => fault.fmt(f),
            EngineFault::Interrupted => f.write_str("was interrupted"),
        }
    }
}

impl std::error::Error for EngineFault {}
