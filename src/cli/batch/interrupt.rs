//! Removes the temporary files that are being written when the program is interrupted by Ctrl-C, a request to terminate
//! or a closed terminal. A run that can stop at any game ends in its own way at the first of them, and at once at the
//! second.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicI32, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// The temporary files. The lock is held while one is created, renamed or removed, so that an interruption comes before
/// or after, never between.
static TEMPORARY: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
static INSTALL: Once = Once::new();
/// The run ends in its own way.
static IS_POSTPONED: AtomicBool = AtomicBool::new(false);
/// The exit code of an interruption that waits for the run to end; 0 without one.
static PENDING: AtomicI32 = AtomicI32::new(0);

/// The exit code of a program ended by a signal is this plus the signal's number, as shells report it.
const SIGNALLED: i32 = 128;

/// Makes interruptions remove the registered temporary files before they end the process.
pub fn install() {
    // Without a handler the system's default applies; only the temporary files would remain.
    INSTALL.call_once(listen);
}

#[cfg(unix)]
fn listen() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    let Ok(mut signals) = signal_hook::iterator::Signals::new([SIGHUP, SIGINT, SIGTERM]) else { return };
    std::thread::spawn(move || {
        for signal in signals.forever() {
            interrupted(SIGNALLED + signal);
        }
    });
}

#[cfg(not(unix))]
fn listen() {
    const CTRL_C: i32 = 2;
    let _ = ctrlc::set_handler(|| interrupted(SIGNALLED + CTRL_C));
}

/// Makes the first interruption wait for the run, which asks for it by [`pending`].
pub fn postpone() {
    IS_POSTPONED.store(true, Ordering::SeqCst);
    install();
}

/// The exit code of an interruption for which the run has to end.
pub fn pending() -> Option<i32> {
    Some(PENDING.load(Ordering::SeqCst)).filter(|code| *code != 0)
}

fn interrupted(code: i32) {
    if !IS_POSTPONED.load(Ordering::SeqCst) || PENDING.swap(code, Ordering::SeqCst) != 0 {
        end(code);
    }
}

fn end(code: i32) -> ! {
    vgn_uci::process::end_all();
    // The lock is held to the end: no file is created or renamed any more.
    let temporary = lock();
    for path in temporary.iter() {
        let _ = std::fs::remove_file(path);
    }
    process::exit(code)
}

/// Runs `make`, and registers the temporary file that it created.
pub fn register<T>(make: impl FnOnce() -> std::io::Result<T>, path: impl Fn(&T) -> &Path) -> std::io::Result<T> {
    let mut temporary = lock();
    let made = make()?;
    temporary.insert(path(&made).to_path_buf());
    Ok(made)
}

/// Runs `settle`, which renames or removes the temporary file at `path`.
pub fn unregister<T>(path: &Path, settle: impl FnOnce() -> T) -> T {
    let mut temporary = lock();
    let settled = settle();
    temporary.remove(path);
    settled
}

fn lock() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    TEMPORARY.lock().unwrap_or_else(PoisonError::into_inner)
}
