//! The games of one version of a document, scanned on demand: in the whole text, near the last edits, at the beginning
//! of the text, or around an offset.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ropey::Rope;
use vgn_engine::games::{Bound, BoundReached, Changes, File};
use vgn_engine::lint::{Cancellation, NEVER};

use super::rope::RopeText;
use crate::lsp::diagnostics::rendering::GameCache;

/// Maximum number of bytes scanned at once for the games that an edit changes. A larger scan (an edit of one huge game)
/// is left to the first request for the games.
const AT_ONCE: usize = 1 << 20;
/// Maximum number of edited places to follow. Beyond it, a full scan is faster.
const MOST_CHANGES: usize = 64;
/// Length in bytes of a text's beginning, which an editor shows first.
const BEGINNING: usize = 1 << 15;

/// The games of one version, shared by all its snapshots. The next version takes over the games that an edit leaves
/// unchanged.
#[derive(Debug, Default)]
pub struct DocumentGames {
    /// Filled by the first request.
    found: OnceLock<File<GameCache>>,
    /// Held during a scan.
    scan_lock: Mutex<()>,
    /// The first games, for requests that do not need all.
    beginning: OnceLock<File<GameCache>>,
    /// The games of an earlier version and the edits since, from which the games are derived.
    earlier: Option<EarlierGames>,
}

#[derive(Clone, Debug)]
struct EarlierGames {
    version: EarlierVersion,
    changes: Changes,
}

/// An earlier version: its games, or the place where a scan will put them.
#[derive(Clone, Debug)]
enum EarlierVersion {
    Found(File<GameCache>),
    Pending(Arc<DocumentGames>, Rope),
}

/// A replacement of the bytes `old` of a text; the result is `after`, with `new_len` new bytes.
#[derive(Clone, Debug)]
pub struct RopeEdit {
    pub after: Rope,
    pub old: Range<usize>,
    pub new_len: usize,
}

impl RopeEdit {
    fn changes(&self) -> Changes {
        Changes::one(self.old.clone(), self.new_len)
    }
}

impl DocumentGames {
    /// Games that are already known.
    pub fn from_scan(games: File<GameCache>) -> DocumentGames {
        DocumentGames { found: OnceLock::from(games), ..DocumentGames::default() }
    }

    /// All games, scanned on the first call. `text` is the text of this version.
    pub fn all(&self, text: &Rope) -> &File<GameCache> {
        self.find(text, NEVER).unwrap_or_else(|| self.found.get_or_init(|| File::new(&RopeText(text))))
    }

    /// All games, as [`DocumentGames::all`]; `None` if the scan is cancelled, which is polled meanwhile.
    pub fn find(&self, text: &Rope, cancel: &dyn Cancellation) -> Option<&File<GameCache>> {
        if let Some(found) = self.found.get() {
            return Some(found);
        }
        // One thread scans and the others wait. A cancelled scan leaves no partial state.
        let _scan = self.scan_lock.lock().unwrap_or_else(PoisonError::into_inner);
        if self.found.get().is_none() {
            let found = match (&self.earlier, self.beginning.get()) {
                _ if cancel.is_cancelled() => return None,
                (Some(earlier), _) => earlier.followed_to(text, cancel),
                (None, Some(beginning)) => beginning.completed(&RopeText(text), Bound::unless(cancel)),
                (None, None) => File::default().completed(&RopeText(text), Bound::unless(cancel)),
            };
            return found.ok().map(|found| self.found.get_or_init(|| found));
        }
        self.found.get()
    }

    /// All games, if they have been scanned.
    pub fn if_scanned(&self) -> Option<&File<GameCache>> {
        self.found.get()
    }

    /// The first games of a text about which nothing else is known; `None` otherwise.
    pub fn beginning(&self, text: &Rope) -> Option<&File<GameCache>> {
        let is_new = self.found.get().is_none() && self.earlier.is_none();
        is_new.then(|| self.beginning.get_or_init(|| File::beginning(&RopeText(text), BEGINNING)))
    }

    /// The games after an edit of `before`, the text of this version.
    pub fn after(self: Arc<DocumentGames>, before: Rope, edit: RopeEdit) -> DocumentGames {
        let earlier = match (self.found.get(), &self.earlier) {
            (Some(found), _) => {
                let mut games = found.clone();
                if games.follow(&RopeText(&edit.after), &edit.changes(), Bound::bytes(AT_ONCE)).is_ok() {
                    return DocumentGames::from_scan(games);
                }
                EarlierGames { version: EarlierVersion::Found(games), changes: edit.changes() }
            }
            (None, Some(earlier)) if earlier.changes.count() < MOST_CHANGES => {
                let mut earlier = earlier.clone();
                earlier.changes.then(edit.old, edit.new_len);
                earlier
            }
            (None, Some(_)) => return DocumentGames::default(),
            // A scan may be in progress: its result serves this version too.
            (None, None) => EarlierGames { version: EarlierVersion::Pending(self, before), changes: edit.changes() },
        };
        DocumentGames { earlier: Some(earlier), ..DocumentGames::default() }
    }
}

impl EarlierGames {
    /// The games of `text`: all edits since are followed together.
    fn followed_to(&self, text: &Rope, cancel: &dyn Cancellation) -> Result<File<GameCache>, BoundReached> {
        let mut games = match &self.version {
            EarlierVersion::Found(games) => games.clone(),
            EarlierVersion::Pending(games, before) => games.find(before, cancel).ok_or(BoundReached)?.clone(),
        };
        games.follow(&RopeText(text), &self.changes, Bound::unless(cancel))?;
        Ok(games)
    }
}
