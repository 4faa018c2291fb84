//! The user's browser.

use std::io;
use std::process::{Command, Stdio};

/// Opens an address as the system does; the browser goes on by itself.
///
/// # Errors
/// When the program that opens addresses cannot be started.
pub fn open_in_browser(address: &str) -> io::Result<()> {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    let silent = command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = silent.spawn()?;
    // A child whose end nobody has heard of stays in the system's table for as long as this process.
    std::thread::Builder::new().name("browser".to_owned()).spawn(move || child.wait())?;
    Ok(())
}
