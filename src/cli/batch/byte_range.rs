//! The games that begin in a range of bytes of a file, found without a scan of the file before them.
//!
//! Where a game begins follows from the game before it, so only the first start of a file is known at once. But at the
//! second of two probable starts without `MoveFormat` between them every scan is in the same state, whatever precedes
//! (`games::nearby` has the reasons): from the end of the game there each start is certain. So the parts of a file that
//! ranges side by side yield are side by side too, and each game is in one of them.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom};

use vgn_compressed::CompressionKind;
use vgn_engine::source::{BYTE_ORDER_MARK, ChunkExtent, ChunkStart, Encoding, sniff};
use vgn_engine::syntax::games::next_game;
use vgn_engine::syntax::next_probable_start;

/// Distances before a place, in bytes, in which two probable starts are searched, one after the other.
const BACK: [u64; 3] = [1 << 16, 1 << 20, 1 << 24];
/// Number of bytes at the start of such a window in which a word may be cut off.
const CUT_OFF: usize = 1 << 10;
/// Number of bytes read at once.
const BLOCK: usize = 1 << 20;
/// Maximum length of a game, in bytes.
const LONGEST: usize = 1 << 30;

/// A range of bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ByteRange {
    pub start: u64,
    /// Not included.
    pub end: u64,
}

/// Parses the value of `--range`.
pub fn byte_range(text: &str) -> Result<ByteRange, String> {
    let number = |digits: &str| digits.parse().ok();
    let parsed = text.split_once('-').and_then(|(start, end)| {
        let end = if end.is_empty() { u64::MAX } else { number(end)? };
        Some(ByteRange { start: number(start)?, end })
    });
    parsed.filter(|range| range.start < range.end).ok_or_else(|| {
        "expected two places in bytes, the second one larger and not included, such as `0-1000000`, or `1000000-` for all \
         from there on"
            .to_owned()
    })
}

/// The part of a file with the games that begin in a range.
pub struct FilePart {
    pub file: io::Take<File>,
    /// Where it begins.
    pub start: ChunkStart,
}

impl ByteRange {
    /// The part of a file of text.
    ///
    /// # Errors
    ///
    /// If the file is compressed, cannot be read from any place, or a game is too long; in words for people.
    pub fn part_of(self, mut file: File) -> io::Result<FilePart> {
        let unsupported = |message: &str| io::Error::new(ErrorKind::Unsupported, message.to_owned());
        let not_a_file = |_| unsupported("a range of bytes is read only of a file on a disk");
        let len = file.seek(SeekFrom::End(0)).map_err(not_a_file)?;
        let mut head = Vec::new();
        file.rewind()?;
        file.by_ref().take(BACK[0]).read_to_end(&mut head)?;
        if CompressionKind::of_bytes(&head).is_some() {
            return Err(unsupported(
                "a range of bytes is read only of a file that is not compressed: decompress it first",
            ));
        }
        if sniff(&head).is_some() {
            // It is told what the whole is.
            file.rewind()?;
            return Ok(FilePart { file: file.take(BACK[0]), start: ChunkStart::at_offset(0) });
        }
        let start = first_start(&mut file, self.start.min(len), len)?;
        let end = first_start(&mut file, self.end.min(len), len)?;
        let place = place_of(&mut file, start, head.starts_with(BYTE_ORDER_MARK))?;
        file.seek(SeekFrom::Start(start))?;
        Ok(FilePart { file: file.take(end.saturating_sub(start)), start: place })
    }
}

/// Where the first game begins that does not begin before `at`; the end of the file if there is none.
fn first_start(file: &mut File, at: u64, len: u64) -> io::Result<u64> {
    if at == 0 || at >= len {
        return Ok(at);
    }
    for back in BACK.into_iter().filter(|back| *back < at) {
        let window_start = at - back;
        file.seek(SeekFrom::Start(window_start))?;
        let mut window = Vec::new();
        file.by_ref().take(back).read_to_end(&mut window)?;
        if let Some(second) = second_start(&window) {
            return start_from(file, window_start + second as u64, at);
        }
    }
    start_from(file, 0, at)
}

/// The same, found by a scan from `from`, the start of a game.
fn start_from(file: &mut File, from: u64, at: u64) -> io::Result<u64> {
    file.seek(SeekFrom::Start(from))?;
    let (mut buffer, mut wanted, mut before) = (Vec::new(), BLOCK, from);
    loop {
        let missing = wanted.saturating_sub(buffer.len()) as u64;
        file.by_ref().take(missing).read_to_end(&mut buffer)?;
        let last = buffer.len() < wanted;
        let mut end = 0;
        while let Some(span) = next_game(&buffer, end, last) {
            if span.range.end == buffer.len() && !last {
                break;
            }
            end = span.range.end;
            if before + end as u64 >= at {
                return Ok(before + end as u64);
            }
        }
        if last {
            return Ok(before + buffer.len() as u64);
        }
        if end == 0 && buffer.len() >= LONGEST {
            let message = format!("the game from byte {before} on is longer than {} MiB", LONGEST >> 20);
            return Err(io::Error::new(ErrorKind::InvalidData, message));
        }
        buffer.drain(..end);
        before += end as u64;
        wanted = if end == 0 { buffer.len() * 2 } else { buffer.len() + BLOCK };
    }
}

