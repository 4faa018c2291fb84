//! Removes the temporary file that is being written when the program is interrupted by Ctrl-C, a request to terminate
//! or a closed terminal.

use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The current temporary file. The lock is held while it is created, renamed or removed, so that an interruption comes
/// before or after, never between.
static TEMPORARY: Mutex<Option<PathBuf>> = Mutex::new(None);
static INSTALL: Once = Once::new();

/// The exit code of a program ended by a signal is this plus the signal's number, as shells report it.
const SIGNALLED: i32 = 128;

/// Makes interruptions remove the registered temporary file before they end the process.
pub fn install() {
    // Without a handler the system's default applies; only the temporary file would remain.
    INSTALL.call_once(listen);
}

#[cfg(unix)]
fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        if let Some(signal) = signals.forever().next() {
            end(SIGNALLED + signal);
        }
    });
}

#[cfg(not(unix))]
fn listen() {
    const CTRL_C: i32 = 2;
    let _ = ctrlc::set_handler(|| end(SIGNALLED + CTRL_C));
}

fn end(code: i32) -> ! {
    // The lock is held to the end: no file is created or renamed any more.
    let temporary = lock();
    if let Some(path) = temporary.as_deref() {
        let _ = std::fs::remove_file(path);
    }
    process::exit(code)
}

/// Runs `make`, and registers the temporary file that it created.
pub fn register<T>(make: impl FnOnce() -> std::io::Result<T>, path: impl Fn(&T) -> &Path) -> std::io::Result<T> {
    let mut temporary = lock();
    let made = make()?;
    *temporary = Some(path(&made).to_path_buf());
    Ok(made)
}

/// Runs `settle`, which renames or removes the temporary file.
pub fn unregister<T>(settle: impl FnOnce() -> T) -> T {
    let mut temporary = lock();
    let settled = settle();
    *temporary = None;
    settled
}

fn lock() -> MutexGuard<'static, Option<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}
