//! An index of positions in bytes: which games reach a position, and what they play there, without reading them all.
//!
//! [`IndexedGames`] is a sink that collects the [`Occurrence`]s of games, a [`SegmentBuilder`] makes an immutable
//! [`IndexSegment`] of them, which is queried where it lies, through [`SegmentBytes`]. A segment keeps the first bits of
//! each key, 22 more than its directory has unless it is made for more: of a million positions that no game reaches,
//! about five are found all the same. The sums of positions that occur often are kept with the whole key, and are
//! certain ([`PositionSums`]). Whoever needs certainty of others confirms each game by its own text. Nothing is left out
//! of an answer.
//!
//! ```text
//! magic and version, 8 | bits of the directory, 1 | bits of a game's number, 1 | detail, 1
//! bits of a key beyond 22, 1 | games, 4
//! occurrences, 8 | bytes of the buckets, 8 | bytes of the runs, 8
//! games: 16 each | directory: 4 a bucket and 4 more | buckets | runs
//! bucket: its positions by ascending key, each a difference of keys, a number of occurrences, and
//!         below 16 of them: their postings
//!         else: place of the run, length of its sums, length of its postings
//! run: whole key, sums, best games, sums by move | postings
//! ```
//!
//! Numbers of bytes are little-endian; those of sums have seven bits a byte, the lowest first. Buckets and postings are
//! bits ([`bits`]): see [`postings`].

mod bits;
mod build;
mod games;
mod numbers;
mod postings;
mod segment;
mod shared;
mod stripe;
mod sums;
#[cfg(test)]
mod tests;

pub use build::{SegmentBuilder, one_by_one};
pub use games::{IndexedGameRow, IndexedGames};
pub use postings::{MoveCode, Occurrence, PostingDetail};
pub use segment::{IndexSegment, SegmentAnswer, SegmentBytes, SegmentFault, SegmentLengths};
pub use shared::{IndexAnswer, IndexedPlace, PlacedPart, SharedSegment};
pub use stripe::SegmentStripe;
pub use sums::PositionSums;

use crate::SearchKey;

/// The first bytes of a segment: a mark, and the version of format and keys.
const MAGIC: [u8; 8] = *b"VGNSEG\n\x03";
/// How every segment begins, of whatever version.
#[cfg(feature = "store")]
pub(crate) const SEGMENT_MARK: &[u8] = MAGIC.split_at(7).0;
/// Bytes before the games.
const HEAD: usize = 40;
/// Bits of a key beyond those of the directory.
const REMAINDER: u32 = 22;
/// The most bits of a key beyond those of the directory, for segments whose answers nobody confirms.
const MOST_REMAINDER: u32 = 32;
/// The low bits of the difference of two keys of a bucket are so many fewer: it has about twenty positions.
const DIFFERENCE: u32 = 5;
/// Bits of the largest directory.
const MOST_BITS: u32 = 26;
/// Occurrences that a bucket should have.
const BUCKET: usize = 32;
/// Occurrences from which on a position has sums.
const OFTEN: usize = 16;

/// How a segment keeps positions.
#[derive(Clone, Copy, Debug)]
struct SegmentShape {
    /// Bits of the directory.
    bits: u32,
    /// Bits of a key beyond those.
    remainder: u32,
    /// Bits of a game's number.
    game_bits: u32,
    detail: PostingDetail,
}

impl SegmentShape {
    /// The bucket and the remainder of a key.
    fn parts(self, key: SearchKey) -> (usize, u32) {
        let kept = key.0 >> (64 - self.bits - self.remainder);
        ((kept >> self.remainder) as usize, (kept & ((1 << self.remainder) - 1)) as u32)
    }
}
