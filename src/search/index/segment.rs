//! Queries a segment.

use std::fmt;

use super::{HEAD, MAGIC, MOST_BITS, numbers, parts};
use crate::SearchKey;

/// A segment in its bytes.
#[derive(Clone, Copy, Debug)]
pub struct IndexSegment<'b> {
    pub(super) bits: u32,
    occurrences: u64,
    /// Ends of the buckets, after a 0.
    directory: &'b [u8],
    buckets: &'b [u8],
}

/// Why bytes are no segment, or none can be made.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentFault {
    /// They do not begin as a segment of this version.
    Foreign,
    /// They are cut off, or changed.
    Damaged,
    /// The segment would be too large.
    TooLarge,
}

impl fmt::Display for SegmentFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            SegmentFault::Foreign => "it is no segment of this version of the index: index the games again",
            SegmentFault::Damaged => "the segment is damaged: index the games again",
            SegmentFault::TooLarge => "the segment would have 4 GiB or more: divide the games among several",
        })
    }
}

impl std::error::Error for SegmentFault {}

impl<'b> IndexSegment<'b> {
    /// The segment in these bytes. Only its frame is checked: a sum over the bytes is the business of who stores them.
    ///
    /// # Errors
    ///
    /// If the bytes do not begin as a segment of this version, or are cut off.
    pub fn new(bytes: &'b [u8]) -> Result<IndexSegment<'b>, SegmentFault> {
        let rest = bytes.strip_prefix(&MAGIC).ok_or(SegmentFault::Foreign)?;
        let (bits, rest) = rest.split_first().ok_or(SegmentFault::Damaged)?;
        let (occurrences, _) = rest.split_first_chunk().ok_or(SegmentFault::Damaged)?;
        let bits = u32::from(*bits);
        if bits > MOST_BITS {
            return Err(SegmentFault::Damaged);
        }
        let body = HEAD + 4 * ((1 << bits) + 1);
        let (directory, buckets) =
            (bytes.get(HEAD..body).ok_or(SegmentFault::Damaged)?, bytes.get(body..).unwrap_or_default());
        let segment = IndexSegment { bits, occurrences: u64::from_le_bytes(*occurrences), directory, buckets };
        match segment.end(1 << bits) {
            Some(end) if end == buckets.len() => Ok(segment),
            _ => Err(SegmentFault::Damaged),
        }
    }

    /// Number of all occurrences.
    pub fn occurrences(&self) -> u64 {
        self.occurrences
    }

    /// Games and plies in which the position may occur, in order. All in which it does are among them.
    ///
    /// # Errors
    ///
    /// [`SegmentFault::Damaged`] if the part of the segment that was read is damaged.
    pub fn find(&self, key: SearchKey) -> Result<Vec<(u32, u16)>, SegmentFault> {
        let (bucket, remainder) = parts(key, self.bits);
        self.find_in(bucket, remainder).ok_or(SegmentFault::Damaged)
    }

    fn find_in(&self, bucket: usize, sought: u64) -> Option<Vec<(u32, u16)>> {
        let mut bytes = self.buckets.get(self.end(bucket)?..self.end(bucket + 1)?)?;
        let mut remainder = 0u64;
        while !bytes.is_empty() {
            let head = numbers::take(&mut bytes)?;
            remainder = remainder.checked_add(head >> 1)?;
            if remainder > sought {
                break;
            }
            let count = if head & 1 == 1 { 1 } else { numbers::take_as::<usize>(&mut bytes)? };
            // Each takes two bytes at least.
            if count > bytes.len() / 2 {
                return None;
            }
            let is_sought = remainder == sought;
            let mut found = Vec::with_capacity(if is_sought { count } else { 0 });
            let mut game = 0u32;
            for _ in 0..count {
                game = game.checked_add(numbers::take_as(&mut bytes)?)?;
                let ply = numbers::take_as(&mut bytes)?;
                if is_sought {
                    found.push((game, ply));
                }
            }
            if is_sought {
                return Some(found);
            }
        }
        Some(Vec::new())
    }

    /// Where the buckets before this one end.
    fn end(&self, bucket: usize) -> Option<usize> {
        let end = self.directory.get(4 * bucket..)?.first_chunk()?;
        usize::try_from(u32::from_le_bytes(*end)).ok()
    }
}
