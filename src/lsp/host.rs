//! What the server asks of the world that it runs in. Natively that is a process with threads, a disk and standard
//! streams; in a web page it is one thread's event loop. Nothing else of the server knows on which it runs.

use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::task::Poll;
use std::time::{Duration, SystemTime};

use futures::future::{BoxFuture, Either, select};
use tower_lsp::lsp_types::Url;

use super::session::cancel::Cancel;
use super::session::state::Backend;
use super::transport::lifecycle::Lifecycle;

/// Work in slices: a host with one thread serves messages between two of them.
pub trait Work: Send {
    /// Does a slice of the work. Ready when nothing is left. Never panics.
    fn step(&mut self) -> Poll<()>;
}

/// The world that the server runs in.
pub trait Host: Debug + Send + Sync {
    /// Does all of the work, beside whatever else is done.
    fn compute(&self, work: Box<dyn Work>);

    /// Runs a task to its end.
    fn spawn(&self, task: BoxFuture<'static, ()>);

    /// Is ready after so long.
    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()>;

    /// A clock that only goes on, since a moment of its own.
    fn now(&self) -> Duration;

    /// Universal time, since the beginning of 1970.
    fn date(&self) -> Duration;

    /// A number that another run of the server has hardly had.
    fn seed(&self) -> u64;

    /// How much work can be done side by side.
    fn cores(&self) -> usize {
        1
    }

    /// Ends the session when the client's process, by its number, is gone.
    fn watch_client(&self, _process: u32, _lifecycle: Arc<Lifecycle>) {}

    /// Much memory was freed, which the system may have back.
    fn give_back_memory(&self) {}

    /// A number that nobody can guess.
    ///
    /// # Errors
    /// Where there is none, in a sentence.
    fn secret(&self) -> Result<[u8; 32], String> {
        Err("no secret can be made here".to_owned())
    }

    /// Serves the pages of the server's boards to the user's browser, on 127.0.0.1, until the session ends; gives the port.
    ///
    /// # Errors
    /// Where nothing can be served, in a sentence.
    fn serve_boards(&self, _server: Arc<Backend>) -> Result<u16, String> {
        Err("this vgn-lsp was built without its board: build it with the feature `board`".to_owned())
    }

    /// Opens an address in the user's browser.
    ///
    /// # Errors
    /// Where none can be started.
    fn open_in_browser(&self, _address: &str) -> Result<(), String> {
        Err("no browser can be started here".to_owned())
    }

    /// The files of the user, if there are any.
    fn files(&self) -> Option<&dyn Files> {
        None
    }
}

/// Tells whether a file has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stamp {
    /// In bytes.
    pub len: u64,
    pub modified: Option<SystemTime>,
}

/// The files of the user.
pub trait Files: Debug + Send + Sync {
    /// The path of a `file:` address.
    fn path_of(&self, address: &Url) -> Option<PathBuf>;

    /// The address of an absolute path.
    fn address_of(&self, path: &Path) -> Option<Url>;

    /// The bytes of a regular file that has at most `most` of them.
    ///
    /// # Errors
    /// When it is no regular file, has more bytes, or cannot be read; in words for people.
    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>>;

    /// What tells whether a file has changed; none if it is not there.
    fn stamp(&self, path: &Path) -> Option<Stamp>;

    /// The files of games in folders, sorted, within limits, without those that version control ignores.
    fn find_games(&self, folders: &[PathBuf], cancel: &Cancel) -> Vec<PathBuf>;

    /// A name for a new file beside `path`: `games.fcn.vgn` for the mark `fcn`; none if all that are tried are taken.
    fn free_name_beside(&self, path: &Path, mark: &str, extension: Option<&str>) -> Option<PathBuf>;

    /// Writes bytes to a new file beside `path`, and gives its name.
    ///
    /// # Errors
    /// When the folder cannot be written to, or every name is taken. Then no file is there that was not before.
    fn write_beside(&self, path: &Path, mark: &str, extension: Option<&str>, bytes: &[u8]) -> io::Result<PathBuf>;

    /// A file of this name and text that goes with the session.
    ///
    /// # Errors
    /// When it cannot be written.
    fn temporary(&self, name: &str, text: &str) -> io::Result<PathBuf>;

    /// Takes the temporary files away.
    fn remove_temporary(&self);
}

static HOST: OnceLock<&'static dyn Host> = OnceLock::new();

/// Lets the server run in this world. The first holds.
pub fn install(host: &'static dyn Host) {
    HOST.get_or_init(|| host);
}

/// The world that the server runs in.
///
/// # Panics
/// Before one is installed, which is done before the first message.
pub fn host() -> &'static dyn Host {
    #[cfg(all(test, feature = "native"))]
    install(crate::native::host());
    *HOST.get().expect("a host is installed before the first message")
}

/// The files of the user, if there are any.
pub fn files() -> Option<&'static dyn Files> {
    host().files()
}

/// What the future gives, if that takes no longer than `time`.
pub async fn within<T>(time: Duration, future: impl Future<Output = T>) -> Option<T> {
    match select(host().sleep(time), std::pin::pin!(future)).await {
        Either::Left(_) => None,
        Either::Right((answer, _)) => Some(answer),
    }
}
