//! The interface between the server and its environment. Natively that is a process with threads, a disk and standard
//! streams; in a web page, the event loop of one thread. The rest of the server does not depend on which.

use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};
use std::task::Poll;
use std::time::{Duration, SystemTime};

use futures::future::{BoxFuture, Either, select};
use tower_lsp::lsp_types::Url;
use vgn_uci::protocol::{EngineFault, EngineSettings, SearchReport, SearchRequest};

use super::session::cancel::Cancel;
use super::session::state::Backend;
use super::transport::lifecycle::Lifecycle;

/// Work in slices: a single-threaded host serves messages between two slices.
pub trait Computation: Send {
    /// Does a slice of the work. Ready when nothing is left. Never panics.
    fn step(&mut self) -> Poll<()>;
}

/// The environment of the server.
pub trait Host: Debug + Send + Sync {
    /// Runs the work to its end, concurrently with everything else.
    fn compute(&self, work: Box<dyn Computation>);

    /// Runs a task to its end.
    fn spawn(&self, task: BoxFuture<'static, ()>);

    /// Completes after this time.
    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()>;

    /// A monotonic clock with an arbitrary origin.
    fn now(&self) -> Duration;

    /// Universal time, since the beginning of 1970.
    fn date(&self) -> Duration;

    /// A number that most likely differs from run to run.
    fn seed(&self) -> u64;

    /// Number of computations that can run in parallel.
    fn cores(&self) -> usize {
        1
    }

    /// Ends the session when the client's process, by its number, has ended.
    fn watch_client(&self, _process: u32, _lifecycle: Arc<Lifecycle>) {}

    /// Gives freed memory back to the system, after much was freed.
    fn give_back_memory(&self) {}

    /// A number that cannot be guessed.
    ///
    /// # Errors
    /// A sentence, if the host has no source of random numbers.
    fn secret(&self) -> Result<[u8; 32], String> {
        Err("no secret can be made here".to_owned())
    }

    /// Serves the pages of the server's boards to the user's browser, on 127.0.0.1, until the session ends; returns the
    /// port.
    ///
    /// # Errors
    /// A sentence, if nothing can be served.
    fn serve_boards(&self, _server: Arc<Backend>) -> Result<u16, String> {
        Err("this vgn-lsp was built without its board: build it with the feature `board`".to_owned())
    }

    /// Opens an address in the user's browser.
    ///
    /// # Errors
    /// If no browser can be started.
    fn open_in_browser(&self, _address: &str) -> Result<(), String> {
        Err("no browser can be started here".to_owned())
    }

    /// Whether the host can start chess engines.
    fn has_engines(&self) -> bool {
        false
    }

    /// Starts a chess engine, with low priority. `hear` is called from another thread, and ends with the engine.
    ///
    /// # Errors
    /// A sentence, if the host cannot. That the program is none, or no engine, is heard.
    fn start_engine(&self, _program: &EngineProgram, _hear: EngineListener) -> Result<Box<dyn HostEngine>, String> {
        Err("no engine can be started here".to_owned())
    }

    /// Ends all engines at once: the session is over.
    fn end_engines(&self) {}

    /// The files of the user, if the host has any.
    fn files(&self) -> Option<&dyn Files> {
        None
    }
}

/// The program of a chess engine, and its bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineProgram {
    /// In a page, a name that the page knows.
    pub path: PathBuf,
    pub settings: EngineSettings,
}

/// A search that an engine is asked for.
#[derive(Clone, Debug)]
pub struct EngineSearch {
    pub id: u64,
    pub request: SearchRequest,
    /// Number of lines of play.
    pub multi_pv: u32,
}

/// The news of an engine.
#[derive(Clone, Debug)]
pub enum EngineNews {
    Found {
        /// The name that the engine gives itself.
        name: Option<String>,
        report: SearchReport,
        /// The engine has nothing more to find.
        is_last: bool,
    },
    Failed {
        sentence: String,
        /// It has to be started again.
        is_gone: bool,
    },
}

impl EngineNews {
    /// The fault of an engine of this name.
    pub fn fault(name: &str, fault: &EngineFault) -> EngineNews {
        let text = format!("The engine {name} {fault}");
        let sentence = if text.ends_with('?') { text } else { text + "." };
        EngineNews::Failed { sentence, is_gone: !fault.is_about_the_game() }
    }
}

/// Hears the news of an engine, with the number of the search. It must not wait.
pub type EngineListener = Box<dyn FnMut(u64, EngineNews) + Send>;

