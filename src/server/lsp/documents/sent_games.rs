//! The games that were sent to boards, of any version of a document: later answers contain only the differences, and a
//! game is located again wherever it has moved.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tower_lsp::lsp_types;

/// Maximum number of answers kept for a document, one for each open board.
const MOST: usize = 64;
/// Maximum number of half-moves in them together, of 32 bytes each.
const MOST_MOVES: usize = 1 << 20;
/// Maximum number of edits by which games are followed; beyond it, a game is found by its number.
const MOST_EDITS: usize = 1 << 16;

/// The answers and edits since a document was opened.
#[derive(Clone, Debug, Default)]
pub struct SentGames(Arc<Mutex<SentGamesState>>);

#[derive(Debug, Default)]
struct SentGamesState {
    /// In the order of sending.
    games: VecDeque<Arc<SentGame>>,
    edits: VecDeque<RevisionEdit>,
    /// All edits since this revision are kept.
    since: u64,
}

/// A replacement of the bytes `old` by `new_len` others, which made this revision.
#[derive(Debug)]
struct RevisionEdit {
    revision: u64,
    old: Range<usize>,
    new_len: usize,
}

/// A game that was sent.
#[derive(Clone, Debug)]
pub struct SentGame {
    /// The identifier for the client: unique among all answers, whatever versions the client counts.
    pub state: String,
    pub revision: u64,
    /// Its place among the games, from 1 on.
    pub number: usize,
    /// Its range without surrounding white space.
    pub place: Range<usize>,
    /// Number of bytes before its first half-move.
    pub head: usize,
    /// A hash of its text.
    pub text: u64,
    /// Fingerprints of the half-moves that were sent, from the first one on.
    pub fingerprints: Vec<MoveFingerprint>,
    pub total: usize,
}

/// Identifies a half-move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveFingerprint {
    /// Hash of all that is sent of it except its place.
    pub hash: u64,
    /// The half-move before it; `u32::MAX` if there is none.
    pub parent: u32,
    pub range: lsp_types::Range,
}

impl SentGames {
    /// Records an answer, or a further part of one.
    pub fn record(&self, game: SentGame) {
        let mut state = self.lock();
        let same = |known: &Arc<SentGame>| known.revision == game.revision && known.number == game.number;
        state.games.retain(|known| !same(known));
        state.games.push_back(Arc::new(game));
        while state.games.len() > 1
            && (state.games.len() > MOST
                || state.games.iter().map(|game| game.fingerprints.len()).sum::<usize>() > MOST_MOVES)
        {
            state.games.pop_front();
        }
    }

    /// The game that was sent under an identifier.
    pub fn find(&self, state: &str, number: usize) -> Option<Arc<SentGame>> {
        let known = self.lock();
        known.games.iter().rev().find(|game| game.state == state && game.number == number).cloned()
    }

    /// Records an edit, which leads to a revision.
    pub fn record_edit(&self, revision: u64, old: Range<usize>, new_len: usize) {
        let mut state = self.lock();
        if state.edits.len() == MOST_EDITS {
            state.since = state.edits.pop_front().map_or(revision, |edit| edit.revision);
        }
        state.edits.push_back(RevisionEdit { revision, old, new_len });
    }

    /// The location of a game in the text of a later revision; `None` if the edits are not kept.
    pub fn locate(&self, game: &SentGame, revision: u64) -> Option<GameLocation> {
        let state = self.lock();
        if state.since > game.revision || game.revision > revision {
            return None;
        }
        let edits = state.edits.iter().filter(|edit| edit.revision > game.revision && edit.revision <= revision);
        let Range { start, end } = game.place;
        let mut location =
            GameLocation { start, last: end.saturating_sub(1), head: game.head, is_sure: true, is_cut: false };
        for edit in edits {
            location.follow(edit);
        }
        Some(location)
    }

    fn lock(&self) -> MutexGuard<'_, SentGamesState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The current location of a game that was sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameLocation {
    start: usize,
    /// Its last byte. When the whole text is sent anew, the difference is trimmed at both ends: a game inserted above
    /// begins like this one, so that its beginning is taken for this one's.
    pub last: usize,
    /// Its last byte has not been replaced.
    pub is_sure: bool,
    head: usize,
    /// Nothing was inserted in place of its last byte.
    is_cut: bool,
}

