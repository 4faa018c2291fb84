//! An index of positions in bytes: which games reach a position, without reading them all.
//!
//! A [`SegmentBuilder`] takes the [`Occurrence`]s of some games and makes an immutable [`IndexSegment`], which is
//! queried where it lies. Answers are candidates: a segment keeps only a part of each key, and who asks confirms each
//! game by its own text. Nothing is left out of an answer.
//!
//! ```text
//! magic and version, 8 | bits of the directory, 1 | occurrences, 8 | directory: 4 a bucket and 4 more | buckets
//! bucket: keys in ascending order; each: difference to the key before it, doubled; 1 more if it occurs once
//!         occurs once:  game, ply
//!         else:         occurrences; of each: difference of games, then ply
//! ```
//!
//! Numbers of a bucket have seven bits a byte, the lowest first; all others are fixed, little-endian.

mod build;
mod numbers;
mod segment;
#[cfg(test)]
mod tests;

pub use build::SegmentBuilder;
pub use segment::{IndexSegment, SegmentFault};

use crate::SearchKey;

/// A position in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    pub key: SearchKey,
    /// Number of the game, from 0, in the order that the maker of the segment chooses.
    pub game: u32,
    /// Half-moves before the position.
    pub ply: u16,
}

/// The first bytes of a segment: a mark, and the version of format and keys.
const MAGIC: [u8; 8] = *b"VGNSEG\n\x01";
/// Bytes before the directory.
const HEAD: usize = MAGIC.len() + 1 + 8;
/// Bits of a key beyond those of the directory.
const REMAINDER: u32 = 16;
/// Bits of the largest directory.
const MOST_BITS: u32 = 26;
/// Occurrences that a bucket should have.
const BUCKET: usize = 32;

/// The bucket and the remainder of a key in a directory of this many bits.
fn parts(key: SearchKey, bits: u32) -> (usize, u64) {
    let kept = key.0 >> (64 - bits - REMAINDER);
    ((kept >> REMAINDER) as usize, kept & ((1 << REMAINDER) - 1))
}
