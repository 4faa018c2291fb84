//! Games that stand in a file already.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::{Details, Identity};
use crate::lint::{Code, Diagnostic, Settings};

/// Shorter games, in half-moves of the main line, are not compared: many are played again.
pub const SHORTEST: u32 = 20;

/// Games of a file that are remembered, in some 150 bytes each; later ones are compared with these.
const MOST: usize = 900_000;

/// Games with one key that are remembered: more are made on purpose.
const MOST_ALIKE: u32 = 16;

/// The games of a file as they come by, each with what `P` says of its place.
#[derive(Debug)]
pub struct Duplicates<P> {
    /// The last of the games that have a key, by their place in `games`.
    last: HashMap<u64, u32, BuildHasherDefault<Mixed>>,
    games: Vec<Seen<P>>,
}

#[derive(Debug)]
struct Seen<P> {
    details: Details,
    place: P,
    /// The one before it that has the same key and is another game all the same.
    before: Option<u32>,
    /// How many there are before it.
    alike: u32,
}

impl<P> Default for Duplicates<P> {
    fn default() -> Duplicates<P> {
        Duplicates { last: HashMap::default(), games: Vec::new() }
    }
}

impl<P> Duplicates<P> {
    /// The place of the first game of the file that is this one, if it has come by; else it is remembered.
    pub fn meet(&mut self, identity: &Identity, place: impl FnOnce() -> P) -> Option<&P> {
        let last = self.last.get(&identity.key()).copied();
        let (mut at, mut first, mut alike) = (last, None, 0);
        while let Some(seen) = at.and_then(|at| self.games.get(at as usize)) {
            alike = alike.max(seen.alike + 1);
            if seen.details.agree(&identity.details) {
                // Of several that it agrees with, the first is meant.
                first = at;
            }
            at = seen.before;
        }
        if let Some(first) = first {
            return self.games.get(first as usize).map(|seen| &seen.place);
        }
        if self.games.len() < MOST
            && alike < MOST_ALIKE
            && let Ok(number) = u32::try_from(self.games.len())
        {
            self.games.push(Seen { details: identity.details, place: place(), before: last, alike });
            self.last.insert(identity.key(), number);
        }
        None
    }
}

/// The finding of a game that is in the file already: `first` is that game, as "game 2 (line 11)". None if nobody wants
/// it.
pub fn duplicate_game(identity: &Identity, first: &str, settings: &Settings) -> Option<Diagnostic> {
    Some(Diagnostic {
        code: Code::DuplicateGame,
        severity: settings.level(Code::DuplicateGame)?,
        range: identity.first_tag(),
        message: format!("this game has the same players, final position and number of half-moves as {first}"),
        related: Vec::new(),
        fixes: Vec::new(),
    })
}

/// Keys are mixed already.
#[derive(Clone, Copy, Debug, Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|byte| self.0 = self.0.rotate_left(8) ^ u64::from(*byte));
    }

    fn write_u64(&mut self, key: u64) {
        self.0 = key;
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
