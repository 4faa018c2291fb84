//! What a game is known by among the games of its file, so that one that stands there twice is found.
//!
//! The rule: a game is there again where the same players come to the same final position after the same number of
//! half-moves, ten moves at least, and no date, round or time says otherwise. So nothing is kept or worked out while
//! the half-moves are played. Notation, comments, glyphs and variations do not count, nor do event, site and result,
//! which collections spell and correct in their own ways. Moves that changed places do not part two games either.

mod duplicates;
mod player;
mod when;

use std::ops::Range;

pub use duplicates::{Duplicates, SHORTEST, duplicate_game};
use player::{Player, Rest};
use when::When;

/// What tells a game from others of its file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Identity {
    /// Final position, half-moves and the first words of names: of unlike games with a chance of 2^-64 only.
    key: u64,
    details: Details,
    /// The first tag, in bytes of the game's text.
    first_tag: (u32, u32),
}

/// What games with the same key may have of their own, and be the same game all the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Details {
    /// What follows the first words of the players' names.
    rest: [Rest; 2],
    when: When,
}

/// What the tags say of who played, and when: values without quotes, as bytes of whatever encoding; empty where there
/// is no such tag.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Facts<'t> {
    pub(crate) white: &'t [u8],
    pub(crate) black: &'t [u8],
    pub(crate) date: &'t [u8],
    pub(crate) round: &'t [u8],
    /// `UTCTime`, but not of a study's chapter: that is when the chapter was made.
    pub(crate) time: &'t [u8],
    /// The first tag, in bytes of the game's text.
    pub(crate) first_tag: (usize, usize),
}

impl Identity {
    /// That of a game whose main line comes to a position, by its fingerprint, after so many half-moves. None of a game
    /// that is too short, or whose players are not both known.
    pub(crate) fn of(position: u64, half_moves: u32, facts: &Facts<'_>) -> Option<Identity> {
        if half_moves < SHORTEST {
            return None;
        }
        let (white, black) = (Player::named(facts.white)?, Player::named(facts.black)?);
        let mut key = position;
        for part in [u64::from(half_moves), white.word, black.word] {
            key = (key.rotate_left(23) ^ part).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        }
        let (start, end) = facts.first_tag;
        Some(Identity {
            key: key ^ key >> 32,
            details: Details { rest: [white.rest, black.rest], when: When::of(facts) },
            first_tag: (u32::try_from(start).ok()?, u32::try_from(end).ok()?),
        })
    }

    /// The same in all copies of a game, and hardly ever in two games.
    pub fn key(&self) -> u64 {
        self.key
    }

    /// Is it the same game?
    pub fn is_same(&self, other: &Identity) -> bool {
        self.key == other.key && self.details.agree(&other.details)
    }

    /// The game's first tag, in bytes of its text: where it is reported.
    pub fn first_tag(&self) -> Range<u32> {
        self.first_tag.0..self.first_tag.1
    }

    /// The same game with its first tag elsewhere.
    pub fn moved(self, first_tag: Range<u32>) -> Identity {
        Identity { first_tag: (first_tag.start, first_tag.end), ..self }
    }
}

impl Details {
    /// Nothing that both know is different.
    fn agree(&self, other: &Details) -> bool {
        let mut rest = self.rest.iter().zip(&other.rest);
        rest.all(|(one, other)| one.agrees(other)) && self.when.agrees(&other.when)
    }
}
