//! A file as a sequence of independent games, for editors.
//!
//! Knows: one game's analysis, where games end. Never knows: the owner of the text, the protocol.
//!
//! Invariants: the games cover the text without gaps. After any edits they equal the games of a fresh scan of the text.
//! A game whose text is not edited keeps its slot, including its findings. Questions about the whole file (number of
//! findings, games still to be judged, line of a game) are answered from sums in the tree of games, so the cost of an
//! answer depends on the size of the answer and not on the length of the file.

mod changes;
mod fixing;
mod game;
mod lines;
mod nearby;
mod node;
mod on_disk;
mod scan;
mod sequence;
mod slot;
mod sums;
mod text;
mod walk;

use std::ops::Range;
use std::sync::Arc;

use crate::syntax::games::LOOK_AHEAD;

use crate::lint::Severity;

pub use changes::Changes;
pub use fixing::{fix_game, fix_game_counted};
pub use game::Game;
pub use nearby::{GamePlace, games_near};
pub use on_disk::{BinaryGameSpan, DiskState, FileBytes, MissingBytes, SectionText, check_on_disk};
pub use scan::{Bound, BoundReached};
pub use sums::Counts;
pub use text::Text;

use node::{GameEntry, TreeNode};
use scan::{Scan, ScannedGame};
use sequence::Sequence;
use slot::GameSlot;
use walk::{Direction, NodeFilter, TreeWalk};

/// Initial window sizes of a scan, in bytes: for all games, and for one game.
const WIDE: usize = 1 << 20;
const NARROW: usize = 1 << 13;

/// The games of one version of a file. Cheap to clone. `K` is data that a viewer stores with each game.
#[derive(Debug)]
pub struct File<K = ()> {
    games: Sequence<K>,
}

impl<K> Clone for File<K> {
    fn clone(&self) -> File<K> {
        File { games: self.games.clone() }
    }
}

impl<K> Default for File<K> {
    fn default() -> File<K> {
        File { games: Sequence::default() }
    }
}

impl<K: Default> File<K> {
    /// Finds the games of a text. No game is judged yet.
    pub fn new(text: &(impl Text + ?Sized)) -> File<K> {
        // A scan without a bound does not stop.
        File::default().completed(text, Bound::NONE).unwrap_or_default()
    }

    /// Finds the games at the beginning of a text that end within its first `most` bytes.
    pub fn beginning(text: &(impl Text + ?Sized), most: usize) -> File<K> {
        let mut scan = Scan::new(text, 0, NARROW, Bound::bytes(most));
        let mut games = Vec::new();
        while let Ok(Some(found)) = scan.next() {
            if found.range.end > most {
                break;
            }
            games.push(found.into_entry());
        }
        File { games: Sequence::new(Vec::new(), games) }
    }

    /// All games of a text that begins with these games. Findings of these games are kept.
    ///
    /// # Errors
    /// If the scan reaches its bound.
    pub fn completed(&self, text: &(impl Text + ?Sized), bound: Bound<'_>) -> Result<File<K>, BoundReached> {
        let mut scan = Scan::new(text, self.games.len(), WIDE, bound);
        let first = self.games.walk(0, Direction::Forwards).map(|game| game.entry.clone()).collect();
        let mut games = Vec::new();
        while let Some(found) = scan.next()? {
            games.push(found.into_entry());
        }
        Ok(File { games: Sequence::new(first, games) })
    }

    /// Follows one replacement in the text: the bytes `old` of the old text became `new_len` bytes of `after`.
    pub fn edit(&mut self, after: &(impl Text + ?Sized), old: Range<usize>, new_len: usize) {
        // A scan without a bound does not stop.
        self.follow(after, &Changes::one(old, new_len), Bound::NONE).unwrap_or_default();
    }

