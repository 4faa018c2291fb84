//! A document as it is at one version, and its games, which are found when somebody asks.

use std::borrow::Cow;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use ropey::Rope;
use tower_lsp::lsp_types::{TextDocumentContentChangeEvent, Url};

use crate::analysis::{Context, File, FileKind, Game, GameReport, Text, check_on_disk};
use crate::config::Effective;

use super::disk::Disk;
use super::positions::{self, Encoding};
use super::rendering::Kept;

/// What an edit may cost at once: so many bytes of text are looked at for the games that it changes. What needs more (an
/// edit of one huge game) is left to whoever asks for the games first.
const AT_ONCE: usize = 1 << 20;
/// A text of so many bytes is looked at whole without further thought.
const SHORT: usize = 1 << 16;
/// The most edits that are left to be followed. With more it is quicker to look for the games afresh.
const MOST_EDITS: usize = 64;

/// With more games to be forgotten it is quicker to look for all of them afresh.
const MOST_FORGOTTEN: usize = 1_000;

/// A document as it is at one version. Cheap to clone, and never changes.
#[derive(Clone, Debug)]
pub struct Snapshot {
    pub uri: Url,
    /// Tells one opening of a document from the next: versions may begin again.
    pub opening: u64,
    /// As the client counts.
    pub version: i32,
    /// Counts the changes of text and configuration since the opening, whatever the client counts.
    pub revision: u64,
    pub text: Rope,
    pub kind: FileKind,
    pub effective: Arc<Effective>,
    /// Where the text was changed last, in bytes.
    pub last_edit: usize,
    /// The file that the text was read from.
    pub disk: Arc<Disk>,
    games: Arc<Games>,
}

/// The games of one version. Shared by all snapshots of it, whose successor takes over those that an edit leaves alone.
#[derive(Debug, Default)]
struct Games {
    /// Filled by the first who asks.
    found: OnceLock<File<Kept>>,
    /// The games of an earlier version and what has happened to it since, to find them by.
    earlier: Option<Earlier>,
}

#[derive(Clone, Debug)]
struct Earlier {
    games: File<Kept>,
    edits: Vec<Edit>,
}

/// The bytes `old` of a text became `new_len` bytes of `after`.
#[derive(Clone, Debug)]
struct Edit {
    after: Rope,
    old: Range<usize>,
    new_len: usize,
}

impl Snapshot {
    /// The first version of a document.
    pub fn new(uri: Url, language: &str, version: i32, text: Rope, effective: Arc<Effective>) -> Snapshot {
        Snapshot {
            kind: kind_of(&uri, language),
            disk: Arc::new(Disk::of(&uri)),
            uri,
            opening: 0,
            version,
            revision: 0,
            text,
            effective,
            last_edit: 0,
            games: Arc::default(),
        }
    }

    /// The games of this version, which are looked for if no one has yet: in the whole text, or near its last edits.
    pub fn games(&self) -> &File<Kept> {
        self.games.found.get_or_init(|| match &self.games.earlier {
            Some(earlier) => earlier.now(),
            None => File::new(&self.text),
        })
    }

    /// The games of this version, if they are known or can be in no time.
    pub fn games_at_once(&self) -> Option<&File<Kept>> {
        if self.text.len_bytes() <= SHORT { Some(self.games()) } else { self.games.found.get() }
    }

    /// The text of a range of bytes, as [`Snapshot::games`] has them.
    pub fn text_of(&self, range: Range<usize>) -> Cow<'_, str> {
        Text::slice(&self.text, range)
    }

    /// What the analysis of a game of this document depends on besides its text.
    pub fn context(&self) -> Context<'_> {
        Context { settings: &self.effective.settings, kind: self.kind, fixes: false }
    }

    /// Applies a change to the text, and follows it in the games.
    pub fn change(&mut self, change: TextDocumentContentChangeEvent, encoding: Encoding) {
        // Taken away first: if anything below fails, the games are found afresh rather than kept wrong.
        let before = std::mem::take(&mut self.games);
        let Some(range) = change.range else {
            self.text = Rope::from_str(&change.text);
            self.last_edit = 0;
            return;
        };
        let old = positions::bytes(&self.text, range, encoding);
        let chars = self.text.byte_to_char(old.start)..self.text.byte_to_char(old.end);
        self.text.remove(chars.clone());
        self.text.insert(chars.start, &change.text);
        self.last_edit = old.start;
        let edit = Edit { after: self.text.clone(), old, new_len: change.text.len() };
        self.games = Arc::new(before.after(edit));
    }

    /// What was found in a game of this version; judges it if no one has yet. One with a binary section is judged by the
    /// file's bytes, and the file is read if no one has yet.
    pub fn report<'g>(&self, game: &Game<'g, Kept>) -> &'g GameReport {
        let text = self.text_of(game.range());
        match game.binary() {
            None => game.report(&text, &self.context()),
            Some(section) => game.report_by(|| check_on_disk(&text, section, self.disk.get(), &self.context())),
        }
    }

    /// Judges a game as [`Snapshot::report`] does, if no one has yet; false if `is_called_off` has said so.
    pub fn judge(&self, game: &Game<'_, Kept>, is_called_off: &dyn Fn() -> bool) -> bool {
        match game.binary() {
            None => game.judge(&self.text_of(game.range()), &self.context(), is_called_off),
            Some(_) => {
                self.report(game);
                true
            }
        }
    }

    /// Takes the file for what it holds now. What was found in binary games is forgotten.
    pub fn reread(&mut self, disk: Disk) {
        self.disk = Arc::new(disk);
        let is_binary = |game: &Game<'_, Kept>| game.binary().is_some();
        let games = self.games.found.get().filter(|games| games.games().filter(is_binary).count() <= MOST_FORGOTTEN);
        self.games = match games.cloned() {
            Some(mut games) => {
                games.forget(is_binary);
                Arc::new(Games { found: OnceLock::from(games), earlier: None })
            }
            None => Arc::default(),
        };
    }

    /// Forgets what was found in the games.
    pub fn forget_findings(&mut self) {
        self.games = Arc::default();
    }
}

