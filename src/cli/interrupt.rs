//! Ctrl-C leaves nothing behind: the temporary file that is being written is removed.

use std::path::{Path, PathBuf};
use std::process;
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The temporary file at work. Whoever makes, renames or removes it holds the lock, so that an interruption falls
/// before or after, never between.
static TEMPORARY: Mutex<Option<PathBuf>> = Mutex::new(None);
static INSTALL: Once = Once::new();

/// The exit code of a program ended by SIGINT, as shells give it.
const INTERRUPTED: i32 = 130;

/// From now on an interruption removes the registered temporary file before it ends the process.
pub fn install() {
    INSTALL.call_once(|| {
        // Without a handler the system's own way of ending holds; only the temporary file would stay.
        let _ = ctrlc::set_handler(|| {
            // The lock is held to the end: nothing is made or renamed any more.
            let temporary = lock();
            if let Some(path) = temporary.as_deref() {
                let _ = std::fs::remove_file(path);
            }
            process::exit(INTERRUPTED)
        });
    });
}

/// Runs `make`, and registers the temporary file that it made.
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
