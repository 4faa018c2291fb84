//! A part of the positions of a segment, which is sorted and encoded by itself.

use std::ops::Range;

use super::bits::BitWriter;
use super::{DIFFERENCE, IndexedGameRow, OFTEN, Occurrence, PositionSums, PostingDetail, SegmentShape, postings};
use crate::SearchKey;

/// Bits of a key by which positions are divided among stripes.
pub(super) const STRIPE_BITS: u32 = 8;
/// Bits of the place of a run.
const PLACE: u32 = 40;

/// The stripe of a key.
#[inline]
pub(super) fn stripe_of(key: SearchKey) -> usize {
    (key.0 >> (64 - STRIPE_BITS)) as usize
}

/// The positions of consecutive buckets: few enough to be sorted within a processor's cache.
#[derive(Debug, Default)]
pub struct SegmentStripe {
    /// Until they are encoded.
    pub(super) occurrences: Vec<Occurrence>,
    /// Its buckets in the segment.
    numbers: Range<usize>,
    buckets: Vec<u8>,
    /// The end of each bucket in `buckets`.
    ends: Vec<usize>,
    runs: Vec<u8>,
    /// Where the places of runs are in `buckets`, in bits; they count from the first run of the stripe.
    places: Vec<usize>,
}

impl SegmentStripe {
    /// A stripe of these positions.
    pub(super) fn of(occurrences: impl IntoIterator<Item = Occurrence>) -> SegmentStripe {
        SegmentStripe { occurrences: occurrences.into_iter().collect(), ..SegmentStripe::default() }
    }

    /// Says which of the segment's buckets are in the stripe.
    pub(super) fn take_buckets(&mut self, first: usize, count: usize) {
        self.numbers = first..first + count;
    }

    /// Bytes of its buckets and runs.
    pub(super) fn length(&self) -> usize {
        self.buckets.len() + self.runs.len()
    }

    /// Sorts and encodes the positions.
    pub(super) fn encode(&mut self, rows: &[IndexedGameRow], shape: SegmentShape) {
        let mut occurrences = std::mem::take(&mut self.occurrences);
        occurrences.sort_unstable();
        let mut rest = &occurrences[..];
        self.buckets.reserve(5 * occurrences.len());
        self.ends.reserve(self.numbers.len());
        for bucket in self.numbers.clone() {
            let (here, others) = rest.split_at(rest.iter().take_while(|one| shape.parts(one.key).0 == bucket).count());
            rest = others;
            self.push_bucket(here, rows, shape);
            self.ends.push(self.buckets.len());
        }
    }

    fn push_bucket(&mut self, occurrences: &[Occurrence], rows: &[IndexedGameRow], shape: SegmentShape) {
        let mut out = BitWriter::new(&mut self.buckets);
        let mut last = 0;
        for same in occurrences.chunk_by(|one, other| one.key == other.key) {
            let (_, remainder) = shape.parts(same[0].key);
            out.push_near(remainder - last, shape.remainder - DIFFERENCE);
            last = remainder;
            out.push_small(same.len().min(OFTEN) as u32 - 1);
            if same.len() < OFTEN {
                postings::push(&mut out, same, shape.game_bits, shape.detail);
                continue;
            }
            let start = self.runs.len();
            PositionSums::of(same, |game| Some(rows[game as usize].facts)).push(&mut self.runs, same[0].key);
            let middle = self.runs.len();
            let mut run = BitWriter::new(&mut self.runs);
            postings::push(&mut run, same, shape.game_bits, PostingDetail::Places);
            run.finish();
            self.places.push(out.written());
            out.push(start as u32, 32);
            out.push((start as u64 >> 32) as u32, PLACE - 32);
            out.push_small((middle - start) as u32);
            out.push_small((self.runs.len() - middle) as u32);
        }
        // What follows the last position is less than a byte, and so no position.
        out.finish();
    }

    /// Appends the buckets, the runs, and the ends of the buckets, which count from `body`.
    pub(super) fn append(mut self, bytes: &mut Vec<u8>, runs: &mut Vec<u8>, body: usize, ends: &mut Vec<usize>) {
        for place in &self.places {
            shift(&mut self.buckets, *place, runs.len() as u64);
        }
        let before = bytes.len() - body;
        ends.extend(self.ends.iter().map(|end| before + end));
        bytes.append(&mut self.buckets);
        runs.append(&mut self.runs);
    }
}

/// Adds to the place of a run that begins with this bit.
fn shift(bytes: &mut [u8], bit: usize, by: u64) {
    let (byte, bit) = (bit / 8, bit % 8);
    let length = (bit + PLACE as usize).div_ceil(8);
    let mut word = [0; 8];
    word[..length].copy_from_slice(&bytes[byte..byte + length]);
    let moved = u64::from_le_bytes(word) + (by << bit);
    bytes[byte..byte + length].copy_from_slice(&moved.to_le_bytes()[..length]);
}
