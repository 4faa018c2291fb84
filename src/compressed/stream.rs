//! A stream of text, compressed or not.

use std::io::{self, BufRead, Cursor, ErrorKind, Read};

use bzip2::bufread::BzDecoder;
use flate2::bufread::{DeflateDecoder, GzDecoder};
use lzma_rust2::XzReader;

use super::MOST_MEMORY;
use super::counted::CountedSource;
use super::frames::ZstandardFrame;
use super::kind::{CompressionKind, MAGIC_LENGTH};

/// A stream of text: reading yields the text, whatever its source holds.
pub struct DecompressedText {
    kind: Option<CompressionKind>,
    decoder: TextDecoder,
}

enum TextDecoder {
    /// The first bytes, and what is behind them.
    Plain(io::Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>),
    Gzip(GzDecoder<CountedSource>),
    Zstandard(Box<ZstandardFrame>),
    Bzip2(BzDecoder<CountedSource>),
    Xz(Box<XzReader<CountedSource>>),
    /// A member of an archive.
    Deflate(DeflateDecoder<CountedSource>),
    /// All has been read, or nothing more can be.
    Ended,
}

/// The text of a source, which is decompressed if its first bytes say so. A ZIP archive is not: its text is in its
/// [members](super::members).
///
/// # Errors
/// If the first bytes cannot be read.
pub fn decompressed(mut source: Box<dyn Read + Send>) -> io::Result<DecompressedText> {
    let mut first = Vec::with_capacity(MAGIC_LENGTH);
    source.by_ref().take(MAGIC_LENGTH as u64).read_to_end(&mut first)?;
    let kind = CompressionKind::of_bytes(&first).filter(|kind| *kind != CompressionKind::Zip);
    let source = Cursor::new(first).chain(source);
    Ok(DecompressedText {
        kind,
        decoder: match kind {
            Some(kind) => TextDecoder::new(kind, CountedSource::new(Box::new(source))),
            None => TextDecoder::Plain(source),
        },
    })
}

impl DecompressedText {
    /// The format in which the text is compressed; `None` if it is not.
    pub fn kind(&self) -> Option<CompressionKind> {
        self.kind
    }

    /// The text of a member of an archive that is compressed as most are.
    pub(crate) fn of_deflated(source: Box<dyn Read + Send>) -> DecompressedText {
        let decoder = TextDecoder::Deflate(DeflateDecoder::new(CountedSource::new(source)));
        DecompressedText { kind: Some(CompressionKind::Zip), decoder }
    }

    /// The text of a member of an archive that is compressed as a file of its own would be.
    pub(crate) fn of_member(kind: CompressionKind, source: Box<dyn Read + Send>) -> DecompressedText {
        let decoder = TextDecoder::new(kind, CountedSource::new(source));
        DecompressedText { kind: Some(CompressionKind::Zip), decoder }
    }

    /// Goes on behind the end of a part of the stream: many are several streams, one behind the other. Returns whether
    /// there is more.
    fn next_part(&mut self) -> io::Result<bool> {
        let mut decoder = std::mem::replace(&mut self.decoder, TextDecoder::Ended);
        let first_of_part = match decoder.source() {
            None => return Ok(false),
            Some(source) => skip_zeros(source)?,
        };
        let Some(first) = first_of_part else { return Ok(false) };
        let begins_part = |bytes: std::ops::RangeInclusive<u8>| bytes.contains(&first);
        self.decoder = match decoder {
            TextDecoder::Gzip(decoder) if begins_part(0x1f..=0x1f) => {
                TextDecoder::new(CompressionKind::Gzip, decoder.into_inner())
            }
            TextDecoder::Bzip2(decoder) if begins_part(b'B'..=b'B') => {
                TextDecoder::new(CompressionKind::Bzip2, decoder.into_inner())
            }
            TextDecoder::Zstandard(mut frames) if begins_part(0x28..=0x28) || begins_part(0x50..=0x5f) => {
                frames.go_on();
                TextDecoder::Zstandard(frames)
            }
            mut other => {
                let at = other.source().map_or(0, |source| source.taken);
                let message = format!("what is in the file from byte {at} on is not compressed with the rest");
                return Err(io::Error::new(ErrorKind::InvalidData, message));
            }
        };
        Ok(true)
    }

