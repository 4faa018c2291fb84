//! The page of the boards and its socket on 127.0.0.1, started when the user opens a board.
//!
//! A request must have the secret in its address and come from a page of this server: `gate` checks each request before
//! its handler. File content is only data: names and comments reach the page as JSON in a socket's messages.

mod browser;
mod edits;
mod file;
mod gate;
mod listener;
mod pages;

pub use browser::open_in_browser;
pub use file::{FileAccess, run_board};
pub use gate::RequestGate;
pub use listener::serve;

/// Random bytes from the system.
///
/// # Errors
/// A sentence, if the system has none.
pub fn secret() -> Result<[u8; 32], String> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| format!("there are no random numbers: {error}"))?;
    Ok(secret)
}