    /// Follows all changes since the version of these games; `after` is the new text. Each game is scanned once,
    /// however many edits the changes come from.
    ///
    /// # Errors
    /// If a scan reaches its bound; the file is then unchanged.
    pub fn follow(
        &mut self,
        after: &(impl Text + ?Sized),
        changes: &Changes,
        bound: Bound<'_>,
    ) -> Result<(), BoundReached> {
        let mut followed = self.clone();
        let mut changes = changes.replacements().peekable();
        while let Some(change) = changes.next() {
            // Games before this point are those of the new text, games after it those of the old text.
            let mut old = change.new.start..change.new.start + change.old.len();
            let mut edit_end = change.new.end;
            let start = followed.first_affected_game(after, old.start, bound)?;
            let mut before = followed.games.walk(start, Direction::Forwards).peekable();
            let mut games = Vec::new();
            let mut end = followed.games.len();
            let mut scan = Scan::new(after, start, NARROW, bound);
            while let Some(found) = scan.next()? {
                let range = found.range.clone();
                while let Some(next) = changes.next_if(|next| next.new.start < range.end) {
                    old.end += next.new.start - edit_end + next.old.len();
                    edit_end = next.new.end;
                }
                // Start of the game in the old text, if no change touches the game.
                let old_start = if range.end <= old.start {
                    Some(range.start)
                } else {
                    range.start.checked_sub(edit_end).map(|past| old.end + past)
                };
                let kept = old_start.and_then(|old_start| {
                    while before.next_if(|game| game.before.len < old_start).is_some() {}
                    before.next_if(|game| game.before.len == old_start && found.is(game.entry))
                });
                games.push(match kept {
                    Some(game) => game.entry.clone(),
                    None => found.into_entry(),
                });
                // Scans do not look back: after an end that both texts share, nothing changes.
                if let Some(past) = range.end.checked_sub(edit_end) {
                    while before.next_if(|game| game.before.len < old.end + past).is_some() {}
                    if before.peek().is_some_and(|game| game.before.len == old.end + past) {
                        end = old.end + past;
                        break;
                    }
                }
            }
            drop(before);
            followed.games.splice(start..end, games);
        }
        *self = followed;
        Ok(())
    }
}

impl<K: Default> File<K> {
    /// Discards the findings of the games for which `wanted` holds, and the data stored with them.
    pub fn forget(&mut self, wanted: impl Fn(&Game<'_, K>) -> bool) {
        let games: Vec<_> = self.games().filter(wanted).map(|game| (game.range(), game.without_findings())).collect();
        for (range, entry) in games {
            self.games.splice(range, vec![entry]);
        }
    }
}

impl<K> File<K> {
    /// All games in order.
    pub fn games(&self) -> impl Iterator<Item = Game<'_, K>> {
        self.from(0)
    }

    /// The games from the one that contains the byte at `offset`.
    pub fn from(&self, offset: usize) -> impl Iterator<Item = Game<'_, K>> {
        self.games.walk(offset, Direction::Forwards).map(Game::new)
    }

    /// The game that contains the byte at `offset`; `None` at the text's end.
    pub fn game_at(&self, offset: usize) -> Option<Game<'_, K>> {
        self.games.at(offset).map(Game::new)
    }

    /// Number of games, including the end of a file that is not a game.
    pub fn count(&self) -> usize {
        self.games.root().map_or(0, |root| root.sums.games)
    }

    /// Number of judged games, and the counts of their diagnostics.
    pub fn known(&self) -> (usize, Counts) {
        self.games.root().map_or_else(Default::default, TreeNode::known)
    }

    /// The games that have not been judged, the nearest to the byte at `offset` first.
    pub fn to_judge(&self, offset: usize) -> impl Iterator<Item = Game<'_, K>> {
        let walk = move |direction| self.games.walk(offset, direction).filtered_by(|node| node.found().is_none());
        nearest_first(offset, walk).filter(|game| !game.is_analysed())
    }

    /// The judged games with at least one diagnostic, in order.
    pub fn with_findings(&self) -> impl Iterator<Item = Game<'_, K>> {
        let wanted = |node: &TreeNode<K>| node.found().is_none_or(|found| found.total() > 0) && !node.is_untouched();
        let games = self.games.walk(0, Direction::Forwards).filtered_by(wanted).with_findings_only().map(Game::new);
        games.filter(|game| game.analysed().is_some_and(|report| !report.diagnostics.is_empty()))
    }

    /// The judged games with a diagnostic of this severity, the nearest to the byte at `offset` first.
    pub fn with_severity(&self, severity: Severity, offset: usize) -> impl Iterator<Item = Game<'_, K>> {
        let wanted: NodeFilter<K> = match severity {
            Severity::Error => |node| node.may_hold(Severity::Error),
            Severity::Warning => |node| node.may_hold(Severity::Warning),
            Severity::Information => |node| node.may_hold(Severity::Information),
            Severity::Hint => |node| node.may_hold(Severity::Hint),
        };
        let has = move |game: &Game<'_, K>| {
            game.analysed().is_some_and(|report| Counts::of(report).of_severity(severity) > 0)
        };
        let walk = move |direction| self.games.walk(offset, direction).filtered_by(wanted).with_findings_only();
        nearest_first(offset, walk).filter(has)
    }

    /// Start of the first game whose end an edit at `at` can move: the game that precedes the game [`LOOK_AHEAD`] lines
    /// above the edit, because the scan of a game reads at most so far past its end (see `syntax::games`).
    fn first_affected_game(
        &self,
        text: &(impl Text + ?Sized),
        at: usize,
        bound: Bound<'_>,
    ) -> Result<usize, BoundReached> {
        let start_of_game_with = |offset: usize| self.game_at(offset).map_or(0, |game| game.range().start);
        let first = line_start(text, at, bound)?;
        let line = (0..LOOK_AHEAD).try_fold(first, |line, _| line_before(text, line, bound))?;
        Ok(start_of_game_with(start_of_game_with(line.saturating_sub(1)).saturating_sub(1)))
    }
}

