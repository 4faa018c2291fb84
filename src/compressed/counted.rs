//! A source of bytes that tells how far it was read, so that a fault has a place.

use std::io::{self, BufRead, BufReader, ErrorKind, Read};

/// Size of the buffer, in bytes.
const BUFFER: usize = 128 << 10;

/// A buffered source that counts the bytes taken from it.
pub(crate) struct CountedSource {
    reader: BufReader<Box<dyn Read + Send>>,
    /// Number of bytes that were taken.
    pub(crate) taken: u64,
    /// The source was read to its end.
    pub(crate) is_at_end: bool,
    /// Why the source could not be read further.
    pub(crate) fault: Option<(ErrorKind, String)>,
}

impl CountedSource {
    pub(crate) fn new(source: Box<dyn Read + Send>) -> CountedSource {
        let reader = BufReader::with_capacity(BUFFER, source);
        CountedSource { reader, taken: 0, is_at_end: false, fault: None }
    }
}

impl BufRead for CountedSource {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.reader.fill_buf() {
            Ok(bytes) => {
                self.is_at_end |= bytes.is_empty();
                Ok(bytes)
            }
            Err(error) => {
                if error.kind() != ErrorKind::Interrupted {
                    self.fault = Some((error.kind(), error.to_string()));
                }
                Err(error)
            }
        }
    }

    fn consume(&mut self, amount: usize) {
        self.taken += amount as u64;
        self.reader.consume(amount);
    }
}

impl Read for CountedSource {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}