/// A running engine, or one that is being started. Dropping it ends it.
pub trait HostEngine: Debug + Send + Sync {
    /// Searches, instead of what it searched before, until something else is wanted. Never waits.
    fn search(&self, search: EngineSearch);

    /// Ends the search. Never waits.
    fn rest(&self);
}

/// Identifies the state of a file: it differs after a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileStamp {
    /// In bytes.
    pub len: u64,
    pub modified: Option<SystemTime>,
}

/// Bounds of a search for files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FolderBounds {
    /// Maximum number of files.
    pub files: usize,
    /// Maximum size of a file, in bytes.
    pub file: u64,
    /// Maximum size of all files together, in bytes.
    pub bytes: u64,
    /// Compressed files, too.
    pub with_compressed: bool,
}

/// The files found in folders.
#[derive(Clone, Debug, Default)]
pub struct FoundFiles {
    /// Sorted.
    pub files: Vec<PathBuf>,
    /// None is missing, because of a bound or because the search was called off.
    pub is_whole: bool,
}

/// The files of the user.
pub trait Files: Debug + Send + Sync {
    /// Whether they are on a disk, where new ones can be written.
    fn is_disk(&self) -> bool {
        true
    }

    /// Takes the bytes of a file that the client lends, or forgets them. `false` if there is no room, or they are not
    /// wanted.
    fn lend(&self, _address: &Url, _bytes: Option<Vec<u8>>) -> bool {
        false
    }

    /// The path of a `file:` address.
    fn path_of(&self, address: &Url) -> Option<PathBuf>;

    /// The address of an absolute path.
    fn address_of(&self, path: &Path) -> Option<Url>;

    /// The bytes of a regular file of at most `most` bytes.
    ///
    /// # Errors
    /// If it is not a regular file, is longer, or cannot be read; in words for people.
    fn read(&self, path: &Path, most: u64) -> io::Result<Vec<u8>>;

    /// The text of a file of games of at most `most` bytes, whatever the file is compressed with; that of an archive is
    /// all of its games, one behind the other. Hosts that do not decompress give the bytes as they are.
    ///
    /// # Errors
    /// As [`Files::read`], or if it is damaged.
    fn read_games(&self, path: &Path, most: u64) -> io::Result<Vec<u8>> {
        self.read(path, most)
    }

    /// The stamp of a file; `None` if it does not exist.
    fn stamp(&self, path: &Path) -> Option<FileStamp>;

    /// The game files in folders, within bounds, without those that version control ignores.
    fn find_games(&self, folders: &[PathBuf], bounds: &FolderBounds, cancel: &Cancel) -> FoundFiles;

    /// A name for a new file beside `path`: `games.fcn.vgn` for the mark `fcn`; `None` if all candidates are taken.
    fn free_name_beside(&self, path: &Path, mark: &str, extension: Option<&str>) -> Option<PathBuf>;

    /// Writes bytes to a new file beside `path`, and returns its name.
    ///
    /// # Errors
    /// If the folder is not writable, or every name is taken. No new file is left behind then.
    fn write_beside(&self, path: &Path, mark: &str, extension: Option<&str>, bytes: &[u8]) -> io::Result<PathBuf>;

    /// Creates a file of this name and text that is removed with the session.
    ///
    /// # Errors
    /// If it cannot be written.
    fn temporary(&self, name: &str, text: &str) -> io::Result<PathBuf>;

    /// Removes the temporary files.
    fn remove_temporary(&self);
}

static HOST: OnceLock<&'static dyn Host> = OnceLock::new();

/// Installs the host of the server. Later calls have no effect.
pub fn install(host: &'static dyn Host) {
    HOST.get_or_init(|| host);
}

/// The installed host.
///
/// # Panics
/// Before one is installed, which happens before the first message.
pub fn host() -> &'static dyn Host {
    #[cfg(all(test, feature = "native"))]
    install(crate::native::host());
    *HOST.get().expect("a host is installed before the first message")
}

/// The files of the user, if the host has any.
pub fn files() -> Option<&'static dyn Files> {
    host().files()
}

/// The output of the future, if it completes within `time`.
pub async fn within<T>(time: Duration, future: impl Future<Output = T>) -> Option<T> {
    match select(host().sleep(time), std::pin::pin!(future)).await {
        Either::Left(_) => None,
        Either::Right((answer, _)) => Some(answer),
    }
}
