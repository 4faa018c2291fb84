//! Identification of a game among the games of its file, to find duplicates.
//!
//! Two games are the same if the same players reach the same final position after the same number of half-moves, at
//! least ten moves, and no date, round or time differs. So nothing is stored or computed while half-moves are played.
//! Notation, comments, glyphs and variations are ignored, and so are event, site and result, which collections spell
//! and correct in different ways. Transpositions do not distinguish games either.

mod comparison;
mod duplicates;
mod game_date;
mod player;

use std::ops::Range;

pub use comparison::ComparedGame;
pub use duplicates::{Duplicates, SHORTEST, duplicate_game};
use game_date::GameDate;
use player::{NameRest, Player};

/// Distinguishes a game from the other games of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Hash of final position, number of half-moves and first words of the names: equal for different games with a
    /// probability of 2^-64.
    key: u64,
    details: Details,
    /// The first tag, in bytes of the game's text.
    first_tag: (u32, u32),
}

/// Data that may differ within limits between copies of a game with the same key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Details {
    /// The players' names after their first words.
    rest: [NameRest; 2],
    game_date: GameDate,
}

/// Players and time of a game from its tags: values without quotes, as bytes in any encoding; empty if the tag is
/// missing.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Facts<'t> {
    pub(crate) white: &'t [u8],
    pub(crate) black: &'t [u8],
    pub(crate) date: &'t [u8],
    pub(crate) round: &'t [u8],
    /// `UTCTime`, except in a study's chapter, where it is the time at which the chapter was made.
    pub(crate) time: &'t [u8],
    /// The first tag, in bytes of the game's text.
    pub(crate) first_tag: (usize, usize),
}

impl Identity {
    /// The identity of a game whose main line reaches a position, given by its fingerprint, after `half_moves`
    /// half-moves. `None` if the game is too short, or a player is unknown.
    pub(crate) fn of(position: u64, half_moves: u32, facts: &Facts<'_>) -> Option<Identity> {
        if half_moves < SHORTEST {
            return None;
        }
        let (white, black) = (Player::from_name(facts.white)?, Player::from_name(facts.black)?);
        let mut key = position;
        for part in [u64::from(half_moves), white.word, black.word] {
            key = (key.rotate_left(23) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let (start, end) = facts.first_tag;
        Some(Identity {
            key: key ^ key >> 32,
            details: Details { rest: [white.rest, black.rest], game_date: GameDate::of(facts) },
            first_tag: (u32::try_from(start).ok()?, u32::try_from(end).ok()?),
        })
    }

    /// Equal in all copies of a game, and hardly ever in two different games.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Whether both are the same game.
    pub fn is_same(&self, other: &Identity) -> bool {
        self.key == other.key && self.details.agree(&other.details)
    }

    /// The game's first tag, in bytes of its text: the range at which a duplicate is reported.
    pub fn first_tag(&self) -> Range<u32> {
        self.first_tag.0..self.first_tag.1
    }

    /// The same game with another range of its first tag.
    pub fn moved(self, first_tag: Range<u32>) -> Identity {
        Identity { first_tag: (first_tag.start, first_tag.end), ..self }
    }
}

impl Details {
    /// Whether no detail known for both games differs.
    fn agree(&self, other: &Details) -> bool {
        let mut rest = self.rest.iter().zip(&other.rest);
        rest.all(|(one, other)| one.agrees(other)) && self.game_date.agrees(&other.game_date)
    }
}
