//! What clients have been told of a document's games, in whatever version: by that a later answer tells only what has
//! changed, and a game is found again wherever it stands by now.

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tower_lsp::lsp_types;

/// So many answers of a document are remembered: those of the boards that are open on it.
const MOST: usize = 64;
/// And so many half-moves of them together, 32 bytes each.
const MOST_MOVES: usize = 1 << 20;
/// Edits by which games are followed; with more, a game is the one of its number.
const MOST_EDITS: usize = 1 << 16;

/// The answers and edits of one opening of a document.
#[derive(Clone, Debug, Default)]
pub struct KnownGames(Arc<Mutex<State>>);

#[derive(Debug, Default)]
struct State {
    /// The last one last.
    games: VecDeque<Arc<KnownGame>>,
    edits: VecDeque<Edit>,
    /// All edits since this revision are known.
    since: u64,
}

/// The bytes `old` became `new_len` others, by which this revision came about.
#[derive(Debug)]
struct Edit {
    revision: u64,
    old: Range<usize>,
    new_len: usize,
}

/// A game that was told.
#[derive(Clone, Debug)]
pub struct KnownGame {
    /// Its name for the client: nothing else that is told has it, whatever the client counts.
    pub state: String,
    pub revision: u64,
    /// Its place among the games, from 1 on.
    pub number: usize,
    /// Where it stood, without the white space around it.
    pub place: Range<usize>,
    /// So many bytes of it stand before its first half-move.
    pub head: usize,
    /// Tells its text from other texts.
    pub text: u64,
    /// The half-moves that were told, from the first one on.
    pub prints: Vec<Print>,
    pub total: usize,
}

/// What tells a half-move from another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Print {
    /// Of all that is told of it but its place.
    pub hash: u64,
    /// The half-move before it; `u32::MAX` where there is none.
    pub parent: u32,
    pub range: lsp_types::Range,
}

impl KnownGames {
    /// Notes an answer, or a further part of one.
    pub fn keep(&self, game: KnownGame) {
        let mut state = self.lock();
        let same = |known: &Arc<KnownGame>| known.revision == game.revision && known.number == game.number;
        state.games.retain(|known| !same(known));
        state.games.push_back(Arc::new(game));
        while state.games.len() > 1
            && (state.games.len() > MOST
                || state.games.iter().map(|game| game.prints.len()).sum::<usize>() > MOST_MOVES)
        {
            state.games.pop_front();
        }
    }

    /// What was told of a game under a name.
    pub fn find(&self, state: &str, number: usize) -> Option<Arc<KnownGame>> {
        let known = self.lock();
        known.games.iter().rev().find(|game| game.state == state && game.number == number).cloned()
    }

    /// Notes an edit, which leads to a revision.
    pub fn edited(&self, revision: u64, old: Range<usize>, new_len: usize) {
        let mut state = self.lock();
        if state.edits.len() == MOST_EDITS {
            state.since = state.edits.pop_front().map_or(revision, |edit| edit.revision);
        }
        state.edits.push_back(Edit { revision, old, new_len });
    }

    /// Where a game is in the text of a later revision; none where its edits are not known.
    pub fn now(&self, game: &KnownGame, revision: u64) -> Option<Whereabouts> {
        let state = self.lock();
        if state.since > game.revision || game.revision > revision {
            return None;
        }
        let edits = state.edits.iter().filter(|edit| edit.revision > game.revision && edit.revision <= revision);
        let Range { start, end } = game.place;
        let mut now = Whereabouts { start, last: end.saturating_sub(1), head: game.head, is_sure: true, is_cut: false };
        for edit in edits {
            now.follow(edit);
        }
        Some(now)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where a game is that stood elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Whereabouts {
    start: usize,
    /// Its last byte. Where all of a text is sent anew, what differs is found from both ends: a game that was put in
    /// above begins as this one does, so that this one's beginning is taken for its own.
    pub last: usize,
    /// Its last byte has not been replaced.
    pub is_sure: bool,
    head: usize,
    /// Where its last byte was, nothing was put in.
    is_cut: bool,
}

impl Whereabouts {
    /// It was taken out: its end is not there any more, nor all of its tags. What is left is how the next game begins too.
    pub fn is_gone(&self) -> bool {
        self.is_cut && self.last < self.start + self.head.max(1)
    }

    fn follow(&mut self, edit: &Edit) {
        let moved = |place: usize| match place.checked_sub(edit.old.end) {
            Some(past) => (edit.old.start + edit.new_len + past, true),
            None if place < edit.old.start => (place, true),
            None => (edit.old.start + (place - edit.old.start).min(edit.new_len), false),
        };
        let ((start, _), (last, is_sure)) = (moved(self.start), moved(self.last));
        let is_cut = self.is_cut || !is_sure && edit.new_len == 0;
        *self = Whereabouts { start, last, is_sure: self.is_sure && is_sure, is_cut, ..*self };
    }
}

/// What of a game is as it was told, with other places: so many half-moves at its beginning and at its end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Kept {
    pub first: usize,
    /// So many lines further on than they were.
    pub first_lines: i64,
    pub last: usize,
    pub last_lines: i64,
    /// On this line, as it was counted before, the last ones are so many characters further on.
    pub line: u32,
    pub characters: i64,
}

/// Compares the half-moves of a game with those that were told.
pub fn kept(old: &[Print], new: &[Print]) -> Kept {
    let lines = |old: &Print, new: &Print| i64::from(new.range.start.line) - i64::from(old.range.start.line);
    let mut kept = Kept::default();
    let (Some((first, last)), Some((new_first, new_last))) = (ends(old), ends(new)) else { return kept };
    kept.first_lines = lines(first, new_first);
    kept.last_lines = lines(last, new_last);
    let is_first = |(old, new): &(&Print, &Print)| {
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
    let mut shift = Shift { lines: kept.last_lines, on: None, upper: u32::MAX };
    let rest = old[kept.first..].iter().rev().zip(new[kept.first..].iter().rev());
    let is_last = |(old, new): &(&Print, &Print)| {
        old.hash == new.hash
            && parent(old.parent) == new.parent
            && shift.takes(old.range.end, new.range.end)
            && shift.takes(old.range.start, new.range.start)
    };
    kept.last = rest.take_while(is_last).count();
    (kept.line, kept.characters) = shift.on.unwrap_or_default();
    kept
}

fn ends(prints: &[Print]) -> Option<(&Print, &Print)> {
    prints.first().zip(prints.last())
}

/// How the places at a game's end have moved, which are looked at from the last one on.
struct Shift {
    lines: i64,
    /// Characters on one line, on which none has stayed where it was.
    on: Option<(u32, i64)>,
    /// The upmost line on which a place was seen.
    upper: u32,
}

impl Shift {
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