/// The second of two probable starts without `MoveFormat` between them.
fn second_start(window: &[u8]) -> Option<usize> {
    let mut first = next_probable_start(window, CUT_OFF)?;
    loop {
        let second = next_probable_start(window, first + 1)?;
        if memchr::memmem::find(&window[first..second], b"MoveFormat").is_none() {
            return Some(second);
        }
        first = second;
    }
}

/// The line and column of a place, for which the file before it is read.
fn place_of(file: &mut File, at: u64, has_mark: bool) -> io::Result<ChunkStart> {
    let mark = BYTE_ORDER_MARK.len() as u64;
    let mut place = ChunkStart::at_offset(if has_mark && at >= mark { mark } else { 0 });
    file.seek(SeekFrom::Start(place.place.offset))?;
    let mut block = Vec::with_capacity(BLOCK);
    while place.place.offset < at {
        block.clear();
        let read = file.by_ref().take((at - place.place.offset).min(BLOCK as u64)).read_to_end(&mut block)?;
        if read == 0 {
            return Err(ErrorKind::UnexpectedEof.into());
        }
        place = place.after(&ChunkExtent::of(&block, Encoding::Utf8));
    }
    Ok(place)
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;
    use vgn_engine::syntax::games::games;

    /// The parts of a text that these ranges side by side yield, with the line of each.
    fn parts(text: &[u8], borders: &[u64]) -> Vec<(u64, u64, Vec<u8>)> {
        let mut file = tempfile::NamedTempFile::new().expect("a file");
        file.write_all(text).expect("written");
        let ends = borders.iter().skip(1).copied().chain([u64::MAX]);
        let ranges = borders.iter().zip(ends).map(|(start, end)| ByteRange { start: *start, end });
        let read = ranges.map(|range| {
            let mut part = range.part_of(file.reopen().expect("opened")).expect("a part");
            let mut bytes = Vec::new();
            part.file.read_to_end(&mut bytes).expect("read");
            (part.start.place.offset, part.start.place.line, bytes)
        });
        read.collect()
    }

    fn assert_divided(text: &[u8], borders: &[u64]) {
        let parts = parts(text, borders);
        let whole: Vec<u8> = parts.iter().flat_map(|(.., bytes)| bytes.iter().copied()).collect();
        assert!(whole == text, "{borders:?}");
        let starts: Vec<u64> = games(text).map(|span| span.range.start as u64).collect();
        for ((start, line, bytes), from) in parts.iter().zip(borders) {
            let expected = starts.iter().find(|start| **start >= *from).copied().unwrap_or(text.len() as u64);
            assert_eq!((*start, *line), (expected, lines(&text[..expected as usize])), "{from}");
            assert!(bytes.is_empty() || starts.contains(start));
        }
    }

    fn lines(bytes: &[u8]) -> u64 {
        bytes.iter().filter(|byte| **byte == b'\n').count() as u64
    }

    #[test]
    fn ranges_side_by_side_divide_a_file_between_games() {
        let game = |n: usize| format!("[Event \"{n}\"]\r\n\r\n1. e4 {{{}}} e5 1-0\r\n\r\n", "x".repeat(n % 97));
        let plain: String = (0..6_000).map(game).collect();
        let marked = format!("\u{feff}{plain}");
        let quoting =
            plain.replace("{x}", "{\n\n[Event \"y\"]\n\n1-0 [Event \"z\"]}").replace("[Event \"77\"]\r\n\r\n", "");
        let binary: Vec<u8> = b"[GameFormat \"VGN\"]\n[MoveFormat \"BCCF\"]\x31\xC1".repeat(9_000);
        for text in [plain.as_bytes(), marked.as_bytes(), quoting.as_bytes(), &binary, b"", b"1. e4 *"] {
            let len = text.len() as u64;
            assert_divided(text, &[0, len / 3, len / 2, len * 4 / 5]);
            for at in (0..40).map(|n| len * n / 40 + n) {
                assert_divided(text, &[0, at.max(1), at + 200]);
            }
        }
    }

    #[test]
    fn what_is_no_range_is_refused() {
        assert_eq!(byte_range("0-10"), Ok(ByteRange { start: 0, end: 10 }));
        assert_eq!(byte_range("10-"), Ok(ByteRange { start: 10, end: u64::MAX }));
        for text in ["", "5", "-5", "5-5", "6-5", "a-b", "1-2-3"] {
            assert!(byte_range(text).is_err(), "{text}");
        }
    }
}