impl GameLocation {
    /// The game was removed: its end is gone, and some of its tags. The remaining bytes are also the beginning of the
    /// next game.
    pub fn is_gone(&self) -> bool {
        self.is_cut && self.last < self.start + self.head.max(1)
    }

    fn follow(&mut self, edit: &RevisionEdit) {
        let moved = |place: usize| match place.checked_sub(edit.old.end) {
            Some(past) => (edit.old.start + edit.new_len + past, true),
            None if place < edit.old.start => (place, true),
            None => (edit.old.start + (place - edit.old.start).min(edit.new_len), false),
        };
        let ((start, _), (last, is_sure)) = (moved(self.start), moved(self.last));
        let is_cut = self.is_cut || !is_sure && edit.new_len == 0;
        *self = GameLocation { start, last, is_sure: self.is_sure && is_sure, is_cut, ..*self };
    }
}

/// The half-moves that are unchanged except for their places: counts at the game's beginning and end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct UnchangedMoves {
    pub first: usize,
    /// Number of lines by which they have moved down.
    pub first_lines: i64,
    pub last: usize,
    pub last_lines: i64,
    /// On this line, by its earlier number, the last ones have moved by this number of characters.
    pub line: u32,
    pub characters: i64,
}

/// Compares the half-moves of a game with those that were sent.
pub fn compare(old: &[MoveFingerprint], new: &[MoveFingerprint]) -> UnchangedMoves {
    let lines = |old: &MoveFingerprint, new: &MoveFingerprint| {
        i64::from(new.range.start.line) - i64::from(old.range.start.line)
    };
    let mut kept = UnchangedMoves::default();
    let (Some((first, last)), Some((new_first, new_last))) = (ends(old), ends(new)) else { return kept };
    kept.first_lines = lines(first, new_first);
    kept.last_lines = lines(last, new_last);
    let is_first = |(old, new): &(&MoveFingerprint, &MoveFingerprint)| {
        (old.hash, old.parent) == (new.hash, new.parent)
            && [(old.range.start, new.range.start), (old.range.end, new.range.end)].into_iter().all(|(old, new)| {
                old.character == new.character && i64::from(old.line) + kept.first_lines == i64::from(new.line)
            })
    };
    kept.first = old.iter().zip(new).take_while(is_first).count();

    let more = new.len().wrapping_sub(old.len());
    let parent = |parent: u32| match usize::try_from(parent) {
        Ok(of) if parent != u32::MAX && of >= kept.first => u32::try_from(of.wrapping_add(more)).unwrap_or(u32::MAX),
        _ => parent,
    };
    let mut shift = PositionShift { lines: kept.last_lines, on: None, upper: u32::MAX };
    let rest = old[kept.first..].iter().rev().zip(new[kept.first..].iter().rev());
    let is_last = |(old, new): &(&MoveFingerprint, &MoveFingerprint)| {
        old.hash == new.hash
            && parent(old.parent) == new.parent
            && shift.takes(old.range.end, new.range.end)
            && shift.takes(old.range.start, new.range.start)
    };
    kept.last = rest.take_while(is_last).count();
    (kept.line, kept.characters) = shift.on.unwrap_or_default();
    kept
}

fn ends(fingerprints: &[MoveFingerprint]) -> Option<(&MoveFingerprint, &MoveFingerprint)> {
    fingerprints.first().zip(fingerprints.last())
}

/// How the places at a game's end have moved; visited from the last one backwards.
struct PositionShift {
    lines: i64,
    /// The one line on which places have moved sideways, and by how many characters.
    on: Option<(u32, i64)>,
    /// The uppermost line visited.
    upper: u32,
}

impl PositionShift {
    fn takes(&mut self, old: lsp_types::Position, new: lsp_types::Position) -> bool {
        let characters = i64::from(new.character) - i64::from(old.character);
        let known = self.on.filter(|(line, _)| *line == old.line).map_or(0, |(_, characters)| characters);
        if i64::from(old.line) + self.lines != i64::from(new.line) {
            return false;
        }
        if characters != known {
            if self.on.is_some() || self.upper == old.line {
                return false;
            }
            self.on = Some((old.line, characters));
        }
        self.upper = self.upper.min(old.line);
        true
    }
}
