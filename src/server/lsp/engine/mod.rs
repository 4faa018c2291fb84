//! A chess engine beside the text: `vgn/engineStart`, `vgn/engineStop` and `vgn/engineInfo`.
//!
//! One engine a document, started only when it is asked for, in the host's way (`host`). The program is named by the
//! user's own settings, never by a project's file.

mod desk;
mod engine_setting;
mod hints;
mod hover_line;
mod messages;
mod start;

pub use desk::{EngineAudience, EngineDesk};
pub use hints::engine_hint;
pub use hover_line::hover_line;
pub use messages::EngineInfo;
pub use start::{EngineStartParams, EngineStarted, EngineStopParams, START, STOP, lines_set, start, stop};
