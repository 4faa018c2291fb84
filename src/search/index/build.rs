//! Makes a segment.

use super::{BUCKET, HEAD, MAGIC, MOST_BITS, Occurrence, SegmentFault, numbers, parts};

/// Collects occurrences, 16 bytes each in memory, for one segment.
#[derive(Debug, Default)]
pub struct SegmentBuilder {
    occurrences: Vec<Occurrence>,
}

impl SegmentBuilder {
    /// Adds an occurrence; the order does not matter, and the same one counts once.
    #[inline]
    pub fn add(&mut self, occurrence: Occurrence) {
        self.occurrences.push(occurrence);
    }

    /// Number of occurrences so far.
    pub fn len(&self) -> usize {
        self.occurrences.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.occurrences.is_empty()
    }

    /// The bytes of the segment.
    ///
    /// # Errors
    ///
    /// [`SegmentFault::TooLarge`] if the buckets have 4 GiB or more: fewer games make several segments.
    pub fn build(self) -> Result<Vec<u8>, SegmentFault> {
        let bits = directory_bits(self.occurrences.len());
        let mut cut: Vec<(usize, u64, u32, u16)> = self
            .occurrences
            .into_iter()
            .map(|Occurrence { key, game, ply }| {
                let (bucket, remainder) = parts(key, bits);
                (bucket, remainder, game, ply)
            })
            .collect();
        cut.sort_unstable();
        cut.dedup();
        let mut bytes = Vec::with_capacity(HEAD + (4 << bits) + 5 * cut.len());
        bytes.extend_from_slice(&MAGIC);
        bytes.push(bits as u8);
        bytes.extend_from_slice(&(cut.len() as u64).to_le_bytes());
        let body = HEAD + 4 * ((1 << bits) + 1);
        bytes.resize(body, 0);
        let mut rest = &cut[..];
        for bucket in 0..1 << bits {
            let (here, others) = rest.split_at(rest.partition_point(|(of, ..)| *of == bucket));
            rest = others;
            push_bucket(&mut bytes, here);
            let end = u32::try_from(bytes.len() - body).map_err(|_| SegmentFault::TooLarge)?;
            let at = HEAD + 4 * (bucket + 1);
            bytes[at..at + 4].copy_from_slice(&end.to_le_bytes());
        }
        Ok(bytes)
    }
}

fn push_bucket(bytes: &mut Vec<u8>, occurrences: &[(usize, u64, u32, u16)]) {
    let mut last = 0;
    for same in occurrences.chunk_by(|one, other| one.1 == other.1) {
        let remainder = same[0].1;
        let difference = (remainder - last) << 1;
        last = remainder;
        if same.len() == 1 {
            numbers::push(bytes, difference | 1);
        } else {
            numbers::push(bytes, difference);
            numbers::push(bytes, same.len() as u64);
        }
        let mut before = 0;
        for (_, _, game, ply) in same {
            numbers::push(bytes, u64::from(game - before));
            numbers::push(bytes, u64::from(*ply));
            before = *game;
        }
    }
}

/// Bits of a directory for this many occurrences.
fn directory_bits(occurrences: usize) -> u32 {
    (occurrences / BUCKET).max(1).ilog2().min(MOST_BITS)
}
