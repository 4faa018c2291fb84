//! Queries a segment.

use std::borrow::Cow;
use std::fmt;

use super::bits::BitReader;
use super::{
    DIFFERENCE, HEAD, IndexedGameRow, MAGIC, MOST_BITS, MOST_REMAINDER, OFTEN, Occurrence, PositionSums, PostingDetail,
    REMAINDER, SegmentShape, postings,
};
use crate::{GameFacts, SearchKey};

/// Where the bytes of a segment lie.
pub trait SegmentBytes {
    /// Why bytes cannot be had.
    type Fault: From<SegmentFault>;

    /// Number of all bytes.
    fn length(&self) -> u64;

    /// The bytes from `start` on, `length` of them.
    ///
    /// # Errors
    ///
    /// If they cannot be had, or there are fewer.
    fn read(&self, start: u64, length: usize) -> Result<Cow<'_, [u8]>, Self::Fault>;
}

/// In memory.
impl<M: AsRef<[u8]>> SegmentBytes for M {
    type Fault = SegmentFault;

    fn length(&self) -> u64 {
        self.as_ref().len() as u64
    }

    fn read(&self, start: u64, length: usize) -> Result<Cow<'_, [u8]>, SegmentFault> {
        let rest = usize::try_from(start).ok().and_then(|start| self.as_ref().get(start..));
        rest.and_then(|rest| rest.get(..length)).map(Cow::Borrowed).ok_or(SegmentFault::Damaged)
    }
}

/// An immutable segment, queried where its bytes lie.
#[derive(Clone, Debug)]
pub struct IndexSegment<B> {
    bytes: B,
    shape: SegmentShape,
    games: u32,
    occurrences: u64,
    /// Starts of the parts.
    directory: u64,
    buckets: u64,
    runs: u64,
}

/// Bytes of the parts of a segment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SegmentLengths {
    pub games: u64,
    pub directory: u64,
    /// All positions, with the occurrences of those that occur seldom.
    pub buckets: u64,
    /// Sums and occurrences of positions that occur often.
    pub runs: u64,
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

/// What a segment has of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SegmentAnswer {
    /// Sums over games that reach it for certain.
    Sums(PositionSums),
    /// A few occurrences, of which nearly all are of this position; none if no game reaches it.
    Occurrences(Vec<Occurrence>),
}

/// A position in its bucket.
enum BucketEntry {
    Postings(Vec<Occurrence>),
    Run(RunPlace),
}

/// Where a run lies, in bytes of the runs.
#[derive(Clone, Copy)]
struct RunPlace {
    start: u64,
    sums: usize,
    postings: usize,
}

impl<B: SegmentBytes> IndexSegment<B> {
    /// The segment in these bytes. Only its frame is checked: a sum over the bytes is the business of who stores them.
    ///
    /// # Errors
    ///
    /// If the bytes do not begin as a segment of this version, or have another length.
    pub fn new(bytes: B) -> Result<IndexSegment<B>, B::Fault> {
        let length = bytes.length();
        let head = bytes.read(0, HEAD.min(usize::try_from(length).unwrap_or(HEAD)))?;
        if !head.starts_with(&MAGIC) {
            return Err(SegmentFault::Foreign.into());
        }
        let number = |at: usize| head.get(at..at + 8)?.first_chunk().map(|number| u64::from_le_bytes(*number));
        let (Some(first), Some(occurrences), Some(buckets), Some(runs)) =
            (number(8), number(16), number(24), number(32))
        else {
            return Err(SegmentFault::Damaged.into());
        };
        drop(head);
        let [bits, game_bits, detail, further, ..] = first.to_le_bytes();
        let (bits, game_bits, games) = (u32::from(bits), u32::from(game_bits), (first >> 32) as u32);
        let remainder = REMAINDER + u32::from(further);
        let detail = match detail {
            0 => PostingDetail::Places,
            1 => PostingDetail::Games,
            _ => return Err(SegmentFault::Damaged.into()),
        };
        let directory = HEAD as u64 + IndexedGameRow::LENGTH as u64 * u64::from(games);
        let segment = IndexSegment {
            shape: SegmentShape {
                bits: bits.min(MOST_BITS),
                remainder: remainder.min(MOST_REMAINDER),
                game_bits: game_bits.min(32),
                detail,
            },
            games,
            occurrences,
            directory,
            buckets: directory + 4 * ((1 << bits.min(MOST_BITS)) + 1),
            runs: length.saturating_sub(runs),
            bytes,
        };
        let is_whole = bits <= MOST_BITS
            && game_bits <= 32
            && remainder <= MOST_REMAINDER
            && segment.buckets.checked_add(buckets) == Some(segment.runs)
            && segment.runs.checked_add(runs) == Some(length);
        if is_whole { Ok(segment) } else { Err(SegmentFault::Damaged.into()) }
    }

