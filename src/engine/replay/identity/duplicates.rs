//! Finds games that occur earlier in the same file.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use super::{Details, Identity};
use crate::lint::{Code, Diagnostic, Settings};

/// Minimum length of compared games, in half-moves of the main line: shorter games often recur.
pub const SHORTEST: u32 = 20;

/// Maximum number of games stored for comparison, at about 150 bytes each.
const MOST: usize = 900_000;

/// Maximum number of games stored per key; more occur only if they are made on purpose.
const MOST_ALIKE: u32 = 16;

/// The games of a file read so far, each with a place of type `P`.
#[derive(Debug)]
pub struct Duplicates<P> {
    /// The last game with each key, as an index into `games`.
    last: HashMap<u64, u32, BuildHasherDefault<KeyHasher>>,
    games: Vec<KnownGame<P>>,
}

#[derive(Debug)]
struct KnownGame<P> {
    details: Details,
    place: P,
    /// The previous game with the same key, which is a different game.
    before: Option<u32>,
    /// Number of previous games with the same key.
    alike: u32,
}

impl<P> Default for Duplicates<P> {
    fn default() -> Duplicates<P> {
        Duplicates { last: HashMap::default(), games: Vec::new() }
    }
}

impl<P> Duplicates<P> {
    /// The place of the first game in the file that is the same game; otherwise stores the game and returns `None`.
    pub fn find_or_insert(&mut self, identity: &Identity, place: impl FnOnce() -> P) -> Option<&P> {
        let last = self.last.get(&identity.key()).copied();
        let (mut at, mut first, mut alike) = (last, None, 0);
        while let Some(known) = at.and_then(|at| self.games.get(at as usize)) {
            alike = alike.max(known.alike + 1);
            if known.details.agree(&identity.details) {
                // Among several matches, the first game in the file is reported.
                first = at;
            }
            at = known.before;
        }
        if let Some(first) = first {
            return self.games.get(first as usize).map(|known| &known.place);
        }
        if self.games.len() < MOST
            && alike < MOST_ALIKE
            && let Ok(number) = u32::try_from(self.games.len())
        {
            self.games.push(KnownGame { details: identity.details, place: place(), before: last, alike });
            self.last.insert(identity.key(), number);
        }
        None
    }
}

/// The finding for a game that occurs earlier in the file: `first` is that game, as "game 2 (line 11)". `None` if the
/// lint is off.
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

/// Passes keys through, because they are hashes already.
#[derive(Clone, Copy, Debug, Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
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
