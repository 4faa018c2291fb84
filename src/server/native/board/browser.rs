//! The user's browser.

use std::io;
use std::process::{Command, Stdio};

/// Opens an address with the system's default program, which runs independently.
///
/// # Errors
/// If the program that opens addresses cannot be started.
pub fn open_in_browser(address: &str) -> io::Result<()> {
    let (program, arguments): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("rundll32", &["url.dll,FileProtocolHandler"]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    let silent = command.args(arguments).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = silent.spawn()?;
    // Waiting for the child removes it from the process table of the system.
    std::thread::Builder::new().name("browser".to_owned()).spawn(move || child.wait())?;
    Ok(())
}
