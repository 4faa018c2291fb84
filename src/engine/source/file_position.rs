//! Positions in a file: line, column and offset, computed from the file's own bytes.
//!
//! Line ends are `\n`, `\r\n` and a bare `\r` (rule A3). A column counts characters. A file is read in chunks: each
//! chunk is measured by itself, and its positions are then shifted by the chunk's start ([`ChunkStart::place`]).

use std::cell::OnceCell;

use super::Encoding;

/// A position in a file or in a chunk of it. All fields count from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FilePosition {
    /// Number of line ends before it.
    pub line: u64,
    /// Number of characters between the start of the line and it.
    pub column: u64,
    /// Number of bytes before it.
    pub offset: u64,
}

/// Extent of a chunk: how far it advances the start of the next one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChunkExtent {
    /// Position of the chunk's end, relative to its start.
    pub end: FilePosition,
    /// Whether the first byte is `\n`, which is the second half of a line end if the preceding chunk ended in `\r`.
    pub starts_with_line_feed: bool,
    /// Whether the last byte is `\r`.
    pub ends_with_carriage_return: bool,
}

/// Start of a chunk, and whether a line end may be split there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ChunkStart {
    pub place: FilePosition,
    after_carriage_return: bool,
}

impl ChunkStart {
    /// A start at an offset, at the beginning of the first line.
    pub fn at_offset(offset: u64) -> ChunkStart {
        ChunkStart { place: FilePosition { line: 0, column: 0, offset }, after_carriage_return: false }
    }

    /// Converts a position in the chunk that starts here to one in the file.
    pub fn place(self, inside: FilePosition, piece: &ChunkExtent) -> FilePosition {
        let split = self.after_carriage_return && piece.starts_with_line_feed;
        let offset = self.place.offset + inside.offset;
        if split && inside.offset > 0 {
            // The chunk's first line end was counted with the preceding chunk.
            return FilePosition { line: self.place.line + inside.line - 1, column: inside.column, offset };
        }
        if inside.line == 0 {
            return FilePosition { line: self.place.line, column: self.place.column + inside.column, offset };
        }
        FilePosition { line: self.place.line + inside.line, column: inside.column, offset }
    }

    /// Converts a start in the chunk that starts here to one in the file.
    pub fn within(self, inside: ChunkStart, piece: &ChunkExtent) -> ChunkStart {
        if inside.place.offset == 0 {
            return self;
        }
        ChunkStart { place: self.place(inside.place, piece), ..inside }
    }

    /// Start of the next chunk.
    pub fn after(self, piece: &ChunkExtent) -> ChunkStart {
        let after_carriage_return =
            if piece.end.offset == 0 { self.after_carriage_return } else { piece.ends_with_carriage_return };
        ChunkStart { place: self.place(piece.end, piece), after_carriage_return }
    }
}

impl ChunkExtent {
    /// Measures a chunk.
    pub fn of(bytes: &[u8], encoding: Encoding) -> ChunkExtent {
        let mut place = FilePosition::default();
        step(&mut place, bytes, 0, bytes.len(), encoding);
        ChunkExtent {
            end: place,
            starts_with_line_feed: bytes.first() == Some(&b'\n'),
            ends_with_carriage_return: bytes.last() == Some(&b'\r'),
        }
    }
}

/// Number of bytes between two checkpoints: the maximum scanned by a look-up.
const STRIDE: usize = 1024;

/// Maps offsets of a chunk: text offsets to byte offsets, and byte offsets to lines and columns. The cost of a look-up
/// is independent of the lengths of the chunk and its lines. The chunk is read when a place far from its start is looked
/// up.
pub struct Locator<'a> {
    bytes: &'a [u8],
    encoding: Encoding,
    checkpoints: OnceCell<Checkpoints>,
}

/// The position at each multiple of [`STRIDE`], and the length of the decoded text before it.
type Checkpoints = Vec<(FilePosition, usize)>;