impl Games {
    /// The games after an edit.
    fn after(&self, edit: Edit) -> Games {
        let earlier = match (self.found.get(), &self.earlier) {
            (Some(found), _) => {
                let mut games = found.clone();
                if games.edit_at_most(&edit.after, edit.old.clone(), edit.new_len, AT_ONCE).is_ok() {
                    return Games { found: OnceLock::from(games), earlier: None };
                }
                Earlier { games, edits: vec![edit] }
            }
            (None, Some(earlier)) if earlier.edits.len() < MOST_EDITS => {
                let mut earlier = earlier.clone();
                earlier.edits.push(edit);
                earlier
            }
            (None, _) => return Games::default(),
        };
        Games { found: OnceLock::new(), earlier: Some(earlier) }
    }
}

impl Earlier {
    fn now(&self) -> File<Kept> {
        let mut games = self.games.clone();
        for edit in &self.edits {
            games.edit(&edit.after, edit.old.clone(), edit.new_len);
        }
        games
    }
}

impl Text for Rope {
    fn len(&self) -> usize {
        self.len_bytes()
    }

    fn slice(&self, range: Range<usize>) -> Cow<'_, str> {
        let char = |offset: usize| self.byte_to_char(offset.min(self.len_bytes()));
        let end = char(range.end);
        Cow::from(Rope::slice(self, char(range.start).min(end)..end))
    }
}

/// What a document's name says about its games (rule A4), or else the language that the client gives it.
pub fn kind_of(uri: &Url, language: &str) -> FileKind {
    let extension = uri.path().rsplit_once('.').map(|(_, extension)| extension);
    [extension, Some(language)]
        .into_iter()
        .flatten()
        .find_map(|word| match word.to_ascii_lowercase().as_str() {
            "pgn" => Some(FileKind::Pgn),
            "vgn" => Some(FileKind::Vgn),
            _ => None,
        })
        .unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use tower_lsp::lsp_types::{Position, Range};

    use super::*;

    fn insert(line: u32, character: u32, text: &str) -> TextDocumentContentChangeEvent {
        let place = Position::new(line, character);
        let range = Some(Range::new(place, place));
        TextDocumentContentChangeEvent { range, range_length: None, text: text.to_owned() }
    }

    fn games(snapshot: &Snapshot) -> Vec<std::ops::Range<usize>> {
        snapshot.games().games().map(|game| game.range()).collect()
    }

    #[test]
    fn what_an_edit_of_a_huge_game_changes_is_looked_for_later() {
        let uri = Url::parse("file:///a.pgn").expect("a URI");
        let text = format!("1. e4 *\n\n1. d4 {{{}}} *\n\n1. c4 *\n", "long ".repeat(400_000));
        let mut snapshot = Snapshot::new(uri, "pgn", 1, Rope::from_str(&text), Arc::default());
        assert!(snapshot.games_at_once().is_none(), "nobody has looked for them yet");
        snapshot.change(insert(2, 3, "e4 "), Encoding::Utf16);
        assert!(snapshot.games_at_once().is_none());
        let now: File = File::new(&snapshot.text);
        assert_eq!(games(&snapshot), now.games().map(|game| game.range()).collect::<Vec<_>>());
        assert!(snapshot.games_at_once().is_some());

        let before = snapshot.clone();
        for change in [insert(2, 12, "x"), insert(0, 0, "1. g4 *\n\n"), insert(2, 3, "y"), insert(2, 0, "*\n")] {
            snapshot.change(change, Encoding::Utf16);
        }
        assert!(snapshot.games_at_once().is_none(), "the game is too large to look at it at once");
        assert_eq!(games(&before), now.games().map(|game| game.range()).collect::<Vec<_>>(), "it stays as it was");
        let now: File = File::new(&snapshot.text);
        assert_eq!(games(&snapshot), now.games().map(|game| game.range()).collect::<Vec<_>>());

        // An edit elsewhere is followed at once.
        snapshot.change(insert(0, 3, "z"), Encoding::Utf16);
        assert!(snapshot.games_at_once().is_some());
    }

    #[test]
    fn many_edits_that_nobody_has_followed_are_as_good_as_a_new_text() {
        let uri = Url::parse("file:///a.pgn").expect("a URI");
        let text = format!("1. d4 {{{}}} *\n", "long ".repeat(400_000));
        let mut snapshot = Snapshot::new(uri, "pgn", 1, Rope::from_str(&text), Arc::default());
        snapshot.games();
        for _ in 0..MOST_EDITS + 10 {
            snapshot.change(insert(0, 12, "x"), Encoding::Utf16);
        }
        let now: File = File::new(&snapshot.text);
        assert_eq!(games(&snapshot), now.games().map(|game| game.range()).collect::<Vec<_>>());
    }
}
