//! Standard output: buffered, and silent when its reader is gone.

use std::io::{self, BufWriter, ErrorKind, Stdout as Handle, Write};

/// Standard output. A broken pipe is not a fault: later output is dropped.
pub struct Stdout {
    writer: BufWriter<Handle>,
    closed: bool,
    fault: Option<io::Error>,
}

impl Stdout {
    pub fn new() -> Stdout {
        Stdout { writer: BufWriter::with_capacity(1 << 16, io::stdout()), closed: false, fault: None }
    }

    /// Writes, or records the first fault.
    pub fn write(&mut self, bytes: &[u8]) {
        if !self.is_closed() {
            let result = self.writer.write_all(bytes);
            self.note(result);
        }
    }

    /// Flushes the buffer.
    pub fn flush(&mut self) {
        if !self.is_closed() {
            let result = self.writer.flush();
            self.note(result);
        }
    }

    /// Whether later output is dropped.
    pub fn is_closed(&self) -> bool {
        self.closed || self.fault.is_some()
    }

    /// Flushes, and returns the first fault.
    pub fn finish(mut self) -> io::Result<()> {
        self.flush();
        match self.fault.take() {
            Some(fault) => Err(fault),
            None => Ok(()),
        }
    }

    fn note(&mut self, result: io::Result<()>) {
        match result {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::BrokenPipe => self.closed = true,
            Err(error) => self.fault = Some(error),
        }
    }
}

impl Drop for Stdout {
    fn drop(&mut self) {
        if self.is_closed() {
            // Flushing the buffer would fail again.
            let writer = std::mem::replace(&mut self.writer, BufWriter::with_capacity(0, io::stdout()));
            let _ = writer.into_parts();
        }
    }
}
