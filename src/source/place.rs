//! Positions in a file: line, column and offset, reckoned from the file's own bytes.
//!
//! Line ends are `\n`, `\r\n` and a bare `\r` (rule A3). A column counts characters. A file is read piece by piece, so
//! a piece is judged by itself and its places are moved to where it starts ([`Place::of`]).

use super::Encoding;

/// A place in a file, or in a piece of it. All three count from 0.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Line ends before it.
    pub line: u64,
    /// Characters between the line's start and it.
    pub column: u64,
    /// Bytes before it.
    pub offset: u64,
}

/// How far a piece of a file moves the place where the next piece starts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Advance {
    /// The place of the piece's end, from the piece's start.
    pub end: Place,
    /// The piece's first byte is `\n`, the second half of a line end when the piece before ended in `\r`.
    pub starts_with_line_feed: bool,
    /// The piece's last byte is `\r`.
    pub ends_with_carriage_return: bool,
}

/// Where a piece starts, and whether a line end may be cut in two there.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Start {
    pub place: Place,
    after_carriage_return: bool,
}

impl Start {
    /// A start at an offset, at the beginning of the first line.
    pub fn at_offset(offset: u64) -> Start {
        Start { place: Place { line: 0, column: 0, offset }, after_carriage_return: false }
    }

    /// The file's place of a place in the piece that starts here.
    pub fn place(self, inside: Place, piece: &Advance) -> Place {
        let split = self.after_carriage_return && piece.starts_with_line_feed;
        let offset = self.place.offset + inside.offset;
        if split && inside.offset > 0 {
            // The piece's first line end was counted with the piece before.
            return Place { line: self.place.line + inside.line - 1, column: inside.column, offset };
        }
        if inside.line == 0 {
            return Place { line: self.place.line, column: self.place.column + inside.column, offset };
        }
        Place { line: self.place.line + inside.line, column: inside.column, offset }
    }

    /// The start in the file of one that is reckoned from the start of the piece that starts here.
    pub fn within(self, inside: Start, piece: &Advance) -> Start {
        if inside.place.offset == 0 {
            return self;
        }
        Start { place: self.place(inside.place, piece), ..inside }
    }

    /// Where the next piece starts.
    pub fn after(self, piece: &Advance) -> Start {
        let after_carriage_return =
            if piece.end.offset == 0 { self.after_carriage_return } else { piece.ends_with_carriage_return };
        Start { place: self.place(piece.end, piece), after_carriage_return }
    }
}

impl Advance {
    /// Measures a piece.
    pub fn of(bytes: &[u8], encoding: Encoding) -> Advance {
        let mut place = Place::default();
        step(&mut place, bytes, 0, bytes.len(), encoding);
        Advance {
            end: place,
            starts_with_line_feed: bytes.first() == Some(&b'\n'),
            ends_with_carriage_return: bytes.last() == Some(&b'\r'),
        }
    }
}

/// Bytes between two checkpoints: what a look-up scans at most.
const STRIDE: usize = 1024;

/// Finds places in a piece: text offsets to byte offsets, byte offsets to lines and columns. Each look-up costs the
/// same however long the piece and its lines are.
pub struct Locator<'a> {
    bytes: &'a [u8],
    encoding: Encoding,
    /// The place at each multiple of [`STRIDE`], and the length of the decoded text before it.
    checkpoints: Vec<(Place, usize)>,
}

