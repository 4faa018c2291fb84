//! The protocol as a state machine: a [`UciSession`] takes the lines of an engine, and makes the lines for it.
//!
//! An engine is not believed: lines that are not understood are passed over (the protocol demands it), moves are played
//! on the board that was asked about, and an illegal first move is a [`ProtocolFault`].

mod conversation;
#[cfg(test)]
mod conversation_tests;
mod engine_fault;
mod engine_option;
mod fault;
mod info_line;
mod patience;
mod score;
mod search;
mod session;
#[cfg(test)]
mod tests;

pub use conversation::{AnalysisOrder, ConversationNews, ConversationStep, EngineConversation};
pub use engine_fault::EngineFault;
pub use engine_option::{EngineOption, OptionKind};
pub use fault::ProtocolFault;
pub use patience::Patience;
pub use score::EngineScore;
pub use search::{EngineLine, SearchLimit, SearchReport, SearchRequest};
pub use session::{EngineReply, EngineSettings, UciSession};