impl<'a> Locator<'a> {
    /// For a chunk in an encoding.
    pub fn new(bytes: &'a [u8], encoding: Encoding) -> Locator<'a> {
        Locator { bytes, encoding, checkpoints: OnceCell::new() }
    }

    fn checkpoints(&self) -> &Checkpoints {
        self.checkpoints.get_or_init(|| Locator::read(self.bytes, self.encoding))
    }

    fn read(bytes: &[u8], encoding: Encoding) -> Checkpoints {
        let mut checkpoints = Vec::with_capacity(bytes.len() / STRIDE + 1);
        let (mut place, mut text) = (FilePosition::default(), 0);
        let mut at = 0;
        loop {
            checkpoints.push((place, text));
            let next = at + STRIDE;
            if next > bytes.len() {
                break;
            }
            step(&mut place, bytes, at, next, encoding);
            text += match encoding {
                Encoding::Utf8 => STRIDE,
                _ => bytes[at..next].iter().map(|&byte| encoding.text_len(byte)).sum(),
            };
            at = next;
        }
        checkpoints
    }

    /// The byte offset of an offset in the decoded text, clamped to the end.
    pub fn byte_offset(&self, text_offset: usize) -> usize {
        if self.encoding == Encoding::Utf8 {
            return text_offset.min(self.bytes.len());
        }
        let checkpoints = self.checkpoints();
        let checkpoint = checkpoints.partition_point(|(_, text)| *text <= text_offset).saturating_sub(1);
        let mut at = checkpoint * STRIDE;
        let mut text = checkpoints[checkpoint].1;
        while at < self.bytes.len() && text < text_offset {
            text += self.encoding.text_len(self.bytes[at]);
            at += 1;
        }
        at
    }

    /// The position of a byte offset, clamped to the end.
    pub fn place(&self, offset: usize) -> FilePosition {
        let offset = offset.min(self.bytes.len());
        let (mut place, mut checkpoint) = (FilePosition::default(), 0);
        if offset >= STRIDE {
            let checkpoints = self.checkpoints();
            checkpoint = (offset / STRIDE).min(checkpoints.len() - 1);
            place = checkpoints[checkpoint].0;
        }
        step(&mut place, self.bytes, checkpoint * STRIDE, offset, self.encoding);
        place
    }
}

/// Advances `place`, the position of `from`, to `to`.
fn step(place: &mut FilePosition, bytes: &[u8], from: usize, to: usize, encoding: Encoding) {
    let part = &bytes[from..to];
    let feeds = count(part, |byte| byte == b'\n');
    let mut line_start = memchr::memrchr(b'\n', part).map_or(0, |at| at + 1);
    let mut ends = feeds;
    for at in memchr::memchr_iter(b'\r', part) {
        // In `\r\n`, the `\n` ends the line and counts as no character of it.
        if bytes.get(from + at + 1) != Some(&b'\n') {
            ends += 1;
            line_start = line_start.max(at + 1);
        }
    }
    if ends > 0 {
        place.line += ends;
        place.column = 0;
    }
    place.column += characters(&part[line_start..], encoding);
    place.offset = to as u64;
}

/// Maximum count in one byte, rounded down to whole registers.
const COUNTED: usize = 240;

/// Number of matching bytes. Partial counts are bytes, which lets the compiler vectorize the loop.
#[inline]
fn count(bytes: &[u8], is_one: impl Fn(u8) -> bool) -> u64 {
    let parts = bytes.chunks(COUNTED);
    parts.map(|part| u64::from(part.iter().map(|byte| u8::from(is_one(*byte))).sum::<u8>())).sum()
}

fn characters(bytes: &[u8], encoding: Encoding) -> u64 {
    match encoding {
        Encoding::Utf8 => count(bytes, |byte| byte & 0xc0 != 0x80),
        _ => bytes.len() as u64,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn place(line: u64, column: u64, offset: u64) -> FilePosition {
        FilePosition { line, column, offset }
    }

    #[test]
    fn the_three_line_ends() {
        let bytes = b"a\nb\r\nc\rd";
        let locator = Locator::new(bytes, Encoding::Utf8);
        assert_eq!(locator.place(2), place(1, 0, 2), "after \\n");
        assert_eq!(locator.place(5), place(2, 0, 5), "after \\r\\n");
        assert_eq!(locator.place(7), place(3, 0, 7), "after a bare \\r");
    }

    #[test]
    fn columns_count_characters_in_the_encoding_at_hand() {
        assert_eq!(Locator::new("é♔x".as_bytes(), Encoding::Utf8).place(5), place(0, 2, 5));
        assert_eq!(Locator::new(b"\xe9\xe9x", Encoding::Latin1).place(2), place(0, 2, 2));
    }

    #[test]
    fn text_offsets_of_a_one_byte_encoding() {
        let bytes = b"\xe9\x80x";
        let locator = Locator::new(bytes, Encoding::Latin1);
        // é has two bytes in UTF-8, € three.
        assert_eq!([0, 2, 5, 6, 99].map(|offset| locator.byte_offset(offset)), [0, 1, 2, 3, 3]);
    }

    #[test]
    fn a_line_end_cut_in_two_counts_once() {
        let (first, second) = (b"ab\r".as_slice(), b"\ncd".as_slice());
        let start = ChunkStart::default().after(&ChunkExtent::of(first, Encoding::Utf8));
        let piece = ChunkExtent::of(second, Encoding::Utf8);
        let inside = Locator::new(second, Encoding::Utf8).place(2);
        assert_eq!(start.place(inside, &piece), place(1, 1, 5));
    }

    proptest! {
        /// Splitting a file into chunks changes no position.
        #[test]
        fn pieces_agree_with_the_whole(text in "[a\u{e9}\r\n]{0,40}", cut in 0usize..60, at in 0usize..60) {
            let bytes = text.as_bytes();
            let (mut cut, mut at) = (cut.min(bytes.len()), at.min(bytes.len()));
            while !text.is_char_boundary(cut) { cut -= 1; }
            while !text.is_char_boundary(at) { at -= 1; }
            prop_assume!(at >= cut);
            // There is no position between the halves of a line end.
            prop_assume!(!(at > 0 && bytes[at - 1] == b'\r' && bytes.get(at) == Some(&b'\n')));
            let whole = Locator::new(bytes, Encoding::Utf8).place(at);
            let start = ChunkStart::default().after(&ChunkExtent::of(&bytes[..cut], Encoding::Utf8));
            let piece = ChunkExtent::of(&bytes[cut..], Encoding::Utf8);
            let inside = Locator::new(&bytes[cut..], Encoding::Utf8).place(at - cut);
            prop_assert_eq!(start.place(inside, &piece), whole);
        }

        /// A look-up through a checkpoint gives the same result as a scan from the start.
        #[test]
        fn checkpoints_agree_with_a_scan(seed in prop::collection::vec(any::<u8>(), 1..50), at in 0usize..20_000) {
            let bytes: Vec<u8> = seed.iter().copied().cycle().take(15_000).collect();
            let at = at.min(bytes.len());
            let scanned = ChunkExtent::of(&bytes[..at], Encoding::Latin1).end;
            let found = Locator::new(&bytes, Encoding::Latin1).place(at);
            let split = at > 0 && bytes[at - 1] == b'\r' && bytes.get(at) == Some(&b'\n');
            prop_assert!(split || found == scanned);
            let text = Encoding::Latin1.decode(&bytes[..at]).len();
            prop_assert_eq!(Locator::new(&bytes, Encoding::Latin1).byte_offset(text), at);
        }
    }
}