impl<'a> Locator<'a> {
    /// Prepares a piece in an encoding.
    pub fn new(bytes: &'a [u8], encoding: Encoding) -> Locator<'a> {
        let mut checkpoints = Vec::with_capacity(bytes.len() / STRIDE + 1);
        let (mut place, mut text) = (Place::default(), 0);
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
        Locator { bytes, encoding, checkpoints }
    }

    /// The byte offset of an offset in the decoded text; past the end it is the end.
    pub fn byte_offset(&self, text_offset: usize) -> usize {
        if self.encoding == Encoding::Utf8 {
            return text_offset.min(self.bytes.len());
        }
        let checkpoint = self.checkpoints.partition_point(|(_, text)| *text <= text_offset).saturating_sub(1);
        let mut at = checkpoint * STRIDE;
        let mut text = self.checkpoints[checkpoint].1;
        while at < self.bytes.len() && text < text_offset {
            text += self.encoding.text_len(self.bytes[at]);
            at += 1;
        }
        at
    }

    /// The place of a byte offset; past the end it is the end.
    pub fn place(&self, offset: usize) -> Place {
        let offset = offset.min(self.bytes.len());
        let checkpoint = (offset / STRIDE).min(self.checkpoints.len() - 1);
        let mut place = self.checkpoints[checkpoint].0;
        step(&mut place, self.bytes, checkpoint * STRIDE, offset, self.encoding);
        place
    }
}

/// Moves `place`, which is that of `from`, to `to`.
fn step(place: &mut Place, bytes: &[u8], from: usize, to: usize, encoding: Encoding) {
    let part = &bytes[from..to];
    let feeds = count(part, |byte| byte == b'\n');
    let mut line_start = memchr::memrchr(b'\n', part).map_or(0, |at| at + 1);
    let mut ends = feeds;
    for at in memchr::memchr_iter(b'\r', part) {
        // A `\r` before a `\n` does not end the line: the `\n` does, and it stands in the next line's stead.
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

/// As many bytes as can be counted in one, and whole registers of them.
const COUNTED: usize = 240;

/// How many bytes are of a kind. Counted in bytes as long as they suffice: the compiler counts many bytes at once so.
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

    fn place(line: u64, column: u64, offset: u64) -> Place {
        Place { line, column, offset }
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
        // é has two bytes in UTF-8 and € three.
        assert_eq!([0, 2, 5, 6, 99].map(|offset| locator.byte_offset(offset)), [0, 1, 2, 3, 3]);
    }

    #[test]
    fn a_line_end_cut_in_two_counts_once() {
        let (first, second) = (b"ab\r".as_slice(), b"\ncd".as_slice());
        let start = Start::default().after(&Advance::of(first, Encoding::Utf8));
        let piece = Advance::of(second, Encoding::Utf8);
        let inside = Locator::new(second, Encoding::Utf8).place(2);
        assert_eq!(start.place(inside, &piece), place(1, 1, 5));
    }

    proptest! {
        /// Cutting a file into pieces does not change a place in it.
        #[test]
        fn pieces_agree_with_the_whole(text in "[a\u{e9}\r\n]{0,40}", cut in 0usize..60, at in 0usize..60) {
            let bytes = text.as_bytes();
            let (mut cut, mut at) = (cut.min(bytes.len()), at.min(bytes.len()));
            while !text.is_char_boundary(cut) { cut -= 1; }
            while !text.is_char_boundary(at) { at -= 1; }
            prop_assume!(at >= cut);
            // Between the halves of a line end there is no place.
            prop_assume!(!(at > 0 && bytes[at - 1] == b'\r' && bytes.get(at) == Some(&b'\n')));
            let whole = Locator::new(bytes, Encoding::Utf8).place(at);
            let start = Start::default().after(&Advance::of(&bytes[..cut], Encoding::Utf8));
            let piece = Advance::of(&bytes[cut..], Encoding::Utf8);
            let inside = Locator::new(&bytes[cut..], Encoding::Utf8).place(at - cut);
            prop_assert_eq!(start.place(inside, &piece), whole);
        }

        /// A look-up through a checkpoint is the same as a scan from the start.
        #[test]
        fn checkpoints_agree_with_a_scan(seed in prop::collection::vec(any::<u8>(), 1..50), at in 0usize..20_000) {
            let bytes: Vec<u8> = seed.iter().copied().cycle().take(15_000).collect();
            let at = at.min(bytes.len());
            let scanned = Advance::of(&bytes[..at], Encoding::Latin1).end;
            let found = Locator::new(&bytes, Encoding::Latin1).place(at);
            let split = at > 0 && bytes[at - 1] == b'\r' && bytes.get(at) == Some(&b'\n');
            prop_assert!(split || found == scanned);
            let text = Encoding::Latin1.decode(&bytes[..at]).len();
            prop_assert_eq!(Locator::new(&bytes, Encoding::Latin1).byte_offset(text), at);
        }
    }
}
