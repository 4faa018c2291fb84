//! Boards' page and its socket on 127.0.0.1, begun when a user asks for it.
//!
//! Whoever may ask is who knows the secret in the address, from a page of this very server: `gate` looks at each
//! request before anything else does. What is shown is data: names and comments reach the page as JSON in a socket's
//! messages.

mod browser;
mod file;
mod gate;
mod listener;
mod pages;

pub use browser::open_in_browser;
pub use file::run_board;
pub use listener::serve;

/// Random bytes of the system's.
///
/// # Errors
/// When it gives none, in a sentence.
pub fn secret() -> Result<[u8; 32], String> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(|error| format!("there are no random numbers: {error}"))?;
    Ok(secret)
}
