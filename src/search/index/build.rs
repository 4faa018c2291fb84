//! Makes a segment.

use super::bits::BitWriter;
use super::{
    BUCKET, DIFFERENCE, HEAD, IndexedGameRow, IndexedGames, MAGIC, MOST_BITS, MOST_REMAINDER, OFTEN, Occurrence,
    PositionSums, PostingDetail, REMAINDER, SegmentFault, SegmentShape, postings,
};

/// Collects the occurrences of some games, 16 bytes each in memory, for one segment.
#[derive(Debug, Default)]
pub struct SegmentBuilder {
    rows: Vec<IndexedGameRow>,
    occurrences: Vec<Occurrence>,
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
        let moved = games.occurrences[..positions].iter();
        self.occurrences.extend(moved.map(|occurrence| Occurrence { game: first + occurrence.game, ..*occurrence }));
        self.rows.extend(games.rows);
        first
    }

    /// Number of games so far.
    pub fn games(&self) -> usize {
        self.rows.len()
    }

    /// Number of positions so far.
    pub fn positions(&self) -> usize {
        self.occurrences.len()
    }

    /// Lets the caller sort the positions, on as many cores as it has; otherwise [`SegmentBuilder::build`] does it on
    /// one.
    pub fn sort_with(&mut self, sort: impl FnOnce(&mut [Occurrence])) {
        sort(&mut self.occurrences);
    }

    /// The bytes of the segment.
    ///
    /// # Errors
    ///
    /// [`SegmentFault::TooLarge`] if there are 2^31 occurrences or the buckets have 4 GiB: fewer games make several
    /// segments.
    pub fn build(self) -> Result<Vec<u8>, SegmentFault> {
        let SegmentBuilder { rows, mut occurrences, detail, is_exact } = self;
        if occurrences.len() >= 1 << 31 {
            return Err(SegmentFault::TooLarge);
        }
        if !occurrences.is_sorted() {
            occurrences.sort_unstable();
        }
        let shape = SegmentShape {
            bits: directory_bits(occurrences.len()),
            remainder: if is_exact { MOST_REMAINDER } else { REMAINDER },
            game_bits: usize::BITS - rows.len().saturating_sub(1).leading_zeros(),
            detail,
        };
        let bits = shape.bits;
        let mut bytes =
            Vec::with_capacity(HEAD + IndexedGameRow::LENGTH * rows.len() + (4 << bits) + 6 * occurrences.len());
        bytes.extend_from_slice(&MAGIC);
        bytes.extend_from_slice(&[
            bits as u8,
            shape.game_bits as u8,
            detail as u8,
            (shape.remainder - REMAINDER) as u8,
        ]);
        bytes.extend_from_slice(&(rows.len() as u32).to_le_bytes());
        bytes.extend_from_slice(&(occurrences.len() as u64).to_le_bytes());
        bytes.resize(HEAD, 0);
        rows.iter().for_each(|row| bytes.extend_from_slice(&row.to_bytes()));
        let directory = bytes.len();
        let body = directory + 4 * ((1 << bits) + 1);
        bytes.resize(body, 0);
        let mut runs = Vec::new();
        let mut rest = &occurrences[..];
        for bucket in 0..1 << bits {
            let (here, others) = rest.split_at(rest.iter().take_while(|one| shape.parts(one.key).0 == bucket).count());
            rest = others;
            push_bucket(&mut bytes, &mut runs, here, &rows, shape);
            let end = u32::try_from(bytes.len() - body).map_err(|_| SegmentFault::TooLarge)?;
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

fn push_bucket(
    bytes: &mut Vec<u8>,
    runs: &mut Vec<u8>,
    occurrences: &[Occurrence],
    rows: &[IndexedGameRow],
    shape: SegmentShape,
) {
    let mut out = BitWriter::new(bytes);
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
        let start = runs.len();
        PositionSums::of(same, |game| Some(rows[game as usize].facts)).push(runs, same[0].key);
        let middle = runs.len();
        let mut run = BitWriter::new(runs);
        postings::push(&mut run, same, shape.game_bits, PostingDetail::Places);
        run.finish();
        out.push(start as u32, 32);
        out.push((start as u64 >> 32) as u32, 8);
        out.push_small((middle - start) as u32);
        out.push_small((runs.len() - middle) as u32);
    }
    // What follows the last position is less than a byte, and so no position.
    out.finish();
}

/// Bits of a directory for this many occurrences.
fn directory_bits(occurrences: usize) -> u32 {
    (occurrences / BUCKET).max(1).ilog2().min(MOST_BITS)
}
