//! Makes a segment.

use super::stripe::{STRIPE_BITS, SegmentStripe, stripe_of};
use super::{
    BUCKET, HEAD, IndexedGameRow, IndexedGames, MAGIC, MOST_BITS, MOST_REMAINDER, Occurrence, PostingDetail, REMAINDER,
    SegmentFault, SegmentShape,
};

/// Collects the occurrences of some games, 16 bytes each in memory, for one segment.
#[derive(Debug, Default)]
pub struct SegmentBuilder {
    rows: Vec<IndexedGameRow>,
    positions: usize,
    /// None before the first position.
    stripes: Vec<SegmentStripe>,
    detail: PostingDetail,
    is_exact: bool,
}

impl SegmentBuilder {
    /// A builder of a segment that keeps only so much of positions that occur seldom.
    pub fn with_detail(detail: PostingDetail) -> SegmentBuilder {
        SegmentBuilder { detail, ..SegmentBuilder::default() }
    }

    /// A builder of a segment that keeps ten bits more of each key: a position that no game reaches is found in fewer
    /// than one of a million segments.
    pub fn exact() -> SegmentBuilder {
        SegmentBuilder { is_exact: true, ..SegmentBuilder::default() }
    }

    /// Adds games behind those it has, and returns the number of the first of them in the segment.
    pub fn add(&mut self, games: IndexedGames) -> u32 {
        let first = self.rows.len() as u32;
        let positions = games.positions();
        if positions > 0 && self.stripes.is_empty() {
            self.stripes.resize_with(1 << STRIPE_BITS, SegmentStripe::default);
        }
        for occurrence in &games.occurrences[..positions] {
            let stripe = &mut self.stripes[stripe_of(occurrence.key)];
            stripe.occurrences.push(Occurrence { game: first + occurrence.game, ..*occurrence });
        }
        self.positions += positions;
        self.rows.extend(games.rows);
        first
    }

    /// Number of games so far.
    pub fn games(&self) -> usize {
        self.rows.len()
    }

    /// Number of positions so far.
    pub fn positions(&self) -> usize {
        self.positions
    }

    /// The bytes of the segment, made on one core.
    ///
    /// # Errors
    ///
    /// [`SegmentFault::TooLarge`] if there are 2^31 occurrences or the buckets have 4 GiB: fewer games make several
    /// segments.
    pub fn build(self) -> Result<Vec<u8>, SegmentFault> {
        self.build_with(one_by_one)
    }

    /// The bytes of the segment. The caller has the work done for each of the stripes, on as many cores as it has.
    ///
    /// # Errors
    ///
    /// As [`SegmentBuilder::build`].
    pub fn build_with(
        self,
        each: impl FnOnce(&mut [SegmentStripe], &(dyn Fn(&mut SegmentStripe) + Sync)),
    ) -> Result<Vec<u8>, SegmentFault> {
        let SegmentBuilder { rows, positions, mut stripes, detail, is_exact } = self;
        if positions >= 1 << 31 {
            return Err(SegmentFault::TooLarge);
        }
        let shape = SegmentShape {
            bits: directory_bits(positions),
            remainder: if is_exact { MOST_REMAINDER } else { REMAINDER },
            game_bits: usize::BITS - rows.len().saturating_sub(1).leading_zeros(),
            detail,
        };
        if shape.bits < STRIPE_BITS {
            stripes = vec![SegmentStripe::of(stripes.into_iter().flat_map(|stripe| stripe.occurrences))];
        }
        let count = (1 << shape.bits) / stripes.len();
        stripes.iter_mut().enumerate().for_each(|(number, stripe)| stripe.take_buckets(number * count, count));
        each(&mut stripes, &|stripe| stripe.encode(&rows, shape));
        let mut bytes = Vec::new();
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&[
            shape.bits as u8,
            shape.game_bits as u8,
            detail as u8,
            (shape.remainder - REMAINDER) as u8,
        ]);
        bytes.extend_from_slice(&(rows.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&(positions as u64).to_le_bytes());
        bytes.resize(HEAD, 0);
        rows.iter().for_each(|row| bytes.extend_from_slice(&row.to_bytes()));
        let directory = bytes.len();
        let body = directory + 4 * ((1 << shape.bits) + 1);
        bytes.reserve(body - directory + stripes.iter().map(SegmentStripe::length).sum::<usize>());
        bytes.resize(body, 0);
        let (mut runs, mut ends) = (Vec::new(), Vec::with_capacity(1 << shape.bits));
        stripes.into_iter().for_each(|stripe| stripe.append(&mut bytes, &mut runs, body, &mut ends));
        for (bucket, end) in ends.into_iter().enumerate() {
            let end = u32::try_from(end).map_err(|_| SegmentFault::TooLarge)?;
            let at = directory + 4 * (bucket + 1);
            bytes[at..at + 4].copy_from_slice(&end.to_le_bytes());
        }
        let buckets = (bytes.len() - body) as u64;
        bytes[24..32].copy_from_slice(&buckets.to_le_bytes());
        bytes[32..40].copy_from_slice(&(runs.len() as u64).to_le_bytes());
        bytes.append(&mut runs);
        Ok(bytes)
    }
}

/// Has the work done for each stripe on one core.
pub fn one_by_one(stripes: &mut [SegmentStripe], work: &(dyn Fn(&mut SegmentStripe) + Sync)) {
    stripes.iter_mut().for_each(work);
}

/// Bits of a directory for this many occurrences.
fn directory_bits(occurrences: usize) -> u32 {
    (occurrences / BUCKET).max(1).ilog2().min(MOST_BITS)
}