    /// Number of games.
    pub fn games(&self) -> u32 {
        self.games
    }

    /// Number of all occurrences.
    pub fn positions(&self) -> u64 {
        self.occurrences
    }

    /// Bytes of its parts.
    pub fn lengths(&self) -> SegmentLengths {
        SegmentLengths {
            games: self.directory - HEAD as u64,
            directory: self.buckets - self.directory,
            buckets: self.runs - self.buckets,
            runs: self.bytes.length() - self.runs,
        }
    }

    /// The bytes that it was made of.
    pub fn bytes(&self) -> &B {
        &self.bytes
    }

    /// A game, by its number.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read, or the segment has fewer games.
    pub fn game(&self, number: u32) -> Result<IndexedGameRow, B::Fault> {
        if number >= self.games {
            return Err(SegmentFault::Damaged.into());
        }
        let start = HEAD as u64 + IndexedGameRow::LENGTH as u64 * u64::from(number);
        let bytes = self.bytes.read(start, IndexedGameRow::LENGTH)?;
        bytes.first_chunk().map(|bytes| IndexedGameRow::from_bytes(*bytes)).ok_or_else(|| SegmentFault::Damaged.into())
    }

    /// What the segment has of a position, without reading anything of its games.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read, or are damaged.
    pub fn answer(&self, key: SearchKey) -> Result<SegmentAnswer, B::Fault> {
        Ok(match self.entry(key)? {
            None => SegmentAnswer::Occurrences(Vec::new()),
            Some(BucketEntry::Postings(occurrences)) => SegmentAnswer::Occurrences(occurrences),
            Some(BucketEntry::Run(run)) => SegmentAnswer::Sums(self.run_sums(run, key)?.unwrap_or_default()),
        })
    }

    /// The sums over all games that reach the position, as a scan of the games would give them; see
    /// [`PositionSums::is_certain`]. With [`PostingDetail::Games`], sums that are not certain have no moves.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read, or are damaged.
    pub fn explore(&self, key: SearchKey) -> Result<PositionSums, B::Fault> {
        match self.answer(key)? {
            SegmentAnswer::Sums(sums) => Ok(sums),
            SegmentAnswer::Occurrences(occurrences) => self.sums(&occurrences, |_| true),
        }
    }

    /// The sums over those games that count; slower than [`IndexSegment::explore`] where there are many.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read, or are damaged.
    pub fn explore_games(&self, key: SearchKey, counts: impl Fn(u32) -> bool) -> Result<PositionSums, B::Fault> {
        let entry = self.entry(key)?;
        let is_certain = matches!(entry, Some(BucketEntry::Run(_)));
        let sums = self.sums(&self.postings(entry, key)?, counts)?;
        Ok(PositionSums { is_certain, ..sums })
    }

    /// All places where the position occurs, by game and ply, each game's repetitions included. Below 16 of them, a
    /// few may be those of another position whose key begins alike.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read, or are damaged.
    pub fn occurrences(&self, key: SearchKey) -> Result<Vec<Occurrence>, B::Fault> {
        let entry = self.entry(key)?;
        self.postings(entry, key)
    }

    /// The sums over those games of some occurrences that count; the occurrences are of one position, and in order.
    ///
    /// # Errors
    ///
    /// If the bytes cannot be read, or are damaged.
    pub fn sums(&self, occurrences: &[Occurrence], counts: impl Fn(u32) -> bool) -> Result<PositionSums, B::Fault> {
        let games = occurrences.chunk_by(|one, other| one.game == other.game).map(|game| game[0].game);
        let mut facts: Vec<Option<GameFacts>> = Vec::new();
        match occurrences {
            // Rows that are near each other are read at once.
            [first, .., last] if occurrences.len() >= OFTEN => {
                let length = IndexedGameRow::LENGTH as u64;
                let span = u64::from(last.game) + 1 - u64::from(first.game);
                let bytes = self.bytes.read(
                    HEAD as u64 + length * u64::from(first.game),
                    usize::try_from(span * length).map_err(|_| SegmentFault::Damaged)?,
                )?;
                let (rows, _) = bytes.as_chunks::<{ IndexedGameRow::LENGTH }>();
                for game in games {
                    let row = rows.get((game - first.game) as usize).ok_or(SegmentFault::Damaged)?;
                    facts.push(counts(game).then(|| IndexedGameRow::from_bytes(*row).facts));
                }
            }
            _ => {
                for game in games {
                    facts.push(if counts(game) { Some(self.game(game)?.facts) } else { None });
                }
            }
        }
        let mut facts = facts.into_iter();
        Ok(PositionSums::of(occurrences, |_| facts.next().flatten()))
    }