    /// What is wrong, with its place.
    fn fault(&mut self, error: io::Error) -> io::Error {
        let mut decoder = std::mem::replace(&mut self.decoder, TextDecoder::Ended);
        let name = self.kind.map(|kind| kind.to_string()).unwrap_or_default();
        let Some(source) = decoder.source() else { return error };
        if let Some((kind, message)) = source.fault.take() {
            return io::Error::new(kind, message);
        }
        let taken = source.taken;
        let message = match error.kind() {
            ErrorKind::OutOfMemory => format!(
                "decompressing it would take more than {} MiB of memory: decompress it first",
                MOST_MEMORY >> 20
            ),
            _ if source.is_at_end => {
                format!("its {name} data is cut off at byte {taken}: the file is not complete")
            }
            _ => format!("its {name} data is damaged near byte {taken}"),
        };
        io::Error::new(ErrorKind::InvalidData, message)
    }
}

/// The first byte that is not zero, with which some programs fill a file up; `None` at the end.
fn skip_zeros(source: &mut CountedSource) -> io::Result<Option<u8>> {
    loop {
        let bytes = source.fill_buf()?;
        let Some(byte) = bytes.first() else { return Ok(None) };
        let zeros = bytes.iter().take_while(|byte| **byte == 0).count();
        if zeros == 0 {
            return Ok(Some(*byte));
        }
        source.consume(zeros);
    }
}

impl TextDecoder {
    fn new(kind: CompressionKind, source: CountedSource) -> TextDecoder {
        match kind {
            CompressionKind::Gzip => TextDecoder::Gzip(GzDecoder::new(source)),
            CompressionKind::Zstandard => TextDecoder::Zstandard(Box::new(ZstandardFrame::new(source))),
            CompressionKind::Bzip2 => TextDecoder::Bzip2(BzDecoder::new(source)),
            CompressionKind::Xz => {
                let most = u32::try_from(MOST_MEMORY >> 10).unwrap_or(u32::MAX);
                TextDecoder::Xz(Box::new(XzReader::new_mem_limit(source, true, most)))
            }
            CompressionKind::Zip => TextDecoder::Deflate(DeflateDecoder::new(source)),
        }
    }

    /// The compressed bytes; `None` if the text is not compressed.
    fn source(&mut self) -> Option<&mut CountedSource> {
        match self {
            TextDecoder::Plain(_) | TextDecoder::Ended => None,
            TextDecoder::Gzip(decoder) => Some(decoder.get_mut()),
            TextDecoder::Zstandard(frames) => Some(&mut frames.source),
            TextDecoder::Bzip2(decoder) => Some(decoder.get_mut()),
            TextDecoder::Xz(decoder) => Some(decoder.inner_mut()),
            TextDecoder::Deflate(decoder) => Some(decoder.get_mut()),
        }
    }

    /// Whether another stream may follow. Those of xz follow one another in its reader, and a member of an archive is
    /// one.
    fn may_go_on(&self) -> bool {
        matches!(self, TextDecoder::Gzip(_) | TextDecoder::Zstandard(_) | TextDecoder::Bzip2(_))
    }
}

impl Read for DecompressedText {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = match &mut self.decoder {
                TextDecoder::Plain(source) => return source.read(buffer),
                TextDecoder::Gzip(decoder) => decoder.read(buffer),
                TextDecoder::Zstandard(frames) => frames.read(buffer),
                TextDecoder::Bzip2(decoder) => decoder.read(buffer),
                TextDecoder::Xz(decoder) => decoder.read(buffer),
                TextDecoder::Deflate(decoder) => decoder.read(buffer),
                TextDecoder::Ended => Ok(0),
            };
            match read {
                Ok(0) if !buffer.is_empty() && self.decoder.may_go_on() => {
                    if !self.next_part()? {
                        return Ok(0);
                    }
                }
                Err(error) if error.kind() != ErrorKind::Interrupted => return Err(self.fault(error)),
                read => return read,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use super::*;

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        encoder.write_all(text).expect("written");
        encoder.finish().expect("written")
    }

    fn bzip2(text: &[u8]) -> Vec<u8> {
        let mut encoder = bzip2::write::BzEncoder::new(Vec::new(), bzip2::Compression::fast());
        encoder.write_all(text).expect("written");
        encoder.finish().expect("written")
    }

    fn zstandard(text: &[u8]) -> Vec<u8> {
        let mut encoder = zstd::Encoder::new(Vec::new(), 1).expect("an encoder");
        encoder.include_checksum(true).expect("supported");
        encoder.write_all(text).expect("written");
        encoder.finish().expect("written")
    }

