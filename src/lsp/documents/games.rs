//! The games of one version of a document. They are looked for when somebody asks: in the whole text, near the last
//! edits, where the text begins, or around a place.

use std::ops::Range;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use ropey::Rope;

use crate::analysis::{Bound, Cancellation, Changes, File, NEVER, Stopped};

use crate::lsp::diagnostics::rendering::Kept;

/// What an edit may cost at once: so many bytes of text are looked at for the games that it changes. What needs more
/// (an edit of one huge game) is left to whoever asks for the games first.
const AT_ONCE: usize = 1 << 20;
/// The most places whose edits are left to be followed. With more it is quicker to look for the games afresh.
const MOST_CHANGES: usize = 64;
/// So many bytes at a text's beginning are what an editor shows first.
const BEGINNING: usize = 1 << 15;

/// The games of one version. Shared by all snapshots of it, whose successor takes over those that an edit leaves alone.
#[derive(Debug, Default)]
pub struct Games {
    /// Filled by the first who asks.
    found: OnceLock<File<Kept>>,
    /// Held by whoever looks for them.
    looking: Mutex<()>,
    /// The first games, for those who do not wait for all.
    beginning: OnceLock<File<Kept>>,
    /// The games of an earlier version and what has happened to it since, to find them by.
    earlier: Option<Earlier>,
}

#[derive(Clone, Debug)]
struct Earlier {
    version: Version,
    changes: Changes,
}

/// An earlier version: its games, or where they are being looked for.
#[derive(Clone, Debug)]
enum Version {
    Found(File<Kept>),
    Asked(Arc<Games>, Rope),
}

/// The bytes `old` of a text became `new_len` bytes of `after`.
#[derive(Clone, Debug)]
pub struct Edit {
    pub after: Rope,
    pub old: Range<usize>,
    pub new_len: usize,
}

impl Edit {
    fn changes(&self) -> Changes {
        Changes::one(self.old.clone(), self.new_len)
    }
}

impl Games {
    /// Games that are known.
    pub fn known(games: File<Kept>) -> Games {
        Games { found: OnceLock::from(games), ..Games::default() }
    }

    /// All games, which are looked for if no one has yet. `text` is that of this version.
    pub fn all(&self, text: &Rope) -> &File<Kept> {
        self.find(text, NEVER).unwrap_or_else(|| self.found.get_or_init(|| File::new(text)))
    }

    /// All games, as [`Games::all`]; none if they have to be looked for and that is called off, which is asked
    /// meanwhile.
    pub fn find(&self, text: &Rope, cancel: &dyn Cancellation) -> Option<&File<Kept>> {
        if let Some(found) = self.found.get() {
            return Some(found);
        }
        // One looks for them, and the others wait. Nobody leaves anything half done behind.
        let _looking = self.looking.lock().unwrap_or_else(PoisonError::into_inner);
        if self.found.get().is_none() {
            let found = match (&self.earlier, self.beginning.get()) {
                _ if cancel.is_cancelled() => return None,
                (Some(earlier), _) => earlier.now(text, cancel),
                (None, Some(beginning)) => beginning.completed(text, Bound::unless(cancel)),
                (None, None) => File::default().completed(text, Bound::unless(cancel)),
            };
            return found.ok().map(|found| self.found.get_or_init(|| found));
        }
        self.found.get()
    }

    /// All games, if they have been found.
    pub fn found(&self) -> Option<&File<Kept>> {
        self.found.get()
    }

    /// The first games of a text of which nothing is known; none if more is.
    pub fn beginning(&self, text: &Rope) -> Option<&File<Kept>> {
        let is_new = self.found.get().is_none() && self.earlier.is_none();
        is_new.then(|| self.beginning.get_or_init(|| File::beginning(text, BEGINNING)))
    }

    /// The games after an edit of `before`, the text of this version.
    pub fn after(self: Arc<Games>, before: Rope, edit: Edit) -> Games {
        let earlier = match (self.found.get(), &self.earlier) {
            (Some(found), _) => {
                let mut games = found.clone();
                if games.follow(&edit.after, &edit.changes(), Bound::bytes(AT_ONCE)).is_ok() {
                    return Games::known(games);
                }
                Earlier { version: Version::Found(games), changes: edit.changes() }
            }
            (None, Some(earlier)) if earlier.changes.count() < MOST_CHANGES => {
                let mut earlier = earlier.clone();
                earlier.changes.then(edit.old, edit.new_len);
                earlier
            }
            (None, Some(_)) => return Games::default(),
            // Somebody may be looking for them: what is found so far is found for this version too.
            (None, None) => Earlier { version: Version::Asked(self, before), changes: edit.changes() },
        };
        Games { earlier: Some(earlier), ..Games::default() }
    }
}

impl Earlier {
    /// The games of `text`: all edits since are followed together.
    fn now(&self, text: &Rope, cancel: &dyn Cancellation) -> Result<File<Kept>, Stopped> {
        let mut games = match &self.version {
            Version::Found(games) => games.clone(),
            Version::Asked(games, before) => games.find(before, cancel).ok_or(Stopped)?.clone(),
        };
        games.follow(text, &self.changes, Bound::unless(cancel))?;
        Ok(games)
    }
}
