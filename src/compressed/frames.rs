//! The frames of a Zstandard stream: one after the other, with frames to skip among them.

use std::io::{self, Read};

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::MOST_MEMORY;
use super::counted::CountedSource;

/// One frame of a stream.
pub(crate) struct ZstandardFrame {
    decoder: FrameDecoder,
    pub(crate) source: CountedSource,
    /// The frame's header has been read.
    is_begun: bool,
    /// The frame holds no text.
    is_skipped: bool,
    /// Why the frame cannot be read further, which is told behind the text before.
    fault: Option<io::Error>,
}

/// An empty block that ends a frame, and a place for its checksum: with it the decoder gives the text that it keeps for
/// blocks to come.
const LAST_BLOCK: &[u8] = &[1, 0, 0, 0, 0, 0, 0];

impl ZstandardFrame {
    pub(crate) fn new(source: CountedSource) -> ZstandardFrame {
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(MOST_MEMORY);
        ZstandardFrame { decoder, source, is_begun: false, is_skipped: false, fault: None }
    }

    /// Begins the next frame, which the source is at.
    pub(crate) fn go_on(&mut self) {
        self.is_begun = false;
        self.is_skipped = false;
    }

    fn begin(&mut self) -> io::Result<()> {
        self.is_begun = true;
        match self.decoder.init(&mut self.source) {
            Ok(()) => Ok(()),
            Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                self.is_skipped = true;
                let length = u64::from(length);
                let skipped = io::copy(&mut self.source.by_ref().take(length), &mut io::sink())?;
                if skipped == length { Ok(()) } else { Err(io::ErrorKind::UnexpectedEof.into()) }
            }
            Err(FrameDecoderError::WindowSizeTooBig { .. }) => Err(io::ErrorKind::OutOfMemory.into()),
            Err(error) => Err(io::Error::other(error)),
        }
    }

    fn check(&self) -> io::Result<()> {
        match (self.decoder.get_checksum_from_data(), self.decoder.get_calculated_checksum()) {
            (Some(stored), Some(calculated)) if stored != calculated => Err(io::ErrorKind::InvalidData.into()),
            _ => Ok(()),
        }
    }
}

impl Read for ZstandardFrame {
    /// Reads to the end of the frame.
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if !self.is_begun {
            self.begin()?;
        }
        if self.is_skipped || buffer.is_empty() {
            return Ok(0);
        }
        while self.decoder.can_collect() == 0 {
            if self.decoder.is_finished() {
                self.fault.take().map_or_else(|| self.check(), Err)?;
                return Ok(0);
            }
            let decoded = self.decoder.decode_blocks(&mut self.source, BlockDecodingStrategy::UptoBlocks(1));
            if let Err(fault) = decoded {
                self.fault = Some(io::Error::other(fault));
                let ended = self.decoder.decode_blocks(LAST_BLOCK, BlockDecodingStrategy::UptoBlocks(1));
                if ended.is_err() || !self.decoder.is_finished() {
                    return self.fault.take().map_or(Ok(0), Err);
                }
            }
        }
        self.decoder.read(buffer)
    }
}
