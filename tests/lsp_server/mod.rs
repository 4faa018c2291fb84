//! The built server spoken to over its standard streams.

mod actions;
mod binary;
mod board;
mod board_known;
mod board_page;
mod completion;
mod continuing;
mod display;
mod documents;
mod duplicates;
#[cfg(unix)]
mod engine;
mod exploring;
mod findings;
mod formatting;
mod harness;
mod indexed;
mod large;
mod letters;
#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod memory;
mod navigating;
#[cfg(unix)]
mod protocol;
mod pulling;
mod refactoring;
mod sessions;
mod spellings;
mod stepping;