    fn postings(&self, entry: Option<BucketEntry>, key: SearchKey) -> Result<Vec<Occurrence>, B::Fault> {
        let run = match entry {
            None => return Ok(Vec::new()),
            Some(BucketEntry::Postings(occurrences)) => return Ok(occurrences),
            Some(BucketEntry::Run(run)) => run,
        };
        let Some(sums) = self.run_sums(run, key)? else { return Ok(Vec::new()) };
        let bytes = self.bytes.read(self.runs + run.start + run.sums as u64, run.postings)?;
        let mut occurrences = Vec::new();
        postings::take(
            &mut BitReader::new(&bytes),
            key,
            sums.occurrences,
            (self.shape.game_bits, PostingDetail::Places),
            |one| occurrences.push(one),
        )
        .ok_or(SegmentFault::Damaged)?;
        match occurrences.last() {
            Some(last) if last.game < self.games => Ok(occurrences),
            _ => Err(SegmentFault::Damaged.into()),
        }
    }

    /// The sums of a run; `None` if they are those of another position.
    fn run_sums(&self, run: RunPlace, key: SearchKey) -> Result<Option<PositionSums>, B::Fault> {
        let bytes = self.bytes.read(self.runs + run.start, run.sums)?;
        let (of, sums) = PositionSums::take(&bytes).ok_or(SegmentFault::Damaged)?;
        Ok((of == key).then_some(sums))
    }

    fn entry(&self, key: SearchKey) -> Result<Option<BucketEntry>, B::Fault> {
        let (bucket, remainder) = self.shape.parts(key);
        let ends = self.bytes.read(self.directory + 4 * bucket as u64, 8)?;
        let (Some(start), Some(end)) = (ends.first_chunk(), ends.last_chunk()) else {
            return Err(SegmentFault::Damaged.into());
        };
        let (start, end) = (u64::from(u32::from_le_bytes(*start)), u64::from(u32::from_le_bytes(*end)));
        if start > end || self.buckets + end > self.runs {
            return Err(SegmentFault::Damaged.into());
        }
        let bytes = self.bytes.read(self.buckets + start, (end - start) as usize)?;
        let mut found = None;
        let read = self.find(&mut BitReader::new(&bytes), remainder, key, &mut found);
        read.ok_or(SegmentFault::Damaged)?;
        Ok(found)
    }

    /// Finds the position in its bucket. Of several that begin alike, a run counts if its whole key is that of the
    /// position, which is looked up by the caller; postings are put together.
    fn find(
        &self,
        bits: &mut BitReader<'_>,
        sought: u32,
        key: SearchKey,
        found: &mut Option<BucketEntry>,
    ) -> Option<()> {
        let mut remainder = 0u64;
        let SegmentShape { remainder: length, game_bits, detail, .. } = self.shape;
        let sought = u64::from(sought);
        while !bits.is_over() {
            remainder += u64::from(bits.take_near(length - DIFFERENCE)?);
            if remainder > sought {
                break;
            }
            let count = bits.take_small()?.checked_add(1)?;
            if count as usize >= OFTEN {
                let start = u64::from(bits.take(32)?) | u64::from(bits.take(8)?) << 32;
                let run = RunPlace { start, sums: bits.take_small()? as usize, postings: bits.take_small()? as usize };
                let end = self.runs.checked_add(start)?.checked_add(run.sums as u64 + run.postings as u64)?;
                if end > self.bytes.length() {
                    return None;
                }
                if remainder == sought && self.run_sums(run, key).is_ok_and(|sums| sums.is_some()) {
                    *found = Some(BucketEntry::Run(run));
                    return Some(());
                }
                continue;
            }
            let mut occurrences = Vec::with_capacity(if remainder == sought { count as usize } else { 0 });
            postings::take(bits, key, count, (game_bits, detail), |one| {
                if remainder == sought {
                    occurrences.push(one);
                }
            })?;
            if occurrences.iter().any(|one| one.game >= self.games) {
                return None;
            }
            if remainder == sought {
                match found {
                    Some(BucketEntry::Postings(others)) => others.append(&mut occurrences),
                    _ => *found = Some(BucketEntry::Postings(occurrences)),
                }
            }
        }
        if let Some(BucketEntry::Postings(occurrences)) = found {
            occurrences.sort_unstable();
        }
        Some(())
    }
}