/// The games of two walks that start at `offset`, the nearest first.
fn nearest_first<'a, K: 'a>(
    offset: usize,
    walk: impl Fn(Direction) -> TreeWalk<'a, K>,
) -> impl Iterator<Item = Game<'a, K>> {
    let games = |direction| walk(direction).map(Game::new).peekable();
    let (mut above, mut below) = (games(Direction::Forwards), games(Direction::Backwards));
    std::iter::from_fn(move || {
        let distance_below = below.peek().map(|game| offset.saturating_sub(game.range().end));
        let distance_above = above.peek().map(|game| game.range().start.saturating_sub(offset));
        match (distance_above, distance_below) {
            (Some(up), Some(down)) if down < up => below.next(),
            (None, Some(_)) => below.next(),
            _ => above.next(),
        }
    })
}

/// Start of the line that contains `at`. Stops if it is farther away than the bound allows.
fn line_start(text: &(impl Text + ?Sized), at: usize, bound: Bound<'_>) -> Result<usize, BoundReached> {
    let (mut end, mut size) = (at, 256);
    while end > 0 {
        if at - end > bound.most {
            return Err(BoundReached);
        }
        let start = end.saturating_sub(size);
        let window = text.slice(start..end);
        // The window begins earlier than requested if the requested start is inside a character.
        let start = end.saturating_sub(window.len());
        if let Some(line_end) = memchr::memrchr2(b'\n', b'\r', window.as_bytes()) {
            return Ok(start + line_end + 1);
        }
        (end, size) = (start, size * 2);
    }
    Ok(0)
}

/// Start of the line before the line that starts at `line`; for the first line, its own start.
fn line_before(text: &(impl Text + ?Sized), line: usize, bound: Bound<'_>) -> Result<usize, BoundReached> {
    let end = if text.slice(line.saturating_sub(2)..line).ends_with("\r\n") { 2 } else { 1 };
    line_start(text, line.saturating_sub(end), bound)
}

impl ScannedGame {
    /// Equal text is not enough: the text after ` * ` decides whether `*` is a terminator or the bullet of prose.
    fn is<K: Default>(&self, entry: &GameEntry<K>) -> bool {
        let slot = &entry.slot;
        (self.range.len(), self.is_game, self.binary) == (entry.len, slot.is_game, slot.binary())
    }

    fn into_entry<K: Default>(self) -> GameEntry<K> {
        let slot = Arc::new(GameSlot::new(self.is_game, self.binary));
        GameEntry { len: self.range.len(), lines: self.lines, slot }
    }
}

#[cfg(test)]
mod tests;