    fn xz(text: &[u8]) -> Vec<u8> {
        let options = lzma_rust2::XzOptions::with_preset(1);
        let mut encoder = lzma_rust2::XzWriter::new(Vec::new(), options).expect("an encoder");
        encoder.write_all(text).expect("written");
        encoder.finish().expect("written")
    }

    type Compress = fn(&[u8]) -> Vec<u8>;

    const ALL: [(CompressionKind, Compress); 4] = [
        (CompressionKind::Gzip, gzip),
        (CompressionKind::Bzip2, bzip2),
        (CompressionKind::Zstandard, zstandard),
        (CompressionKind::Xz, xz),
    ];

    /// The text that is read, and the fault behind it.
    fn read(bytes: Vec<u8>) -> (Vec<u8>, Option<String>) {
        let mut text = Vec::new();
        let read = decompressed(Box::new(Cursor::new(bytes))).and_then(|mut source| source.read_to_end(&mut text));
        (text, read.err().map(|error| error.to_string()))
    }

    fn games() -> Vec<u8> {
        let games = (0..40_000).map(|n| format!("[Event \"{n}\"]\n\n1. e4 e5 {{{}}} *\n\n", n * 7_919 % 104_729));
        games.collect::<String>().into_bytes()
    }

    #[test]
    fn a_text_is_read_whether_it_is_compressed_or_not() {
        let text = games();
        assert_eq!(read(text.clone()), (text.clone(), None));
        for short in [b"".as_slice(), b"x", b"[Eve"] {
            assert_eq!(read(short.to_vec()), (short.to_vec(), None));
        }
        for (kind, compress) in ALL {
            let source = decompressed(Box::new(Cursor::new(compress(&text)))).expect("a stream");
            assert_eq!(source.kind(), Some(kind));
            assert_eq!(read(compress(&text)), (text.clone(), None), "{kind}");
            assert_eq!(read(compress(b"")), (Vec::new(), None), "{kind}");
        }
    }

    #[test]
    fn streams_that_follow_one_another_are_one_text() {
        let text = games();
        let (first, second) = text.split_at(text.len() / 3);
        for (kind, compress) in ALL {
            let both = [compress(first), compress(b""), compress(second)].concat();
            assert_eq!(read(both.clone()), (text.clone(), None), "{kind}");
            // Filled up to whole blocks.
            assert_eq!(read([both, vec![0; 1024]].concat()), (text.clone(), None), "{kind}");
        }
        let to_skip = [b"\x50\x2a\x4d\x18\x04\0\0\0size".as_slice(), &zstandard(&text)].concat();
        assert_eq!(read([to_skip.clone(), to_skip].concat()), ([text.clone(), text].concat(), None));
    }

    #[test]
    fn a_stream_that_is_cut_off_is_read_up_to_there() {
        let text = games();
        for (kind, compress) in ALL {
            let whole = compress(&text);
            for len in [whole.len() / 2, whole.len() - 1, whole.len() - 5] {
                let (read, fault) = read(whole[..len].to_vec());
                assert_eq!(fault, Some(format!("its {kind} data is cut off at byte {len}: the file is not complete")));
                assert!(text.starts_with(&read), "{kind}");
                // Of xz whole chunks are decoded, of up to 2 MiB of text.
                let is_chunked = kind == CompressionKind::Xz;
                assert!(is_chunked || read.len() > text.len() / 5, "{kind}: {} of {}", read.len(), text.len());
            }
        }
    }

    #[test]
    fn damage_is_never_an_end_or_another_text() {
        let text = games();
        for (kind, compress) in ALL {
            let whole = compress(&text);
            for place in (0..40).map(|n| 6 + n * (whole.len() - 7) / 40) {
                let mut damaged = whole.clone();
                damaged[place] ^= 0x10;
                let (read, fault) = read(damaged);
                // The name and time in the header of gzip say nothing of the text.
                assert!(fault.is_some() || read == text, "{kind} {place}");
                assert!(
                    fault.is_none_or(|fault| fault.contains(" data is ") || fault.contains("decompress")),
                    "{kind}"
                );
            }
        }
        let (read, fault) = read([gzip(&text), b"[Event".to_vec()].concat());
        assert_eq!(read, text);
        let at = gzip(&text).len();
        assert_eq!(fault, Some(format!("what is in the file from byte {at} on is not compressed with the rest")));
    }
}
